package io.xianka.tensor.cuda;

import io.xianka.driver.Device;
import io.xianka.driver.PinnedBuffer;
import io.xianka.tensor.IndexOutOfRange;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where kernels tell of the first index that was out of range: host memory that the device reaches, so that a kernel without a fault
 * pays a comparison and a wait pays nothing but a look. Words: whether there is a fault, the index, the least place, the size, the
 * operation's code.
 */
final class IndexFaults {
    private static final int WORDS = 5;
    private static final Map<Integer, String> OPERATIONS = new ConcurrentHashMap<>();

    private final Device device;
    private volatile PinnedBuffer words;

    IndexFaults(Device device) {
        this.device = device;
    }

    /** A number for an operation's name, the same in each process, as sources of kernels are. */
    static int codeOf(String operation) {
        int code = operation.hashCode();
        OPERATIONS.put(code, operation);
        return code;
    }

    /** Where kernels write. */
    synchronized long address() {
        if (words == null) {
            PinnedBuffer made = device.mapped(8 * WORDS);
            made.segment().fill((byte) 0);
            words = made;
        }
        return words.pointer();
    }

    /** {@return whether kernels told of something, not all of it perhaps while they are at work} */
    boolean areTold() {
        PinnedBuffer told = words;
        return told != null && told.segment().get(ValueLayout.JAVA_LONG, 0) != 0;
    }

    /**
     * Throws what kernels told, once. All work in question must be done.
     *
     * @throws IndexOutOfRange when there is something
     */
    void check() {
        if (!areTold()) {
            return;
        }
        MemorySegment memory = words.segment();
        long[] fault = memory.toArray(ValueLayout.JAVA_LONG);
        memory.fill((byte) 0);
        throw IndexOutOfRange.of(OPERATIONS.getOrDefault((int) fault[4], "an operation"), fault[1], fault[2], fault[3]);
    }
}
