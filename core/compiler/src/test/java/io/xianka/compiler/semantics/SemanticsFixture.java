package io.xianka.compiler.semantics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.compiler.library.DeviceLibrary;
import io.xianka.compiler.preprocessor.Preprocessor;
import io.xianka.compiler.preprocessor.PreprocessorOptions;
import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceFile;
import io.xianka.compiler.syntax.Parser;
import io.xianka.compiler.typed.Function;
import io.xianka.compiler.typed.Program;
import io.xianka.compiler.typed.Variable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Programs from text to the typed tree. */
final class SemanticsFixture {
    private static final long STACK_BYTES = 256L << 20;

    private SemanticsFixture() {}

    /** The program; it must have no errors and no warnings. */
    static Program analyse(String text) {
        Diagnostics diagnostics = new Diagnostics();
        Program program = analyse(text, diagnostics);
        assertEquals("", diagnostics.render());
        return program;
    }

    /** All that is said about the program. */
    static String diagnose(String text) {
        Diagnostics diagnostics = new Diagnostics();
        analyse(text, diagnostics);
        return diagnostics.render();
    }

    /** On as deep a stack as the compiler gives itself. */
    private static Program analyse(String text, Diagnostics diagnostics) {
        var task = new FutureTask<>(() -> analyseHere(text, diagnostics));
        new Thread(null, task, "analysis", STACK_BYTES).start();
        try {
            return task.get();
        } catch (ExecutionException | InterruptedException failure) {
            throw new AssertionError(failure.getCause() == null ? failure : failure.getCause());
        }
    }

    private static Program analyseHere(String text, Diagnostics diagnostics) {
        SourceFile file = SourceFile.of("test.cu", text);
        var preprocessed = Preprocessor.run(file, PreprocessorOptions.plain(), diagnostics);
        DeviceLibrary library = DeviceLibrary.standard()
                .behind(preprocessed.files().stream().map(SourceFile::name).toList(), false, 90);
        return Semantics.analyse(Parser.parse(file, preprocessed.tokens(), library, diagnostics), library, diagnostics);
    }

    static Function function(Program program, String name) {
        return program.functions().stream()
                .filter(function -> function.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not among " + program.functions()));
    }

    static Variable variable(Program program, String name) {
        return program.variables().stream()
                .filter(variable -> variable.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not among " + program.variables()));
    }
}
