package io.xianka.emulator.translator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.driver.Dim3;
import io.xianka.ptx.Opcode;
import org.junit.jupiter.api.Test;

class SelectsTest {
    private static final String PLACE = """
            mov.u32 %r1, %tid.x;
            mul.wide.u32 %rd1, %r1, 4;
            add.s64 %rd2, %rd0, %rd1;
            ld.global.f32 %f1, [%rd2];
            """;

    /** A float's bits go through both arms: signs, zeros, numbers, infinities and NaNs. */
    private static final int[] BITS = {
        0, 0x8000_0000, 0x3f80_0000, 0xbf80_0000, 0x7f80_0000, 0xff80_0000, 0x7fff_ffff, 0x7fc0_0001, 0xffc0_0000, 1
    };

    private static long branches(String body) {
        try (TestLaunch launch = new TestLaunch(BITS.length, "", body)) {
            return Selects.of(launch.image).body().instructions().stream()
                    .filter(instruction -> instruction.opcode() == Opcode.BRA)
                    .count();
        }
    }

    private static void leavesTheBitsOfTheInterpreter(String body) {
        try (TestLaunch translated = new TestLaunch(BITS.length, "", body);
                TestLaunch interpreted = new TestLaunch(BITS.length, "", body)) {
            for (int i = 0; i < BITS.length; i++) {
                translated.word(i, BITS[i]);
                interpreted.word(i, BITS[i]);
            }
            Dim3 block = Dim3.of(BITS.length);
            translated.translated(Dim3.of(1), block, 1);
            interpreted.interpreted(Dim3.of(1), block);
            for (int i = 0; i < BITS.length; i++) {
                assertEquals(
                        Integer.toHexString(interpreted.word(i)),
                        Integer.toHexString(translated.word(i)),
                        "of " + Integer.toHexString(BITS[i]));
            }
        }
    }

    @Test
    void computesBothArmsOfABranchAndSelects() {
        String body = PLACE + """
                mul.f32 %f2, %f1, %f1;
                setp.lt.f32 %p1, %f1, 0f3F000000;
                @!%p1 bra otherwise;
                neg.f32 %f3, %f2;
                mov.f32 %f4, %f1;
                bra join;
                otherwise:
                setp.gt.f32 %p2, %f2, 0f40000000;
                selp.f32 %f3, %f1, %f2, %p2;
                add.f32 %f4, %f1, %f3;
                join:
                add.f32 %f5, %f3, %f4;
                st.global.f32 [%rd2], %f5;
                """;
        assertEquals(0, branches(body));
        leavesTheBitsOfTheInterpreter(body);
    }

    @Test
    void keepsTheValueFromBeforeWhereAnArmIsSkipped() {
        String body = PLACE + """
                setp.ge.f32 %p1, %f1, 0f00000000;
                @%p1 bra join;
                neg.f32 %f1, %f1;
                join:
                st.global.f32 [%rd2], %f1;
                """;
        assertEquals(0, branches(body));
        leavesTheBitsOfTheInterpreter(body);
    }

    @Test
    void selectsInNestedBranches() {
        String body = PLACE + """
                mov.f32 %f2, 0f3F800000;
                setp.lt.f32 %p1, %f1, 0f00000000;
                setp.lt.f32 %p2, %f1, 0fBF000000;
                @!%p1 bra join;
                mov.f32 %f2, 0f40000000;
                @!%p2 bra inner;
                mov.f32 %f2, 0f40400000;
                inner:
                add.f32 %f2, %f2, %f2;
                join:
                st.global.f32 [%rd2], %f2;
                """;
        assertEquals(0, branches(body));
        leavesTheBitsOfTheInterpreter(body);
    }

    @Test
    void leavesBranchesAroundMemoryAndThoseThatOthersJumpInto() {
        String access = PLACE + """
                setp.lt.f32 %p1, %f1, 0f00000000;
                @%p1 bra join;
                st.global.f32 [%rd2], %f1;
                join:
                """;
        assertEquals(1, branches(access));
        String loop = PLACE + """
                mov.u32 %r2, 0;
                setp.lt.f32 %p1, %f1, 0f00000000;
                @%p1 bra join;
                again:
                add.u32 %r2, %r2, 1;
                join:
                setp.lt.u32 %p2, %r2, 5;
                @%p2 bra again;
                st.global.u32 [%rd2], %r2;
                """;
        assertEquals(2, branches(loop));
        leavesTheBitsOfTheInterpreter(loop);
    }

    @Test
    void leavesBranchesThatDecideAPredicateReadBehind() {
        String body = PLACE + """
                setp.lt.f32 %p2, %f1, 0f3F000000;
                setp.lt.f32 %p1, %f1, 0f00000000;
                @%p1 bra join;
                setp.gt.f32 %p2, %f1, 0f3F800000;
                join:
                selp.f32 %f2, %f1, 0f00000000, %p2;
                st.global.f32 [%rd2], %f2;
                """;
        assertEquals(1, branches(body));
        leavesTheBitsOfTheInterpreter(body);
    }
}
