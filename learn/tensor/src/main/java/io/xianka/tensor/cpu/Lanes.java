package io.xianka.tensor.cpu;

import java.util.Arrays;

/** The lanes of a register as an object of their own. */
final class Lanes {
    private record Complex(float[] re, float[] im) {}

    private Lanes() {}

    static Object copy(Frame f, Operand.Register x, int n) {
        return switch (x.kind()) {
            case FLOAT -> Arrays.copyOf(f.floats[x.number()], n);
            case DOUBLE -> Arrays.copyOf(f.doubles[x.number()], n);
            case INT -> Arrays.copyOf(f.ints[x.number()], n);
            case LONG -> Arrays.copyOf(f.longs[x.number()], n);
            case COMPLEX ->
                new Complex(Arrays.copyOf(f.floats[x.number()], n), Arrays.copyOf(f.floats[x.imaginary()], n));
        };
    }

    static void paste(Frame f, Object lanes, Operand.Register z) {
        switch (lanes) {
            case float[] from -> System.arraycopy(from, 0, f.floats[z.number()], 0, from.length);
            case double[] from -> System.arraycopy(from, 0, f.doubles[z.number()], 0, from.length);
            case int[] from -> System.arraycopy(from, 0, f.ints[z.number()], 0, from.length);
            case long[] from -> System.arraycopy(from, 0, f.longs[z.number()], 0, from.length);
            case Complex(float[] re, float[] im) -> {
                System.arraycopy(re, 0, f.floats[z.number()], 0, re.length);
                System.arraycopy(im, 0, f.floats[z.imaginary()], 0, im.length);
            }
            default -> throw new IllegalStateException("no lanes: " + lanes.getClass());
        }
    }
}
