/**
 * The traced graph: what was asked for, before anything runs. Start at {@link io.xianka.tensor.graph.Op}, the vocabulary; {@link
 * io.xianka.tensor.graph.Trace} records, {@link io.xianka.tensor.graph.Subgraph} cuts out what one run computes. Nothing here knows
 * a device.
 */
package io.xianka.tensor.graph;
