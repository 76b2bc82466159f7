package io.xianka.nn;

import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.ShapeMismatch;
import io.xianka.tensor.Tensor;

/**
 * Positions as angles: pairs of elements of queries and keys are turned by their place times a frequency, so that products depend on
 * distances (Su et al. 2021). Element i is paired with element i + size / 2, as in Hugging Face's LLaMA; frequencies fall from 1 to
 * about 1 / base. Angles are float32 products, as there, so that its weights see what they were trained with.
 *
 * <p>Two tables, no parameters; layers may share one.
 */
public final class RotaryEmbedding {
    // Half a gigabyte: a million places of heads of 128.
    private static final long MOST_ELEMENTS = 1 << 27;

    private final long size;
    private final long block;
    // (block, 1, size / 2)
    private final Tensor cosines;
    // (block, 2, size / 2): negative for the first of a pair.
    private final Tensor sines;

    /**
     * Tables of a device.
     *
     * @param size elements of a head, even
     * @param block places
     * @param base 10,000 in the paper and LLaMA 2, 500,000 in LLaMA 3
     */
    public RotaryEmbedding(long size, long block, double base, Device device) {
        this(size, block, base, RotaryScaling.NONE, device);
    }

    /** Whose frequencies are made longer. */
    public RotaryEmbedding(long size, long block, double base, RotaryScaling scaling, Device device) {
        if (size < 2 || size % 2 != 0 || block < 1 || !(base > 0) || block > MOST_ELEMENTS / size) {
            throw new IllegalArgumentException("rotary positions: heads of " + size + ", " + block + " places, base "
                    + base + "; heads are even, the base is above 0, and a table has at most 2^27 elements");
        }
        this.size = size;
        this.block = block;
        int half = (int) (size / 2);
        float[] cos = new float[(int) block * half];
        float[] sin = new float[(int) block * half * 2];
        for (int i = 0; i < half; i++) {
            float frequency = scaling.of(1 / (float) Math.pow(base, (float) (2 * i) / (float) size));
            for (int place = 0; place < block; place++) {
                double angle = place * frequency;
                cos[place * half + i] = (float) Math.cos(angle);
                sin[place * 2 * half + i] = (float) -Math.sin(angle);
                sin[(place * 2 + 1) * half + i] = (float) Math.sin(angle);
            }
        }
        cosines = Tensor.of(cos, Shape.of(block, 1, half), device);
        sines = Tensor.of(sin, Shape.of(block, 2, half), device);
    }

    /** {@return the elements of a head} */
    public long size() {
        return size;
    }

    /**
     * Turns heads at the places from 0 on.
     *
     * @param x {@code (..., length, size)}
     */
    public Tensor rotate(Tensor x) {
        long length = x.shape().size(-2);
        if (length > block) {
            throw new ShapeMismatch(
                    "rotary positions: " + length + " places of shape " + x.shape() + ", a table of " + block);
        }
        return rotated(x, cosines.narrow(0, 0, length), sines.narrow(0, 0, length));
    }

    /**
     * Turns heads at any places.
     *
     * @param x {@code (..., length, size)}
     * @param places {@code (length,)}, integers; those beyond the table count as its last
     */
    public Tensor rotate(Tensor x, Tensor places) {
        Tensor inTable = places.minimum(block - 1);
        return rotated(x, cosines.take(0, inTable), sines.take(0, inTable));
    }

    private Tensor rotated(Tensor x, Tensor cos, Tensor sin) {
        Tensor halves = x.unflatten(-1, 2, size / 2);
        Tensor turned = halves.mul(cos).add(halves.flip(-2).mul(sin));
        return turned.to(x.dtype()).flatten(-2, -1);
    }
}
