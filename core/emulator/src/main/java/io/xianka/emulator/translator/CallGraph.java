package io.xianka.emulator.translator;

import io.xianka.emulator.image.KernelImage;
import io.xianka.emulator.interpreter.SystemCalls;
import io.xianka.ptx.FlatBody;
import io.xianka.ptx.Function;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Param;
import io.xianka.ptx.PtxModule;
import io.xianka.ptx.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A kernel and the functions that it can reach; the kernel is number 0. */
final class CallGraph {
    private final PtxModule module;
    private final List<Function> functions = new ArrayList<>();
    private final List<FlatBody> bodies = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<BitSet> reached = new ArrayList<>();

    CallGraph(KernelImage image) throws Untranslatable {
        module = image.module();
        functions.add(image.entry());
        bodies.add(image.body());
        List<BitSet> callees = new ArrayList<>();
        for (int f = 0; f < functions.size(); f++) {
            BitSet called = new BitSet();
            for (Instruction instruction : bodies.get(f).instructions()) {
                if (instruction.opcode() == Opcode.CALL && !isSystemCall(instruction)) {
                    for (Function callee : targets(instruction, bodies.get(f))) {
                        called.set(number(callee));
                    }
                }
            }
            callees.add(called);
        }
        for (int f = 0; f < functions.size(); f++) {
            BitSet all = new BitSet();
            all.or(callees.get(f));
            int before;
            do {
                before = all.cardinality();
                for (int callee = all.nextSetBit(0); callee >= 0; callee = all.nextSetBit(callee + 1)) {
                    all.or(callees.get(callee));
                }
            } while (all.cardinality() != before);
            reached.add(all);
        }
    }

    private int number(Function function) {
        return numbers.computeIfAbsent(function.name(), _ -> {
            functions.add(function);
            bodies.add(FlatBody.of(function));
            return functions.size() - 1;
        });
    }

    /** Whether a call is of what every device offers without a body in the module. */
    boolean isSystemCall(Instruction call) {
        return isSystemCall(module, call);
    }

    static boolean isSystemCall(PtxModule module, Instruction call) {
        return call.operand(1) instanceof Operand.Symbol symbol
                && SystemCalls.names().contains(symbol.name())
                && module.function(symbol.name()).filter(Function::isDefinition).isEmpty();
    }

    /** The functions that a call may mean: one, or through a pointer all that fit. */
    private List<Function> targets(Instruction call, FlatBody body) throws Untranslatable {
        if (call.operand(1) instanceof Operand.Symbol symbol) {
            return List.of(module.function(symbol.name())
                    .filter(Function::isDefinition)
                    .orElseThrow(() -> new Untranslatable(call.toString())));
        }
        String label = ((Operand.Symbol) call.operand(3)).name();
        Statement.Targets listed = body.targets().get(label);
        Statement.Prototype prototype = body.prototypes().get(label);
        List<Function> fitting = new ArrayList<>();
        for (Function function : (Iterable<Function>) module.functions()::iterator) {
            boolean isMeant = listed != null
                    ? listed.names().contains(function.name())
                    : prototype != null
                            && fit(prototype.parameters(), function.parameters())
                            && fit(prototype.results(), function.results());
            if (isMeant && function.isDefinition() && !function.isEntry()) {
                fitting.add(function);
            }
        }
        return fitting;
    }

    private static boolean fit(List<Param> wanted, List<Param> had) {
        if (wanted.size() != had.size()) {
            return false;
        }
        for (int i = 0; i < had.size(); i++) {
            Param one = wanted.get(i);
            Param other = had.get(i);
            if (one.space() != other.space()
                    || (one.sizeBytes() != other.sizeBytes() && one.count() != Param.UNSIZED)) {
                return false;
            }
        }
        return true;
    }

    /** The numbers of the functions that a call may mean. */
    int[] callees(Instruction call, int caller) throws Untranslatable {
        return targets(call, bodies.get(caller)).stream()
                .mapToInt(function -> numbers.get(function.name()))
                .toArray();
    }

    int size() {
        return functions.size();
    }

    Function function(int number) {
        return functions.get(number);
    }

    FlatBody body(int number) {
        return bodies.get(number);
    }

    /** Whether a call of one function may lead to a call of another. */
    boolean reaches(int from, int to) {
        return reached.get(from).get(to);
    }

    /** Whether a function may be called while it runs. */
    boolean isRecursive(int function) {
        return reaches(function, function);
    }
}
