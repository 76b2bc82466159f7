package io.xianka.diagnosis.facts;

import java.util.Optional;

/**
 * The host's memory.
 *
 * @param totalBytes of the machine
 * @param availableBytes what programs could still get
 * @param swapTotalBytes zero without swap
 * @param limitBytes what the container or control group allows; empty without a limit
 * @param lockedLimitBytes how much a process may pin (ulimit -l); empty without a limit
 * @param sharedFolderBytes the size of {@code /dev/shm}; empty where there is none
 * @param sharedFolderFreeBytes what is left of it
 * @param hugePagesTotal pages set aside
 * @param hugePageBytes size of one
 */
public record HostMemory(
        Fact<Long> totalBytes,
        Fact<Long> availableBytes,
        Fact<Long> swapTotalBytes,
        Fact<Optional<Long>> limitBytes,
        Fact<Optional<Long>> lockedLimitBytes,
        Fact<Optional<Long>> sharedFolderBytes,
        Fact<Optional<Long>> sharedFolderFreeBytes,
        Fact<Long> hugePagesTotal,
        Fact<Long> hugePageBytes) {}
