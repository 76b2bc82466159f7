/**
 * What errors mean: CUDA's, NVML's, CUPTI's, NCCL's, cuDNN's and cuBLAS's statuses, Xid numbers, the texts of frameworks.
 * {@link io.xianka.diagnosis.errors.ErrorTable} holds them (resource {@code cuda-errors.csv}, each row with its source);
 * {@link io.xianka.diagnosis.errors.LogReader} finds them in a pasted log, by name, number, message, or how programs word them
 * ({@code Wording}). Nothing here looks at the machine.
 */
package io.xianka.diagnosis.errors;
