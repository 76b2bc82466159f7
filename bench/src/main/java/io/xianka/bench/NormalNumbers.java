package io.xianka.bench;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.tensor.DType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

/** Normal numbers in memory of a device, as zeros would draw less power and run faster; a million of them, again and again. */
final class NormalNumbers {
    private static final int DISTINCT = 1 << 20;

    private NormalNumbers() {}

    static DeviceBuffer on(Device device, DType type, long elements) {
        return on(device, type, elements, 1);
    }

    static DeviceBuffer on(Device device, DType type, long elements, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        DeviceBuffer buffer = device.allocate(elements * type.bytes());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment numbers = arena.allocate((long) DISTINCT * type.bytes());
            for (int i = 0; i < DISTINCT; i++) {
                double number = random.nextGaussian();
                switch (type) {
                    case FLOAT64 -> numbers.setAtIndex(ValueLayout.JAVA_DOUBLE, i, number);
                    case FLOAT32 -> numbers.setAtIndex(ValueLayout.JAVA_FLOAT, i, (float) number);
                    case BFLOAT16 ->
                        numbers.setAtIndex(
                                ValueLayout.JAVA_SHORT, i, (short) (Float.floatToRawIntBits((float) number) >>> 16));
                    default -> throw new IllegalArgumentException("no random numbers of " + type);
                }
            }
            for (long at = 0; at < buffer.bytes(); at += numbers.byteSize()) {
                long bytes = Math.min(numbers.byteSize(), buffer.bytes() - at);
                buffer.slice(at, bytes).copyFrom(numbers.asSlice(0, bytes));
            }
        }
        return buffer;
    }
}
