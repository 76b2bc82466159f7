package io.xianka.emulator.translator;

import io.xianka.emulator.translator.BasicBlock.Terminator;
import io.xianka.ptx.FlatBody;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Register;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The registers of a kernel by number, who writes and who reads them. */
final class Registers {
    private final List<Register> registers = new ArrayList<>();
    private final Map<Register, Integer> numbers = new HashMap<>();
    private final int[][] definitionsOf;
    private final int[][] usesOf;
    private final List<List<Integer>> definedBy = new ArrayList<>();
    private boolean[] isLocal;

    Registers(ControlFlow flow) throws Untranslatable {
        FlatBody body = flow.body();
        definitionsOf = new int[body.size()][];
        usesOf = new int[body.size()][];
        for (int i = 0; i < body.size(); i++) {
            Instruction instruction = body.instruction(i);
            List<Integer> definitions = new ArrayList<>(2);
            List<Integer> uses = new ArrayList<>(4);
            boolean hasResult = hasResult(instruction);
            for (int o = 0; o < instruction.operands().size(); o++) {
                collect(instruction.operand(o), hasResult && o == 0 ? definitions : uses, uses);
            }
            if (instruction.guard() != null) {
                uses.add(number(instruction.guard().predicate()));
            }
            definitionsOf[i] = toArray(definitions);
            usesOf[i] = toArray(uses);
        }
        for (int i = 0; i < registers.size(); i++) {
            definedBy.add(new ArrayList<>(1));
        }
        for (int i = 0; i < body.size(); i++) {
            for (int register : definitionsOf[i]) {
                definedBy.get(register).add(i);
            }
        }
        findLocals(flow);
    }

    private static int[] toArray(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    private int number(Register register) {
        Integer number = numbers.get(register);
        if (number == null) {
            number = registers.size();
            registers.add(register);
            numbers.put(register, number);
        }
        return number;
    }

    private void collect(Operand operand, List<Integer> target, List<Integer> uses) {
        Consumer<Register> add = register -> target.add(number(register));
        switch (operand) {
            case Register register -> add.accept(register);
            case Operand.Address address -> {
                if (address.base() instanceof Register register) {
                    uses.add(number(register));
                }
            }
            case Operand.Vector vector -> vector.elements().forEach(element -> collect(element, target, uses));
            case Operand.Pair pair -> {
                collect(pair.first(), target, uses);
                collect(pair.second(), target, uses);
            }
            case Operand.Negated negated -> uses.add(number(negated.predicate()));
            case Operand.Arguments arguments -> arguments.values().forEach(value -> collect(value, uses, uses));
            case Operand.CompoundAddress address -> address.parts().forEach(part -> collect(part, uses, uses));
            case Operand.Symbol _, Operand.LabelName _, Operand.Sink _, Operand.IntegerImmediate _ -> {}
            case Operand.FloatImmediate _, Operand.DoubleImmediate _, io.xianka.ptx.SpecialRegister _ -> {}
        }
    }

    private static boolean hasResult(Instruction instruction) {
        Opcode opcode = instruction.opcode();
        return switch (opcode) {
            case ST,
                    RED,
                    STACKRESTORE,
                    BRA,
                    BRX_IDX,
                    RET,
                    EXIT,
                    CALL,
                    TRAP,
                    BRKPT,
                    MEMBAR,
                    FENCE,
                    NANOSLEEP,
                    PREFETCH,
                    PREFETCHU -> false;
            case BAR_SYNC,
                    BAR_ARRIVE,
                    BAR_WARP_SYNC,
                    BAR_CTA_SYNC,
                    BAR_CTA_ARRIVE,
                    BARRIER_SYNC,
                    BARRIER_ARRIVE,
                    BARRIER_CTA_SYNC,
                    BARRIER_CTA_ARRIVE -> false;
            default -> true;
        };
    }

    /** A register is local to a block if it is only named there, and written, whatever the guard says, before it is read. */
    private void findLocals(ControlFlow flow) {
        isLocal = new boolean[registers.size()];
        java.util.Arrays.fill(isLocal, true);
        int[] home = new int[registers.size()];
        java.util.Arrays.fill(home, -1);
        for (BasicBlock block : flow.blocks()) {
            for (int i = block.first(); i < block.end(); i++) {
                Instruction instruction = flow.body().instruction(i);
                for (int register : usesOf[i]) {
                    if (home[register] != block.index()) {
                        isLocal[register] = false;
                    }
                }
                for (int register : definitionsOf[i]) {
                    if (home[register] == -1 && instruction.guard() == null) {
                        home[register] = block.index();
                    } else if (home[register] != block.index()) {
                        isLocal[register] = false;
                    }
                }
            }
            switch (block.terminator()) {
                case Terminator.Branch branch -> {
                    int predicate = number(branch.predicate());
                    if (home[predicate] != block.index()) {
                        isLocal[predicate] = false;
                    }
                }
                case Terminator.Switch select -> notLocal(select.instruction());
                case Terminator.Barrier barrier -> notLocal(barrier.instruction());
                case Terminator.BarrierResult result -> notLocal(result.instruction());
                case Terminator.Exchange exchange -> notLocal(exchange.instruction());
                case Terminator.Jump _, Terminator.Exit _ -> {}
            }
        }
    }

    private void notLocal(int instruction) {
        for (int register : usesOf[instruction]) {
            isLocal[register] = false;
        }
        for (int register : definitionsOf[instruction]) {
            isLocal[register] = false;
        }
    }

    int size() {
        return registers.size();
    }

    Register register(int number) {
        return registers.get(number);
    }

    int numberOf(Register register) {
        return numbers.get(register);
    }

    /** Null for a register that only the interpreter's instructions name. */
    Bank bank(int number) {
        return Bank.of(registers.get(number).type());
    }

    /** The registers an instruction writes. */
    int[] definitions(int instruction) {
        return definitionsOf[instruction];
    }

    /** The registers an instruction reads, its guard among them. */
    int[] uses(int instruction) {
        return usesOf[instruction];
    }

    /** The instructions that write a register. */
    List<Integer> definedBy(int register) {
        return definedBy.get(register);
    }

    boolean isLocal(int register) {
        return isLocal[register];
    }
}
