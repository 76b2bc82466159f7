package io.xianka.ptx;

import java.util.Objects;

/** {@code .pragma "nounroll";} in a body, in a function's head or at the top of a module. */
public record Pragma(String text) implements Statement, PtxModule.Item, Function.Directive {
    public Pragma {
        Objects.requireNonNull(text);
    }
}
