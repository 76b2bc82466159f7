package io.xianka.checks;

import com.fasterxml.jackson.databind.JsonNode;
import io.xianka.tensor.Attention;
import io.xianka.tensor.CrossEntropy;
import io.xianka.tensor.DType;
import io.xianka.tensor.Index;
import io.xianka.tensor.Ranked;
import io.xianka.tensor.Reduction;
import io.xianka.tensor.Tensor;
import io.xianka.tensor.Windows;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.StreamSupport;

/** How each operation of a reference folder's {@code ops.json} is called here. */
final class ReferenceOperations {
    /** What a case gives an operation: floating inputs, integer inputs, attributes. */
    record Call(List<Tensor> inputs, List<Tensor> integers, JsonNode attributes) {
        Tensor x() {
            return inputs.getFirst();
        }

        Tensor y() {
            return inputs.get(1);
        }

        Tensor z() {
            return inputs.size() > 2 ? inputs.get(2) : null;
        }

        Tensor index() {
            return integers.getFirst();
        }

        double number(String name, double otherwise) {
            return attributes.path(name).asDouble(otherwise);
        }

        int integer(String name, int otherwise) {
            return attributes.path(name).asInt(otherwise);
        }

        boolean flag(String name) {
            return attributes.path(name).asBoolean(false);
        }

        String text(String name, String otherwise) {
            return attributes.path(name).asText(otherwise);
        }

        long[] longs(String name) {
            JsonNode values = attributes.path(name);
            return values.isArray()
                    ? StreamSupport.stream(values.spliterator(), false)
                            .mapToLong(JsonNode::asLong)
                            .toArray()
                    : new long[] {values.asLong()};
        }

        /** The axes named, none for all. */
        int[] axes(String name) {
            JsonNode values = attributes.path(name);
            return values.isNull() || values.isMissingNode()
                    ? new int[0]
                    : Arrays.stream(longs(name)).mapToInt(Math::toIntExact).toArray();
        }
    }

    interface Operation {
        List<Tensor> of(Call call);
    }

    private interface Folding {
        Tensor of(Tensor x, int[] axes, boolean keepDims);
    }

    private interface One {
        Tensor of(Call call);
    }

    private static final Map<String, Operation> TABLE = new HashMap<>();

    private ReferenceOperations() {}

    /** {@return the operation, or null when this name is not known} */
    static Operation named(String name) {
        return TABLE.get(name);
    }

    private static void one(String name, One operation) {
        TABLE.put(name, call -> List.of(operation.of(call)));
    }

    private static void unary(String name, UnaryOperator<Tensor> operation) {
        one(name, call -> operation.apply(call.x()));
    }

    private static void binary(String name, BinaryOperator<Tensor> operation) {
        one(name, call -> operation.apply(call.x(), call.y()));
    }

    private static void folding(String name, Folding operation) {
        one(name, call -> operation.of(call.x(), call.axes("dim"), call.flag("keepdim")));
    }

    private static List<Tensor> both(Ranked ranked) {
        return List.of(ranked.values(), ranked.indices());
    }

    private static int last(Call call) {
        return call.integer("dim", -1);
    }

    static {
        unary("neg", Tensor::neg);
        unary("abs", Tensor::abs);
        unary("exp", Tensor::exp);
        unary("sin", Tensor::sin);
        unary("cos", Tensor::cos);
        unary("tanh", Tensor::tanh);
        unary("sigmoid", Tensor::sigmoid);
        unary("relu", Tensor::relu);
        unary("silu", Tensor::silu);
        unary("square", Tensor::square);
        unary("erf", Tensor::erf);
        unary("softplus", Tensor::softplus);
        unary("expm1", Tensor::expm1);
        unary("sign", Tensor::sign);
        unary("floor", Tensor::floor);
        unary("ceil", Tensor::ceil);
        unary("round", Tensor::round);
        unary("log", Tensor::log);
        unary("sqrt", Tensor::sqrt);
        unary("rsqrt", Tensor::rsqrt);
        unary("reciprocal", Tensor::reciprocal);
        unary("log1p", Tensor::log1p);
        one(
                "gelu",
                call -> call.text("approximate", "none").equals("tanh")
                        ? call.x().geluTanh()
                        : call.x().gelu());
        one("leaky_relu", call -> call.x().leakyRelu(call.number("negative_slope", 0.01)));
        one("elu", call -> call.x().elu(call.number("alpha", 1)));
        one(
                "clamp",
                call -> call.x()
                        .clamp(
                                call.number("min", Double.NEGATIVE_INFINITY),
                                call.number("max", Double.POSITIVE_INFINITY)));
        binary("add", Tensor::add);
        binary("sub", Tensor::sub);
        binary("mul", Tensor::mul);
        binary("div", Tensor::div);
        binary("pow", Tensor::pow);
        binary("maximum", Tensor::maximum);
        binary("minimum", Tensor::minimum);
        one("where", call -> Tensor.where(call.index().to(DType.BOOL), call.x(), call.y()));
        // The recording compares rounded values, whose ties are many.
        binary("eq", (x, y) -> x.round().eq(y.round()).to(DType.INT64));
        binary("lt", (x, y) -> x.round().lt(y.round()).to(DType.INT64));
        binary("ge", (x, y) -> x.round().ge(y.round()).to(DType.INT64));
        folding("sum", Tensor::sum);
        folding("mean", Tensor::mean);
        folding("amax", Tensor::amax);
        folding("amin", Tensor::amin);
        folding("prod", Tensor::prod);
        folding("logsumexp", Tensor::logsumexp);
        one("var", call -> call.x().var(call.axes("dim"), call.number("correction", 1), call.flag("keepdim")));
        one("norm", call -> call.x().norm(call.number("ord", 2), call.axes("dim"), call.flag("keepdim")));
        one("cumsum", call -> call.x().cumsum(last(call)));
        one("argmax", call -> call.x().argmax(last(call)));
        one("argmin", call -> call.x().argmin(last(call)));
        TABLE.put("sort", call -> both(call.x().sort(last(call), call.flag("descending"))));
        TABLE.put("topk", call -> both(call.x().topk(call.integer("k", 1), last(call))));
        one("softmax", call -> call.x().softmax(last(call)));
        one("log_softmax", call -> call.x().logSoftmax(last(call)));
        products();
        losses();
        places();
        windows();
    }

    private static void products() {
        binary("matmul", Tensor::matmul);
        one(
                "linear",
                call -> call.z() == null ? call.x().linear(call.y()) : call.x().linear(call.y(), call.z()));
        one(
                "einsum",
                call -> Tensor.einsum(call.text("equation", ""), call.inputs().toArray(Tensor[]::new)));
        one("attention", ReferenceOperations::attention);
        one("attention_gqa", ReferenceOperations::attention);
        one("layer_norm", call -> call.x().layerNorm(call.y(), call.z(), call.number("eps", 1e-5)));
        one("rms_norm", call -> call.x().rmsNorm(call.y(), call.number("eps", 1e-6)));
        one(
                "group_norm",
                call -> call.x()
                        .groupNorm(call.integer("num_groups", 1), call.y(), call.z(), call.number("eps", 1e-5)));
        one("batch_norm_train", call -> call.x().batchNorm(call.y(), call.z(), call.number("eps", 1e-5)));
    }

    private static Tensor attention(Call call) {
        return Tensor.attention(call.x(), call.y(), call.z(), Attention.DEFAULT.withCausal(call.flag("causal")));
    }

    private static void losses() {
        one(
                "cross_entropy",
                call -> call.x()
                        .crossEntropy(
                                call.index(),
                                CrossEntropy.DEFAULT
                                        .withLabelSmoothing(call.number("label_smoothing", 0))
                                        .withIgnoreIndex(call.integer("ignore_index", -100))
                                        .withReduction(Reduction.valueOf(
                                                call.text("reduction", "mean").toUpperCase(Locale.ROOT)))));
        binary("mse_loss", Tensor::mseLoss);
        binary("l1_loss", Tensor::l1Loss);
        one("huber_loss", call -> call.x().huberLoss(call.y(), call.number("delta", 1)));
        binary("bce_with_logits", Tensor::bceWithLogits);
    }

    private static void places() {
        one("embedding", call -> call.x().embedding(call.index()));
        one("gather", call -> call.x().gather(call.integer("dim", 0), call.index()));
        one("index_select", call -> call.x().indexSelect(call.integer("dim", 0), call.index()));
        one("scatter_add", call -> call.x().scatterAdd(call.integer("dim", 0), call.index(), call.y()));
        one("cat", call -> Tensor.cat(call.integer("dim", 0), call.inputs().toArray(Tensor[]::new)));
        one("stack", call -> Tensor.stack(call.integer("dim", 0), call.inputs().toArray(Tensor[]::new)));
        TABLE.put("split", call -> call.x().split(call.longs("sizes"), call.integer("dim", 0)));
        one("permute", call -> call.x().permute(call.axes("dims")));
        one("reshape", call -> {
            int[] turned = call.axes("transpose");
            Tensor x = turned.length == 2 ? call.x().transpose(turned[0], turned[1]) : call.x();
            return x.reshape(call.longs("shape"));
        });
        one("expand", call -> call.x().expand(call.longs("shape")));
        one("slice", ReferenceOperations::slice);
        one("pad", call -> call.x().pad(call.number("value", 0), call.longs("pad")));
        one("flip", call -> call.x().flip(call.axes("dims")));
        one("roll", call -> call.x().roll(call.integer("shift", 0), call.integer("dim", 0)));
        one("tril", call -> call.x().tril(call.integer("diagonal", 0)));
        one("triu", call -> call.x().triu(call.integer("diagonal", 0)));
        one("repeat_interleave", call -> call.x().repeatInterleave(call.integer("repeats", 1), call.integer("dim", 0)));
    }

    private static Tensor slice(Call call) {
        JsonNode starts = call.attributes().path("starts");
        JsonNode stops = call.attributes().path("stops");
        JsonNode steps = call.attributes().path("steps");
        Index[] indices = new Index[starts.size()];
        for (int i = 0; i < indices.length; i++) {
            Long start = starts.get(i).isNull() ? null : (Long) starts.get(i).asLong();
            Long stop = stops.get(i).isNull() ? null : (Long) stops.get(i).asLong();
            indices[i] = new Index.Range(start, stop, steps.get(i).asLong(1));
        }
        return call.x().get(indices);
    }

    private static void windows() {
        one("conv2d", call -> call.x().conv2d(call.y(), call.z(), windows(call)));
        one("conv_transpose2d", call -> call.x().convTranspose2d(call.y(), call.z(), windows(call)));
        one("max_pool2d", call -> call.x().maxPool(call.longs("kernel"), windows(call)));
        one("avg_pool2d", call -> call.x().avgPool(call.longs("kernel"), windows(call), true));
    }

    private static Windows windows(Call call) {
        return Windows.DEFAULT
                .withStride(call.attributes().has("stride") ? call.longs("stride") : new long[] {1})
                .withPadding(call.longs("padding"))
                .withGroups(call.integer("groups", 1));
    }
}
