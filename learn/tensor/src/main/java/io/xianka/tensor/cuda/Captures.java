package io.xianka.tensor.cuda;

import io.xianka.driver.GraphExec;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** A program's launches as CUDA graphs, each tied to the addresses that it was captured with. The oldest makes room for another. */
final class Captures {
    private static final int MOST_CAPTURES = 8;
    private static final int MOST_SEEN = 64;

    private final CudaExecutor executor;
    private final Map<Addresses, Integer> seen = new HashMap<>();
    private final Map<Addresses, Captured> captured = new LinkedHashMap<>();

    /** What a captured graph is tied to. */
    private record Addresses(long[] values) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Addresses(long[] others) && Arrays.equals(values, others);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(values);
        }
    }

    /** Launches that can be repeated at once, and their tables of addresses, which stay as they are; null where there are none. */
    record Captured(GraphExec graph, DevicePool.Chunk tables) {
        private void close() {
            graph.close();
            if (tables != null) {
                tables.giveBack();
            }
        }
    }

    Captures(CudaExecutor executor) {
        this.executor = executor;
    }

    /** The launches captured with these addresses, or null. */
    Captured find(long[] addresses) {
        return captured.get(new Addresses(addresses));
    }

    boolean isFull() {
        return captured.size() >= MOST_CAPTURES;
    }

    /** Counts that a program is run with these addresses; whether it is the so-manieth time. */
    boolean cameOften(long[] addresses, int times) {
        if (seen.merge(new Addresses(addresses.clone()), 1, Integer::sum) >= times) {
            return true;
        }
        if (seen.size() > MOST_SEEN) {
            seen.clear();
        }
        return false;
    }

    /** Lets the oldest go where there are as many as are kept; it may be running still. */
    void makeRoom() {
        if (isFull()) {
            var oldest = captured.entrySet().iterator();
            executor.stream().synchronize();
            oldest.next().getValue().close();
            oldest.remove();
        }
    }

    /** Keeps launches by their addresses, which nobody may change from here on. */
    void keep(long[] addresses, Captured made) {
        captured.put(new Addresses(addresses), made);
    }
}
