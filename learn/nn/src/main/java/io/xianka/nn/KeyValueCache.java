package io.xianka.nn;

import io.xianka.tensor.Attention;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys and values of the tokens that a model has read, so that the next token costs one token's work. They lie in buffers of one
 * size, and how many there are is a number that plans read when they run: so one plan serves every token.
 *
 * <p>Not for two threads at once.
 */
public final class KeyValueCache implements AutoCloseable {
    /** Keys and values of one block, {@code (batch, groups, capacity, size)}. */
    final class Part {
        private Tensor keys;
        private Tensor values;
        private Tensor nextKeys;
        private Tensor nextValues;

        private Part(Shape shape, DType dtype, Device device) {
            keys = Tensor.zeros(shape, dtype, device);
            values = Tensor.zeros(shape, dtype, device);
            Tensor.realise(keys, values);
        }

        /**
         * Causal attention to what is here and to new keys, which are taken up.
         *
         * @param q {@code (batch, heads, length, size)}
         * @param k {@code (batch, groups, length, size)}, heads a multiple of groups
         */
        Tensor attend(Tensor q, Tensor k, Tensor v) {
            nextKeys = with(keys, k);
            nextValues = with(values, v);
            long batch = q.shape().size(0);
            long heads = q.shape().size(1);
            long groups = k.shape().size(1);
            long length = q.shape().size(2);
            long size = q.shape().size(3);
            // The heads of a group lie in a row: as more rows of its queries they share its keys without a copy.
            Tensor queries = q.reshape(batch, groups, heads / groups * length, size);
            Tensor scores = queries.matmul(nextKeys.transpose())
                    .mul(1 / Math.sqrt((double) size))
                    .reshape(batch, heads, length, capacity);
            Tensor seen = places().le(positions.unsqueeze(-1));
            Tensor weights = Tensor.where(seen, scores, scores.fullLike(Double.NEGATIVE_INFINITY))
                    .softmax(-1);
            return weights.reshape(batch, groups, heads / groups * length, capacity)
                    .matmul(nextValues)
                    .reshape(batch, heads, length, size);
        }

        /** The places of what is being read, {@code (length,)}. */
        Tensor positions() {
            return positions;
        }

        /** Old rows, and from the number of tokens on new ones. */
        private Tensor with(Tensor old, Tensor added) {
            long length = added.shape().size(2);
            Tensor distance = places().sub(positions.get(0));
            Tensor isNew = distance.ge(0).logicalAnd(distance.lt(length)).unsqueeze(-1);
            Tensor spread =
                    length == 1 ? added : added.take(2, distance.maximum(0).minimum(length - 1));
            return Tensor.where(isNew, spread.to(old.dtype()).expand(old.shape()), old);
        }
    }

    private final long batch;
    private final long capacity;
    private final Device device;
    private final List<Part> parts = new ArrayList<>();
    private long length;
    private Tensor positions;

    /** Empty. */
    KeyValueCache(int blocks, Shape shape, DType dtype, Device device) {
        this.batch = shape.size(0);
        this.capacity = shape.size(2);
        this.device = device;
        for (int i = 0; i < blocks; i++) {
            parts.add(new Part(shape, dtype, device));
        }
    }

    /** {@return the most tokens that it holds} */
    public long capacity() {
        return capacity;
    }

    /** {@return the number of tokens that it holds} */
    public long length() {
        return length;
    }

    /** Forgets all tokens from a number on; their memory is kept for others. */
    public void truncate(long tokens) {
        if (tokens < 0 || tokens > length) {
            throw new IllegalArgumentException("cache: truncated to " + tokens + " of " + length + " tokens");
        }
        length = tokens;
    }

    void checkRoom(long rows, long more) {
        if (rows != batch || more > capacity - length) {
            throw new IllegalArgumentException("cache: " + more + " tokens of " + rows + " rows to " + length
                    + " of at most " + capacity + " of " + batch + " rows; ask the model for a larger cache");
        }
    }

    private Tensor places() {
        return Tensor.arange(capacity, device);
    }

    /** Some more tokens are about to be read. */
    void begin(long count) {
        positions = Tensor.arange(count, device).add(Tensor.runtimeScalar((double) length, DType.INT64, device));
    }

    /** The places of the tokens that are being read, {@code (length,)}: they go on from what is here. */
    Tensor positions() {
        return positions;
    }

    Part part(int block) {
        return parts.get(block);
    }

    /** Computes what was recorded, and takes up the first of the tokens read. */
    void commit(long count, Tensor scores) {
        List<Tensor> all = new ArrayList<>(List.of(scores));
        List<Tensor> old = new ArrayList<>();
        for (Part part : parts) {
            all.addAll(List.of(part.nextKeys, part.nextValues));
            old.addAll(List.of(part.keys, part.values));
        }
        Tensor.realiseDonating(old, all.toArray(Tensor[]::new));
        for (Part part : parts) {
            part.keys = part.nextKeys;
            part.values = part.nextValues;
            part.nextKeys = null;
            part.nextValues = null;
        }
        length += count;
        positions = null;
    }

    /** Gives the memory back. */
    @Override
    public void close() {
        for (Part part : parts) {
            part.keys.close();
            part.values.close();
        }
    }

    /** {@return attention to a row itself where there is no past, else also to that} */
    static Tensor attend(Part past, Tensor q, Tensor k, Tensor v) {
        return past == null ? Tensor.attention(q, k, v, Attention.CAUSAL) : past.attend(q, k, v);
    }
}
