package io.xianka.tensor;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Compares gradients with differences of values a little to both sides along random directions. */
final class GradientChecks {
    /** A function of tensors under test, and where it is asked: the range of its inputs and their shapes. */
    record Rule(
            String name,
            double low,
            double high,
            List<Shape> shapes,
            DType dtype,
            Function<List<Tensor>, Tensor> function) {
        static Rule of(String name, double low, double high, Function<List<Tensor>, Tensor> function, Shape... shapes) {
            return new Rule(name, low, high, List.of(shapes), DType.FLOAT64, function);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private final Rule rule;
    private final SplittableRandom random;
    private final List<double[]> points = new ArrayList<>();

    private GradientChecks(Rule rule, long seed) {
        this.rule = rule;
        this.random = new SplittableRandom(seed);
        for (Shape shape : rule.shapes) {
            points.add(apart(shape));
        }
    }

    /** Numbers of a range in random order that keep a distance, so that no maximum changes within a difference. */
    private double[] apart(Shape shape) {
        int count = (int) shape.elements();
        double unit = (rule.high - rule.low) / count;
        double[] values = IntStream.range(0, count)
                .mapToDouble(i -> rule.low + unit * (i + 0.25 + 0.5 * random.nextDouble()))
                .toArray();
        for (int i = count - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            double kept = values[i];
            values[i] = values[j];
            values[j] = kept;
        }
        return values;
    }

    private double[] direction(int count) {
        return random.doubles(count, -1, 1).toArray();
    }

    private List<Tensor> inputs(List<double[]> values) {
        List<Tensor> inputs = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Tensor input = Tensor.of(values.get(i), rule.shapes.get(i), Device.plain());
            inputs.add(input.to(rule.dtype).realise().requiresGrad());
        }
        return inputs;
    }

    private List<double[]> moved(List<double[]> directions, double by) {
        List<double[]> moved = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            double[] from = points.get(i);
            double[] along = directions.get(i);
            moved.add(IntStream.range(0, from.length)
                    .mapToDouble(j -> from[j] + by * along[j])
                    .toArray());
        }
        return moved;
    }

    private static Tensor along(List<Tensor> gradients, List<double[]> directions) {
        Tensor sum = null;
        for (int i = 0; i < gradients.size(); i++) {
            Tensor gradient = gradients.get(i);
            Tensor direction = Tensor.of(directions.get(i), gradient.shape(), Device.plain())
                    .to(gradient.dtype());
            Tensor term = gradient.mul(direction).sum();
            sum = sum == null ? term : sum.add(term);
        }
        return sum;
    }

    private Tensor loss(List<Tensor> inputs, double[] weights) {
        Tensor y = rule.function.apply(inputs);
        return y.mul(Tensor.of(weights, y.shape(), Device.plain()).to(y.dtype()))
                .sum();
    }

    private List<double[]> directions() {
        return points.stream().map(point -> direction(point.length)).toList();
    }

    /** Nothing when first and second gradients agree with differences. */
    static List<String> disagreements(Rule rule, long seed) {
        return new GradientChecks(rule, seed).disagreements();
    }

    private List<String> disagreements() {
        double step = rule.dtype == DType.FLOAT64 ? 1e-5 : 1e-2;
        double tolerance = rule.dtype == DType.FLOAT64 ? 1e-6 : 1e-2;
        int count = (int) rule.function.apply(inputs(points)).shape().elements();
        double[] weights = direction(count);
        List<double[]> first = directions();
        List<double[]> second = directions();
        List<String> wrong = new ArrayList<>();
        List<Tensor> inputs = inputs(points);
        Tensor slope = slope(inputs, weights, first);
        double difference = (loss(inputs(moved(first, step)), weights).item()
                        - loss(inputs(moved(first, -step)), weights).item())
                / (2 * step);
        note(wrong, "gradient", slope.item(), difference, tolerance);
        if (slope.isDifferentiable() && rule.dtype == DType.FLOAT64) {
            double curvature = along(ofEach(slope, inputs), second).item();
            double differenceOfSlopes =
                    (slope(inputs(moved(second, step)), weights, first).item()
                                    - slope(inputs(moved(second, -step)), weights, first)
                                            .item())
                            / (2 * step);
            note(wrong, "second gradient", curvature, differenceOfSlopes, tolerance * 10);
        }
        return wrong;
    }

    private Tensor slope(List<Tensor> inputs, double[] weights, List<double[]> directions) {
        return along(Gradients.of(loss(inputs, weights), inputs), directions);
    }

    /** By each input that the slope still depends on, 0 for the others. */
    private static List<Tensor> ofEach(Tensor slope, List<Tensor> inputs) {
        return inputs.stream()
                .map(input -> {
                    try {
                        return Gradients.of(slope, input);
                    } catch (IllegalArgumentException constant) {
                        if (!constant.getMessage().contains("not computed from")) {
                            throw constant;
                        }
                        return input.detach().zerosLike();
                    }
                })
                .toList();
    }

    private void note(List<String> wrong, String what, double found, double difference, double tolerance) {
        if (!(Math.abs(found - difference) <= tolerance * (1 + Math.abs(difference)))) {
            wrong.add(rule.name + ": " + what + " " + found + ", by differences " + difference);
        }
    }
}
