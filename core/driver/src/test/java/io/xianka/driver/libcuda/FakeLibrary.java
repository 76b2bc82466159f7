package io.xianka.driver.libcuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Builds shared libraries from C in a test's folder. */
final class FakeLibrary {
    private FakeLibrary() {}

    static Path build(Path folder, String name, String source) throws IOException, InterruptedException {
        boolean compiler = Arrays.stream(
                        System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .anyMatch(bin -> Files.isExecutable(Path.of(bin, "gcc")));
        assumeTrue(compiler, "gcc is not installed, which builds the fake library");
        Path code = Files.writeString(folder.resolve(name + ".c"), source);
        Path library = folder.resolve(name);
        Files.createDirectories(library.getParent());
        Process gcc = new ProcessBuilder("gcc", "-shared", "-fPIC", "-O1", "-o", library.toString(), code.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(gcc.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertEquals(0, gcc.waitFor(), said);
        return library;
    }
}
