package io.xianka.emulator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Control flow, calls, lanes that exchange values, barriers and atomics, by both executors. */
@Timeout(60)
class WarpAndControlTest {
    private static final String HEADER = ".version 8.3\n.target sm_90\n.address_size 64\n";

    /** A kernel in which {@code %rd1} is where the thread writes its {@code .b32} result, {@code %r1} its index. */
    private static String kernel(String body) {
        return module("", body);
    }

    private static String module(String before, String body) {
        return HEADER + before + """
                .visible .entry k(.param .u64 out)
                {
                .reg .pred %p<9>;
                .reg .b32 %r<20>;
                .reg .b64 %rd<20>;
                ld.param.u64 %rd0, [out];
                mov.u32 %r1, %tid.x;
                mov.u32 %r2, %ctaid.x;
                mov.u32 %r3, %ntid.x;
                mad.lo.s32 %r4, %r2, %r3, %r1;
                mul.wide.s32 %rd1, %r4, 4;
                add.s64 %rd1, %rd0, %rd1;
                """ + body + "\nret;\n}\n";
    }

    private static int[] run(EmulatorSettings.Executor executor, String ptx, int blocks, int threads) {
        int[] out = new int[blocks * threads];
        try (PtxLab lab = new PtxLab(executor)) {
            lab.run(ptx, blocks, threads, out);
        }
        return out;
    }

    @ParameterizedTest
    @EnumSource
    void lanesThatPartMeetAgain(EmulatorSettings.Executor executor) {
        int[] out = run(executor, kernel("""
                and.b32 %r5, %r1, 3;
                setp.eq.s32 %p1, %r5, 0;
                @%p1 bra ZERO;
                setp.eq.s32 %p2, %r5, 1;
                @%p2 bra ONE;
                mov.u32 %r6, 30;
                bra JOIN;
                ONE: mov.u32 %r6, 20;
                bra JOIN;
                ZERO: mov.u32 %r6, 10;
                JOIN: activemask.b32 %r7;
                popc.b32 %r8, %r7;
                add.s32 %r6, %r6, %r8;
                st.global.b32 [%rd1], %r6;
                """), 1, 32);
        for (int i = 0; i < 32; i++) {
            assertEquals(32 + (i % 4 == 0 ? 10 : i % 4 == 1 ? 20 : 30), out[i]);
        }
    }

    @ParameterizedTest
    @EnumSource
    void addressesOf32BitsWrap(EmulatorSettings.Executor executor) {
        int[] out = run(executor, module(".shared .align 4 .b8 values[128];\n", """
                shl.b32 %r5, %r1, 2;
                mov.u32 %r6, values;
                add.s32 %r6, %r6, %r5;
                st.shared.b32 [%r6], %r1;
                sub.s32 %r7, %r6, 128;
                ld.shared.b32 %r8, [%r7+128];
                st.global.b32 [%rd1], %r8;
                """), 1, 32);
        assertArrayEquals(IntStream.range(0, 32).toArray(), out);
    }

    @ParameterizedTest
    @EnumSource
    void aSpinLockWithinAWarpEnds(EmulatorSettings.Executor executor) {
        int[] out = run(executor, module(".global .u32 lock;\n.global .u32 count;\n", """
                mov.u64 %rd2, lock;
                mov.u64 %rd3, count;
                SPIN: atom.global.cas.b32 %r5, [%rd2], 0, 1;
                setp.ne.s32 %p1, %r5, 0;
                @%p1 bra SPIN;
                ld.volatile.global.u32 %r6, [%rd3];
                add.u32 %r7, %r6, 1;
                st.volatile.global.u32 [%rd3], %r7;
                membar.gl;
                atom.global.exch.b32 %r8, [%rd2], 0;
                st.global.b32 [%rd1], %r6;
                """), 3, 64);
        Arrays.sort(out);
        assertArrayEquals(IntStream.range(0, 192).toArray(), out);
    }

    @ParameterizedTest
    @EnumSource
    void aLaneWaitsForAnotherOfItsWarp(EmulatorSettings.Executor executor) {
        int[] out = run(executor, module(".global .u32 flag;\n", """
                mov.u64 %rd2, flag;
                setp.eq.s32 %p1, %r1, 31;
                @%p1 bra SET;
                WAIT: ld.acquire.gpu.global.u32 %r5, [%rd2];
                setp.eq.s32 %p2, %r5, 0;
                @%p2 bra WAIT;
                bra DONE;
                SET: mov.u32 %r6, 7;
                st.release.gpu.global.u32 [%rd2], %r6;
                mov.u32 %r5, 7;
                DONE: st.global.b32 [%rd1], %r5;
                """), 1, 32);
        assertTrue(Arrays.stream(out).allMatch(value -> value == 7));
    }

    @ParameterizedTest
    @EnumSource
    void shufflesTakeFromTheNamedLane(EmulatorSettings.Executor executor) {
        int[] out = run(executor, kernel("""
                shfl.sync.up.b32 %r5|%p1, %r1, 1, 0x1800, -1;
                shfl.sync.down.b32 %r6, %r1, 2, 0x1f, -1;
                shfl.sync.bfly.b32 %r7, %r1, 16, 0x1f, -1;
                shfl.sync.idx.b32 %r8, %r1, 3, 0x181f, -1;
                selp.b32 %r9, 1, 0, %p1;
                mad.lo.s32 %r5, %r5, 32, %r6;
                mad.lo.s32 %r5, %r5, 32, %r7;
                mad.lo.s32 %r5, %r5, 32, %r8;
                mad.lo.s32 %r5, %r5, 2, %r9;
                st.global.b32 [%rd1], %r5;
                """), 1, 32);
        for (int i = 0; i < 32; i++) {
            boolean inRange = i % 8 != 0;
            int up = inRange ? i - 1 : i;
            int down = i + 2 < 32 ? i + 2 : i;
            int expected = ((((up * 32 + down) * 32 + (i ^ 16)) * 32) + (i / 8 * 8 + 3)) * 2 + (inRange ? 1 : 0);
            assertEquals(expected, out[i], "lane " + i);
        }
    }

    @ParameterizedTest
    @EnumSource
    void partialMasksExchangeApart(EmulatorSettings.Executor executor) {
        int[] out = run(executor, kernel("""
                setp.lt.s32 %p1, %r1, 20;
                @%p1 bra LOW;
                mov.u32 %r5, 0xfff00000;
                bra GO;
                LOW: mov.u32 %r5, 0x000fffff;
                GO: redux.sync.add.s32 %r6, %r1, %r5;
                setp.gt.s32 %p2, %r1, 25;
                vote.sync.ballot.b32 %r7, %p2, %r5;
                and.b32 %r8, %r1, 3;
                match.any.sync.b32 %r9, %r8, %r5;
                popc.b32 %r10, %r7;
                popc.b32 %r11, %r9;
                mad.lo.s32 %r6, %r6, 100, %r10;
                mad.lo.s32 %r6, %r6, 100, %r11;
                st.global.b32 [%rd1], %r6;
                """), 1, 32);
        for (int i = 0; i < 32; i++) {
            int sum = i < 20 ? 190 : IntStream.range(20, 32).sum();
            assertEquals((sum * 100 + (i < 20 ? 0 : 6)) * 100 + (i < 20 ? 5 : 3), out[i], "lane " + i);
        }
    }

    @ParameterizedTest
    @EnumSource
    void barriersReduceOverTheBlock(EmulatorSettings.Executor executor) {
        int[] out = run(executor, kernel("""
                setp.lt.s32 %p1, %r1, 70;
                bar.red.popc.u32 %r5, 0, %p1;
                bar.red.and.pred %p2, 1, %p1;
                bar.red.or.pred %p3, 2, %p1;
                selp.b32 %r6, 1, 0, %p2;
                selp.b32 %r7, 2, 0, %p3;
                add.s32 %r5, %r5, %r6;
                mad.lo.s32 %r5, %r5, 10, %r7;
                st.global.b32 [%rd1], %r5;
                """), 2, 96);
        assertTrue(Arrays.stream(out).allMatch(value -> value == 702), () -> Arrays.toString(out));
    }

    @ParameterizedTest
    @EnumSource
    void producersArriveAndConsumersWait(EmulatorSettings.Executor executor) {
        int[] out = run(executor, module("", """
                .shared .align 4 .b8 box[128];
                mov.u32 %r5, box;
                setp.ge.s32 %p1, %r1, 32;
                @%p1 bra CONSUME;
                shl.b32 %r6, %r1, 2;
                add.s32 %r6, %r6, %r5;
                mul.lo.s32 %r7, %r1, 3;
                st.shared.b32 [%r6], %r7;
                bar.arrive 1, 64;
                st.global.b32 [%rd1], %r1;
                bra DONE;
                CONSUME: bar.sync 1, 64;
                sub.s32 %r8, 63, %r1;
                shl.b32 %r8, %r8, 2;
                add.s32 %r8, %r8, %r5;
                ld.shared.b32 %r9, [%r8];
                st.global.b32 [%rd1], %r9;
                DONE:
                """), 1, 64);
        for (int i = 32; i < 64; i++) {
            assertEquals((63 - i) * 3, out[i]);
        }
    }

    private static final String FACTORIAL = """
            .func (.param .b32 result) factorial(.param .b32 n)
            {
            .reg .pred %p<2>;
            .reg .b32 %r<6>;
            ld.param.b32 %r1, [n];
            setp.gt.s32 %p1, %r1, 1;
            @%p1 bra MORE;
            mov.b32 %r4, 1;
            bra DONE;
            MORE: sub.s32 %r2, %r1, 1;
            {
            .param .b32 argument;
            .param .b32 back;
            st.param.b32 [argument], %r2;
            call (back), factorial, (argument);
            ld.param.b32 %r3, [back];
            }
            mul.lo.s32 %r4, %r3, %r1;
            DONE: st.param.b32 [result], %r4;
            ret;
            }
            """;

    @ParameterizedTest
    @EnumSource
    void functionsRecurseToDifferentDepths(EmulatorSettings.Executor executor) {
        int[] out = run(executor, module(FACTORIAL, """
                rem.u32 %r5, %r1, 11;
                {
                .param .b32 a;
                .param .b32 b;
                st.param.b32 [a], %r5;
                call.uni (b), factorial, (a);
                ld.param.b32 %r6, [b];
                }
                st.global.b32 [%rd1], %r6;
                """), 1, 40);
        int[] factorials = {1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800};
        for (int i = 0; i < 40; i++) {
            assertEquals(factorials[i % 11], out[i]);
        }
    }

    @ParameterizedTest
    @EnumSource
    void endlessRecursionIsAnErrorOfTheKernel(EmulatorSettings.Executor executor) {
        CudaException failure = assertThrows(CudaException.class, () -> run(executor, module(FACTORIAL, """
                        {
                        .param .b32 a;
                        .param .b32 b;
                        st.param.b32 [a], 1000000;
                        call.uni (b), factorial, (a);
                        ld.param.b32 %r6, [b];
                        }
                        st.global.b32 [%rd1], %r6;
                        """), 1, 1));
        assertTrue(failure.getMessage().contains("stack"), failure::getMessage);
    }

    @ParameterizedTest
    @EnumSource
    void callsThroughATableOfFunctions(EmulatorSettings.Executor executor) {
        int[] out = run(executor, module("""
                .func (.reg .b32 r) twice(.reg .b32 x) { add.s32 r, x, x; ret; }
                .func (.reg .b32 r) square(.reg .b32 x) { mul.lo.s32 r, x, x; ret; }
                .global .align 8 .u64 table[2] = {twice, square};
                """, """
                and.b32 %r5, %r1, 1;
                mul.wide.u32 %rd3, %r5, 8;
                mov.u64 %rd2, table;
                add.s64 %rd2, %rd2, %rd3;
                ld.global.u64 %rd4, [%rd2];
                signature: .callprototype (.reg .b32 _) _ (.reg .b32 _);
                call (%r6), %rd4, (%r1), signature;
                st.global.b32 [%rd1], %r6;
                """), 1, 10);
        for (int i = 0; i < 10; i++) {
            assertEquals(i % 2 == 0 ? 2 * i : i * i, out[i]);
        }
    }

    @ParameterizedTest
    @EnumSource
    void switchesByAnIndex(EmulatorSettings.Executor executor) {
        int[] out = run(executor, kernel("""
                rem.u32 %r5, %r1, 3;
                targets: .branchtargets A, B, C;
                brx.idx %r5, targets;
                A: mov.u32 %r6, 100; bra END;
                B: mov.u32 %r6, 200; bra END;
                C: mov.u32 %r6, 300;
                END: st.global.b32 [%rd1], %r6;
                """), 1, 9);
        for (int i = 0; i < 9; i++) {
            assertEquals(100 * (i % 3 + 1), out[i]);
        }
    }

    @ParameterizedTest
    @EnumSource
    void localMemoryIsEachThreadsOwn(EmulatorSettings.Executor executor) {
        int[] out = run(executor, kernel("""
                .local .align 8 .b8 stack[64];
                mov.u64 %rd2, stack;
                cvta.local.u64 %rd3, %rd2;
                and.b32 %r5, %r1, 15;
                mul.wide.u32 %rd4, %r5, 4;
                add.s64 %rd5, %rd3, %rd4;
                st.b32 [%rd5], %r1;
                cvta.to.local.u64 %rd6, %rd5;
                ld.local.b32 %r6, [%rd6];
                isspacep.local %p1, %rd5;
                selp.b32 %r7, 1000, 0, %p1;
                add.s32 %r6, %r6, %r7;
                st.global.b32 [%rd1], %r6;
                """), 2, 64);
        for (int i = 0; i < 128; i++) {
            assertEquals(1000 + i % 64, out[i]);
        }
    }

    @ParameterizedTest
    @EnumSource
    void carriesRunThroughFourWords(EmulatorSettings.Executor executor) {
        int[] out = run(executor, kernel("""
                add.cc.u32 %r5, 0xffffffff, 1;
                addc.cc.u32 %r6, 0xffffffff, 0;
                addc.u32 %r7, 5, 0;
                sub.cc.u32 %r8, 0, 1;
                subc.u32 %r9, 10, 0;
                mad.lo.cc.u32 %r10, 0x10000, 0x10000, 0xffffffff;
                madc.hi.u32 %r11, 0x10000, 0x10000, 0;
                add.s32 %r12, %r5, %r6;
                mad.lo.s32 %r12, %r12, 10, %r7;
                mad.lo.s32 %r12, %r12, 10, %r9;
                mad.lo.s32 %r12, %r12, 10, %r11;
                st.global.b32 [%rd1], %r12;
                """), 1, 1);
        assertEquals(6 * 100 + 9 * 10 + 1, out[0]);
    }

    @ParameterizedTest
    @EnumSource
    void atomicsReturnWhatWasThere(EmulatorSettings.Executor executor) {
        int[] out = run(executor, module(".global .u32 w = 5;\n.global .align 2 .b16 h[2] = {1, 2};\n", """
                mov.u64 %rd2, w;
                atom.global.add.u32 %r5, [%rd2], 3;
                atom.global.inc.u32 %r6, [%rd2], 8;
                atom.global.inc.u32 %r7, [%rd2], 8;
                atom.global.dec.u32 %r8, [%rd2], 4;
                atom.global.max.s32 %r9, [%rd2], 9;
                atom.global.min.u32 %r10, [%rd2], 2;
                atom.global.and.b32 %r11, [%rd2], 3;
                red.global.or.b32 [%rd2], 4;
                red.global.xor.b32 [%rd2], 1;
                ld.global.u32 %r12, [%rd2];
                mad.lo.s32 %r5, %r5, 10, %r6;
                mad.lo.s32 %r5, %r5, 10, %r7;
                mad.lo.s32 %r5, %r5, 10, %r8;
                mad.lo.s32 %r5, %r5, 10, %r9;
                mad.lo.s32 %r5, %r5, 10, %r10;
                mad.lo.s32 %r5, %r5, 10, %r11;
                mad.lo.s32 %r5, %r5, 10, %r12;
                mov.u64 %rd3, h;
                .reg .b16 %h<3>;
                mov.b16 %h1, 2;
                mov.b16 %h2, 7;
                atom.global.cas.b16 %h0, [%rd3+2], %h1, %h2;
                cvt.u32.u16 %r13, %h0;
                mad.lo.s32 %r5, %r5, 10, %r13;
                st.global.b32 [%rd1], %r5;
                """), 1, 1);
        assertEquals(580109272, out[0]);
    }

    @Test
    void theInterpreterTellsOfLanesThatNeverMeet() {
        CudaException failure =
                assertThrows(CudaException.class, () -> run(EmulatorSettings.Executor.INTERPRETER, kernel("""
                        setp.lt.s32 %p1, %r1, 16;
                        @%p1 bra FIRST;
                        shfl.sync.idx.b32 %r5, %r1, 0, 0x1f, -1;
                        bra DONE;
                        FIRST: shfl.sync.idx.b32 %r5, %r1, 31, 0x1f, -1;
                        bar.sync 0;
                        DONE: st.global.b32 [%rd1], %r5;
                        """), 1, 32));
        assertTrue(failure.is(CudaStatus.CUDA_ERROR_LAUNCH_FAILED), failure::getMessage);
    }

    @ParameterizedTest
    @EnumSource
    void aBarrierThatSomeSkipIsAnError(EmulatorSettings.Executor executor) {
        CudaException failure = assertThrows(CudaException.class, () -> run(executor, kernel("""
                        setp.lt.s32 %p1, %r1, 40;
                        @%p1 bar.sync 0, 64;
                        st.global.b32 [%rd1], %r1;
                        """), 1, 64));
        assertTrue(failure.getMessage().contains("40 of 64 threads wait at barrier 0"), failure::getMessage);
    }
}
