package io.xianka.emulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What kernels call of the system: printf, malloc, assert. */
class PrintingKernelTest {
    private static final String DECLARATIONS = """
            .version 8.3
            .target sm_90
            .address_size 64
            .extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
            .extern .func (.param .b64 r) malloc(.param .b64 a);
            .extern .func free(.param .b64 a);
            .extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
            """;

    private static String text(String name, String value) {
        StringBuilder bytes = new StringBuilder();
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            bytes.append(b).append(", ");
        }
        return ".global .align 1 .b8 " + name + "[] = {" + bytes + "0};\n";
    }

    @Test
    void printsAsCDoes() {
        String ptx = DECLARATIONS + text("format", "%d %5.2f|%-4u|%s|%llx|%c|%%|%g\n") + text("word", "héllo") + """
                .visible .entry k(.param .u64 out)
                {
                .reg .b32 %r<4>;
                .reg .b64 %d<8>;
                .local .align 8 .b8 values[64];
                mov.u64 %d1, values;
                cvta.local.u64 %d2, %d1;
                mov.b32 %r1, -7;
                st.local.b32 [%d1], %r1;
                mov.b64 %d3, 0d400921FB54442D18;
                st.local.b64 [%d1+8], %d3;
                mov.b32 %r1, 42;
                st.local.b32 [%d1+16], %r1;
                mov.u64 %d4, word;
                st.local.b64 [%d1+24], %d4;
                mov.b64 %d3, 0xfedcba9876543210;
                st.local.b64 [%d1+32], %d3;
                mov.b32 %r1, 88;
                st.local.b32 [%d1+40], %r1;
                mov.b64 %d3, 0d3F1A36E2EB1C432D;
                st.local.b64 [%d1+48], %d3;
                mov.u64 %d5, format;
                {
                .param .b64 p0; .param .b64 p1; .param .b32 back;
                st.param.b64 [p0], %d5;
                st.param.b64 [p1], %d2;
                call.uni (back), vprintf, (p0, p1);
                ld.param.b32 %r2, [back];
                }
                ret;
                }
                """;
        PrintStream before = System.out;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (PtxLab lab = new PtxLab(EmulatorSettings.Executor.TRANSLATOR)) {
            System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
            lab.run(ptx, 1, 1, new int[1]);
        } finally {
            System.setOut(before);
        }
        assertEquals("-7  3.14|42  |héllo|fedcba9876543210|X|%|0.0001\n", said.toString(StandardCharsets.UTF_8));
    }

    @Test
    void allocatesAndFrees() {
        String ptx = DECLARATIONS + """
                .visible .entry k(.param .u64 out)
                {
                .reg .b32 %r<4>;
                .reg .b64 %d<8>;
                ld.param.u64 %d1, [out];
                {
                .param .b64 n; .param .b64 back;
                st.param.b64 [n], 64;
                call.uni (back), malloc, (n);
                ld.param.b64 %d2, [back];
                }
                mov.u32 %r1, 77;
                st.u32 [%d2+60], %r1;
                ld.u32 %r2, [%d2+60];
                st.global.u32 [%d1], %r2;
                {
                .param .b64 p;
                st.param.b64 [p], %d2;
                call.uni free, (p);
                }
                ret;
                }
                """;
        int[] out = new int[1];
        try (PtxLab lab = new PtxLab(EmulatorSettings.Executor.INTERPRETER)) {
            lab.run(ptx, 1, 1, out);
        }
        assertEquals(77, out[0]);
    }

    @Test
    void anAssertionThatFailsSaysWhichAndWhere() {
        String ptx =
                DECLARATIONS + text("what", "n > 0") + text("file", "check.cu") + text("function", "void k(int)") + """
                .visible .entry k(.param .u64 out)
                {
                .reg .b64 %d<8>;
                mov.u64 %d1, what;
                mov.u64 %d2, file;
                mov.u64 %d3, function;
                {
                .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e;
                st.param.b64 [a], %d1;
                st.param.b64 [b], %d2;
                st.param.b32 [c], 12;
                st.param.b64 [d], %d3;
                st.param.b64 [e], 1;
                call.uni __assertfail, (a, b, c, d, e);
                }
                ret;
                }
                """;
        try (PtxLab lab = new PtxLab(EmulatorSettings.Executor.AUTO)) {
            CudaException failure = assertThrows(CudaException.class, () -> lab.run(ptx, 1, 1, new int[1]));
            assertTrue(failure.is(CudaStatus.CUDA_ERROR_ASSERT), failure::getMessage);
            assertTrue(
                    failure.getMessage().contains("check.cu:12: void k(int): assertion 'n > 0' failed"),
                    failure::getMessage);
        }
    }
}
