/**
 * What {@code xianka top} shows: samples of the diagnosis room drawn as text.
 *
 * <p>Drawing is pure: {@code TopView} makes lines of a sample, the history of loads and the viewer's choices ({@code TopState}),
 * for any width and height, so that it is tested without a terminal. {@code TopScreen} alone touches one; {@code
 * MetricsPage} answers Prometheus.
 *
 * <p>Open {@code TopView} first.
 */
package io.xianka.cli.top;
