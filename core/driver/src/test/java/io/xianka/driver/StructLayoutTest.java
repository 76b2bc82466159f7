package io.xianka.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Offsets and sizes are those that gcc gives for the same structs on x86-64. */
class StructLayoutTest {
    record Mixed(byte a, double b, short c, int d) {}

    record Inner(int x, byte y) {}

    record Outer(byte a, Inner inner, long b, boolean c) {}

    record Empty() {}

    record Letters(char a, float b) {}

    record Pointing(DeviceBuffer buffer, int count) {}

    record Unusable(String text) {}

    @Test
    void alignsEachFieldAndTheWhole() {
        StructLayout layout = StructLayout.of(Mixed.class);
        assertEquals(List.of(0, 8, 16, 20), layout.offsetsBytes());
        assertEquals(24, layout.sizeBytes());
        assertEquals(8, layout.alignmentBytes());
    }

    @Test
    void nestsRecordsWithTheirOwnAlignmentAndTail() {
        StructLayout layout = StructLayout.of(Outer.class);
        assertEquals(List.of(0, 4, 16, 24), layout.offsetsBytes());
        assertEquals(32, layout.sizeBytes());
        assertEquals(8, StructLayout.of(Inner.class).sizeBytes());
    }

    @Test
    void givesAnEmptyStructOneByteAsCppDoes() {
        assertEquals(1, StructLayout.of(Empty.class).sizeBytes());
    }

    @Test
    void writesFieldsWhereCReadsThem() {
        byte[] bytes = new byte[32];
        StructLayout.of(Outer.class)
                .write(new Outer((byte) 7, new Inner(0x01020304, (byte) 5), -2, true), MemorySegment.ofArray(bytes), 0);
        ByteBuffer expected = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
        expected.put(0, (byte) 7)
                .putInt(4, 0x01020304)
                .put(8, (byte) 5)
                .putLong(16, -2)
                .put(24, (byte) 1);
        assertArrayEquals(expected.array(), bytes);
    }

    @Test
    void writesCharactersAsUnsignedShorts() {
        MemorySegment bytes = MemorySegment.ofArray(new byte[8]);
        StructLayout.of(Letters.class).write(new Letters('\uffff', 1.5f), bytes, 0);
        assertEquals((short) -1, bytes.get(ValueLayout.JAVA_SHORT_UNALIGNED, 0));
        assertEquals(1.5f, bytes.get(ValueLayout.JAVA_FLOAT_UNALIGNED, 4));
    }

    @Test
    void writesABufferAsItsPointer() {
        try (Device device = Device.open(new FakeDriver().api, 0);
                DeviceBuffer buffer = device.allocate(64)) {
            MemorySegment bytes = MemorySegment.ofArray(new byte[16]);
            StructLayout.of(Pointing.class).write(new Pointing(buffer, 3), bytes, 0);
            assertEquals(buffer.pointer(), bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, 0));
        }
    }

    @Test
    void refusesAComponentThatCDoesNotHave() {
        assertEquals(
                "record Unusable: component 'text' is String, which has no C layout; use primitives, records of them,"
                        + " or DeviceBuffer for a pointer",
                assertThrows(IllegalArgumentException.class, () -> StructLayout.of(Unusable.class))
                        .getMessage());
    }
}
