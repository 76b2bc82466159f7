/**
 * What is here, why it does not work, what it is doing, and which card to get.
 *
 * <p>Facts and judgement are kept apart. {@code facts} is the vocabulary of what is true of a machine; {@code survey} reads
 * it from this one; {@code watch} samples what the GPUs do. {@code doctor} judges facts by rules, with {@code
 * compatibility} and {@code errors} for what goes together and what a status means; {@code advise} ranks cards by a
 * catalogue and formulas; {@code table} reads the CSV files of both.
 *
 * <p>Open {@link io.xianka.diagnosis.Machine} first, then {@code facts.MachineFacts}.
 */
package io.xianka.diagnosis;
