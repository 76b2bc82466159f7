package io.xianka.tensor.product;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Stream;
import io.xianka.tensor.DType;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** One product of random numbers on a device, compared with a loop in double precision. */
final class ProductCase {
    private static final int MARGIN = 64;
    private static final long MOST_TERMS = 1 << 25;

    private final Product product;
    private final HostNumbers a;
    private final HostNumbers b;
    private final HostNumbers c;
    private final HostNumbers bias;
    private final Sums sums;

    ProductCase(Product product, long seed) {
        this.product = product;
        SplittableRandom random = new SplittableRandom(seed);
        this.a = HostNumbers.random(
                product.arithmetic().factors(), elements(product.a(), product.m(), product.k()), random);
        this.b = HostNumbers.random(
                product.arithmetic().factors(), elements(product.b(), product.k(), product.n()), random);
        this.c = HostNumbers.random(product.result(), elements(product.d(), product.m(), product.n()), random);
        this.bias = HostNumbers.random(product.result(), product.n(), random);
        this.sums = new Sums();
    }

    /** Sums over k of elements, and of their terms' magnitudes: the same whoever computes the product. */
    private final class Sums {
        // Of large products some elements, a step apart that meets all columns.
        private final long step = elements() * product.k() / MOST_TERMS | 1;
        private final double[] values = new double[Math.toIntExact(Math.ceilDiv(elements(), step))];
        private final double[] sizes = new double[values.length];

        Sums() {
            double[] left = a.toDoubles();
            double[] right = b.toDoubles();
            IntStream.range(0, values.length).parallel().forEach(i -> sum(i, left, right));
        }

        private long elements() {
            return (long) product.batch() * product.m() * product.n();
        }

        private void sum(int number, double[] left, double[] right) {
            long element = number * step;
            int column = (int) (element % product.n());
            int row = (int) (element / product.n() % product.m());
            int batch = (int) (element / product.n() / product.m());
            int atLeft = (int) at(product.a(), batch, row, 0);
            int atRight = (int) at(product.b(), batch, 0, column);
            int alongLeft = (int) (at(product.a(), batch, row, 1) - atLeft);
            int alongRight = (int) (at(product.b(), batch, 1, column) - atRight);
            double sum = 0;
            double size = 0;
            for (int i = 0; i < product.k(); i++) {
                double term = left[atLeft + i * alongLeft] * right[atRight + i * alongRight];
                sum += term;
                size += Math.abs(term);
            }
            values[number] = sum;
            sizes[number] = size;
        }
    }

    private long elements(Matrix matrix, int rows, int columns) {
        int lines = matrix.transposed() ? columns : rows;
        int length = matrix.transposed() ? rows : columns;
        return Math.max(0, product.batch() - 1) * matrix.batchStride()
                + Math.max(0, lines - 1) * matrix.leading()
                + length;
    }

    private static long at(Matrix matrix, int batch, int row, int column) {
        return batch * matrix.batchStride()
                + (matrix.transposed() ? column * matrix.leading() + row : row * matrix.leading() + column);
    }

    /** What is wrong with the results; empty when nothing is. */
    Optional<String> run(Products products, Device device, Stream stream) {
        int offset = product.alignmentBytes() < 16 ? product.alignmentBytes() : 0;
        HostNumbers d = HostNumbers.poisoned(product.result(), c.count() + MARGIN);
        long workspaceBytes = products.workspaceBytes(product);
        try (DeviceBuffer bufferA = copy(device, a, offset);
                DeviceBuffer bufferB = copy(device, b, offset);
                DeviceBuffer bufferC = copy(device, c, offset);
                DeviceBuffer bufferD = copy(device, d, offset);
                DeviceBuffer bufferBias = copy(device, bias, offset);
                DeviceBuffer workspace = device.allocate(Math.max(1, workspaceBytes))) {
            workspace.fill((byte) 0xff, stream);
            products.enqueue(
                    stream,
                    product,
                    bufferA.pointer() + offset,
                    bufferB.pointer() + offset,
                    bufferC.pointer() + offset,
                    bufferD.pointer() + offset,
                    bufferBias.pointer() + offset,
                    workspaceBytes == 0 ? 0 : workspace.pointer());
            stream.synchronize();
            bufferD.slice(offset, d.memory().byteSize()).copyTo(d.memory(), stream);
        }
        return firstDifference(products, d);
    }

    private static DeviceBuffer copy(Device device, HostNumbers numbers, int offset) {
        DeviceBuffer buffer = device.allocate(numbers.memory().byteSize() + offset);
        buffer.slice(offset, numbers.memory().byteSize()).copyFrom(numbers.memory());
        return buffer;
    }

    private Optional<String> firstDifference(Products products, HostNumbers d) {
        boolean[] written = new boolean[Math.toIntExact(d.count())];
        long count = 0;
        for (int batch = 0; batch < product.batch(); batch++) {
            for (int row = 0; row < product.m(); row++) {
                for (int column = 0; column < product.n(); column++) {
                    long at = at(product.d(), batch, row, column);
                    written[(int) at] = true;
                    long number = count++;
                    if (number % sums.step != 0) {
                        continue;
                    }
                    double sum = sums.values[(int) (number / sums.step)];
                    double size = sums.sizes[(int) (number / sums.step)];
                    double before = product.alpha() * sum
                            + (product.beta() == 0 ? 0 : product.beta() * c.get(at))
                            + (product.bias() ? bias.get(column) : 0);
                    double expected = activate(before);
                    double limit = Math.abs(product.alpha()) * size * summing()
                            + 16
                                    * HostNumbers.rounding(
                                            product.arithmetic() == Arithmetic.FLOAT64
                                                    ? product.result()
                                                    : DType.FLOAT32)
                                    * (Math.abs(before) + Math.abs(product.beta() * c.get(at)) + 1)
                            + 1.01 * HostNumbers.rounding(product.result()) * Math.abs(expected);
                    if (!(products instanceof OwnProducts)) {
                        // The library may round the product itself, and what goes into the activation, to the
                        // result's
                        // type,
                        // and for half types takes the tangent of GELU from the hardware, which gives 11 bits.
                        limit += HostNumbers.rounding(product.result())
                                        * (Math.abs(product.alpha() * sum)
                                                + Math.abs(product.beta() * c.get(at))
                                                + (product.bias() ? Math.abs(bias.get(column)) : 0)
                                                + Math.abs(before))
                                + (product.arithmetic().factors().bytes() == 2 ? 0x1p-10 * Math.abs(before) : 0)
                                + (product.activation() == Activation.GELU_TANH ? 0x1p-16 * Math.abs(before) : 0);
                    }
                    double actual = d.get(at);
                    if (!(Math.abs(actual - expected) <= limit)) {
                        return Optional.of(product + ": element " + batch + ", " + row + ", " + column + " is " + actual
                                + ", expected " + expected + " within " + limit);
                    }
                }
            }
        }
        for (int i = 0; i < written.length; i++) {
            if (!written[i] && !Double.isNaN(d.get(i))) {
                return Optional.of(
                        product + ": element " + i + " of the memory was written, which is not of the result");
            }
        }
        return Optional.empty();
    }

    /** The error of a sum, as a part of the sum of magnitudes. */
    private double summing() {
        double ofSum = switch (product.arithmetic()) {
            case FLOAT64 -> 0x1p-53;
            case FLOAT32, TF32, FLOAT16, BFLOAT16 -> 0x1p-23;
        };
        double ofFactors = product.arithmetic() == Arithmetic.TF32 ? 0x1p-9 : 0;
        return ofSum * Math.max(8, Math.sqrt(product.k())) + ofFactors;
    }

    private double activate(double x) {
        return switch (product.activation()) {
            case NONE -> x;
            case RELU -> Math.max(x, 0);
            case GELU_TANH -> x / 2 * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
            case GELU_ERF -> x / 2 * (1 + ErrorFunction.of(x / Math.sqrt(2)));
        };
    }
}
