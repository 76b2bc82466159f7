package io.xianka.checks;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The fields of one message in Protocol Buffers' wire format, by number, without knowing its schema. */
final class ProtobufMessage {
    /** One field: its number and either an integer (also for fixed widths) or bytes. */
    private record Field(int number, long integer, byte[] bytes) {}

    private final List<Field> fields = new ArrayList<>();

    ProtobufMessage(byte[] encoded) {
        ByteBuffer buffer = ByteBuffer.wrap(encoded).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) {
            long key = varint(buffer);
            int number = (int) (key >>> 3);
            switch ((int) key & 7) {
                case 0 -> fields.add(new Field(number, varint(buffer), null));
                case 1 -> fields.add(new Field(number, buffer.getLong(), null));
                case 5 -> fields.add(new Field(number, buffer.getInt(), null));
                case 2 -> {
                    byte[] bytes = new byte[Math.toIntExact(varint(buffer))];
                    buffer.get(bytes);
                    fields.add(new Field(number, 0, bytes));
                }
                default -> throw new IllegalArgumentException("no wire type " + (key & 7));
            }
        }
    }

    private static long varint(ByteBuffer buffer) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = buffer.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    boolean has(int number) {
        return fields.stream().anyMatch(field -> field.number == number);
    }

    /** {@return the last integer of this number, 0 when there is none} */
    long integer(int number) {
        return fields.stream()
                .filter(field -> field.number == number)
                .mapToLong(Field::integer)
                .reduce(0, (_, last) -> last);
    }

    List<byte[]> bytes(int number) {
        return fields.stream()
                .filter(field -> field.number == number)
                .map(Field::bytes)
                .toList();
    }

    List<ProtobufMessage> messages(int number) {
        return bytes(number).stream().map(ProtobufMessage::new).toList();
    }

    List<String> texts(int number) {
        return bytes(number).stream()
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .toList();
    }

    String text(int number) {
        List<String> texts = texts(number);
        return texts.isEmpty() ? "" : texts.getLast();
    }

    /** {@return repeated varints, packed or not} */
    long[] integers(int number) {
        List<Long> values = new ArrayList<>();
        for (Field field : fields) {
            if (field.number == number && field.bytes == null) {
                values.add(field.integer);
            } else if (field.number == number) {
                ByteBuffer packed = ByteBuffer.wrap(field.bytes);
                while (packed.hasRemaining()) {
                    values.add(varint(packed));
                }
            }
        }
        return values.stream().mapToLong(Long::longValue).toArray();
    }

    /** {@return repeated values of a fixed width, packed or not, one after the other} */
    byte[] fixed(int number, int width) {
        ByteBuffer all = ByteBuffer.allocate(fields.stream()
                        .filter(field -> field.number == number)
                        .mapToInt(field -> field.bytes == null ? width : field.bytes.length)
                        .sum())
                .order(ByteOrder.LITTLE_ENDIAN);
        for (Field field : fields) {
            if (field.number == number && field.bytes != null) {
                all.put(field.bytes);
            } else if (field.number == number && width == Float.BYTES) {
                all.putInt((int) field.integer);
            } else if (field.number == number) {
                all.putLong(field.integer);
            }
        }
        return all.array();
    }
}
