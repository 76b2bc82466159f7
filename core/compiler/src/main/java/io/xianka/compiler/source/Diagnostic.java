package io.xianka.compiler.source;

import java.util.ArrayList;
import java.util.List;

/**
 * One thing said about a program.
 *
 * @param severity how bad it is
 * @param span what it is about
 * @param message one sentence without a final full stop
 * @param notes what helps to understand it, each with its own place
 */
public record Diagnostic(Severity severity, SourceSpan span, String message, List<Note> notes) {

    /** How bad it is. */
    public enum Severity {
        ERROR("error"),
        WARNING("warning"),
        NOTE("note");

        private final String label;

        Severity(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /**
     * A further place that explains a diagnostic.
     *
     * @param span the place, or null for a remark without one
     * @param message one sentence without a final full stop
     */
    public record Note(SourceSpan span, String message) {}

    public Diagnostic {
        notes = List.copyOf(notes);
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /** The text shown to the user: place and message, the source line, a caret, then the notes. */
    public String render() {
        StringBuilder out = new StringBuilder();
        renderTo(out);
        return out.toString();
    }

    void renderTo(StringBuilder out) {
        List<SourceSpan> includes = includeChain();
        int left = includes.size() - MOST_INCLUDES;
        for (int i = 0; i < includes.size(); i++) {
            if (left > 0 && i == MOST_INCLUDES / 2) {
                out.append("... and ").append(left).append(" more includes ...\n");
                i += left;
            }
            SourceSpan at = includes.get(i);
            out.append("in file included from ")
                    .append(at.file().name())
                    .append(':')
                    .append(at.line())
                    .append(":\n");
        }
        render(out, severity, span, message);
        if (span.expansion() != null) {
            SourceSpan.Expansion expansion = span.expansion();
            render(out, Severity.NOTE, expansion.spelledAt(), "in the expansion of macro '" + expansion.macro() + "'");
        }
        for (Note note : notes) {
            if (note.span() == null) {
                out.append(Severity.NOTE.label())
                        .append(": ")
                        .append(note.message())
                        .append('\n');
            } else {
                render(out, Severity.NOTE, note.span(), note.message());
            }
        }
    }

    private List<SourceSpan> includeChain() {
        List<SourceSpan> chain = new ArrayList<>();
        for (SourceSpan at = span.file().includedAt();
                at != null;
                at = at.file().includedAt()) {
            chain.add(at);
        }
        return chain;
    }

    private static final int MOST_INCLUDES = 6;
    private static final int WIDEST_LINE = 160;

    private static void render(StringBuilder out, Severity severity, SourceSpan span, String message) {
        SourceFile file = span.file();
        int line = file.line(span.start());
        out.append(file.name()).append(':').append(line).append(':').append(file.column(span.start()));
        out.append(": ").append(severity.label()).append(": ").append(message).append('\n');

        String text = file.lineText(line);
        if (text.isBlank()) {
            return;
        }
        int from = Math.min(span.start() - file.lineStart(line), text.length());
        int to = Math.max(from, Math.min(span.end() - file.lineStart(line), text.length()));
        int cut = 0;
        if (text.length() > WIDEST_LINE) {
            cut = Math.max(0, Math.min(from - WIDEST_LINE / 3, text.length() - WIDEST_LINE));
            if (cut > 0 && Character.isLowSurrogate(text.charAt(cut))) {
                cut--;
            }
        }
        String shown = text.substring(cut, Math.min(text.length(), cut + WIDEST_LINE));
        out.append("    ");
        appendPrintable(out, shown);
        out.append('\n').append("    ");
        from -= cut;
        to = Math.min(to - cut, shown.length());
        for (int i = 0; i < from; i++) {
            char c = i < shown.length() ? shown.charAt(i) : ' ';
            if (!Character.isLowSurrogate(c)) {
                out.append(c == '\t' ? "    " : Character.isIdeographic(c) ? "  " : " ");
            }
        }
        out.append('^');
        for (int i = from + 1; i < to; i++) {
            char c = shown.charAt(i);
            if (!Character.isLowSurrogate(c)) {
                out.append(c == '\t' ? "~~~~" : Character.isIdeographic(c) ? "~~" : "~");
            }
        }
        out.append('\n');
    }

    private static void appendPrintable(StringBuilder out, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\t') {
                out.append("    ");
            } else {
                out.append(Character.isISOControl(c) ? '\uFFFD' : c);
            }
        }
    }
}
