package io.xianka.compiler;

import io.xianka.compiler.source.Diagnostic;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.driver.api.SourceDiagnostic;
import java.util.ArrayList;
import java.util.List;

/** Diagnostics as the driver room's data; notes follow what they explain. */
final class Reports {
    private Reports() {}

    static List<SourceDiagnostic> of(List<Diagnostic> diagnostics) {
        List<SourceDiagnostic> out = new ArrayList<>();
        for (Diagnostic diagnostic : diagnostics) {
            SourceDiagnostic.Severity severity = switch (diagnostic.severity()) {
                case ERROR -> SourceDiagnostic.Severity.ERROR;
                case WARNING -> SourceDiagnostic.Severity.WARNING;
                case NOTE -> SourceDiagnostic.Severity.NOTE;
            };
            out.add(at(diagnostic.span(), severity, diagnostic.message()));
            for (Diagnostic.Note note : diagnostic.notes()) {
                out.add(at(
                        note.span() == null ? diagnostic.span() : note.span(),
                        SourceDiagnostic.Severity.NOTE,
                        note.message()));
            }
        }
        return out;
    }

    private static SourceDiagnostic at(SourceSpan span, SourceDiagnostic.Severity severity, String message) {
        return new SourceDiagnostic(
                severity,
                span.file().name(),
                span.line(),
                span.column(),
                message,
                span.file().lineText(span.line()));
    }
}
