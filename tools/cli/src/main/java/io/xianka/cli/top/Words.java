package io.xianka.cli.top;

/**
 * The sentences of the view, in the reader's language; labels of figures are the field's own and the same everywhere.
 *
 * @param noGpu what is said without a GPU, before the reason
 * @param keys which keys do what, in one line
 * @param filter what stands before the filter's text
 * @param kill the question before a process is ended; {@code %1$s} is its number and {@code %2$s} its command
 * @param noProcesses said where no process uses a GPU
 */
public record Words(String noGpu, String keys, String filter, String kill, String noProcesses) {}
