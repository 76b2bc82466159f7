package io.xianka.checks;

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

/**
 * The same bits from the same source by the own compiler and by NVIDIA's. The sources are {@code numeric/*.cu}: each
 * {@code OUT(...)} in a kernel is one result of a thread. On the emulator the oracle is the PTX beside them, which nvcc
 * 13.0.88 made ({@code nvcc -ptx -arch=sm_90 -std=c++17}, and {@code -use_fast_math} for fast.cu).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class NvidiaTwin {
    private static final Pattern RESULT = Pattern.compile("(?m)^    OUT\\((.*)\\);$");
    private static final int BLOCK_THREADS = 128;

    private Device device;
    Random random;

    Device device() {
        return Device.emulated();
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

    /** What NVIDIA's compiler makes of a file: NVRTC here and now, where there is a GPU to run it. */
    private KernelModule oracle(String file, String source) throws IOException {
        return device.isEmulated()
                ? device.load(text(file + ".ptx"))
                : device.compile(SourceText.of(source), options(file, CompileOptions.Compiler.NVRTC));
    }

    private static CompileOptions options(String file, CompileOptions.Compiler compiler) {
        var options =
                CompileOptions.DEFAULT.withCompiler(compiler).withCache(false).withFastMath(file.equals("fast"));
        return compiler == CompileOptions.Compiler.NVRTC ? options.withDefine("WITHOUT_STD", "") : options;
    }

    /** Runs a kernel of a file over {@code count} threads, as both compilers made it; the inputs come before the results. */
    void compare(String file, String kernel, int count, Supplier<List<Object>> inputs) throws IOException {
        String source = text(file + ".cu");
        var options = options(file, CompileOptions.Compiler.OWN);
        try (var own = device.compile(SourceText.of(source), options);
                var nvidia = oracle(file, source)) {
            compare(results(source, kernel), count, kernel, inputs, own, nvidia);
        }
    }

    /** The same by the own compiler for two architectures. */
    void compareArchitectures(
            String file, String kernel, int count, Supplier<List<Object>> inputs, String one, String other)
            throws IOException {
        String source = text(file + ".cu");
        var options = options(file, CompileOptions.Compiler.OWN);
        try (var first = device.compile(SourceText.of(source), options.withArchitecture(one));
                var second = device.compile(SourceText.of(source), options.withArchitecture(other))) {
            compare(results(source, kernel), count, kernel, inputs, first, second);
        }
    }

    private static void compare(
            List<String> results,
            int count,
            String kernel,
            Supplier<List<Object>> inputs,
            KernelModule one,
            KernelModule other) {
        long[] got = new long[results.size() * count];
        long[] wanted = new long[got.length];
        launch(one, kernel, count, inputs.get(), got);
        launch(other, kernel, count, inputs.get(), wanted);
        List<String> wrong = new ArrayList<>();
        for (int result = 0; result < results.size(); result++) {
            int differing = 0;
            String first = "";
            for (int i = 0; i < count; i++) {
                int at = result * count + i;
                if (got[at] != wanted[at] && differing++ == 0) {
                    first = "thread " + i + ": " + Long.toHexString(got[at]) + ", not " + Long.toHexString(wanted[at]);
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
        assertTrue(found.size() > 10, "only " + found.size() + " results found");
        return found;
    }

    private static String text(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(NvidiaTwin.class.getResourceAsStream("numeric/" + name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
