package io.xianka.checks;

import io.xianka.tensor.CrossEntropy;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Index;
import io.xianka.tensor.Ranked;
import io.xianka.tensor.Reduction;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** How operators of ONNX are called here; windows are in {@link OnnxWindows}. */
final class OnnxOperations {
    /** What a node gives an operation. Inputs left out are null. */
    record Call(List<Tensor> inputs, Map<String, ProtobufMessage> attributes, int results, Device device) {
        Tensor in(int index) {
            return index < inputs.size() ? inputs.get(index) : null;
        }

        Tensor x() {
            return in(0);
        }

        Tensor y() {
            return in(1);
        }

        boolean has(String name) {
            return attributes.containsKey(name);
        }

        long integer(String name, long otherwise) {
            return has(name) ? attributes.get(name).integer(3) : otherwise;
        }

        int axis(String name, int otherwise) {
            return (int) integer(name, otherwise);
        }

        double number(String name, double otherwise) {
            return has(name) ? Float.intBitsToFloat((int) attributes.get(name).integer(2)) : otherwise;
        }

        String text(String name, String otherwise) {
            return has(name) ? attributes.get(name).text(4) : otherwise;
        }

        long[] integers(String name) {
            return has(name) ? attributes.get(name).integers(8) : null;
        }

        /** Numbers that an input holds or, in older versions, an attribute. */
        long[] integers(int input, String name) {
            return in(input) != null ? in(input).toLongArray() : integers(name);
        }
    }

    interface Operation {
        List<Tensor> of(Call call);
    }

    interface One {
        Tensor of(Call call);
    }

    private interface Folding {
        Tensor of(Tensor x, int[] axes, boolean keepDims);
    }

    private static final Map<String, Operation> TABLE = new HashMap<>();

    private OnnxOperations() {}

    static Operation named(String name) {
        return TABLE.get(name);
    }

    static void one(String name, One operation) {
        TABLE.put(name, call -> List.of(operation.of(call)));
    }

    private static void unary(String name, UnaryOperator<Tensor> operation) {
        one(name, call -> operation.apply(call.x()));
    }

    private static void binary(String name, BinaryOperator<Tensor> operation) {
        one(name, call -> operation.apply(call.x(), call.y()));
    }

    private static void many(String name, BinaryOperator<Tensor> operation) {
        one(name, call -> call.inputs().stream().reduce(operation).orElseThrow());
    }

    private static void folding(String name, Folding operation) {
        one(name, call -> {
            long[] axes = call.integers(1, "axes");
            if ((axes == null || axes.length == 0) && call.integer("noop_with_empty_axes", 0) == 1) {
                return call.x();
            }
            DType dtype = call.x().dtype();
            return operation
                    .of(call.x(), places(axes), call.integer("keepdims", 1) == 1)
                    .to(dtype);
        });
    }

    private static int[] places(long[] axes) {
        return axes == null
                ? new int[0]
                : Arrays.stream(axes).mapToInt(Math::toIntExact).toArray();
    }

    static {
        functions();
        activations();
        foldings();
        shapes();
        places();
        products();
        losses();
        OnnxWindows.addTo();
    }

    private static void functions() {
        unary("Abs", Tensor::abs);
        unary("Acos", Tensor::acos);
        unary("Acosh", Tensor::acosh);
        unary("Asin", Tensor::asin);
        unary("Asinh", Tensor::asinh);
        unary("Atan", Tensor::atan);
        unary("Atanh", Tensor::atanh);
        unary("Ceil", Tensor::ceil);
        unary("Cos", Tensor::cos);
        unary("Cosh", Tensor::cosh);
        unary("Erf", Tensor::erf);
        unary("Exp", Tensor::exp);
        unary("Floor", Tensor::floor);
        unary("Identity", x -> x);
        unary("IsNaN", Tensor::isNaN);
        unary("Log", Tensor::log);
        unary("Neg", Tensor::neg);
        unary("Not", Tensor::logicalNot);
        unary("Reciprocal", Tensor::reciprocal);
        unary("Round", Tensor::round);
        unary("Sign", Tensor::sign);
        unary("Sin", Tensor::sin);
        unary("Sinh", Tensor::sinh);
        unary("Sqrt", Tensor::sqrt);
        unary("Tan", Tensor::tan);
        unary("Tanh", Tensor::tanh);
        one("IsInf", call -> {
            Tensor positive = call.x().eq(Double.POSITIVE_INFINITY);
            Tensor negative = call.x().eq(Double.NEGATIVE_INFINITY);
            Tensor none = positive.logicalAnd(negative);
            return (call.integer("detect_positive", 1) == 1 ? positive : none)
                    .logicalOr(call.integer("detect_negative", 1) == 1 ? negative : none);
        });
        many("Add", Tensor::add);
        binary("Sub", Tensor::sub);
        many("Mul", Tensor::mul);
        binary("Div", OnnxOperations::quotient);
        one(
                "Pow",
                call -> call.x()
                        .to(DType.promote(call.x().dtype(), call.y().dtype()))
                        .pow(call.y())
                        .to(call.x().dtype()));
        one(
                "Mod",
                call -> call.integer("fmod", 0) == 1
                        ? cut(call.x(), call.y())
                        : call.x().remainder(call.y()));
        many("Max", Tensor::maximum);
        many("Min", Tensor::minimum);
        many("Sum", Tensor::add);
        one(
                "Mean",
                call -> call.inputs().stream()
                        .reduce(Tensor::add)
                        .orElseThrow()
                        .div(call.inputs().size()));
        binary("And", Tensor::logicalAnd);
        binary("Or", Tensor::logicalOr);
        binary("Xor", Tensor::logicalXor);
        binary("Equal", Tensor::eq);
        binary("Less", Tensor::lt);
        binary("LessOrEqual", Tensor::le);
        binary("Greater", Tensor::gt);
        binary("GreaterOrEqual", Tensor::ge);
        one(
                "BitShift",
                call -> call.text("direction", "").equals("LEFT")
                        ? call.x().shiftLeft(call.y())
                        : call.x().shiftRight(call.y()));
        one("Where", call -> Tensor.where(call.x(), call.in(1), call.in(2)));
        one("Clip", call -> {
            Tensor low = call.y() == null ? call.x() : call.x().maximum(call.y());
            return call.in(2) == null ? low : low.minimum(call.in(2));
        });
        one("Cast", call -> call.x().to(OnnxModel.dtype(call.integer("to", 0))));
        one("CastLike", call -> call.x().to(call.y().dtype()));
    }

    /** Integers are divided towards zero. */
    private static Tensor quotient(Tensor x, Tensor y) {
        return x.dtype().isInteger()
                ? x.to(DType.FLOAT64).div(y.to(DType.FLOAT64)).trunc().to(x.dtype())
                : x.div(y);
    }

    /** C's remainder: with the sign of the dividend. */
    private static Tensor cut(Tensor x, Tensor y) {
        return x.abs().remainder(y.abs()).mul(x.sign());
    }

    private static void activations() {
        unary("Relu", Tensor::relu);
        unary("Sigmoid", Tensor::sigmoid);
        unary("Softplus", Tensor::softplus);
        unary("Softsign", Tensor::softsign);
        one("Elu", call -> call.x().elu(call.number("alpha", 1)));
        one("Celu", call -> {
            double alpha = call.number("alpha", 1);
            return call.x()
                    .maximum(0)
                    .add(call.x().div(alpha).exp().sub(1).mul(alpha).minimum(0));
        });
        one(
                "Selu",
                call -> call.x()
                        .elu(call.number("alpha", 1.673263192176819))
                        .mul(call.number("gamma", 1.0507010221481323)));
        one("LeakyRelu", call -> call.x().leakyRelu(call.number("alpha", 0.01)));
        one("PRelu", call -> Tensor.where(call.x().lt(0), call.x().mul(call.y()), call.x()));
        one("ThresholdedRelu", call -> call.x().maskedFill(call.x().le(call.number("alpha", 1)), 0));
        one(
                "HardSigmoid",
                call -> call.x()
                        .mul(call.number("alpha", 0.2))
                        .add(call.number("beta", 0.5))
                        .clamp(0, 1));
        one("HardSwish", call -> call.x().mul(call.x().div(6).add(0.5).clamp(0, 1)));
        one("Shrink", call -> {
            double lambda = call.number("lambd", 0.5);
            double bias = call.number("bias", 0);
            Tensor x = call.x();
            return Tensor.where(x.lt(-lambda), x.add(bias), Tensor.where(x.gt(lambda), x.sub(bias), x.zerosLike()));
        });
        one("Softmax", call -> call.x().softmax(call.axis("axis", -1)));
        one("LogSoftmax", call -> call.x().logSoftmax(call.axis("axis", -1)));
        one("Hardmax", call -> {
            int axis = call.axis("axis", -1);
            Tensor first = call.x().argmax(axis, true);
            return call.x()
                    .zerosLike()
                    .scatterAdd(axis, first, first.onesLike().to(call.x().dtype()));
        });
    }

    private static void foldings() {
        folding("ReduceSum", Tensor::sum);
        folding("ReduceMean", (x, axes, keep) -> x.to(DType.FLOAT32).mean(axes, keep));
        folding("ReduceProd", Tensor::prod);
        folding("ReduceMax", Tensor::amax);
        folding("ReduceMin", Tensor::amin);
        folding("ReduceL1", (x, axes, keep) -> x.abs().sum(axes, keep));
        folding("ReduceL2", (x, axes, keep) -> x.norm(2, axes, keep));
        folding("ReduceLogSum", (x, axes, keep) -> x.sum(axes, keep).log());
        folding("ReduceLogSumExp", Tensor::logsumexp);
        folding("ReduceSumSquare", (x, axes, keep) -> x.square().sum(axes, keep));
        one("ArgMax", call -> arg(call, call.x()));
        one("ArgMin", call -> arg(call, call.x().neg()));
        one("CumSum", OnnxOperations::cumulative);
        TABLE.put("TopK", call -> {
            Ranked ranked = call.x().topk(call.y().itemLong(), call.axis("axis", -1), call.integer("largest", 1) == 1);
            return List.of(ranked.values(), ranked.indices());
        });
    }

    private static Tensor arg(Call call, Tensor x) {
        int axis = call.axis("axis", 0);
        boolean keep = call.integer("keepdims", 1) == 1;
        if (call.integer("select_last_index", 0) == 0) {
            return x.argmax(axis, keep);
        }
        return x.flip(axis).argmax(axis, keep).neg().add(x.shape().size(axis) - 1);
    }

    private static Tensor cumulative(Call call) {
        int axis = (int) call.y().itemLong();
        boolean reverse = call.integer("reverse", 0) == 1;
        Tensor x = reverse ? call.x().flip(axis) : call.x();
        Tensor sums = x.cumsum(axis);
        Tensor found = call.integer("exclusive", 0) == 1 ? sums.sub(x) : sums;
        return (reverse ? found.flip(axis) : found).to(call.x().dtype());
    }

    private static void shapes() {
        one("Reshape", call -> {
            long[] sizes = call.y().toLongArray();
            for (int i = 0; i < sizes.length; i++) {
                boolean copied = sizes[i] == 0 && call.integer("allowzero", 0) == 0;
                sizes[i] = copied ? call.x().shape().size(i) : sizes[i];
            }
            return call.x().reshape(sizes);
        });
        one("Flatten", call -> {
            Shape shape = call.x().shape();
            int axis = call.axis("axis", 1);
            int cut = axis < 0 ? axis + shape.rank() : axis;
            return call.x()
                    .reshape(
                            shape.slice(0, cut).elements(),
                            shape.slice(cut, shape.rank()).elements());
        });
        one("Transpose", call -> {
            int rank = call.x().shape().rank();
            int[] axes = call.has("perm")
                    ? places(call.integers("perm"))
                    : IntStream.range(0, rank).map(i -> rank - 1 - i).toArray();
            return call.x().permute(axes);
        });
        one("Squeeze", call -> {
            long[] axes = call.integers(1, "axes");
            if (axes == null) {
                return call.x().squeeze();
            }
            Shape shape = call.x().shape();
            int[] sorted = Arrays.stream(axes)
                    .mapToInt(a -> shape.axis((int) a))
                    .sorted()
                    .toArray();
            Tensor x = call.x();
            for (int i = sorted.length - 1; i >= 0; i--) {
                x = x.squeeze(sorted[i]);
            }
            return x;
        });
        one("Unsqueeze", call -> {
            long[] axes = call.integers(1, "axes");
            int rank = call.x().shape().rank() + axes.length;
            Tensor x = call.x();
            for (int axis : Arrays.stream(axes)
                    .mapToInt(a -> Math.floorMod((int) a, rank))
                    .sorted()
                    .toArray()) {
                x = x.unsqueeze(axis);
            }
            return x;
        });
        one(
                "Expand",
                call -> call.x()
                        .expand(Shape.broadcast(
                                "Expand", call.x().shape(), Shape.of(call.y().toLongArray()))));
        one("Tile", call -> call.x().repeat(call.y().toLongArray()));
        one("Concat", call -> Tensor.cat(call.axis("axis", 0), call.inputs().toArray(Tensor[]::new)));
        TABLE.put("Split", call -> {
            int axis = call.axis("axis", 0);
            long[] sizes = call.integers(1, "split");
            long part = call.x().shape().size(axis) / Math.max(1, call.results());
            return sizes != null ? call.x().split(sizes, axis) : call.x().split(part, axis);
        });
        one("Shape", call -> {
            long[] sizes = call.x().shape().sizes();
            int end = clipped(call.integer("end", sizes.length), sizes.length);
            int start = Math.min(end, clipped(call.integer("start", 0), sizes.length));
            long[] chosen = Arrays.copyOfRange(sizes, start, end);
            return Tensor.of(chosen, Shape.of(chosen.length), call.device());
        });
        one("Size", call -> Tensor.full(call.x().shape().elements(), Shape.SCALAR, DType.INT64, call.device()));
        one("Constant", call -> {
            if (!call.has("value")) {
                throw new OnnxModel.NotHere("this constant");
            }
            return OnnxModel.tensor(call.attributes().get("value").messages(5).getFirst(), call.device());
        });
        one("ConstantOfShape", call -> {
            Tensor value = call.has("value")
                    ? OnnxModel.tensor(
                            call.attributes().get("value").messages(5).getFirst(), call.device())
                    : Tensor.zeros(Shape.of(1), DType.FLOAT32, call.device());
            return value.expand(Shape.of(call.x().toLongArray()).concat(Shape.of(1)))
                    .reshape(Shape.of(call.x().toLongArray()));
        });
        one("EyeLike", call -> {
            Shape shape = call.x().shape();
            DType dtype = call.has("dtype")
                    ? OnnxModel.dtype(call.integer("dtype", 1))
                    : call.x().dtype();
            Tensor column = Tensor.ones(shape, DType.INT64, call.device()).cumsum(0);
            Tensor row = Tensor.ones(shape, DType.INT64, call.device()).cumsum(1);
            return row.sub(column).eq(call.integer("k", 0)).to(dtype);
        });
        one("Range", call -> {
            DType dtype = call.x().dtype();
            double start = call.x().item();
            double step = call.in(2).item();
            long count = (long) Math.max(0, Math.ceil((call.y().item() - start) / step));
            Tensor place = Tensor.ones(Shape.of(count), DType.INT64, call.device())
                    .cumsum(0)
                    .sub(1);
            return place.to(DType.FLOAT64).mul(step).add(start).to(dtype);
        });
        one("Trilu", call -> {
            long diagonal = call.y() == null ? 0 : call.y().itemLong();
            return call.integer("upper", 1) == 1
                    ? call.x().triu(diagonal)
                    : call.x().tril(diagonal);
        });
        one("DepthToSpace", OnnxOperations::depthToSpace);
        one("SpaceToDepth", call -> {
            Shape s = call.x().shape();
            long b = call.integer("blocksize", 1);
            return call.x()
                    .reshape(s.size(0), s.size(1), s.size(2) / b, b, s.size(3) / b, b)
                    .permute(0, 3, 5, 1, 2, 4)
                    .reshape(s.size(0), s.size(1) * b * b, s.size(2) / b, s.size(3) / b);
        });
    }

    private static Tensor depthToSpace(Call call) {
        Shape s = call.x().shape();
        long b = call.integer("blocksize", 1);
        long channels = s.size(1) / (b * b);
        Tensor apart = call.text("mode", "DCR").equals("DCR")
                ? call.x()
                        .reshape(s.size(0), b, b, channels, s.size(2), s.size(3))
                        .permute(0, 3, 4, 1, 5, 2)
                : call.x()
                        .reshape(s.size(0), channels, b, b, s.size(2), s.size(3))
                        .permute(0, 1, 4, 2, 5, 3);
        return apart.reshape(s.size(0), channels, s.size(2) * b, s.size(3) * b);
    }

    private static int clipped(long place, int size) {
        return Math.clamp(place < 0 ? place + size : place, 0, size);
    }

    private static void places() {
        one("Slice", OnnxOperations::slice);
        one("Gather", call -> {
            Index[] indices = new Index[call.x().shape().axis(call.axis("axis", 0)) + 1];
            Arrays.fill(indices, Index.all());
            indices[indices.length - 1] = Index.of(call.y());
            return call.x().get(indices);
        });
        one("GatherElements", call -> {
            int axis = call.axis("axis", 0);
            return call.x().gather(axis, counted(call.y(), call.x().shape().size(axis)));
        });
        one("GatherND", call -> {
            if (call.integer("batch_dims", 0) != 0) {
                throw new OnnxModel.NotHere("batches of GatherND");
            }
            return call.x().get(call.y().unbind(-1).stream().map(Index::of).toArray(Index[]::new));
        });
        one("ScatterElements", OnnxOperations::scatter);
        one("Scatter", OnnxOperations::scatter);
        one("Compress", call -> {
            Tensor x = call.has("axis") ? call.x() : call.x().flatten();
            int axis = x.shape().axis(call.axis("axis", 0));
            Tensor chosen = call.y().nonzero().reshape(-1);
            return x.take(axis, chosen);
        });
        one("NonZero", call -> call.x().nonzero().transpose());
        one("OneHot", call -> {
            long depth = (long) call.y().item();
            Tensor off = call.in(2).get(0);
            Tensor on = call.in(2).get(1);
            Tensor places = counted(call.x().to(DType.INT64), depth);
            Tensor chosen = places.oneHot(depth).to(DType.BOOL);
            int axis = call.axis("axis", -1);
            return Tensor.where(chosen, on, off).moveAxis(-1, axis);
        });
        one("Pad", OnnxOperations::pad);
    }

    private static Tensor counted(Tensor places, long size) {
        return Tensor.where(places.lt(0), places.add(size), places);
    }

    private static Tensor scatter(Call call) {
        int axis = call.axis("axis", 0);
        Tensor index = counted(call.y(), call.x().shape().size(axis));
        return switch (call.text("reduction", "none")) {
            case "add" -> call.x().scatterAdd(axis, index, call.in(2));
            case "none" -> {
                // Where an index writes, what was there is taken off first.
                Tensor written = call.x().zerosLike().scatterAdd(axis, index, call.in(2));
                Tensor counts =
                        call.x().zerosLike().scatterAdd(axis, index, call.in(2).onesLike());
                yield Tensor.where(counts.gt(0), written, call.x());
            }
            default -> throw new OnnxModel.NotHere("scattering with " + call.text("reduction", ""));
        };
    }

    private static Tensor slice(Call call) {
        long[] starts = call.integers(1, "starts");
        long[] ends = call.integers(2, "ends");
        long[] axes = call.integers(3, "axes");
        long[] steps = call.in(4) == null ? null : call.in(4).toLongArray();
        Index[] indices = new Index[call.x().shape().rank()];
        Arrays.fill(indices, Index.all());
        for (int i = 0; i < starts.length; i++) {
            int axis = call.x().shape().axis(axes == null ? i : (int) axes[i]);
            long step = steps == null ? 1 : steps[i];
            boolean toStart = step < 0 && ends[i] < -call.x().shape().size(axis);
            indices[axis] = new Index.Range(starts[i], toStart ? null : (Long) ends[i], step);
        }
        return call.x().get(indices);
    }

    private static Tensor pad(Call call) {
        long[] widths = call.integers(1, "pads");
        if (call.in(3) != null) {
            throw new OnnxModel.NotHere("padding of chosen axes");
        }
        int rank = call.x().shape().rank();
        String mode = call.text("mode", "constant");
        if (mode.equals("constant")) {
            double value = call.in(2) == null ? 0 : call.in(2).item();
            long[] inOrder = new long[2 * rank];
            for (int axis = 0; axis < rank; axis++) {
                inOrder[2 * (rank - 1 - axis)] = widths[axis];
                inOrder[2 * (rank - 1 - axis) + 1] = widths[rank + axis];
            }
            return call.x().pad(value, inOrder);
        }
        Tensor x = call.x();
        for (int axis = 0; axis < rank; axis++) {
            long size = x.shape().size(axis);
            long[] places = new long[Math.toIntExact(size + widths[axis] + widths[rank + axis])];
            for (int i = 0; i < places.length; i++) {
                long place = i - widths[axis];
                places[i] = mode.equals("edge")
                        ? Math.clamp(place, 0, size - 1)
                        : size - 1 - Math.abs(size - 1 - Math.abs(place));
            }
            x = x.take(axis, Tensor.of(places, Shape.of(places.length), call.device()));
        }
        return x;
    }

    private static void products() {
        binary("MatMul", Tensor::matmul);
        one("MatMulInteger", call -> {
            Tensor x = call.x().to(DType.INT32);
            Tensor y = call.y().to(DType.INT32);
            Tensor left = call.in(2) == null ? x : x.sub(call.in(2).to(DType.INT32));
            return left.matmul(call.in(3) == null ? y : y.sub(call.in(3).to(DType.INT32)));
        });
        one("Gemm", call -> {
            Tensor a = call.integer("transA", 0) == 1 ? call.x().transpose() : call.x();
            Tensor b = call.integer("transB", 0) == 1 ? call.y().transpose() : call.y();
            Tensor product = a.matmul(b).mul(call.number("alpha", 1));
            return call.in(2) == null ? product : product.add(call.in(2).mul(call.number("beta", 1)));
        });
        one(
                "Einsum",
                call -> Tensor.einsum(call.text("equation", ""), call.inputs().toArray(Tensor[]::new)));
        TABLE.put("LayerNormalization", call -> {
            Shape shape = call.x().shape();
            int axis = shape.axis(call.axis("axis", -1));
            double eps = call.number("epsilon", 1e-5);
            int[] axes = IntStream.range(axis, shape.rank()).toArray();
            Tensor mean = call.x().mean(axes, true);
            Tensor scale = call.x().var(axes, 0, true).add(eps).rsqrt();
            Shape last = shape.slice(axis, shape.rank());
            Tensor weight = call.y().expand(last);
            Tensor bias = call.in(2) == null ? null : call.in(2).expand(last);
            return List.of(call.x().layerNorm(last, weight, bias, eps), mean, scale);
        });
        one("InstanceNormalization", call -> call.x().instanceNorm(call.y(), call.in(2), call.number("epsilon", 1e-5)));
        one("BatchNormalization", call -> {
            if (call.integer("training_mode", 0) == 1) {
                throw new OnnxModel.NotHere("running statistics of BatchNormalization");
            }
            return call.x().batchNorm(call.in(3), call.in(4), call.in(1), call.in(2), call.number("epsilon", 1e-5));
        });
        one("MeanVarianceNormalization", call -> {
            int[] axes = call.has("axes") ? places(call.integers("axes")) : new int[] {0, 2, 3};
            Tensor centred = call.x().sub(call.x().mean(axes, true));
            return centred.div(centred.square().mean(axes, true).sqrt().add(1e-9));
        });
        TABLE.put("Dropout", call -> {
            if (call.in(2) != null
                    && call.in(2).itemBoolean()
                    && (call.y() == null || call.y().item() > 0)) {
                throw new OnnxModel.NotHere("NumPy's random numbers");
            }
            return List.of(call.x(), call.x().onesLike().to(DType.BOOL));
        });
    }

    private static void losses() {
        one("NegativeLogLikelihoodLoss", call -> call.x().nllLoss(call.y(), options(call)));
        TABLE.put("SoftmaxCrossEntropyLoss", call -> {
            List<Tensor> results = new ArrayList<>(List.of(call.x().crossEntropy(call.y(), options(call))));
            results.add(call.x().logSoftmax(1));
            return results;
        });
    }

    private static CrossEntropy options(Call call) {
        return CrossEntropy.DEFAULT
                .withWeight(call.in(2))
                .withIgnoreIndex(call.integer("ignore_index", -100))
                .withReduction(Reduction.valueOf(call.text("reduction", "mean").toUpperCase(Locale.ROOT)));
    }
}
