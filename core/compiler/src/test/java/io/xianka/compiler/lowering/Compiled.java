package io.xianka.compiler.lowering;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.xianka.compiler.library.DeviceLibrary;
import io.xianka.compiler.preprocessor.Preprocessed;
import io.xianka.compiler.preprocessor.Preprocessor;
import io.xianka.compiler.preprocessor.PreprocessorOptions;
import io.xianka.compiler.semantics.Semantics;
import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceFile;
import io.xianka.compiler.syntax.Parser;
import io.xianka.compiler.typed.Program;
import io.xianka.ptx.PtxModule;
import io.xianka.ptx.PtxPrinter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Source text on its way through the compiler, for tests. */
final class Compiled {
    private Compiled() {}

    static Program program(String name, String text) {
        SourceFile file = SourceFile.of(name, text);
        Diagnostics diagnostics = new Diagnostics();
        DeviceLibrary library = DeviceLibrary.standard();
        Preprocessed tokens = Preprocessor.run(file, PreprocessorOptions.plain(), diagnostics);
        Program program =
                Semantics.analyse(Parser.parse(file, tokens.tokens(), library, diagnostics), library, diagnostics);
        assertFalse(diagnostics.hasErrors(), diagnostics::render);
        return program;
    }

    static PtxModule module(String name, String text) {
        return module(name, text, CodeOptions.of("sm_90"));
    }

    static PtxModule module(String name, String text, CodeOptions options) {
        return Lowering.lower(program(name, text), options);
    }

    static String ptx(String text) {
        return PtxPrinter.print(module("test.cu", text));
    }

    static String ptx(String text, CodeOptions options) {
        return PtxPrinter.print(module("test.cu", text, options));
    }

    static String resource(String name) {
        try (InputStream in = Compiled.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
