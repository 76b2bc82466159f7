package io.xianka.diagnosis.watch;

import io.xianka.diagnosis.facts.Fact;
import io.xianka.driver.Libraries;
import java.nio.file.Path;

/** Takes samples, one after another, from one thread. */
public interface Sampler extends AutoCloseable {

    /** Takes a sample now. */
    Sample next();

    /** What a process is called now, as samples call it; unknown when it is gone or cannot be seen. */
    Fact<String> commandOf(long pid);

    @Override
    void close();

    /** Of this machine, by NVML and {@code /proc}. */
    static Sampler here() {
        return new NvmlSampler(Libraries::nvml, new ProcFiles(Path.of("/proc")), true);
    }

    /** As {@link #here()} without what no screen shows: for the energy used so far the driver takes 4 ms of a processor. */
    static Sampler ofScreen() {
        return new NvmlSampler(Libraries::nvml, new ProcFiles(Path.of("/proc")), false);
    }
}
