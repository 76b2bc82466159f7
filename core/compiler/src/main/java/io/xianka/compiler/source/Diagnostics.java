package io.xianka.compiler.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Every error and warning of one compilation, in the order found. An error does not stop the compilation: each part
 * recovers and goes on, so that one run shows all of them. Repeats of the same message at the same place are dropped,
 * and of the errors only the first {@link #MOST_ERRORS} are kept.
 *
 * <p>For use by one thread.
 */
public final class Diagnostics {
    /** Errors kept; the rest are only counted. */
    public static final int MOST_ERRORS = 50;

    private static final int MOST_WARNINGS = 200;

    private record Key(String file, int start, String message) {}

    private final List<Diagnostic> all = new ArrayList<>();
    private final Set<Key> seen = new HashSet<>();
    private int errorCount;
    private int warningCount;

    public void error(SourceSpan span, String message, Diagnostic.Note... notes) {
        add(new Diagnostic(Diagnostic.Severity.ERROR, span, message, List.of(notes)));
    }

    public void warning(SourceSpan span, String message, Diagnostic.Note... notes) {
        add(new Diagnostic(Diagnostic.Severity.WARNING, span, message, List.of(notes)));
    }

    public void add(Diagnostic diagnostic) {
        SourceSpan span = diagnostic.span();
        if (!seen.add(new Key(span.file().name(), span.start(), diagnostic.message()))) {
            return;
        }
        if (diagnostic.isError() ? errorCount++ < MOST_ERRORS : warningCount++ < MOST_WARNINGS) {
            all.add(diagnostic);
        }
    }

    public boolean hasErrors() {
        return errorCount > 0;
    }

    /** Number of errors found, those over the limit included. */
    public int errorCount() {
        return errorCount;
    }

    /** True once further errors are only counted, so that going on teaches nothing. */
    public boolean full() {
        return errorCount >= MOST_ERRORS;
    }

    /** What was kept, from the top of the main file to its end; of one place, in the order found. */
    public List<Diagnostic> all() {
        List<Diagnostic> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparingInt(Diagnostics::offsetInMainFile));
        return List.copyOf(sorted);
    }

    private static int offsetInMainFile(Diagnostic diagnostic) {
        SourceSpan span = diagnostic.span();
        while (span.file().includedAt() != null) {
            span = span.file().includedAt();
        }
        // What is wrong with the command line comes first.
        return span.file().name().startsWith("<") ? -1 : span.start();
    }

    public List<Diagnostic> warnings() {
        return all().stream().filter(diagnostic -> !diagnostic.isError()).toList();
    }

    /** The text shown to the user, a line end after each line; empty when there is nothing to say. */
    public String render() {
        StringBuilder out = new StringBuilder();
        for (Diagnostic diagnostic : all()) {
            diagnostic.renderTo(out);
        }
        if (errorCount > MOST_ERRORS) {
            out.append(errorCount - MOST_ERRORS).append(" more errors not shown\n");
        }
        return out.toString();
    }
}
