package io.xianka.ptx;

import java.util.Objects;

/** The predicate before an instruction, {@code @%p1} or {@code @!%p1}: a lane for which it is false skips it. */
public record Guard(Register predicate, boolean negated) {
    public Guard {
        Objects.requireNonNull(predicate);
    }

    @Override
    public String toString() {
        return (negated ? "@!" : "@") + predicate;
    }
}
