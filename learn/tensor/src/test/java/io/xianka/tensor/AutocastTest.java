package io.xianka.tensor;

import static io.xianka.tensor.DType.BFLOAT16;
import static io.xianka.tensor.DType.FLOAT16;
import static io.xianka.tensor.DType.FLOAT32;
import static io.xianka.tensor.DType.FLOAT64;
import static io.xianka.tensor.DType.INT64;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Holds operations to PyTorch's lists for CUDA: aten/src/ATen/autocast_mode.h of 2.8. */
class AutocastTest {
    private static final Device DEVICE = Device.plain();

    private static Tensor ones(DType dtype, long... sizes) {
        return Tensor.ones(Shape.of(sizes), dtype, DEVICE);
    }

    /** Of a tensor (1, 2, 4, 4) of any type. */
    private static final Map<String, UnaryOperator<Tensor>> LOW = new LinkedHashMap<>();

    private static final Map<String, UnaryOperator<Tensor>> WIDE = new LinkedHashMap<>();
    private static final Map<String, UnaryOperator<Tensor>> FOLLOWING = new LinkedHashMap<>();

    static {
        LOW.put("matmul", x -> x.matmul(x));
        LOW.put("matmul of vectors", x -> x.flatten().matmul(x.flatten()));
        LOW.put("matmul by a vector", x -> x.matmul(ones(x.dtype(), 4)));
        LOW.put("linear", x -> x.linear(ones(FLOAT32, 3, 4), ones(FLOAT32, 3)));
        LOW.put("einsum", x -> Tensor.einsum("bcij,bcjk->bcik", x, x));
        LOW.put("conv1d", x -> x.reshape(1, 2, 16).conv1d(ones(FLOAT32, 3, 2, 3), ones(FLOAT32, 3), Windows.DEFAULT));
        LOW.put("conv2d", x -> x.conv2d(ones(FLOAT32, 3, 2, 3, 3), ones(FLOAT32, 3), Windows.DEFAULT));
        LOW.put("convTranspose2d", x -> x.convTranspose2d(ones(FLOAT32, 2, 3, 3, 3), null, Windows.DEFAULT));
        LOW.put("attention", x -> Tensor.attention(x, x, x, Attention.CAUSAL));
        LOW.put(
                "attention with a mask",
                x -> Tensor.attention(x, x, x, Attention.DEFAULT.withMask(ones(FLOAT32, 4, 4))));

        WIDE.put("acos", Tensor::acos);
        WIDE.put("asin", Tensor::asin);
        WIDE.put("cosh", Tensor::cosh);
        WIDE.put("exp", Tensor::exp);
        WIDE.put("expm1", Tensor::expm1);
        WIDE.put("log", Tensor::log);
        WIDE.put("log10", Tensor::log10);
        WIDE.put("log2", Tensor::log2);
        WIDE.put("log1p", Tensor::log1p);
        WIDE.put("reciprocal", Tensor::reciprocal);
        WIDE.put("rsqrt", Tensor::rsqrt);
        WIDE.put("sinh", Tensor::sinh);
        WIDE.put("tan", Tensor::tan);
        WIDE.put("rdiv", x -> x.rdiv(2.0));
        WIDE.put("pow", x -> x.pow(2.5));
        WIDE.put("pow of a half", x -> x.pow(0.5));
        WIDE.put("pow of an integer", x -> x.pow(3L));
        WIDE.put("pow of a tensor", x -> x.pow(x));
        WIDE.put("softplus", Tensor::softplus);
        WIDE.put("layerNorm", x -> x.layerNorm(ones(FLOAT32, 4), null, 1e-5));
        WIDE.put("layerNorm of axes", x -> x.layerNorm(Shape.of(4, 4), null, null, 1e-5));
        WIDE.put("groupNorm", x -> x.groupNorm(2, null, ones(FLOAT32, 2), 1e-5));
        WIDE.put("norm", x -> x.norm());
        WIDE.put("norm of order 3", x -> x.norm(3, new int[] {1}, false));
        WIDE.put("normalize", x -> x.normalize(2, 1, 1e-12));
        WIDE.put("cosineSimilarity", x -> x.cosineSimilarity(x, 1, 1e-8));
        WIDE.put("softmax", x -> x.softmax(-1));
        WIDE.put("logSoftmax", x -> x.logSoftmax(-1));
        WIDE.put("logsumexp", x -> x.logsumexp(1));
        WIDE.put("sum", x -> x.sum());
        WIDE.put("sum of an axis", x -> x.sum(1, true));
        WIDE.put("prod", x -> x.prod(1));
        WIDE.put("cumsum", x -> x.cumsum(1));
        WIDE.put("cumprod", x -> x.cumprod(1));
        WIDE.put("mseLoss", x -> x.mseLoss(x));
        WIDE.put("l1Loss", x -> x.l1Loss(x, Reduction.NONE));
        WIDE.put("huberLoss", x -> x.huberLoss(x, 1));
        WIDE.put("smoothL1Loss", x -> x.smoothL1Loss(x, 1));
        WIDE.put("bceWithLogits", x -> x.bceWithLogits(x));
        WIDE.put("klDiv", x -> x.klDiv(x));
        WIDE.put("crossEntropy", x -> x.crossEntropy(Tensor.zeros(Shape.of(1, 4, 4), INT64, DEVICE)));
        WIDE.put("nllLoss", x -> x.nllLoss(Tensor.zeros(Shape.of(1, 4, 4), INT64, DEVICE), CrossEntropy.DEFAULT));

        FOLLOWING.put("add", x -> x.add(x));
        FOLLOWING.put("add of a number", x -> x.add(0.5));
        FOLLOWING.put("div", x -> x.div(x));
        FOLLOWING.put("sqrt", Tensor::sqrt);
        FOLLOWING.put("square", Tensor::square);
        FOLLOWING.put("tanh", Tensor::tanh);
        FOLLOWING.put("sigmoid", Tensor::sigmoid);
        FOLLOWING.put("erf", Tensor::erf);
        FOLLOWING.put("relu", Tensor::relu);
        FOLLOWING.put("gelu", Tensor::gelu);
        FOLLOWING.put("geluTanh", Tensor::geluTanh);
        FOLLOWING.put("silu", Tensor::silu);
        FOLLOWING.put("elu", x -> x.elu(1));
        FOLLOWING.put("mish", Tensor::mish);
        FOLLOWING.put("logSigmoid", Tensor::logSigmoid);
        FOLLOWING.put("softsign", Tensor::softsign);
        FOLLOWING.put("asinh", Tensor::asinh);
        FOLLOWING.put("acosh", Tensor::acosh);
        FOLLOWING.put("atanh", x -> x.mul(0.5).atanh());
        FOLLOWING.put("mean", x -> x.mean());
        FOLLOWING.put("var", x -> x.var());
        FOLLOWING.put("std", x -> x.std(1));
        FOLLOWING.put("amax", x -> x.amax());
        FOLLOWING.put("clamp", x -> x.clamp(0, 1));
        FOLLOWING.put("rmsNorm", x -> x.rmsNorm(ones(FLOAT32, 4), 1e-6));
        FOLLOWING.put("instanceNorm", x -> x.instanceNorm(null, null, 1e-5));
        FOLLOWING.put("batchNorm", x -> x.batchNorm(null, null, 1e-5));
        FOLLOWING.put("avgPool2d", x -> x.avgPool2d(2));
        FOLLOWING.put("maxPool2d", x -> x.maxPool2d(2));
        FOLLOWING.put("dropout", x -> x.dropout(0.5, Generator.seeded(1)));
        FOLLOWING.put("cat", x -> Tensor.cat(1, x, x));
        FOLLOWING.put("take", x -> x.take(0, Tensor.zeros(Shape.of(3), INT64, DEVICE)));
        FOLLOWING.put("transpose", x -> x.transpose());
    }

    private static void check(
            DType scope, Map<String, UnaryOperator<Tensor>> operations, UnaryOperator<DType> expected) {
        for (DType given : List.of(FLOAT32, FLOAT16, BFLOAT16)) {
            operations.forEach((name, operation) -> {
                Tensor x = ones(given, 1, 2, 4, 4);
                DType found = Autocast.in(scope, () -> operation.apply(x)).dtype();
                assertEquals(expected.apply(given), found, name + " of " + given + " under autocast to " + scope);
            });
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT16", "BFLOAT16"})
    void operationsRunInTheTypesOfPyTorchsLists(DType scope) {
        check(scope, LOW, _ -> scope);
        check(scope, WIDE, _ -> FLOAT32);
        check(scope, FOLLOWING, given -> given);
    }

    @Test
    void mixedOperandsMeetInTheWidest() {
        Tensor narrow = ones(BFLOAT16, 2, 2);
        Tensor wide = ones(FLOAT32, 2, 2);
        Tensor places = Tensor.zeros(Shape.of(2, 2), INT64, DEVICE);
        List<Supplier<Tensor>> promoting = List.of(
                () -> narrow.add(wide),
                () -> wide.mul(narrow),
                () -> narrow.atan2(wide),
                () -> narrow.scatterAdd(0, places, wide),
                () -> wide.scatterAdd(0, places, narrow));
        for (Supplier<Tensor> operation : promoting) {
            assertEquals(FLOAT32, Autocast.in(BFLOAT16, operation).dtype());
        }
    }

    @Test
    void float64IntegersAndExplicitTypesAreLeftAlone() {
        Tensor twice = ones(FLOAT64, 2, 2);
        assertEquals(FLOAT64, Autocast.in(BFLOAT16, () -> twice.matmul(twice)).dtype());
        assertEquals(FLOAT64, Autocast.in(BFLOAT16, twice::exp).dtype());
        Tensor whole = ones(INT64, 2, 2);
        assertEquals(INT64, Autocast.in(FLOAT16, () -> whole.matmul(whole)).dtype());
        assertEquals(INT64, Autocast.in(FLOAT16, () -> whole.sum()).dtype());
        assertEquals(
                FLOAT32,
                Autocast.in(FLOAT16, () -> ones(FLOAT16, 2).to(FLOAT32)).dtype());
        assertEquals(
                FLOAT16,
                Autocast.in(BFLOAT16, () -> Generator.seeded(1).normal(Shape.of(2), FLOAT16, DEVICE))
                        .dtype());
    }

    @Test
    void assigningKeepsTheType() {
        Tensor x = ones(FLOAT32, 2, 2).realise();
        Autocast.in(BFLOAT16, () -> x.assign(x.mul(2)));
        assertEquals(FLOAT32, x.dtype());
        assertEquals(2, x.mean().item());
    }

    @Test
    void isOfItsScopeAndThreadAlone() throws InterruptedException {
        assertNull(Autocast.type());
        Tensor x = ones(FLOAT32, 2, 2);
        DType[] elsewhere = new DType[1];
        Autocast.in(BFLOAT16, () -> {
            assertEquals(BFLOAT16, Autocast.type());
            assertEquals(FLOAT16, Autocast.in(FLOAT16, () -> x.matmul(x)).dtype());
            assertEquals(FLOAT32, Autocast.in(null, () -> x.matmul(x)).dtype());
            Thread other =
                    Thread.ofPlatform().start(() -> elsewhere[0] = x.matmul(x).dtype());
            try {
                other.join();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            return x;
        });
        assertEquals(FLOAT32, elsewhere[0]);
        assertEquals(
                "autocast: to float32; it is to float16 or bfloat16",
                assertThrows(DTypeMismatch.class, () -> Autocast.in(FLOAT32, () -> x))
                        .getMessage());
    }

    @Test
    void gradientsHaveTheTypesOfWhatTheyAreOf() {
        Tensor w = ones(FLOAT32, 2, 2).realise().requiresGrad();
        Tensor x = ones(FLOAT32, 3, 2);
        Tensor loss = Autocast.in(BFLOAT16, () -> {
            Tensor sum = x.matmul(w).softmax(-1).sum();
            sum.backward();
            return sum;
        });
        assertEquals(FLOAT32, loss.dtype());
        assertEquals(FLOAT32, w.grad().dtype());
        assertTrue(Autocast.explain(w.grad()).contains("matmul               bfloat16"), Autocast.explain(w.grad()));
    }

    @Test
    void aWeightIsCastOnceHoweverOftenItIsUsed() {
        Tensor w = ones(FLOAT32, 64, 64).realise().requiresGrad();
        Tensor x = ones(FLOAT32, 64, 64).realise();
        Tensor y = Autocast.in(
                BFLOAT16, () -> IntStream.range(0, 3).boxed().reduce(x, (in, _) -> in.matmul(w), (_, last) -> last));
        y.sum().backward();
        String plan = Plan.of(y, w.grad()).explain();
        long casts = plan.lines()
                .filter(line -> line.matches(".* loop +cast +reads .*"))
                .count();
        assertEquals(2, casts, "x and w, each once, in\n" + plan);
    }

    @Test
    void refusesCrossEntropyOfProbabilitiesInFloat16() {
        Tensor p =
                Tensor.of(new float[] {0.5f, 0.25f, 0, 1}, Shape.of(4), DEVICE).requiresGrad();
        Tensor target = Tensor.of(new float[] {1, 0, 0, 1}, Shape.of(4), DEVICE);
        assertTrue(assertThrows(DTypeMismatch.class, () -> Autocast.in(FLOAT16, () -> p.bce(target)))
                .getMessage()
                .startsWith("bce: refused under autocast to float16"));
        Tensor loss = Autocast.in(BFLOAT16, () -> p.to(BFLOAT16).bce(target));
        assertEquals(FLOAT32, loss.dtype());
        assertEquals((Math.log(2) - Math.log(0.75)) / 4, loss.item(), 1e-6);
        p.bce(target, Reduction.SUM).backward();
        assertArrayEquals(new float[] {-2, 4 / 3f, 0, 0}, p.grad().toFloatArray(), 1e-6f);
    }

    /** 1 + 2^-20 is 1 in TensorFloat-32. */
    @Test
    void productsMayRoundTheirFactorsWhereThatIsAskedFor() {
        for (Device device : List.of(Device.emulated(), Device.cpu())) {
            Tensor x =
                    Tensor.full(1 + 0x1p-20, Shape.of(16, 16), FLOAT32, device).realise();
            Tensor w = Tensor.ones(Shape.of(16, 16), FLOAT32, device).realise().requiresGrad();
            float exact = 16 + 0x1p-16f;
            assertEquals(exact, x.matmul(w).toFloatArray()[0]);
            float rounded = device == Device.cpu() ? exact : 16;
            Tensor product = Autocast.tf32(() -> x.matmul(w));
            assertEquals(rounded, product.toFloatArray()[0]);
            product.sum().backward();
            assertEquals(rounded, w.grad().toFloatArray()[0]);
        }
    }

    /** Of 16 keys alike each weighs 1/16. */
    @Test
    void attentionMayRoundAsProductsDo() {
        for (Device device : List.of(Device.emulated(), Device.cpu())) {
            Tensor q = Tensor.ones(Shape.of(1, 1, 16, 16), FLOAT32, device).realise();
            Tensor v = Tensor.full(1 + 0x1p-20, Shape.of(1, 1, 16, 16), FLOAT32, device)
                    .realise()
                    .requiresGrad();
            float exact = 1 + 0x1p-20f;
            assertEquals(exact, Attention.DEFAULT.of(q, q, v).toFloatArray()[0]);
            float rounded = device == Device.cpu() ? exact : 1;
            Tensor output = Autocast.tf32(() -> Attention.DEFAULT.of(q, q, v));
            assertEquals(rounded, output.toFloatArray()[0]);
            output.mul(exact).sum().backward();
            assertEquals(rounded, v.grad().toFloatArray()[0]);
        }
    }

    @Test
    void explainsWhichTypeEachOperationRunsInAndWhy() {
        Tensor x = ones(FLOAT32, 4, 8).realise();
        Tensor w = ones(FLOAT32, 8, 8).realise();
        Tensor y = Autocast.in(BFLOAT16, () -> {
            Tensor h = x.layerNorm(null, null, 1e-5).matmul(w);
            return x.add(h.tanh().matmul(w)).softmax(-1);
        });
        assertEquals(
                List.of(
                        "1 x layerNorm            float32   listed to run in float32",
                        "3 x cast                 bfloat16  cast from float32",
                        "2 x matmul               bfloat16  listed to run in 16 bits",
                        "1 x tanh                 bfloat16  follows its operands",
                        "1 x cast                 float32   cast from bfloat16",
                        "1 x add                  float32   the widest of its operands, bfloat16 among them",
                        "1 x softmax              float32   listed to run in float32"),
                Autocast.explain(y).lines().map(String::strip).toList());
        assertTrue(y.explain().endsWith(Autocast.explain(y)));
        assertEquals(-1, x.tanh().explain().indexOf("follows"));
    }
}
