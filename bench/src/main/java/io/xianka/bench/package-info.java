/**
 * Benchmarks. {@link io.xianka.bench.GpuBench} measures a GPU; {@code bench/gpu.sh} runs it beside a C program and the
 * Python peers and prints one table.
 */
package io.xianka.bench;
