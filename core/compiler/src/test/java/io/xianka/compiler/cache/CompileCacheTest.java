package io.xianka.compiler.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.api.CompiledSource;
import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.KernelParameter;
import io.xianka.driver.api.KernelSignature;
import io.xianka.driver.api.ParameterKind;
import io.xianka.driver.api.SourceDiagnostic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompileCacheTest {
    @TempDir
    Path folder;

    private static String key(int number) {
        return new CacheKey("test").add(number).hash();
    }

    private static CompiledSource code(String ptx) {
        return new CompiledSource(
                new DeviceImage.Ptx(ptx),
                List.of(new KernelSignature(
                        "k",
                        List.of(
                                KernelParameter.pointer("x", "const float *", ParameterKind.F32, 4),
                                KernelParameter.scalar("n", "int", ParameterKind.I32),
                                KernelParameter.struct("p", "Params", 24, 8)))),
                Map.of("scale<float>", "_Z5scaleIfEvv"),
                List.of(new SourceDiagnostic(SourceDiagnostic.Severity.WARNING, "k.cu", 3, 5, "显卡 is warm", "int 显卡;")),
                CompiledSource.Origin.OWN,
                false,
                12);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    @Test
    void findsWhatWasKept() {
        CompileCache cache = CompileCache.in(folder.resolve("deep/inside"), 1 << 20);
        assertEquals(Optional.empty(), cache.find(key(1)));
        cache.keep(key(1), code("one"));
        CompiledSource found = CompileCache.in(folder.resolve("deep/inside"), 1 << 20)
                .find(key(1))
                .orElseThrow();
        CompiledSource kept = code("one");
        assertEquals(kept.image(), found.image());
        assertEquals(kept.kernels(), found.kernels());
        assertEquals(kept.loweredNames(), found.loweredNames());
        assertEquals(kept.warnings(), found.warnings());
        assertTrue(found.cached());
        assertEquals(Optional.empty(), cache.find(key(2)));
    }

    @Test
    void keepsCubins() {
        CompileCache cache = CompileCache.in(folder, 1 << 20);
        DeviceImage.Cubin cubin = new DeviceImage.Cubin(new byte[] {1, 2, 0, -1});
        cache.keep(
                key(1),
                new CompiledSource(cubin, List.of(), Map.of(), List.of(), CompiledSource.Origin.NVRTC, false, 0));
        assertEquals(cubin, cache.find(key(1)).orElseThrow().image());
    }

    @Test
    void takesNoNoticeOfAnEntryWithAnyByteChanged() throws IOException {
        long seed = Long.getLong("xianka.seed", System.nanoTime());
        Random random = new Random(seed);
        CompileCache cache = CompileCache.in(folder, 1 << 20);
        for (int i = 0; i < 200; i++) {
            cache.keep(key(1), code("some PTX"));
            Path file = files().get(0);
            byte[] bytes = Files.readAllBytes(file);
            int at = random.nextInt(bytes.length);
            bytes[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, bytes);
            assertEquals(Optional.empty(), cache.find(key(1)), "-Dxianka.seed=" + seed + ", byte " + at);
            assertEquals(List.of(), files(), "the broken entry is gone");
        }
    }

    @Test
    void takesNoNoticeOfATruncatedOrEmptyEntry() throws IOException {
        CompileCache cache = CompileCache.in(folder, 1 << 20);
        cache.keep(key(1), code("some PTX"));
        Path file = files().get(0);
        byte[] bytes = Files.readAllBytes(file);
        for (int length : new int[] {0, 3, 16, 17, bytes.length - 1}) {
            Files.write(file, java.util.Arrays.copyOf(bytes, length));
            assertEquals(Optional.empty(), cache.find(key(1)));
        }
        cache.keep(key(1), code("some PTX"));
        assertTrue(cache.find(key(1)).isPresent());
    }

    @Test
    void deletesWhatWasUsedLongestAgo() throws IOException {
        String large = "x".repeat(10_000);
        CompileCache cache = CompileCache.in(folder, 100_000);
        for (int i = 0; i < 9; i++) {
            cache.keep(key(i), code(large));
            Files.setLastModifiedTime(
                    folder.resolve(key(i) + ".code"),
                    FileTime.from(Instant.now().minusSeconds(10_000 - 100 * i)));
        }
        assertTrue(cache.find(key(0)).isPresent(), "used now, so young again");
        cache.keep(key(9), code(large));
        cache.keep(key(10), code(large));
        cache.sweep();
        assertTrue(cache.find(key(0)).isPresent());
        assertFalse(cache.find(key(1)).isPresent());
        assertTrue(cache.find(key(10)).isPresent());
        long total = 0;
        for (Path file : files()) {
            total += Files.size(file);
        }
        assertTrue(total <= 100_000, "bytes kept: " + total);
    }

    @Test
    void staysUnderItsBoundByItself() throws IOException {
        String large = "x".repeat(10_000);
        CompileCache cache = CompileCache.in(folder, 100_000);
        for (int i = 0; i < 100; i++) {
            cache.keep(key(i), code(large));
        }
        assertTrue(files().size() <= 12, "entries: " + files().size());
    }

    @Test
    void keepsNothingLargerThanTheBound() throws IOException {
        CompileCache cache = CompileCache.in(folder, 1000);
        cache.keep(key(1), code("x".repeat(2000)));
        assertEquals(List.of(), files());
    }

    @Test
    void clearsAwayWhatADeadProcessLeft() throws IOException {
        CompileCache cache = CompileCache.in(folder, 1 << 20);
        Path old = Files.writeString(folder.resolve("entry1.new"), "half");
        Path fresh = Files.writeString(folder.resolve("entry2.new"), "half");
        Path foreign = Files.writeString(folder.resolve("notes.txt"), "mine");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(10_000)));
        cache.sweep();
        assertEquals(List.of(fresh, foreign), files());
    }

    @Test
    void worksWithoutAFolderItCannotMakeAndSaysSoOnce() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        CompileCache cache = CompileCache.in(file.resolve("cache"), 1 << 20);
        cache.keep(key(1), code("one"));
        cache.keep(key(2), code("two"));
        assertEquals(Optional.empty(), cache.find(key(1)));
        String trouble = cache.takeTrouble().orElseThrow();
        assertTrue(trouble.startsWith("compiled code cannot be kept in " + file.resolve("cache") + " ("), trouble);
        assertTrue(trouble.endsWith("; XIANKA_CACHE names another folder, or says off"), trouble);
        assertEquals(Optional.empty(), cache.takeTrouble());
    }

    @Test
    void survivesManyThreadsOnTheSameEntries() throws Exception {
        List<CompileCache> caches = List.of(CompileCache.in(folder, 30_000), CompileCache.in(folder, 30_000));
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                Random random = new Random(t);
                CompileCache cache = caches.get(t % 2);
                tasks.add(() -> {
                    for (int i = 0; i < 300; i++) {
                        int number = random.nextInt(20);
                        Optional<CompiledSource> found = cache.find(key(number));
                        found.ifPresent(code -> assertEquals(new DeviceImage.Ptx("ptx " + number), code.image()));
                        if (found.isEmpty()) {
                            cache.keep(key(number), code("ptx " + number));
                        }
                        if (i % 50 == 0) {
                            cache.sweep();
                        }
                    }
                    return null;
                });
            }
            for (Future<Void> done : threads.invokeAll(tasks)) {
                done.get();
            }
        }
        assertEquals(Optional.empty(), caches.get(0).takeTrouble());
    }

    @Test
    void findsItsFolderAsAsked() {
        Map<String, String> home = Map.of("user.home", "/home/u");
        assertEquals(
                Path.of("/home/u/.cache/xianka"),
                CompileCache.of(Map.of(), home).orElseThrow().folder());
        assertEquals(
                Path.of("/c/xianka"),
                CompileCache.of(Map.of("XDG_CACHE_HOME", "/c"), home)
                        .orElseThrow()
                        .folder());
        assertEquals(
                Path.of("/mine"),
                CompileCache.of(Map.of("XIANKA_CACHE", "/mine"), home)
                        .orElseThrow()
                        .folder());
        assertEquals(
                Path.of("/property"),
                CompileCache.of(Map.of("XIANKA_CACHE", "/mine"), Map.of("xianka.cache", "/property"))
                        .orElseThrow()
                        .folder());
        assertEquals(Optional.empty(), CompileCache.of(Map.of("XIANKA_CACHE", "off"), home));
        assertEquals(Optional.empty(), CompileCache.of(Map.of(), Map.of()));
    }

    @Test
    void keysTellPartsApart() {
        assertFalse(new CacheKey("k")
                .add("ab")
                .add("c")
                .hash()
                .equals(new CacheKey("k").add("a").add("bc").hash()));
        assertEquals(64, key(1).length());
        assertEquals(32, HexFormat.of().parseHex(key(1)).length);
    }
}
