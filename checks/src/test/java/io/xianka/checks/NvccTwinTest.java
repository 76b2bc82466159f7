package io.xianka.checks;

import static io.xianka.driver.Arg.in;
import static io.xianka.driver.Arg.inOut;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.xianka.driver.Device;
import io.xianka.driver.KernelModule;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kernels beside the PTX that NVIDIA's compiler makes of them ({@code NAME.cu} and {@code NAME.ptx}, whose head names that
 * compiler): the own compiler's code must leave the same bits. All take {@code (const float *in, float *out, unsigned
 * *words)}; a comment {@code Launch: 4 blocks of 256, cooperative} says how, one block of 256 threads otherwise.
 *
 * <p>To make the PTX anew: {@code nvcc -ptx -arch=sm_90 -std=c++17}.
 */
class NvccTwinTest {
    private static final int COUNT = 8192;
    private static final Pattern KERNEL = Pattern.compile("(?m)^\\.visible \\.entry (\\w+)\\(");
    private static final Pattern LAUNCH = Pattern.compile("Launch: (\\d+) blocks of (\\d+)(, cooperative)?");
    private static final long SEED = 20261130;

    /** A kernel in both forms. */
    record Twin(String kernel, Path source, String ptx, Launch launch) {
        @Override
        public String toString() {
            return source.getFileName() + " " + kernel;
        }
    }

    private record Outcome(int[] floats, int[] words) {}

    static Stream<Twin> twins() throws IOException, URISyntaxException {
        List<Twin> twins = new ArrayList<>();
        Path folder = Path.of(NvccTwinTest.class.getResource("twins").toURI());
        try (var files = Files.list(folder)) {
            for (Path source :
                    files.filter(f -> f.toString().endsWith(".cu")).sorted().toList()) {
                String name = source.getFileName().toString().replace(".cu", ".ptx");
                String ptx = Files.readString(folder.resolve(name));
                Launch launch = launch(Files.readString(source));
                for (Matcher kernel = KERNEL.matcher(ptx); kernel.find(); ) {
                    twins.add(new Twin(kernel.group(1), source, ptx, launch));
                }
            }
        }
        assertFalse(twins.isEmpty());
        return twins.stream();
    }

    private static Launch launch(String source) {
        Matcher said = LAUNCH.matcher(source);
        if (!said.find()) {
            return Launch.of(1, 256);
        }
        Launch shape = Launch.of(Integer.parseInt(said.group(1)), Integer.parseInt(said.group(2)));
        return said.group(3) == null ? shape : shape.asCooperative();
    }

    @ParameterizedTest
    @MethodSource("twins")
    void theOwnCompilersCodeOnTheEmulatorDoesWhatNvccsDoes(Twin twin) throws IOException {
        try (var device = Device.emulated()) {
            alike(nvccs(twin, device), own(twin, device));
        }
    }

    @Tag("gpu")
    @ParameterizedTest
    @MethodSource("twins")
    void theOwnCompilersCodeOnTheGpuDoesWhatNvccsDoes(Twin twin) throws IOException {
        try (var device = Device.cuda(0)) {
            alike(nvccs(twin, device), own(twin, device));
        }
    }

    @Tag("gpu")
    @ParameterizedTest
    @MethodSource("twins")
    void theEmulatorDoesWhatTheGpuDoes(Twin twin) throws IOException {
        try (var gpu = Device.cuda(0);
                var emulated = Device.emulated()) {
            alike(nvccs(twin, gpu), nvccs(twin, emulated));
        }
    }

    private static void alike(Outcome expected, Outcome got) {
        assertArrayEquals(expected.words(), got.words(), "words");
        assertArrayEquals(expected.floats(), got.floats(), "out");
        assertFalse(Arrays.equals(new int[COUNT], got.words()) && Arrays.equals(new int[COUNT], got.floats()));
    }

    private static Outcome own(Twin twin, Device device) throws IOException {
        var options =
                CompileOptions.DEFAULT.withCompiler(CompileOptions.Compiler.OWN).withCache(false);
        try (var module = device.compile(SourceText.read(twin.source()), options)) {
            return run(twin, module);
        }
    }

    private static Outcome nvccs(Twin twin, Device device) {
        try (var module = device.load(twin.ptx())) {
            return run(twin, module);
        }
    }

    private static Outcome run(Twin twin, KernelModule module) {
        Random random = new Random(SEED);
        float[] given = new float[COUNT];
        for (int i = 0; i < COUNT; i++) {
            given[i] = (float) random.nextGaussian() * 3;
        }
        float[] floats = new float[COUNT];
        int[] words = new int[COUNT];
        module.kernel(twin.kernel()).launch(twin.launch(), in(given), inOut(floats), inOut(words));
        int[] bits = new int[COUNT];
        for (int i = 0; i < COUNT; i++) {
            bits[i] = Float.floatToRawIntBits(floats[i]);
        }
        return new Outcome(bits, words);
    }
}
