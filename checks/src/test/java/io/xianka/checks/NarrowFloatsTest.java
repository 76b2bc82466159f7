package io.xianka.checks;

import static io.xianka.driver.Arg.in;
import static io.xianka.driver.Arg.out;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.Device;
import io.xianka.driver.KernelModule;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All that cuda_fp16.h and cuda_bf16.h declare, by the own compiler and by NVIDIA's: the same bits from the same source,
 * for all numbers where one goes in, and for special and random ones where more do. Here the emulator runs the PTX that
 * nvcc 13.0.88 made of {@code numeric/*.cu} ({@code nvcc -ptx -arch=sm_90 -std=c++17}).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NarrowFloatsTest {
    private static final Pattern RESULT = Pattern.compile("(?m)^    OUT\\((.*)\\);$");
    private static final int NUMBERS = 1 << 16;
    private static final int BLOCK_THREADS = 128;

    private Device device;
    private Random random;

    Device device() {
        return Device.emulated();
    }

    /** What NVIDIA's compiler makes of a file. */
    KernelModule oracle(Device device, String file) throws IOException {
        return device.load(text(file + ".ptx"));
    }

    @BeforeAll
    void open() {
        device = device();
        long seed = new Random().nextLong();
        System.out.println(getClass().getSimpleName() + " seed " + seed);
        random = new Random(seed);
    }

    @AfterAll
    void close() {
        device.close();
    }

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

    private void compare(String file, String kernel, int count, Supplier<List<Object>> inputs) throws IOException {
        String source = text(file + ".cu");
        List<String> results = results(source, kernel);
        long[] own = new long[results.size() * count];
        long[] nvidia = new long[own.length];
        var options =
                CompileOptions.DEFAULT.withCompiler(CompileOptions.Compiler.OWN).withCache(false);
        try (var module = device.compile(SourceText.of(source), options)) {
            launch(module, kernel, count, inputs.get(), own);
        }
        try (var module = oracle(device, file)) {
            launch(module, kernel, count, inputs.get(), nvidia);
        }
        List<String> wrong = new ArrayList<>();
        for (int result = 0; result < results.size(); result++) {
            int differing = 0;
            String first = "";
            for (int i = 0; i < count; i++) {
                int at = result * count + i;
                if (own[at] != nvidia[at] && differing++ == 0) {
                    first = "thread " + i + ": " + Long.toHexString(own[at]) + ", not " + Long.toHexString(nvidia[at]);
                }
            }
            if (differing > 0) {
                wrong.add(results.get(result) + ", " + differing + " of " + count + ", first in " + first);
            }
        }
        assertEquals("", String.join("\n", wrong));
    }

    private static void launch(KernelModule module, String kernel, int count, List<Object> inputs, long[] results) {
        List<Object> arguments = new ArrayList<>(inputs);
        arguments.add(out(results));
        arguments.add(count);
        module.kernel(kernel).launch(Launch.covering(count, BLOCK_THREADS), arguments.toArray());
    }

    /** The text of each result of a kernel, in order. */
    private static List<String> results(String source, String kernel) {
        int start = source.indexOf("void " + kernel + "(");
        Matcher result = RESULT.matcher(source.substring(start, source.indexOf("\n}", start)));
        List<String> found = result.results().map(match -> match.group(1)).toList();
        assertTrue(found.size() > 30, "only " + found.size() + " results found");
        return found;
    }

    static String text(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(NarrowFloatsTest.class.getResourceAsStream("numeric/" + name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
