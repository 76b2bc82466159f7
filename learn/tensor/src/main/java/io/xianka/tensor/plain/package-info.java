/**
 * The plain twin: every operation as its definition says, node by node, in double precision. Slow and simple; what the executors of
 * cpu and cuda are compared with. Start at {@link io.xianka.tensor.plain.PlainExecutor}; each operation's definition is a case of
 * Evaluation.
 */
package io.xianka.tensor.plain;
