package io.xianka.compiler.semantics;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Declaration;
import java.util.HashSet;
import java.util.Set;

/** Who may use a private or protected member: the class itself, what stands in it, its friends; classes derived from it. */
final class MemberAccess {
    private final Analysis a;

    MemberAccess(Analysis analysis) {
        a = analysis;
    }

    /** Reports the use of a function that is not open to the function being analysed. */
    void check(FunctionSymbol used, SourceSpan span) {
        if (used.access != Declaration.Access.PUBLIC && used.owner != null) {
            check(used.access, used.owner, used.name, span, used.span());
        }
    }

    /** The same of a data member. */
    void check(Symbol.FieldName used, String name, SourceSpan span) {
        Declaration.Access access =
                used.owner() == null ? null : used.owner().fieldAccess.get(name);
        if (access != null && access != Declaration.Access.PUBLIC) {
            int index = used.path().getFirst().index();
            check(access, used.owner(), name, span, used.owner().fieldSpans.get(index));
        }
    }

    private void check(Declaration.Access access, ClassInfo owner, String name, SourceSpan span, SourceSpan declared) {
        FunctionSymbol from = a.functions.current();
        if (from == null || a.unevaluated > 0) {
            return;
        }
        Set<ClassInfo> classes = new HashSet<>();
        if (!isOpen(access, owner, from, classes)) {
            a.error(
                    span,
                    "'" + name + "' is " + (access == Declaration.Access.PRIVATE ? "private" : "protected") + " in '"
                            + owner.type.name() + "'",
                    Lookup.declaredHere(declared, "it"));
        }
    }

    private boolean isOpen(Declaration.Access access, ClassInfo owner, FunctionSymbol from, Set<ClassInfo> classes) {
        FunctionSymbol function = from;
        while (function != null) {
            if (owner.friends.contains(function.name)) {
                return true;
            }
            around(function.owner != null ? function.owner.scope : function.scope, classes);
            function = function.lambdaAround != null ? function.lambdaAround.symbol : null;
        }
        for (ClassInfo one : classes) {
            boolean same = one == owner || (owner.template != null && one.template == owner.template);
            if (same
                    || owner.friends.contains(one.simpleName())
                    || (access == Declaration.Access.PROTECTED && one.derivesFrom(owner))) {
                return true;
            }
        }
        return false;
    }

    /** The classes in which a scope lies, those around the functions of local classes included. */
    private static void around(Scope inner, Set<ClassInfo> classes) {
        for (Scope s = inner; s != null; s = s.parent) {
            if (s.owner != null) {
                classes.add(s.owner);
            }
            if (s.function != null && s.function.symbol.owner != null && classes.add(s.function.symbol.owner)) {
                around(s.function.symbol.owner.scope, classes);
            }
        }
    }
}
