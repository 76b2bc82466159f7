package io.xianka.emulator.check;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.Arg;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Dim3;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CudaException;
import io.xianka.emulator.EmulatedDriverProvider;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a checked device finds, and says of it. */
class CheckedDeviceTest {

    /** {@code k(data)}, with registers and the thread's number in %r0, and the pointer in %rd0. */
    private static String kernel(String declarations, String body) {
        return """
                .version 8.3
                .target sm_90
                .address_size 64
                .visible .entry k(.param .u64 data)
                {
                .reg .b32 %%r<20>;
                .reg .b64 %%rd<20>;
                .reg .f32 %%f<20>;
                .reg .pred %%p<5>;
                %s
                mov.u32 %%r0, %%tid.x;
                ld.param.u64 %%rd0, [data];
                %s
                ret;
                }
                """.formatted(declarations, body);
    }

    private static CheckReport run(CheckSettings settings, String ptx, int threads, int[] data) {
        try (var checked = CheckedDevice.open(settings)) {
            checked.device().load(ptx).kernel("k").launch(Launch.of(1, threads), Arg.inOut(data));
            return checked.report();
        }
    }

    private static Finding only(CheckReport report) {
        assertEquals(1, report.findings().size(), report.findings()::toString);
        return report.findings().getFirst();
    }

    @Test
    void saysHowFarAnAccessIsFromWhichAllocation() {
        String ptx = kernel("", """
                mul.wide.u32 %rd1, %r0, 4;
                add.u64 %rd2, %rd0, %rd1;
                ld.global.u32 %r1, [%rd2+8];
                st.global.u32 [%rd2], %r1;
                """);

        Finding finding = only(run(CheckSettings.of(CheckTool.MEMCHECK), ptx, 32, new int[32]));

        assertEquals(FindingKind.OUT_OF_BOUNDS, finding.kind());
        assertEquals(Space.GLOBAL, finding.space());
        assertEquals(Access.READ, finding.access());
        assertEquals(4, finding.size());
        assertEquals(2, finding.count());
        assertEquals("(30,0,0)", finding.thread().thread());
        assertEquals(Nearest.Relation.AFTER, finding.nearest().relation());
        assertEquals(0, finding.nearest().distanceBytes());
        assertEquals(128, finding.nearest().bytes());
        assertEquals("data", finding.nearest().name());
        assertTrue(finding.nearest().allocatedAt().contains("CheckedDeviceTest.java:"), finding::toString);
    }

    @Test
    void lanesReadTheirOwnLocalMemoryAtOneAddress() {
        String ptx = kernel(".local .align 4 .b8 own[16];", """
                mov.u32 %r1, own;
                st.local.u32 [%r1+12], %r0;
                ld.local.u32 %r2, [%r1+12];
                mul.wide.u32 %rd1, %r0, 4;
                add.u64 %rd2, %rd0, %rd1;
                st.global.u32 [%rd2], %r2;
                """);
        int[] data = new int[32];

        assertTrue(run(CheckSettings.all(), ptx, 32, data).isClean());

        assertArrayEquals(IntStream.range(0, 32).toArray(), data);
    }

    @Test
    void eachLaneThatReadsUnwrittenLocalMemoryIsCounted() {
        String ptx = kernel(".local .align 4 .b8 own[16];", """
                mov.u32 %r1, own;
                ld.local.u32 %r2, [%r1+12];
                """);

        Finding finding = only(run(CheckSettings.of(CheckTool.INITCHECK), ptx, 32, new int[32]));

        assertEquals(FindingKind.UNINITIALISED, finding.kind());
        assertEquals(32, finding.count());
    }

    @Test
    void anArrayThatFollowsASmallVariableIsAlignedAsItReallyIs() {
        String body = """
                mov.u32 %r1, tile;
                shl.b32 %r2, %r0, 4;
                add.u32 %r3, %r1, %r2;
                st.shared.v4.u32 [%r3], {%r0, %r0, %r0, %r0};
                ld.shared.u32 %r4, [%r3];
                ld.shared.u32 %r7, [%r3+12];
                """;
        String small = ".shared .align 8 .b8 small[8];\n";
        CheckSettings settings = CheckSettings.of(CheckTool.MEMCHECK, CheckTool.RACECHECK);

        Finding finding = only(run(settings, kernel(small + ".shared .align 4 .b8 tile[512];", body), 32, new int[32]));
        CheckReport aligned =
                run(CheckSettings.all(), kernel(small + ".shared .align 16 .b8 tile[512];", body), 32, new int[32]);

        assertEquals(FindingKind.MISALIGNED, finding.kind());
        assertEquals(32, finding.count());
        assertEquals("tile", finding.nearest().name());
        assertTrue(aligned.isClean(), aligned::text);
    }

    @Test
    void aWriteThroughNullIsOneWhateverLiesNearest() {
        String ptx = kernel("", "mov.u64 %rd1, 0;\nst.global.u32 [%rd1+8], %r0;")
                .replace(".visible .entry", ".const .u32 table[4] = {1, 2, 3, 4};\n.visible .entry");

        Finding finding = only(run(CheckSettings.of(CheckTool.MEMCHECK), ptx, 1, new int[1]));

        assertEquals(Space.GLOBAL, finding.space());
        assertNull(finding.nearest());
        assertEquals("write of 4 bytes at 0x8: a null pointer", finding.message());
    }

    @Test
    void memoryChecksAloneSeeWhereALoopLeavesASharedVariable() {
        String ptx = kernel(".shared .align 4 .b8 a[256];\n.shared .align 4 .b8 b[256];", """
                mov.u32 %r1, a;
                mov.u32 %r2, b;
                st.shared.u32 [%r2], %r0;
                shl.b32 %r3, %r0, 2;
                add.u32 %r1, %r1, %r3;
                mov.u32 %r4, 0;
                AGAIN:
                st.shared.u32 [%r1], %r0;
                add.u32 %r1, %r1, 128;
                add.u32 %r4, %r4, 1;
                setp.lt.u32 %p1, %r4, 3;
                @%p1 bra AGAIN;
                """);

        Finding finding = only(run(CheckSettings.of(CheckTool.MEMCHECK), ptx, 32, new int[32]));

        assertEquals(FindingKind.OUT_OF_BOUNDS, finding.kind());
        assertEquals(Space.SHARED, finding.space());
        assertEquals(32, finding.count());
        assertEquals("a", finding.nearest().name());
        assertEquals(0, finding.nearest().distanceBytes());
    }

    /** Every thread writes behind the end; so many blocks that workers share them. */
    @Test
    void blocksThatRunSideBySideAreReportedInOrder() {
        String ptx = kernel("", """
                mov.u32 %r1, %ctaid.x;
                mul.wide.u32 %rd1, %r1, 4;
                add.u64 %rd2, %rd0, %rd1;
                st.global.u32 [%rd2+4096], %r0;
                setp.eq.u32 %p1, %r1, 700;
                @!%p1 bra OUT;
                st.global.u32 [%rd2+8192], %r0;
                OUT:
                """);
        for (int i = 0; i < 20; i++) {
            try (var checked = CheckedDevice.open(CheckSettings.of(CheckTool.MEMCHECK))) {
                checked.device().load(ptx).kernel("k").launch(Launch.of(1000, 32), Arg.inOut(new int[1024]));
                List<Finding> findings = checked.report().findings();

                assertEquals(2, findings.size());
                assertEquals("(0,0,0)", findings.get(0).thread().block());
                assertEquals(32_000, findings.get(0).count());
                assertEquals("(700,0,0)", findings.get(1).thread().block());
                assertEquals(32, findings.get(1).count());
            }
        }
    }

    private static final long SEED = Long.getLong("xianka.seed", System.nanoTime());

    /**
     * Lanes access shared and global memory side by side, at one place, scattered, in part, and now and then wrongly: what the
     * translator finds for whole rows, the interpreter finds lane by lane. Of races only that there are some, in which memory: not
     * all earlier accesses are remembered, and these programs have several for most races.
     */
    @Test
    void rowsGiveTheSameReportAsSingleLanes() {
        Random random = new Random(SEED);
        for (int round = 0; round < 40; round++) {
            String ptx = randomAccesses(random);
            int[] data = random.ints(256).toArray();
            List<String> interpreted = reported("interpreter", ptx, data.clone());
            List<String> translated = reported("translator", ptx, data.clone());

            assertEquals(interpreted, translated, () -> "xianka.seed=" + SEED + "\n" + ptx);
        }
    }

    private static String randomAccesses(Random random) {
        StringBuilder body = new StringBuilder("mov.u32 %r9, buffer;\nmov.u32 %r10, %ctaid.x;\n");
        int accesses = 2 + random.nextInt(8);
        for (int i = 0; i < accesses; i++) {
            if (random.nextInt(3) == 0) {
                body.append(random.nextBoolean() ? "bar.sync 0;\n" : "bar.warp.sync -1;\n");
            }
            String index = switch (random.nextInt(6)) {
                case 0 -> "mov.u32 %r1, %r0;";
                case 1 -> "add.u32 %r1, %r0, " + random.nextInt(4) + ";";
                case 2 -> "sub.u32 %r1, 95, %r0;";
                case 3 -> "shr.u32 %r1, %r0, " + (1 + random.nextInt(5)) + ";";
                case 4 -> "mul.lo.u32 %r1, %r0, " + random.nextInt(4) + ";\nand.b32 %r1, %r1, 127;";
                default -> "mov.u32 %r1, " + random.nextInt(8) + ";";
            };
            body.append(index).append('\n');
            boolean isGuarded = random.nextInt(4) == 0;
            if (isGuarded) {
                body.append("setp.lt.u32 %%p1, %%r0, %d;\n@!%%p1 bra SKIP%d;\n".formatted(32 * random.nextInt(4), i));
            }
            String width = random.nextInt(4) == 0 ? "u8" : "u32";
            int shift = width.equals("u8") ? 0 : 2;
            if (random.nextBoolean()) {
                body.append("shl.b32 %%r2, %%r1, %d;\nadd.u32 %%r2, %%r9, %%r2;\n".formatted(shift));
                body.append(
                        random.nextBoolean()
                                ? "ld.shared.%s %%r3, [%%r2];\n".formatted(width)
                                : "st.shared.%s [%%r2], %%r0;\n".formatted(width));
            } else {
                body.append("mul.wide.u32 %%rd1, %%r1, %d;\nadd.u64 %%rd2, %%rd0, %%rd1;\n".formatted(1 << shift));
                body.append(
                        random.nextBoolean()
                                ? "ld.global.%s %%r3, [%%rd2];\n".formatted(width)
                                : "st.global.%s [%%rd2], %%r0;\n".formatted(width));
            }
            if (isGuarded) {
                body.append("SKIP%d:\n".formatted(i));
            }
        }
        return kernel(".shared .align 16 .b8 buffer[512];", body.toString());
    }

    private static List<String> reported(String executor, String ptx, int[] data) {
        return found(reportOf(executor, ptx, Launch.of(2, 96), data));
    }

    private static CheckReport reportOf(String executor, String ptx, Launch launch, int[] data) {
        String before = System.getProperty("xianka.emulator.executor");
        System.setProperty("xianka.emulator.executor", executor);
        try (var checked = CheckedDevice.open(CheckSettings.all())) {
            checked.device().load(ptx).kernel("k").launch(launch, Arg.inOut(data));
            return checked.report();
        } finally {
            if (before == null) {
                System.clearProperty("xianka.emulator.executor");
            } else {
                System.setProperty("xianka.emulator.executor", before);
            }
        }
    }

    private static List<String> found(CheckReport report) {
        return report.findings().stream()
                .map(f -> f.kind() + " " + f.space()
                        + (f.earlier() == null ? " at PTX line " + f.place().ptxLine() + ", " + f.count() : ""))
                .distinct()
                .sorted()
                .toList();
    }

    /**
     * Kernels that do nothing but load and store rows, some of them beyond the end, run with warps of many lanes; what is found, hinted at and
     * left in memory is what the interpreter's warps of 32 say. Where threads race, who comes first is chance, and so is the rest, even whether
     * writes of the same value hide the race.
     */
    @Test
    void warpsOfManyLanesGiveTheSameReportAndHintsAsThoseOfTheHardware() {
        Random random = new Random(SEED);
        int peaceful = 0;
        for (int round = 0; round < 40; round++) {
            String ptx = randomRows(random);
            var launch = List.of(
                            Launch.of(2, 96),
                            Launch.of(3, 256),
                            Launch.of(2, 250),
                            Launch.of(new Dim3(2, 1, 1), new Dim3(64, 2, 1)))
                    .get(random.nextInt(4));
            int[] data = random.ints(2048).toArray();
            int[] byInterpreter = data.clone();
            int[] byTranslator = data.clone();
            CheckReport interpreted = reportOf("interpreter", ptx, launch, byInterpreter);
            CheckReport translated = reportOf("translator", ptx, launch, byTranslator);
            String what = "xianka.seed=" + SEED + " " + launch + "\n" + ptx;

            if (!hasRaces(interpreted) && !hasRaces(translated)) {
                peaceful++;
                assertEquals(found(interpreted), found(translated), what);
                assertEquals(hints(interpreted, ptx), hints(translated, ptx), what);
                assertArrayEquals(byInterpreter, byTranslator, what);
            }
        }
        assertTrue(peaceful > 10, "xianka.seed=" + SEED + ": only " + peaceful + " without races");
    }

    /** None where lanes that part may do what follows one after another: their accesses count as requests of their own then. */
    private static List<Hint> hints(CheckReport report, String ptx) {
        return ptx.contains("SKIP") ? List.of() : report.hints();
    }

    private static boolean hasRaces(CheckReport report) {
        return report.findings().stream().anyMatch(finding -> finding.kind() == FindingKind.RACE);
    }

    @Test
    void warpsOfManyLanesRaceWithinThemselves() {
        for (int distance : new int[] {1, 31, 32, 255}) {
            String ptx = kernel("", """
                    mul.wide.u32 %%rd1, %%r0, 4;
                    add.u64 %%rd2, %%rd0, %%rd1;
                    st.global.u32 [%%rd2], %%r0;
                    ld.global.u32 %%r1, [%%rd2+%d];
                    """.formatted(4 * distance));
            for (String executor : List.of("interpreter", "translator")) {
                Finding race = only(reportOf(executor, ptx, Launch.of(1, 256), new int[512]));

                assertEquals(FindingKind.RACE, race.kind());
                assertEquals(Hazard.RAW, race.earlier().hazard());
            }
        }
    }

    private static String randomRows(Random random) {
        var body = new StringBuilder("""
                mov.u32 %r9, %ctaid.x;
                mov.u32 %r8, %ntid.x;
                mad.lo.u32 %r7, %r9, %r8, %r0;
                mov.u32 %r3, 5;
                mov.u32 %r11, 6;
                mov.u32 %r12, 7;
                mov.u32 %r13, 8;
                mov.u64 %rd5, 9;
                mov.f32 %f1, 0f3f800000;
                """);
        String type = List.of("u8", "u32", "f32", "f32", "u64", "v4.u32").get(random.nextInt(6));
        int bytes = Map.of("u8", 1, "u32", 4, "f32", 4, "u64", 8, "v4.u32", 16).get(type);
        boolean isByTurns = random.nextInt(3) == 0;
        if (isByTurns) {
            body.append("mov.u32 %r6, 0;\nAGAIN:\n");
        }
        if (random.nextInt(3) > 0) {
            body.append("setp.ge.u32 %%p1, %%r7, %d;\n@%%p1 bra END;\n".formatted(1 + random.nextInt(600)));
        }
        int accesses = 1 + random.nextInt(5);
        for (int i = 0; i < accesses; i++) {
            boolean isGuarded = random.nextInt(12) == 0;
            if (isGuarded) {
                body.append("setp.lt.u32 %%p2, %%r7, %d;\n@%%p2 bra SKIP%d;\n".formatted(random.nextInt(300), i));
            }
            // Those who write elsewhere than they read race with their neighbours.
            int offset = random.nextInt(6) == 0 ? bytes * (1 + random.nextInt(40)) : 0;
            int far = random.nextInt(4) == 0 ? 8192 - bytes * random.nextInt(300) : random.nextInt(2) * 4096;
            body.append("mul.wide.u32 %%rd1, %%r7, %d;\nadd.u64 %%rd2, %%rd0, %%rd1;\n".formatted(bytes));
            String address = "[%%rd2+%d]".formatted(offset + far);
            boolean isWrite = random.nextInt(3) == 0;
            String register = switch (type) {
                // Among arbitrary bits are NaNs, of which instructions make their own one.
                case "f32" -> isWrite ? "%f2" : "%f1";
                case "u64" -> "%rd5";
                case "v4.u32" -> "{%r3, %r11, %r12, %r13}";
                default -> "%r3";
            };
            body.append("add.f32 %f2, %f1, %f1;\n");
            body.append((isWrite ? "st.global.%s %s, %s;\n" : "ld.global.%s %3$s, %2$s;\n")
                    .formatted(type, address, register));
            if (isGuarded) {
                body.append("SKIP%d:\n".formatted(i));
            }
        }
        if (isByTurns) {
            body.append("add.u32 %r6, %r6, 1;\nsetp.lt.u32 %p3, %r6, 3;\n@%p3 bra AGAIN;\n");
        }
        return kernel("", body.append("END:\n").toString());
    }

    @Test
    void aBadReadGivesZeroAndABadWriteIsDropped() {
        String ptx = kernel("", """
                ld.global.u32 %r1, [%rd0+64];
                add.u32 %r1, %r1, 5;
                st.global.u32 [%rd0+64], %r1;
                st.global.u32 [%rd0], %r1;
                """);
        int[] data = {1, 2, 3};

        CheckReport report = run(CheckSettings.of(CheckTool.MEMCHECK), ptx, 1, data);

        assertEquals(5, data[0]);
        assertEquals(2, report.errors());
    }

    @Test
    void aBufferThatNobodyClosesIsALeakWithTheLineThatMadeIt() {
        var checked = CheckedDevice.open(CheckSettings.all());
        DeviceBuffer closed = checked.device().allocate(100);
        checked.device().allocate(200);
        closed.close();
        assertTrue(checked.report().isClean());
        checked.close();

        Finding leak = only(checked.report());

        assertEquals(FindingKind.LEAK, leak.kind());
        assertEquals(200, leak.size());
        assertTrue(leak.nearest().allocatedAt().contains("CheckedDeviceTest.java:"), leak::toString);
        assertNull(leak.kernel());
    }

    @Test
    void leaksAreNotLookedForWhereTheyAreNotWanted() {
        var checked = CheckedDevice.open(CheckSettings.all().withLeaks(false));
        checked.device().allocate(200);
        checked.close();

        assertTrue(checked.report().isClean());
    }

    @Test
    void memoryThatWasFreedIsToldFromMemoryThatNeverWas() {
        String ptx = kernel("", "ld.global.u32 %r1, [%rd0+4];\nst.global.u32 [%rd0+4], %r1;");
        try (var checked = CheckedDevice.open(CheckSettings.of(CheckTool.MEMCHECK))) {
            var buffer = checked.device().allocate(64);
            long pointer = buffer.pointer();
            buffer.close();
            checked.device().load(ptx).kernel("k").launch(Launch.of(1, 1), pointer);

            List<Finding> findings = checked.report().findings();

            assertFalse(findings.isEmpty());
            for (Finding finding : findings) {
                assertEquals(FindingKind.USE_AFTER_FREE, finding.kind());
                assertEquals(4, finding.nearest().distanceBytes());
                assertTrue(finding.nearest().freedAt().contains("CheckedDeviceTest.java:"), finding::toString);
            }
        }
    }

    @Test
    void freeingTwiceIsFoundAndRefused() {
        Watch watch = new Watch(CheckSettings.all());
        var driver = EmulatedDriverProvider.checking(watch);
        driver.ctxSetCurrent(driver.devicePrimaryCtxRetain(0));
        long pointer = driver.memAlloc(16);
        driver.memFree(pointer);

        assertThrows(CudaException.class, () -> driver.memFree(pointer));

        assertEquals(FindingKind.DOUBLE_FREE, only(watch.report()).kind());
    }

    @Test
    void whatTheHostWroteIsInitialisedAndTheRestIsNot() {
        String ptx = kernel("", """
                ld.global.u32 %r1, [%rd0];
                ld.global.u32 %r2, [%rd0+4];
                add.u32 %r1, %r1, %r2;
                """);
        try (var checked = CheckedDevice.open(CheckSettings.of(CheckTool.INITCHECK))) {
            var buffer = checked.device().allocate(8);
            buffer.slice(0, 4).fill((byte) 1);
            checked.device().load(ptx).kernel("k").launch(Launch.of(1, 1), buffer);

            Finding finding = only(checked.report());

            assertEquals(FindingKind.UNINITIALISED, finding.kind());
            assertEquals(4, finding.nearest().distanceBytes());
        }
    }

    @Test
    void arithmeticIsCheckedOnlyWhenAskedFor() {
        String ptx = kernel("", """
                ld.global.u32 %r1, [%rd0];
                div.s32 %r2, 7, %r1;
                cvt.rn.f32.s32 %f1, %r1;
                rcp.rn.f32 %f2, %f1;
                mul.f32 %f3, %f2, %f1;
                st.global.u32 [%rd0], %r2;
                st.global.f32 [%rd0+4], %f3;
                """);

        CheckReport plain = run(CheckSettings.all(), ptx, 1, new int[2]);
        CheckReport checked = run(CheckSettings.all().withArithmetic(true), ptx, 1, new int[2]);

        assertTrue(plain.isClean());
        assertEquals(
                List.of(FindingKind.ARITHMETIC, FindingKind.ARITHMETIC),
                checked.findings().stream().map(Finding::kind).toList());
        assertEquals("7 is divided by zero", checked.findings().get(0).message());
        assertEquals(
                "Infinity arises here from finite values",
                checked.findings().get(1).message());
    }

    @Test
    void countsSectorsOfAStridedLoad() {
        String ptx = kernel("", """
                mul.wide.u32 %rd1, %r0, 32;
                add.u64 %rd2, %rd0, %rd1;
                ld.global.u32 %r1, [%rd2];
                mul.wide.u32 %rd3, %r0, 4;
                add.u64 %rd4, %rd0, %rd3;
                st.global.u32 [%rd4+4096], %r1;
                """);

        Hint hint = run(CheckSettings.all(), ptx, 128, new int[2048]).hints().getFirst();

        assertEquals(HintKind.UNCOALESCED_LOAD, hint.kind());
        assertEquals(4.0, hint.figures().get("requests"));
        assertEquals(128.0, hint.figures().get("sectors"));
        assertEquals(112.0, hint.figures().get("excessSectors"));
        assertEquals(4.0, hint.figures().get("bytesUsedPerSector"));
    }

    @Test
    void countsBankConflictsAndDivergentBranches() {
        String ptx = kernel(".shared .align 4 .b8 s[4096];", """
                shl.b32 %r1, %r0, 5;
                mov.u32 %r2, s;
                add.u32 %r3, %r2, %r1;
                and.b32 %r4, %r0, 1;
                setp.eq.u32 %p1, %r4, 1;
                @%p1 bra L;
                add.u32 %r4, %r4, 3;
                L:
                st.shared.u32 [%r3], %r4;
                """);

        List<Hint> hints = run(CheckSettings.all(), ptx, 128, new int[1]).hints();

        assertEquals(2, hints.size(), hints::toString);
        Hint branch = hints.get(0);
        assertEquals(HintKind.DIVERGENT_BRANCH, branch.kind());
        assertEquals(0.0, branch.figures().get("branchEfficiencyPercent"));
        Hint banks = hints.get(1);
        assertEquals(HintKind.BANK_CONFLICT, banks.kind());
        assertEquals(8.0, banks.figures().get("ways"));
        assertEquals(32.0, banks.figures().get("wavefronts"));
        assertEquals(28.0, banks.figures().get("excessWavefronts"));
    }

    @Test
    void keepsNoMoreFindingsThanItShould() {
        String ptx = kernel("", """
                ld.global.u32 %r1, [%rd0+100];
                ld.global.u32 %r2, [%rd0+200];
                ld.global.u32 %r3, [%rd0+300];
                """);

        CheckReport report = run(CheckSettings.of(CheckTool.MEMCHECK).withMostFindings(2), ptx, 1, new int[1]);

        assertEquals(2, report.findings().size());
        assertEquals(1, report.omitted());
    }

    @Test
    void aBlockThatCanNeverGoOnIsGivenUp() {
        String ptx = kernel("", """
                setp.lt.u32 %p1, %r0, 32;
                @%p1 bra L;
                bar.sync 1, 96;
                L:
                bar.sync 2, 96;
                """);

        Finding finding = only(run(CheckSettings.of(CheckTool.SYNCCHECK), ptx, 64, new int[1]));

        assertEquals(FindingKind.BARRIER, finding.kind());
        assertTrue(finding.message().contains("32 wait at barrier 1"), finding::message);
        assertTrue(finding.message().contains("32 wait at barrier 2"), finding::message);
    }
}
