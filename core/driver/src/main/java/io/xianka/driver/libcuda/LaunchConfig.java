package io.xianka.driver.libcuda;

import io.xianka.driver.api.LaunchAttributes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** {@code CUlaunchConfig} of cuda.h 11.8 and newer, followed by its array of at most two {@code CUlaunchAttribute}. */
final class LaunchConfig {
    private static final long STREAM = 32;
    private static final long ATTRIBUTES = 40;
    private static final long ATTRIBUTE_COUNT = 48;
    private static final long CONFIG_BYTES = 56;
    private static final long ATTRIBUTE_BYTES = 72;
    private static final long ATTRIBUTE_VALUE = 8;
    private static final int COOPERATIVE = 2;
    private static final int CLUSTER_DIMENSION = 4;

    static final long BYTES = CONFIG_BYTES + 2 * ATTRIBUTE_BYTES;

    private LaunchConfig() {}

    static void write(
            MemorySegment config,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            int sharedBytes,
            long stream,
            LaunchAttributes attributes) {
        config.fill((byte) 0);
        config.set(ValueLayout.JAVA_INT, 0, gridX);
        config.set(ValueLayout.JAVA_INT, 4, gridY);
        config.set(ValueLayout.JAVA_INT, 8, gridZ);
        config.set(ValueLayout.JAVA_INT, 12, blockX);
        config.set(ValueLayout.JAVA_INT, 16, blockY);
        config.set(ValueLayout.JAVA_INT, 20, blockZ);
        config.set(ValueLayout.JAVA_INT, 24, sharedBytes);
        config.set(ValueLayout.JAVA_LONG, STREAM, stream);
        config.set(ValueLayout.JAVA_LONG, ATTRIBUTES, config.address() + CONFIG_BYTES);
        int count = 0;
        if (attributes.hasCluster()) {
            long at = CONFIG_BYTES + count++ * ATTRIBUTE_BYTES;
            config.set(ValueLayout.JAVA_INT, at, CLUSTER_DIMENSION);
            config.set(ValueLayout.JAVA_INT, at + ATTRIBUTE_VALUE, attributes.clusterX());
            config.set(ValueLayout.JAVA_INT, at + ATTRIBUTE_VALUE + 4, attributes.clusterY());
            config.set(ValueLayout.JAVA_INT, at + ATTRIBUTE_VALUE + 8, attributes.clusterZ());
        }
        if (attributes.cooperative()) {
            long at = CONFIG_BYTES + count++ * ATTRIBUTE_BYTES;
            config.set(ValueLayout.JAVA_INT, at, COOPERATIVE);
            config.set(ValueLayout.JAVA_INT, at + ATTRIBUTE_VALUE, 1);
        }
        config.set(ValueLayout.JAVA_INT, ATTRIBUTE_COUNT, count);
    }
}
