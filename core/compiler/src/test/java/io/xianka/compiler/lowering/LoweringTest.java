package io.xianka.compiler.lowering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What the generated code looks like where that matters: spaces, registers, contraction, places. */
class LoweringTest {
    private static String kernel(String parameters, String body) {
        return Compiled.ptx("extern \"C\" __global__ void k(" + parameters + ") {\n" + body + "\n}\n");
    }

    private static int count(String text, String part) {
        int count = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
            count++;
        }
        return count;
    }

    private static void has(String ptx, String part) {
        assertTrue(ptx.contains(part), () -> "no " + part + " in\n" + ptx);
    }

    private static void hasNo(String ptx, String part) {
        assertFalse(ptx.contains(part), () -> part + " in\n" + ptx);
    }

    @Test
    void reachesParametersAsGlobalMemory() {
        String ptx = kernel("float *p, int n", "float *q = p + n; for (int i = 0; i < n; i++) *q++ = 1.0f;");
        has(ptx, "st.global.f32");
        hasNo(ptx, "\tst.f32");
    }

    @Test
    void fallsBackToGenericAddressesWherePointersMix() {
        String ptx = kernel("float *p, int n", "__shared__ float s[32]; float *q = n > 3 ? p : s + n; *q = 1.0f;");
        has(ptx, "cvta.shared.u64");
        has(ptx, "\tst.f32");
    }

    @Test
    void loadsReadOnlyParametersThroughTheReadOnlyPath() {
        String ptx = kernel("const float *__restrict__ a, const float *b, float *o", "o[0] = a[1] + b[1];");
        assertEquals(1, count(ptx, "ld.global.nc.f32"));
        assertEquals(1, count(ptx, "ld.global.f32"));
    }

    @Test
    void keepsObjectsThatReferencesNameInRegisters() {
        String ptx = Compiled.ptx("""
                __device__ void bump(int &a, int *b) { a += *b; *b += a; }
                extern "C" __global__ void k(int *p) {
                    int x = p[0], y = p[1];
                    for (int i = 0; i < p[2]; i++) bump(x, &y);
                    p[3] = x + y;
                }
                """);
        hasNo(ptx, ".local");
    }

    @Test
    void keepsLambdaCapturesByReferenceInRegisters() {
        String ptx = Compiled.ptx("""
                extern "C" __global__ void k(int *p) {
                    int sum = 0;
                    auto add = [&](int v) { sum += v; };
                    for (int i = 0; i < p[2]; i++) add(p[i]);
                    p[3] = sum;
                }
                """);
        hasNo(ptx, ".local");
    }

    @Test
    void keepsObjectsChosenByReferenceInRegisters() {
        String ptx = Compiled.ptx("""
                __device__ const int &larger(const int &a, const int &b) { return a < b ? b : a; }
                extern "C" __global__ void k(int *p) {
                    int x = p[0], y = p[1], z = p[2];
                    p[3] = larger(larger(x, y), z);
                    (x < y ? x : y) += 5;
                    p[4] = x * y;
                }
                """);
        hasNo(ptx, ".local");
    }

    @Test
    void putsArraysIndexedByVariablesInLocalMemory() {
        String ptx = kernel("int *p", "int a[8]; for (int i = 0; i < 8; i++) a[i] = p[i]; p[9] = a[p[10] & 7];");
        has(ptx, ".local .align 4 .b8 a$0_0[32]");
        has(ptx, "ld.local.u32");
    }

    @Test
    void joinsTheMembersOfVectorsInMemory() {
        String ptx = kernel("const float4 *a, float4 *o", "float4 v = a[1]; o[2] = make_float4(v.w, v.z, v.y, v.x);");
        assertEquals(1, count(ptx, "ld.global.v4.f32"));
        assertEquals(1, count(ptx, "st.global.v4.f32"));
    }

    @Test
    void doesNotJoinWhatMayBeMisaligned() {
        String ptx = kernel("const float *a, float *o", "o[0] = a[0]; o[1] = a[1]; o[2] = a[2]; o[3] = a[3];");
        hasNo(ptx, ".v4");
        hasNo(ptx, ".v2");
    }

    @Test
    void contractsOneOfTwoProducts() {
        String ptx = kernel("float *o, float a, float b, float c, float d", "o[0] = a * b + c * d;");
        assertEquals(1, count(ptx, "fma.rn.f32"));
        assertEquals(1, count(ptx, "mul.rn.f32"));
    }

    @Test
    void contractsNothingWhenAskedNotTo() {
        String ptx = Compiled.ptx(
                "extern \"C\" __global__ void k(double *o, double a) { o[0] = a * a + a; }",
                CodeOptions.of("sm_90").withContract(false));
        hasNo(ptx, "fma");
        has(ptx, "mul.rn.f64");
        has(ptx, "add.rn.f64");
    }

    @Test
    void roundsTogetherOnlyWhatTheSourceDoesNotRoundApart() {
        String ptx = kernel("float *o, float a", "o[0] = __fadd_rn(__fmul_rn(a, a), a);");
        hasNo(ptx, "fma");
    }

    @Test
    void dividesFastWhenAskedTo() {
        String source = "extern \"C\" __global__ void k(float *o, float a, float b) { o[0] = a / b; }";
        has(Compiled.ptx(source), "div.rn.f32");
        has(Compiled.ptx(source, CodeOptions.of("sm_90").withPreciseDivision(false)), "div.full.f32");
        has(Compiled.ptx(source, CodeOptions.of("sm_90").withFastMath()), "div.approx.ftz.f32");
    }

    @Test
    void foldsConstantIndicesIntoOffsets() {
        String ptx = kernel("int *p, int i", "p[i + 3] = p[i] + p[i - 1];");
        has(ptx, "+12]");
        has(ptx, "-4]");
        assertEquals(1, count(ptx, "mad.wide.s32"));
    }

    @Test
    void takesWhatDoesNotChangeOutOfLoops() {
        String ptx = kernel("int *p, int a, int b, int n", "for (int i = 0; i < n; i++) p[i] = a * b;");
        int loop = ptx.indexOf("$L__BB0", ptx.indexOf("mul.lo.s32"));
        assertTrue(loop > 0 && ptx.indexOf("st.global.u32") > loop, ptx);
    }

    @Test
    void repeatsLoopsOfKnownLength() {
        String ptx = kernel("float *p", "#pragma unroll\nfor (int i = 0; i < 16; i++) p[i] *= 2.0f;");
        assertEquals(16, count(ptx, "st.global.f32"));
        hasNo(ptx, "bra");
    }

    @Test
    void leavesLoopsAloneThatAskForIt() {
        String ptx = kernel("float *p", "#pragma unroll 1\nfor (int i = 0; i < 16; i++) p[i] *= 2.0f;");
        assertEquals(1, count(ptx, "st.global.f32"));
        has(ptx, ".pragma \"nounroll\"");
    }

    @Test
    void namesTheUsersLineForWhatTheLibraryDoes() {
        String ptx = kernel("int *p", "\n\n    atomicAdd(p, 1);");
        assertTrue(ptx.indexOf(".loc 1 4 ") > 0 && ptx.indexOf(".loc 1 4 ") < ptx.indexOf("atom"), ptx);
        hasNo(ptx, ".file 2");
    }

    @Test
    void namesTheLinesOfInlinedUserFunctions() {
        String ptx = Compiled.ptx(
                "__device__ void f(int *p) {\n    *p = 7;\n}\nextern \"C\" __global__ void k(int *p) {\n    f(p);\n}\n");
        assertTrue(ptx.indexOf(".loc 1 2 ") > 0 && ptx.indexOf(".loc 1 2 ") < ptx.indexOf("st.global"), ptx);
    }

    @Test
    void givesAtomicsTheSpaceOfTheirPointer() {
        String ptx = kernel("int *p", "__shared__ int s; s = 0; __syncthreads(); atomicAdd(&s, 1); atomicAdd(p, s);");
        has(ptx, "atom.shared.add");
        has(ptx, "atom.global.add");
    }

    @Test
    void writesInitialValuesAndLaunchBounds() {
        String ptx = Compiled.ptx("""
                __constant__ float weights[2] = {1.0f, -2.0f};
                __device__ int counter = 5;
                static __device__ const char *text = "hi";
                extern "C" __global__ void __launch_bounds__(128, 2) k(float *o) { o[0] = weights[1] + counter + text[1]; }
                """);
        has(ptx, ".visible .const .align 4 .b8 weights[8] = {0, 0, 128, 63, 0, 0, 0, 192}");
        has(ptx, ".visible .global .align 4 .u32 counter = 5");
        has(ptx, ".maxntid 128, 1, 1");
        has(ptx, ".minnctapersm 2");
    }

    @Test
    void passesStructsToFunctionsByValue() {
        String ptx = Compiled.ptx("""
                struct Pair { int a; double b; };
                __device__ __noinline__ double sum(Pair p) { return p.a + p.b; }
                extern "C" __global__ void k(double *o, int n) { Pair p = {n, 2.5}; o[0] = sum(p); }
                """);
        has(ptx, ".param .align 8 .b8");
        has(ptx, "call.uni");
    }

    @Test
    void lowersDeepChainsOfJoinsWithoutDeepRecursion() {
        StringBuilder body = new StringBuilder("int x = p[0];\n");
        for (int i = 0; i < 5000; i++) {
            body.append("if (p[").append(i).append("] > 3) p[1] = 2;\n");
        }
        has(kernel("int *p", body + "p[0] = x;"), "st.global.u32");
    }

    @Test
    void saysWhichInlinePtxDoesNotParse() {
        LoweringException error = assertThrows(
                LoweringException.class, () -> kernel("int *p", "asm volatile(\"mov.u32 %0 %0;\" : \"+r\"(p[0]));"));
        assertTrue(error.getMessage().startsWith("inline PTX: "), error.getMessage());
        assertEquals(2, error.span().line());
    }
}
