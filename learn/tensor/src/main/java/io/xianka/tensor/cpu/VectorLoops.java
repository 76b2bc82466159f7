package io.xianka.tensor.cpu;

import io.xianka.driver.memory.NativeHeap;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * All generated loops of the process, by what they compute. Vector code is slower than anything until HotSpot has compiled it, so a
 * thread of its own runs a new loop over scratch memory until it is fast; until then the instructions run one by one, with the same
 * results.
 */
final class VectorLoops {
    /** When generated loops are used. */
    enum Use {
        /** When they are fast; they are made for what runs long. */
        WHEN_FAST,
        /** From the first run on; for tests. */
        AT_ONCE,
        NEVER
    }

    private static final long PATIENCE_NANOS = 30_000_000_000L;

    /** What an instruction over one vector takes at most in compiled code; what is not compiled takes ten times as long. */
    private static final long FAST_NANOS = 8;

    private static final Map<List<VectorCode.Line>, Optional<VectorLoop>> READY = new ConcurrentHashMap<>();
    private static final Map<List<VectorCode.Line>, Boolean> REQUESTED = new ConcurrentHashMap<>();
    private static final LinkedBlockingQueue<Warming> REQUESTS = new LinkedBlockingQueue<>();

    /** Makes a loop fast, and tells whether it is. */
    interface Warming {
        void run() throws InterruptedException;
    }

    private record Request(List<VectorCode.Line> lines, int addresses, int scalars, int arrays, int rowLength) {}

    static {
        if (VectorCode.isPossible()) {
            Thread.ofPlatform()
                    .daemon()
                    .name("xianka-cpu-compiler")
                    .priority(Thread.MIN_PRIORITY)
                    .start(VectorLoops::work);
        }
    }

    private VectorLoops() {}

    /** {@return the loop if it is fast by now} */
    static VectorLoop ready(List<VectorCode.Line> lines) {
        Optional<VectorLoop> loop = READY.get(lines);
        return loop == null ? null : loop.orElse(null);
    }

    /** {@return how many loops are fast by now} */
    static int count() {
        return (int) READY.values().stream().filter(Optional::isPresent).count();
    }

    static VectorLoop atOnce(List<VectorCode.Line> lines) {
        return VectorCode.loop(lines);
    }

    /** Asks for a loop to be made. */
    static void request(List<VectorCode.Line> lines, int addresses, int scalars, int arrays, int rowLength) {
        if (REQUESTED.putIfAbsent(lines, true) == null) {
            var request = new Request(lines, addresses, scalars, arrays, rowLength);
            request(() -> READY.put(lines, warm(request)));
        }
    }

    /** Asks for something to be warmed, in turn. */
    static void request(Warming warming) {
        REQUESTS.add(warming);
    }

    private static void work() {
        while (true) {
            try {
                REQUESTS.take().run();
            } catch (InterruptedException ended) {
                return;
            }
        }
    }

    private static Optional<VectorLoop> warm(Request request) throws InterruptedException {
        VectorLoop loop = VectorCode.loop(request.lines);
        long memory = NativeHeap.allocate(4L * Frame.LANES);
        try {
            Elements.MEMORY.asSlice(memory, 4L * Frame.LANES).fill((byte) 0);
            long[] addresses = new long[request.addresses];
            Arrays.fill(addresses, memory);
            float[] scalars = new float[request.scalars];
            float[][] arrays = new float[request.arrays][Math.max(Frame.LANES, request.rowLength)];
            int n = Frame.LANES / 4;
            long vectors = (long) request.lines.size() * n / VectorCode.lanesOfVector();
            return becomesFast(vectors, () -> {}, () -> loop.run(addresses, scalars, arrays, 0, n))
                    ? Optional.of(loop)
                    : Optional.empty();
        } finally {
            NativeHeap.free(memory);
        }
    }

    /** Runs something of so many instructions over vectors again and again: whether HotSpot compiles it to what is fast. */
    static boolean becomesFast(long instructions, Runnable shorter, Runnable loop) throws InterruptedException {
        long begin = System.nanoTime();
        int fast = 0;
        for (long calls = 0; System.nanoTime() - begin < PATIENCE_NANOS; calls++) {
            shorter.run();
            long start = System.nanoTime();
            loop.run();
            long nanos = System.nanoTime() - start;
            fast = nanos < 500 + FAST_NANOS * instructions ? fast + 1 : 0;
            if (fast == 5) {
                return true;
            }
            if (calls > 2000) {
                Thread.sleep(1);
            }
        }
        return false;
    }
}
