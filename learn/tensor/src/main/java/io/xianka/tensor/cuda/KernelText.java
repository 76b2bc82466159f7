package io.xianka.tensor.cuda;

import io.xianka.tensor.DType;
import io.xianka.tensor.fusion.Index;
import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.Value;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.UnaryOp;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The statements of one kernel in the making. A thread computes at several points at once: chunks of neighbours ({@link Lanes}), whose
 * elements are loaded and stored together. A value that does not change along the lanes is computed once a chunk, one that does not
 * change with the chunks once.
 */
final class KernelText {
    /**
     * Neighbouring points that a thread computes together.
     *
     * @param name what the names of its values end in; empty for the only one
     * @param axes the loop variables at its first point, as expressions; null where they are not known yet
     * @param active when it counts, as an expression; null when always
     */
    record Chunk(String name, String[] axes, String active) {}

    /** Stands for a lane where all are meant. */
    private static final int TOGETHER = -1;

    private final Kernel kernel;
    private final Lanes lanes;
    private final Predicate<Value> chunked;
    private final boolean wide;
    private final Map<Node, String> pointers = new IdentityHashMap<>();
    private final Map<Node, Integer> parameters = new LinkedHashMap<>();
    private final StringBuilder text = new StringBuilder();
    private final Set<String> declared = new HashSet<>();
    private final Map<String, List<String>> words = new HashMap<>();
    /** Where in shared memory what is loaded of a value is kept, in 16 bytes, and of which values it is there. */
    private final Map<Value, Long> kept = new HashMap<>();

    private final Set<Value> isThere = new HashSet<>();
    private long keptChunks;
    private String indent = "    ";

    /**
     * @param lanes the points of a chunk
     * @param firstChunked the number of the first axis that changes from chunk to chunk
     */
    KernelText(Kernel kernel, Lanes lanes, int firstChunked) {
        this(kernel, lanes, value -> value.dependsOnAxesFrom(firstChunked));
    }

    /**
     * @param lanes the points of a chunk
     * @param chunked which values change from chunk to chunk
     */
    KernelText(Kernel kernel, Lanes lanes, Predicate<Value> chunked) {
        this.kernel = kernel;
        this.lanes = lanes;
        this.chunked = chunked;
        this.wide = isWide(kernel);
        for (Node read : kernel.reads()) {
            pointers.put(read, "r" + pointers.size());
        }
        for (Kernel.Store store : kernel.stores()) {
            pointers.put(store.node(), "s" + pointers.size());
        }
        for (Kernel.ColumnFold column : kernel.columnFolds()) {
            pointers.put(column.node(), "s" + pointers.size());
        }
    }

    /** Whether places need 64 bits: also those in views of views that no tensor in memory is as large as. */
    static boolean isWide(Kernel kernel) {
        long most = Math.multiplyExact(
                kernel.domain().rows(), Math.max(1, kernel.domain().columns()));
        for (Value value : kernel.values()) {
            most = Math.max(
                    most,
                    switch (value.form()) {
                        case Value.Load(Node node, Index offset) ->
                            Math.max(node.shape().elements(), offset.magnitude());
                        case Value.Place(Index index) -> index.magnitude();
                        case Value.Within(Index index, long _, long high) -> Math.max(index.magnitude(), high);
                        case Value.Random(Value _, Value _, Index element) -> element.magnitude();
                        case Value.Constant _,
                                Value.Parameter _,
                                Value.Unary _,
                                Value.Binary _,
                                Value.Select _,
                                Value.Convert _,
                                Value.InRange _,
                                Value.Folded _ -> 0;
                    });
        }
        for (Kernel.Store store : kernel.stores()) {
            most = Math.max(
                    most,
                    Math.max(store.node().shape().elements(), store.offset().magnitude()));
        }
        return most > Integer.MAX_VALUE - (1 << 20);
    }

    /** The type of places. */
    String place() {
        return wide ? "long long" : "int";
    }

    /** Pointers to what the kernel reads, to what it stores, then to a workspace where one is given. */
    List<String> pointerList(String workspace) {
        List<String> list = new ArrayList<>();
        for (Node read : kernel.reads()) {
            list.add("const " + CType.of(read.dtype()).memory() + "* " + pointers.get(read));
        }
        for (Kernel.Store store : kernel.stores()) {
            list.add(CType.of(store.node().dtype()).memory() + "* " + pointers.get(store.node()));
        }
        for (Kernel.ColumnFold column : kernel.columnFolds()) {
            list.add(CType.of(column.node().dtype()).memory() + "* " + pointers.get(column.node()));
        }
        if (workspace != null) {
            list.add(workspace);
        }
        return list;
    }

    /** Where parameters lie and where to tell of faults. */
    List<String> sharedList() {
        List<String> list = new ArrayList<>();
        if (hasParameters(kernel)) {
            list.add("const long long* P");
        }
        if (hasChecks(kernel)) {
            list.add("unsigned long long* E");
        }
        return list;
    }

    static boolean hasParameters(Kernel kernel) {
        return kernel.values().stream().anyMatch(value -> value.form() instanceof Value.Parameter);
    }

    /** Whether the kernel tells of indices that are out of range. */
    static boolean hasChecks(Kernel kernel) {
        return kernel.values().stream().anyMatch(value -> value.form() instanceof Value.InRange);
    }

    /** Says where the parameters lie among those of the plan. */
    void parameterAt(Node parameter, int index) {
        parameters.put(parameter, index);
    }

    KernelText line(String statement) {
        text.append(indent).append(statement).append('\n');
        return this;
    }

    /** Opens a block whose values end with it. */
    Set<String> open(String head) {
        line(head + " {");
        indent += "    ";
        return new HashSet<>(declared);
    }

    void close(Set<String> before) {
        indent = indent.substring(4);
        line("}");
        declared.clear();
        declared.addAll(before);
    }

    @Override
    public String toString() {
        return text.toString();
    }

    // ------------------------------------------------------------------ values

    /** Computes values, and what they need, at all chunks. */
    void compute(Collection<Value> wanted, List<Chunk> chunks) {
        boolean[] needed = new boolean[kernel.values().size()];
        wanted.forEach(value -> mark(value, needed));
        for (Value value : kernel.values()) {
            if (!needed[value.number()]) {
                continue;
            }
            List<Chunk> places = chunked.test(value) ? chunks : List.of(chunks.getFirst());
            for (Chunk chunk : places) {
                if (!declared.add(chunkName(value, chunk))) {
                    continue;
                }
                if (!lanes.change(value)) {
                    declare(value, chunkName(value, chunk), chunk, 0);
                } else if (isLoadedTogether(value) || isRoundedTogether(value)) {
                    unpack(value, chunk);
                } else {
                    for (int lane = 0; lane < lanes.count(); lane++) {
                        declare(value, name(value, chunk, lane), chunk, lane);
                    }
                }
            }
        }
    }

    /**
     * Has what is loaded together of some values kept in the shared memory {@code kept}, and taken from there by later loops over
     * {@code c}.
     *
     * @param chunks in a row
     */
    void keep(List<Value> values, long chunks) {
        keptChunks = chunks;
        long at = 0;
        for (Value value : values) {
            kept.put(value, at);
            at += chunks * lanes.count() * value.dtype().bytes() / 16;
        }
    }

    /** All values that some are made of, and these. */
    Set<Value> needed(Collection<Value> wanted) {
        boolean[] needed = new boolean[kernel.values().size()];
        wanted.forEach(value -> mark(value, needed));
        return kernel.values().stream().filter(value -> needed[value.number()]).collect(Collectors.toSet());
    }

    /** Computes what values need that does not change from chunk to chunk. */
    void computeUniform(Collection<Value> wanted, Chunk chunk) {
        boolean[] needed = new boolean[kernel.values().size()];
        wanted.forEach(value -> mark(value, needed));
        compute(
                kernel.values().stream()
                        .filter(value -> needed[value.number()] && !chunked.test(value))
                        .toList(),
                List.of(chunk));
    }

    /** Loads all that values at these chunks need and that no index in memory leads to. */
    void load(Collection<Value> wanted, List<Chunk> chunks) {
        boolean[] needed = new boolean[kernel.values().size()];
        wanted.forEach(value -> mark(value, needed));
        for (Value value : kernel.values()) {
            boolean isHere = needed[value.number()] && chunked.test(value);
            if (isHere && value.form() instanceof Value.Load(Node _, Index offset) && offset.isKnown()) {
                if (isLoadedTogether(value)) {
                    chunks.forEach(chunk -> wordsOf(value, chunk));
                } else {
                    compute(List.of(value), chunks);
                }
            }
        }
    }

    private void mark(Value root, boolean[] needed) {
        List<Value> open = new ArrayList<>(List.of(root));
        while (!open.isEmpty()) {
            Value value = open.removeLast();
            if (needed[value.number()]) {
                continue;
            }
            needed[value.number()] = true;
            switch (value.form()) {
                case Value.Load(Node _, Index offset) -> markIn(offset, open);
                case Value.Constant _, Value.Parameter _, Value.Folded _ -> {}
                case Value.Place(Index index) -> markIn(index, open);
                case Value.Within(Index index, long _, long _) -> markIn(index, open);
                case Value.Random(Value seed, Value offset, Index element) -> {
                    open.add(seed);
                    open.add(offset);
                    markIn(element, open);
                }
                case Value.Unary(UnaryOp _, Value operand) -> open.add(operand);
                case Value.Binary(BinaryOp _, Value left, Value right) -> {
                    open.add(left);
                    open.add(right);
                }
                case Value.Select(Value condition, Value yes, Value no) -> {
                    open.add(condition);
                    open.add(yes);
                    open.add(no);
                }
                case Value.Convert(Value operand) -> open.add(operand);
                case Value.InRange(String _, Value operand, long _, long _) -> open.add(operand);
            }
        }
    }

    private static void markIn(Index index, List<Value> open) {
        for (Index.Term term : index.terms()) {
            switch (term.atom()) {
                case Index.Axis _ -> {}
                case Index.Quotient(Index of, long _) -> markIn(of, open);
                case Index.Remainder(Index of, long _) -> markIn(of, open);
                case Index.Clamp(Index of, long _) -> markIn(of, open);
                case Index.Element(Value value, long _) -> open.add(value);
            }
        }
    }

    private String chunkName(Value value, Chunk chunk) {
        return chunked.test(value) ? value + chunk.name : value.toString();
    }

    /** The variable that holds a value at one point. */
    String name(Value value, Chunk chunk, int lane) {
        return lanes.change(value) ? chunkName(value, chunk) + "_" + lane : chunkName(value, chunk);
    }

    /** The variable that holds what a fold found, in the row of a point. */
    String folded(int fold, int lane) {
        return areRows() ? "f" + fold + "_" + lane : "f" + fold;
    }

    /** The variable that a fold is carried in, in the row of a point. */
    String carried(int fold, int lane) {
        return areRows() ? "a" + fold + "_" + lane : "a" + fold;
    }

    /** To how many rows the points of a chunk belong. */
    int rowsAtOnce() {
        return areRows() ? lanes.count() : 1;
    }

    private boolean areRows() {
        return !kernel.domain().inner().isEmpty()
                && lanes.areAlong(kernel.domain().firstInner() - 1);
    }

    private void declare(Value value, String name, Chunk chunk, int lane) {
        line("const " + CType.of(value.dtype()).value() + " " + name + " = " + expression(value, chunk, lane) + ";");
    }

    private String expression(Value value, Chunk chunk, int lane) {
        DType dtype = value.dtype();
        return switch (value.form()) {
            case Value.Load(Node node, Index offset) ->
                CType.of(dtype).fromMemory(pointers.get(node) + "[" + index(offset, chunk, lane) + "]");
            case Value.Constant(Number number) -> CType.of(dtype).literal(number);
            case Value.Parameter(Node node) -> {
                String raw = "P[" + parameters.get(node) + "]";
                yield dtype.isFloating()
                        ? "(" + CType.of(dtype).value() + ") __longlong_as_double(" + raw + ")"
                        : "(" + CType.of(dtype).value() + ") " + raw;
            }
            case Value.Place(Index index) -> "(" + CType.of(dtype).value() + ") (" + index(index, chunk, lane) + ")";
            case Value.Within(Index index, long low, long high) -> {
                String place = index(index, chunk, lane);
                yield "(" + place + " >= " + low + " && " + place + " < " + high + ")";
            }
            case Value.Random(Value seed, Value offset, Index element) -> {
                String place = "(" + index(element, chunk, lane) + ")";
                yield "xk_philox(" + name(seed, chunk, lane) + ", (unsigned long long) " + name(offset, chunk, lane)
                        + " + " + place + " / 4, (int) (" + place + " % 4))";
            }
            case Value.Unary(UnaryOp op, Value operand) ->
                Operations.unary(op, operand.dtype(), name(operand, chunk, lane));
            case Value.Binary(BinaryOp op, Value left, Value right) ->
                isShortPlace(left) && (op == BinaryOp.EQ || op == BinaryOp.NE)
                        ? Operations.binary(
                                op,
                                DType.INT32,
                                "(" + index(((Value.Place) left.form()).index(), chunk, lane) + ")",
                                "xk_place(" + name(right, chunk, lane) + ")")
                        : Operations.binary(op, left.dtype(), name(left, chunk, lane), name(right, chunk, lane));
            case Value.Select(Value condition, Value yes, Value no) ->
                name(condition, chunk, lane) + " ? " + name(yes, chunk, lane) + " : " + name(no, chunk, lane);
            case Value.Convert(Value operand) -> Operations.convert(operand.dtype(), dtype, name(operand, chunk, lane));
            case Value.InRange(String operation, Value operand, long least, long size) ->
                "xk_in_range(" + name(operand, chunk, lane) + ", " + least + "ll, " + size + "ll, "
                        + IndexFaults.codeOf(operation) + ", E)";
            case Value.Folded(int fold) -> folded(fold, lane);
        };
    }

    /** Whether a place is compared with an index of 64 bits, though 32 hold it: one instruction instead of several. */
    private boolean isShortPlace(Value value) {
        return !wide
                && value.dtype() == DType.INT64
                && value.form() instanceof Value.Place(Index index)
                && index.least() >= 0
                && index.greatest() < Integer.MAX_VALUE;
    }

    // ------------------------------------------------------------------ places

    private String index(Index index, Chunk chunk, int lane) {
        var sum = new StringBuilder();
        for (Index.Term term : index.terms()) {
            String atom = atom(term.atom(), chunk, lane);
            sum.append(sum.isEmpty() ? "" : " + ");
            sum.append(term.factor() == 1 ? atom : atom + " * " + number(term.factor()));
        }
        if (index.constant() != 0 || sum.isEmpty()) {
            sum.append(sum.isEmpty() ? "" : " + ").append(number(index.constant()));
        }
        return sum.toString();
    }

    private String number(long value) {
        return (value < 0 ? "(" : "") + value + (wide ? "ll" : "") + (value < 0 ? ")" : "");
    }

    private String atom(Index.Atom atom, Chunk chunk, int lane) {
        String unsigned = wide ? "unsigned long long" : "unsigned";
        return switch (atom) {
            case Index.Axis(int number, long _) -> {
                String axis = chunk.axes[number];
                yield lane > 0 && lanes.areAlong(number) ? "(" + axis + " + " + lane + ")" : axis;
            }
            case Index.Quotient(Index of, long divisor) ->
                "(" + place() + ") ((" + unsigned + ") (" + index(of, chunk, lane) + ") / " + divisor + "u)";
            case Index.Remainder(Index of, long divisor) ->
                "(" + place() + ") ((" + unsigned + ") (" + index(of, chunk, lane) + ") % " + divisor + "u)";
            case Index.Clamp clamp -> {
                long greatest = lane == TOGETHER ? lanes.firstWithin(clamp) : clamp.greatest();
                yield "min(max(" + index(clamp.of(), chunk, lane) + ", " + number(0) + "), " + number(greatest) + ")";
            }
            case Index.Element(Value value, long size) ->
                "(" + place() + ") min(max((long long) " + name(value, chunk, lane) + ", 0ll), " + (size - 1) + "ll)";
        };
    }

    // ------------------------------------------------------------------ memory, several elements at once

    private static String words(int count) {
        return count == 1 ? "unsigned" : "uint" + count;
    }

    boolean isLoadedTogether(Value value) {
        return value.form() instanceof Value.Load(Node _, Index offset) && lanes.isVector(offset);
    }

    /** Whether a value is rounded to 16 bits two at a time: an instruction for both, which are stored as they are. */
    private boolean isRoundedTogether(Value value) {
        return value.form() instanceof Value.Convert(Value operand)
                && (value.dtype() == DType.BFLOAT16 || value.dtype() == DType.FLOAT16)
                && operand.dtype() != DType.FLOAT64
                && !operand.dtype().isComplex()
                && lanes.change(value)
                && lanes.count() % 2 == 0;
    }

    /** The words of memory that hold a value at all points of a chunk, which are declared when they were not. */
    private List<String> wordsOf(Value value, Chunk chunk) {
        String name = chunkName(value, chunk) + "w";
        List<String> list = words.get(name);
        if (list == null || !declared.contains(name)) {
            list = isLoadedTogether(value) ? load(value, chunk, name) : round(value, chunk, name);
            words.put(name, list);
            declared.add(name);
        }
        return list;
    }

    private List<String> load(Value value, Chunk chunk, String name) {
        Value.Load load = (Value.Load) value.form();
        int bytes = lanes.count() * value.dtype().bytes();
        String base = "(" + pointers.get(load.node()) + " + " + index(load.offset(), chunk, TOGETHER) + ")";
        if (bytes < 4) {
            line("const unsigned " + name + " = *(const unsigned short*) " + base + ";");
            return List.of(name);
        }
        List<String> list = new ArrayList<>();
        for (int at = 0; at < bytes; at += 16) {
            int count = Math.min(4, (bytes - at) / 4);
            String part = name + at / 16;
            String place = kept.containsKey(value)
                    ? "kept[" + (kept.get(value) + at / 16 * keptChunks) + " + (unsigned) c / " + lanes.count() + "u]"
                    : null;
            String from = place != null && isThere.contains(value)
                    ? place
                    : "((const " + words(count) + "*) " + base + ")[" + at / 16 + "]";
            line("const " + words(count) + " " + part + " = " + from + ";");
            if (place != null && !isThere.contains(value)) {
                line(place + " = " + part + ";");
            }
            for (int word = 0; word < count; word++) {
                list.add(count == 1 ? part : part + "." + "xyzw".charAt(word));
            }
        }
        isThere.add(value);
        return list;
    }

    private List<String> round(Value value, Chunk chunk, String name) {
        Value operand = ((Value.Convert) value.form()).operand();
        List<String> list = new ArrayList<>();
        for (int lane = 0; lane < lanes.count(); lane += 2) {
            String word = name + lane / 2;
            line("const unsigned " + word + " = " + pair(value.dtype(), operand, chunk, lane) + ";");
            list.add(word);
        }
        return list;
    }

    /** Two neighbours rounded to 16 bits, in a word. */
    private String pair(DType dtype, Value value, Chunk chunk, int lane) {
        return "xk_pair_" + dtype + "((float) " + name(value, chunk, lane) + ", (float) " + name(value, chunk, lane + 1)
                + ")";
    }

    private void unpack(Value value, Chunk chunk) {
        List<String> list = wordsOf(value, chunk);
        CType type = CType.of(value.dtype());
        for (int lane = 0; lane < lanes.count(); lane++) {
            line("const " + type.value() + " " + name(value, chunk, lane) + " = " + unpack(type, list, lane) + ";");
        }
    }

    private static String unpack(CType type, List<String> words, int lane) {
        int bytes = type.dtype().bytes();
        int at = lane * bytes;
        String word = words.get(at / 4);
        return switch (type) {
            case FLOAT32 -> "__uint_as_float(" + word + ")";
            case INT32 -> "(int) " + word;
            case FLOAT64 -> "__hiloint2double((int) " + words.get(at / 4 + 1) + ", (int) " + word + ")";
            case INT64 -> "(long long) ((unsigned long long) " + words.get(at / 4 + 1) + " << 32 | " + word + ")";
            case COMPLEX64 ->
                "make_float2(__uint_as_float(" + word + "), __uint_as_float(" + words.get(at / 4 + 1) + "))";
            case BFLOAT16 ->
                "__uint_as_float(" + (at % 4 == 0 ? word + " << 16" : "(" + word + " & 0xffff0000u)") + ")";
            case BOOL, UINT8, INT8, INT16, FLOAT16 ->
                type.fromMemory("((" + type.memory() + ") (" + word + " >> " + 8 * (at % 4) + "))");
        };
    }

    /** The pointer to what a fold down columns found. */
    String pointer(Kernel.ColumnFold column) {
        return pointers.get(column.node());
    }

    /** Stores a value at all points of a chunk, or at its first alone when they share the place. */
    void store(Kernel.Store store, Chunk chunk) {
        CType type = CType.of(store.node().dtype());
        String pointer = pointers.get(store.node());
        int bytes = lanes.count() * store.node().dtype().bytes();
        if (!lanes.isVector(store.offset()) || bytes < 4) {
            int points = lanes.change(store.offset()) ? lanes.count() : 1;
            for (int lane = 0; lane < points; lane++) {
                line(pointer + "[" + index(store.offset(), chunk, lane) + "] = "
                        + type.toMemory(name(store.value(), chunk, lane)) + ";");
            }
            return;
        }
        List<String> packed = pack(type, store.value(), chunk);
        String base = pointer + " + " + index(store.offset(), chunk, TOGETHER);
        for (int at = 0; at < packed.size(); at += 4) {
            int count = Math.min(4, packed.size() - at);
            String made = count == 1
                    ? packed.get(at)
                    : "make_uint" + count + "(" + String.join(", ", packed.subList(at, at + count)) + ")";
            line("((" + words(count) + "*) (" + base + "))[" + at / 4 + "] = " + made + ";");
        }
    }

    /** The words of memory for a value at all points of a chunk. */
    private List<String> pack(CType type, Value value, Chunk chunk) {
        if (isLoadedTogether(value) && type != CType.BOOL || isRoundedTogether(value)) {
            return wordsOf(value, chunk);
        }
        List<String> list = new ArrayList<>();
        for (int at = 0; at < lanes.count() * type.dtype().bytes(); at += 4) {
            list.add(pack(type, value, chunk, at));
        }
        return list;
    }

    private String pack(CType type, Value value, Chunk chunk, int at) {
        int bytes = type.dtype().bytes();
        if (bytes == 8) {
            String name = name(value, chunk, at / 8);
            boolean high = at % 8 == 4;
            return switch (type) {
                case FLOAT64 -> "(unsigned) " + (high ? "__double2hiint(" : "__double2loint(") + name + ")";
                case COMPLEX64 -> "__float_as_uint(" + name + (high ? ".y)" : ".x)");
                default -> "(unsigned) (" + name + (high ? " >> 32)" : ")");
            };
        }
        if (bytes == 4) {
            String name = name(value, chunk, at / 4);
            return type == CType.FLOAT32 ? "__float_as_uint(" + name + ")" : "(unsigned) " + name;
        }
        if (type == CType.FLOAT16 || type == CType.BFLOAT16) {
            return pair(type.dtype(), value, chunk, at / 2);
        }
        List<String> parts = new ArrayList<>();
        String narrow = bytes == 2 ? "unsigned short" : "unsigned char";
        for (int part = 0; part < 4 / bytes; part++) {
            String element = type.toMemory(name(value, chunk, at / bytes + part));
            parts.add("(unsigned) (" + narrow + ") (" + element + ")" + (part == 0 ? "" : " << " + 8 * bytes * part));
        }
        return String.join(" | ", parts);
    }

    // ------------------------------------------------------------------ axes

    /** Declares the loop variables of some axes of the element with this number among them. */
    String[] axes(String number, int from, int to, String suffix) {
        String unsigned = wide ? "unsigned long long" : "unsigned";
        String[] names = new String[kernel.domain().rank()];
        String rest = number;
        for (int axis = to - 1; axis >= from; axis--) {
            long size = kernel.domain().size(axis);
            String name = "i" + axis + suffix;
            if (axis == from) {
                line("const " + place() + " " + name + " = " + rest + ";");
            } else {
                line("const " + place() + " " + name + " = (" + place() + ") ((" + unsigned + ") " + rest + " % " + size
                        + "u);");
                line("const " + place() + " q" + name + " = (" + place() + ") ((" + unsigned + ") " + rest + " / "
                        + size + "u);");
                rest = "q" + name;
            }
            names[axis] = name;
        }
        return names;
    }

    /** The names of both, which cover different axes. */
    static String[] both(String[] first, String[] second) {
        String[] names = first.clone();
        for (int i = 0; i < names.length; i++) {
            names[i] = names[i] != null ? names[i] : second[i];
        }
        return names;
    }

    /** Whether a value is made of a fold. */
    static boolean usesFold(Kernel kernel, Value value) {
        return level(kernel, value) > 0;
    }

    /** After how many levels of folds a value can be computed. */
    static int level(Kernel kernel, Value value) {
        int[] ofFold = new int[kernel.folds().size()];
        List<List<Integer>> levels = levels(kernel);
        for (int level = 0; level < levels.size(); level++) {
            for (int fold : levels.get(level)) {
                ofFold[fold] = level;
            }
        }
        int[] level = new int[kernel.values().size()];
        for (Value each : kernel.values()) {
            level[each.number()] = levelOf(each, level, ofFold, ofFold.length);
        }
        return level[value.number()];
    }

    /** Folds in dependence order: those of one list need none of the same or later lists. */
    static List<List<Integer>> levels(Kernel kernel) {
        int[] level = new int[kernel.values().size()];
        int[] ofFold = new int[kernel.folds().size()];
        List<List<Integer>> levels = new ArrayList<>();
        Map<Integer, List<Integer>> byLevel = new HashMap<>();
        for (int fold = 0; fold < ofFold.length; fold++) {
            Value root = kernel.folds().get(fold).value();
            for (Value value : kernel.values()) {
                if (value.number() > root.number()) {
                    break;
                }
                level[value.number()] = levelOf(value, level, ofFold, fold);
            }
            ofFold[fold] = level[root.number()];
            byLevel.computeIfAbsent(ofFold[fold], _ -> new ArrayList<>()).add(fold);
        }
        for (int i = 0; byLevel.containsKey(i); i++) {
            levels.add(byLevel.get(i));
        }
        return levels;
    }

    private static int levelOf(Value value, int[] level, int[] ofFold, int known) {
        return switch (value.form()) {
            case Value.Folded(int fold) -> fold < known ? ofFold[fold] + 1 : 0;
            case Value.Unary(UnaryOp _, Value operand) -> level[operand.number()];
            case Value.Binary(BinaryOp _, Value left, Value right) ->
                Math.max(level[left.number()], level[right.number()]);
            case Value.Select(Value condition, Value yes, Value no) ->
                Math.max(level[condition.number()], Math.max(level[yes.number()], level[no.number()]));
            case Value.Convert(Value operand) -> level[operand.number()];
            case Value.InRange(String _, Value operand, long _, long _) -> level[operand.number()];
            case Value.Load _, Value.Constant _, Value.Parameter _, Value.Place _, Value.Within _, Value.Random _ -> 0;
        };
    }
}
