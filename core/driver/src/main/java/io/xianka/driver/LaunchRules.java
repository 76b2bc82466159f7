package io.xianka.driver;

/** Whether a launch's sizes fit a device and a kernel: said before the driver sees it, with numbers. */
final class LaunchRules {
    private LaunchRules() {}

    static void check(Kernel kernel, Launch launch) {
        Device device = kernel.module().device();
        DeviceLimits limits = device.limits();
        Dim3 grid = launch.grid();
        Dim3 block = launch.block();
        if (!fits(block, limits.block()) || block.count() > limits.blockThreads()) {
            throw refuse(
                    kernel,
                    "block " + block + " has " + block.count() + " threads",
                    device.place() + " allows " + limits.blockThreads() + " threads and at most " + limits.block()
                            + " in each direction",
                    "use smaller blocks and more of them");
        }
        if (block.count() > kernel.attributes().maxBlockThreads()) {
            throw refuse(
                    kernel,
                    "block " + block + " has " + block.count() + " threads",
                    "this kernel allows " + kernel.attributes().maxBlockThreads() + ", as it takes "
                            + kernel.attributes().registers() + " registers a thread or is bounded in its source",
                    "use smaller blocks, or __launch_bounds__(" + block.count() + ")");
        }
        if (!fits(grid, limits.grid())) {
            throw refuse(
                    kernel,
                    "grid " + grid,
                    device.place() + " allows at most " + limits.grid() + " blocks in each direction",
                    "let each thread take several elements");
        }
        launch.stream().ifPresent(stream -> {
            if (!stream.device().sharesContext(device)) {
                throw refuse(kernel, "" + stream, "the kernel is loaded on " + device.place(), "take a stream of it");
            }
        });
        if (launch.cooperative()) {
            if (!limits.cooperativeLaunch()) {
                throw refuse(
                        kernel,
                        "a cooperative launch",
                        device.place() + " does not support it",
                        "split the kernel where all blocks meet");
            }
            int most = kernel.maxCooperativeBlocks((int) block.count(), launch.sharedBytes());
            if (grid.count() > most) {
                throw refuse(
                        kernel,
                        "a cooperative launch of " + grid.count() + " blocks",
                        device.place() + " holds " + most + " of them at once",
                        "use at most " + most + " blocks and let each take several parts");
            }
        }
        launch.cluster().ifPresent(cluster -> {
            if (!limits.clusterLaunch()) {
                throw refuse(
                        kernel,
                        "clusters of " + cluster,
                        device.place() + " (" + device.computeCapability().architecture() + ") has no clusters",
                        "leave them out; they need sm_90 or newer");
            }
            if (grid.x() % cluster.x() != 0 || grid.y() % cluster.y() != 0 || grid.z() % cluster.z() != 0) {
                throw refuse(
                        kernel,
                        "clusters of " + cluster,
                        "they do not divide the grid " + grid,
                        "make the grid a multiple of the cluster");
            }
            if (cluster.count() > 16) {
                throw refuse(
                        kernel,
                        "clusters of " + cluster.count() + " blocks",
                        "a cluster has at most 16, and 8 on every device that has them",
                        "use 8");
            }
        });
    }

    private static boolean fits(Dim3 size, Dim3 limit) {
        return size.x() <= limit.x() && size.y() <= limit.y() && size.z() <= limit.z();
    }

    private static IllegalArgumentException refuse(Kernel kernel, String fact, String limit, String nextStep) {
        return new IllegalArgumentException(kernel.name() + ": " + fact + ": " + limit + "; " + nextStep);
    }
}
