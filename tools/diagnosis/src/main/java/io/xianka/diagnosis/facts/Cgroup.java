package io.xianka.diagnosis.facts;

import java.util.List;

/**
 * The control group of this process.
 *
 * @param version 1 or 2
 * @param deviceRules which devices may be opened, in version 1: {@code c 195:* rwm}; version 2 keeps them in the kernel, where
 *     only opening a node tells
 * @param groups of this process among those that open GPUs: video, render, docker
 * @param root whether the process is root
 */
public record Cgroup(
        Fact<Integer> version, Fact<List<String>> deviceRules, Fact<List<String>> groups, Fact<Boolean> root) {}
