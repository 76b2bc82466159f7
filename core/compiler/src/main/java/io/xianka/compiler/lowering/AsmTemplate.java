package io.xianka.compiler.lowering;

import io.xianka.ptx.Instruction;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import io.xianka.ptx.StateSpace;
import io.xianka.ptx.Statement;
import java.util.List;

/**
 * The text of an inline asm statement, read once: PTX statements in which the operand of number {@code i} is the register
 * named {@link #placeholder}{@code (i)}. Equal when text and operands are.
 */
final class AsmTemplate {
    private static final String PREFIX = "%operand:";

    private final String key;
    private final List<Statement> statements;
    private final Kind[] outputs;
    /** For each input of the node: the output that it initialises, or -1. */
    private final int[] initialised;
    /** For each input of the node: its number in the text, or that of the output it is tied to. */
    private final int[] numbers;

    private final boolean hasEffects;
    private final int operandCount;
    private boolean[] addressOnly;
    private boolean[] immediate;

    AsmTemplate(
            String key,
            List<Statement> statements,
            Kind[] outputs,
            int[] initialised,
            int[] numbers,
            int operandCount,
            boolean hasEffects) {
        this.key = key;
        this.statements = statements;
        this.outputs = outputs;
        this.initialised = initialised;
        this.numbers = numbers;
        this.operandCount = operandCount;
        this.hasEffects = hasEffects;
    }

    static Register placeholder(int number, PtxType type) {
        return new Register(PREFIX + number, type);
    }

    /** The operand number that a register stands for, or -1. */
    static int numberOf(Register register) {
        String name = register.name();
        if (!name.startsWith(PREFIX)) {
            return -1;
        }
        return Integer.parseInt(name, PREFIX.length(), name.length(), 10);
    }

    List<Statement> statements() {
        return statements;
    }

    int outputCount() {
        return outputs.length;
    }

    Kind output(int index) {
        return outputs[index];
    }

    int initialised(int input) {
        return initialised[input];
    }

    int number(int input) {
        return numbers[input];
    }

    int operandCount() {
        return operandCount;
    }

    /** It must be executed exactly where it stands, and may touch memory. */
    boolean hasEffects() {
        return hasEffects;
    }

    /** One instruction, which reads all it reads before it writes. */
    boolean isSingle() {
        return statements.size() == 1 && statements.getFirst() instanceof Instruction;
    }

    /** That operand is only the address of loads, stores and atomics that name no state space. */
    boolean isAddressOnly(int number) {
        analyse();
        return addressOnly[number];
    }

    /** That operand may be written as a number. */
    boolean takesImmediate(int number) {
        analyse();
        return immediate[number];
    }

    private void analyse() {
        if (addressOnly != null) {
            return;
        }
        boolean[] seen = new boolean[operandCount];
        boolean[] addresses = new boolean[operandCount];
        immediate = new boolean[operandCount];
        java.util.Arrays.fill(addresses, true);
        java.util.Arrays.fill(immediate, true);
        for (int i = 0; i < statements.size(); i++) {
            analyse(statements.get(i), seen, addresses);
        }
        for (int i = 0; i < operandCount; i++) {
            addresses[i] &= seen[i];
        }
        addressOnly = addresses;
    }

    private void analyse(Statement statement, boolean[] seen, boolean[] addresses) {
        switch (statement) {
            case Statement.Scope scope -> {
                for (int i = 0; i < scope.statements().size(); i++) {
                    analyse(scope.statements().get(i), seen, addresses);
                }
            }
            case Instruction instruction -> {
                if (instruction.guard() != null) {
                    look(instruction.guard().predicate(), false, false, seen, addresses);
                }
                boolean reaches = switch (instruction.opcode()) {
                    case LD, ST, ATOM, RED -> instruction.operation().space() == StateSpace.GENERIC;
                    default -> false;
                };
                boolean numbersFit = takesNumbers(instruction.opcode()) && !isOfHalves(instruction.operation());
                for (int i = 0; i < instruction.operands().size(); i++) {
                    look(
                            instruction.operand(i),
                            reaches,
                            numbersFit && (i > 0 || takesNumbersFirst(instruction.opcode())),
                            seen,
                            addresses);
                }
            }
            default -> {}
        }
    }

    private void look(Operand operand, boolean reaches, boolean numberFits, boolean[] seen, boolean[] addresses) {
        switch (operand) {
            case Register register -> {
                int number = numberOf(register);
                if (number >= 0) {
                    seen[number] = true;
                    addresses[number] = false;
                    immediate[number] &= numberFits;
                }
            }
            case Operand.Address address
            when address.base() instanceof Register register -> {
                int number = numberOf(register);
                if (number >= 0) {
                    seen[number] = true;
                    addresses[number] &= reaches;
                    immediate[number] = false;
                }
            }
            case Operand.Vector vector -> lookAll(vector.elements(), seen, addresses);
            case Operand.CompoundAddress address -> lookAll(address.parts(), seen, addresses);
            case Operand.Arguments arguments -> lookAll(arguments.values(), seen, addresses);
            case Operand.Pair pair -> {
                look(pair.first(), false, false, seen, addresses);
                look(pair.second(), false, false, seen, addresses);
            }
            case Operand.Negated negated -> look(negated.predicate(), false, false, seen, addresses);
            default -> {}
        }
    }

    private void lookAll(List<Operand> operands, boolean[] seen, boolean[] addresses) {
        for (int i = 0; i < operands.size(); i++) {
            look(operands.get(i), false, false, seen, addresses);
        }
    }

    /** PTX has no literals of 16-bit floats, and takes none in their place. */
    private static boolean isOfHalves(Operation operation) {
        return operation.types().stream().anyMatch(type -> switch (type) {
            case F16, BF16, F16X2, BF16X2 -> true;
            default -> false;
        });
    }

    private static boolean takesNumbers(Opcode opcode) {
        return switch (opcode) {
            case ADD, SUB, MUL, MAD, MIN, MAX, FMA, AND, OR, XOR, SHL, SHR, SHF, PRMT, LOP3, BFE, BFI -> true;
            case SETP, SELP, SHFL, ATOM, RED, ST, CP_ASYNC -> true;
            default -> takesNumbersFirst(opcode);
        };
    }

    /** Barriers whose number is in a register make ptxas set aside all sixteen for the block. */
    private static boolean takesNumbersFirst(Opcode opcode) {
        return switch (opcode) {
            case BAR_WARP_SYNC, BAR_SYNC, BAR_ARRIVE, BARRIER_SYNC, BARRIER_ARRIVE -> true;
            default -> false;
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AsmTemplate template && key.equals(template.key);
    }

    @Override
    public int hashCode() {
        return key.hashCode();
    }

    @Override
    public String toString() {
        return key;
    }
}
