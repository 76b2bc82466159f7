package io.xianka.emulator.translator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.xianka.driver.Dim3;
import io.xianka.emulator.machine.DeviceFault;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** What loops over many lanes do otherwise than one lane after another would leaves the interpreter's bits all the same. */
class WideLoopsTest {
    private static final int LANES = 256;
    private static final int NAN_OF_OTHERS = 0xffc0_1234;

    /** The word of the thread's own number is at %rd2, that number in %r1. */
    private static final String PLACE = """
            mov.u32 %r1, %tid.x;
            mul.wide.u32 %rd1, %r1, 4;
            add.s64 %rd2, %rd0, %rd1;
            """;

    private static void leavesTheBitsOfTheInterpreter(int words, IntUnaryOperator content, String body) {
        try (TestLaunch translated = new TestLaunch(words, "", body);
                TestLaunch interpreted = new TestLaunch(words, "", body)) {
            for (int i = 0; i < words; i++) {
                translated.word(i, content.applyAsInt(i));
                interpreted.word(i, content.applyAsInt(i));
            }
            translated.translated(Dim3.of(1), Dim3.of(LANES), 1);
            interpreted.interpreted(Dim3.of(1), Dim3.of(LANES));
            for (int i = 0; i < words; i++) {
                assertEquals(
                        Integer.toHexString(interpreted.word(i)), Integer.toHexString(translated.word(i)), "word " + i);
            }
        }
    }

    private static String fault(String body, IntUnaryOperator content, boolean isTranslated) {
        try (TestLaunch launch = new TestLaunch(2 * LANES, "", body)) {
            for (int i = 0; i < 2 * LANES; i++) {
                launch.word(i, content.applyAsInt(i));
            }
            return assertThrows(DeviceFault.class, () -> {
                        if (isTranslated) {
                            launch.translated(Dim3.of(1), Dim3.of(LANES), 1);
                        } else {
                            launch.interpreted(Dim3.of(1), Dim3.of(LANES));
                        }
                    })
                    .getMessage();
        }
    }

    private static int bits(float value) {
        return Float.floatToRawIntBits(value);
    }

    // ---- addresses that were computed from what was loaded

    private static final String LOOKS_UP = PLACE + """
            ld.global.u32 %r2, [%rd2];
            mad.wide.s32 %rd3, %r2, 4, %rd0;
            ld.global.u32 %r3, [%rd3+1024];
            add.s32 %r4, %r3, %r1;
            st.global.u32 [%rd3+1024], %r4;
            """;

    @Test
    void looksUpWhereAnIndexSays() {
        leavesTheBitsOfTheInterpreter(2 * LANES, i -> i < LANES ? (i * 37 + 5) % LANES : i, LOOKS_UP);
    }

    @Test
    void faultsAtTheLaneWhoseIndexIsOutside() {
        IntUnaryOperator content = i -> i == 77 ? 1 << 20 : i % LANES;
        assertEquals(fault(LOOKS_UP, content, false), fault(LOOKS_UP, content, true));
    }

    @Test
    void faultsAtTheLaneWhoseAddressIsMisaligned() {
        String body = LOOKS_UP.replace("%r2, 4, %rd0", "%r2, 1, %rd0");
        IntUnaryOperator content = i -> i == 200 ? 6 : 4;
        assertEquals(fault(body, content, false), fault(body, content, true));
    }

    // ---- NaNs

    private static final String BOUNCES = PLACE + """
            ld.global.f32 %f1, [%rd2];
            fma.rn.f32 %f2, %f1, 0f40000000, 0f3F800000;
            setp.lt.f32 %p1, %f2, 0f00000000;
            neg.f32 %f3, %f2;
            setp.gt.f32 %p2, %f2, 0f42000000;
            fma.rn.f32 %f4, %f1, 0fBF800000, 0f42800000;
            selp.f32 %f5, %f4, %f2, %p2;
            selp.f32 %f6, %f3, %f5, %p1;
            selp.f32 %f7, %f1, %f6, %p2;
            add.f32 %f8, %f6, %f7;
            st.global.f32 [%rd2], %f7;
            st.global.f32 [%rd2+1024], %f8;
            st.global.f32 [%rd2+2048], %f3;
            """;

    @Test
    void selectsNumbers() {
        leavesTheBitsOfTheInterpreter(3 * LANES, i -> bits(i - 100), BOUNCES);
    }

    @Test
    void selectsNansInTheirForm() {
        leavesTheBitsOfTheInterpreter(
                3 * LANES,
                i -> i == 9
                        ? NAN_OF_OTHERS
                        : i == 200 ? 0x7fff_ffff : i == 201 ? bits(Float.POSITIVE_INFINITY) : bits(i - 100),
                BOUNCES);
    }

    @Test
    void sumsToANanOfItsOwnForm() {
        leavesTheBitsOfTheInterpreter(3 * LANES, i -> i == 300 ? NAN_OF_OTHERS : bits(i), PLACE + """
                mov.f32 %f1, 0f00000000;
                mov.u32 %r2, 0;
                again:
                mad.wide.u32 %rd3, %r2, 1024, %rd2;
                ld.global.f32 %f2, [%rd3];
                fma.rn.f32 %f1, %f2, 0f3F000000, %f1;
                add.s32 %r2, %r2, 1;
                setp.lt.s32 %p1, %r2, 3;
                @%p1 bra again;
                mov.f32 %f3, %f1;
                st.global.f32 [%rd2], %f3;
                """);
    }

    // ---- vectors

    private static final String VECTORS = """
            mov.u32 %r1, %tid.x;
            mul.wide.u32 %rd1, %r1, 16;
            add.s64 %rd2, %rd0, %rd1;
            ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd2];
            ld.global.v4.f32 {%f5, %f6, %f7, %f8}, [%rd2+4096];
            mul.f32 %f9, %f1, 0f40400000;
            mul.f32 %f10, %f2, 0f40400000;
            mul.f32 %f11, %f3, 0f40400000;
            mul.f32 %f12, %f4, 0f40400000;
            sub.f32 %f13, %f9, %f5;
            sub.f32 %f14, %f10, %f6;
            sub.f32 %f15, %f11, %f7;
            sub.f32 %f16, %f12, %f8;
            st.global.v4.f32 [%rd2+8192], {%f13, %f14, %f15, %f16};
            """;

    private static void leavesTheBitsOfTheInterpreter(String vectors) {
        leavesTheBitsOfTheInterpreter(
                12 * LANES, i -> i % 1000 == 77 ? NAN_OF_OTHERS : bits((float) (i % 777) / (1 + i % 13)), vectors);
    }

    @Test
    void treatsElementsAlike() {
        leavesTheBitsOfTheInterpreter(VECTORS);
    }

    @Test
    void treatsOneElementOtherwise() {
        leavesTheBitsOfTheInterpreter(VECTORS.replace("mul.f32 %f11, %f3", "add.f32 %f11, %f3"));
    }

    @Test
    void storesElementsInAnotherOrder() {
        leavesTheBitsOfTheInterpreter(VECTORS.replace("{%f13, %f14, %f15, %f16}", "{%f14, %f13, %f15, %f16}"));
    }

    @Test
    void mixesElements() {
        leavesTheBitsOfTheInterpreter(VECTORS.replace("sub.f32 %f16, %f12, %f8", "sub.f32 %f16, %f12, %f7"));
    }

    // ---- what all lanes load from one address

    @Test
    void loadsForAllLanesWhatOneOfThemHasStored() {
        leavesTheBitsOfTheInterpreter(2 * LANES, i -> i, PLACE + """
                ld.global.u32 %r2, [%rd0+1024];
                bar.sync 0;
                setp.eq.u32 %p1, %r1, 77;
                @%p1 st.global.u32 [%rd0+1024], %r1;
                bar.sync 0;
                ld.global.u32 %r4, [%rd0+1024];
                mad.lo.u32 %r5, %r2, 1000, %r4;
                st.global.u32 [%rd2], %r5;
                """);
    }
}
