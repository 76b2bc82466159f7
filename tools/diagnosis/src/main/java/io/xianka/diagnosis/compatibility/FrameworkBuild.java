package io.xianka.diagnosis.compatibility;

import io.xianka.driver.ComputeCapability;
import java.util.List;

/**
 * A published build of a framework and the cards that its kernels are compiled for.
 *
 * @param name {@code PyTorch 2.9 cu128 wheel}
 * @param withPtx whether the last one is also there as PTX, so that newer cards can run it
 */
public record FrameworkBuild(String name, List<ComputeCapability> capabilities, boolean withPtx, String source) {

    public FrameworkBuild {
        capabilities = List.copyOf(capabilities);
    }
}
