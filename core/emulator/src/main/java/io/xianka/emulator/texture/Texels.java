package io.xianka.emulator.texture;

import io.xianka.driver.api.ArrayShape;
import io.xianka.driver.api.ChannelFormat;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Supplier;

/**
 * Elements in memory by position.
 *
 * @param shape what an array is, or would be
 * @param pitchBytes from row to row
 * @param memory where the first element lies and all others; asked at each access, since device memory may have gone
 */
public record Texels(ArrayShape shape, long pitchBytes, Supplier<MemorySegment> memory) {
    /** Those of an array: without gaps. */
    public static Texels of(ArrayShape shape, Supplier<MemorySegment> memory) {
        return new Texels(shape, shape.rowBytes(), memory);
    }

    public long offsetBytes(int x, int y, int z) {
        return ((long) z * shape.rows() + y) * pitchBytes + (long) x * shape.elementBytes();
    }

    /** A channel as it is stored, integers extended to 32 bits, half floats as floats. */
    int bits(int x, int y, int z, int channel) {
        ChannelFormat format = shape.format();
        long at = offsetBytes(x, y, z) + (long) channel * format.bytes();
        MemorySegment elements = memory.get();
        return switch (format) {
            case U8 -> elements.get(ValueLayout.JAVA_BYTE, at) & 0xff;
            case I8 -> elements.get(ValueLayout.JAVA_BYTE, at);
            case U16 -> elements.get(ValueLayout.JAVA_SHORT_UNALIGNED, at) & 0xffff;
            case I16 -> elements.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
            case U32, I32, F32 -> elements.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            case F16 ->
                Float.floatToRawIntBits(Float.float16ToFloat(elements.get(ValueLayout.JAVA_SHORT_UNALIGNED, at)));
        };
    }

    /** A channel as a floating-point number: integers from 0 (or -1) to 1. */
    float number(int x, int y, int z, int channel) {
        int bits = bits(x, y, z, channel);
        return switch (shape.format()) {
            case F16, F32 -> Float.intBitsToFloat(bits);
            case U8 -> bits / 255f;
            case U16 -> bits / 65_535f;
            case I8 -> Math.max(bits / 127f, -1f);
            case I16 -> Math.max(bits / 32_767f, -1f);
            case U32, I32 -> throw new IllegalStateException("integers of 32 bits are not normalised");
        };
    }
}
