package io.xianka.compiler.syntax;

import io.xianka.compiler.source.SourceFile;
import java.util.List;

/**
 * A whole program after preprocessing.
 *
 * @param file the main file
 * @param declarations those of the file and of all that it includes, in order
 * @param kernels expressions that name kernels, such as {@code scale<float, 4>}: what is asked of the program besides the
 *     kernels that it declares; null for one that did not parse
 */
public record TranslationUnit(SourceFile file, List<Declaration> declarations, List<Expression> kernels) {}
