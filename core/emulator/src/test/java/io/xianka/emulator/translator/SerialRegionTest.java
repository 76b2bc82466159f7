package io.xianka.emulator.translator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.xianka.driver.Dim3;
import io.xianka.emulator.machine.DeviceFault;
import io.xianka.emulator.machine.FaultKind;
import io.xianka.emulator.machine.LaunchCancelled;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** Lanes that part and go on one after another. */
class SerialRegionTest {
    /** Thread t goes round t mod 5 times, and adds up words of the array behind it. */
    private static final String LOOP = """
            mov.u32 %r1, %tid.x;
            mov.u32 %r8, %ctaid.x;
            mov.u32 %r9, %ntid.x;
            mad.lo.u32 %r10, %r8, %r9, %r1;
            rem.u32 %r2, %r1, 5;
            mov.u32 %r3, 0;
            mov.u32 %r4, 0;
            mul.wide.u32 %rd1, %r10, 4;
            add.s64 %rd2, %rd0, %rd1;
            head:
            setp.ge.u32 %p1, %r3, %r2;
            @%p1 bra done;
            ld.global.u32 %r5, [%rd2+DISTANCE];
            add.u32 %r4, %r4, %r5;
            add.u32 %r3, %r3, 1;
            bra head;
            done:
            """;

    private static void agrees(int words, String declarations, String body, Dim3 grid, Dim3 block) {
        int[][] results = new int[2][];
        for (int i = 0; i < 2; i++) {
            try (TestLaunch launch = new TestLaunch(words, declarations, body)) {
                for (int word = 0; word < words; word++) {
                    launch.word(word, 7 * word + 1);
                }
                if (i == 0) {
                    launch.interpreted(grid, block);
                } else {
                    launch.translated(grid, block, 1);
                }
                results[i] = launch.data.segment().toArray(ValueLayout.JAVA_INT);
            }
        }
        assertArrayEquals(results[0], results[1]);
    }

    /** One thread does more than the others, or less; with the volatile store they go on side by side. */
    @Test
    void singlesOutOneLane() {
        for (int thread : new int[] {-1, 0, 31, 32, 99, 100}) {
            for (String comparison : new String[] {"eq", "ne"}) {
                for (String guard : new String[] {"@%p1", "@!%p1"}) {
                    for (String store : new String[] {"st.global.u32", "st.volatile.global.u32"}) {
                        String body = """
                                mov.u32 %%r1, %%tid.x;
                                mov.u32 %%r8, %%ctaid.x;
                                mov.u32 %%r9, %%ntid.x;
                                mad.lo.u32 %%r10, %%r8, %%r9, %%r1;
                                mul.wide.u32 %%rd1, %%r10, 4;
                                add.s64 %%rd2, %%rd0, %%rd1;
                                setp.%s.u32 %%p1, %%r1, %d;
                                %s bra done;
                                ld.global.u32 %%r5, [%%rd2];
                                add.u32 %%r5, %%r5, 100000;
                                %s [%%rd2], %%r5;
                                done:
                                ld.global.u32 %%r6, [%%rd2];
                                add.u32 %%r6, %%r6, 1;
                                st.global.u32 [%%rd2], %%r6;
                                """.formatted(comparison, thread, guard, store);
                        agrees(512, "", body, Dim3.of(2), Dim3.of(100));
                        agrees(512, "", body, Dim3.of(2), Dim3.of(32));
                    }
                }
            }
        }
    }

    /** Two loads and stores in a row through the same words, by each of the ways to cut them. */
    @Test
    void readsWhatItWroteBefore() {
        String body = LOOP.replace("DISTANCE", "0") + """
                ld.global.u32 %r5, [%rd2];
                add.u32 %r5, %r5, %r4;
                st.global.u32 [%rd2], %r5;
                ld.global.u32 %r6, [%rd2];
                add.u32 %r6, %r6, %r5;
                st.global.u32 [%rd2], %r6;
                """;
        agrees(512, "", body, Dim3.of(2), Dim3.of(100));
        agrees(512, "", body, Dim3.of(2), Dim3.of(32));
    }

    @Test
    void leavesWhatTheInterpreterLeaves() {
        String body = LOOP.replace("DISTANCE", "1024") + "st.global.u32 [%rd2], %r4;";
        agrees(512, "", body, Dim3.of(2), Dim3.of(100));
    }

    @Test
    void letsLanesEndOnTheWay() {
        String body = LOOP.replace("DISTANCE", "1024").replace("bra head;", """
                        setp.eq.u32 %p2, %r3, 3;
                        @%p2 ret;
                        bra head;
                        """) + """
                mov.u32 %r6, buffer;
                shl.b32 %r7, %r1, 2;
                add.u32 %r6, %r6, %r7;
                st.shared.u32 [%r6], %r4;
                bar.sync 0;
                ld.shared.u32 %r4, [%r6];
                st.global.u32 [%rd2], %r4;
                """;
        agrees(512, ".shared .align 4 .b8 buffer[512];", body, Dim3.of(2), Dim3.of(100));
    }

    @Test
    void keepsTheIndexOfAnUnrolledLoopOverTheGridInRemainders() {
        // Two elements a turn, then what is left; 201 elements for 64 threads.
        String body = """
                mov.u32 %r1, %tid.x;
                mov.u32 %r2, 137;
                head:
                setp.ge.s32 %p1, %r1, %r2;
                @%p1 bra rest;
                mul.wide.s32 %rd1, %r1, 4;
                add.s64 %rd2, %rd0, %rd1;
                ld.global.u32 %r5, [%rd2];
                add.u32 %r5, %r5, %r1;
                st.global.u32 [%rd2], %r5;
                ld.global.u32 %r6, [%rd2+256];
                mad.lo.u32 %r6, %r6, 3, %r1;
                st.global.u32 [%rd2+256], %r6;
                add.s32 %r1, %r1, 128;
                bra head;
                rest:
                setp.ge.s32 %p2, %r1, 201;
                @%p2 bra done;
                mul.wide.s32 %rd3, %r1, 4;
                add.s64 %rd4, %rd0, %rd3;
                st.global.u32 [%rd4], %r1;
                add.s32 %r1, %r1, 64;
                bra rest;
                done:
                """;
        agrees(512, "", body, Dim3.of(1), Dim3.of(64));
    }

    @Test
    void namesTheThreadOfAnAccessThatFails() {
        String body = LOOP.replace("DISTANCE", "-384") + "st.global.u32 [%rd2], %r4;";
        try (TestLaunch launch = new TestLaunch(512, "", body)) {
            DeviceFault fault = assertThrows(DeviceFault.class, () -> launch.translated(Dim3.of(3), Dim3.of(100), 1));
            assertEquals(FaultKind.OUT_OF_BOUNDS, fault.kind());
            // The first thread that goes round at all, below the 96th.
            assertEquals(1, fault.thread().threadX());
            assertEquals(0, fault.thread().blockX());
            assertEquals("kernel", fault.place().kernel());
        }
    }

    @Test
    void stopsALoopThatOneLaneNeverLeaves() throws InterruptedException {
        String body = """
                mov.u32 %r1, %tid.x;
                setp.ne.u32 %p1, %r1, 3;
                @%p1 bra done;
                forever:
                add.u32 %r2, %r2, 1;
                setp.ne.u32 %p2, %r1, 4;
                @%p2 bra forever;
                done:
                """;
        try (TestLaunch launch = new TestLaunch(4, "", body)) {
            Thread stopper = Thread.ofPlatform().start(() -> {
                try {
                    Thread.sleep(50);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                }
                launch.cancellation.request();
            });
            assertThrows(LaunchCancelled.class, () -> launch.translated(Dim3.of(2), Dim3.of(64), 1));
            stopper.join();
        }
    }
}
