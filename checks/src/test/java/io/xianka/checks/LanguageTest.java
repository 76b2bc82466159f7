package io.xianka.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.driver.Arg;
import io.xianka.driver.Device;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The language at work: the own compiler and the emulator agree with what g++ and nvcc made of the same source. */
class LanguageTest {
    private static final int SMALL = 3;

    @ParameterizedTest
    @ValueSource(strings = {"core", "templates"})
    void agreesWithGcc(String name) throws IOException, URISyntaxException {
        check(name);
    }

    /** nvcc 13.0.88 compiled these to PTX (-arch=sm_90 -std=c++17 --expt-relaxed-constexpr, c++20 for std::), the emulator ran it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "bindings",
                "bitfields",
                "classes",
                "complex_numbers",
                "containers",
                "copies",
                "destructors",
                "idioms",
                "lambdas",
                "lifetimes",
                "memory",
                "metaprogramming",
                "operators",
                "specialisations",
                "standard_library",
                "statements"
            })
    void agreesWithNvcc(String name) throws IOException, URISyntaxException {
        check("nvcc/" + name);
    }

    private static void check(String name) throws IOException, URISyntaxException {
        List<Long> expected = Files.readAllLines(file(name + ".txt")).stream()
                .map(Long::valueOf)
                .toList();
        long[] got = new long[expected.size()];
        CompileOptions options =
                CompileOptions.DEFAULT.withCompiler(CompileOptions.Compiler.OWN).withCache(false);
        try (var device = Device.emulated();
                var module =
                        device.compile(SourceText.of(name + ".cu", Files.readString(file(name + ".cu"))), options)) {
            module.kernel("k").launch(Launch.of(1, 1), Arg.out(got), SMALL);
        }
        assertEquals(expected, Arrays.stream(got).boxed().toList());
    }

    private static Path file(String name) throws URISyntaxException {
        return Path.of(LanguageTest.class.getResource("language/" + name).toURI());
    }
}
