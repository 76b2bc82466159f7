package io.xianka.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibrariesTest {
    @TempDir
    private Path root;

    private Path file(String path) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.write(file, new byte[0]).toRealPath();
    }

    private FoundLibrary nvrtc(Map<String, String> environment) {
        return Libraries.of(environment, root).find("NVRTC");
    }

    @Test
    void findsNothingOnAnEmptyMachine() {
        for (FoundLibrary library : Libraries.of(Map.of(), root).all()) {
            assertEquals(Optional.empty(), library.path(), library::name);
        }
        assertEquals(7, Libraries.of(Map.of(), root).all().size());
    }

    @Test
    void takesTheNewestOfAToolkitAndReadsItsVersion() throws IOException {
        Path file = file("usr/local/cuda-13.0/lib64/libnvrtc.so.13.0.88");
        file("usr/local/cuda-13.0/lib64/libnvrtc-builtins.so.13.0.88");
        Files.createSymbolicLink(root.resolve("usr/local/cuda-13.0/lib64/libnvrtc.so.13"), file);
        Path older = file("usr/local/cuda-12.4/lib64/libnvrtc.so.12.4.99");
        FoundLibrary found = nvrtc(Map.of());
        assertEquals(Optional.of(file), found.path());
        assertEquals(Optional.of("13.0.88"), found.version());
        assertEquals(List.of(older), found.others());
    }

    @Test
    void prefersTheLibraryPathOverTheToolkitAndTheToolkitOverWheels() throws IOException {
        Path wheel = file("venv/lib/python3.12/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12");
        Map<String, String> environment = Map.of(
                "VIRTUAL_ENV", root.resolve("venv").toString(),
                "CUDA_HOME", root.resolve("toolkit").toString(),
                "LD_LIBRARY_PATH", root.resolve("nowhere") + ":" + root.resolve("chosen"));
        assertEquals(Optional.of(wheel), nvrtc(environment).path());
        assertEquals(Optional.of("12"), nvrtc(environment).version());
        Path toolkit = file("toolkit/lib64/libnvrtc.so.11.8.89");
        assertEquals(Optional.of(toolkit), nvrtc(environment).path());
        Path chosen = file("chosen/libnvrtc.so.10.2.1");
        assertEquals(Optional.of(chosen), nvrtc(environment).path());
        assertEquals(List.of(toolkit, wheel), nvrtc(environment).others());
    }

    @Test
    void looksIntoTheWheelsOfThePythonOnThePath() throws IOException {
        Path python = file("opt/python/bin/python3");
        assertTrue(python.toFile().setExecutable(true));
        Path wheel = file("opt/python/lib/python3.13/site-packages/nvidia/cu13/lib/libnvrtc.so.13");
        assertEquals(
                Optional.of(wheel),
                nvrtc(Map.of("PATH", root.resolve("opt/python/bin").toString())).path());
    }

    @Test
    void readsTheLoadersCache() throws IOException {
        Path library = file("far/away/libnccl.so.2.28.9");
        Files.createDirectories(root.resolve("etc"));
        Files.writeString(root.resolve("etc/ld.so.cache"), "ld.so-1.7.0\0\1\2/lib/libm.so.6\0" + library + "\0");
        FoundLibrary found = Libraries.of(Map.of(), root).find("NCCL");
        assertEquals(Optional.of(library), found.path());
        assertEquals(Optional.of("2.28.9"), found.version());
    }

    @Test
    void takesNoStubForADriver() throws IOException {
        file("chosen/stubs/libcuda.so");
        assertEquals(
                Optional.empty(),
                Libraries.of(
                                Map.of(
                                        "LD_LIBRARY_PATH",
                                        root.resolve("chosen/stubs").toString()),
                                root)
                        .find("CUDA driver")
                        .path());
    }

    @Test
    void saysWhichLibrariesItKnows() {
        assertEquals(
                "no library 'cuFFT' is known; there are CUDA driver, NVRTC, cuBLASLt, cuDNN, NCCL, CUPTI, NVML",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> Libraries.here().find("cuFFT"))
                        .getMessage());
    }
}
