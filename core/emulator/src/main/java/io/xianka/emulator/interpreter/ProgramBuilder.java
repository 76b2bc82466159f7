package io.xianka.emulator.interpreter;

import io.xianka.emulator.image.KernelImage;
import io.xianka.emulator.image.WatchPoints;
import io.xianka.emulator.machine.WatchPoint;
import io.xianka.ptx.FlatBody;
import io.xianka.ptx.Function;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.PtxModule;
import io.xianka.ptx.StateSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a kernel and every function that it can reach into one row of steps. */
final class ProgramBuilder {
    /** Stack of a thread where functions call each other in a circle. */
    private static final int RECURSION_BYTES = 16 << 10;

    private final KernelImage image;
    private final PtxModule module;
    private final Map<String, Long> addresses;
    private final List<Step> steps = new ArrayList<>();
    private final List<Long> constants = new ArrayList<>();
    private final Map<Long, Integer> constantOperands = new HashMap<>();
    private final Map<String, FunctionCode> functions = new LinkedHashMap<>();
    private final List<FunctionCode> unread = new ArrayList<>();
    private final Map<String, Set<String>> calls = new HashMap<>();
    private final List<WatchPoint> points = new ArrayList<>();
    private boolean callsThroughPointers;
    private int accessSites;

    ProgramBuilder(KernelImage image) {
        this.image = image;
        this.module = image.module();
        this.addresses = FunctionAddresses.of(module);
    }

    InterpretedKernel build() {
        FunctionCode entry = newFunction(image.entry(), image.body(), 0);
        functions.put(image.name(), entry);
        new FunctionReader(this, entry, true).read();
        while (!unread.isEmpty()) {
            new FunctionReader(this, unread.removeLast(), false).read();
        }
        Map<Long, FunctionCode> byAddress = new HashMap<>();
        functions.values().forEach(code -> byAddress.put(code.address(), code));
        int deepest = deepestStack(image.name(), new HashSet<>());
        int localBytes = deepest >= 0 && !callsThroughPointers
                ? deepest
                : functions.values().stream().mapToInt(FunctionCode::frameBytes).sum() + RECURSION_BYTES;
        return new InterpretedKernel(
                image,
                steps.toArray(Step[]::new),
                constants.stream().mapToLong(Long::longValue).toArray(),
                entry,
                byAddress,
                localBytes,
                accessSites,
                image.isWatched() ? image.watched(points.toArray(WatchPoint[]::new)) : null);
    }

    private FunctionCode newFunction(Function function, FlatBody body, long address) {
        int firstPoint = points.size();
        if (image.isWatched()) {
            points.addAll(Arrays.asList(WatchPoints.of(image, function, body)));
        }
        return new FunctionCode(function, body, address, firstPoint);
    }

    /** Whether the code is for checked launches. */
    boolean isWatched() {
        return image.isWatched();
    }

    SingleSteps buildSingle() {
        FunctionCode entry = newFunction(image.entry(), image.body(), 0);
        functions.put(image.name(), entry);
        FunctionReader reader = new FunctionReader(this, entry, true);
        reader.read();
        return new SingleSteps(
                steps.toArray(Step[]::new),
                constants.stream().mapToLong(Long::longValue).toArray(),
                reader.stepOf(),
                reader.registerNames(),
                accessSites);
    }

    /** Bytes that the deepest chain of calls needs; -1 if calls go in a circle. */
    private int deepestStack(String name, Set<String> above) {
        if (!above.add(name)) {
            return -1;
        }
        int deepest = 0;
        for (String callee : calls.getOrDefault(name, Set.of())) {
            int below = deepestStack(callee, above);
            if (below < 0) {
                return -1;
            }
            deepest = Math.max(deepest, below);
        }
        above.remove(name);
        return deepest + functions.get(name).frameBytes();
    }

    KernelImage image() {
        return image;
    }

    int nextStep() {
        return steps.size();
    }

    Step step(int index) {
        return steps.get(index);
    }

    void add(Step step) {
        steps.add(step);
    }

    int nextSite() {
        return accessSites++;
    }

    /** The operand of a constant. */
    int constant(long value) {
        return constantOperands.computeIfAbsent(value, v -> {
            constants.add(v);
            return ~(constants.size() - 1);
        });
    }

    /** Whether a name is a function's. */
    boolean isFunction(String name) {
        return addresses.containsKey(name);
    }

    /** The address of a function whose address is taken: it, and so all that it calls, may be called. */
    long addressOf(String name) {
        callee(name);
        return addresses.get(name);
    }

    /** The code of a function, to be read later; null where it has no body. */
    FunctionCode callee(String name) {
        FunctionCode known = functions.get(name);
        if (known != null) {
            return known;
        }
        Function function = module.function(name).orElse(null);
        if (function == null || !function.isDefinition()) {
            return null;
        }
        FunctionCode code = newFunction(function, FlatBody.of(function), addresses.get(name));
        functions.put(name, code);
        FrameLayout.declareFormals(code);
        unread.add(code);
        return code;
    }

    void noteCall(String caller, String callee) {
        calls.computeIfAbsent(caller, key -> new HashSet<>()).add(callee);
    }

    /** Any function whose address is taken anywhere may be the one that is called. */
    void noteIndirectCall() {
        if (!callsThroughPointers) {
            callsThroughPointers = true;
            module.functions()
                    .filter(f -> !f.isEntry() && f.isDefinition())
                    .map(Function::name)
                    .forEach(this::callee);
        }
    }

    UnsupportedInstruction refuse(FunctionCode function, Instruction instruction, String why) {
        return new UnsupportedInstruction(function.name(), instruction, why);
    }

    /** Where a function keeps what it declares. */
    static final class FrameLayout {
        private FrameLayout() {}

        /**
         * Gives parameters and results their places at the beginning of the frame; those in registers take the first
         * registers.
         */
        static void declareFormals(FunctionCode code) {
            int offset = 0;
            int register = 0;
            for (boolean isResult : new boolean[] {false, true}) {
                for (var param :
                        isResult ? code.function().results() : code.function().parameters()) {
                    FunctionCode.Formal formal;
                    if (param.space() == StateSpace.REG) {
                        formal = new FunctionCode.Formal(false, register++, 0);
                    } else {
                        offset = align(offset, param.effectiveAlignmentBytes());
                        formal = new FunctionCode.Formal(true, offset, Math.toIntExact(param.sizeBytes()));
                        offset += formal.sizeBytes();
                    }
                    (isResult ? code.results() : code.formals()).add(formal);
                }
            }
        }

        static int align(long offset, int alignment) {
            return Math.toIntExact((offset + alignment - 1) & -(long) alignment);
        }
    }
}
