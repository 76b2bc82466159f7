/**
 * Why CUDA does not work on a machine: rules over facts.
 *
 * <p>What lives here: the table of causes and its judge. What does not: how facts are read, what errors in logs mean ({@code
 * io.xianka.diagnosis.errors}), which versions go together ({@code io.xianka.diagnosis.compatibility}).
 *
 * <p>Open {@link io.xianka.diagnosis.doctor.Doctor} first. A cause is missing or wrong: {@code KernelDriverRules} (from the
 * card to its device nodes), {@code EnclosureRules} (containers, WSL, Jetson, variables), {@code LibcudaRules}, {@code
 * GpuRules}, {@code SoftwareRules}, {@code HostRules}; each rule has a report in the tests' {@code reports} folder. What a rule says stands in Chinese, too, in {@code chinese.csv}: {@link
 * io.xianka.diagnosis.doctor.Translation}.
 */
package io.xianka.diagnosis.doctor;
