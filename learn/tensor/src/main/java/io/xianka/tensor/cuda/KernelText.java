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

/**
 * The statements of one kernel in the making. A thread computes at several points at once: chunks of neighbours ("lanes") along the
 * last axis, whose elements are loaded and stored together. A value that does not change along the lanes is computed once a chunk,
 * one that does not change with the chunks once.
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

    private final Kernel kernel;
    private final int lanes;
    private final int firstChunked;
    private final boolean wide;
    private final Map<Node, String> pointers = new IdentityHashMap<>();
    private final Map<Node, Integer> parameters = new LinkedHashMap<>();
    private final StringBuilder text = new StringBuilder();
    private final Set<String> declared = new HashSet<>();
    private String indent = "    ";

    /**
     * @param lanes points of a chunk along the last axis
     * @param firstChunked the number of the first axis that changes from chunk to chunk
     */
    KernelText(Kernel kernel, int lanes, int firstChunked) {
        this.kernel = kernel;
        this.lanes = lanes;
        this.firstChunked = firstChunked;
        this.wide = isWide(kernel);
        for (Node read : kernel.reads()) {
            pointers.put(read, "r" + pointers.size());
        }
        for (Kernel.Store store : kernel.stores()) {
            pointers.put(store.node(), "s" + pointers.size());
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

    /** What the kernel takes: pointers to what it reads, to what it stores, then where parameters lie and where to tell of faults. */
    String parameterList() {
        List<String> list = new ArrayList<>();
        for (Node read : kernel.reads()) {
            list.add("const " + CType.of(read.dtype()).memory() + "* " + pointers.get(read));
        }
        for (Kernel.Store store : kernel.stores()) {
            list.add(CType.of(store.node().dtype()).memory() + "* " + pointers.get(store.node()));
        }
        if (hasParameters(kernel)) {
            list.add("const long long* P");
        }
        if (hasChecks(kernel)) {
            list.add("unsigned long long* E");
        }
        return String.join(", ", list);
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
            if (!value.dependsOnAxesFrom(firstChunked)) {
                if (declared.add(value.toString())) {
                    declare(value, value.toString(), chunks.getFirst(), 0);
                }
                continue;
            }
            for (Chunk chunk : chunks) {
                if (!declared.add(value + chunk.name)) {
                    continue;
                }
                if (!isPerLane(value)) {
                    declare(value, value + chunk.name, chunk, 0);
                } else if (value.form() instanceof Value.Load(Node node, Index offset) && isVector(offset)) {
                    loadTogether(value, node, offset, chunk);
                } else {
                    for (int lane = 0; lane < lanes; lane++) {
                        declare(value, name(value, chunk, lane), chunk, lane);
                    }
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

    private boolean isPerLane(Value value) {
        return value.dependsOnAxesFrom(kernel.domain().rank() - 1) && value.dependsOnAxesFrom(firstChunked);
    }

    /** The variable that holds a value at one point. */
    String name(Value value, Chunk chunk, int lane) {
        if (!value.dependsOnAxesFrom(firstChunked)) {
            return value.toString();
        }
        return isPerLane(value) ? value + chunk.name + "_" + lane : value + chunk.name;
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
                Operations.binary(op, left.dtype(), name(left, chunk, lane), name(right, chunk, lane));
            case Value.Select(Value condition, Value yes, Value no) ->
                name(condition, chunk, lane) + " ? " + name(yes, chunk, lane) + " : " + name(no, chunk, lane);
            case Value.Convert(Value operand) -> Operations.convert(operand.dtype(), dtype, name(operand, chunk, lane));
            case Value.InRange(String operation, Value operand, long least, long size) ->
                "xk_in_range(" + name(operand, chunk, lane) + ", " + least + "ll, " + size + "ll, "
                        + IndexFaults.codeOf(operation) + ", E)";
            case Value.Folded(int fold) -> "f" + fold;
        };
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
                yield lane > 0 && number == kernel.domain().rank() - 1 ? "(" + axis + " + " + lane + ")" : axis;
            }
            case Index.Quotient(Index of, long divisor) ->
                "(" + place() + ") ((" + unsigned + ") (" + index(of, chunk, lane) + ") / " + divisor + "u)";
            case Index.Remainder(Index of, long divisor) ->
                "(" + place() + ") ((" + unsigned + ") (" + index(of, chunk, lane) + ") % " + divisor + "u)";
            case Index.Clamp(Index of, long greatest) ->
                "min(max(" + index(of, chunk, lane) + ", " + number(0) + "), " + number(greatest) + ")";
            case Index.Element(Value value, long size) ->
                "(" + place() + ") min(max((long long) " + name(value, chunk, lane) + ", 0ll), " + (size - 1) + "ll)";
        };
    }

    /** Whether the elements of a chunk are neighbours that begin at a multiple of their number. */
    boolean isVector(Index offset) {
        return lanes > 1 && isVector(offset, lanes, kernel.domain().rank() - 1);
    }

    static boolean isVector(Index offset, int lanes, int lastAxis) {
        boolean along = false;
        for (Index.Term term : offset.terms()) {
            boolean isLane = term.atom() instanceof Index.Axis(int number, long _) && number == lastAxis;
            if (isLane) {
                if (term.factor() != 1) {
                    return false;
                }
                along = true;
            } else if (term.factor() % lanes != 0 || Index.of(term).dependsOnAxesFrom(lastAxis)) {
                return false;
            }
        }
        return along && offset.constant() % lanes == 0;
    }

    // ------------------------------------------------------------------ memory, several elements at once

    private static String words(int count) {
        return count == 1 ? "unsigned" : "uint" + count;
    }

    private void loadTogether(Value value, Node node, Index offset, Chunk chunk) {
        CType type = CType.of(value.dtype());
        int bytes = lanes * value.dtype().bytes();
        String base = pointers.get(node) + " + " + index(offset, chunk, 0);
        if (bytes < 4) {
            line("const unsigned short w" + value.number() + chunk.name + " = *(const unsigned short*) (" + base
                    + ");");
            for (int lane = 0; lane < lanes; lane++) {
                String raw = "(unsigned char) (w" + value.number() + chunk.name + " >> " + 8 * lane + ")";
                line("const " + type.value() + " " + name(value, chunk, lane) + " = "
                        + type.fromMemory("(" + type.memory() + ") " + raw) + ";");
            }
            return;
        }
        List<String> names = new ArrayList<>();
        for (int at = 0; at < bytes; at += 16) {
            int count = Math.min(4, (bytes - at) / 4);
            String name = "w" + value.number() + chunk.name + "_" + at;
            line("const " + words(count) + " " + name + " = ((const " + words(count) + "*) (" + base + "))[" + at / 16
                    + "];");
            for (int word = 0; word < count; word++) {
                names.add(count == 1 ? name : name + "." + "xyzw".charAt(word));
            }
        }
        for (int lane = 0; lane < lanes; lane++) {
            line("const " + type.value() + " " + name(value, chunk, lane) + " = "
                    + type.fromMemory(unpack(type, names, lane)) + ";");
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
            case BOOL, UINT8, INT8 -> "((" + type.memory() + ") (" + word + " >> " + 8 * (at % 4) + "))";
            case INT16, FLOAT16, BFLOAT16 -> "((" + type.memory() + ") (" + word + " >> " + 8 * (at % 4) + "))";
        };
    }

    /** Stores a value at all points of a chunk, or at its first alone when it is one of the row. */
    void store(Kernel.Store store, Chunk chunk) {
        CType type = CType.of(store.node().dtype());
        String pointer = pointers.get(store.node());
        if (!store.eachPoint()) {
            line(pointer + "[" + index(store.offset(), chunk, 0) + "] = " + type.toMemory(name(store.value(), chunk, 0))
                    + ";");
            return;
        }
        int bytes = lanes * store.node().dtype().bytes();
        if (!isVector(store.offset()) || bytes < 4) {
            for (int lane = 0; lane < lanes; lane++) {
                line(pointer + "[" + index(store.offset(), chunk, lane) + "] = "
                        + type.toMemory(name(store.value(), chunk, lane)) + ";");
            }
            return;
        }
        List<String> words = new ArrayList<>();
        for (int at = 0; at < bytes; at += 4) {
            words.add(pack(type, store.value(), chunk, at));
        }
        String base = pointer + " + " + index(store.offset(), chunk, 0);
        for (int at = 0; at < words.size(); at += 4) {
            int count = Math.min(4, words.size() - at);
            String made = count == 1
                    ? words.get(at)
                    : "make_uint" + count + "(" + String.join(", ", words.subList(at, at + count)) + ")";
            line("((" + words(count) + "*) (" + base + "))[" + at / 4 + "] = " + made + ";");
        }
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
        int[] level = new int[kernel.values().size()];
        int[] ofFold = new int[kernel.folds().size()];
        for (Value each : kernel.values()) {
            level[each.number()] = levelOf(each, level, ofFold, ofFold.length);
        }
        return level[value.number()] > 0;
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
