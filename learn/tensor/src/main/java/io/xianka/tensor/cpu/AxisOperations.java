package io.xianka.tensor.cpu;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.graph.ReduceOp;
import io.xianka.tensor.plain.Scalars;
import java.util.Arrays;
import java.util.function.IntConsumer;

/** Operations that go along the lines of an axis: scans, places of the largest, places in order. Lines are shared out. */
final class AxisOperations {
    private final Workers workers;
    private final DType dtype;
    private final long operand;
    private final long result;
    private final int size;
    private final long step;
    private final long lines;

    AxisOperations(Workers workers, Node node, int axis, long operand, long result) {
        Shape shape = node.input(0).shape();
        if (shape.size(axis) > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(node + " on cpu: an axis has at most 2^31 - 9 elements here");
        }
        this.workers = workers;
        this.dtype = node.input(0).dtype();
        this.operand = operand;
        this.result = result;
        this.size = (int) shape.size(axis);
        this.step = shape.strides()[axis];
        this.lines = size == 0 ? 0 : shape.elements() / size;
    }

    static void run(Workers workers, Node node, long operand, long result) {
        switch (node.op()) {
            case Op.ArgReduce(ReduceOp op, int axis) ->
                new AxisOperations(workers, node, axis, operand, result).argReduce(op);
            case Op.Scan(ReduceOp op, int axis, boolean reverse) ->
                new AxisOperations(workers, node, axis, operand, result).scan(op, reverse);
            case Op.Argsort(int axis, boolean descending) ->
                new AxisOperations(workers, node, axis, operand, result).argsort(descending);
            default -> throw new IllegalStateException("not along an axis: " + node);
        }
    }

    private interface Line {
        void compute(long line);
    }

    private void each(Line line) {
        long perTask = Math.max(1, (1 << 14) / Math.max(1, size));
        int tasks = Math.toIntExact((lines + perTask - 1) / perTask);
        IntConsumer part = task -> {
            for (long i = task * perTask; i < Math.min(lines, (task + 1) * perTask); i++) {
                line.compute(i);
            }
        };
        workers.run(tasks, part);
    }

    /** The number of a line's first element. */
    private long first(long line) {
        return step == 1 ? line * size : line / step * step * size + line % step;
    }

    private long at(long line, long place) {
        return operand + dtype.bytes() * (first(line) + place * step);
    }

    private double[] reals(long line) {
        double[] values = new double[size];
        for (int i = 0; i < size; i++) {
            values[i] = Scalar.real(dtype, at(line, i));
        }
        return values;
    }

    private long[] integers(long line) {
        long[] values = new long[size];
        for (int i = 0; i < size; i++) {
            values[i] = Scalar.integer(dtype, at(line, i));
        }
        return values;
    }

    // ------------------------------------------------------------------ the place of the largest

    private void argReduce(ReduceOp op) {
        if (dtype == DType.FLOAT32) {
            each(line -> Elements.MEMORY.set(JAVA_LONG_UNALIGNED, result + 8 * line, best(op == ReduceOp.MAX, line)));
            return;
        }
        each(line -> {
            int best = dtype.hasGradient() ? best(op, reals(line)) : best(op, integers(line));
            Scalar.put(DType.INT64, result + 8 * line, (long) best);
        });
    }

    /** Without a copy of the line: most are short, such as windows of images. */
    private long best(boolean largest, long line) {
        long address = at(line, 0);
        float best = Elements.MEMORY.get(JAVA_FLOAT_UNALIGNED, address);
        int place = 0;
        for (int i = 1; i < size && !Float.isNaN(best); i++) {
            address += 4 * step;
            float value = Elements.MEMORY.get(JAVA_FLOAT_UNALIGNED, address);
            if (Float.isNaN(value) || (largest ? value > best : value < best)) {
                best = value;
                place = i;
            }
        }
        return place;
    }

    private static int best(ReduceOp op, double[] values) {
        int best = 0;
        for (int i = 1; i < values.length && !Double.isNaN(values[best]); i++) {
            double value = values[i];
            boolean better = op == ReduceOp.MAX ? value > values[best] : value < values[best];
            best = better || Double.isNaN(value) ? i : best;
        }
        return best;
    }

    private static int best(ReduceOp op, long[] values) {
        int best = 0;
        for (int i = 1; i < values.length; i++) {
            boolean better = op == ReduceOp.MAX ? values[i] > values[best] : values[i] < values[best];
            best = better ? i : best;
        }
        return best;
    }

    // ------------------------------------------------------------------ scans

    private void scan(ReduceOp op, boolean reverse) {
        BinaryOp fold = switch (op) {
            case SUM -> BinaryOp.ADD;
            case PROD -> BinaryOp.MUL;
            case MAX -> BinaryOp.MAX;
            case MIN -> BinaryOp.MIN;
        };
        each(line -> {
            if (dtype.isComplex()) {
                scanComplex(op, line, reverse);
                return;
            }
            double real = 0;
            long integer = 0;
            for (int i = 0; i < size; i++) {
                long place = reverse ? size - 1 - i : i;
                long to = result + dtype.bytes() * (first(line) + place * step);
                if (dtype.isFloating()) {
                    double value = Scalar.real(dtype, at(line, place));
                    real = i == 0 ? value : op == ReduceOp.SUM ? real + value : Scalars.binary(fold, real, value);
                    Scalar.put(dtype, to, real);
                } else {
                    long value = Scalar.integer(dtype, at(line, place));
                    integer = i == 0 ? value : Scalars.binary(fold, integer, value);
                    Scalar.put(dtype, to, dtype.wrap(integer));
                }
            }
        });
    }

    private void scanComplex(ReduceOp op, long line, boolean reverse) {
        double re = op == ReduceOp.SUM ? 0 : 1;
        double im = 0;
        for (int i = 0; i < size; i++) {
            long place = reverse ? size - 1 - i : i;
            double a = Scalar.real(DType.FLOAT32, at(line, place));
            double b = Scalar.real(DType.FLOAT32, at(line, place) + 4);
            double real = op == ReduceOp.SUM ? re + a : re * a - im * b;
            im = op == ReduceOp.SUM ? im + b : re * b + im * a;
            re = real;
            long to = result + 8 * (first(line) + place * step);
            Scalar.put(DType.FLOAT32, to, re);
            Scalar.put(DType.FLOAT32, to + 4, im);
        }
    }

    // ------------------------------------------------------------------ places in order

    private void argsort(boolean descending) {
        boolean narrow = dtype != DType.INT64 && dtype != DType.FLOAT64;
        each(line -> {
            long[] keys = dtype.hasGradient() ? keys(reals(line)) : integers(line);
            int[] places = narrow ? sortNarrow(keys, descending) : sortWide(keys, descending);
            for (int i = 0; i < size; i++) {
                Scalar.put(DType.INT64, result + 8 * (first(line) + i * step), (long) places[i]);
            }
        });
    }

    /** Integers in the order of the numbers: both zeros are one, and NaN is the largest. */
    private long[] keys(double[] values) {
        long[] keys = new long[values.length];
        for (int i = 0; i < keys.length; i++) {
            double value = values[i];
            if (dtype == DType.FLOAT64) {
                long bits = Double.doubleToLongBits(value + 0.0);
                keys[i] = Double.isNaN(value) ? Long.MAX_VALUE : bits ^ (bits >> 63 & Long.MAX_VALUE);
            } else {
                int bits = Float.floatToIntBits((float) value + 0.0f);
                keys[i] = Double.isNaN(value) ? Integer.MAX_VALUE : bits ^ (bits >> 31 & Integer.MAX_VALUE);
            }
        }
        return keys;
    }

    /** Keys of 32 bits are sorted with their places below them, which keeps equal ones in order. */
    private static int[] sortNarrow(long[] keys, boolean descending) {
        for (int i = 0; i < keys.length; i++) {
            keys[i] = (descending ? ~keys[i] : keys[i]) << 32 | i;
        }
        Arrays.sort(keys);
        int[] places = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            places[i] = (int) keys[i];
        }
        return places;
    }

    private static int[] sortWide(long[] keys, boolean descending) {
        Integer[] places = new Integer[keys.length];
        Arrays.setAll(places, i -> i);
        Arrays.sort(places, (a, b) -> descending ? Long.compare(keys[b], keys[a]) : Long.compare(keys[a], keys[b]));
        return Arrays.stream(places).mapToInt(Integer::intValue).toArray();
    }
}
