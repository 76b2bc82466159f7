package io.xianka.compiler.syntax;

import io.xianka.compiler.source.SourceFile;
import java.util.List;

/**
 * A whole program after preprocessing.
 *
 * @param file the main file
 * @param declarations those of the file and of all that it includes, in order
 */
public record TranslationUnit(SourceFile file, List<Declaration> declarations) {}
