package io.xianka.driver;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;

/**
 * How C lays out a struct with the fields of a Java record: each field at the next multiple of its alignment, the
 * whole a multiple of the largest. Fields are primitives, nested records, and device memory (a pointer); {@code
 * boolean} is C++'s {@code bool}, one byte; {@code char} is {@code unsigned short}.
 */
final class StructLayout {
    private static final ClassValue<StructLayout> LAYOUTS = new ClassValue<>() {
        @Override
        protected StructLayout computeValue(Class<?> type) {
            return new StructLayout(type);
        }
    };

    private record Field(String name, Class<?> type, int offsetBytes, Method accessor, StructLayout nested) {}

    private final Class<?> type;
    private final List<Field> fields;
    private final int sizeBytes;
    private final int alignmentBytes;

    /** The layout of a record class, derived once. */
    static StructLayout of(Class<?> recordType) {
        return LAYOUTS.get(recordType);
    }

    private StructLayout(Class<?> type) {
        this.type = type;
        if (!type.isRecord()) {
            throw new IllegalArgumentException(type.getName() + " is not a record");
        }
        List<Field> found = new ArrayList<>();
        int end = 0;
        int alignment = 1;
        for (RecordComponent component : type.getRecordComponents()) {
            Class<?> fieldType = component.getType();
            StructLayout nested = fieldType.isRecord() ? of(fieldType) : null;
            int size = nested != null ? nested.sizeBytes : sizeOf(component);
            int fieldAlignment = nested != null ? nested.alignmentBytes : size;
            int offset = (end + fieldAlignment - 1) & -fieldAlignment;
            found.add(new Field(component.getName(), fieldType, offset, open(component), nested));
            end = offset + size;
            alignment = Math.max(alignment, fieldAlignment);
        }
        this.fields = List.copyOf(found);
        this.alignmentBytes = alignment;
        // C++ gives an empty struct one byte.
        this.sizeBytes = Math.max(1, (end + alignment - 1) & -alignment);
    }

    private int sizeOf(RecordComponent component) {
        Class<?> fieldType = component.getType();
        if (fieldType == byte.class || fieldType == boolean.class) {
            return 1;
        } else if (fieldType == short.class || fieldType == char.class) {
            return 2;
        } else if (fieldType == int.class || fieldType == float.class) {
            return 4;
        } else if (fieldType == long.class
                || fieldType == double.class
                || DeviceMemory.class.isAssignableFrom(fieldType)) {
            return 8;
        }
        throw new IllegalArgumentException("record " + type.getSimpleName() + ": component '" + component.getName()
                + "' is " + fieldType.getSimpleName()
                + ", which has no C layout; use primitives, records of them, or DeviceBuffer for a pointer");
    }

    private Method open(RecordComponent component) {
        Method accessor = component.getAccessor();
        try {
            accessor.setAccessible(true);
            return accessor;
        } catch (InaccessibleObjectException closed) {
            throw new IllegalArgumentException(
                    "record " + type.getName() + " cannot be read from module io.xianka.driver; add \"opens "
                            + type.getPackageName() + " to io.xianka.driver;\" to the module-info of "
                            + type.getModule().getName(),
                    closed);
        }
    }

    int sizeBytes() {
        return sizeBytes;
    }

    int alignmentBytes() {
        return alignmentBytes;
    }

    /** Offsets of the fields in order, for tests and messages. */
    List<Integer> offsetsBytes() {
        return fields.stream().map(Field::offsetBytes).toList();
    }

    /** The device memory among the fields, nested ones included. */
    void collectMemory(Record value, List<DeviceMemory> into) {
        for (Field field : fields) {
            if (field.nested != null) {
                field.nested.collectMemory((Record) read(field, value), into);
            } else if (read(field, value) instanceof DeviceMemory memory) {
                into.add(memory);
            }
        }
    }

    /** Writes a record's fields; padding is left as it is. */
    void write(Record value, MemorySegment target, long offsetBytes) {
        for (Field field : fields) {
            long at = offsetBytes + field.offsetBytes;
            Object content = read(field, value);
            if (field.nested != null) {
                field.nested.write((Record) content, target, at);
                continue;
            }
            switch (content) {
                case Byte number -> target.set(ValueLayout.JAVA_BYTE, at, number);
                case Boolean truth -> target.set(ValueLayout.JAVA_BYTE, at, (byte) (truth ? 1 : 0));
                case Short number -> target.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, number);
                case Character letter -> target.set(ValueLayout.JAVA_CHAR_UNALIGNED, at, letter);
                case Integer number -> target.set(ValueLayout.JAVA_INT_UNALIGNED, at, number);
                case Float number -> target.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, number);
                case Long number -> target.set(ValueLayout.JAVA_LONG_UNALIGNED, at, number);
                case Double number -> target.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, number);
                case DeviceMemory memory -> target.set(ValueLayout.JAVA_LONG_UNALIGNED, at, memory.pointer());
                default -> throw new IllegalStateException(type + "." + field.name + " has " + content.getClass());
            }
        }
    }

    private Object read(Field field, Record value) {
        try {
            Object content = field.accessor.invoke(value);
            if (content == null) {
                throw new IllegalArgumentException(
                        "record " + type.getSimpleName() + ": component '" + field.name + "' is null");
            }
            return content;
        } catch (ReflectiveOperationException failure) {
            throw new IllegalArgumentException(
                    "record " + type.getSimpleName() + ": reading component '" + field.name + "' failed", failure);
        }
    }

    /** {@code record Params(float scale, int count)}. */
    String declaration() {
        StringBuilder text =
                new StringBuilder("record ").append(type.getSimpleName()).append('(');
        for (int i = 0; i < fields.size(); i++) {
            text.append(i == 0 ? "" : ", ")
                    .append(fields.get(i).type.getSimpleName())
                    .append(' ')
                    .append(fields.get(i).name);
        }
        return text.append(')').toString();
    }
}
