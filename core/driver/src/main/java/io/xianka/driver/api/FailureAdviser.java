package io.xianka.driver.api;

import java.util.Optional;

/**
 * Knows what on this machine makes libcuda fail. It is found by {@link java.util.ServiceLoader} and asked when the message
 * of a failure is read, once for each status of a process.
 */
public interface FailureAdviser {

    /**
     * The cause of a failure with this status, in one line without a full stop; empty when nothing here explains it. May
     * take tenths of a second. Called by one thread at a time, and not again while it runs.
     *
     * @param status the number that libcuda returned
     */
    Optional<String> cause(int status);
}
