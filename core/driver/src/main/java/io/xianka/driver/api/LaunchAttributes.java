package io.xianka.driver.api;

/**
 * Attributes of a launch beyond its sizes ({@code CUlaunchAttribute}).
 *
 * @param clusterX cluster size in blocks; all three 0 leave clusters out
 * @param cooperative whether all blocks must be resident at once
 */
public record LaunchAttributes(int clusterX, int clusterY, int clusterZ, boolean cooperative) {

    /** Whether a cluster size is set. */
    public boolean hasCluster() {
        return clusterX != 0;
    }
}
