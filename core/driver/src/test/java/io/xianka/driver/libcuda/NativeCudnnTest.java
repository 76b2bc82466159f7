package io.xianka.driver.libcuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.api.Cudnn;
import io.xianka.driver.api.Cudnn.Mode;
import io.xianka.driver.api.Cudnn.Number;
import io.xianka.driver.api.Cudnn.Operation;
import io.xianka.driver.api.Cudnn.Reducer;
import io.xianka.driver.api.Cudnn.Residence;
import io.xianka.driver.api.Cudnn.Tensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The native calls against a library that writes down what it was told. */
class NativeCudnnTest {
    /** A descriptor is text: its type, then attribute=values; other descriptors in brackets. Executing writes it all. */
    private static final String LIBRARY = """
            #include <stdint.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            struct descriptor { int type; char text[8192]; void *pointers[8]; int configuration; };
            static int handle, open;
            static void *stream;
            static char error[64];
            size_t cudnnGetVersion(void) { return 91900; }
            void cudnnGetLastErrorString(char *text, size_t bytes) { snprintf(text, bytes, "%s", error); }
            int cudnnCreate(void **h) { *h = &handle; return 0; }
            int cudnnSetStream(void *h, void *s) { stream = s; return h != &handle; }
            int cudnnBackendCreateDescriptor(int type, struct descriptor **d) {
              *d = calloc(1, sizeof **d); (*d)->type = type; sprintf((*d)->text, "%d", type); open++; return 0; }
            int cudnnBackendDestroyDescriptor(struct descriptor *d) { free(d); open--; return 0; }
            int cudnnBackendSetAttribute(struct descriptor *d, int name, int type, int64_t n, const void *v) {
              char *t = d->text;
              sprintf(t + strlen(t), " %d=", name);
              for (int64_t i = 0; i < n; i++) {
                t += strlen(t);
                const char *comma = i ? "," : "";
                switch (type) {
                  case 0: sprintf(t, "%s%s", comma, ((void **)v)[i] == &handle ? "handle" : "?"); break;
                  case 2: sprintf(t, "%s%d", comma, ((char *)v)[i]); break;
                  case 3: sprintf(t, "%s%ld", comma, (long)((int64_t *)v)[i]); break;
                  case 6: if (name == 1001) d->pointers[i] = ((void **)v)[i];
                    sprintf(t, "%s%s", comma, name == 1003 ? "workspace" : "pointer"); break;
                  case 15: sprintf(t, "%s[%s]", comma, ((struct descriptor **)v)[i]->text);
                    d->configuration = ((struct descriptor **)v)[i]->configuration; break;
                  default: sprintf(t, "%s%d", comma, ((int *)v)[i]); } }
              return 0; }
            int cudnnBackendGetAttribute(struct descriptor *d, int name, int type, int64_t n, int64_t *count, void *v) {
              if (name == 402) { *(int64_t *)v = 640; *count = 1; return 0; }
              if (name != 202 || type != 15) return 2000;
              struct descriptor **found = v;
              for (int i = 0; i < 2; i++) { found[i]->configuration = i; sprintf(found[i]->text, "config %d of %s", i, d->text); }
              *count = 2; return 0; }
            int cudnnBackendFinalize(struct descriptor *d) {
              if (strstr(d->text, " 0=601")) { strcpy(error, "no selection here"); return 3000; }
              if (d->type == 5 && d->configuration == 0) { strcpy(error, "not this one"); return 3001; }
              return 0; }
            int cudnnBackendExecute(void *h, struct descriptor *plan, struct descriptor *pack) {
              char *out = pack->pointers[0];
              return h != &handle || sprintf(out, "%s | %s | %ld", plan->text, pack->text, (long)stream) < 0; }
            """;

    @TempDir
    private static Path folder;

    private static Cudnn library;

    @BeforeAll
    static void build() throws IOException, InterruptedException {
        library = NativeCudnn.open(FakeLibrary.build(folder, "libcudnn.so.9", LIBRARY))
                .orElseThrow();
    }

    private static Tensor tensor(long id, Number type, Residence residence, float constant, long... sizes) {
        return new Tensor(
                id,
                type,
                Arrays.stream(sizes).boxed().toList(),
                Arrays.stream(sizes).map(size -> 1L).boxed().toList(),
                residence,
                constant);
    }

    @Test
    void tellsItsVersion() {
        assertEquals("9.19.0", library.version());
    }

    @Test
    void describesAGraphAndRunsTheFirstEngineThatTakesIt() {
        Tensor a = tensor(1, Number.BFLOAT16, Residence.MEMORY, 0, 2, 3);
        Tensor b = tensor(2, Number.FLOAT16, Residence.MEMORY, 0, 3, 4);
        Tensor c = tensor(3, Number.FLOAT32, Residence.VIRTUAL, 0, 2, 4);
        Tensor two = tensor(4, Number.FLOAT32, Residence.CONSTANT, 2, 1, 1);
        Tensor d = tensor(5, Number.FLOAT32, Residence.VIRTUAL, 0, 2, 4);
        Tensor e = tensor(6, Number.FLOAT32, Residence.MEMORY, 0, 2, 1);
        Cudnn.Plan plan = library.plan(
                1,
                List.of(
                        new Operation.Matmul(a, b, c),
                        new Operation.Pointwise(
                                Mode.MULTIPLY, Number.FLOAT32, c, Optional.of(two), Optional.empty(), d, 0),
                        new Operation.Reduction(Reducer.MAX, d, e)),
                List.of(e, a, b));
        assertEquals(640, plan.workspaceBytes());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(16384);
            long other = arena.allocate(8).address();
            plan.enqueue(77, new long[] {out.address(), other, other}, other);
            String textA = "17 901=9 902=2,3 903=1,1 906=1 900=16";
            String textB = "17 901=2 902=3,4 903=1,1 906=2 900=16";
            String textC = "17 901=0 902=2,4 903=1,1 906=3 900=16 907=1";
            String textTwo = "17 901=0 902=1,1 903=1,1 906=4 900=16 908=1";
            String textD = "17 901=0 902=2,4 903=1,1 906=5 900=16 907=1";
            String textE = "17 901=0 902=2,1 903=1,1 906=6 900=16";
            String graph = "15 801=[19 1520=[" + textA + "] 1521=[" + textB + "] 1522=[" + textC + "] 1523=[18 1500=0]]"
                    + ",[13 750=[0 0=1 1=0] 751=[" + textC + "] 752=[" + textTwo + "] 753=[" + textD + "]]"
                    + ",[22 1612=[21 1600=3 1601=0] 1610=[" + textD + "] 1611=[" + textE + "]] 800=handle";
            assertEquals(
                    "5 400=handle 401=[config 1 of 4 201=[" + graph + "] 200=3]"
                            + " | 16 1000=6,1,2,4 1001=pointer,pointer,pointer,pointer 1003=workspace | 77",
                    out.getString(0));
        }
    }

    @Test
    void saysWhyNoEngineTakesAGraph() {
        Tensor x = tensor(1, Number.FLOAT32, Residence.MEMORY, 0, 2, 2);
        Tensor condition = tensor(2, Number.BOOLEAN, Residence.MEMORY, 0, 2, 2);
        Operation select =
                new Operation.Pointwise(Mode.SELECT, Number.FLOAT32, x, Optional.of(x), Optional.of(condition), x, 0);
        String message = assertThrows(
                        UnsupportedOperationException.class,
                        () -> library.plan(1, List.of(select), List.of(x, condition)))
                .getMessage();
        assertTrue(message.endsWith("status 3000: no selection here"), message);
    }

    @Test
    void isAbsentWhereTheLibraryIsNone() {
        assertEquals(Optional.empty(), NativeCudnn.open(folder.resolve("missing.so")));
    }
}
