package io.xianka.driver;

import io.xianka.driver.api.DeviceAttribute;
import java.util.function.ToIntFunction;

/**
 * What a launch on a device may ask for, and the sizes behind occupancy.
 *
 * @param grid largest grid in blocks
 * @param block largest block in each direction
 * @param blockThreads most threads of a block
 * @param warpThreads threads of a warp
 * @param multiprocessors number of multiprocessors
 * @param multiprocessorThreads most resident threads of a multiprocessor
 * @param blockSharedBytes shared memory of a block without opting in
 * @param blockSharedOptInBytes shared memory of a block when its kernel opts in, which {@link Kernel} does by itself
 * @param cooperativeLaunch whether blocks can wait for each other
 * @param clusterLaunch whether blocks can form clusters
 */
public record DeviceLimits(
        Dim3 grid,
        Dim3 block,
        int blockThreads,
        int warpThreads,
        int multiprocessors,
        int multiprocessorThreads,
        int blockSharedBytes,
        int blockSharedOptInBytes,
        boolean cooperativeLaunch,
        boolean clusterLaunch) {

    static DeviceLimits read(ToIntFunction<DeviceAttribute> attributes) {
        int shared = attributes.applyAsInt(DeviceAttribute.MAX_SHARED_MEMORY_PER_BLOCK);
        return new DeviceLimits(
                new Dim3(
                        attributes.applyAsInt(DeviceAttribute.MAX_GRID_DIM_X),
                        attributes.applyAsInt(DeviceAttribute.MAX_GRID_DIM_Y),
                        attributes.applyAsInt(DeviceAttribute.MAX_GRID_DIM_Z)),
                new Dim3(
                        attributes.applyAsInt(DeviceAttribute.MAX_BLOCK_DIM_X),
                        attributes.applyAsInt(DeviceAttribute.MAX_BLOCK_DIM_Y),
                        attributes.applyAsInt(DeviceAttribute.MAX_BLOCK_DIM_Z)),
                attributes.applyAsInt(DeviceAttribute.MAX_THREADS_PER_BLOCK),
                attributes.applyAsInt(DeviceAttribute.WARP_SIZE),
                attributes.applyAsInt(DeviceAttribute.MULTIPROCESSOR_COUNT),
                attributes.applyAsInt(DeviceAttribute.MAX_THREADS_PER_MULTIPROCESSOR),
                shared,
                Math.max(shared, attributes.applyAsInt(DeviceAttribute.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)),
                attributes.applyAsInt(DeviceAttribute.COOPERATIVE_LAUNCH) != 0,
                attributes.applyAsInt(DeviceAttribute.CLUSTER_LAUNCH) != 0);
    }
}
