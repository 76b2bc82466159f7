package io.xianka.tensor.cpu;

import io.xianka.tensor.DType;
import io.xianka.tensor.cpu.Operand.Register;
import io.xianka.tensor.fusion.Index;
import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.Value;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.UnaryOp;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Turns a kernel's values into instructions over lanes, pass by pass. */
final class Translation {
    /**
     * One run over a row.
     *
     * @param prologue computed once a row
     * @param body computed for each group of lanes
     * @param folds those whose results are known after it
     */
    record Pass(List<Instruction> prologue, List<Instruction> body, List<Integer> folds) {}

    /** A fold's partial results, and its result; the same register when the types are one. */
    record Folding(Kernel.Fold fold, Register partial, Register result) {}

    /** Longer rows are not kept: they would not fit the cache. */
    private static final long LONGEST_ROW = 65_536;

    private static final int MOST_ROWS = 4;

    private final Kernel kernel;
    private final Orientation orientation;
    private final Dependence dependence;
    private final Passes order;
    private final Map<Node, Integer> tensors = new IdentityHashMap<>();
    private final Map<Node, Integer> parameters = new IdentityHashMap<>();
    private final long innerAxes;
    private final List<Folding> foldings = new ArrayList<>();
    private final Map<Value, Integer> rows = new IdentityHashMap<>();
    private final Map<Value, Integer> firstPasses = new IdentityHashMap<>();
    private final List<Pass> passes = new ArrayList<>();

    private int pass;
    private Map<Value, Operand> known = new IdentityHashMap<>();
    private Map<Register, Register> spreads = new IdentityHashMap<>();
    private List<Instruction> prologue = new ArrayList<>();
    private List<Instruction> body = new ArrayList<>();

    Translation(Kernel kernel, Orientation orientation) {
        this.kernel = kernel;
        this.orientation = orientation;
        this.dependence = new Dependence(kernel);
        this.order = new Passes(kernel, dependence);
        kernel.reads().forEach(node -> tensors.put(node, tensors.size()));
        kernel.stores().forEach(store -> tensors.putIfAbsent(store.node(), tensors.size()));
        int firstInner = kernel.domain().firstInner();
        int rank = kernel.domain().rank();
        this.innerAxes = (1L << rank) - (1L << firstInner);
        for (Value value : kernel.values()) {
            if (value.form() instanceof Value.Parameter(Node node)) {
                parameters.putIfAbsent(node, parameters.size());
            }
        }
        boolean lanes = orientation.way() == Orientation.Way.COLUMNS;
        for (Kernel.Fold fold : kernel.folds()) {
            var partial = new Register(Kind.of(fold.accumulator()), true);
            var result = new Register(Kind.of(fold.value().dtype()), lanes);
            foldings.add(new Folding(fold, partial, result));
        }
        translate();
    }

    /** {@return the tensors, in the order of a frame's pointers} */
    List<Node> tensors() {
        return inOrder(tensors);
    }

    /** {@return the parameters, in the order of a frame's} */
    List<Node> parameters() {
        return inOrder(parameters);
    }

    private static List<Node> inOrder(Map<Node, Integer> numbers) {
        Node[] nodes = new Node[numbers.size()];
        numbers.forEach((node, number) -> nodes[number] = node);
        return List.of(nodes);
    }

    Dependence dependence() {
        return dependence;
    }

    /** {@return which pass has which folds and stores} */
    Passes order() {
        return order;
    }

    List<Pass> passes() {
        return passes;
    }

    List<Folding> foldings() {
        return foldings;
    }

    int rowCount() {
        return rows.size();
    }

    private void translate() {
        int count = order.count();
        chooseRows(count);
        for (pass = 0; pass < count; pass++) {
            known = new IdentityHashMap<>();
            spreads = new IdentityHashMap<>();
            prologue = new ArrayList<>();
            body = new ArrayList<>();
            List<Integer> folds = order.folds(pass);
            folds.forEach(fold -> fold(foldings.get(fold)));
            rows.forEach((value, row) -> {
                if (firstPasses.get(value) == pass) {
                    body.add(new Instruction.SaveRow(lanes(register(value)), row));
                }
            });
            // A result may lie where an operand lies: everything is read before anything is written.
            List<Instruction> atEndOfPrologue = new ArrayList<>();
            List<Instruction> atEndOfBody = new ArrayList<>();
            order.stores(pass).forEach(store -> store(store, atEndOfPrologue, atEndOfBody));
            prologue.addAll(atEndOfPrologue);
            body.addAll(atEndOfBody);
            passes.add(new Pass(prologue, body, folds));
        }
    }

    // ------------------------------------------------------------------ what is kept between passes

    /** Values that take long to compute and are needed in a later pass again are kept for the row. */
    private void chooseRows(int count) {
        long columns = kernel.domain().columns();
        if (orientation.way() != Orientation.Way.ROWS || count == 1 || columns > LONGEST_ROW) {
            return;
        }
        for (int each = 0; each < count; each++) {
            Set<Value> need = new HashSet<>();
            for (Value root : order.roots(each)) {
                collect(root, need);
            }
            for (Value value : need) {
                if (firstPasses.containsKey(value)
                        && isCostly(value)
                        && Kind.of(value.dtype()) == Kind.FLOAT
                        && isLanes(value)
                        && rows.size() < MOST_ROWS) {
                    rows.putIfAbsent(value, rows.size());
                }
            }
            for (Value value : need) {
                firstPasses.putIfAbsent(value, each);
            }
        }
    }

    private void collect(Value root, Set<Value> into) {
        if (into.add(root) && !(firstPasses.containsKey(root) && isCostly(root))) {
            Dependence.operands(root).forEach(operand -> collect(operand, into));
        }
    }

    private static boolean isCostly(Value value) {
        return switch (value.form()) {
            case Value.Unary(UnaryOp op, Value _) ->
                switch (op) {
                    case EXP, EXPM1, LOG, LOG1P, SIN, COS, TAN, ASIN, ACOS, ATAN, SINH, COSH, TANH, SIGMOID, ERF ->
                        true;
                    case NEG,
                            ABS,
                            SIGN,
                            SQRT,
                            RSQRT,
                            RECIPROCAL,
                            FLOOR,
                            CEIL,
                            ROUND,
                            TRUNC,
                            NOT,
                            IS_NAN,
                            IS_INFINITE,
                            REAL,
                            IMAGINARY,
                            CONJUGATE -> false;
                };
            case Value.Binary(BinaryOp op, Value _, Value _) -> op == BinaryOp.POW || op == BinaryOp.ATAN2;
            case Value.Random _ -> true;
            case Value.Load _,
                    Value.Constant _,
                    Value.Parameter _,
                    Value.Place _,
                    Value.Within _,
                    Value.Select _,
                    Value.Convert _,
                    Value.InRange _,
                    Value.Folded _ -> false;
        };
    }

    // ------------------------------------------------------------------ where a value is computed

    private boolean isLanes(Value value) {
        return orientation.axis() >= 0 && (dependence.axes(value) >> orientation.axis() & 1) != 0;
    }

    private List<Instruction> home(long axes) {
        boolean once = orientation.way() != Orientation.Way.POINTS && (axes & innerAxes) == 0;
        return once ? prologue : body;
    }

    private void fold(Folding folding) {
        Value value = folding.fold.value();
        Register lanes = lanes(register(value));
        if (lanes.kind() != folding.partial.kind()) {
            var converted = new Register(folding.partial.kind(), true);
            body.add(new Instruction.Convert(value.dtype(), lanes, folding.fold.accumulator(), converted));
            lanes = converted;
        }
        boolean row = orientation.way() == Orientation.Way.ROWS;
        body.add(new Instruction.Fold(folding.fold.op(), row, lanes, folding.partial));
    }

    private void store(Kernel.Store store, List<Instruction> prologueStores, List<Instruction> bodyStores) {
        List<Register> indices = new ArrayList<>();
        Places places = places(store.offset(), indices);
        Register value = register(store.value());
        boolean lanes = places.changes();
        long axes = dependence.axes(store.offset()) | dependence.axes(store.value());
        boolean once = !store.eachPoint() && home(axes) == prologue;
        (once ? prologueStores : bodyStores)
                .add(new Instruction.Store(
                        store.node().dtype(),
                        tensors.get(store.node()),
                        places,
                        indices,
                        lanes ? lanes(value) : value));
    }

    private Places places(Index index, List<Register> indices) {
        return new Places(index, orientation.axis(), value -> {
            Register register = register(value);
            indices.add(register);
            return register;
        });
    }

    // ------------------------------------------------------------------ values

    /** A register with a value in each lane. */
    private Register lanes(Register register) {
        if (register.lanes()) {
            return register;
        }
        return spreads.computeIfAbsent(register, from -> {
            var to = new Register(from.kind(), true);
            boolean early = prologue.stream().anyMatch(instruction -> instruction.writes() == from)
                    || foldings.stream().anyMatch(folding -> folding.result == from);
            (early && orientation.way() != Orientation.Way.POINTS ? prologue : body)
                    .add(new Instruction.Spread(from, to));
            return to;
        });
    }

    private Register register(Value value) {
        return register(operand(value), home(dependence.axes(value)));
    }

    private Register register(Operand operand, List<Instruction> home) {
        return switch (operand) {
            case Register register -> register;
            case Operand.Literal literal -> {
                var register = new Register(Kind.FLOAT, false);
                home.add(new Instruction.Scalar((double) literal.value(), -1, register));
                yield register;
            }
        };
    }

    private Operand operand(Value value) {
        Operand operand = known.get(value);
        if (operand == null) {
            operand = compute(value);
            known.put(value, operand);
        }
        return operand;
    }

    private Operand compute(Value value) {
        DType dtype = value.dtype();
        Kind kind = Kind.of(dtype);
        boolean lanes = isLanes(value);
        List<Instruction> home = home(dependence.axes(value));
        if (rows.containsKey(value) && firstPasses.get(value) < pass) {
            var z = new Register(kind, true);
            home.add(new Instruction.LoadRow(rows.get(value), z));
            return z;
        }
        List<Register> indices = new ArrayList<>();
        return switch (value.form()) {
            case Value.Folded(int fold) -> foldings.get(fold).result;
            case Value.Constant(Number number) -> {
                if (kind == Kind.FLOAT) {
                    yield new Operand.Literal(number.floatValue());
                }
                yield put(home, new Instruction.Scalar(number, -1, new Register(kind, false)));
            }
            case Value.Parameter(Node node) ->
                put(home, new Instruction.Scalar(null, parameters.get(node), new Register(kind, false)));
            case Value.Load(Node node, Index _)
            when node.shape().elements() == 0 ->
                // A row without points: what would be read once for all of them is not there.
                put(home, new Instruction.Scalar(0, -1, new Register(kind, false)));
            case Value.Load(Node node, Index offset) -> {
                Places places = places(offset, indices);
                var z = new Register(kind, places.changes());
                yield put(home, new Instruction.Load(dtype, tensors.get(node), places, indices, z));
            }
            case Value.Place(Index index) ->
                put(home, new Instruction.Place(places(index, indices), indices, new Register(kind, lanes)));
            case Value.Within(Index index, long low, long high) ->
                put(
                        home,
                        new Instruction.Within(
                                places(index, indices), indices, low, high, new Register(Kind.INT, lanes)));
            case Value.Random(Value seed, Value offset, Index element) ->
                put(
                        home,
                        new Instruction.Random(
                                register(seed),
                                register(offset),
                                places(element, indices),
                                indices,
                                new Register(Kind.LONG, lanes)));
            case Value.Unary(UnaryOp op, Value x) -> unary(op, x, kind, home);
            case Value.Binary(BinaryOp op, Value x, Value y) -> binary(op, x, y, kind, home);
            case Value.Select(Value condition, Value yes, Value no) -> select(condition, yes, no, kind, home);
            case Value.Convert(Value x) -> convert(x, dtype, home);
            case Value.InRange(String operation, Value x, long least, long size) ->
                put(home, new Instruction.InRange(operation, register(x), least, size, new Register(Kind.LONG, lanes)));
        };
    }

    private static Register put(List<Instruction> home, Instruction instruction) {
        home.add(instruction);
        return instruction.writes();
    }

    private Operand arithmetic(List<Instruction> home, FloatOp op, Operand... operands) {
        boolean lanes = false;
        for (Operand operand : operands) {
            lanes |= operand instanceof Register register && register.lanes();
        }
        var z = new Register(Kind.FLOAT, lanes);
        home.add(new Instruction.Arithmetic(
                op,
                operands[0],
                operands.length > 1 ? operands[1] : null,
                operands.length > 2 ? operands[2] : null,
                operands.length > 3 ? operands[3] : null,
                z));
        return z;
    }

    private Operand unary(UnaryOp op, Value x, Kind kind, List<Instruction> home) {
        if (Kind.of(x.dtype()) == Kind.FLOAT && kind == Kind.FLOAT) {
            Operand operand = operand(x);
            Operand result = new Formulas((each, operands) -> arithmetic(home, each, operands)).of(op, operand);
            if (result != null) {
                return result;
            }
        }
        Register from = register(x);
        return put(home, new Instruction.Unary(op, x.dtype(), from, new Register(kind, from.lanes())));
    }

    private static FloatOp floatOp(BinaryOp op) {
        return switch (op) {
            case ADD -> FloatOp.ADD;
            case SUB -> FloatOp.SUB;
            case MUL -> FloatOp.MUL;
            case DIV -> FloatOp.DIV;
            case MAX -> FloatOp.MAX;
            case MIN -> FloatOp.MIN;
            case FLOOR_DIV, MOD, POW, ATAN2, EQ, NE, LT, LE, GT, GE, AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT, COMPLEX ->
                null;
        };
    }

    private Operand binary(BinaryOp op, Value x, Value y, Kind kind, List<Instruction> home) {
        FloatOp arithmetic = floatOp(op);
        if (kind == Kind.FLOAT && arithmetic != null) {
            return arithmetic(home, arithmetic, operand(x), operand(y));
        }
        Register a = register(operand(x), home);
        Register b = register(operand(y), home);
        var z = new Register(kind, a.lanes() || b.lanes());
        return put(home, new Instruction.Binary(op, x.dtype(), a, b, z));
    }

    /** A comparison of floats that chooses between floats stays one instruction; any other condition is compared with 0. */
    private Operand select(Value condition, Value yes, Value no, Kind kind, List<Instruction> home) {
        if (kind == Kind.FLOAT
                && condition.form() instanceof Value.Binary(BinaryOp op, Value x, Value y)
                && op.isComparison()
                && Kind.of(x.dtype()) == Kind.FLOAT) {
            Operand a = operand(x);
            Operand b = operand(y);
            Operand then = operand(yes);
            Operand otherwise = operand(no);
            Operand chosen = switch (op) {
                case LT -> arithmetic(home, FloatOp.IF_LESS, a, b, then, otherwise);
                case GT -> arithmetic(home, FloatOp.IF_LESS, b, a, then, otherwise);
                case LE -> arithmetic(home, FloatOp.IF_AT_MOST, a, b, then, otherwise);
                case GE -> arithmetic(home, FloatOp.IF_AT_MOST, b, a, then, otherwise);
                case EQ -> arithmetic(home, FloatOp.IF_EQUAL, a, b, then, otherwise);
                case NE -> arithmetic(home, FloatOp.IF_EQUAL, a, b, otherwise, then);
                case ADD,
                        SUB,
                        MUL,
                        DIV,
                        FLOOR_DIV,
                        MOD,
                        POW,
                        ATAN2,
                        MAX,
                        MIN,
                        AND,
                        OR,
                        XOR,
                        SHIFT_LEFT,
                        SHIFT_RIGHT,
                        COMPLEX -> throw new IllegalStateException(op + " compares nothing");
            };
            return chosen;
        }
        Register chosenBy = register(condition);
        if (kind == Kind.FLOAT) {
            var number = new Register(Kind.FLOAT, chosenBy.lanes());
            home.add(new Instruction.Convert(DType.BOOL, chosenBy, DType.FLOAT32, number));
            return arithmetic(home, FloatOp.IF_EQUAL, number, new Operand.Literal(0), operand(no), operand(yes));
        }
        Register a = register(operand(yes), home);
        Register b = register(operand(no), home);
        var z = new Register(kind, chosenBy.lanes() || a.lanes() || b.lanes());
        return put(home, new Instruction.Select(chosenBy, a, b, z));
    }

    private Operand convert(Value x, DType dtype, List<Instruction> home) {
        if (dtype == DType.FLOAT32 && Kind.of(x.dtype()) == Kind.FLOAT) {
            return operand(x);
        }
        Register from = register(x);
        return put(home, new Instruction.Convert(x.dtype(), from, dtype, new Register(Kind.of(dtype), from.lanes())));
    }
}
