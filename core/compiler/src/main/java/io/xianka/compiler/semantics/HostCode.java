package io.xianka.compiler.semantics;

import io.xianka.compiler.source.Diagnostic;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Declaration;
import io.xianka.compiler.syntax.FunctionBody;
import io.xianka.compiler.syntax.Name;
import io.xianka.compiler.syntax.NamePart;
import io.xianka.compiler.syntax.Specifier;
import io.xianka.compiler.syntax.Specifiers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a program declares for the host. It names much that is unknown here, which is an error only once device code uses
 * it: until then the declaration is left out.
 */
final class HostCode {
    /** Names told of each kind; the others are counted. */
    private static final int MOST_TOLD = 6;

    /** The errors of a declaration that is being tried. */
    static final class Trial {
        private final List<Diagnostic> errors = new ArrayList<>(1);
        private final Trial outer;
        private boolean onlyUnknown = true;

        private Trial(Trial outer) {
            this.outer = outer;
        }
    }

    private final Analysis a;
    private Trial trial;
    private final Map<String, SourceSpan> functions = new LinkedHashMap<>();
    private final Map<String, Diagnostic> declarations = new LinkedHashMap<>();

    HostCode(Analysis analysis) {
        a = analysis;
    }

    boolean isTrying() {
        return trial != null;
    }

    void add(Diagnostic error, boolean unknown) {
        trial.errors.add(error);
        trial.onlyUnknown &= unknown;
    }

    /** Errors so far of the declaration being tried; 0 outside. */
    int errorCount() {
        return trial == null ? 0 : trial.errors.size();
    }

    Diagnostic lastError() {
        return trial.errors.getLast();
    }

    Trial pause() {
        Trial before = trial;
        trial = null;
        return before;
    }

    void resume(Trial paused) {
        trial = paused;
    }

    /**
     * Begins to declare what the host may need alone: when it uses names that are unknown, it will be left out. Null for
     * what is the device's, whose errors count at once.
     */
    Trial begin(Declaration declaration, Scope scope) {
        boolean fits = scope.isNamespace() || scope.kind == Scope.Kind.CLASS;
        if (!fits || a.isMuted() || a.isLibrary(scope) || isForDevice(declaration)) {
            return null;
        }
        Trial mine = new Trial(trial);
        trial = mine;
        return mine;
    }

    /** Ends what {@link #begin} began. */
    void end(Trial mine, Declaration declaration, Scope scope) {
        if (mine == null) {
            return;
        }
        trial = mine.outer;
        if (mine.errors.isEmpty()) {
            if (scope.isNamespace()) {
                note(declaration);
            }
        } else if (mine.onlyUnknown) {
            leaveOut(declaration, scope, mine.errors.getFirst());
        } else if (trial == null) {
            mine.errors.forEach(a::add);
        } else {
            trial.errors.addAll(mine.errors);
            trial.onlyUnknown = false;
        }
    }

    private void note(Declaration declaration) {
        if (declaration instanceof Declaration.Template template) {
            note(template.declaration());
        } else if (declaration instanceof Declaration.Function function
                && function.body() instanceof FunctionBody.SkippedHostCode) {
            functions.putIfAbsent(function.name().toString(), function.name().span());
        }
    }

    private static boolean isForDevice(Declaration declaration) {
        return switch (declaration) {
            case Declaration.Function function -> isForDevice(function.specifiers());
            case Declaration.Variable variable -> isForDevice(variable.specifiers());
            case Declaration.Template template -> isForDevice(template.declaration());
            case Declaration.ExplicitInstantiation instance -> isForDevice(instance.declaration());
            case Declaration.Friend friend -> isForDevice(friend.declaration());
            case Declaration.Namespace namespace -> true;
            case Declaration.Linkage linkage -> true;
            case Declaration.StaticAssert check -> true;
            case Declaration.Field field -> true;
            case Declaration.AnonymousMembers members -> true;
            case Declaration.Malformed malformed -> true;
            case Declaration.Empty empty -> true;
            case Declaration.NamespaceAlias alias -> false;
            case Declaration.UsingDirective using -> false;
            case Declaration.UsingDeclaration using -> false;
            case Declaration.Alias alias -> false;
            case Declaration.EnumDeclaration e -> false;
            case Declaration.ClassDeclaration c -> false;
            case Declaration.FriendType friend -> false;
            case Declaration.DeductionGuide guide -> false;
            case Declaration.StructuredBinding binding -> false;
            case Declaration.Asm asm -> false;
        };
    }

    private static boolean isForDevice(Specifiers specifiers) {
        return specifiers.has(Specifier.DEVICE)
                || specifiers.has(Specifier.GLOBAL)
                || specifiers.has(Specifier.CONSTANT)
                || specifiers.has(Specifier.SHARED)
                || specifiers.has(Specifier.MANAGED);
    }

    /** Takes note of a declaration that did not even parse. */
    void leaveOut(Declaration.Malformed malformed, Scope scope) {
        String name = malformed.name() == null ? "" : malformed.name().text();
        leaveOut(name, malformed.span(), scope, malformed.cause());
    }

    private void leaveOut(Declaration declaration, Scope scope, Diagnostic cause) {
        switch (declaration) {
            case Declaration.Template template -> leaveOut(template.declaration(), scope, cause);
            case Declaration.Function function -> {
                String name = function.name().last().text();
                if (scope.get(name) instanceof Symbol.Functions known) {
                    known.all.removeIf(symbol -> FunctionSymbol.same(symbol.declaration, function));
                    if (!known.all.isEmpty()) {
                        return;
                    }
                }
                leaveOut(name, function.name().span(), scope, cause);
            }
            case Declaration.Variable variable ->
                leaveOut(variable.name().last().text(), variable.name().span(), scope, cause);
            case Declaration.Alias alias -> leaveOut(alias.name(), scope, cause);
            case Declaration.NamespaceAlias alias -> leaveOut(alias.name(), scope, cause);
            case Declaration.UsingDeclaration using ->
                leaveOut(using.name().last().text(), using.span(), scope, cause);
            case Declaration.ClassDeclaration c -> leaveOut(c.name(), declaration.span(), scope, cause);
            case Declaration.EnumDeclaration e -> leaveOut(e.name(), declaration.span(), scope, cause);
            default -> leaveOut("", declaration.span(), scope, cause);
        }
    }

    private void leaveOut(Name name, SourceSpan span, Scope scope, Diagnostic cause) {
        if (name != null) {
            leaveOut(name.last().text(), name.span(), scope, cause);
        } else {
            leaveOut("", span, scope, cause);
        }
    }

    private void leaveOut(NamePart.Identifier name, Scope scope, Diagnostic cause) {
        leaveOut(name.text(), name.span(), scope, cause);
    }

    private void leaveOut(String name, SourceSpan span, Scope scope, Diagnostic cause) {
        boolean constructor = scope.owner != null && name.equals(scope.owner.simpleName());
        if (!name.isEmpty() && !constructor) {
            scope.put(name, new Symbol.Broken(span, cause, name));
        }
        if (!name.isEmpty() && scope.isNamespace()) {
            declarations.putIfAbsent(scope.prefix() + name, cause);
        }
    }

    /** Device code uses what was left out: now it is an error. */
    void used(Symbol.Broken broken, SourceSpan use) {
        Diagnostic cause = broken.cause();
        if (cause == null) {
            return;
        }
        if (trial != null) {
            add(cause, true);
            return;
        }
        a.error(
                use,
                "'" + broken.name() + "' is left out, since its declaration has an error: " + cause.message(),
                new Diagnostic.Note(cause.span(), "the error is here"));
    }

    /** Tells what was left out. */
    void tell() {
        List<String> told = new ArrayList<>();
        functions.keySet().stream().limit(MOST_TOLD).forEach(name -> told.add("'" + name + "'"));
        declarations.entrySet().stream()
                .limit(MOST_TOLD)
                .forEach(entry -> told.add("'" + entry.getKey() + "' ("
                        + entry.getValue().span().file().name() + ":"
                        + entry.getValue().span().line() + ": "
                        + entry.getValue().message() + ")"));
        int more = functions.size() + declarations.size() - told.size();
        if (told.isEmpty()) {
            return;
        }
        SourceSpan first = functions.isEmpty()
                ? declarations.values().iterator().next().span()
                : functions.values().iterator().next();
        a.add(new Diagnostic(
                Diagnostic.Severity.NOTE,
                first,
                "host code is left out: " + String.join(", ", told) + (more > 0 ? " and " + more + " more" : ""),
                List.of()));
    }
}
