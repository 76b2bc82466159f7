package io.xianka.emulator;

import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.JitOptions;
import io.xianka.driver.api.LaunchParameters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Real PTX with words exchanged, dropped and doubled: whatever becomes of it, the emulator loads or refuses it, and runs it to
 * an end, an error of the kernel, or until it is stopped.
 */
class MutatedPtxTest {
    private static final List<String> SEEDS = List.of(
            "features/calls",
            "features/atomics",
            "features/pipeline",
            "features/matrices",
            "cases/03-block-sum/kernel",
            "cases/05-histogram/kernel",
            "cases/06-row-softmax/kernel",
            "cases/08-half-bf16/kernel",
            "cases/11-cg-tile-reduce/kernel",
            "cases/12-bit-tricks/kernel",
            "cases/13-cpp-features/kernel");

    private static final Pattern WORD = Pattern.compile("%?[\\w$:]+|[^\\s\\w]");
    private static final long MOST_MILLIS = 60;

    private static String seedText(String name) {
        try (var stream = MutatedPtxTest.class.getResourceAsStream("/io/xianka/emulator/" + name + ".ptx")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String mutated(Random random, List<String> texts) {
        String text = texts.get(random.nextInt(texts.size()));
        int bodyStart = text.indexOf(".visible .entry");
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            text = random.nextInt(3) == 0
                    ? withLineChanged(random, text, bodyStart)
                    : withWordChanged(random, text, bodyStart);
        }
        return text;
    }

    private static String withLineChanged(Random random, String text, int from) {
        List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
        int first = text.substring(0, from).split("\n", -1).length;
        int at = first + random.nextInt(lines.size() - first);
        int other = first + random.nextInt(lines.size() - first);
        switch (random.nextInt(3)) {
            case 0 -> lines.remove(at);
            case 1 -> lines.add(other, lines.get(at));
            default -> lines.add(other, lines.remove(at < other ? at : Math.max(at - 1, other)));
        }
        return String.join("\n", lines);
    }

    private static String withWordChanged(Random random, String text, int from) {
        Matcher words = WORD.matcher(text);
        List<int[]> places = new ArrayList<>();
        for (int at = from; words.find(at); at = words.end()) {
            places.add(new int[] {words.start(), words.end()});
        }
        int[] place = places.get(random.nextInt(places.size()));
        String word = text.substring(place[0], place[1]);
        int[] other = places.get(random.nextInt(places.size()));
        // Mostly one of the same kind, which more often becomes a program.
        for (int tries = random.nextInt(40); tries > 0 && !isAlike(word, text, other); tries--) {
            other = places.get(random.nextInt(places.size()));
        }
        String replacement = switch (random.nextInt(12)) {
            case 0 -> "";
            case 1 -> word + " " + word;
            case 2 -> Integer.toString(random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(70) - 3);
            default -> text.substring(other[0], other[1]);
        };
        return text.substring(0, place[0]) + replacement + text.substring(place[1]);
    }

    private static boolean isAlike(String word, String text, int[] other) {
        String kind = text.substring(other[0], other[1]).replaceAll("\\d+", "0");
        return kind.equals(word.replaceAll("\\d+", "0"))
                || (Character.isLetter(word.charAt(0)) && Character.isLetter(kind.charAt(0)));
    }

    private static void fuzz(long firstSeed, int programs) {
        List<String> texts = SEEDS.stream().map(MutatedPtxTest::seedText).toList();
        try (ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor()) {
            for (long seed = firstSeed; seed < firstSeed + programs; seed++) {
                Random random = new Random(seed);
                String text = mutated(random, texts);
                var executor = random.nextBoolean()
                        ? EmulatorSettings.Executor.TRANSLATOR
                        : EmulatorSettings.Executor.INTERPRETER;
                try {
                    run(text, executor, watch);
                } catch (RuntimeException | Error failure) {
                    throw new AssertionError("seed " + seed + ", " + executor + "\n" + text, failure);
                }
            }
        }
    }

    private static void run(String text, EmulatorSettings.Executor executor, ScheduledExecutorService watch) {
        EmulatedDriver driver = new EmulatedDriver(new EmulatorSettings(1, 1L << 26, 1, executor));
        driver.init();
        driver.ctxSetCurrent(driver.devicePrimaryCtxRetain(0));
        try (Arena arena = Arena.ofConfined()) {
            long module = driver.moduleLoadDataEx(new DeviceImage.Ptx(text), JitOptions.DEFAULT)
                    .module();
            for (String name : driver.moduleFunctionNames(module).orElseThrow()) {
                long function = driver.moduleGetFunction(module, name);
                launch(driver, function, arena, watch);
            }
            driver.moduleUnload(module);
        } catch (CudaException refused) {
            if (refused.status().orElse(null) == CudaStatus.CUDA_ERROR_UNKNOWN) {
                throw refused;
            }
        } finally {
            Thread.interrupted();
        }
    }

    private static void launch(EmulatedDriver driver, long function, Arena arena, ScheduledExecutorService watch) {
        long data = driver.memAlloc(1 << 16);
        List<Integer> sizes = driver.funcGetParamInfo(function).orElseThrow().stream()
                .map(extent -> (int) extent.sizeBytes())
                .toList();
        int[] bytes = sizes.stream().mapToInt(Integer::intValue).toArray();
        int[] alignments = sizes.stream()
                .mapToInt(size -> Integer.highestOneBit(Math.clamp(size, 1, 8)))
                .toArray();
        LaunchParameters parameters = new LaunchParameters(arena, bytes, alignments);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 8) {
                parameters.values().set(ValueLayout.JAVA_LONG_UNALIGNED, parameters.offsetBytes(i), data);
            } else if (bytes[i] == 4) {
                parameters.values().set(ValueLayout.JAVA_INT_UNALIGNED, parameters.offsetBytes(i), 16);
            }
        }
        Thread waiting = Thread.currentThread();
        driver.launchKernel(function, 1, 1, 1, 64, 1, 1, 256, 0, parameters);
        Future<?> stop = watch.schedule(waiting::interrupt, MOST_MILLIS, TimeUnit.MILLISECONDS);
        try {
            driver.streamSynchronize(0);
        } finally {
            stop.cancel(false);
            Thread.interrupted();
        }
    }

    @Test
    void endsInAnAnswerWhateverBecomesOfIt() {
        fuzz(new Random().nextLong() >>> 20, 120);
    }

    @Test
    @Tag("slow")
    void endsInAnAnswerOverManyMutants() {
        fuzz(Long.getLong("xianka.seed", System.nanoTime() >>> 8), Integer.getInteger("xianka.programs", 20_000));
    }
}
