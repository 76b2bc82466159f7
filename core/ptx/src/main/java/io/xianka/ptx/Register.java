package io.xianka.ptx;

import java.util.Objects;

/**
 * A declared register as an operand: its name as written ({@code %r1}, or {@code temp} in hand-written PTX) and its
 * declared type. Two scopes of one function may declare the same name; {@link FlatBody} makes names unique.
 */
public record Register(String name, PtxType type) implements Operand {
    public Register {
        Objects.requireNonNull(name);
        Objects.requireNonNull(type);
    }

    @Override
    public String toString() {
        return name;
    }
}
