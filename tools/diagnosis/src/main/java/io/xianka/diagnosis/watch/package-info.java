/**
 * What the GPUs of this machine are doing right now: samples, taken again and again.
 *
 * <p>What lives here: {@link io.xianka.diagnosis.watch.Sample} and its parts, the sampler over NVML and {@code /proc}, and
 * samples as Prometheus' text. What does not: how they look on a terminal ({@code io.xianka.cli.top}).
 *
 * <p>Open {@link io.xianka.diagnosis.watch.Sample} first, then {@link io.xianka.diagnosis.watch.Sampler}.
 */
package io.xianka.diagnosis.watch;
