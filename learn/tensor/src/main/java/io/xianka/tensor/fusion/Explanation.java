package io.xianka.tensor.fusion;

import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** A plan in lines for a reader: what is launched, what was put together, what it moves, where it lies. */
public final class Explanation {
    /** Where there is one way. */
    public static final Function<Step, String> THE_ONE_WAY =
            step -> step instanceof Step.Attention ? "attention" : "matmul";

    private Explanation() {}

    /**
     * The plan.
     *
     * @param how products and attention are computed
     */
    public static String of(Schedule schedule, MemoryPlan memory, Function<Step, String> how) {
        var text = new StringBuilder();
        List<Step> steps = schedule.steps();
        long moved = 0;
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            long read = distinct(step.reads()).stream().mapToLong(Buffer::bytes).sum();
            long written =
                    step.writtenBuffers().stream().mapToLong(Buffer::bytes).sum();
            moved += read + written;
            text.append(String.format(
                    Locale.ROOT,
                    "%3d  %-10s %-46s reads %s, writes %s%n",
                    i + 1,
                    kind(step, how),
                    what(step),
                    bytes(read),
                    bytes(written)));
            for (Buffer buffer : step.writtenBuffers()) {
                Node.Result result = buffer.owner().results().get(buffer.result());
                String where = memory.taken().containsKey(buffer)
                        ? "output, in the memory of leaf " + memory.taken().get(buffer)
                        : memory.outputs().contains(buffer)
                                ? "output"
                                : "arena +" + memory.offsets().getOrDefault(buffer, 0L);
                text.append(String.format(Locale.ROOT, "     -> %s%s  %s%n", result.dtype(), result.shape(), where));
            }
        }
        text.append(String.format(
                Locale.ROOT,
                "%d steps; %s moved; arena %s, outputs %s, peak %s beside the leaves%n",
                steps.size(),
                bytes(moved),
                bytes(memory.arenaBytes()),
                bytes(memory.peakBytes() - memory.arenaBytes()),
                bytes(memory.peakBytes())));
        return text.toString();
    }

    /** {@return a step in one line: what it computes, and into what} */
    public static String of(Step step, Function<Step, String> how) {
        var text = new StringBuilder(kind(step, how))
                .append(' ')
                .append(what(step))
                .append(" ->");
        for (Buffer buffer : step.writtenBuffers()) {
            Node.Result result = buffer.owner().results().get(buffer.result());
            text.append(' ').append(result.dtype()).append(result.shape());
        }
        return text.toString();
    }

    /** {@return the bytes a step reads and writes when each of its buffers moves once} */
    public static long bytes(Step step) {
        return distinct(step.reads()).stream().mapToLong(Buffer::bytes).sum()
                + step.writtenBuffers().stream().mapToLong(Buffer::bytes).sum();
    }

    private static List<Buffer> distinct(List<Node> nodes) {
        return nodes.stream().map(Schedule::buffer).distinct().toList();
    }

    private static String kind(Step step, Function<Step, String> how) {
        return switch (step) {
            case Step.Fused(Kernel kernel) -> kernel.folds().isEmpty() ? "loop" : "rows";
            case Step.Product _, Step.Attention _ -> how.apply(step);
            case Step.Single _ -> "single";
        };
    }

    private static String what(Step step) {
        return switch (step) {
            case Step.Fused(Kernel kernel) -> {
                Map<String, Integer> counts = new LinkedHashMap<>();
                for (Value value : kernel.values()) {
                    String name = switch (value.form()) {
                        case Value.Unary(var op, Value _) -> op.name();
                        case Value.Binary(var op, Value _, Value _) -> op.name();
                        case Value.Select _ -> "WHERE";
                        case Value.Convert _ -> "CAST";
                        case Value.InRange _ -> "IN_RANGE";
                        case Value.Random _ -> "RANDOM";
                        case Value.Load _,
                                Value.Constant _,
                                Value.Parameter _,
                                Value.Place _,
                                Value.Within _,
                                Value.Folded _ -> null;
                    };
                    if (name != null) {
                        counts.merge(name.toLowerCase(Locale.ROOT), 1, Integer::sum);
                    }
                }
                kernel.folds()
                        .forEach(fold ->
                                counts.merge("fold-" + fold.op().name().toLowerCase(Locale.ROOT), 1, Integer::sum));
                kernel.columnFolds()
                        .forEach(column -> counts.merge(
                                "column-" + column.fold().op().name().toLowerCase(Locale.ROOT), 1, Integer::sum));
                List<String> names = new ArrayList<>();
                counts.forEach((name, count) -> names.add(count == 1 ? name : name + " x" + count));
                yield names.isEmpty() ? "copy" : String.join(", ", names);
            }
            case Step.Product product ->
                "matmul " + product.left().shape() + " x " + product.right().shape() + end(product.epilogue());
            case Step.Attention attention ->
                attention.node().op() instanceof Op.Attention ? "attention" : "attention gradient";
            case Step.Single single -> single.node().op().toString();
        };
    }

    /** What follows a product in its launch. */
    private static String end(Step.Epilogue epilogue) {
        if (epilogue == null) {
            return "";
        }
        return (epilogue.addend() == null ? "" : ", add")
                + (epilogue.bias() == null ? "" : ", bias")
                + switch (epilogue.activation()) {
                    case NONE -> "";
                    case RELU -> ", relu";
                    case GELU_TANH -> ", gelu by tanh";
                    case GELU_ERF -> ", gelu by erf";
                };
    }

    private static String bytes(long bytes) {
        return bytes < 10_240
                ? bytes + " B"
                : bytes < 10L << 20
                        ? String.format(Locale.ROOT, "%.1f KiB", bytes / 1024.0)
                        : bytes < 10L << 30
                                ? String.format(Locale.ROOT, "%.1f MiB", bytes / 1048576.0)
                                : String.format(Locale.ROOT, "%.1f GiB", bytes / 1073741824.0);
    }
}
