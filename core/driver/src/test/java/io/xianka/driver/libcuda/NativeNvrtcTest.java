package io.xianka.driver.libcuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.Nvrtc;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The native calls against a library that answers with what it was asked. */
class NativeNvrtcTest {
    private static final String ECHO = """
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            struct program { char text[4096]; char log[256]; char expression[64]; };
            static int open;
            int nvrtcVersion(int *a, int *b) { *a = 13; *b = 1; return 0; }
            int nvrtcGetNumSupportedArchs(int *n) { *n = 2; return 0; }
            int nvrtcGetSupportedArchs(int *v) { v[0] = 75; v[1] = 90; return 0; }
            int nvrtcCreateProgram(struct program **p, const char *source, const char *name, int n,
                const char *const *headers, const char *const *names) {
              *p = calloc(1, sizeof **p); open++;
              sprintf((*p)->text, "%s|%s", source, name);
              for (int i = 0; i < n; i++) { strcat((*p)->text, "|"); strcat((*p)->text, names[i]);
                strcat((*p)->text, "="); strcat((*p)->text, headers[i]); }
              return 0; }
            int nvrtcDestroyProgram(struct program **p) { free(*p); *p = 0; open--; return 0; }
            int nvrtcAddNameExpression(struct program *p, const char *e) { strcpy(p->expression, e); return 0; }
            int nvrtcCompileProgram(struct program *p, int n, const char *const *options) {
              for (int i = 0; i < n; i++) { strcat(p->text, "|"); strcat(p->text, options[i]); }
              if (strstr(p->text, "nonsense")) { strcpy(p->log, "nvrtc: error: invalid value"); return 5; }
              if (strstr(p->text, "wrong")) { strcpy(p->log, "k.cu(1): error: wrong"); return 6; }
              sprintf(p->log, "%d open", open);
              return 0; }
            int nvrtcGetProgramLogSize(struct program *p, size_t *n) { *n = strlen(p->log) + 1; return 0; }
            int nvrtcGetProgramLog(struct program *p, char *s) { strcpy(s, p->log); return 0; }
            int nvrtcGetPTXSize(struct program *p, size_t *n) { *n = strlen(p->text) + 1; return 0; }
            int nvrtcGetPTX(struct program *p, char *s) { strcpy(s, p->text); return 0; }
            int nvrtcGetCUBINSize(struct program *p, size_t *n) { *n = 3; return 0; }
            int nvrtcGetCUBIN(struct program *p, char *s) { memcpy(s, "ELF", 3); return 0; }
            int nvrtcGetLoweredName(struct program *p, const char *e, const char **s) {
              if (strcmp(e, p->expression)) return 10;
              *s = "_Z1kIfE"; return 0; }
            """;

    @TempDir
    private static Path folder;

    private static Nvrtc nvrtc;

    @BeforeAll
    static void build() throws IOException, InterruptedException {
        nvrtc = NativeNvrtc.open(FakeLibrary.build(folder, "libnvrtc.so.13", ECHO))
                .orElseThrow();
    }

    @Test
    void tellsVersionAndArchitectures() {
        assertEquals("13.1", nvrtc.version());
        assertEquals(List.of(75, 90), nvrtc.supportedArchitectures());
    }

    @Test
    void handsOverSourceHeadersAndOptions() {
        Nvrtc.Result result = nvrtc.compile(
                "source", "k.cu", Map.of("a.h", "text"), List.of("--gpu-architecture=compute_90", "-DN=1"), List.of());
        assertEquals(
                Optional.of(new DeviceImage.Ptx("source|k.cu|a.h=text|--gpu-architecture=compute_90|-DN=1")),
                result.image());
    }

    @Test
    void givesProgramsBack() {
        assertEquals(
                "1 open",
                nvrtc.compile("", "k.cu", Map.of(), List.of(), List.of()).log());
        assertEquals(
                "1 open",
                nvrtc.compile("", "k.cu", Map.of(), List.of(), List.of()).log());
    }

    @Test
    void takesACubinForARealArchitecture() {
        Nvrtc.Result result = nvrtc.compile("", "k.cu", Map.of(), List.of("-arch=sm_90"), List.of());
        assertEquals(Optional.of(new DeviceImage.Cubin(new byte[] {'E', 'L', 'F'})), result.image());
    }

    @Test
    void tellsTheSymbolsOfNameExpressions() {
        assertEquals(
                Map.of("k<float>", "_Z1kIfE"),
                nvrtc.compile("", "k.cu", Map.of(), List.of(), List.of("k<float>"))
                        .loweredNames());
    }

    @Test
    void givesTheLogOfASourceWithErrors() {
        Nvrtc.Result result = nvrtc.compile("wrong", "k.cu", Map.of(), List.of(), List.of());
        assertEquals(Optional.empty(), result.image());
        assertEquals("k.cu(1): error: wrong", result.log());
    }

    @Test
    void throwsWhenAnOptionIsRefused() {
        assertEquals(
                "nvrtcCompileProgram[--nonsense]: NVRTC_ERROR_INVALID_OPTION (5): nvrtc: error: invalid value",
                assertThrows(
                                IllegalStateException.class,
                                () -> nvrtc.compile("", "k.cu", Map.of(), List.of("--nonsense"), List.of()))
                        .getMessage());
    }

    @Test
    void isAbsentWhereTheLibraryIsNone() throws Exception {
        assertEquals(Optional.empty(), NativeNvrtc.open(folder.resolve("missing.so")));
        assertEquals(
                Optional.empty(),
                NativeNvrtc.open(FakeLibrary.build(folder, "libother.so", "int other(void) { return 0; }")));
        assertTrue(nvrtc.origin().endsWith("libnvrtc.so.13"));
    }
}
