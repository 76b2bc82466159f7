package io.xianka.cli.top;

import java.util.Optional;
import java.util.function.Function;

/**
 * The sentences of the view, in the reader's language; labels of figures are the field's own and the same everywhere.
 *
 * @param noGpu what is said without a GPU; of the reason, in English, where one is known
 * @param keys which keys do what, in one line
 * @param filter what stands before the filter's text
 * @param kill the question before a process is ended; {@code %1$s} is its number and {@code %2$s} its command
 * @param noProcesses said where no process uses a GPU
 */
public record Words(
        Function<Optional<String>, String> noGpu, String keys, String filter, String kill, String noProcesses) {}
