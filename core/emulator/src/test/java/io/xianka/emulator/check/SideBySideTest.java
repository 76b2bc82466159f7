package io.xianka.emulator.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.Launch;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Blocks of checked kernels run side by side; what is found, hinted at and computed is what blocks one after another give. */
class SideBySideTest {
    private static final String WORKERS = "xianka.emulator.workers";
    private static final String EXECUTOR = "xianka.emulator.executor";
    private static final long SEED = Long.getLong("xianka.seed", System.nanoTime());
    private static final int BLOCKS = 12;
    private static final int INTS = 8192;

    private final String workersBefore = System.getProperty(WORKERS);
    private final String executorBefore = System.getProperty(EXECUTOR);

    @AfterEach
    void restoreTheProperties() {
        restore(WORKERS, workersBefore);
        restore(EXECUTOR, executorBefore);
    }

    private static void restore(String property, String before) {
        if (before == null) {
            System.clearProperty(property);
        } else {
            System.setProperty(property, before);
        }
    }

    /** All that a launch leaves, and whether its blocks had to run in order. */
    private record Outcome(List<Finding> findings, List<Hint> hints, List<Integer> memory, boolean isInOrder) {
        Outcome inOrder() {
            return new Outcome(findings, hints, memory, true);
        }
    }

    private static Outcome run(
            String ptx, int threads, boolean isFilled, CheckSettings settings, int workers, boolean isAlwaysInOrder) {
        System.setProperty(WORKERS, Integer.toString(workers));
        var watch = new Watch(settings.withLeaks(false), isAlwaysInOrder);
        try (var checked = CheckedDevice.open(watch)) {
            var device = checked.device();
            try (var data = device.allocate(4L * INTS);
                    var scratch = device.allocate(4L * INTS)) {
                data.fill((byte) 1);
                if (isFilled) {
                    scratch.fill((byte) 2);
                }
                var kernel = device.load(ptx).kernel("k");
                // Later launches go the way that the first ones found, and some do what those did not.
                for (int number = 0; number < 3; number++) {
                    kernel.launch(Launch.of(BLOCKS, threads), data, scratch, number);
                }
                device.synchronize();
                var dataAfter = new int[INTS];
                var scratchAfter = new int[INTS];
                data.copyTo(dataAfter);
                scratch.copyTo(scratchAfter);
                var report = checked.report();
                return new Outcome(
                        report.findings(),
                        report.hints(),
                        IntStream.concat(Arrays.stream(dataAfter), Arrays.stream(scratchAfter))
                                .boxed()
                                .toList(),
                        isAlwaysInOrder || watch.isKeptInOrder("k"));
            }
        }
    }

    @Test
    void blocksInAnyOrderGiveTheSameReportAndTheSameMemory() {
        Random random = new Random(SEED);
        int together = 0;
        int rounds = 60;
        for (int round = 0; round < rounds; round++) {
            // Blocks of many threads are claimed by longer rows; translated, those that have nothing but rows run in
            // wide warps.
            int threads = random.nextBoolean() ? 96 : 256;
            boolean isTranslated = random.nextInt(3) == 0;
            System.setProperty(EXECUTOR, isTranslated ? "translator" : "interpreter");
            String ptx = randomBlocks(random, threads, !isTranslated || random.nextInt(4) == 0);
            boolean isFilled = random.nextInt(4) > 0;
            var settings = random.nextInt(4) == 0 ? CheckSettings.of(CheckTool.INITCHECK) : CheckSettings.all();
            Outcome inOrder = run(ptx, threads, isFilled, settings, 1, true);
            for (int workers : new int[] {1, 4}) {
                Outcome sideBySide = run(ptx, threads, isFilled, settings, workers, false);

                assertEquals(
                        inOrder,
                        sideBySide.inOrder(),
                        () -> "xianka.seed=" + SEED + ", " + workers + " workers, " + threads + " threads\n" + ptx);
                together += sideBySide.isInOrder() ? 0 : 1;
            }
        }
        assertTrue(
                together > rounds / 4,
                "xianka.seed=" + SEED + ": only " + together + " of " + 2 * rounds + " runs were side by side");
    }

    /** Blocks access parts of two arrays that may overlap, by whole rows and parts of them, and shared memory in between. */
    private static String randomBlocks(Random random, int threads, boolean hasShared) {
        var body = new StringBuilder();
        boolean isTame = random.nextBoolean();
        int step = isTame
                ? threads + List.of(0, 32, 4, 1).get(random.nextInt(4))
                : List.of(threads, 40, 2 * threads).get(random.nextInt(3));
        int accesses = 2 + random.nextInt(7);
        for (int i = 0; i < accesses; i++) {
            if (hasShared && random.nextInt(3) == 0) {
                body.append("bar.sync 0;\n");
            }
            if (hasShared && random.nextInt(5) == 0) {
                body.append("shl.b32 %r2, %r0, 2;\nadd.u32 %r2, %r9, %r2;\n");
                body.append(random.nextBoolean() ? "ld.shared.u32 %r3, [%r2];\n" : "st.shared.u32 [%r2], %r0;\n");
                continue;
            }
            body.append(
                    switch (isTame ? 0 : random.nextInt(6)) {
                        case 0, 1 -> "mov.u32 %r1, %r0;\n";
                        case 2 -> "shr.u32 %%r1, %%r0, %d;\n".formatted(1 + random.nextInt(3));
                        case 3 -> "add.u32 %%r1, %%r0, %d;\n".formatted(random.nextInt(4));
                        case 4 -> "sub.u32 %%r1, %d, %%r0;\n".formatted(threads - 1);
                        default -> "mul.lo.u32 %r1, %r0, 2;\n";
                    });
            boolean isGuarded = random.nextInt(4) == 0;
            if (isGuarded) {
                String condition = random.nextBoolean()
                        ? "setp.lt.u32 %%p1, %%r0, %d;\n".formatted(16 * random.nextInt(6))
                        : "setp.eq.u32 %p1, %r12, 2;\n";
                body.append(condition).append("@!%%p1 bra SKIP%d;\n".formatted(i));
            }
            body.append(access(random, step, isTame));
            if (isGuarded) {
                body.append("SKIP%d:\n".formatted(i));
            }
        }
        return """
                .version 8.3
                .target sm_90
                .address_size 64
                .visible .entry k(.param .u64 data, .param .u64 scratch, .param .u32 number)
                {
                .reg .b16 %%h<4>;
                .reg .b32 %%r<20>;
                .reg .b64 %%rd<20>;
                .reg .pred %%p<5>;
                %s
                mov.u32 %%r0, %%tid.x;
                mov.u32 %%r10, %%ctaid.x;
                mul.lo.u32 %%r11, %%r10, %d;
                ld.param.u32 %%r12, [number];
                ld.param.u64 %%rd8, [data];
                ld.param.u64 %%rd9, [scratch];
                %s
                ret;
                }
                """.formatted(hasShared ? ".shared .align 16 .b8 buffer[1024];\nmov.u32 %r9, buffer;" : "", step, body);
    }

    /** Tame programs have threads that write to their own places, and read those that nobody writes. */
    private static String access(Random random, int step, boolean isTame) {
        boolean isWrite = random.nextBoolean();
        String array =
                isTame ? isWrite || random.nextInt(3) == 0 ? "%rd8" : "%rd9" : random.nextBoolean() ? "%rd8" : "%rd9";
        int kind = random.nextInt(12);
        if (kind == 0) {
            // Reductions into places that all blocks share.
            return "and.b32 %%r4, %%r1, 31;\nmul.wide.u32 %%rd1, %%r4, 4;\nadd.u64 %%rd2, %s, %%rd1;\n".formatted(array)
                    + "red.global.add.u32 [%rd2+12800], 1;\n";
        }
        if (kind <= 3) {
            return "and.b32 %r4, %r1, 63;\nmul.wide.u32 %rd1, %r4, 4;\nadd.u64 %rd2, %rd9, %rd1;\n"
                    + "ld.global.u32 %r3, [%rd2+8];\n";
        }
        String width = isTame
                ? "u32"
                : List.of("u32", "u32", "u32", "u8", "u16", "u64").get(random.nextInt(6));
        int bytes = Integer.parseInt(width.substring(1)) / 8;
        String register = switch (bytes) {
            case 2 -> "%h1";
            case 8 -> "%rd5";
            default -> "%r3";
        };
        String value = switch (bytes) {
            case 2 -> "cvt.u16.u32 %h1, %r0;\n";
            case 8 -> "cvt.u64.u32 %rd5, %r1;\n";
            default -> random.nextBoolean() ? "mov.u32 %r3, %r0;\n" : "add.u32 %r3, %r0, %r10;\n";
        };
        int scale = bytes == 8 && step < 192 ? 4 : bytes;
        String place =
                "mul.wide.u32 %%rd3, %%r11, %d;\nmul.wide.u32 %%rd1, %%r1, %d;\n".formatted(Math.max(4, scale), bytes)
                        + "add.u64 %%rd2, %s, %%rd1;\nadd.u64 %%rd2, %%rd2, %%rd3;\nand.b64 %%rd2, %%rd2, -%d;\n"
                                .formatted(array, bytes);
        return place
                + (isWrite
                        ? value + "st.global.%s [%%rd2], %s;\n".formatted(width, register)
                        : "ld.global.%s %s, [%%rd2];\n".formatted(width, register));
    }
}
