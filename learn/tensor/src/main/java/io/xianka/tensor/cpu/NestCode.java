package io.xianka.tensor.cpu;

import io.xianka.tensor.DType;
import io.xianka.tensor.cpu.NestPlan.Folds;
import io.xianka.tensor.fusion.Domain;
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
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes a kernel as bytecode: a nest of loops over the domain in which each value is a variable, computed in the outermost loop that
 * knows what it depends on. Equal kernels of different plans share a class, which HotSpot compiles while it runs.
 */
final class NestCode {
    private static final ClassDesc SEGMENT = ClassDesc.of("java.lang.foreign.MemorySegment");
    private static final ClassDesc LAYOUT = ClassDesc.of("java.lang.foreign.ValueLayout");
    private static final ClassDesc ELEMENTS = ClassDesc.of("io.xianka.tensor.cpu.Elements");
    private static final ClassDesc FOLD_LOOPS = ClassDesc.of("io.xianka.tensor.cpu.FoldLoops");
    private static final ClassDesc REDUCE_OP = ClassDesc.of("io.xianka.tensor.graph.ReduceOp");
    private static final ClassDesc MATH = ClassDesc.of("java.lang.Math");
    private static final ClassDesc ARRAYS = ClassDesc.of("java.util.Arrays");
    private static final ClassDesc FLOAT_ARRAY = ConstantDescs.CD_float.arrayType();

    private static final int POINTERS = 1;
    private static final int PARAMETERS = 2;
    private static final int PARTIAL_ARRAYS = 3;
    private static final int FROM = 4;
    private static final int TO = 5;
    private static final int FIRST_STEP = 6;
    private static final int STEPS_END = 7;
    private static final int PHASE = 8;

    private static final Map<ByteBuffer, NestLoop> MADE = new ConcurrentHashMap<>();

    private final Kernel kernel;
    private final Domain domain;
    private final NestPlan plan;
    private final Dependence dependence;
    private final Passes passes;
    private final List<Node> tensors;
    private final List<Node> parameters;
    private final int[] positions;
    private final NestLanes lanes;
    private NestVectors vectors;
    private CodeBuilder code;
    private int[] places;
    private int blockFrom;
    private int blockTo;
    private final Map<Node, Integer> pointers = new IdentityHashMap<>();
    private final Map<Node, Integer> numbers = new IdentityHashMap<>();
    private int[] partials;
    private int[] results;
    private Map<Value, Integer> known = new IdentityHashMap<>();

    private NestCode(Kernel kernel, NestPlan plan, Translation translation, NestLanes lanes) {
        this.lanes = lanes;
        this.kernel = kernel;
        this.domain = kernel.domain();
        this.plan = plan;
        this.dependence = translation.dependence();
        this.passes = translation.order();
        this.tensors = translation.tensors();
        this.parameters = translation.parameters();
        this.positions = new int[domain.rank()];
        for (int position = 0; position < positions.length; position++) {
            positions[plan.order().get(position)] = position;
        }
    }

    /** The loops of a kernel; pointers and parameters in the order of its translation's. */
    static NestLoop loop(Kernel kernel, NestPlan plan, Translation translation) {
        return object(new NestCode(kernel, plan, translation, null).write());
    }

    /** The same with vectors in the last loop. */
    static byte[] vectors(Kernel kernel, NestPlan plan, Translation translation, NestLanes lanes) {
        return new NestCode(kernel, plan, translation, lanes).write();
    }

    /** Of equal code one object. */
    static NestLoop object(byte[] bytes) {
        return MADE.computeIfAbsent(ByteBuffer.wrap(bytes), _ -> LoopClass.object(bytes, NestLoop.class));
    }

    private byte[] write() {
        MethodTypeDesc run = MethodTypeDesc.of(
                ConstantDescs.CD_void,
                ConstantDescs.CD_long.arrayType(),
                ConstantDescs.CD_Number.arrayType(),
                FLOAT_ARRAY.arrayType(),
                ConstantDescs.CD_int,
                ConstantDescs.CD_int,
                ConstantDescs.CD_int,
                ConstantDescs.CD_int,
                ConstantDescs.CD_int);
        return LoopClass.written("NestOf" + kernel.values().size() + "Values", NestLoop.class, run, body -> {
            code = body;
            units();
        });
    }

    // ------------------------------------------------------------------ loops

    /** A digit of a number that counts up: a variable below a size. */
    private record Digit(int variable, long size) {}

    /** The loop over units: places on the shared axes, and the block of lanes. */
    private void units() {
        prepare();
        List<Digit> digits = digits(0, plan.shared());
        int block = code.allocateLocal(TypeKind.INT);
        if (plan.block() > 0) {
            digits.add(new Digit(block, plan.blocks(domain)));
        }
        count(FROM, TO, digits, () -> {
            if (plan.block() > 0) {
                code.iload(block).loadConstant(plan.block()).imul().istore(blockFrom);
                code.iload(blockFrom).loadConstant(plan.block()).iadd();
                code.loadConstant(Math.toIntExact(domain.size(plan.order().getLast())));
                code.invokestatic(MATH, "min", intBinary()).istore(blockTo);
            }
            for (int pass = 0; pass < passes.count(); pass++) {
                pass(pass);
            }
        });
    }

    private List<Digit> digits(int from, int to) {
        List<Digit> digits = new ArrayList<>();
        for (int axis : plan.order().subList(from, to)) {
            digits.add(new Digit(places[axis], domain.size(axis)));
        }
        return digits;
    }

    /** Counts from one variable up to another, with the number's digits. */
    private void count(int from, int to, List<Digit> digits, Runnable body) {
        int number = code.allocateLocal(TypeKind.INT);
        int rest = code.allocateLocal(TypeKind.INT);
        code.iload(from).istore(number).iload(from).istore(rest);
        for (Digit digit : digits.reversed()) {
            int size = Math.toIntExact(digit.size);
            code.iload(rest).loadConstant(size).irem().istore(digit.variable);
            code.iload(rest).loadConstant(size).idiv().istore(rest);
        }
        Label start = code.newLabel();
        Label end = code.newLabel();
        code.labelBinding(start).iload(number).iload(to).if_icmpge(end);
        body.run();
        code.iinc(number, 1);
        for (Digit digit : digits.reversed()) {
            code.iinc(digit.variable, 1).iload(digit.variable);
            code.loadConstant(Math.toIntExact(digit.size)).if_icmplt(start);
            code.iconst_0().istore(digit.variable);
        }
        code.goto_(start).labelBinding(end);
    }

    private void prepare() {
        places = new int[domain.rank()];
        for (int axis = 0; axis < places.length; axis++) {
            places[axis] = code.allocateLocal(TypeKind.INT);
            code.iconst_0().istore(places[axis]);
        }
        blockFrom = code.allocateLocal(TypeKind.INT);
        blockTo = code.allocateLocal(TypeKind.INT);
        for (int i = 0; i < tensors.size(); i++) {
            int slot = code.allocateLocal(TypeKind.LONG);
            pointers.put(tensors.get(i), slot);
            code.aload(POINTERS).loadConstant(i).laload().lstore(slot);
        }
        for (int i = 0; i < parameters.size(); i++) {
            parameter(parameters.get(i), i);
        }
        int folds = kernel.folds().size();
        partials = new int[folds];
        results = new int[folds];
        for (int fold = 0; fold < folds; fold++) {
            partials[fold] = code.allocateLocal(TypeKind.REFERENCE);
            results[fold] = code.allocateLocal(TypeKind.FLOAT);
            code.aload(PARTIAL_ARRAYS).loadConstant(fold).aaload().astore(partials[fold]);
            code.fconst_0().fstore(results[fold]);
        }
        if (lanes != null) {
            vectors = new NestVectors(lanes, dependence, code, new Around(), places[lanes.axis()]);
            vectors.prepare(kernel);
        }
    }

    /** What the vectors in the last loop take from the loops around. */
    private final class Around implements NestVectors.Nest {
        @Override
        public void push(Index index) {
            NestCode.this.push(index);
        }

        @Override
        public void push(Value value) {
            NestCode.this.push(value);
        }

        @Override
        public void address(Node node, Index offset) {
            NestCode.this.address(node, offset);
        }
    }

    private void parameter(Node node, int place) {
        TypeKind kind = kind(node.dtype());
        int slot = code.allocateLocal(kind);
        numbers.put(node, slot);
        code.aload(PARAMETERS).loadConstant(place).aaload();
        switch (kind) {
            case FLOAT ->
                code.invokevirtual(ConstantDescs.CD_Number, "floatValue", MethodTypeDesc.of(ConstantDescs.CD_float));
            case LONG ->
                code.invokevirtual(ConstantDescs.CD_Number, "longValue", MethodTypeDesc.of(ConstantDescs.CD_long));
            default -> code.invokevirtual(ConstantDescs.CD_Number, "intValue", MethodTypeDesc.of(ConstantDescs.CD_int));
        }
        code.storeLocal(kind, slot);
    }

    /** A run over a unit: its folds and what is stored at each point, then what is stored once a row. */
    private void pass(int pass) {
        List<Integer> folds = passes.folds(pass);
        List<Kernel.Store> atPoints = new ArrayList<>();
        List<Kernel.Store> atRows = new ArrayList<>();
        for (Kernel.Store store : passes.stores(pass)) {
            (isOfRow(store) ? atRows : atPoints).add(store);
        }
        if (!folds.isEmpty() || !atPoints.isEmpty()) {
            unless(NestLoop.REST, () -> points(folds, atPoints));
        }
        if (!atRows.isEmpty()) {
            unless(NestLoop.FOLD, () -> {
                Set<Value> needed = new HashSet<>();
                atRows.forEach(store -> collect(store.value(), needed));
                nest(needed, List.of(), atRows, true);
            });
        }
    }

    private void points(List<Integer> folds, List<Kernel.Store> stores) {
        folds.forEach(this::begin);
        Set<Value> needed = new HashSet<>();
        folds.forEach(fold -> collect(kernel.folds().get(fold).value(), needed));
        stores.forEach(store -> collect(store.value(), needed));
        nest(needed, folds, stores, false);
        folds.forEach(this::end);
    }

    private void unless(int phase, Runnable work) {
        if (plan.folds() != Folds.COLUMNS) {
            work.run();
            return;
        }
        Label after = code.newLabel();
        code.iload(PHASE).loadConstant(phase).if_icmpeq(after);
        work.run();
        code.labelBinding(after);
    }

    private boolean isOfRow(Kernel.Store store) {
        long inner = (1L << domain.rank()) - (1L << domain.firstInner());
        return !store.eachPoint() && ((dependence.axes(store.offset()) | dependence.axes(store.value())) & inner) == 0;
    }

    private static void collect(Value root, Set<Value> into) {
        if (into.add(root)) {
            Dependence.operands(root).forEach(operand -> collect(operand, into));
        }
    }

    private void nest(Set<Value> needed, List<Integer> folds, List<Kernel.Store> stores, boolean rows) {
        known = new IdentityHashMap<>();
        for (int level = 0; level <= plan.shared(); level++) {
            compute(needed, level);
        }
        loops(plan.shared(), needed, folds, stores, rows);
    }

    private void loops(int position, Set<Value> needed, List<Integer> folds, List<Kernel.Store> stores, boolean rows) {
        if (position == domain.rank()) {
            folds.forEach(this::fold);
            stores.forEach(this::store);
            return;
        }
        int axis = plan.order().get(position);
        if (rows && axis >= domain.firstInner()) {
            loops(position + 1, needed, folds, stores, true);
            return;
        }
        boolean isBlock = plan.block() > 0 && position == domain.rank() - 1;
        if (plan.folds() == Folds.COLUMNS && !isBlock) {
            int last = domain.rank() - 1;
            count(FIRST_STEP, STEPS_END, digits(position, last), () -> {
                for (int level = position + 1; level <= last; level++) {
                    compute(needed, level);
                }
                loops(last, needed, folds, stores, rows);
            });
            return;
        }
        if (vectors != null && axis == lanes.axis()) {
            vectors.loop(() -> {
                compute(needed, position + 1);
                folds.forEach(fold -> {
                    Kernel.Fold of = kernel.folds().get(fold);
                    vectors.fold(of.op(), of.value(), partials[fold]);
                });
                stores.forEach(vectors::store);
            });
            return;
        }
        Label start = code.newLabel();
        Label end = code.newLabel();
        if (isBlock) {
            code.iload(blockFrom).istore(places[axis]);
        } else {
            code.iconst_0().istore(places[axis]);
        }
        code.labelBinding(start).iload(places[axis]);
        if (isBlock) {
            code.iload(blockTo);
        } else {
            code.loadConstant(Math.toIntExact(domain.size(axis)));
        }
        code.if_icmpge(end);
        compute(needed, position + 1);
        loops(position + 1, needed, folds, stores, rows);
        code.iinc(places[axis], 1);
        code.goto_(start).labelBinding(end);
    }

    /** The loop in which a value is computed: 0 before all. */
    private int level(Value value) {
        long axes = dependence.axes(value);
        int level = 0;
        for (int axis = 0; axis < positions.length; axis++) {
            if ((axes >> axis & 1) != 0) {
                level = Math.max(level, positions[axis] + 1);
            }
        }
        return level;
    }

    private void compute(Set<Value> needed, int level) {
        for (Value value : kernel.values()) {
            if (needed.contains(value) && !(value.form() instanceof Value.Constant) && level(value) == level) {
                compute(value);
            }
        }
    }

    // ------------------------------------------------------------------ folds and stores

    private void begin(int fold) {
        float identity = (float) FoldLoops.identity(kernel.folds().get(fold).op());
        if (plan.folds() == Folds.ROW_IN_TURN) {
            code.loadConstant(identity).fstore(results[fold]);
            return;
        }
        code.aload(partials[fold]).loadConstant(identity);
        MethodTypeDesc fill = MethodTypeDesc.of(ConstantDescs.CD_void, FLOAT_ARRAY, ConstantDescs.CD_float);
        code.invokestatic(ARRAYS, "fill", fill);
    }

    private void fold(int number) {
        Kernel.Fold fold = kernel.folds().get(number);
        if (plan.folds() == Folds.ROW_IN_TURN) {
            code.fload(results[number]);
            push(fold.value());
            merge(fold.op());
            code.fstore(results[number]);
            return;
        }
        code.aload(partials[number]);
        partial();
        code.dup2().faload();
        push(fold.value());
        merge(fold.op());
        code.fastore();
    }

    /** The place of a point's partial result. */
    private void partial() {
        code.iload(places[plan.order().getLast()]);
        if (plan.folds() == Folds.COLUMNS) {
            code.iload(blockFrom).isub();
        } else {
            code.loadConstant(FoldLoops.PARTIALS - 1).iand();
        }
    }

    private void merge(ReduceOp op) {
        switch (op) {
            case SUM -> code.fadd();
            case PROD -> code.fmul();
            case MAX -> code.invokestatic(MATH, "max", floatBinary());
            case MIN -> code.invokestatic(MATH, "min", floatBinary());
        }
    }

    private void end(int fold) {
        if (plan.folds() == Folds.ROW_BY_PARTIALS) {
            ReduceOp op = kernel.folds().get(fold).op();
            code.getstatic(REDUCE_OP, op.name(), REDUCE_OP).aload(partials[fold]);
            code.invokestatic(FOLD_LOOPS, "ended", MethodTypeDesc.of(ConstantDescs.CD_float, REDUCE_OP, FLOAT_ARRAY));
            code.fstore(results[fold]);
        }
    }

    private void store(Kernel.Store store) {
        DType dtype = store.node().dtype();
        memory(dtype);
        address(store.node(), store.offset());
        push(store.value());
        ClassDesc type = carrier(dtype);
        if (dtype.bytes() == 1) {
            code.i2b();
        }
        code.invokeinterface(
                SEGMENT, "set", MethodTypeDesc.of(ConstantDescs.CD_void, layout(dtype), ConstantDescs.CD_long, type));
    }

    // ------------------------------------------------------------------ memory

    /** The segment, and how an element lies in it. */
    private void memory(DType dtype) {
        String name = switch (kind(dtype)) {
            case FLOAT -> "JAVA_FLOAT_UNALIGNED";
            case LONG -> "JAVA_LONG_UNALIGNED";
            default -> dtype.bytes() == 1 ? "JAVA_BYTE" : "JAVA_INT_UNALIGNED";
        };
        code.getstatic(ELEMENTS, "MEMORY", SEGMENT).getstatic(LAYOUT, name, layout(dtype));
    }

    private static ClassDesc layout(DType dtype) {
        return LAYOUT.nested(
                switch (kind(dtype)) {
                    case FLOAT -> "OfFloat";
                    case LONG -> "OfLong";
                    default -> dtype.bytes() == 1 ? "OfByte" : "OfInt";
                });
    }

    private static ClassDesc carrier(DType dtype) {
        return switch (kind(dtype)) {
            case FLOAT -> ConstantDescs.CD_float;
            case LONG -> ConstantDescs.CD_long;
            default -> dtype.bytes() == 1 ? ConstantDescs.CD_byte : ConstantDescs.CD_int;
        };
    }

    private void address(Node node, Index offset) {
        code.lload(pointers.get(node));
        push(offset);
        code.i2l().loadConstant((long) node.dtype().bytes()).lmul().ladd();
    }

    private void load(Node node, Index offset) {
        DType dtype = node.dtype();
        memory(dtype);
        address(node, offset);
        code.invokeinterface(SEGMENT, "get", MethodTypeDesc.of(carrier(dtype), layout(dtype), ConstantDescs.CD_long));
        if (dtype.bytes() == 1) {
            code.loadConstant(0xff).iand();
        }
    }

    // ------------------------------------------------------------------ indices

    /** Outer loop variables first, so that their sum stays outside of inner loops. */
    private void push(Index index) {
        List<Index.Term> terms = new ArrayList<>(index.terms());
        terms.sort((a, b) -> Long.compare(levels(a), levels(b)));
        boolean first = index.constant() == 0 && !terms.isEmpty();
        if (!first) {
            code.loadConstant(Math.toIntExact(index.constant()));
        }
        for (Index.Term term : terms) {
            push(term.atom());
            if (term.factor() != 1) {
                code.loadConstant(Math.toIntExact(term.factor())).imul();
            }
            if (!first) {
                code.iadd();
            }
            first = false;
        }
    }

    private int levels(Index.Term term) {
        long axes = dependence.axes(Index.of(term));
        int level = 0;
        for (int axis = 0; axis < positions.length; axis++) {
            if ((axes >> axis & 1) != 0) {
                level = Math.max(level, positions[axis] + 1);
            }
        }
        return level;
    }

    private void push(Index.Atom atom) {
        switch (atom) {
            case Index.Axis(int number, long _) -> code.iload(places[number]);
            case Index.Quotient(Index of, long divisor) -> {
                push(of);
                if (Long.bitCount(divisor) == 1) {
                    code.loadConstant(Long.numberOfTrailingZeros(divisor)).ishr();
                } else {
                    code.loadConstant(Math.toIntExact(divisor)).idiv();
                }
            }
            case Index.Remainder(Index of, long divisor) -> {
                push(of);
                if (Long.bitCount(divisor) == 1) {
                    code.loadConstant(Math.toIntExact(divisor - 1)).iand();
                } else {
                    code.loadConstant(Math.toIntExact(divisor)).irem();
                }
            }
            case Index.Clamp(Index of, long greatest) -> {
                push(of);
                code.loadConstant(Math.toIntExact(greatest)).invokestatic(MATH, "min", intBinary());
                code.iconst_0().invokestatic(MATH, "max", intBinary());
            }
            case Index.Element _ -> throw new IllegalStateException("read from memory: " + atom);
        }
    }

    // ------------------------------------------------------------------ values

    private static TypeKind kind(DType dtype) {
        return switch (Kind.of(dtype)) {
            case FLOAT -> TypeKind.FLOAT;
            case INT -> TypeKind.INT;
            case LONG -> TypeKind.LONG;
            case DOUBLE, COMPLEX -> throw new IllegalStateException("no nest computes with " + dtype);
        };
    }

    private void push(Value value) {
        if (value.form() instanceof Value.Constant(Number number)) {
            switch (kind(value.dtype())) {
                case FLOAT -> code.loadConstant(number.floatValue());
                case LONG -> code.loadConstant(number.longValue());
                default -> code.loadConstant(number.intValue());
            }
        } else {
            code.loadLocal(kind(value.dtype()), known.get(value));
        }
    }

    private void compute(Value value) {
        if (vectors != null && vectors.isLane(value)) {
            vectors.compute(value);
            return;
        }
        TypeKind kind = kind(value.dtype());
        int slot = code.allocateLocal(kind);
        switch (value.form()) {
            case Value.Load(Node node, Index offset) -> load(node, offset);
            case Value.Parameter(Node node) -> code.loadLocal(kind, numbers.get(node));
            case Value.Place(Index index) -> {
                push(index);
                if (kind == TypeKind.LONG) {
                    code.i2l();
                }
            }
            case Value.Within(Index index, long low, long high) -> within(index, low, high);
            case Value.Unary(UnaryOp op, Value operand) -> {
                push(operand);
                unary(op);
            }
            case Value.Binary(BinaryOp op, Value left, Value right) -> {
                push(left);
                push(right);
                binary(op, kind(left.dtype()));
            }
            case Value.Select(Value condition, Value yes, Value no) -> {
                push(condition);
                choose(() -> push(yes), () -> push(no), kind, slot);
            }
            case Value.Convert(Value operand) -> {
                push(operand);
                convert(kind(operand.dtype()), kind);
            }
            case Value.Folded(int fold) -> folded(fold);
            case Value.Constant _, Value.Random _, Value.InRange _ ->
                throw new IllegalStateException("no nest computes " + value.form());
        }
        if (!(value.form() instanceof Value.Select)) {
            code.storeLocal(kind, slot);
        }
        known.put(value, slot);
    }

    private void folded(int fold) {
        if (plan.folds() == Folds.COLUMNS) {
            code.aload(partials[fold]);
            partial();
            code.faload();
        } else {
            code.fload(results[fold]);
        }
    }

    /** Without a branch: both differences are 0 or more where neither has a sign. */
    private void within(Index index, long low, long high) {
        int place = code.allocateLocal(TypeKind.INT);
        push(index);
        code.istore(place);
        code.iload(place).loadConstant(Math.toIntExact(low)).isub();
        code.loadConstant(Math.toIntExact(high - 1)).iload(place).isub();
        code.ior().loadConstant(31).iushr().iconst_1().ixor();
    }

    private void unary(UnaryOp op) {
        switch (op) {
            case NEG -> code.fneg();
            case ABS ->
                code.invokestatic(MATH, "abs", MethodTypeDesc.of(ConstantDescs.CD_float, ConstantDescs.CD_float));
            case SQRT ->
                code.f2d()
                        .invokestatic(MATH, "sqrt", MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_double))
                        .d2f();
            case NOT -> code.iconst_1().ixor();
            default -> throw new IllegalStateException("no nest computes " + op);
        }
    }

    private void binary(BinaryOp op, TypeKind kind) {
        switch (op) {
            case ADD -> select(kind, code::fadd, code::ladd, code::iadd);
            case SUB -> select(kind, code::fsub, code::lsub, code::isub);
            case MUL -> select(kind, code::fmul, code::lmul, code::imul);
            case DIV -> code.fdiv();
            case MAX -> code.invokestatic(MATH, "max", same(kind));
            case MIN -> code.invokestatic(MATH, "min", same(kind));
            case AND -> select(kind, null, code::land, code::iand);
            case OR -> select(kind, null, code::lor, code::ior);
            case XOR -> select(kind, null, code::lxor, code::ixor);
            case EQ, NE, LT, LE, GT, GE -> compare(op, kind);
            case FLOOR_DIV, MOD, POW, ATAN2, SHIFT_LEFT, SHIFT_RIGHT, COMPLEX ->
                throw new IllegalStateException("no nest computes " + op);
        }
    }

    private static void select(TypeKind kind, Runnable ofFloat, Runnable ofLong, Runnable ofInt) {
        (kind == TypeKind.FLOAT ? ofFloat : kind == TypeKind.LONG ? ofLong : ofInt).run();
    }

    /** Two numbers on the stack to 0 or 1; whatever is compared with a NaN is not so, but for NE. */
    private void compare(BinaryOp op, TypeKind kind) {
        switch (kind) {
            case FLOAT -> {
                if (op == BinaryOp.LT || op == BinaryOp.LE) {
                    code.fcmpg();
                } else {
                    code.fcmpl();
                }
            }
            case LONG -> code.lcmp();
            default ->
                code.invokestatic(
                        ConstantDescs.CD_Integer,
                        "compare",
                        MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int, ConstantDescs.CD_int));
        }
        Label yes = code.newLabel();
        Label end = code.newLabel();
        switch (op) {
            case EQ -> code.ifeq(yes);
            case NE -> code.ifne(yes);
            case LT -> code.iflt(yes);
            case LE -> code.ifle(yes);
            case GT -> code.ifgt(yes);
            case GE -> code.ifge(yes);
            default -> throw new IllegalStateException(op + " compares nothing");
        }
        code.iconst_0().goto_(end).labelBinding(yes).iconst_1().labelBinding(end);
    }

    private void choose(Runnable yes, Runnable no, TypeKind kind, int slot) {
        Label otherwise = code.newLabel();
        Label end = code.newLabel();
        code.ifeq(otherwise);
        yes.run();
        code.storeLocal(kind, slot).goto_(end).labelBinding(otherwise);
        no.run();
        code.storeLocal(kind, slot).labelBinding(end);
    }

    private void convert(TypeKind from, TypeKind to) {
        if (to == TypeKind.FLOAT && from == TypeKind.INT) {
            code.i2f();
        } else if (to == TypeKind.FLOAT && from == TypeKind.LONG) {
            code.l2f();
        } else if (to == TypeKind.LONG && from == TypeKind.INT) {
            code.i2l();
        }
    }

    private static MethodTypeDesc same(TypeKind kind) {
        ClassDesc type = switch (kind) {
            case FLOAT -> ConstantDescs.CD_float;
            case LONG -> ConstantDescs.CD_long;
            default -> ConstantDescs.CD_int;
        };
        return MethodTypeDesc.of(type, type, type);
    }

    private static MethodTypeDesc intBinary() {
        return same(TypeKind.INT);
    }

    private static MethodTypeDesc floatBinary() {
        return same(TypeKind.FLOAT);
    }
}
