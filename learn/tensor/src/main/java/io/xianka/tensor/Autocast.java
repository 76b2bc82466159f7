package io.xianka.tensor;

import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.graph.Origin;
import io.xianka.tensor.graph.Subgraph;
import io.xianka.tensor.graph.Trace;
import io.xianka.tensor.graph.UnaryOp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Mixed precision, as torch.autocast: inside the scope, in this thread, operations that are fast and safe in 16 bits (products,
 * convolution, attention) take their operands in the scope's type, and operations that are not (exponentials, sums, norms, losses) take
 * 16-bit operands in float32. All others follow their operands, the widest where these differ. The lists are those PyTorch has for
 * CUDA, on every device. float64, integers, and types that are asked for by name are left alone.
 *
 * {@snippet :
 * Tensor loss = Autocast.in(DType.BFLOAT16, () -> model.forward(x).crossEntropy(target));
 * loss.backward(); // gradients run in the types that the forward pass chose
 * }
 *
 * <p>A weight is cast once a step, however often it is used: the same cast of the same tensor is one node of the step's plan. {@link
 * #explain} says for each operation which type it runs in and why.
 */
public final class Autocast {
    /** Off is any type that no scope can be of. */
    private static final DType OFF = DType.FLOAT32;

    private static final ScopedValue<DType> TYPE = ScopedValue.newInstance();

    private static final String LOW = "listed to run in 16 bits";
    private static final String WIDE = "listed to run in float32";
    private static final String LEFT_ALONE = "left alone: no operand of float32 or 16 bits";

    /** Functions of one value that run in float32. */
    private static final Set<UnaryOp> WIDE_FUNCTIONS = EnumSet.of(
            UnaryOp.EXP,
            UnaryOp.EXPM1,
            UnaryOp.LOG,
            UnaryOp.LOG1P,
            UnaryOp.RSQRT,
            UnaryOp.RECIPROCAL,
            UnaryOp.TAN,
            UnaryOp.ASIN,
            UnaryOp.ACOS,
            UnaryOp.SINH,
            UnaryOp.COSH);

    private Autocast() {}

    /**
     * Runs an action in a scope of float16 or bfloat16; null switches autocast off inside.
     *
     * @throws DTypeMismatch for another type
     */
    public static <T> T in(DType type, Supplier<T> action) {
        if (type != null && type != DType.FLOAT16 && type != DType.BFLOAT16) {
            throw new DTypeMismatch("autocast: to " + type + "; it is to float16 or bfloat16");
        }
        return ScopedValue.where(TYPE, type == null ? OFF : type).call(action::get);
    }

    /**
     * Runs an action whose products and attention of float32, their gradients included, may round factors to TensorFloat-32: ten bits
     * of fraction, the range of float32, on tensor cores. Processors and GPUs without such keep float32.
     */
    public static <T> T tf32(Supplier<T> action) {
        return Trace.roundingProducts(action);
    }

    /** {@return the scope's type in this thread, or null} */
    public static DType type() {
        DType type = TYPE.orElse(OFF);
        return type == OFF ? null : type;
    }

    static boolean isOn() {
        return TYPE.orElse(OFF) != OFF;
    }

    // ------------------------------------------------------------------ what operations ask

    /** Runs an action that no scope reaches: of what is on no list, though written in what is. */
    static <T> T alone(Supplier<T> action) {
        return isOn() ? ScopedValue.where(TYPE, OFF).call(action::get) : action.get();
    }

    /** An operation in the scope's type. Operands may be null. */
    static Tensor low(String operation, List<Tensor> operands, Function<List<Tensor>, Tensor> body) {
        return run(operation, operands, type(), LOW, body);
    }

    static Tensor low(String operation, Tensor left, Tensor right, BinaryOperator<Tensor> body) {
        return low(operation, List.of(left, right), all -> body.apply(all.get(0), all.get(1)));
    }

    /** An operation in float32. Operands may be null. */
    static Tensor wide(String operation, List<Tensor> operands, Function<List<Tensor>, Tensor> body) {
        return run(operation, operands, DType.FLOAT32, WIDE, body);
    }

    static Tensor wide(String operation, Tensor left, Tensor right, BinaryOperator<Tensor> body) {
        return wide(operation, List.of(left, right), all -> body.apply(all.get(0), all.get(1)));
    }

    static Tensor wide(String operation, Tensor operand, UnaryOperator<Tensor> body) {
        return wide(operation, List.of(operand), all -> body.apply(all.getFirst()));
    }

    static boolean isWide(UnaryOp op) {
        return WIDE_FUNCTIONS.contains(op);
    }

    private static Tensor run(
            String operation, List<Tensor> operands, DType type, String reason, Function<List<Tensor>, Tensor> body) {
        boolean any = false;
        List<Tensor> cast = new ArrayList<>(operands.size());
        for (Tensor operand : operands) {
            boolean moves = operand != null && moves(operand.dtype());
            any |= moves;
            cast.add(moves ? operand.to(type) : operand);
        }
        var origin = any
                ? Origin.of(operation, type, reason)
                : Origin.of(operation, operands.getFirst().dtype(), LEFT_ALONE);
        return origin.in(() -> alone(() -> body.apply(Collections.unmodifiableList(cast))));
    }

    private static boolean moves(DType type) {
        return type == DType.FLOAT32 || type == DType.FLOAT16 || type == DType.BFLOAT16;
    }

    // ------------------------------------------------------------------ what was decided

    /** What is counted together. */
    private record Decision(String operation, DType type, String reason) {}

    /**
     * For each operation that these tensors are computed by, which type it runs in, why, and how often it occurs; in the order in which
     * they were recorded first. Views, which compute nothing, are left out. Computes nothing.
     */
    public static String explain(Tensor... tensors) {
        return explain(Subgraph.of(List.of(tensors).stream().map(Tensor::node).toList()));
    }

    /** {@return as {@link #explain}, or nothing where no scope had a say} */
    static String explainIfAny(Node node) {
        Subgraph graph = Subgraph.of(List.of(node));
        return graph.nodes().stream().anyMatch(Autocast::wasDecided) ? explain(graph) : "";
    }

    private static String explain(Subgraph graph) {
        Map<Decision, Integer> counts = new LinkedHashMap<>();
        Set<Origin> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Node node : graph.nodes()) {
            Origin origin = node.origin();
            if (wasDecided(node)) {
                if (seen.add(origin)) {
                    counts.merge(new Decision(origin.operation(), origin.type(), origin.reason()), 1, Integer::sum);
                }
            } else if (!Subgraph.isInMemory(node)) {
                String name = name(node.op());
                if (name != null) {
                    counts.merge(new Decision(name, node.dtype(), follows(node)), 1, Integer::sum);
                }
            }
        }
        var text = new StringBuilder();
        counts.forEach((decision, count) -> text.append(String.format(
                Locale.ROOT,
                "%5d x %-20s %-9s %s%n",
                count,
                decision.operation(),
                decision.type(),
                decision.reason())));
        return text.toString();
    }

    private static boolean wasDecided(Node node) {
        return node.origin() != null && node.origin().operation() != null;
    }

    private static String follows(Node node) {
        if (node.op() instanceof Op.Cast) {
            return "cast from " + node.input(0).dtype();
        }
        for (Node operand : node.inputs()) {
            boolean widened = operand.op() instanceof Op.Cast
                    && operand.dtype() == node.dtype()
                    && operand.input(0).dtype().hasGradient();
            if (widened) {
                return "the widest of its operands, " + operand.input(0).dtype() + " among them";
            }
        }
        return "follows its operands";
    }

    /** {@return what an operation is called, or null for views and for what computes nothing} */
    static String name(Op op) {
        return switch (op) {
            case Op.Unary(UnaryOp unary) -> unary.name().toLowerCase(Locale.ROOT);
            case Op.Binary(BinaryOp binary) -> binary.name().toLowerCase(Locale.ROOT);
            case Op.Where _ -> "where";
            case Op.Cast _ -> "cast";
            case Op.Reduce(var fold, var _) -> "fold-" + fold.name().toLowerCase(Locale.ROOT);
            case Op.ArgReduce(var fold, var _) -> "arg-" + fold.name().toLowerCase(Locale.ROOT);
            case Op.Scan(var fold, var _, var _) -> "scan-" + fold.name().toLowerCase(Locale.ROOT);
            case Op.Argsort _ -> "argsort";
            case Op.Take _ -> "take";
            case Op.TakeAdd _ -> "take-add";
            case Op.Gather _ -> "gather";
            case Op.ScatterAdd _ -> "scatter-add";
            case Op.Dot _ -> "matmul";
            case Op.Attention _ -> "attention";
            case Op.AttentionGradient _ -> "attention gradient";
            case Op.RandomBits _ -> "random";
            case Op.Custom(var kernel) -> kernel.name();
            case Op.Data _,
                    Op.Parameter _,
                    Op.Fill _,
                    Op.Iota _,
                    Op.InRange _,
                    Op.Reshape _,
                    Op.Permute _,
                    Op.Expand _,
                    Op.Slice _,
                    Op.Pad _,
                    Op.Unfold _,
                    Op.Item _,
                    Op.Transfer _,
                    Op.Barrier _,
                    Op.WithGradient _ -> null;
        };
    }
}
