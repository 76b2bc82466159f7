package io.xianka.compiler.typed;

import java.util.List;

/** The bytes of a variable before the program starts, little endian, with the addresses that are filled in by the loader. */
public final class ConstantImage {
    /**
     * An address within the bytes, 8 bytes wide.
     *
     * @param offsetBytes where it stands
     * @param target a {@link Variable} or a {@link Function}
     * @param addend bytes behind the target's start
     */
    public record Relocation(long offsetBytes, Symbol target, long addend) {}

    /** What a relocation may name. */
    public sealed interface Symbol permits Variable, Function {
        String linkName();
    }

    private final byte[] bytes;
    private final List<Relocation> relocations;

    public ConstantImage(byte[] bytes, List<Relocation> relocations) {
        this.bytes = bytes.clone();
        this.relocations = List.copyOf(relocations);
    }

    /** A copy of the bytes; zeros where relocations stand. */
    public byte[] bytes() {
        return bytes.clone();
    }

    public List<Relocation> relocations() {
        return relocations;
    }

    public boolean isZero() {
        if (!relocations.isEmpty()) {
            return false;
        }
        for (byte b : bytes) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }
}
