package io.xianka.diagnosis.facts;

import java.util.Optional;

/**
 * A line of the kernel's log about a GPU or its driver, host name removed.
 *
 * @param secondsSinceBoot when, as far as the line tells
 * @param text {@code NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus.}
 * @param xid the number of an Xid line; empty in others
 */
public record KernelLogLine(Fact<Double> secondsSinceBoot, String text, Optional<Integer> xid) {}
