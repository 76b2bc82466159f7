/**
 * What runs with what: toolkits, drivers, cards. {@link io.xianka.diagnosis.compatibility.Compatibility} answers; {@link
 * io.xianka.diagnosis.compatibility.CompatibilityTable} holds NVIDIA's figures, each with its source (resource {@code
 * cuda-driver.csv}). Nothing here looks at the machine.
 */
package io.xianka.diagnosis.compatibility;
