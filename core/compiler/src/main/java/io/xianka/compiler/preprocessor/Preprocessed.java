package io.xianka.compiler.preprocessor;

import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.source.Diagnostic;
import io.xianka.compiler.source.SourceFile;
import java.util.List;

/**
 * What the preprocessor made.
 *
 * @param file the main file
 * @param tokens all tokens, END last; {@code >>} and {@code >>=} are split behind their first character, so that
 *     template arguments can close: the second part has no space before it
 * @param asides the tokens of each text that was read behind the file, END last
 * @param files every file read, the main file first
 * @param missing includes that were not found, where the text may do without them: errors if anything else is wrong
 * @param incomplete true when text is missing (an include was not found, a limit was reached), so that errors found
 *     later would mislead
 */
public record Preprocessed(
        SourceFile file,
        List<Token> tokens,
        List<List<Token>> asides,
        List<SourceFile> files,
        List<Diagnostic> missing,
        boolean incomplete) {}
