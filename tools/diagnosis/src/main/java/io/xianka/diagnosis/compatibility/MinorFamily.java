package io.xianka.diagnosis.compatibility;

import java.util.Optional;

/**
 * A major release of CUDA whose programs run on any driver from a floor up, with limits.
 *
 * @param floorLinux empty where each release needs its own driver
 */
public record MinorFamily(
        int major,
        Optional<DriverVersion> floorLinux,
        Optional<DriverVersion> floorWindows,
        String note,
        String source) {

    /** The oldest driver that runs programs of this major release; empty where each release needs its own. */
    public Optional<DriverVersion> floor(boolean windows) {
        return windows && floorWindows.isPresent() ? floorWindows : floorLinux;
    }
}
