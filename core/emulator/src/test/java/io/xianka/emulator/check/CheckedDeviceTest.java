package io.xianka.emulator.check;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.Arg;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CudaException;
import io.xianka.emulator.EmulatedDriverProvider;
import java.util.List;
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
    void aWideWriteToAnArrayThatFollowsASmallVariableIsSeenWhole() {
        String ptx = kernel("""
                .shared .align 8 .b8 small[8];
                .shared .align 4 .b8 tile[512];
                """, """
                mov.u32 %r1, tile;
                shl.b32 %r2, %r0, 4;
                add.u32 %r3, %r1, %r2;
                st.shared.v4.u32 [%r3], {%r0, %r0, %r0, %r0};
                ld.shared.u32 %r4, [%r3];
                ld.shared.u32 %r5, [%r3+4];
                ld.shared.u32 %r6, [%r3+8];
                ld.shared.u32 %r7, [%r3+12];
                """);

        CheckReport report = run(CheckSettings.of(CheckTool.INITCHECK), ptx, 32, new int[32]);

        assertTrue(report.isClean(), report::text);
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
