package io.xianka.tensor.cuda;

import io.xianka.driver.Dim3;
import io.xianka.driver.Kernel;
import io.xianka.driver.Launch;
import io.xianka.driver.PreparedLaunch;
import io.xianka.driver.Stream;

/** A piece of a compiled step: enqueues work on buffers whose addresses are known when a plan runs. */
@FunctionalInterface
interface Launcher {
    /**
     * Enqueues.
     *
     * @param addresses of each of the plan's slots
     */
    void enqueue(long[] addresses);

    /** A kernel whose parameters are all pointers, over so many layers of its grid. */
    static Launcher pointers(Kernel kernel, FusedSource.Part part, int layers, Stream stream, int[] slots) {
        PreparedLaunch launch = kernel.prepare(
                Launch.of(new Dim3(part.gridX(), part.gridY(), layers), new Dim3(part.blockX(), part.blockY(), 1))
                        .withShared(part.sharedBytes())
                        .on(stream));
        return addresses -> {
            for (int i = 0; i < slots.length; i++) {
                launch.setAddress(i, addresses[slots[i]]);
            }
            launch.launch();
        };
    }
}
