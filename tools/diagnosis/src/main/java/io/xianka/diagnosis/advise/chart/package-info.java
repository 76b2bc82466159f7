/**
 * Cards side by side as a picture. {@link io.xianka.diagnosis.advise.chart.CardChart} lays marks out; one writer makes SVG
 * of them, as text, another PNG, by AWT without a display.
 */
package io.xianka.diagnosis.advise.chart;
