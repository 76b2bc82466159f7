package io.xianka.diagnosis.doctor;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Launch;
import io.xianka.driver.Stream;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * A kernel that was compiled, run and checked on a device, and its copies timed.
 *
 * @param device that ran it, as it prints
 * @param elements results that were checked
 * @param wrong how many of them were wrong
 * @param copyBytes the size of each timed copy
 * @param deviceBytesPerSecond of a copy on the device: read and written bytes together, median of several
 * @param hostBytesPerSecond of a copy from pinned host memory to the device, median of several
 */
public record Trial(
        String device,
        int elements,
        int wrong,
        long copyBytes,
        double deviceBytesPerSecond,
        double hostBytesPerSecond) {

    private static final int ELEMENTS = 1 << 20;
    private static final int BLOCK_THREADS = 256;
    private static final int COPIES = 9;

    /** Long enough that the time to start a copy does not show. */
    private static final long COPY_BYTES_MAX = 1L << 30;

    private static final long HOST_BYTES_MAX = 64L << 20;

    private static final String SOURCE = """
            extern "C" __global__ void trial(unsigned *out, int n) {
                int i = blockIdx.x * blockDim.x + threadIdx.x;
                if (i < n) out[i] = (unsigned) i * 2654435761u ^ (unsigned) i >> 7;
            }
            """;

    /** Whether every result was right. */
    public boolean isRight() {
        return wrong == 0;
    }

    /** Runs it now; uses at most a quarter of the device's free memory and takes tenths of a second. */
    public static Trial run(Device device) {
        return run(device, Math.min(COPY_BYTES_MAX, device.memory().freeBytes() / 8));
    }

    static Trial run(Device device, long copyBytes) {
        long bytes = Math.max(1 << 16, copyBytes & -256L);
        int wrong = kernel(device);
        try (var stream = device.stream()) {
            double onDevice;
            try (var from = device.allocate(bytes);
                    var to = device.allocate(bytes)) {
                from.fill((byte) 1, stream);
                onDevice = 2 * bytes / seconds(device, stream, s -> to.copyFrom(from, s));
            }
            long hostBytes = Math.min(HOST_BYTES_MAX, bytes);
            double fromHost;
            try (var pinned = device.pinned(hostBytes);
                    var to = device.allocate(hostBytes)) {
                fromHost = hostBytes / seconds(device, stream, s -> to.copyFromAsync(pinned.segment(), s));
            }
            return new Trial(device.toString(), ELEMENTS, wrong, bytes, onDevice, fromHost);
        }
    }

    private static int kernel(Device device) {
        int[] results;
        try (var module = device.compile(SOURCE);
                DeviceBuffer out = device.allocate(4L * ELEMENTS)) {
            module.kernel("trial").launch(Launch.covering(ELEMENTS, BLOCK_THREADS), out, ELEMENTS);
            results = out.toInts();
        }
        int wrong = 0;
        for (int i = 0; i < ELEMENTS; i++) {
            if (results[i] != (i * 0x9E3779B1 ^ i >>> 7)) {
                wrong++;
            }
        }
        return wrong;
    }

    /** The median time of a copy; the first is not counted, as it may wake the device. */
    private static double seconds(Device device, Stream stream, Consumer<Stream> copy) {
        copy.accept(stream);
        double[] millis = new double[COPIES];
        try (var start = device.event();
                var end = device.event()) {
            for (int i = 0; i < COPIES; i++) {
                start.record(stream);
                copy.accept(stream);
                end.record(stream).synchronize();
                millis[i] = end.millisSince(start);
            }
        }
        Arrays.sort(millis);
        // The emulator's clock may be coarser than its copies.
        return Math.max(millis[COPIES / 2], 1e-3) / 1e3;
    }
}
