package io.xianka.ptx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Text made to hurt: the answer is a fault with a place, and soon. */
class HostilePtxTest {
    private static final String HEAD = ".version 8.3\n.target sm_90\n.address_size 64\n";
    private static final String OPEN = HEAD + ".entry k() {\n";
    private static final Duration LIMIT = Duration.ofSeconds(20);

    record Hostile(String name, String text, String part) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Hostile> refused() {
        int million = 1_000_000;
        return List.of(
                new Hostile("a million nested scopes", OPEN + "{".repeat(million), "nested more than 200 deep"),
                new Hostile(
                        "a million nested initializers", HEAD + ".global .u32 x = " + "{".repeat(million), "nested"),
                new Hostile("a million nested addresses", OPEN + "ld.u32 " + "[".repeat(million), "an address"),
                new Hostile("a million nested vectors", OPEN + "mov.b32 " + "{".repeat(million), "element"),
                new Hostile("a million parentheses", OPEN + "call " + "(".repeat(million), "argument"),
                new Hostile("a million signs", OPEN + "mov.u32 " + "-".repeat(million), "a number"),
                new Hostile("a million braces at the top", HEAD + "}".repeat(million), "found '}'"),
                new Hostile("a long name without end", OPEN + "a".repeat(10 * million), "end of the text"),
                new Hostile("a long number", OPEN + "mov.u32 x, " + "9".repeat(10 * million), "64 bits"),
                new Hostile("a long decimal", OPEN + "mov.f32 x, 1." + "9".repeat(million), "end of the text"),
                new Hostile("a comment without end", HEAD + "/*" + "*".repeat(10 * million), "comment"),
                new Hostile("a text without end", HEAD + ".file 1 \"" + "\\".repeat(million), "no end"),
                new Hostile("a million operands", OPEN + "add.u32 " + "a,".repeat(million), "operands"),
                new Hostile("opcodes without end", OPEN + "ld" + ".global".repeat(million), "end of the text"),
                new Hostile("zeros", "\0".repeat(million), "U+0000"),
                new Hostile("too many registers", OPEN + ".reg .b32 %r<99999999999>;", "1000000000"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void isRefusedSoon(Hostile hostile) {
        String message = assertTimeoutPreemptively(
                LIMIT,
                () -> assertThrows(PtxSyntaxException.class, () -> PtxParser.parse(hostile.text()))
                        .getMessage());
        assertTrue(message.contains(hostile.part()), message.substring(0, Math.min(300, message.length())));
        assertTrue(message.length() < 1000, "a message of " + message.length() + " characters");
    }

    @Test
    void tenMegabytesOfGarbageAreRefused() {
        long seed = 20_260_101;
        var random = new SplittableRandom(seed);
        StringBuilder garbage = new StringBuilder(OPEN);
        while (garbage.length() < 10_000_000) {
            garbage.append((char) random.nextInt(1, 256));
        }
        assertTimeoutPreemptively(
                LIMIT,
                () -> assertThrows(
                        PtxSyntaxException.class, () -> PtxParser.parse(garbage.toString()), "seed " + seed));
    }

    @Test
    void manyDeclarationsTakeLinearTime() {
        int count = 50_000;
        StringBuilder text = new StringBuilder(OPEN);
        for (int i = 0; i < count; i++) {
            text.append("{ .reg .b32 t; .reg .b32 %x")
                    .append(i)
                    .append("<300>; mov.b32 t, %x")
                    .append(i)
                    .append("7; }\n");
            text.append("op")
                    .append(i)
                    .append(".m")
                    .append(i)
                    .append(" sym")
                    .append(i)
                    .append(";\n");
        }
        text.append("}\n");
        assertTimeoutPreemptively(LIMIT, () -> {
            Function kernel = PtxParser.parse(text.toString()).function("k").orElseThrow();
            assertEquals(2 * count, FlatBody.of(kernel).size());
        });
    }

    @Test
    void hugeRegisterRangesCostNothing() {
        Function kernel = PtxParser.parse(OPEN + ".reg .b32 %r<1000000000>; mov.u32 %r999999999, 1; ret; }")
                .function("k")
                .orElseThrow();
        assertEquals(2, FlatBody.of(kernel).size());
    }
}
