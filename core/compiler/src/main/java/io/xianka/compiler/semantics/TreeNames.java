package io.xianka.compiler.semantics;

import io.xianka.compiler.syntax.NamePart;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.Variable;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The identifiers that stand anywhere in a piece of syntax; for pack expansions and captures, which are rare. */
final class TreeNames {
    private static final ClassValue<RecordComponent[]> COMPONENTS = new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
            List<RecordComponent> kept = new ArrayList<>();
            for (RecordComponent component : type.getRecordComponents()) {
                Class<?> kind = component.getType();
                if (!kind.isPrimitive()
                        && !kind.isEnum()
                        && kind != String.class
                        && !component.getName().endsWith("pan")) {
                    kept.add(component);
                }
            }
            return kept.toArray(RecordComponent[]::new);
        }
    };

    private TreeNames() {}

    static List<String> in(Object node) {
        Set<String> names = new LinkedHashSet<>();
        collect(node, names);
        return List.copyOf(names);
    }

    static boolean mentions(Object node, String name) {
        return in(node).contains(name);
    }

    private static void collect(Object node, Set<String> names) {
        switch (node) {
            case null -> {}
            case NamePart.Identifier id -> names.add(id.text());
            case Collection<?> many -> many.forEach(one -> collect(one, names));
            case Record record -> {
                for (RecordComponent component : COMPONENTS.get(record.getClass())) {
                    try {
                        collect(component.getAccessor().invoke(record), names);
                    } catch (ReflectiveOperationException e) {
                        throw new LinkageError(component.toString(), e);
                    }
                }
            }
            default -> {}
        }
    }

    /** True when a typed tree makes the temporary object of that variable. */
    static boolean holds(Object node, Variable temporary) {
        return switch (node) {
            case null -> false;
            case Place.Temporary place when place.variable() == temporary -> true;
            case Collection<?> many -> many.stream().anyMatch(one -> holds(one, temporary));
            case Record record -> {
                for (RecordComponent component : COMPONENTS.get(record.getClass())) {
                    try {
                        if (holds(component.getAccessor().invoke(record), temporary)) {
                            yield true;
                        }
                    } catch (ReflectiveOperationException e) {
                        throw new LinkageError(component.toString(), e);
                    }
                }
                yield false;
            }
            default -> false;
        };
    }

    /** The syntax without its places; the given names become numbers. */
    static String shape(Object node, List<String> names) {
        StringBuilder out = new StringBuilder();
        shape(node, names, out);
        return out.toString();
    }

    private static void shape(Object node, List<String> names, StringBuilder out) {
        switch (node) {
            case NamePart.Identifier id -> {
                int index = names.lastIndexOf(id.text());
                out.append(index < 0 ? id.text() : "$" + index);
            }
            case Collection<?> many -> many.forEach(one -> shape(one, names, out.append(',')));
            case Record record -> {
                out.append(record.getClass().getSimpleName()).append('(');
                for (RecordComponent component : record.getClass().getRecordComponents()) {
                    if (!component.getName().endsWith("pan")) {
                        try {
                            shape(component.getAccessor().invoke(record), names, out.append(' '));
                        } catch (ReflectiveOperationException e) {
                            throw new LinkageError(component.toString(), e);
                        }
                    }
                }
                out.append(')');
            }
            case null, default -> out.append(node);
        }
    }
}
