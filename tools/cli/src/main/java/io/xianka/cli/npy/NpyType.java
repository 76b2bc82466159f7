package io.xianka.cli.npy;

import java.util.Map;

/**
 * The type of an array's element, in NumPy's terms.
 *
 * @param kind NumPy's letter: {@code f} float, {@code i} signed, {@code u} unsigned, {@code b} bool, {@code c} complex,
 *     {@code V} raw bytes
 * @param bytes the size of one element
 */
public record NpyType(char kind, int bytes) {

    private static final Map<String, NpyType> BY_NAME = Map.ofEntries(
            Map.entry("float16", new NpyType('f', 2)),
            Map.entry("float32", new NpyType('f', 4)),
            Map.entry("float64", new NpyType('f', 8)),
            Map.entry("int8", new NpyType('i', 1)),
            Map.entry("int16", new NpyType('i', 2)),
            Map.entry("int32", new NpyType('i', 4)),
            Map.entry("int64", new NpyType('i', 8)),
            Map.entry("uint8", new NpyType('u', 1)),
            Map.entry("uint16", new NpyType('u', 2)),
            Map.entry("uint32", new NpyType('u', 4)),
            Map.entry("uint64", new NpyType('u', 8)),
            Map.entry("bool", new NpyType('b', 1)),
            Map.entry("complex64", new NpyType('c', 8)),
            Map.entry("complex128", new NpyType('c', 16)));

    /** The largest raw element, in bytes; a kernel's struct is far smaller. */
    private static final int MAX_RAW_BYTES = 1 << 20;

    /**
     * The type NumPy calls {@code name}: {@code float32}, {@code uint16}, {@code V12} ...
     *
     * @throws NpyException for any other name
     */
    public static NpyType named(String name) throws NpyException {
        var known = BY_NAME.get(name);
        if (known != null) {
            return known;
        }
        if (name.startsWith("V")) {
            return raw(name.substring(1), name);
        }
        throw new NpyException("unknown element type '" + name
                + "': use NumPy's names, such as float32, int32, uint8 or V12 for 12 raw bytes");
    }

    /** Reads a header's {@code descr}, such as {@code <f4} or {@code |V32}. */
    static NpyType ofDescriptor(String descriptor) throws NpyException {
        if (descriptor.length() < 2) {
            throw new NpyException("element type '" + descriptor + "' is not one of NumPy's");
        }
        char order = descriptor.charAt(0);
        char kind = descriptor.charAt(1);
        String size = descriptor.substring(2);
        if (kind == 'O') {
            throw new NpyException("holds Python objects ('" + descriptor
                    + "'), which a kernel cannot read; save numbers, for example array.astype('float32')");
        }
        if (order == '>') {
            throw new NpyException("is big endian ('" + descriptor
                    + "'); save it as little endian: array.astype(array.dtype.newbyteorder('<'))");
        }
        if (kind == 'V') {
            return raw(size, descriptor);
        }
        for (var type : BY_NAME.values()) {
            if (type.kind == kind && Integer.toString(type.bytes).equals(size)) {
                return type;
            }
        }
        throw new NpyException("element type '" + descriptor
                + "' has no counterpart in CUDA C; convert it, for example array.astype('float32')");
    }

    private static NpyType raw(String size, String spelled) throws NpyException {
        try {
            int bytes = Integer.parseInt(size);
            if (bytes > 0 && bytes <= MAX_RAW_BYTES) {
                return new NpyType('V', bytes);
            }
        } catch (NumberFormatException e) {
            // answered below, with the other wrong sizes
        }
        throw new NpyException("raw element type '" + spelled + "' needs a size in bytes from 1 to " + MAX_RAW_BYTES
                + ", such as V12");
    }

    /** NumPy's name, such as {@code float32} or {@code V12}. */
    public String displayName() {
        return switch (kind) {
            case 'f' -> "float" + bytes * 8;
            case 'i' -> "int" + bytes * 8;
            case 'u' -> "uint" + bytes * 8;
            case 'b' -> "bool";
            case 'c' -> "complex" + bytes * 8;
            default -> "V" + bytes;
        };
    }

    /** What a header's {@code descr} says, such as {@code <f4}. */
    String descriptor() {
        boolean orderless = bytes == 1 || kind == 'V';
        return (orderless ? "|" : "<") + kind + bytes;
    }

    @Override
    public String toString() {
        return displayName();
    }
}
