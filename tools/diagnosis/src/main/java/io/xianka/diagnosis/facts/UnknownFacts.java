package io.xianka.diagnosis.facts;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;

/** Records of facts none of which could be read. */
public final class UnknownFacts {
    private UnknownFacts() {}

    /** A record whose facts are all unknown for one reason: {@code no answer in 5 s}. */
    public static <R extends Record> R of(Class<R> type, String reason) {
        return of(type, reason, Map.of());
    }

    /** A record whose facts are unknown for one reason, but for those given by their names in Java. */
    public static <R extends Record> R of(Class<R> type, String reason, Map<String, ?> known) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values = Arrays.stream(components)
                .map(component -> known.containsKey(component.getName())
                        ? known.get(component.getName())
                        : component.getType() == Fact.class
                                ? Fact.unknown(reason)
                                : of(component.getType().asSubclass(Record.class), reason))
                .toArray();
        try {
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException impossible) {
            throw new LinkageError(impossible.getMessage(), impossible);
        }
    }
}
