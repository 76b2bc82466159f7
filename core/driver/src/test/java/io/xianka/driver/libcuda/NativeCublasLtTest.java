package io.xianka.driver.libcuda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.xianka.driver.api.CublasLt;
import io.xianka.driver.api.CublasLt.Compute;
import io.xianka.driver.api.CublasLt.Epilogue;
import io.xianka.driver.api.CublasLt.Layout;
import io.xianka.driver.api.CublasLt.Matmul;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The native calls against a library that multiplies floats on the host, by what the descriptors say. */
class NativeCublasLtTest {
    private static final String LIBRARY = """
            #include <math.h>
            #include <stdint.h>
            #include <stdlib.h>
            #include <string.h>
            struct operation { int compute, scale, transa, transb, epilogue; float *bias, *aux; int64_t auxld, auxstride; };
            struct layout { int type; uint64_t rows, cols; int64_t ld; int batch; int64_t stride; };
            struct preference { uint32_t reductions; uint64_t most; int alignment[4]; };
            struct result { uint64_t algorithm[8]; size_t workspace; int state; float waves; int reserved[4]; };
            static int handles;
            size_t cublasLtGetVersion(void) { return 130001; }
            int cublasLtCreate(void **h) { *h = &handles; handles++; return 0; }
            int cublasLtMatmulDescCreate(struct operation **o, int compute, int scale) {
              *o = calloc(1, sizeof **o); (*o)->compute = compute; (*o)->scale = scale; return 0; }
            int cublasLtMatmulDescSetAttribute(struct operation *o, int attribute, const void *v, size_t bytes) {
              switch (attribute) {
                case 3: o->transa = *(int *)v; return bytes != 4;
                case 4: o->transb = *(int *)v; return bytes != 4;
                case 7: o->epilogue = *(int *)v; return bytes != 4;
                case 8: o->bias = *(float **)v; return bytes != 8;
                case 11: o->aux = *(float **)v; return bytes != 8;
                case 12: o->auxld = *(int64_t *)v; return bytes != 8;
                case 13: o->auxstride = *(int64_t *)v; return bytes != 8; }
              return 7; }
            int cublasLtMatmulDescDestroy(struct operation *o) { free(o); return 0; }
            int cublasLtMatrixLayoutCreate(struct layout **l, int type, uint64_t rows, uint64_t cols, int64_t ld) {
              *l = calloc(1, sizeof **l); (*l)->type = type; (*l)->rows = rows; (*l)->cols = cols; (*l)->ld = ld;
              (*l)->batch = 1; return ld < (int64_t)rows ? 7 : 0; }
            int cublasLtMatrixLayoutSetAttribute(struct layout *l, int attribute, const void *v, size_t bytes) {
              if (attribute == 5) { l->batch = *(int *)v; return bytes != 4; }
              if (attribute == 6) { l->stride = *(int64_t *)v; return bytes != 8; }
              return 7; }
            int cublasLtMatrixLayoutDestroy(struct layout *l) { free(l); return 0; }
            int cublasLtMatmulPreferenceCreate(struct preference **p) { *p = calloc(1, sizeof **p); return 0; }
            int cublasLtMatmulPreferenceSetAttribute(struct preference *p, int attribute, const void *v, size_t bytes) {
              if (attribute == 1) { p->most = *(uint64_t *)v; return bytes != 8; }
              if (attribute == 3) { p->reductions = *(uint32_t *)v; return bytes != 4; }
              if (attribute >= 5 && attribute <= 8) { p->alignment[attribute - 5] = *(int *)v; return bytes != 4; }
              return 7; }
            int cublasLtMatmulPreferenceDestroy(struct preference *p) { free(p); return 0; }
            int cublasLtMatmulAlgoGetHeuristic(void *h, struct operation *o, struct layout *a, struct layout *b,
                struct layout *c, struct layout *d, struct preference *p, int wanted, struct result *r, int *found) {
              if (h != &handles || c != d || p->reductions != 2) return 7;
              if (a->type == 14) { *found = 0; return 15; }
              *found = wanted < 3 ? wanted : 3;
              for (int i = 0; i < *found; i++) {
                memset(r + i, 0, sizeof *r);
                r[i].algorithm[0] = 0x5eed; r[i].state = i == 1;
                r[i].workspace = p->most / 2 + p->alignment[0] + p->alignment[3] + i; }
              return 0; }
            static float gelu(float x) { return x / 2 * (1 + tanhf(0.7978845608f * (x + 0.044715f * x * x * x))); }
            int cublasLtMatmul(void *h, struct operation *o, const float *alpha, const float *a, struct layout *la,
                const float *b, struct layout *lb, const float *beta, const float *c, struct layout *lc, float *d,
                struct layout *ld, const struct result *r, char *workspace, size_t bytes, void *stream) {
              if (h != &handles || r->algorithm[0] != 0x5eed || stream != (void *)77 || bytes != r->workspace) return 13;
              if (o->compute != 68 || o->scale != 0) return 13;
              uint64_t k = o->transa ? la->rows : la->cols;
              for (int i = 0; i < ld->batch; i++)
                for (uint64_t x = 0; x < ld->cols; x++) for (uint64_t y = 0; y < ld->rows; y++) {
                  float sum = 0;
                  for (uint64_t z = 0; z < k; z++)
                    sum += a[i * la->stride + (o->transa ? y * la->ld + z : z * la->ld + y)]
                        * b[i * lb->stride + (o->transb ? z * lb->ld + x : x * lb->ld + z)];
                  uint64_t at = i * ld->stride + x * ld->ld + y;
                  float v = *alpha * sum + *beta * c[at];
                  if (o->epilogue & 4) v += o->bias[y];
                  if ((o->epilogue & 2) && v < 0) v = 0;
                  float *aux = o->aux + i * o->auxstride + x * o->auxld + y;
                  if ((o->epilogue & 160) == 160) *aux = v;
                  if (o->epilogue & 32) v = gelu(v);
                  if (o->epilogue & 64) v *= (gelu(*aux + 0.01f) - gelu(*aux - 0.01f)) / 0.02f;
                  d[at] = v;
                  if (o->epilogue & 16) o->bias[y] = (x || i ? o->bias[y] : 0) + v;
                }
              if (o->epilogue == 256) for (uint64_t y = 0; y < ld->rows; y++) for (uint64_t z = 0; z < k; z++)
                o->bias[y] = (z ? o->bias[y] : 0) + a[o->transa ? y * la->ld + z : z * la->ld + y];
              memset(workspace, 1, 1);
              return 0; }
            """;

    @TempDir
    private static Path folder;

    private static CublasLt library;

    @BeforeAll
    static void build() throws IOException, InterruptedException {
        library = NativeCublasLt.open(FakeLibrary.build(folder, "libcublasLt.so.13", LIBRARY))
                .orElseThrow();
    }

    private static Layout layout(CublasLt.Number type, long rows, long columns) {
        return new Layout(type, rows, columns, rows + 1, (rows + 1) * columns);
    }

    private static Matmul matmul(CublasLt.Number type, int batch, Epilogue epilogue) {
        return new Matmul(
                Compute.FLOAT32,
                batch,
                false,
                true,
                layout(type, 2, 3),
                layout(type, 4, 3),
                layout(type, 2, 4),
                epilogue,
                16,
                1000);
    }

    @Test
    void tellsItsVersion() {
        assertEquals("13.0.1", library.version());
    }

    @Test
    void multipliesByWhatTheDescriptorsSay() {
        CublasLt.Plan plan = library.plans(1, matmul(CublasLt.Number.FLOAT32, 2, Epilogue.RELU_BIAS), 1)
                .getFirst();
        assertEquals(532, plan.workspaceBytes());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment a = floats(arena, 18, 1);
            MemorySegment b = floats(arena, 30, 2);
            MemorySegment c = floats(arena, 24, 3);
            MemorySegment d = floats(arena, 24, 0);
            MemorySegment bias = floats(arena, 2, 4);
            MemorySegment workspace = arena.allocate(plan.workspaceBytes());
            plan.enqueue(
                    77,
                    0.5,
                    a.address(),
                    b.address(),
                    -2,
                    c.address(),
                    d.address(),
                    bias.address(),
                    0,
                    workspace.address());
            float[] expected = d.toArray(ValueLayout.JAVA_FLOAT);
            for (int i = 0; i < 2; i++) {
                for (int column = 0; column < 4; column++) {
                    for (int row = 0; row < 2; row++) {
                        float sum = 0;
                        for (int k = 0; k < 3; k++) {
                            sum += at(a, i * 9 + k * 3 + row) * at(b, i * 15 + k * 5 + column);
                        }
                        int place = i * 12 + column * 3 + row;
                        expected[place] = Math.max(0, 0.5f * sum - 2 * at(c, place) + at(bias, row));
                    }
                }
            }
            assertArrayEquals(expected, d.toArray(ValueLayout.JAVA_FLOAT), 1e-4f);
        }
    }

    @Test
    void keepsWhatGeluWasAppliedToAndTakesItsSlopeThere() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment a = floats(arena, 18, 1);
            MemorySegment b = floats(arena, 30, 2);
            MemorySegment sums = floats(arena, 24, 0);
            MemorySegment bias = floats(arena, 2, 4);
            MemorySegment kept = floats(arena, 24, 0);
            MemorySegment activated = floats(arena, 24, 0);
            MemorySegment gradient = floats(arena, 24, 0);
            MemorySegment none = MemorySegment.NULL;
            run(arena, Epilogue.BIAS, a, b, sums, bias, none);
            run(arena, Epilogue.GELU_KEPT_BIAS, a, b, activated, bias, kept);
            MemorySegment plain = floats(arena, 24, 0);
            run(arena, Epilogue.NONE, a, b, plain, none, none);
            MemorySegment sumsOfRows = arena.allocate(ValueLayout.JAVA_FLOAT, 2);
            run(arena, Epilogue.GELU_GRADIENT_BIAS_GRADIENT, a, b, gradient, sumsOfRows, kept);
            double[] expected = new double[2];
            for (int column = 0; column < 8; column++) {
                for (int row = 0; row < 2; row++) {
                    int place = column * 3 + row;
                    double x = at(sums, place);
                    assertEquals(x, at(kept, place), 1e-5);
                    assertEquals(gelu(x), at(activated, place), 1e-5);
                    double slope = (gelu(x + 1e-4) - gelu(x - 1e-4)) / 2e-4;
                    assertEquals(at(plain, place) * slope, at(gradient, place), 1e-3);
                    expected[row] += at(gradient, place);
                }
            }
            assertEquals(expected[0], at(sumsOfRows, 0), 1e-4);
            assertEquals(expected[1], at(sumsOfRows, 1), 1e-4);
        }
    }

    @Test
    void sumsTheRowsOfTheFirstFactorWhereThatIsABiasGradient() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment a = floats(arena, 18, 1);
            MemorySegment sums = arena.allocate(ValueLayout.JAVA_FLOAT, 2);
            CublasLt.Plan plan = library.plans(1, matmul(CublasLt.Number.FLOAT32, 1, Epilogue.BIAS_GRADIENT_OF_A), 1)
                    .getFirst();
            MemorySegment d = floats(arena, 24, 0);
            MemorySegment workspace = arena.allocate(plan.workspaceBytes());
            plan.enqueue(
                    77,
                    1,
                    a.address(),
                    floats(arena, 30, 2).address(),
                    0,
                    d.address(),
                    d.address(),
                    sums.address(),
                    0,
                    workspace.address());
            assertEquals(at(a, 0) + at(a, 3) + at(a, 6), at(sums, 0), 1e-5);
            assertEquals(at(a, 1) + at(a, 4) + at(a, 7), at(sums, 1), 1e-5);
        }
    }

    @Test
    void namesAlgorithmsInTheOrderOfTheHeuristicsWithoutThoseThatCannotRun() {
        Matmul wanted = matmul(CublasLt.Number.FLOAT32, 1, Epilogue.NONE);
        assertEquals(
                List.of(532L, 534L),
                library.plans(1, wanted, 8).stream()
                        .map(CublasLt.Plan::workspaceBytes)
                        .toList());
    }

    private static void run(
            Arena arena,
            Epilogue epilogue,
            MemorySegment a,
            MemorySegment b,
            MemorySegment d,
            MemorySegment bias,
            MemorySegment kept) {
        CublasLt.Plan plan = library.plans(1, matmul(CublasLt.Number.FLOAT32, 2, epilogue), 1)
                .getFirst();
        plan.enqueue(
                77,
                1,
                a.address(),
                b.address(),
                0,
                d.address(),
                d.address(),
                bias.address(),
                kept.address(),
                arena.allocate(plan.workspaceBytes()).address());
    }

    private static double gelu(double x) {
        return x / 2 * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
    }

    private static float at(MemorySegment floats, int index) {
        return floats.getAtIndex(ValueLayout.JAVA_FLOAT, index);
    }

    private static MemorySegment floats(Arena arena, int count, int seed) {
        MemorySegment memory = arena.allocate(ValueLayout.JAVA_FLOAT, count);
        for (int i = 0; i < count; i++) {
            memory.setAtIndex(ValueLayout.JAVA_FLOAT, i, (float) Math.sin(i * 1.7 + seed));
        }
        return memory;
    }

    @Test
    void hasNoPlanForWhatTheLibraryDoesNotSupport() {
        assertEquals(List.of(), library.plans(1, matmul(CublasLt.Number.BFLOAT16, 1, Epilogue.NONE), 1));
    }

    @Test
    void namesTheStatusOfACallThatFails() {
        Matmul narrow = new Matmul(
                Compute.FLOAT32,
                1,
                false,
                false,
                new Layout(CublasLt.Number.FLOAT32, 4, 4, 3, 0),
                layout(CublasLt.Number.FLOAT32, 4, 4),
                layout(CublasLt.Number.FLOAT32, 4, 4),
                Epilogue.NONE,
                16,
                0);
        String message = assertThrows(IllegalStateException.class, () -> library.plans(1, narrow, 1))
                .getMessage();
        assertEquals(
                "cublasLtMatrixLayoutCreate of " + library.origin() + ": CUBLAS_STATUS_INVALID_VALUE (7)", message);
    }

    @Test
    void isAbsentWhereTheLibraryIsNone() throws Exception {
        assertEquals(Optional.empty(), NativeCublasLt.open(folder.resolve("missing.so")));
        assertEquals(
                Optional.empty(),
                NativeCublasLt.open(FakeLibrary.build(folder, "libother.so", "int other(void) { return 0; }")));
    }
}
