package io.xianka.tensor.cpu;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes a run of float instructions as bytecode over {@code jdk.incubator.vector}: one loop, in which values stay in the
 * processor's vector registers. This room's sources do not refer to that module, so that it works without it as well.
 *
 * <p>Every operation is the one that {@link FloatLoops} does lane by lane, and a row is folded into the same partial results in the same
 * order: the bits are the same.
 */
final class VectorCode {
    private static final String MODULE = "jdk.incubator.vector";
    private static final ClassDesc FLOATS = ClassDesc.of(MODULE, "FloatVector");
    private static final ClassDesc INTS = ClassDesc.of(MODULE, "IntVector");
    private static final ClassDesc VECTOR = ClassDesc.of(MODULE, "Vector");
    private static final ClassDesc MASK = ClassDesc.of(MODULE, "VectorMask");
    private static final ClassDesc SPECIES = ClassDesc.of(MODULE, "VectorSpecies");
    private static final ClassDesc OPERATORS = ClassDesc.of(MODULE, "VectorOperators");
    private static final ClassDesc BINARY = OPERATORS.nested("Binary");
    private static final ClassDesc COMPARISON = OPERATORS.nested("Comparison");
    private static final ClassDesc CONVERSION = OPERATORS.nested("Conversion");
    private static final ClassDesc SEGMENT = ClassDesc.of("java.lang.foreign.MemorySegment");
    private static final ClassDesc ORDER = ClassDesc.of("java.nio.ByteOrder");
    private static final ClassDesc ELEMENTS = ClassDesc.of("io.xianka.tensor.cpu.Elements");
    private static final ClassDesc FLOAT_ARRAY = ConstantDescs.CD_float.arrayType();

    private static final Optional<Integer> WIDTH = width();

    /**
     * One instruction of a loop. Values are numbered by the instructions that make them; other operands are negative: see {@code
     * scalar} and {@code literal}.
     */
    sealed interface Line {
        /** From memory, by the place among the addresses. */
        record Load(int address) implements Line {}

        record Store(int address, Source value) implements Line {}

        /** From or to an array, by the place among the arrays; a row begins at the column. */
        record ReadArray(int array, boolean row) implements Line {}

        record WriteArray(int array, boolean row, Source value) implements Line {}

        record Compute(FloatOp op, List<Source> operands) implements Line {}

        /** Into 32 partial results in an array, or with {@code lanes} each lane into its own. */
        record Fold(io.xianka.tensor.graph.ReduceOp op, boolean lanes, int array, Source value) implements Line {}
    }

    /** What a line takes. */
    sealed interface Source {
        record Made(int line) implements Source {}

        record Scalar(int number) implements Source {}

        record Literal(int bits) implements Source {}
    }

    private final List<Line> lines;
    private final int width;
    private final boolean foldsRows;
    private CodeBuilder code;
    private final Map<Source, Integer> invariants = new HashMap<>();
    private final Map<Integer, Integer> addresses = new HashMap<>();
    private final Map<Integer, Integer> arrays = new HashMap<>();
    private final Map<Integer, int[]> partials = new HashMap<>();
    private final Map<Integer, Integer> made = new HashMap<>();
    private int counter;

    private VectorCode(List<Line> lines, int width) {
        this.lines = lines;
        this.width = width;
        this.foldsRows = lines.stream().anyMatch(line -> line instanceof Line.Fold fold && !fold.lanes());
    }

    /** {@return whether the JVM has vectors, and its code may use them} */
    static boolean isPossible() {
        return WIDTH.isPresent();
    }

    static int lanesOfVector() {
        return WIDTH.orElseThrow();
    }

    private static Optional<Integer> width() {
        Optional<Module> module = ModuleLayer.boot().findModule(MODULE);
        if (module.isEmpty()) {
            return Optional.empty();
        }
        VectorCode.class.getModule().addReads(module.get());
        try {
            Class<?> floats = Class.forName(module.get(), MODULE + ".FloatVector");
            Object species = floats.getField("SPECIES_PREFERRED").get(null);
            Class<?> type = Class.forName(module.get(), MODULE + ".VectorSpecies");
            int length = (int) type.getMethod("length").invoke(species);
            return length >= 4 && FoldLoops.PARTIALS % length == 0 ? Optional.of(length) : Optional.empty();
        } catch (ReflectiveOperationException changed) {
            return Optional.empty();
        }
    }

    /** The loop as an object. */
    static VectorLoop loop(List<Line> lines) {
        return LoopClass.object(new VectorCode(lines, lanesOfVector()).write(), VectorLoop.class);
    }

    private byte[] write() {
        MethodTypeDesc run = MethodTypeDesc.of(
                ConstantDescs.CD_void,
                ConstantDescs.CD_long.arrayType(),
                FLOAT_ARRAY,
                FLOAT_ARRAY.arrayType(),
                ConstantDescs.CD_int,
                ConstantDescs.CD_int);
        return LoopClass.written("VectorLoopOf" + lines.size() + "Lines", VectorLoop.class, run, body -> {
            code = body;
            body();
        });
    }

    // ------------------------------------------------------------------ the loop

    private static final int ADDRESSES = 1;
    private static final int SCALARS = 2;
    private static final int ARRAYS = 3;
    private static final int COLUMN = 4;
    private static final int N = 5;

    private int local(java.lang.classfile.TypeKind kind) {
        return code.allocateLocal(kind);
    }

    private int localReference() {
        return local(java.lang.classfile.TypeKind.REFERENCE);
    }

    private void body() {
        for (Line line : lines) {
            prepare(line);
        }
        counter = local(java.lang.classfile.TypeKind.INT);
        code.iconst_0().istore(counter);
        Label start = code.newLabel();
        Label end = code.newLabel();
        code.labelBinding(start).iload(counter).iload(N).if_icmpge(end);
        int copies = foldsRows ? FoldLoops.PARTIALS / width : 1;
        for (int copy = 0; copy < copies; copy++) {
            for (int number = 0; number < lines.size(); number++) {
                write(number, lines.get(number), copy);
            }
            code.iinc(counter, width);
        }
        code.goto_(start).labelBinding(end);
        partials.forEach((array, vectors) -> {
            for (int i = 0; i < vectors.length; i++) {
                code.aload(vectors[i]).aload(arrays.get(array)).loadConstant(i * width);
                call(FLOATS, "intoArray", ConstantDescs.CD_void, FLOAT_ARRAY, ConstantDescs.CD_int);
            }
        });
    }

    /** Takes out of arrays, before the loop, what the loop needs. */
    private void prepare(Line line) {
        switch (line) {
            case Line.Load(int address) -> address(address);
            case Line.Store(int address, Source value) -> {
                address(address);
                invariant(value);
            }
            case Line.ReadArray(int array, boolean _) -> array(array);
            case Line.WriteArray(int array, boolean _, Source value) -> {
                array(array);
                invariant(value);
            }
            case Line.Compute(FloatOp _, List<Source> operands) -> operands.forEach(this::invariant);
            case Line.Fold(var _, boolean lanes, int array, Source value) -> {
                array(array);
                invariant(value);
                if (!lanes && !partials.containsKey(array)) {
                    int[] vectors = new int[FoldLoops.PARTIALS / width];
                    for (int i = 0; i < vectors.length; i++) {
                        vectors[i] = localReference();
                        species().aload(arrays.get(array)).loadConstant(i * width);
                        callStatic("fromArray", FLOATS, SPECIES, FLOAT_ARRAY, ConstantDescs.CD_int);
                        code.astore(vectors[i]);
                    }
                    partials.put(array, vectors);
                }
            }
        }
    }

    private void address(int number) {
        if (!addresses.containsKey(number)) {
            int slot = local(java.lang.classfile.TypeKind.LONG);
            addresses.put(number, slot);
            code.aload(ADDRESSES).loadConstant(number).laload().lstore(slot);
        }
    }

    private void array(int number) {
        if (!arrays.containsKey(number)) {
            int slot = localReference();
            arrays.put(number, slot);
            code.aload(ARRAYS).loadConstant(number).aaload().astore(slot);
        }
    }

    private void invariant(Source source) {
        if (source instanceof Source.Made || invariants.containsKey(source)) {
            return;
        }
        int slot = localReference();
        invariants.put(source, slot);
        species();
        switch (source) {
            case Source.Scalar(int number) ->
                code.aload(SCALARS).loadConstant(number).faload();
            case Source.Literal(int bits) -> code.loadConstant(Float.intBitsToFloat(bits));
            case Source.Made _ -> throw new IllegalStateException("changes in the loop");
        }
        callStatic("broadcast", FLOATS, SPECIES, ConstantDescs.CD_float);
        code.astore(slot);
    }

    // ------------------------------------------------------------------ lines

    private void write(int number, Line line, int copy) {
        switch (line) {
            case Line.Load(int address) -> {
                species().getstatic(ELEMENTS, "MEMORY", SEGMENT);
                place(address);
                order();
                callStatic("fromMemorySegment", FLOATS, SPECIES, SEGMENT, ConstantDescs.CD_long, ORDER);
                keep(number);
            }
            case Line.Store(int address, Source value) -> {
                push(value);
                code.getstatic(ELEMENTS, "MEMORY", SEGMENT);
                place(address);
                order();
                call(FLOATS, "intoMemorySegment", ConstantDescs.CD_void, SEGMENT, ConstantDescs.CD_long, ORDER);
            }
            case Line.ReadArray(int array, boolean row) -> {
                species().aload(arrays.get(array));
                element(row);
                callStatic("fromArray", FLOATS, SPECIES, FLOAT_ARRAY, ConstantDescs.CD_int);
                keep(number);
            }
            case Line.WriteArray(int array, boolean row, Source value) -> {
                push(value);
                code.aload(arrays.get(array));
                element(row);
                call(FLOATS, "intoArray", ConstantDescs.CD_void, FLOAT_ARRAY, ConstantDescs.CD_int);
            }
            case Line.Compute(FloatOp op, List<Source> operands) -> {
                compute(op, operands);
                keep(number);
            }
            case Line.Fold(var op, boolean lanes, int array, Source value) -> {
                if (lanes) {
                    species().aload(arrays.get(array)).iload(counter);
                    callStatic("fromArray", FLOATS, SPECIES, FLOAT_ARRAY, ConstantDescs.CD_int);
                } else {
                    code.aload(partials.get(array)[copy]);
                }
                push(value);
                binary(
                        switch (op) {
                            case SUM -> "add";
                            case PROD -> "mul";
                            case MAX -> "max";
                            case MIN -> "min";
                        });
                if (lanes) {
                    code.aload(arrays.get(array)).iload(counter);
                    call(FLOATS, "intoArray", ConstantDescs.CD_void, FLOAT_ARRAY, ConstantDescs.CD_int);
                } else {
                    code.astore(partials.get(array)[copy]);
                }
            }
        }
    }

    private void keep(int number) {
        int slot = made.computeIfAbsent(number, _ -> localReference());
        code.astore(slot);
    }

    private void push(Source source) {
        code.aload(source instanceof Source.Made(int line) ? made.get(line) : invariants.get(source));
    }

    private void place(int address) {
        code.lload(addresses.get(address))
                .iload(counter)
                .i2l()
                .iconst_2()
                .lshl()
                .ladd();
    }

    private void element(boolean row) {
        code.iload(counter);
        if (row) {
            code.iload(COLUMN).iadd();
        }
    }

    private CodeBuilder species() {
        return code.getstatic(FLOATS, "SPECIES_PREFERRED", SPECIES);
    }

    private void order() {
        code.invokestatic(ORDER, "nativeOrder", MethodTypeDesc.of(ORDER));
    }

    private void callStatic(String name, ClassDesc result, ClassDesc... parameters) {
        code.invokestatic(FLOATS, name, MethodTypeDesc.of(result, parameters));
    }

    private void call(ClassDesc owner, String name, ClassDesc result, ClassDesc... parameters) {
        code.invokevirtual(owner, name, MethodTypeDesc.of(result, parameters));
    }

    private void binary(String name) {
        call(FLOATS, name, FLOATS, VECTOR);
    }

    private void operator(String name, ClassDesc type) {
        code.getstatic(OPERATORS, name, type);
    }

    private void shift(String operator, int by) {
        operator(operator, BINARY);
        code.loadConstant(by);
        call(INTS, "lanewise", INTS, BINARY, ConstantDescs.CD_int);
    }

    private void withInt(String name, int value) {
        code.loadConstant(value);
        call(INTS, name, INTS, ConstantDescs.CD_int);
    }

    private void toBits() {
        call(FLOATS, "reinterpretAsInts", INTS);
    }

    private void toFloats() {
        call(INTS, "reinterpretAsFloats", FLOATS);
    }

    private void convert(ClassDesc from, String operator, ClassDesc to) {
        operator(operator, CONVERSION);
        code.iconst_0();
        call(from, "convert", VECTOR, CONVERSION, ConstantDescs.CD_int);
        code.checkcast(to);
    }

    private void compute(FloatOp op, List<Source> operands) {
        switch (op) {
            case ADD -> both(operands, "add");
            case SUB -> both(operands, "sub");
            case MUL -> both(operands, "mul");
            case DIV -> both(operands, "div");
            case MIN -> both(operands, "min");
            case MAX -> both(operands, "max");
            case FMA -> {
                operands.forEach(this::push);
                call(FLOATS, "fma", FLOATS, VECTOR, VECTOR);
            }
            case NEG -> one(operands, "neg");
            case ABS -> one(operands, "abs");
            case SQRT -> one(operands, "sqrt");
            case COPY_SIGN -> {
                push(operands.get(0));
                toBits();
                withInt("and", 0x7fffffff);
                push(operands.get(1));
                toBits();
                withInt("and", 0x80000000);
                call(INTS, "or", INTS, VECTOR);
                toFloats();
            }
            case SCALE -> scale(operands);
            case EXPONENT -> {
                push(operands.getFirst());
                toBits();
                withInt("sub", FloatLoops.ROOT_OF_HALF);
                shift("ASHR", 23);
                convert(INTS, "I2F", FLOATS);
            }
            case MANTISSA -> {
                push(operands.getFirst());
                toBits();
                push(operands.getFirst());
                toBits();
                withInt("sub", FloatLoops.ROOT_OF_HALF);
                withInt("and", 0xff800000);
                call(INTS, "sub", INTS, VECTOR);
                toFloats();
            }
            case IF_LESS -> choose(operands, "LT");
            case IF_AT_MOST -> choose(operands, "LE");
            case IF_EQUAL -> choose(operands, "EQ");
        }
    }

    private void both(List<Source> operands, String name) {
        operands.forEach(this::push);
        binary(name);
    }

    private void one(List<Source> operands, String name) {
        push(operands.getFirst());
        call(FLOATS, name, FLOATS);
    }

    private void choose(List<Source> operands, String comparison) {
        push(operands.get(3));
        push(operands.get(2));
        push(operands.get(0));
        operator(comparison, COMPARISON);
        push(operands.get(1));
        call(FLOATS, "compare", MASK, COMPARISON, VECTOR);
        call(FLOATS, "blend", FLOATS, VECTOR, MASK);
    }

    private void scale(List<Source> operands) {
        int power = localReference();
        int half = localReference();
        push(operands.get(1));
        convert(FLOATS, "F2I", INTS);
        code.astore(power).aload(power);
        shift("ASHR", 1);
        code.astore(half);
        push(operands.get(0));
        code.aload(half);
        powerOfTwo();
        binary("mul");
        code.aload(power).aload(half);
        call(INTS, "sub", INTS, VECTOR);
        powerOfTwo();
        binary("mul");
    }

    private void powerOfTwo() {
        withInt("add", 127);
        shift("LSHL", 23);
        toFloats();
    }

    /** {@return the lines, for a reader} */
    @Override
    public String toString() {
        var text = new ArrayList<String>();
        lines.forEach(line -> text.add(line.toString()));
        return String.join("\n", text);
    }
}
