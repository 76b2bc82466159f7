package io.xianka.driver.nvml;

import java.util.Optional;

/**
 * What a device tells in one number: the function of nvml.h, the constants that select the number, and which of the
 * function's outputs it is.
 */
public enum NvmlNumber {
    /** 2 Kepler, 3 Maxwell, 4 Pascal, 5 Volta, 6 Turing, 7 Ampere, 8 Ada, 9 Hopper, 10 Blackwell. */
    ARCHITECTURE(of("nvmlDeviceGetArchitecture")),
    COMPUTE_CAPABILITY_MAJOR(
            of("nvmlDeviceGetCudaComputeCapability").output(0, 2).separate()),
    COMPUTE_CAPABILITY_MINOR(
            of("nvmlDeviceGetCudaComputeCapability").output(1, 2).separate()),
    BAR1_TOTAL_BYTES(of("nvmlDeviceGetBAR1MemoryInfo").output(0, 3).wide()),

    CLOCK_GRAPHICS_MHZ(of("nvmlDeviceGetClockInfo").selector(0)),
    CLOCK_SM_MHZ(of("nvmlDeviceGetClockInfo").selector(1)),
    CLOCK_MEMORY_MHZ(of("nvmlDeviceGetClockInfo").selector(2)),
    CLOCK_GRAPHICS_MAX_MHZ(of("nvmlDeviceGetMaxClockInfo").selector(0)),
    CLOCK_SM_MAX_MHZ(of("nvmlDeviceGetMaxClockInfo").selector(1)),
    CLOCK_MEMORY_MAX_MHZ(of("nvmlDeviceGetMaxClockInfo").selector(2)),
    /** Bits of what holds the clocks down. */
    SLOWDOWN_REASONS(of("nvmlDeviceGetCurrentClocksThrottleReasons").wide()),
    /** 0, fastest, to 15; 32 unknown. */
    PERFORMANCE_STATE(of("nvmlDeviceGetPerformanceState")),

    POWER_MILLIWATTS(of("nvmlDeviceGetPowerUsage")),
    POWER_LIMIT_MILLIWATTS(of("nvmlDeviceGetEnforcedPowerLimit")),
    POWER_LIMIT_DEFAULT_MILLIWATTS(of("nvmlDeviceGetPowerManagementDefaultLimit")),
    POWER_LIMIT_MAX_MILLIWATTS(
            of("nvmlDeviceGetPowerManagementLimitConstraints").output(1, 2).separate()),
    ENERGY_MILLIJOULES(of("nvmlDeviceGetTotalEnergyConsumption").wide()),
    TEMPERATURE_CELSIUS(of("nvmlDeviceGetTemperature").selector(0)),
    TEMPERATURE_SLOWDOWN_CELSIUS(of("nvmlDeviceGetTemperatureThreshold").selector(1)),
    FAN_PERCENT(of("nvmlDeviceGetFanSpeed")),

    LOAD_PERCENT(of("nvmlDeviceGetUtilizationRates").output(0, 2)),
    MEMORY_LOAD_PERCENT(of("nvmlDeviceGetUtilizationRates").output(1, 2)),
    ENCODER_LOAD_PERCENT(of("nvmlDeviceGetEncoderUtilization").output(0, 2).separate()),
    DECODER_LOAD_PERCENT(of("nvmlDeviceGetDecoderUtilization").output(0, 2).separate()),

    PCIE_GENERATION(of("nvmlDeviceGetCurrPcieLinkGeneration")),
    PCIE_GENERATION_MAX(of("nvmlDeviceGetMaxPcieLinkGeneration")),
    PCIE_GENERATION_MAX_OF_DEVICE(of("nvmlDeviceGetGpuMaxPcieLinkGeneration")),
    PCIE_WIDTH(of("nvmlDeviceGetCurrPcieLinkWidth")),
    PCIE_WIDTH_MAX(of("nvmlDeviceGetMaxPcieLinkWidth")),
    PCIE_REPLAYS(of("nvmlDeviceGetPcieReplayCounter")),
    /** Takes the driver 20 ms. */
    PCIE_SENT_KIB_PER_SECOND(of("nvmlDeviceGetPcieThroughput").selector(0)),
    /** Takes the driver 20 ms. */
    PCIE_RECEIVED_KIB_PER_SECOND(of("nvmlDeviceGetPcieThroughput").selector(1)),

    /** Of a link: 1 when it is up. */
    LINK_ACTIVE(of("nvmlDeviceGetNvLinkState").ofLink()),
    /** Of a link: 1 and 2 are NVLink 1 and 2, 3 is 2.2, 4 is 3, 5 is 3.1, 6 is 4, 7 is 5. */
    LINK_VERSION(of("nvmlDeviceGetNvLinkVersion").ofLink()),

    ECC_ENABLED(of("nvmlDeviceGetEccMode").output(0, 2).separate()),
    ECC_ENABLED_AFTER_RESET(of("nvmlDeviceGetEccMode").output(1, 2).separate()),
    ECC_CORRECTED(of("nvmlDeviceGetTotalEccErrors").selector(0, 0).wide()),
    ECC_UNCORRECTED(of("nvmlDeviceGetTotalEccErrors").selector(1, 0).wide()),
    ECC_CORRECTED_LIFETIME(of("nvmlDeviceGetTotalEccErrors").selector(0, 1).wide()),
    ECC_UNCORRECTED_LIFETIME(of("nvmlDeviceGetTotalEccErrors").selector(1, 1).wide()),
    ROWS_REMAPPED_FOR_CORRECTED(of("nvmlDeviceGetRemappedRows").output(0, 4).separate()),
    ROWS_REMAPPED_FOR_UNCORRECTED(of("nvmlDeviceGetRemappedRows").output(1, 4).separate()),
    ROW_REMAPPING_PENDING(of("nvmlDeviceGetRemappedRows").output(2, 4).separate()),
    ROW_REMAPPING_FAILED(of("nvmlDeviceGetRemappedRows").output(3, 4).separate()),

    MIG_ENABLED(of("nvmlDeviceGetMigMode").output(0, 2).separate()),
    MIG_ENABLED_AFTER_RESET(of("nvmlDeviceGetMigMode").output(1, 2).separate()),
    /** 0 default, 1 exclusive thread, 2 prohibited, 3 exclusive process. */
    COMPUTE_MODE(of("nvmlDeviceGetComputeMode")),
    PERSISTENCE_MODE(of("nvmlDeviceGetPersistenceMode")),
    /** 0 none, 1 passed through, 2 vGPU, 3 host of vGPUs, 4 host of vSGAs. */
    VIRTUALIZATION(of("nvmlDeviceGetVirtualizationMode")),
    DISPLAY_ACTIVE(of("nvmlDeviceGetDisplayActive"));

    @SuppressWarnings("ImmutableEnumChecker") // a record of values
    private final Shape shape;

    NvmlNumber(Shape shape) {
        this.shape = shape;
    }

    /** How the function is called for this number. */
    public Shape shape() {
        return shape;
    }

    /** Whether it is asked of a link. */
    public boolean perLink() {
        return shape.perLink;
    }

    private static Shape of(String function) {
        return new Shape(function, Optional.empty(), Optional.empty(), false, 0, 1, 4, false);
    }

    /**
     * A function that takes a device, up to two constants or a link's number, and gives numbers.
     *
     * @param function its name
     * @param first constant; empty for none
     * @param second constant; empty for none
     * @param perLink whether a link's number stands in the first constant's place
     * @param output which of its numbers is meant, from 0
     * @param outputs how many numbers it gives
     * @param outputBytes of each: 4 or 8
     * @param separateOutputs whether each number has its pointer, not all one structure
     */
    public record Shape(
            String function,
            Optional<Integer> first,
            Optional<Integer> second,
            boolean perLink,
            int output,
            int outputs,
            int outputBytes,
            boolean separateOutputs) {

        private Shape selector(int constant) {
            return new Shape(
                    function, Optional.of(constant), second, perLink, output, outputs, outputBytes, separateOutputs);
        }

        private Shape selector(int one, int other) {
            return new Shape(
                    function,
                    Optional.of(one),
                    Optional.of(other),
                    perLink,
                    output,
                    outputs,
                    outputBytes,
                    separateOutputs);
        }

        private Shape ofLink() {
            return new Shape(function, first, second, true, output, outputs, outputBytes, separateOutputs);
        }

        private Shape output(int which, int of) {
            return new Shape(function, first, second, perLink, which, of, outputBytes, separateOutputs);
        }

        private Shape separate() {
            return new Shape(function, first, second, perLink, output, outputs, outputBytes, true);
        }

        private Shape wide() {
            return new Shape(function, first, second, perLink, output, outputs, 8, separateOutputs);
        }
    }
}
