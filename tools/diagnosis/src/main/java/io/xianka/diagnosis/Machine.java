package io.xianka.diagnosis;

import io.xianka.diagnosis.facts.MachineFacts;
import io.xianka.diagnosis.survey.MachineSurvey;

/**
 * This machine, as {@code xianka info} shows it.
 *
 * {@snippet :
 * MachineFacts facts = Machine.look();
 * facts.gpus().known().ifPresent(gpus -> gpus.forEach(gpu -> IO.println(gpu.name() + ": " + gpu.temperatureCelsius())));
 * facts.nvml().loadError().known().ifPresent(IO::println);
 * }
 */
public final class Machine {
    private Machine() {}

    /**
     * Looks at this machine now: GPUs, driver, libraries, host. Takes tenths of a second; a part that does not answer in time
     * is unknown. Starts short-lived commands of the system where files do not tell. Safe for any thread.
     */
    public static MachineFacts look() {
        return MachineSurvey.here().look();
    }

    /** The same, and asks each Python on the PATH what its frameworks see, which takes seconds. */
    public static MachineFacts lookWithFrameworks() {
        return MachineSurvey.here().withFrameworks().look();
    }
}
