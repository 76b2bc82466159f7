package io.xianka.checks;

import static io.xianka.driver.Arg.in;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All that cuda_fp16.h and cuda_bf16.h compute, against NVIDIA's compiler: for all numbers where one goes in, and for
 * special and random ones where more do.
 */
class NarrowFloatsTest extends NvidiaTwin {
    private static final int NUMBERS = 1 << 16;

    @ParameterizedTest
    @ValueSource(strings = {"half", "bfloat16"})
    void functionsOfOneNumberAgreeForAllNumbers(String file) throws IOException {
        compare(file, "unary", NUMBERS, List::of);
    }

    @ParameterizedTest
    @ValueSource(strings = {"half", "bfloat16"})
    void functionsOfSeveralNumbersAgree(String file) throws IOException {
        int[] a = pairs(file);
        int[] b = pairs(file);
        int[] c = pairs(file);
        compare(file, "binary", a.length, () -> List.of(in(a), in(b), in(c)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"half", "bfloat16"})
    void conversionsFromOtherTypesAgree(String file) throws IOException {
        int count = 20_000;
        long[] integers = new long[count];
        float[] floats = new float[count];
        double[] doubles = new double[count];
        for (int i = 0; i < count; i++) {
            integers[i] = random.nextLong() >> random.nextInt(64);
            floats[i] = i % 4 == 0 ? nearHalf() : Float.intBitsToFloat(random.nextInt());
            doubles[i] = i % 2 == 0 ? nearHalf() : (double) Float.intBitsToFloat(random.nextInt()) * 0.7;
        }
        compare(file, "conversions", count, () -> List.of(in(integers), in(floats), in(doubles)));
    }

    /** In the middle between two neighbours of 16 bits, or beside it. */
    private float nearHalf() {
        float half = Float.float16ToFloat((short) random.nextInt());
        int bits = Float.floatToRawIntBits(half) + (random.nextBoolean() ? 0x1000 : 0x8000) + random.nextInt(3) - 1;
        return Float.intBitsToFloat(bits);
    }

    private int[] pairs(String file) {
        int infinity = file.equals("half") ? 0x7C00 : 0x7F80;
        int one = file.equals("half") ? 0x3C00 : 0x3F80;
        int[] special = {0, 1, 2, infinity, infinity - 1, infinity + 1, 0x7FFF, one, one + 1, infinity >> 5, 0x0400};
        int[] pairs = new int[20_000];
        for (int i = 0; i < pairs.length; i++) {
            int low = random.nextInt();
            int high = random.nextInt();
            if (i % 4 == 0) {
                low = special[random.nextInt(special.length)] | random.nextInt(2) << 15;
            } else if (i % 4 == 1) {
                high = special[random.nextInt(special.length)] | random.nextInt(2) << 15;
            } else if (i % 4 == 2) {
                low = one + random.nextInt(1 << 12) - (1 << 11);
                high = one + random.nextInt(1 << 12) - (1 << 11);
            }
            pairs[i] = high << 16 | (low & 0xFFFF);
        }
        return pairs;
    }
}
