package io.xianka.ptx;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A kernel ({@code .entry}) or a device function ({@code .func}).
 *
 * @param body null for a declaration, whose definition is elsewhere in the module or outside it
 */
public record Function(
        Linkage linkage,
        boolean isEntry,
        List<Param> results,
        String name,
        List<Param> parameters,
        List<Directive> directives,
        List<Statement> body,
        PtxLine line)
        implements PtxModule.Item {

    /** What stands between the parameters and the body. */
    public sealed interface Directive permits Bound, Pragma {}

    /** A directive with numbers: {@code .maxntid 256, 1, 1}. */
    public record Bound(BoundKind kind, List<Integer> values) implements Directive {
        public Bound {
            Objects.requireNonNull(kind);
            values = List.copyOf(values);
        }

        public static Bound of(BoundKind kind, Integer... values) {
            return new Bound(kind, List.of(values));
        }
    }

    public enum BoundKind {
        MAXNTID,
        REQNTID,
        MINNCTAPERSM,
        MAXNCTAPERSM,
        MAXNREG,
        NORETURN,
        EXPLICITCLUSTER,
        REQNCTAPERCLUSTER,
        MAXCLUSTERRANK,
        BLOCKSARECLUSTERS,
        ABI_PRESERVE,
        ABI_PRESERVE_CONTROL,
        /** {@code .unified}. */
        UNIFIED;

        /** As written, with the dot. */
        String text() {
            return "." + name().toLowerCase(Locale.ROOT);
        }
    }

    public Function {
        Objects.requireNonNull(linkage);
        results = List.copyOf(results);
        Objects.requireNonNull(name);
        parameters = List.copyOf(parameters);
        directives = List.copyOf(directives);
        body = body == null ? null : List.copyOf(body);
        Objects.requireNonNull(line);
    }

    public boolean isDefinition() {
        return body != null;
    }

    /** The numbers of a directive; empty where it is not written. */
    public List<Integer> bound(BoundKind kind) {
        for (Directive directive : directives) {
            if (directive instanceof Bound bound && bound.kind() == kind) {
                return bound.values();
            }
        }
        return List.of();
    }
}
