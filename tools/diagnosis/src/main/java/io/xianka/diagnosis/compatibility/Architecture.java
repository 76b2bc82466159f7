package io.xianka.diagnosis.compatibility;

import io.xianka.driver.ComputeCapability;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A generation of GPUs and the toolkits and drivers that support it.
 *
 * @param name {@code Volta}
 * @param firstToolkit the first that generates code for it
 * @param lastToolkit the last that does; empty while the newest does
 * @param lastDriverBranch the last branch of drivers that knows it; empty while the newest does
 */
public record Architecture(
        String name,
        List<ComputeCapability> capabilities,
        CudaVersion firstToolkit,
        Optional<CudaVersion> lastToolkit,
        OptionalInt lastDriverBranch,
        String note,
        String source) {

    public Architecture {
        capabilities = List.copyOf(capabilities);
    }

    /** {@code Volta}, without the numbers that tell parts of a generation apart. */
    public String family() {
        int space = name.indexOf(' ');
        return space < 0 ? name : name.substring(0, space);
    }

    /** Whether a toolkit generates code for it. */
    public boolean supportedBy(CudaVersion toolkit) {
        return !toolkit.isBefore(firstToolkit)
                && lastToolkit.map(last -> !last.isBefore(toolkit)).orElse(true);
    }
}
