package io.xianka.emulator.image;

import io.xianka.emulator.machine.FaultPlace;
import io.xianka.emulator.machine.WatchPoint;
import io.xianka.emulator.machine.WatchedCode;
import io.xianka.ptx.EntrySignature;
import io.xianka.ptx.FlatBody;
import io.xianka.ptx.Function;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.PtxModule;
import io.xianka.ptx.StateSpace;
import io.xianka.ptx.Statement;
import io.xianka.ptx.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * A kernel with its body in a row and an address for each symbol it can name. Immutable.
 *
 * <p>Shared memory begins with the static variables, in order; the dynamic part, where every {@code .extern .shared}
 * variable begins, follows them.
 */
public final class KernelImage {
    private final PtxModule module;
    private final Function entry;
    private final FlatBody body;

    /** What the program says where the body has an instruction. */
    private final List<Instruction> written;

    private final Map<String, Long> globals;
    private final EntrySignature signature;
    private final Map<String, SymbolPlace> symbols = new HashMap<>();
    private final Map<Integer, String> sourceFiles = new HashMap<>();
    private final List<WatchedCode.Slot> sharedSlots = new ArrayList<>();
    private final List<WatchedCode.Slot> localSlots = new ArrayList<>();
    private final boolean isWatched;
    private final boolean isWatchedClosely;
    private int sharedShift;
    private int staticSharedBytes;
    private int localBytes;

    /**
     * Where a symbol lies.
     *
     * @param address in its space: the device address of a global or constant variable, an offset in shared, local or
     *     parameter memory
     * @param sizeBytes 0 where only the launch decides it
     */
    public record SymbolPlace(StateSpace space, long address, long sizeBytes) {}

    private KernelImage(
            PtxModule module,
            Function entry,
            FlatBody body,
            List<Instruction> written,
            Map<String, Long> globals,
            boolean isWatched,
            boolean isWatchedClosely) {
        this.isWatched = isWatched;
        this.isWatchedClosely = isWatchedClosely;
        this.module = module;
        this.entry = entry;
        this.body = body;
        this.written = written;
        this.globals = globals;
        this.signature = EntrySignature.of(entry);
        for (EntrySignature.Parameter parameter : signature.parameters()) {
            symbols.put(
                    parameter.name(),
                    new SymbolPlace(StateSpace.PARAM, parameter.offsetBytes(), parameter.sizeBytes()));
        }
        Map<String, Variable> shared = new LinkedHashMap<>();
        long local = 0;
        for (PtxModule.Item item : module.items()) {
            if (item instanceof Variable variable) {
                if (variable.space().isShared()) {
                    shared.put(variable.name(), variable);
                } else if (globals.containsKey(variable.name())) {
                    symbols.put(
                            variable.name(),
                            new SymbolPlace(variable.space(), globals.get(variable.name()), variable.sizeBytes()));
                }
            }
        }
        for (Variable variable : body.variables()) {
            if (variable.space().isShared()) {
                shared.put(variable.name(), variable);
            } else if (variable.space() == StateSpace.LOCAL) {
                local = align(local, variable.effectiveAlignmentBytes());
                localSlots.add(new WatchedCode.Slot(
                        variable.name(), Math.toIntExact(local), Math.toIntExact(variable.sizeBytes())));
                long address = isWatched ? WatchedCode.localAddress(localSlots.size()) : local;
                symbols.put(variable.name(), new SymbolPlace(StateSpace.LOCAL, address, variable.sizeBytes()));
                local += variable.sizeBytes();
            }
        }
        layOutShared(shared);
        this.localBytes = Math.toIntExact(local);
        for (PtxModule.Item item : module.items()) {
            if (item instanceof PtxModule.SourceFile file) {
                sourceFiles.put(file.number(), baseName(file.path()));
            }
        }
    }

    /**
     * A kernel of a module.
     *
     * @param globals the device addresses of the module's global and constant variables, and of functions where their
     *     address is taken
     */
    public static KernelImage of(PtxModule module, Function entry, Map<String, Long> globals) {
        FlatBody body = FlatBody.of(entry);
        return new KernelImage(module, entry, body, body.instructions(), Map.copyOf(globals), false, false);
    }

    /**
     * The same for checked launches: each shared and each local variable has addresses far from all others.
     *
     * @param closely whether the watch is told of every access of global memory, not only of bad ones
     */
    public static KernelImage watched(PtxModule module, Function entry, Map<String, Long> globals, boolean closely) {
        FlatBody body = FlatBody.of(entry);
        return new KernelImage(module, entry, body, body.instructions(), Map.copyOf(globals), true, closely);
    }

    /**
     * The same kernel with a body made of this one's and others.
     *
     * @param shown for messages, what the program says where the body has an instruction
     */
    public KernelImage withBody(FlatBody newBody, List<Instruction> shown) {
        return new KernelImage(module, entry, newBody, List.copyOf(shown), globals, isWatched, isWatchedClosely);
    }

    private void layOutShared(Map<String, Variable> shared) {
        long end = 0;
        int dynamicAlignment = 16;
        sharedShift = WatchedCode.sharedShift(shared.size());
        for (Variable variable : shared.values()) {
            if (variable.isUnsized()) {
                dynamicAlignment = Math.max(dynamicAlignment, variable.effectiveAlignmentBytes());
            } else {
                end = align(end, variable.effectiveAlignmentBytes());
                int bytes = Math.toIntExact(variable.sizeBytes());
                symbols.put(
                        variable.name(),
                        new SymbolPlace(StateSpace.SHARED, sharedAddress(variable, end, bytes), bytes));
                end += bytes;
            }
        }
        if (shared.values().stream().anyMatch(Variable::isUnsized)) {
            end = align(end, dynamicAlignment);
        }
        for (Variable variable : shared.values()) {
            if (variable.isUnsized()) {
                symbols.put(
                        variable.name(),
                        new SymbolPlace(StateSpace.SHARED, isWatched ? sharedAddress(variable, end, -1) : end, 0));
            }
        }
        staticSharedBytes = Math.toIntExact(end);
    }

    /** All dynamic variables begin at the same place, so they share a slot. */
    private long sharedAddress(Variable variable, long offset, int bytes) {
        boolean isKnown =
                bytes < 0 && !sharedSlots.isEmpty() && sharedSlots.getLast().bytes() < 0;
        if (!isKnown) {
            sharedSlots.add(new WatchedCode.Slot(variable.name(), Math.toIntExact(offset), bytes));
        }
        int number = sharedSlots.size() - 1;
        return isWatched
                ? WatchedCode.sharedAddress(
                        number, sharedShift, sharedSlots.getLast().hostOffset())
                : offset;
    }

    private static long align(long offset, int alignment) {
        return (offset + alignment - 1) & -alignment;
    }

    private static String baseName(String path) {
        return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    }

    public String name() {
        return entry.name();
    }

    /** The module, for its other functions. */
    public PtxModule module() {
        return module;
    }

    public Function entry() {
        return entry;
    }

    public FlatBody body() {
        return body;
    }

    /** What the program says where the body has the instruction of this index. */
    public Instruction written(int index) {
        return written.get(index);
    }

    public EntrySignature signature() {
        return signature;
    }

    /** What the launch's dynamic shared memory is added to. */
    public int staticSharedBytes() {
        return staticSharedBytes;
    }

    /** Local memory of a thread for the kernel's own variables. */
    public int localBytes() {
        return localBytes;
    }

    /** Whether it was made by {@link #watched}. */
    public boolean isWatched() {
        return isWatched;
    }

    /** Whether a watch is told of every access of global memory. */
    public boolean isWatchedClosely() {
        return isWatchedClosely;
    }

    /** What a checked launch knows of the kernel, with the points of its code. */
    public WatchedCode watched(WatchPoint[] points) {
        List<WatchedCode.Parameter> parameters = signature.parameters().stream()
                .map(p -> new WatchedCode.Parameter(
                        p.name(), Math.toIntExact(p.offsetBytes()), Math.toIntExact(p.sizeBytes())))
                .toList();
        return new WatchedCode(
                points,
                List.copyOf(sharedSlots),
                sharedShift,
                List.copyOf(localSlots),
                parameters,
                WatchPoints.areBlocksIndependent(body));
    }

    /** Null for a name that is no variable or parameter here. */
    public SymbolPlace find(String symbol) {
        return symbols.get(symbol);
    }

    /** Throws {@link NoSuchElementException} for a name that is no variable or parameter here. */
    public SymbolPlace place(String symbol) {
        SymbolPlace place = symbols.get(symbol);
        if (place == null) {
            throw new NoSuchElementException("kernel " + name() + " names " + symbol + ", which has no address");
        }
        return place;
    }

    /** For messages: where the instruction of this index in the body stands. */
    public FaultPlace faultPlace(int index) {
        Instruction instruction = written.get(index);
        return new FaultPlace(
                name(), instruction.line().number(), source(body.location(index)), instruction.toString());
    }

    /** {@code saxpy.cu:12}; null for null. */
    public String source(Statement.Loc location) {
        return location == null
                ? null
                : sourceFiles.getOrDefault(location.file(), "file " + location.file()) + ":" + location.line();
    }
}
