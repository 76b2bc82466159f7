package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.plain.Philox;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class GeneratorTest {
    private static final Device DEVICE = Device.plain();

    private static Tensor uniform(Generator generator, long count) {
        return generator.uniform(Shape.of(count), DType.FLOAT32, DEVICE);
    }

    /** Known answers of the authors' Random123 1.14, file kat_vectors. */
    @Test
    void philoxGivesItsAuthorsNumbers() {
        assertEquals(0x6627e8d5, Philox.word(0, 0, 0));
        assertEquals(0xe169c58d, Philox.word(0, 0, 1));
        assertEquals(0xbc57ac4c, Philox.word(0, 0, 2));
        assertEquals(0x9b00dbd8, Philox.word(0, 0, 3));
    }

    @Test
    void aSeedGivesTheSameNumbersAgain() {
        Generator one = Generator.seeded(7);
        float[] first = uniform(one, 5).toFloatArray();
        float[] second = uniform(one, 5).toFloatArray();
        Generator other = Generator.seeded(7);
        assertArrayEquals(first, uniform(other, 5).toFloatArray());
        assertArrayEquals(second, uniform(other, 5).toFloatArray());
        assertFalse(Arrays.equals(first, second));
        assertArrayEquals(first, uniform(one.manualSeed(7), 5).toFloatArray());
    }

    @Test
    void uniformNumbersAreTheBitsOfPhilox() {
        float[] numbers = uniform(Generator.seeded(42), 6).toFloatArray();
        for (int i = 0; i < numbers.length; i++) {
            assertEquals((Philox.word(42, i / 4, i % 4) >>> 8) * 0x1p-24f, numbers[i]);
        }
    }

    @Test
    void splitGeneratorsDiffer() {
        Generator parent = Generator.seeded(1);
        float[] a = uniform(parent.split(), 4).toFloatArray();
        float[] b = uniform(parent.split(), 4).toFloatArray();
        assertFalse(Arrays.equals(a, b));
        assertArrayEquals(a, uniform(Generator.seeded(1).split(), 4).toFloatArray());
    }

    @Test
    void normalNumbersHaveTheirMoments() {
        for (DType dtype : new DType[] {DType.FLOAT32, DType.FLOAT64}) {
            Tensor x =
                    Generator.seeded(3).normal(Shape.of(20_000), dtype, DEVICE).realise();
            assertEquals(0, x.mean().item(), 0.03);
            assertEquals(1, x.var().item(), 0.05);
            assertEquals(3, x.pow(4).mean().item(), 0.25);
            assertTrue(x.isFinite().all().itemBoolean());
        }
    }

    @Test
    void uniformNumbersLieInTheirRangeInEveryType() {
        for (DType dtype : new DType[] {DType.FLOAT16, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64}) {
            Tensor x =
                    Generator.seeded(5).uniform(Shape.of(5000), dtype, DEVICE).realise();
            assertEquals(dtype, x.dtype());
            assertTrue(x.ge(0).logicalAnd(x.lt(1)).all().itemBoolean());
            assertEquals(0.5, x.to(DType.FLOAT32).mean().item(), 0.02);
        }
    }

    @Test
    void integersCoverTheirRangeAndNothingElse() {
        Tensor x = Generator.seeded(9).integers(-2, 3, Shape.of(500), DType.INT32, DEVICE);
        long[] counts = new long[5];
        for (long value : x.toLongArray()) {
            counts[(int) value + 2]++;
        }
        for (long count : counts) {
            assertTrue(count > 60, Arrays.toString(counts));
        }
        Tensor wide = Generator.seeded(9)
                .integers(-(1L << 40), 1L << 40, Shape.of(500), DType.INT64, DEVICE)
                .realise();
        assertTrue(wide.abs().le(1L << 40).all().itemBoolean());
        assertTrue(wide.abs().amax().itemLong() > 1L << 38);
        assertThrows(IllegalArgumentException.class, () -> Generator.seeded(1).integers(3, 3, 2));
    }

    @Test
    void permutationsHoldEachPlaceOnce() {
        long[] places = Generator.seeded(4).permutation(100, DEVICE).toLongArray();
        long[] drawn = places.clone();
        Arrays.sort(places);
        assertFalse(Arrays.equals(drawn, places));
        for (int i = 0; i < places.length; i++) {
            assertEquals(i, places[i]);
        }
    }

    @Test
    void dropoutKeepsTheMean() {
        Tensor x = Tensor.ones(Shape.of(4000), DType.FLOAT32, DEVICE)
                .dropout(0.25, Generator.seeded(2))
                .realise();
        assertEquals(1, x.mean().item(), 0.05);
        assertEquals(0.25, x.eq(0).to(DType.FLOAT32).mean().item(), 0.03);
    }
}
