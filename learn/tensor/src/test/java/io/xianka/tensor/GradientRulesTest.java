package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.tensor.GradientChecks.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Every gradient rule, and the gradient of every gradient, against differences in double precision. */
class GradientRulesTest {
    private static final Shape PLANE = Shape.of(3, 4);

    private static Rule unary(String name, double low, double high, UnaryOperator<Tensor> function) {
        return Rule.of(name, low, high, x -> function.apply(x.getFirst()), PLANE);
    }

    private static Rule binary(String name, double low, double high, BinaryOperator<Tensor> function) {
        return Rule.of(name, low, high, x -> function.apply(x.get(0), x.get(1)), PLANE, Shape.of(4));
    }

    private static Tensor index(long[] places, long... sizes) {
        return Tensor.of(places, Shape.of(sizes), Device.plain());
    }

    private static List<Rule> elementwise() {
        return List.of(
                unary("neg", -2, 2, Tensor::neg),
                unary("abs", -2, 2, Tensor::abs),
                unary("sign", -2, 2, Tensor::sign),
                unary("exp", -2, 2, Tensor::exp),
                unary("expm1", -2, 2, Tensor::expm1),
                unary("log", 0.1, 3, Tensor::log),
                unary("log1p", -0.8, 3, Tensor::log1p),
                unary("sqrt", 0.1, 3, Tensor::sqrt),
                unary("rsqrt", 0.2, 3, Tensor::rsqrt),
                unary("reciprocal", 0.3, 3, Tensor::reciprocal),
                unary("sin", -2, 2, Tensor::sin),
                unary("cos", -2, 2, Tensor::cos),
                unary("tan", -1, 1, Tensor::tan),
                unary("asin", -0.8, 0.8, Tensor::asin),
                unary("acos", -0.8, 0.8, Tensor::acos),
                unary("atan", -2, 2, Tensor::atan),
                unary("sinh", -2, 2, Tensor::sinh),
                unary("cosh", -2, 2, Tensor::cosh),
                unary("tanh", -2, 2, Tensor::tanh),
                unary("asinh", -2, 2, Tensor::asinh),
                unary("acosh", 1.2, 3, Tensor::acosh),
                unary("atanh", -0.8, 0.8, Tensor::atanh),
                unary("sigmoid", -3, 3, Tensor::sigmoid),
                unary("erf", -2, 2, Tensor::erf),
                unary("relu", -2, 2, Tensor::relu),
                unary("elu", -2, 2, x -> x.elu(1.5)),
                unary("gelu", -2, 2, Tensor::gelu),
                unary("geluTanh", -2, 2, Tensor::geluTanh),
                unary("silu", -2, 2, Tensor::silu),
                unary("softplus", -2, 2, Tensor::softplus),
                unary("mish", -2, 2, Tensor::mish),
                unary("clamp", -2, 2, x -> x.clamp(-0.51, 0.73)),
                unary("pow 2.5", 0.3, 2, x -> x.pow(2.5)),
                unary("pow 3", -2, 2, x -> x.pow(3)),
                unary("cast", -2, 2, x -> x.to(DType.FLOAT64).mul(2).to(DType.FLOAT64)),
                binary("add", -2, 2, Tensor::add),
                binary("sub", -2, 2, Tensor::sub),
                binary("mul", -2, 2, Tensor::mul),
                binary("div", 0.4, 2, Tensor::div),
                binary("pow", 0.4, 2, Tensor::pow),
                binary("remainder", 1, 2.6, (x, y) -> x.mul(3.1).remainder(y)),
                binary("atan2", 0.3, 2, Tensor::atan2),
                binary("maximum", -2, 2, Tensor::maximum),
                binary("minimum", -2, 2, Tensor::minimum),
                binary("where", -2, 2, (x, y) -> Tensor.where(x.gt(0.01), x.mul(x), y.exp())));
    }

    private static List<Rule> shaped() {
        return List.of(
                unary("reshape", -2, 2, x -> x.reshape(2, -1).square()),
                unary("permute", -2, 2, x -> x.reshape(3, 2, 2).permute(2, 0, 1).square()),
                unary("expand", -2, 2, x -> x.unsqueeze(0).expand(2, 3, 4).sin()),
                unary("slice", -2, 2, x -> x.slice("::-2, 1:4:2").square()),
                unary("pad", -2, 2, x -> x.pad(0.5, 1, 2, 0, 1).square()),
                unary("negative pad", -2, 2, x -> x.pad(0, -1, 1).square()),
                unary("flip", -2, 2, x -> x.flip(0, 1).square()),
                unary("roll", -2, 2, x -> x.roll(1, 1).square()),
                unary("overlapping windows", -2, 2, x -> x.unfold(1, 3, 1).square()),
                unary("windows apart", -2, 2, x -> x.flatten().unfold(0, 2, 5).square()),
                unary(
                        "windows side by side",
                        -2,
                        2,
                        x -> x.flatten().unfold(0, 5, 5).square()),
                Rule.of(
                        "large windows",
                        -2,
                        2,
                        x -> x.getFirst().unfold(0, 40, 3).square(),
                        Shape.of(50)),
                unary("diagonal", -2, 2, x -> x.diagonal(0, 1).square()),
                unary("tril", -2, 2, x -> x.tril().square()),
                unary("sum", -2, 2, x -> x.sum(0).square()),
                unary("mean", -2, 2, x -> x.mean(1).square()),
                unary("prod", -2, 2, x -> x.prod(1)),
                unary("prod of all", 0.5, 2, x -> x.prod()),
                unary("amax", -2, 2, x -> x.amax(1).square()),
                unary("amin", -2, 2, x -> x.amin(0).square()),
                unary("max", -2, 2, x -> x.max(1).values().square()),
                unary("var", -2, 2, x -> x.var(1)),
                unary("std", -2, 2, x -> x.std()),
                unary("norm", -2, 2, x -> x.norm(1)),
                unary("norm of order 3", -2, 2, x -> x.norm(3, new int[] {1}, false)),
                unary("logsumexp", -2, 2, x -> x.logsumexp(1)),
                unary("cumsum", -2, 2, x -> x.cumsum(1).square()),
                unary("cumprod", -2, 2, x -> x.cumprod(1)),
                unary("cummax", -2, 2, x -> x.cummax(1).square()),
                unary("cummin", -2, 2, x -> x.cummin(0).square()),
                unary("sort", -2, 2, x -> x.sort(1).values().mul(x).square()),
                unary("topk", -2, 2, x -> x.topk(2, 1).values().square()),
                unary("softmax", -2, 2, x -> x.softmax(1)),
                unary("logSoftmax", -2, 2, x -> x.logSoftmax(0)),
                unary(
                        "take",
                        -2,
                        2,
                        x -> x.take(1, index(new long[] {3, 0, 3}, 3)).square()),
                unary(
                        "gather",
                        -2,
                        2,
                        x -> x.gather(1, index(new long[] {3, 0, 1, 1, 2, 2}, 3, 2))
                                .square()),
                Rule.of(
                        "scatterAdd",
                        -2,
                        2,
                        x -> x.get(0)
                                .scatterAdd(1, index(new long[] {3, 0, 1, 1, 2, 2}, 3, 2), x.get(1))
                                .square(),
                        PLANE,
                        Shape.of(3, 2)),
                Rule.of(
                        "indexAdd",
                        -2,
                        2,
                        x -> x.get(0)
                                .indexAdd(1, index(new long[] {3, 3}, 2), x.get(1))
                                .square(),
                        PLANE,
                        Shape.of(3, 2)),
                unary(
                        "index tensors",
                        -2,
                        2,
                        x -> x.get(Index.of(index(new long[] {0, -1}, 2)), Index.of(index(new long[] {1, 1}, 2)))
                                .square()),
                Rule.of(
                        "with",
                        -2,
                        2,
                        x -> x.get(0)
                                .with(x.get(1), Index.every(2), Index.to(2))
                                .square(),
                        PLANE,
                        Shape.of(2)),
                Rule.of(
                        "cat",
                        -2,
                        2,
                        x -> Tensor.cat(0, x.get(0), x.get(1), x.get(0)).square(),
                        PLANE,
                        Shape.of(1, 4)),
                Rule.of("stack", -2, 2, x -> Tensor.stack(1, x.get(0), x.get(1)).square(), PLANE, PLANE));
    }

    private static List<Rule> composed() {
        Tensor classes = index(new long[] {1, 3, 0}, 3);
        return List.of(
                Rule.of("matmul", -2, 2, x -> x.get(0).matmul(x.get(1)), Shape.of(2, 3, 4), Shape.of(2, 4, 2)),
                Rule.of("vector matmul", -2, 2, x -> x.get(0).matmul(x.get(1)), Shape.of(4), Shape.of(4, 2)),
                Rule.of("linear", -2, 2, x -> x.get(0).linear(x.get(1), x.get(2)), PLANE, Shape.of(2, 4), Shape.of(2)),
                Rule.of(
                        "einsum",
                        -1,
                        1,
                        x -> Tensor.einsum("bij,bkj,k->bi", x.get(0), x.get(1), x.get(2)),
                        Shape.of(2, 2, 3),
                        Shape.of(2, 2, 3),
                        Shape.of(2)),
                attention("attention", Attention.DEFAULT, 2),
                attention("causal attention", Attention.CAUSAL, 2),
                attention("grouped attention", Attention.CAUSAL.withScale(0.3), 1),
                Rule.of(
                        "masked attention",
                        -1,
                        1,
                        x -> Tensor.attention(x.get(0), x.get(1), x.get(2), Attention.DEFAULT.withMask(x.get(3))),
                        Shape.of(2, 3, 2),
                        Shape.of(2, 2, 2),
                        Shape.of(2, 2, 3),
                        Shape.of(3, 2)),
                Rule.of(
                        "layerNorm",
                        -2,
                        2,
                        x -> x.get(0).layerNorm(x.get(1), x.get(2), 1e-5),
                        PLANE,
                        Shape.of(4),
                        Shape.of(4)),
                Rule.of("rmsNorm", -2, 2, x -> x.get(0).rmsNorm(x.get(1), 1e-6), PLANE, Shape.of(4)),
                Rule.of(
                        "groupNorm",
                        -2,
                        2,
                        x -> x.get(0).groupNorm(2, x.get(1), x.get(2), 1e-5),
                        Shape.of(2, 4, 3),
                        Shape.of(4),
                        Shape.of(4)),
                Rule.of(
                        "batchNorm",
                        -2,
                        2,
                        x -> x.get(0).batchNorm(x.get(1), x.get(2), 1e-5),
                        Shape.of(3, 2, 2),
                        Shape.of(2),
                        Shape.of(2)),
                unary("crossEntropy", -2, 2, x -> x.crossEntropy(classes)),
                Rule.of(
                        "smoothed and weighted crossEntropy",
                        0.1,
                        2,
                        x -> x.get(0)
                                .crossEntropy(
                                        classes,
                                        CrossEntropy.DEFAULT
                                                .withLabelSmoothing(0.2)
                                                .withWeight(x.get(1))
                                                .withIgnoreIndex(3)),
                        PLANE,
                        Shape.of(4)),
                Rule.of("mseLoss", -2, 2, x -> x.get(0).mseLoss(x.get(1)), PLANE, PLANE),
                Rule.of("l1Loss", -2, 2, x -> x.get(0).l1Loss(x.get(1)), PLANE, PLANE),
                Rule.of("huberLoss", -2, 2, x -> x.get(0).huberLoss(x.get(1), 0.7), PLANE, PLANE),
                Rule.of("bceWithLogits", -2, 2, x -> x.get(0).bceWithLogits(x.get(1)), PLANE, PLANE),
                Rule.of("klDiv", 0.1, 1, x -> x.get(0).klDiv(x.get(1)), PLANE, PLANE),
                Rule.of("cosineSimilarity", -2, 2, x -> x.get(0).cosineSimilarity(x.get(1), 1, 1e-8), PLANE, PLANE),
                Rule.of(
                        "conv2d",
                        -1,
                        1,
                        x -> x.get(0)
                                .conv2d(
                                        x.get(1),
                                        x.get(2),
                                        Windows.DEFAULT
                                                .withStride(2)
                                                .withPadding(1)
                                                .withGroups(2)),
                        Shape.of(1, 2, 5, 4),
                        Shape.of(2, 1, 3, 2),
                        Shape.of(2)),
                Rule.of(
                        "convTranspose2d",
                        -1,
                        1,
                        x -> x.get(0)
                                .convTranspose2d(
                                        x.get(1),
                                        x.get(2),
                                        Windows.DEFAULT.withStride(2).withPadding(1),
                                        1),
                        Shape.of(1, 2, 3, 2),
                        Shape.of(2, 2, 3, 2),
                        Shape.of(2)),
                Rule.of(
                        "conv1d",
                        -1,
                        1,
                        x -> x.get(0).conv1d(x.get(1), null, Windows.DEFAULT.withDilation(2)),
                        Shape.of(2, 2, 6),
                        Shape.of(3, 2, 2)),
                Rule.of("maxPool2d", -2, 2, x -> x.getFirst().maxPool2d(3, 2, 1).square(), Shape.of(1, 2, 4, 5)),
                Rule.of("avgPool2d", -2, 2, x -> x.getFirst().avgPool2d(3, 2, 1).square(), Shape.of(1, 2, 4, 5)));
    }

    private static Rule attention(String name, Attention options, long groups) {
        return Rule.of(
                name,
                -1,
                1,
                x -> Tensor.attention(x.get(0), x.get(1), x.get(2), options),
                Shape.of(1, 2, 3, 2),
                Shape.of(1, groups, 3, 2),
                Shape.of(1, groups, 3, 2));
    }

    /** Two real inputs as one complex value, and what is asked of the result. */
    private static Rule complex(String name, Function<Tensor, Tensor> function) {
        return new Rule(name, 0.3, 1.5, List.of(PLANE, PLANE), DType.FLOAT32, x -> {
            Tensor z = function.apply(x.get(0).complex(x.get(1)));
            return z.dtype().isComplex() ? z.real().mul(0.7).add(z.imag().mul(1.3)) : z;
        });
    }

    private static List<Rule> complexes() {
        return List.of(
                complex("complex abs", Tensor::abs),
                complex("complex exp", Tensor::exp),
                complex("complex log", Tensor::log),
                complex("complex sqrt", Tensor::sqrt),
                complex("complex sin", Tensor::sin),
                complex("complex cos", Tensor::cos),
                complex("complex tanh", Tensor::tanh),
                complex("complex reciprocal", Tensor::reciprocal),
                complex("complex conj", Tensor::conj),
                complex("complex angle", Tensor::angle),
                complex("complex mul", z -> z.mul(z.conj().exp())),
                complex("complex div", z -> z.exp().div(z)),
                complex("complex sign", Tensor::sign),
                complex("complex matmul", z -> z.matmul(z.transpose().conj().exp())),
                complex("complex sum", z -> z.sum(0).square()),
                complex(
                        "complex cast",
                        z -> z.to(DType.FLOAT32).to(DType.COMPLEX64).mul(z)));
    }

    @Property(tries = 3)
    void agreesWithDifferences(@ForAll long seed) {
        List<String> wrong = new ArrayList<>();
        Stream.of(elementwise(), shaped(), composed(), complexes())
                .flatMap(List::stream)
                .forEach(rule -> wrong.addAll(GradientChecks.disagreements(rule, seed)));
        assertEquals(List.of(), wrong);
    }

    @Example
    void aWrongGradientWouldBeNoticed() {
        Rule wrong = unary(
                "wrong",
                -2,
                2,
                x -> Gradients.define(
                        inputs -> inputs.getFirst().square(),
                        (inputs, _, gradient) ->
                                List.of(gradient.mul(inputs.getFirst()).mul(1.99)),
                        x));
        assertEquals(1, GradientChecks.disagreements(wrong, 1).size());
    }
}
