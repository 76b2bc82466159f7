package io.xianka.tensor;

import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Trace;
import io.xianka.tensor.plain.Philox;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A source of random tensors: Philox 4x32-10 over a counter, so that a seed gives the same numbers on every device. Uniform numbers,
 * integers and permutations are the same to the bit; normal ones within the rounding of logarithm and cosine. Threads may share one;
 * who needs the same numbers at each run gives each thread its own, from {@link #split}.
 */
public final class Generator {
    private static final Generator SHARED = new Generator(0x9E3779B97F4A7C15L ^ System.nanoTime());

    private volatile long seed;
    private final AtomicLong offset = new AtomicLong();

    private Generator(long seed) {
        this.seed = seed;
    }

    /** {@return a generator with this seed} */
    public static Generator seeded(long seed) {
        return new Generator(seed);
    }

    /** {@return the one that {@link Tensor#randn} and its like use; it starts anywhere until {@link #manualSeed}} */
    public static Generator shared() {
        return SHARED;
    }

    /** Starts again from a seed. */
    public Generator manualSeed(long seed) {
        this.seed = seed;
        offset.set(0);
        return this;
    }

    /**
     * Where a generator stands: what it gives from there on is given again from there.
     *
     * @param offset how far it has come since its seed
     */
    public record State(long seed, long offset) {}

    /** {@return where it stands} */
    public State state() {
        return new State(seed, offset.get());
    }

    /** Goes on from where some generator stood. */
    public Generator restore(State state) {
        seed = state.seed();
        offset.set(state.offset());
        return this;
    }

    /** {@return another generator, whose numbers have nothing to do with this one's; each call gives a new one} */
    public Generator split() {
        long counter = offset.getAndIncrement();
        long high = Philox.word(seed, counter, 0);
        return new Generator(high << 32 | Integer.toUnsignedLong(Philox.word(seed, counter, 1)));
    }

    /** 32 random bits an element, as an int64 without sign. */
    private Tensor bits(Shape shape, Device device) {
        long from = offset.getAndAdd(Math.ceilDiv(shape.elements(), 4));
        Node key = Trace.parameter(seed, DType.INT64, device);
        return new Tensor(Trace.randomBits(key, Trace.parameter(from, DType.INT64, device), shape));
    }

    /** The highest bits, as many as a type's fraction has, times their unit: exact in every type. */
    private Tensor uniformBits(Shape shape, DType dtype, Device device) {
        if (dtype == DType.FLOAT64) {
            Tensor high = shifted(bits(shape, device), 5).to(dtype).mul(0x1p26);
            return high.add(shifted(bits(shape, device), 6).to(dtype));
        }
        return shifted(bits(shape, device), 32 - fraction(dtype)).to(dtype);
    }

    private static int fraction(DType dtype) {
        return switch (dtype) {
            case FLOAT16 -> 11;
            case BFLOAT16 -> 8;
            case FLOAT32 -> 24;
            case FLOAT64 -> 53;
            case BOOL, UINT8, INT8, INT16, INT32, INT64, COMPLEX64 ->
                throw new DTypeMismatch("random numbers of type " + dtype + ": uniform and normal give floating types");
        };
    }

    private static Tensor shifted(Tensor bits, long by) {
        return bits.shiftRight(Promotion.scalar(bits, by));
    }

    /** {@return float32 numbers from 0 to below 1, on the default device} */
    public Tensor uniform(long... sizes) {
        return uniform(Shape.of(sizes), DType.FLOAT32, Device.current());
    }

    /** {@return numbers from 0 to below 1, each multiple of 2<sup>-24</sup> (float32) as likely as another} */
    public Tensor uniform(Shape shape, DType dtype, Device device) {
        return uniformBits(shape, dtype, device).mul(Math.scalb(1.0, -fraction(dtype)));
    }

    /** {@return float32 numbers of mean 0 and variance 1, on the default device} */
    public Tensor normal(long... sizes) {
        return normal(Shape.of(sizes), DType.FLOAT32, Device.current());
    }

    /** {@return numbers of mean 0 and variance 1, by Box and Muller's formula over two uniform ones each} */
    public Tensor normal(Shape shape, DType dtype, Device device) {
        DType carried = dtype == DType.FLOAT64 ? dtype : DType.FLOAT32;
        fraction(dtype);
        double unit = Math.scalb(1.0, -fraction(carried));
        // From above 0 to 1, so that the logarithm is finite.
        Tensor radius = uniformBits(shape, carried, device)
                .add(1)
                .mul(unit)
                .log()
                .mul(-2.0)
                .sqrt();
        Tensor angle = uniformBits(shape, carried, device).mul(unit * 2 * Math.PI);
        return radius.mul(angle.cos()).to(dtype);
    }

    /** {@return int64 numbers from {@code low} to below {@code high}, on the default device} */
    public Tensor integers(long low, long high, long... sizes) {
        return integers(low, high, Shape.of(sizes), DType.INT64, Device.current());
    }

    /** {@return numbers from {@code low} to below {@code high}} */
    public Tensor integers(long low, long high, Shape shape, DType dtype, Device device) {
        long range = high - low;
        if (low >= high) {
            throw new IllegalArgumentException("random integers from " + low + " to below " + high
                    + ": there are none; the second is beyond the last");
        }
        if (range <= 0) {
            throw new IllegalArgumentException("random integers from " + low + " to below " + high
                    + ": that are more than 2^63 - 1 numbers; take a narrower range");
        }
        if (!dtype.isFloating() && !dtype.isComplex() && (!isOf(dtype, low) || !isOf(dtype, high - 1))) {
            throw new IllegalArgumentException("random integers from " + low + " to below " + high + ": " + dtype
                    + " does not hold them all; take a narrower range, or int64");
        }
        if (range <= 1L << 31) {
            return shifted(bits(shape, device).mul(range), 32).add(low).to(dtype);
        }
        Tensor high31 = shifted(bits(shape, device), 1).mul(1L << 32);
        return high31.add(bits(shape, device)).remainder(range).add(low).to(dtype);
    }

    private static boolean isOf(DType dtype, long number) {
        return dtype.wrap(number) == number;
    }

    /** {@return the numbers from 0 to below {@code count} in random order, int64, on the default device} */
    public Tensor permutation(long count) {
        return permutation(count, Device.current());
    }

    /** {@return the numbers from 0 to below {@code count} in random order, int64} */
    public Tensor permutation(long count, Device device) {
        Shape shape = Shape.of(count);
        Tensor keys = bits(shape, device).mul(1L << 31).add(bits(shape, device));
        return keys.argsort(0, false);
    }

    /** {@return a bool each, true with a probability} */
    public Tensor bernoulli(double probability, Shape shape, Device device) {
        return uniform(shape, DType.FLOAT32, device).lt(probability);
    }
}
