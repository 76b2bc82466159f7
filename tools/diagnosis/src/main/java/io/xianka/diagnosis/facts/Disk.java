package io.xianka.diagnosis.facts;

/**
 * Where files are written.
 *
 * @param purpose {@code temporary}, {@code home}, {@code cache} (compiled kernels)
 * @param path with the home folder written {@code ~}
 * @param totalBytes of the file system
 * @param freeBytes what this user may still write
 * @param writable whether this process may write there
 * @param runsPrograms false under the mount option noexec
 */
public record Disk(
        String purpose,
        String path,
        Fact<Long> totalBytes,
        Fact<Long> freeBytes,
        Fact<Boolean> writable,
        Fact<Boolean> runsPrograms) {}
