package io.xianka.diagnosis.compatibility;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A release of the CUDA toolkit.
 *
 * @param name as NVIDIA's notes print it: {@code 12.8 Update 1}
 * @param version without the update
 * @param update 0 for the first release
 * @param preview whether it is no release yet
 * @param linuxDriver the oldest driver with all its features on Linux; empty where unknown
 * @param windowsDriver the same on Windows
 * @param note what a reader of the figures should know; may be empty
 */
public record ToolkitRelease(
        String name,
        CudaVersion version,
        int update,
        boolean preview,
        Optional<DriverVersion> linuxDriver,
        Optional<DriverVersion> windowsDriver,
        String note,
        String source) {

    private static final Pattern UPDATE = Pattern.compile(".*[Uu](?:pdate )?(\\d{1,2})");
    private static final Pattern PATCH = Pattern.compile("\\d+\\.\\d+\\.(\\d)");

    /** The update that {@code 12.8 Update 1}, {@code 12.8u1} or {@code 12.8.1} names; 0 where none is. */
    static int update(String name) {
        var update = UPDATE.matcher(name.strip());
        if (update.matches()) {
            return Integer.parseInt(update.group(1));
        }
        var patch = PATCH.matcher(name.strip());
        return patch.matches() ? Integer.parseInt(patch.group(1)) : 0;
    }

    /** The oldest driver with all its features; empty where unknown. */
    public Optional<DriverVersion> driver(boolean windows) {
        return windows ? windowsDriver : linuxDriver;
    }

    @Override
    public String toString() {
        return "CUDA " + name;
    }
}
