package io.xianka.driver.api;

import java.util.List;
import java.util.stream.Collectors;

/** The source has errors. The message shows all diagnostics, each with its place. */
public final class CompilationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<SourceDiagnostic> diagnostics;

    /** Of the diagnostics in the order in which a user reads them. */
    public CompilationException(List<SourceDiagnostic> diagnostics) {
        super(diagnostics.stream().map(SourceDiagnostic::render).collect(Collectors.joining("\n")));
        this.diagnostics = List.copyOf(diagnostics);
    }

    /**
     * Of a compiler that renders its own text.
     *
     * @param message all diagnostics as the user reads them
     * @param diagnostics the same as data
     */
    public CompilationException(String message, List<SourceDiagnostic> diagnostics) {
        super(message);
        this.diagnostics = List.copyOf(diagnostics);
    }

    /** All that the compiler said, errors and warnings. */
    public List<SourceDiagnostic> diagnostics() {
        return diagnostics;
    }
}
