package io.xianka.tensor.product;

import io.xianka.tensor.DType;
import java.util.List;
import java.util.SplittableRandom;

/** Products of every kind, by a seed. */
final class RandomProduct {
    private static final List<Integer> SIZES = List.of(1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 40, 63, 64, 65, 72, 100, 127);

    private RandomProduct() {}

    static Product of(Arithmetic arithmetic, long seed, int most) {
        SplittableRandom random = new SplittableRandom(seed);
        int m = size(random, most);
        int n = size(random, most);
        int k = random.nextInt(12) == 0 ? 0 : size(random, 2 * most);
        int batch = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 1;
        boolean half = arithmetic.factors().bytes() == 2;
        DType result = half && random.nextBoolean() ? DType.FLOAT32 : arithmetic.factors();
        // Odd leading sizes and addresses mostly, but also those for which copies are wide.
        boolean aligned = random.nextBoolean();
        return new Product(
                batch,
                m,
                n,
                k,
                arithmetic,
                result,
                matrix(random, random.nextBoolean(), m, k, aligned, random.nextInt(4) == 0),
                matrix(random, random.nextBoolean(), k, n, aligned, random.nextInt(4) == 0),
                matrix(random, false, m, n, aligned, false),
                random.nextBoolean() ? 1 : random.nextDouble(-2, 2),
                random.nextBoolean() ? 0 : random.nextDouble(-2, 2),
                random.nextBoolean(),
                Activation.values()[random.nextInt(4)],
                aligned ? 16 : Math.max(result.bytes(), 2 << random.nextInt(3)));
    }

    private static int size(SplittableRandom random, int most) {
        int size = SIZES.get(random.nextInt(SIZES.size()));
        return size <= most ? size : 1 + random.nextInt(most);
    }

    private static Matrix matrix(
            SplittableRandom random, boolean transposed, int rows, int columns, boolean aligned, boolean shared) {
        int length = transposed ? rows : columns;
        int lines = transposed ? columns : rows;
        long leading = aligned ? Math.ceilDiv(length, 8) * 8L : length + random.nextInt(5);
        long batchStride = shared ? 0 : leading * lines + (aligned ? 8L * random.nextInt(3) : random.nextInt(5));
        return new Matrix(transposed, leading, batchStride);
    }
}
