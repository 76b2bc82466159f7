/**
 * The traced graph: what was asked for, before anything runs. Start at {@link io.xianka.tensor.graph.Op}, the vocabulary; {@link
 * io.xianka.tensor.graph.Trace} records, {@link io.xianka.tensor.graph.Subgraph} cuts out what one run computes. Nothing here knows
 * a device.
 *
 * <p>Gradients: {@link io.xianka.tensor.graph.Differentiation} walks back, GradientRules is the table of rules, spelled in Formula and
 * kept by kind in ElementwiseGradients, ViewGradients and ReductionGradients. Rules record nodes like any others, so gradients of
 * gradients need nothing more; attention is differentiated twice by AttentionFormula. {@link io.xianka.tensor.graph.Recomputation} is
 * the rule of segments that are computed again for their gradients. {@link io.xianka.tensor.graph.AttentionResults} rewrites a graph so
 * that attention writes as layers read.
 */
package io.xianka.tensor.graph;
