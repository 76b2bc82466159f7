package io.xianka.emulator.translator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.driver.Dim3;
import io.xianka.emulator.image.KernelImage;
import io.xianka.emulator.machine.KernelCode;
import io.xianka.ptx.PtxParser;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Kernels that are watched closely run in warps of many lanes where they load and store nothing but rows. */
class WatchedWidthTest {
    private static final int WIDE = 256;
    private static final int NARROW = 32;

    /** The word of the thread's own number in the grid is at %rd2, that number in %r1. */
    private static final String PLACE = """
            mov.u32 %r2, %ctaid.x;
            mov.u32 %r3, %ntid.x;
            mov.u32 %r4, %tid.x;
            mad.lo.s32 %r1, %r2, %r3, %r4;
            mul.wide.s32 %rd1, %r1, 4;
            add.s64 %rd2, %rd0, %rd1;
            """;

    private static int lanes(String body) {
        return lanes("", body, Dim3.of(WIDE));
    }

    private static int lanes(String declarations, String body, Dim3 block) {
        try (TestLaunch launch = new TestLaunch(1, declarations, body)) {
            var module = PtxParser.parse(launch.text);
            var image = KernelImage.watched(module, module.entries().getFirst(), Map.of(), true);
            KernelCode code = new KernelTranslator(image).codeFor(block);
            return code.lanesPerWarp(block);
        } catch (Untranslatable untranslatable) {
            throw new AssertionError(untranslatable);
        }
    }

    @Test
    void rowsAreAskedForByWholeBlocks() {
        String streaming = PLACE + """
                setp.ge.s32 %p1, %r1, 1000;
                @%p1 bra END;
                AGAIN:
                ld.global.f32 %f1, [%rd2];
                add.f32 %f2, %f1, %f1;
                st.global.f32 [%rd2], %f2;
                add.s32 %r1, %r1, 4096;
                add.s64 %rd2, %rd2, 16384;
                setp.lt.s32 %p2, %r1, 1000;
                @%p2 bra AGAIN;
                END:
                """;
        assertEquals(WIDE, lanes(streaming));
        assertEquals(64, lanes("", streaming, Dim3.of(64, 4)));
    }

    @Test
    void noWarpOfTheHardwareIsCutInTwo() {
        assertEquals(NARROW, lanes("", PLACE + "st.global.u32 [%rd2], %r1;", Dim3.of(48, 4)));
    }

    @Test
    void addressesThatWereLoadedAreAskedForWarpByWarp() {
        assertEquals(NARROW, lanes(PLACE + """
                ld.global.u32 %r5, [%rd2];
                mad.wide.s32 %rd3, %r5, 4, %rd0;
                ld.global.u32 %r6, [%rd3];
                """));
    }

    @Test
    void lanesThatPartByWhatTheyLoadedKeepTheirWarps() {
        assertEquals(NARROW, lanes(PLACE + """
                ld.global.u32 %r5, [%rd2];
                setp.eq.u32 %p1, %r5, 0;
                @%p1 bra END;
                st.global.u32 [%rd2+4096], %r1;
                END:
                """));
    }

    @Test
    void rowsOfLanesMayPartAtABound() {
        assertEquals(WIDE, lanes(PLACE + """
                setp.ge.s32 %p1, %r1, 1000;
                @%p1 bra ELSE;
                st.global.u32 [%rd2], %r1;
                ELSE:
                st.global.u32 [%rd2+4096], %r1;
                """));
    }

    @Test
    void threadsThatHaveToDoWithEachOtherKeepTheirWarps() {
        assertEquals(NARROW, lanes(PLACE + "st.global.u32 [%rd2], %r1;\nbar.sync 0;"));
        assertEquals(NARROW, lanes(PLACE + "red.global.add.u32 [%rd2], 1;"));
        assertEquals(NARROW, lanes(PLACE + "membar.gl;\nst.global.u32 [%rd2], %r1;"));
        assertEquals(NARROW, lanes(PLACE + "st.volatile.global.u32 [%rd2], %r1;"));
        assertEquals(NARROW, lanes(PLACE + "mov.u32 %r5, %laneid;\nst.global.u32 [%rd2], %r5;"));
        assertEquals(NARROW, lanes(".shared .align 4 .b8 s[1024];", PLACE + "st.shared.u32 [s], %r1;", Dim3.of(WIDE)));
    }
}
