package io.xianka.cli;

import static io.xianka.driver.Arg.in;
import static io.xianka.driver.Arg.out;

import io.xianka.driver.Device;
import io.xianka.driver.Kernel;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/** The README's kernel over two arrays of normal random numbers, compared with the same product on the CPU. */
final class KernelStop implements TourCommand.Stop {

    private static final int ELEMENTS = 400;
    private static final long SEED = 2026;

    /** Round trips of which the median is shown; the first ones warm up. */
    private static final int TRIPS = 21;

    @Override
    public String title() {
        return Messages.of("tour.kernel.title");
    }

    @Override
    public void show(Device device, PrintWriter writer) throws IOException, FailureException {
        String source = source();
        source.lines().forEach(line -> writer.println("    " + line));
        var options = CompileOptions.DEFAULT.withArchitecture(
                device.computeCapability().architecture());
        var compiled = CompileCommand.compile(SourceText.of("multiply_them.cu", source), options);
        long loadStart = System.nanoTime();
        Kernel multiply = device.load(compiled).kernel("multiply_them");
        long loadNanos = System.nanoTime() - loadStart;

        var random = new Random(SEED);
        float[] a = normal(random);
        float[] b = normal(random);
        float[] dest = new float[ELEMENTS];
        var launch = Launch.of(1, ELEMENTS);
        var trips = new long[TRIPS];
        for (int i = 0; i < TRIPS; i++) {
            long start = System.nanoTime();
            multiply.launch(launch, out(dest), in(a), in(b));
            trips[i] = System.nanoTime() - start;
        }
        float difference = 0;
        for (int i = 0; i < ELEMENTS; i++) {
            difference = Math.max(difference, Math.abs(dest[i] - a[i] * b[i]));
        }
        writer.println(Messages.of(
                "tour.kernel.compiled",
                CompileCommand.origin(compiled),
                Times.millis(compiled.compileNanos()),
                Times.millis(loadNanos)));
        writer.println(Messages.of(
                "tour.kernel.times",
                Times.millis(launchNanos(device, multiply)),
                Times.millis(trips[0]),
                median(trips)));
        writer.println(Messages.of("tour.kernel.compared", ELEMENTS, shown(difference)));
        if (difference != 0) {
            throw new FailureException(Messages.of("tour.kernel.wrong", device.name(), difference));
        }
    }

    /** The launch alone, over buffers that are on the device already. */
    private static long launchNanos(Device device, Kernel multiply) {
        long bytes = ELEMENTS * (long) Float.BYTES;
        var times = new long[TRIPS];
        try (var dest = device.allocate(bytes);
                var a = device.allocate(bytes).fill(0f);
                var b = device.allocate(bytes).fill(0f)) {
            var prepared = multiply.prepare(Launch.of(1, ELEMENTS), dest, a, b);
            for (int i = 0; i < TRIPS; i++) {
                long start = System.nanoTime();
                prepared.launch();
                times[i] = System.nanoTime() - start;
                device.synchronize();
            }
        }
        Arrays.sort(times);
        return times[TRIPS / 2];
    }

    private static String median(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return Times.millis(sorted[sorted.length / 2]);
    }

    private static String shown(float difference) {
        return difference == 0 ? "0" : Float.toString(difference);
    }

    private static float[] normal(Random random) {
        float[] numbers = new float[ELEMENTS];
        for (int i = 0; i < ELEMENTS; i++) {
            numbers[i] = (float) random.nextGaussian();
        }
        return numbers;
    }

    private static String source() throws IOException {
        try (var stream = KernelStop.class.getResourceAsStream("multiply_them.cu")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
