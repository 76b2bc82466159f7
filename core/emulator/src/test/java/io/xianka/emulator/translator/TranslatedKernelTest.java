package io.xianka.emulator.translator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.Dim3;
import io.xianka.emulator.machine.DeviceFault;
import io.xianka.emulator.machine.FaultKind;
import io.xianka.emulator.machine.LaunchCancelled;
import io.xianka.emulator.machine.ThreadPosition;
import io.xianka.emulator.semantics.FloatArithmetic;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TranslatedKernelTest {
    private static final String SPIN_LOCK = """
            spin:
            atom.global.cas.b32 %r1, [%rd0], 0, 1;
            setp.ne.u32 %p1, %r1, 0;
            @%p1 bra spin;
            ld.volatile.global.u32 %r2, [%rd0+4];
            add.u32 %r2, %r2, 1;
            st.volatile.global.u32 [%rd0+4], %r2;
            membar.gl;
            atom.global.exch.b32 %r3, [%rd0], 0;
            """;

    @Test
    void letsALaneGoOnThatHoldsALockWhichOthersSpinOn() {
        try (TestLaunch launch = new TestLaunch(2, "", SPIN_LOCK)) {
            launch.translated(Dim3.of(1), Dim3.of(64), 1);
            assertEquals(64, launch.word(1));
        }
    }

    @Test
    void letsBlocksPassALock() {
        try (TestLaunch launch = new TestLaunch(2, "", SPIN_LOCK)) {
            launch.translated(Dim3.of(50), Dim3.of(40), 3);
            assertEquals(2000, launch.word(1));
        }
    }

    @Test
    void letsALockGoWhoseHolderRunsAtALowerPlaceThanThoseWhoSpin() {
        // The critical section stands before the loop in the text.
        String body = """
                bra spin;
                critical:
                ld.volatile.global.u32 %r2, [%rd0+4];
                add.u32 %r2, %r2, 1;
                st.volatile.global.u32 [%rd0+4], %r2;
                atom.global.exch.b32 %r3, [%rd0], 0;
                bra done;
                spin:
                atom.global.cas.b32 %r1, [%rd0], 0, 1;
                setp.eq.u32 %p1, %r1, 0;
                @%p1 bra critical;
                bra spin;
                done:
                """;
        try (TestLaunch launch = new TestLaunch(2, "", body)) {
            launch.translated(Dim3.of(2), Dim3.of(100), 2);
            assertEquals(200, launch.word(1));
        }
    }

    @Test
    void runsCooperativeBlocksSideBySide() {
        // Each block waits until all have come.
        String body = """
                atom.global.add.u32 %r1, [%rd0], 1;
                mov.u32 %r3, %nctaid.x;
                mov.u32 %r4, %ntid.x;
                mul.lo.u32 %r3, %r3, %r4;
                wait:
                ld.volatile.global.u32 %r2, [%rd0];
                setp.lt.u32 %p1, %r2, %r3;
                @%p1 bra wait;
                atom.global.add.u32 %r1, [%rd0+4], 1;
                """;
        try (TestLaunch launch = new TestLaunch(2, "", body)) {
            Dim3 block = Dim3.of(48);
            launch.run(launch.translation(block), Dim3.of(70), block, 2, true);
            assertEquals(70 * 48, launch.word(1));
        }
    }

    @Test
    void countsAtBarriersOnlyThreadsThatHaveNotEnded() {
        String body = """
                mov.u32 %r1, %tid.x;
                and.b32 %r2, %r1, 1;
                setp.ne.u32 %p1, %r2, 0;
                @%p1 ret;
                mov.u32 %r3, buffer;
                shl.b32 %r4, %r1, 2;
                add.u32 %r5, %r3, %r4;
                st.shared.u32 [%r5], %r1;
                bar.sync 0;
                xor.b32 %r6, %r4, 8;
                add.u32 %r6, %r3, %r6;
                ld.shared.u32 %r7, [%r6];
                cvt.u64.u32 %rd1, %r4;
                add.s64 %rd2, %rd0, %rd1;
                st.global.u32 [%rd2], %r7;
                """;
        try (TestLaunch launch = new TestLaunch(256, ".shared .align 4 .b8 buffer[1024];", body)) {
            launch.translated(Dim3.of(1), Dim3.of(256), 1);
            for (int i = 0; i < 256; i++) {
                assertEquals(i % 2 == 0 ? i ^ 2 : 0, launch.word(i));
            }
        }
    }

    @Test
    void saysThatABarrierIsNotReachedByAll() {
        String body = """
                mov.u32 %r1, %tid.x;
                setp.lt.u32 %p1, %r1, 10;
                @%p1 bra other;
                bar.sync 1;
                bra end;
                other:
                bar.sync 2;
                end:
                """;
        try (TestLaunch launch = new TestLaunch(1, "", body)) {
            DeviceFault fault = assertThrows(DeviceFault.class, () -> launch.translated(Dim3.of(1), Dim3.of(64), 1));
            assertEquals(FaultKind.BARRIER, fault.kind());
            assertTrue(fault.getMessage().contains("54 of 64 threads wait at barrier 1"), fault.getMessage());
        }
    }

    @Test
    void namesTheThreadAndTheLineOfAnAccessBeyondTheEnd() {
        String body = """
                mov.u32 %r1, %tid.x;
                mov.u32 %r2, %ctaid.x;
                mov.u32 %r3, %ntid.x;
                mad.lo.u32 %r4, %r2, %r3, %r1;
                mul.wide.u32 %rd1, %r4, 4;
                add.s64 %rd2, %rd0, %rd1;
                st.global.u32 [%rd2], %r4;
                """;
        try (TestLaunch launch = new TestLaunch(300, "", body)) {
            DeviceFault fault = assertThrows(DeviceFault.class, () -> launch.translated(Dim3.of(5), Dim3.of(64), 1));
            assertEquals(FaultKind.OUT_OF_BOUNDS, fault.kind());
            assertEquals(new ThreadPosition(4, 0, 0, 300 - 256, 0, 0), fault.thread());
            assertEquals("kernel", fault.place().kernel());
            assertNotNull(fault.place().instruction());
            assertTrue(fault.place().instruction().contains("st.global.u32"), fault.getMessage());
            assertEquals(18, fault.place().ptxLine());
            assertEquals(launch.data.base + 1200, fault.address());
        }
    }

    @Test
    void namesTheThreadOfAMisalignedAccess() {
        String body = """
                mov.u32 %r1, %tid.x;
                mov.u32 %r2, %tid.y;
                setp.ne.u32 %p1, %r1, 5;
                setp.ne.or.u32 %p1, %r2, 2, %p1;
                selp.b64 %rd1, 4, 2, %p1;
                add.s64 %rd2, %rd0, %rd1;
                ld.global.u32 %r3, [%rd2];
                st.global.u32 [%rd0], %r3;
                """;
        try (TestLaunch launch = new TestLaunch(3, "", body)) {
            DeviceFault fault = assertThrows(DeviceFault.class, () -> launch.translated(Dim3.of(1), Dim3.of(8, 4), 1));
            assertEquals(FaultKind.MISALIGNED, fault.kind());
            assertEquals(new ThreadPosition(0, 0, 0, 5, 2, 0), fault.thread());
        }
    }

    @Test
    void faultsOnANullPointerAndOnMemoryThatWasFreed() {
        String body = """
                ld.global.u64 %rd1, [%rd0];
                ld.global.u32 %r1, [%rd1];
                st.global.u32 [%rd0+8], %r1;
                """;
        try (TestLaunch launch = new TestLaunch(4, "", body)) {
            DeviceFault nothing = assertThrows(DeviceFault.class, () -> launch.translated(Dim3.of(1), Dim3.of(32), 1));
            assertEquals(FaultKind.NULL_POINTER, nothing.kind());
            long old = launch.memory.allocate(64).base;
            launch.memory.free(old);
            launch.word(0, (int) old);
            launch.word(1, (int) (old >>> 32));
            DeviceFault freed = assertThrows(DeviceFault.class, () -> launch.translated(Dim3.of(1), Dim3.of(32), 1));
            assertEquals(FaultKind.USE_AFTER_FREE, freed.kind());
        }
    }

    @Test
    void stopsAKernelThatRunsForEver() throws InterruptedException {
        try (TestLaunch launch = new TestLaunch(1, "", "again: bra again;")) {
            Thread canceller = Thread.ofVirtual().start(() -> {
                try {
                    Thread.sleep(Duration.ofMillis(100));
                } catch (InterruptedException interrupted) {
                    throw new AssertionError(interrupted);
                }
                launch.cancellation.request();
            });
            assertThrows(LaunchCancelled.class, () -> launch.translated(Dim3.of(4), Dim3.of(1024), 2));
            canceller.join();
        }
    }

    @Test
    void addsFloatsInTheSameOrderEachTimeWithOneWorker() {
        String body = """
                mov.u32 %r1, %tid.x;
                mov.u32 %r2, %ctaid.x;
                mad.lo.u32 %r3, %r2, 7919, %r1;
                cvt.rn.f32.u32 %f1, %r3;
                rcp.rn.f32 %f1, %f1;
                min.f32 %f1, %f1, 0f3F800000;
                atom.global.add.f32 %f2, [%rd0], %f1;
                """;
        int first = 0;
        for (int run = 0; run < 4; run++) {
            try (TestLaunch launch = new TestLaunch(1, "", body)) {
                launch.translated(Dim3.of(200), Dim3.of(96), 1);
                if (run == 0) {
                    first = launch.word(0);
                }
                assertEquals(first, launch.word(0));
            }
        }
    }

    @Test
    void losesNoAtomicAdditionAmongWorkers() {
        String body = """
                mov.u32 %r1, 0;
                again:
                atom.global.add.u32 %r2, [%rd0], 1;
                red.shared.add.u32 [count], 1;
                add.u32 %r1, %r1, 1;
                setp.lt.u32 %p1, %r1, 20;
                @%p1 bra again;
                bar.sync 0;
                mov.u32 %r3, %tid.x;
                setp.ne.u32 %p2, %r3, 0;
                @%p2 ret;
                ld.shared.u32 %r4, [count];
                red.global.max.u32 [%rd0+4], %r4;
                """;
        try (TestLaunch launch = new TestLaunch(2, ".shared .align 4 .b32 count;", body)) {
            launch.translated(Dim3.of(300), Dim3.of(64), 4);
            assertEquals(300 * 64 * 20, launch.word(0));
            assertEquals(64 * 20, launch.word(1));
        }
    }

    @Test
    void keepsTheBitsOfCopiedNansAndMakesComputedOnesCanonical() {
        String body = """
                mov.u32 %r1, %tid.x;
                mul.wide.u32 %rd1, %r1, 4;
                add.s64 %rd2, %rd0, %rd1;
                ld.global.f32 %f1, [%rd2];
                add.f32 %f2, %f1, %f1;
                st.global.f32 [%rd2+1024], %f1;
                st.global.f32 [%rd2+2048], %f2;
                """;
        try (TestLaunch launch = new TestLaunch(768, "", body)) {
            for (int i = 0; i < 256; i++) {
                launch.word(i, i % 3 == 0 ? 0xffc0_1234 + i : Float.floatToRawIntBits(i));
            }
            launch.translated(Dim3.of(1), Dim3.of(256), 1);
            for (int i = 0; i < 256; i++) {
                assertEquals(launch.word(i), launch.word(256 + i));
                int sum = i % 3 == 0 ? FloatArithmetic.CANONICAL_NAN : Float.floatToRawIntBits(i + (float) i);
                assertEquals(sum, launch.word(512 + i));
            }
        }
    }

    @Test
    void readsWhatTheSameBlockOfInstructionsWroteBefore() {
        // Rows that overlap: the load one word further must see what the next lane stored.
        String body = """
                mov.u32 %r1, %tid.x;
                mul.wide.u32 %rd1, %r1, 4;
                add.s64 %rd2, %rd0, %rd1;
                st.global.u32 [%rd2], %r1;
                ld.global.u32 %r2, [%rd2];
                add.u32 %r2, %r2, 1000;
                st.global.u32 [%rd2], %r2;
                """;
        try (TestLaunch launch = new TestLaunch(128, "", body)) {
            launch.translated(Dim3.of(1), Dim3.of(128), 1);
            for (int i = 0; i < 128; i++) {
                assertEquals(1000 + i, launch.word(i));
            }
        }
    }

    @Test
    void translatesAHundredThousandInstructions() {
        StringBuilder body = new StringBuilder("mov.u32 %r1, %tid.x;\nmov.u32 %r2, %tid.x;\n");
        for (int i = 0; i < 50_000; i++) {
            body.append("mad.lo.u32 %r1, %r1, 5, %r2;\nxor.b32 %r2, %r2, %r1;\n");
        }
        body.append("mul.wide.u32 %rd1, %r2, 0;\nmov.u32 %r3, %tid.x;\nmul.wide.u32 %rd1, %r3, 4;\n")
                .append("add.s64 %rd2, %rd0, %rd1;\nst.global.u32 [%rd2], %r1;\n");
        try (TestLaunch launch = new TestLaunch(64, "", body.toString())) {
            launch.translated(Dim3.of(1), Dim3.of(64), 1);
            for (int i = 0; i < 64; i++) {
                int a = i;
                int b = i;
                for (int k = 0; k < 50_000; k++) {
                    a = a * 5 + b;
                    b ^= a;
                }
                assertEquals(a, launch.word(i));
            }
        }
    }

    /** Each half of the block meets at a barrier of its own, which lanes compute. */
    private static final String BARRIERS_BY_LANE = """
            mov.u32 %r1, %tid.x;
            shr.u32 %r2, %r1, 6;
            add.u32 %r3, %r2, 1;
            shl.b32 %r4, %r1, 2;
            mov.u32 %r5, slots;
            add.u32 %r5, %r5, %r4;
            st.shared.u32 [%r5], %r1;
            bar.sync %r3, 64;
            xor.b32 %r6, %r1, 63;
            shl.b32 %r6, %r6, 2;
            mov.u32 %r7, slots;
            add.u32 %r7, %r7, %r6;
            ld.shared.u32 %r8, [%r7];
            and.b32 %r9, %r1, 3;
            setp.le.u32 %p1, %r9, %r2;
            bar.red.popc.u32 %r10, %r3, 64, %p1;
            bar.red.and.pred %p2, %r3, 64, %p1;
            selp.u32 %r11, 1000, 0, %p2;
            mad.lo.u32 %r8, %r10, 10000, %r8;
            add.u32 %r8, %r8, %r11;
            mul.wide.u32 %rd1, %r1, 4;
            add.s64 %rd1, %rd0, %rd1;
            st.global.u32 [%rd1], %r8;
            """;

    @Test
    void waitsAtBarriersThatLanesChoose() {
        for (boolean isTranslated : new boolean[] {true, false}) {
            try (TestLaunch launch = new TestLaunch(128, ".shared .align 4 .b8 slots[512];", BARRIERS_BY_LANE)) {
                if (isTranslated) {
                    launch.translated(Dim3.of(1), Dim3.of(128), 1);
                } else {
                    launch.interpreted(Dim3.of(1), Dim3.of(128));
                }
                for (int i = 0; i < 128; i++) {
                    assertEquals((i ^ 63) + 10_000 * (i < 64 ? 16 : 32), launch.word(i), "thread " + i);
                }
            }
        }
    }

    @Test
    void refusesABarrierThatThereIsNot() {
        for (String body :
                List.of("mov.u32 %r1, %ntid.x;\nbar.sync %r1;\n", "bar.sync 64;\n", "bar.arrive 64, 128;\n")) {
            try (TestLaunch launch = new TestLaunch(1, "", body)) {
                DeviceFault fault =
                        assertThrows(DeviceFault.class, () -> launch.translated(Dim3.of(1), Dim3.of(64), 1));
                assertEquals(FaultKind.ILLEGAL_INSTRUCTION, fault.kind());
                assertTrue(fault.getMessage().contains("barrier 64"), fault.getMessage());
            }
        }
    }

    private static final String INDEX = """
            mov.u32 %r1, %ctaid.x;
            mov.u32 %r2, %ntid.x;
            mov.u32 %r3, %tid.x;
            mad.lo.u32 %r4, %r1, %r2, %r3;
            """;

    @Test
    void runsSeveralBlocksAsOneWarpThatKnowOnlyTheirPlaceInTheGrid() {
        String body = INDEX + """
                setp.ge.u32 %p1, %r4, 990;
                @%p1 ret;
                mul.wide.u32 %rd1, %r4, 4;
                add.s64 %rd2, %rd0, %rd1;
                add.u32 %r5, %r4, 7;
                st.global.u32 [%rd2], %r5;
                """;
        try (TestLaunch launch = new TestLaunch(1000, "", body)) {
            Dim3 block = Dim3.of(10);
            assertTrue(launch.translation(block).blocksPerWarp() > 1);
            launch.translated(Dim3.of(100), block, 2);
            for (int i = 0; i < 1000; i++) {
                assertEquals(i < 990 ? i + 7 : 0, launch.word(i));
            }
        }
    }

    @Test
    void runsBlocksOneByOneThatKnowMoreThanTheirPlaceInTheGrid() {
        String body = INDEX + """
                mul.wide.u32 %rd1, %r4, 4;
                add.s64 %rd2, %rd0, %rd1;
                add.u32 %r5, %r1, %r3;
                st.global.u32 [%rd2], %r5;
                """;
        try (TestLaunch launch = new TestLaunch(1000, "", body)) {
            Dim3 block = Dim3.of(10);
            assertEquals(1, launch.translation(block).blocksPerWarp());
            launch.translated(Dim3.of(100), block, 1);
            assertEquals(99 + 9, launch.word(999));
        }
    }

    @Test
    void namesTheBlockAndThreadOfAFaultInAWarpOfSeveralBlocks() {
        String body = INDEX + """
                mul.wide.u32 %rd1, %r4, 4;
                add.s64 %rd2, %rd0, %rd1;
                st.global.u32 [%rd2], %r4;
                """;
        try (TestLaunch launch = new TestLaunch(995, "", body)) {
            DeviceFault fault = assertThrows(DeviceFault.class, () -> launch.translated(Dim3.of(100), Dim3.of(10), 1));
            assertEquals(new ThreadPosition(99, 0, 0, 5, 0, 0), fault.thread());
        }
    }

    private static String masked(int mask) {
        return """
                mov.u32 %%r1, %%tid.x;
                mul.wide.u32 %%rd1, %%r1, 4;
                add.s64 %%rd2, %%rd0, %%rd1;
                ld.global.u32 %%r2, [%%rd2];
                and.b32 %%r3, %%r2, %d;
                shl.b32 %%r4, %%r3, 2;
                mov.u32 %%r5, own;
                add.u32 %%r6, %%r5, %%r4;
                atom.shared.add.u32 %%r7, [%%r6], 1;
                st.global.u32 [%%rd2], %%r7;
                """.formatted(mask);
    }

    @Test
    void leavesOutTheCheckOfAnIndexThatAMaskKeepsInside() {
        try (TestLaunch launch = new TestLaunch(64, ".shared .align 4 .b8 own[1024];", masked(255))) {
            for (int i = 0; i < 64; i++) {
                launch.word(i, 0xabcd_ff00 + i / 2 + (i % 2 << 8));
            }
            launch.translated(Dim3.of(1), Dim3.of(64), 1);
            for (int i = 0; i < 64; i++) {
                assertEquals(i % 2, launch.word(i));
            }
        }
    }

    @Test
    void checksAnIndexThatAMaskDoesNotKeepInside() {
        try (TestLaunch launch = new TestLaunch(64, ".shared .align 4 .b8 own[1024];", masked(256))) {
            launch.word(40, 0x100);
            DeviceFault fault = assertThrows(DeviceFault.class, () -> launch.translated(Dim3.of(1), Dim3.of(64), 1));
            assertEquals(FaultKind.OUT_OF_BOUNDS, fault.kind());
            assertEquals(new ThreadPosition(0, 0, 0, 40, 0, 0), fault.thread());
        }
    }
}
