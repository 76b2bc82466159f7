package io.xianka.compiler.syntax;

import io.xianka.compiler.preprocessor.Preprocessed;
import io.xianka.compiler.preprocessor.Preprocessor;
import io.xianka.compiler.preprocessor.PreprocessorOptions;
import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceFile;
import java.util.Map;

/** Parses texts, with a library of a few names. */
final class ParserFixture {
    static final LibraryNames LIBRARY = name -> Map.of(
                    "float4", LibraryNames.Kind.TYPE,
                    "dim3", LibraryNames.Kind.TYPE,
                    "uint32_t", LibraryNames.Kind.TYPE,
                    "cooperative_groups", LibraryNames.Kind.NAMESPACE,
                    "cooperative_groups::thread_block", LibraryNames.Kind.TYPE,
                    "cooperative_groups::thread_block_tile", LibraryNames.Kind.TYPE_TEMPLATE,
                    "cooperative_groups::tiled_partition", LibraryNames.Kind.VALUE_TEMPLATE,
                    "min", LibraryNames.Kind.VALUE)
            .getOrDefault(name, LibraryNames.Kind.NONE);

    final Diagnostics diagnostics = new Diagnostics();

    TranslationUnit parse(String name, String text) {
        SourceFile file = SourceFile.of(name, text);
        Preprocessed tokens = Preprocessor.run(file, PreprocessorOptions.plain(), diagnostics);
        return Parser.parse(file, tokens.tokens(), LIBRARY, diagnostics);
    }

    /** The errors of a text, as shown. */
    static String errors(String text) {
        ParserFixture fixture = new ParserFixture();
        fixture.parse("t.cu", text);
        return fixture.diagnostics.render();
    }

    /** The tree of a text that has no errors. */
    static String tree(String text) {
        ParserFixture fixture = new ParserFixture();
        TranslationUnit unit = fixture.parse("t.cu", text);
        if (!fixture.diagnostics.all().isEmpty()) {
            throw new AssertionError(fixture.diagnostics.render());
        }
        StringBuilder out = new StringBuilder();
        unit.declarations()
                .forEach(declaration -> out.append(out.isEmpty() ? "" : "\n").append(TreeText.of(declaration)));
        return out.toString();
    }

    /** The statements of a text in a function. */
    static String statements(String text) {
        return statements("", text);
    }

    static String statements(String before, String text) {
        ParserFixture fixture = new ParserFixture();
        TranslationUnit unit = fixture.parse("t.cu", before + "\n__device__ void test() {\n" + text + "\n}");
        if (!fixture.diagnostics.all().isEmpty()) {
            throw new AssertionError(fixture.diagnostics.render());
        }
        Declaration.Function function =
                (Declaration.Function) unit.declarations().getLast();
        FunctionBody.Block block = (FunctionBody.Block) function.body();
        StringBuilder out = new StringBuilder();
        block.block()
                .statements()
                .forEach(statement -> out.append(out.isEmpty() ? "" : "\n").append(TreeText.of(statement)));
        return out.toString();
    }

    /** One expression statement's tree. */
    static String expression(String text) {
        return expression(
                "int a, b, c, d, x, y, z, n, i, p, q, s; template <int N> int tf(int); template <class T> struct ST {}; typedef int T;",
                text);
    }

    static String expression(String before, String text) {
        String statement = statements(before, text + ";");
        if (!statement.startsWith("Evaluate(")) {
            return statement;
        }
        return statement.substring("Evaluate(".length(), statement.length() - 1);
    }
}
