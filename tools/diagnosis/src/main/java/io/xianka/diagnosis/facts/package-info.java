/**
 * What is true of a machine: the vocabulary that {@code info} prints, {@code doctor} judges and a saved report holds.
 *
 * <p>What lives here: immutable records, one a topic, and their JSON. What does not: how facts are read ({@code
 * io.xianka.diagnosis.survey}), what they mean (the doctor's rules).
 *
 * <p>Open {@link io.xianka.diagnosis.facts.MachineFacts} first, then {@link io.xianka.diagnosis.facts.Fact}: what could
 * not be read is {@link io.xianka.diagnosis.facts.Fact.Unknown} with a reason, never a false, a zero or an empty list; what is
 * known not to be there is an empty Optional or list. {@link io.xianka.diagnosis.facts.FactsJson} writes and reads them.
 */
package io.xianka.diagnosis.facts;
