package io.xianka.compiler.syntax;

import io.xianka.compiler.source.SourceFile;
import io.xianka.compiler.source.SourceSpan;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.stream.Collectors;

/** Writes trees as short text: the record's name and its components, spans and empty parts left out. */
final class TreeText {
    private TreeText() {}

    static String of(Object node) {
        return switch (node) {
            case null -> "";
            case Collection<?> list ->
                list.stream()
                        .map(TreeText::of)
                        .collect(Collectors.joining(", ", list.isEmpty() ? "" : "[", list.isEmpty() ? "" : "]"));
            case NamePart.Identifier part -> part.text();
            case Name name when name.unqualified() -> of(name.last());
            case Name name ->
                (name.global() ? "::" : "")
                        + name.qualifiers().stream()
                                .map(part -> of(part) + "::")
                                .collect(Collectors.joining())
                        + of(name.last());
            case Expression.NameUse use -> of(use.name());
            case Expression.IntegerLiteral literal -> Long.toUnsignedString(literal.value());
            case Expression.FloatLiteral literal ->
                literal.value() + (literal.width() == Expression.FloatWidth.FLOAT ? "f" : "");
            case Expression.StringLiteral literal ->
                literal.units().stream()
                        .map(unit -> Character.toString(unit))
                        .collect(Collectors.joining("", "\"", "\""));
            case TypeSyntax.Builtin type ->
                of(type.qualifiers()) + type.keyword().spelling();
            case TypeSyntax.Named type ->
                of(type.qualifiers())
                        + (type.typename() ? "typename " : "")
                        + (type.tag() == null ? "" : type.tag() + " ")
                        + of(type.name());
            case Expression.Binary binary ->
                "(" + of(binary.left()) + " " + binary.operator().spelling() + " " + of(binary.right()) + ")";
            case Qualifiers qualifiers ->
                (qualifiers.isConst() ? "const " : "")
                        + (qualifiers.isVolatile() ? "volatile " : "")
                        + (qualifiers.isRestrict() ? "restrict " : "");
            case Initialiser.None ignored -> "";
            case FunctionBody.None ignored -> "";
            case Record node2 -> record(node2);
            case Enum<?> word -> word.name();
            case Boolean truth -> truth ? "true" : "";
            default -> node.toString();
        };
    }

    private static String record(Record node) {
        StringBuilder out = new StringBuilder(node.getClass().getSimpleName()).append('(');
        String separator = "";
        for (RecordComponent component : node.getClass().getRecordComponents()) {
            if (component.getType() == SourceSpan.class || component.getType() == SourceFile.class) {
                continue;
            }
            String text;
            try {
                component.getAccessor().setAccessible(true);
                text = of(component.getAccessor().invoke(node));
            } catch (ReflectiveOperationException e) {
                throw new LinkageError("the tree is not readable", e);
            }
            if (!text.isEmpty() && !text.equals("NONE") && !text.equals("Specifiers()")) {
                out.append(separator).append(text.strip());
                separator = ", ";
            }
        }
        return out.append(')').toString();
    }
}
