package io.xianka.driver.api;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;

/** What advisers said, remembered for the process. */
final class FailureAdvice {

    private static final Map<Integer, Optional<String>> CAUSES = new HashMap<>();
    private static final AtomicBoolean ASKING = new AtomicBoolean();

    private FailureAdvice() {}

    static Optional<String> of(int status) {
        // An adviser looks at the driver, too, and may read a failure of its own.
        if (!ASKING.compareAndSet(false, true)) {
            return Optional.empty();
        }
        try {
            return CAUSES.computeIfAbsent(status, FailureAdvice::ask);
        } finally {
            ASKING.set(false);
        }
    }

    private static Optional<String> ask(int status) {
        try {
            for (FailureAdviser adviser :
                    ServiceLoader.load(FailureAdviser.class, FailureAdvice.class.getClassLoader())) {
                Optional<String> cause = adviser.cause(status);
                if (cause.isPresent()) {
                    return cause;
                }
            }
        } catch (RuntimeException | ServiceConfigurationError noAdvice) {
            // The failure itself is what the user must see.
            return Optional.empty();
        }
        return Optional.empty();
    }
}
