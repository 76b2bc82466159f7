package io.xianka.compiler.semantics;

import io.xianka.compiler.syntax.Statement;
import java.util.List;

/** Finds labels in statements that are not analysed yet. */
final class LabelSearch {
    private LabelSearch() {}

    static boolean holds(List<Statement> statements, String label) {
        for (Statement statement : statements) {
            if (holds(statement, label)) {
                return true;
            }
        }
        return false;
    }

    private static boolean holds(Statement statement, String label) {
        return switch (statement) {
            case null -> false;
            case Statement.Labelled s -> s.label().text().equals(label) || holds(s.body(), label);
            case Statement.Compound s -> holds(s.statements(), label);
            case Statement.If s -> holds(s.then(), label) || holds(s.otherwise(), label);
            case Statement.Switch s -> holds(s.body(), label);
            case Statement.Case s -> holds(s.body(), label);
            case Statement.Default s -> holds(s.body(), label);
            case Statement.While s -> holds(s.body(), label);
            case Statement.DoWhile s -> holds(s.body(), label);
            case Statement.For s -> holds(s.body(), label);
            case Statement.RangeFor s -> holds(s.body(), label);
            case Statement.Evaluate s -> false;
            case Statement.Empty s -> false;
            case Statement.Declare s -> false;
            case Statement.Break s -> false;
            case Statement.Continue s -> false;
            case Statement.Return s -> false;
            case Statement.Goto s -> false;
            case Statement.Asm s -> false;
            case Statement.Malformed s -> false;
        };
    }
}
