package io.xianka.emulator.texture;

import io.xianka.driver.api.AddressMode;
import io.xianka.driver.api.ArrayShape;
import io.xianka.driver.api.FilterMode;
import io.xianka.driver.api.Sampler;

/**
 * A texture as kernels read it. All results are four channels of 32 bits, those that the elements lack 0; floating-point
 * numbers by their bits.
 *
 * @param isRow device memory as a row, of which what lies outside is 0
 */
public record TextureObject(Texels texels, Sampler sampler, boolean isRow) {
    /** Weights and the places between elements are in parts of this. */
    private static final int FRACTIONS = 256;

    private static final int OUTSIDE = -1;

    /** Whether reads give floating-point numbers. */
    private boolean readsFloats() {
        return shape().format().isFloat()
                || (sampler.normalizedRead() && shape().format().bytes() < 4);
    }

    private ArrayShape shape() {
        return texels.shape();
    }

    /** The element at integers. */
    public void fetch(int x, int y, int slice, int[] result) {
        int i = isRow ? (x >= 0 && x < shape().width() ? x : OUTSIDE) : inside(x, shape().width(), sampler.x(), false);
        point(
                i,
                inside(y, shape().rows(), sampler.y(), false),
                inside(slice, shape().slices(), sampler.z(), false),
                result);
    }

    /**
     * What is at a place of one or two dimensions of a slice.
     *
     * @param slice the layer or face, without a sign; those beyond the end are the last one
     */
    public void read(int dimensions, float x, float y, int slice, int[] result) {
        read(dimensions, x, y, 0, within(slice, shape().slices()), sampler.normalizedCoordinates(), result);
    }

    /** What is at a place of three dimensions. */
    public void read(float x, float y, float z, int[] result) {
        read(3, x, y, z, 0, sampler.normalizedCoordinates(), result);
    }

    private static int within(int index, int count) {
        return (int) Math.min(Integer.toUnsignedLong(index), count - 1);
    }

    private void read(int dimensions, float x, float y, float z, int slice, boolean normalized, int[] result) {
        double atX = scaled(x, shape().width(), normalized);
        double atY = dimensions > 1 ? scaled(y, shape().rows(), normalized) : 0;
        double atZ = dimensions > 2 ? scaled(z, shape().slices(), normalized) : 0;
        if (sampler.filter() == FilterMode.POINT || !readsFloats()) {
            point(
                    inside(floor(atX), shape().width(), sampler.x(), normalized),
                    dimensions > 1 ? inside(floor(atY), shape().rows(), sampler.y(), normalized) : 0,
                    dimensions > 2 ? inside(floor(atZ), shape().slices(), sampler.z(), normalized) : slice,
                    result);
            return;
        }
        long fixedX = fixed(atX);
        long fixedY = dimensions > 1 ? fixed(atY) : 0;
        long fixedZ = dimensions > 2 ? fixed(atZ) : 0;
        for (int channel = 0; channel < 4; channel++) {
            double sum = 0;
            for (int corner = 0; corner < 1 << dimensions; corner++) {
                double weight =
                        weight(fixedX, corner & 1) * weight(fixedY, corner >> 1 & 1) * weight(fixedZ, corner >> 2);
                if (weight == 0) {
                    continue;
                }
                int i = inside(neighbour(fixedX, corner & 1), shape().width(), sampler.x(), normalized);
                int j = dimensions > 1
                        ? inside(neighbour(fixedY, corner >> 1 & 1), shape().rows(), sampler.y(), normalized)
                        : 0;
                int k = dimensions > 2
                        ? inside(neighbour(fixedZ, corner >> 2), shape().slices(), sampler.z(), normalized)
                        : slice;
                sum += weight * number(i, j, k, channel);
            }
            result[channel] = Float.floatToRawIntBits((float) sum);
        }
    }

    /** What is seen in a direction from the middle of a cube. */
    public void readCube(float x, float y, float z, int cube, int[] result) {
        float ax = Math.abs(x);
        float ay = Math.abs(y);
        float az = Math.abs(z);
        int face;
        float s;
        float t;
        float m;
        if (ax >= ay && ax >= az) {
            face = x < 0 ? 1 : 0;
            m = ax;
            s = x < 0 ? z : -z;
            t = -y;
        } else if (ay >= az) {
            face = y < 0 ? 3 : 2;
            m = ay;
            s = x;
            t = y < 0 ? -z : z;
        } else {
            face = z < 0 ? 5 : 4;
            m = az;
            s = z < 0 ? -x : x;
            t = -y;
        }
        int cubes = shape().slices() / 6;
        int slice = within(cube, cubes) * 6 + face;
        read(2, (s / m + 1) / 2, (t / m + 1) / 2, 0, slice, true, result);
    }

    /** One channel of the four elements that a filter would use: below left, below right, above right, above left. */
    public void gather(int channel, float x, float y, int[] result) {
        boolean normalized = sampler.normalizedCoordinates();
        long fixedX = fixed(scaled(x, shape().width(), normalized));
        long fixedY = fixed(scaled(y, shape().rows(), normalized));
        int[] element = new int[4];
        for (int corner = 0; corner < 4; corner++) {
            int right = corner == 1 || corner == 2 ? 1 : 0;
            int below = corner < 2 ? 1 : 0;
            point(
                    inside(neighbour(fixedX, right), shape().width(), sampler.x(), normalized),
                    inside(neighbour(fixedY, below), shape().rows(), sampler.y(), normalized),
                    0,
                    element);
            result[corner] = element[channel];
        }
    }

    private void point(int i, int j, int k, int[] result) {
        boolean floats = readsFloats();
        boolean border = i == OUTSIDE || j == OUTSIDE || k == OUTSIDE;
        for (int channel = 0; channel < 4; channel++) {
            if (floats) {
                result[channel] = Float.floatToRawIntBits(number(i, j, k, channel));
            } else if (channel >= shape().channels() || (border && isRow)) {
                result[channel] = 0;
            } else {
                result[channel] = border ? sampler.border().get(channel).intValue() : texels.bits(i, j, k, channel);
            }
        }
    }

    private float number(int i, int j, int k, int channel) {
        if (channel >= shape().channels()) {
            return 0;
        }
        if (i == OUTSIDE || j == OUTSIDE || k == OUTSIDE) {
            return isRow ? 0 : sampler.border().get(channel);
        }
        return texels.number(i, j, k, channel);
    }

    private static double scaled(float coordinate, int count, boolean normalized) {
        return normalized ? (double) coordinate * count : coordinate;
    }

    private static int floor(double at) {
        return Math.clamp((long) Math.floor(at), Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** Where it is among the middles of elements, in fractions. */
    private static long fixed(double at) {
        return Math.round(Math.clamp(at - 0.5, -1e9, 1e9) * FRACTIONS);
    }

    private static int neighbour(long fixed, int next) {
        return (int) Math.floorDiv(fixed, FRACTIONS) + next;
    }

    private static double weight(long fixed, int next) {
        double alpha = Math.floorMod(fixed, FRACTIONS) / (double) FRACTIONS;
        return next == 0 ? 1 - alpha : alpha;
    }

    private static int inside(int index, int count, AddressMode mode, boolean normalized) {
        if (index >= 0 && index < count) {
            return index;
        }
        boolean repeats = mode == AddressMode.WRAP || mode == AddressMode.MIRROR;
        return switch (repeats && !normalized ? AddressMode.CLAMP : mode) {
            case CLAMP -> Math.clamp(index, 0, count - 1);
            case BORDER -> OUTSIDE;
            case WRAP -> Math.floorMod(index, count);
            case MIRROR -> {
                int within = Math.floorMod(index, 2 * count);
                yield within < count ? within : 2 * count - 1 - within;
            }
        };
    }
}
