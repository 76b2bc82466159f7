package io.xianka.tensor.cpu;

import io.xianka.tensor.DType;
import io.xianka.tensor.fusion.Index;
import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.Value;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.ReduceOp;
import io.xianka.tensor.graph.UnaryOp;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes the last loop of a nest over {@code jdk.incubator.vector}: whole vectors first, then what is left behind a mask. Floats are vectors of
 * floats, bytes as many bytes, and truth is a mask over floats. What does not change along the axis stays a plain variable of the nest.
 */
final class NestVectors {
    private static final String MODULE = "jdk.incubator.vector";
    private static final ClassDesc FLOATS = ClassDesc.of(MODULE, "FloatVector");
    private static final ClassDesc BYTES = ClassDesc.of(MODULE, "ByteVector");
    private static final ClassDesc VECTOR = ClassDesc.of(MODULE, "Vector");
    private static final ClassDesc MASK = ClassDesc.of(MODULE, "VectorMask");
    private static final ClassDesc SHUFFLE = ClassDesc.of(MODULE, "VectorShuffle");
    private static final ClassDesc SPECIES = ClassDesc.of(MODULE, "VectorSpecies");
    private static final ClassDesc OPERATORS = ClassDesc.of(MODULE, "VectorOperators");
    private static final ClassDesc BINARY = OPERATORS.nested("Binary");
    private static final ClassDesc ASSOCIATIVE = OPERATORS.nested("Associative");
    private static final ClassDesc COMPARISON = OPERATORS.nested("Comparison");
    private static final ClassDesc SEGMENT = ClassDesc.of("java.lang.foreign.MemorySegment");
    private static final ClassDesc ORDER = ClassDesc.of("java.nio.ByteOrder");
    private static final ClassDesc ELEMENTS = ClassDesc.of("io.xianka.tensor.cpu.Elements");
    private static final ClassDesc FLOAT_ARRAY = ConstantDescs.CD_float.arrayType();

    /** What the nest around knows, and writes. */
    interface Nest {
        /** Pushes an index as an int. */
        void push(Index index);

        /** Pushes a value that does not change along the axis. */
        void push(Value value);

        /** Pushes the address of an element as a long. */
        void address(Node node, Index offset);
    }

    private final NestLanes lanes;
    private final Dependence dependence;
    private final CodeBuilder code;
    private final Nest nest;
    private final int place;
    private final Map<Value, Integer> known = new IdentityHashMap<>();
    private final Map<Pattern, Integer> shuffles = new HashMap<>();
    private int floatPlaces;
    private int bytePlaces;
    private int live;

    /** Where the lanes of a rearranged vector come from. */
    private record Pattern(boolean bytes, List<Integer> from) {}

    /**
     * @param place the variable of the axis
     */
    NestVectors(NestLanes lanes, Dependence dependence, CodeBuilder code, Nest nest, int place) {
        this.lanes = lanes;
        this.dependence = dependence;
        this.code = code;
        this.nest = nest;
        this.place = place;
    }

    // ------------------------------------------------------------------ the loop

    /** What is the same for all vectors: the numbers of lanes, and patterns. */
    void prepare(Kernel kernel) {
        floatPlaces = code.allocateLocal(TypeKind.REFERENCE);
        species(false);
        code.invokestatic(FLOATS, "zero", MethodTypeDesc.of(FLOATS, SPECIES)).iconst_1();
        call(FLOATS, "addIndex", FLOATS, ConstantDescs.CD_int);
        code.astore(floatPlaces);
        if (hasBytes()) {
            bytePlaces = code.allocateLocal(TypeKind.REFERENCE);
            species(true);
            code.invokestatic(BYTES, "zero", MethodTypeDesc.of(BYTES, SPECIES)).iconst_1();
            call(BYTES, "addIndex", BYTES, ConstantDescs.CD_int);
            code.astore(bytePlaces);
        }
        for (Value value : kernel.values()) {
            if (isLane(value) && value.form() instanceof Value.Load) {
                NestLanes.Access access = lanes.accesses().get(value);
                if (access.steps() != null) {
                    shuffle(value.dtype() != DType.FLOAT32, access.steps());
                }
            } else if (isLane(value) && value.form() instanceof Value.Place(Index index)) {
                shuffle(true, lanes.bytes(index));
            }
        }
    }

    private boolean hasBytes() {
        return lanes.width() >= 8;
    }

    private void shuffle(boolean bytes, List<Integer> from) {
        var pattern = new Pattern(bytes, from);
        if (shuffles.containsKey(pattern)) {
            return;
        }
        species(bytes);
        code.loadConstant(from.size()).newarray(TypeKind.INT);
        for (int lane = 0; lane < from.size(); lane++) {
            code.dup()
                    .loadConstant(lane)
                    .loadConstant(from.get(lane) % lanes.width())
                    .iastore();
        }
        code.iconst_0();
        code.invokestatic(
                SHUFFLE,
                "fromArray",
                MethodTypeDesc.of(SHUFFLE, SPECIES, ConstantDescs.CD_int.arrayType(), ConstantDescs.CD_int));
        int slot = code.allocateLocal(TypeKind.REFERENCE);
        code.astore(slot);
        shuffles.put(pattern, slot);
    }

    /** The loop over the axis; the body writes values, folds and stores of one vector. */
    void loop(Runnable body) {
        int whole = lanes.size() / lanes.width() * lanes.width();
        if (whole > 0) {
            live = lanes.width();
            Label start = code.newLabel();
            Label end = code.newLabel();
            code.iconst_0().istore(place).labelBinding(start);
            code.iload(place).loadConstant(whole).if_icmpge(end);
            body.run();
            code.iinc(place, lanes.width()).goto_(start).labelBinding(end);
        }
        if (whole < lanes.size()) {
            live = lanes.size() - whole;
            code.loadConstant(whole).istore(place);
            body.run();
        }
    }

    boolean isLane(Value value) {
        return NestLanes.changes(dependence.axes(value), lanes.axis());
    }

    private boolean isWhole() {
        return live == lanes.width();
    }

    // ------------------------------------------------------------------ values

    void compute(Value value) {
        switch (value.form()) {
            case Value.Load(Node node, Index _) -> load(node, lanes.accesses().get(value));
            case Value.Place(Index index) -> {
                code.aload(bytePlaces).aload(shuffles.get(new Pattern(true, lanes.bytes(index))));
                rearrange(true);
                species(true);
                nest.push(index);
                broadcastByte();
                call(BYTES, "add", BYTES, VECTOR);
            }
            case Value.Within(Index index, long low, long high) -> within(index, low, high);
            case Value.Unary(UnaryOp op, Value operand) -> {
                push(operand);
                switch (op) {
                    case NEG -> call(FLOATS, "neg", FLOATS);
                    case ABS -> call(FLOATS, "abs", FLOATS);
                    case SQRT -> call(FLOATS, "sqrt", FLOATS);
                    case NOT -> call(MASK, "not", MASK);
                    default -> throw new IllegalStateException("no vectors compute " + op);
                }
            }
            case Value.Binary(BinaryOp op, Value left, Value right) -> binary(op, left, right);
            case Value.Select(Value condition, Value yes, Value no) -> {
                push(no);
                push(yes);
                push(condition);
                ClassDesc type = type(value.dtype());
                if (isByte(value.dtype())) {
                    castMask(true);
                }
                call(type, "blend", type, VECTOR, MASK);
            }
            case Value.Convert(Value operand) -> push(operand);
            case Value.Constant _, Value.Parameter _, Value.Folded _, Value.Random _, Value.InRange _ ->
                throw new IllegalStateException("no vectors compute " + value.form());
        }
        int slot = code.allocateLocal(TypeKind.REFERENCE);
        code.astore(slot);
        known.put(value, slot);
    }

    /** A value as a vector, or a mask. */
    private void push(Value value) {
        if (isLane(value)) {
            code.aload(known.get(value));
            return;
        }
        switch (value.dtype()) {
            case FLOAT32 -> {
                species(false);
                nest.push(value);
                code.invokestatic(FLOATS, "broadcast", MethodTypeDesc.of(FLOATS, SPECIES, ConstantDescs.CD_float));
            }
            case BOOL -> {
                species(false);
                nest.push(value);
                code.i2f();
                code.invokestatic(FLOATS, "broadcast", MethodTypeDesc.of(FLOATS, SPECIES, ConstantDescs.CD_float));
                operator("NE", COMPARISON);
                code.fconst_0();
                call(FLOATS, "compare", MASK, COMPARISON, ConstantDescs.CD_float);
            }
            default -> {
                species(true);
                nest.push(value);
                broadcastByte();
            }
        }
    }

    private void broadcastByte() {
        code.i2b().invokestatic(BYTES, "broadcast", MethodTypeDesc.of(BYTES, SPECIES, ConstantDescs.CD_byte));
    }

    private void binary(BinaryOp op, Value left, Value right) {
        push(left);
        switch (op) {
            case ADD, SUB, MUL, DIV, MAX, MIN -> {
                push(right);
                call(FLOATS, op.name().toLowerCase(Locale.ROOT), FLOATS, VECTOR);
            }
            case EQ, NE, LT, LE, GT, GE -> {
                operator(op.name(), COMPARISON);
                push(right);
                call(type(left.dtype()), "compare", MASK, COMPARISON, VECTOR);
                if (isByte(left.dtype())) {
                    castMask(false);
                }
            }
            case AND, OR, XOR -> {
                push(right);
                call(MASK, op.name().toLowerCase(Locale.ROOT), MASK, MASK);
            }
            case FLOOR_DIV, MOD, POW, ATAN2, SHIFT_LEFT, SHIFT_RIGHT, COMPLEX ->
                throw new IllegalStateException("no vectors compute " + op);
        }
    }

    /** Lanes whose index, one more each lane, is within bounds. */
    private void within(Index index, long low, long high) {
        int first = code.allocateLocal(TypeKind.INT);
        nest.push(index);
        code.istore(first);
        code.aload(floatPlaces);
        operator("GE", COMPARISON);
        code.loadConstant(Math.toIntExact(low)).iload(first).isub().i2f();
        call(FLOATS, "compare", MASK, COMPARISON, ConstantDescs.CD_float);
        code.aload(floatPlaces);
        operator("LT", COMPARISON);
        code.loadConstant(Math.toIntExact(high)).iload(first).isub().i2f();
        call(FLOATS, "compare", MASK, COMPARISON, ConstantDescs.CD_float);
        call(MASK, "and", MASK, MASK);
    }

    // ------------------------------------------------------------------ memory

    private void load(Node node, NestLanes.Access access) {
        boolean bytes = isByte(node.dtype()) || node.dtype() == DType.BOOL;
        int width = lanes.width();
        int span = access.span(live);
        if (access.bound() != null) {
            memory(node, access.offset(), 0, bytes, () -> {
                within(access.bound(), 0, access.greatest() + 1);
                if (!isWhole()) {
                    first(live, false);
                    call(MASK, "and", MASK, MASK);
                }
                if (bytes) {
                    castMask(true);
                }
            });
        } else {
            memory(node, access.offset(), 0, bytes, span >= width ? null : () -> first(span, bytes));
        }
        if (access.steps() != null) {
            code.aload(shuffles.get(new Pattern(bytes, access.steps())));
            rearrange(bytes);
        }
        if (access.steps() != null && span > width) {
            memory(node, access.offset(), width, bytes, span == 2 * width ? null : () -> first(span - width, bytes));
            code.aload(shuffles.get(new Pattern(bytes, access.steps())));
            rearrange(bytes);
            int later = 0;
            while (access.steps().get(later) < width) {
                later++;
            }
            code.aload(bytes ? bytePlaces : floatPlaces);
            operator("GE", COMPARISON);
            number(later, bytes);
            compareWithNumber(bytes);
            call(bytes ? BYTES : FLOATS, "blend", bytes ? BYTES : FLOATS, VECTOR, MASK);
        }
        if (node.dtype() == DType.BOOL) {
            operator("NE", COMPARISON);
            code.iconst_0();
            call(BYTES, "compare", MASK, COMPARISON, ConstantDescs.CD_byte);
            castMask(false);
        }
    }

    /** Neighbouring elements, so many from an offset on, of all lanes or of some. */
    private void memory(Node node, Index offset, int further, boolean bytes, Runnable mask) {
        species(bytes);
        code.getstatic(ELEMENTS, "MEMORY", SEGMENT);
        nest.address(node, offset.plus(further));
        order();
        ClassDesc type = bytes ? BYTES : FLOATS;
        List<ClassDesc> parameters = new ArrayList<>(List.of(SPECIES, SEGMENT, ConstantDescs.CD_long, ORDER));
        if (mask != null) {
            mask.run();
            parameters.add(MASK);
        }
        code.invokestatic(type, "fromMemorySegment", MethodTypeDesc.of(type, parameters));
    }

    void store(Kernel.Store store) {
        DType dtype = store.node().dtype();
        boolean bytes = dtype != DType.FLOAT32;
        if (dtype == DType.BOOL) {
            species(true);
            code.invokestatic(BYTES, "zero", MethodTypeDesc.of(BYTES, SPECIES)).iconst_1();
            push(store.value());
            castMask(true);
            call(BYTES, "blend", BYTES, ConstantDescs.CD_byte, MASK);
        } else {
            push(store.value());
        }
        code.getstatic(ELEMENTS, "MEMORY", SEGMENT);
        nest.address(store.node(), store.offset());
        order();
        ClassDesc type = bytes ? BYTES : FLOATS;
        if (isWhole()) {
            call(type, "intoMemorySegment", ConstantDescs.CD_void, SEGMENT, ConstantDescs.CD_long, ORDER);
        } else {
            first(live, bytes);
            call(type, "intoMemorySegment", ConstantDescs.CD_void, SEGMENT, ConstantDescs.CD_long, ORDER, MASK);
        }
    }

    /** Folds a vector into the partial results of its lanes. */
    void fold(ReduceOp op, Value value, int partials) {
        species(false).aload(partials);
        partial();
        code.invokestatic(FLOATS, "fromArray", MethodTypeDesc.of(FLOATS, SPECIES, FLOAT_ARRAY, ConstantDescs.CD_int));
        operator(
                switch (op) {
                    case SUM -> "ADD";
                    case PROD -> "MUL";
                    case MAX -> "MAX";
                    case MIN -> "MIN";
                },
                ASSOCIATIVE);
        push(value);
        if (isWhole()) {
            call(FLOATS, "lanewise", FLOATS, BINARY, VECTOR);
        } else {
            first(live, false);
            call(FLOATS, "lanewise", FLOATS, BINARY, VECTOR, MASK);
        }
        code.aload(partials);
        partial();
        call(FLOATS, "intoArray", ConstantDescs.CD_void, FLOAT_ARRAY, ConstantDescs.CD_int);
    }

    private void partial() {
        code.iload(place).loadConstant(FoldLoops.PARTIALS - 1).iand();
    }

    // ------------------------------------------------------------------ pieces

    /** The mask of so many lanes. */
    private void first(int count, boolean bytes) {
        code.aload(bytes ? bytePlaces : floatPlaces);
        operator("LT", COMPARISON);
        number(count, bytes);
        compareWithNumber(bytes);
    }

    private void number(int number, boolean bytes) {
        if (bytes) {
            code.loadConstant(number);
        } else {
            code.loadConstant((float) number);
        }
    }

    private void compareWithNumber(boolean bytes) {
        call(
                bytes ? BYTES : FLOATS,
                "compare",
                MASK,
                COMPARISON,
                bytes ? ConstantDescs.CD_byte : ConstantDescs.CD_float);
    }

    private void rearrange(boolean bytes) {
        ClassDesc type = bytes ? BYTES : FLOATS;
        call(type, "rearrange", type, SHUFFLE);
    }

    private void castMask(boolean toBytes) {
        species(toBytes);
        call(MASK, "cast", MASK, SPECIES);
    }

    private static boolean isByte(DType dtype) {
        return dtype == DType.UINT8;
    }

    private static ClassDesc type(DType dtype) {
        return isByte(dtype) ? BYTES : FLOATS;
    }

    private CodeBuilder species(boolean bytes) {
        return bytes
                ? code.getstatic(BYTES, "SPECIES_" + 8 * lanes.width(), SPECIES)
                : code.getstatic(FLOATS, "SPECIES_PREFERRED", SPECIES);
    }

    private void order() {
        code.invokestatic(ORDER, "nativeOrder", MethodTypeDesc.of(ORDER));
    }

    private void operator(String name, ClassDesc type) {
        code.getstatic(OPERATORS, name, type);
    }

    private void call(ClassDesc owner, String name, ClassDesc result, ClassDesc... parameters) {
        code.invokevirtual(owner, name, MethodTypeDesc.of(result, parameters));
    }
}
