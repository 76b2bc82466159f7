package io.xianka.cli;

import io.xianka.cli.npy.NpyException;
import io.xianka.cli.npy.NpyType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One argument of {@code xianka run}, in the order of the kernel's parameters, as the command line spells it. */
sealed interface KernelArgument {

    /** A number by value: {@code i32:5}, {@code f64:0.5}. */
    record Scalar(Object value) implements KernelArgument {}

    /** A struct by value, its fields in order with C's natural alignment: {@code struct:f32:0.5,i32:7}. */
    record Struct(List<Scalar> fields) implements KernelArgument {}

    /** An array that the kernel reads: {@code in:a.npy}. */
    record In(Path file) implements KernelArgument {}

    /** The null pointer: {@code null}. */
    record Null() implements KernelArgument {}

    /** An array that the kernel changes: {@code inout:x.npy:result.npy}; the result is null in {@code inout:x.npy}. */
    record InOut(Path file, Path result) implements KernelArgument {}

    /** An array that starts as zeros and is written to a file: {@code out:result.npy:float32:64x64}. */
    record Out(Path result, NpyType type, List<Long> shape) implements KernelArgument {}

    /** Device memory that the host neither writes nor reads: {@code scratch:float32:64x64}. */
    record Scratch(NpyType type, List<Long> shape) implements KernelArgument {}

    /**
     * Reads one argument.
     *
     * @throws UsageException with the form that was expected
     */
    static KernelArgument parse(String text) throws UsageException {
        if (text.equals("null")) {
            return new Null();
        }
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new UsageException("argument '" + text + "': write its kind in front, such as i32:" + text + ", f32:"
                    + text + " or in:" + text);
        }
        String kind = text.substring(0, colon);
        String rest = text.substring(colon + 1);
        return switch (kind) {
            case "in" -> new In(path(text, rest));
            case "inout" -> inOut(text, rest);
            case "out" -> out(text, rest);
            case "scratch" -> scratch(text, rest);
            case "struct" -> struct(text, rest);
            default -> scalar(text, kind, rest);
        };
    }

    private static Struct struct(String text, String rest) throws UsageException {
        var fields = new ArrayList<Scalar>();
        for (String field : rest.split(",", -1)) {
            int colon = field.indexOf(':');
            if (colon < 0) {
                throw new UsageException("argument '" + text + "': field '" + field + "' needs a type, such as f32:"
                        + field + "; a struct is struct:f32:0.5,i32:7");
            }
            fields.add(scalar(text, field.substring(0, colon), field.substring(colon + 1)));
        }
        return new Struct(List.copyOf(fields));
    }

    private static Scalar scalar(String text, String kind, String digits) throws UsageException {
        try {
            return new Scalar(
                    switch (kind) {
                        case "i8" -> (byte) integer(digits, Byte.MIN_VALUE, Byte.MAX_VALUE);
                        case "u8" -> (byte) integer(digits, 0, 0xFF);
                        case "i16" -> (short) integer(digits, Short.MIN_VALUE, Short.MAX_VALUE);
                        case "u16" -> (short) integer(digits, 0, 0xFFFF);
                        case "i32" -> (int) integer(digits, Integer.MIN_VALUE, Integer.MAX_VALUE);
                        case "u32" -> (int) integer(digits, 0, 0xFFFF_FFFFL);
                        case "i64" -> signed64(digits);
                        case "u64" -> unsigned64(digits);
                        case "f32" -> float32(digits);
                        case "f64" -> float64(digits);
                        default ->
                            throw new UsageException("argument '" + text + "': kind '" + kind
                                    + "' is none of i8 u8 i16 u16 i32 u32 i64 u64 f32 f64 struct in inout out scratch");
                    });
        } catch (NumberFormatException e) {
            throw new UsageException("argument '" + text + "': '" + digits + "' is no " + kind);
        }
    }

    private static long integer(String digits, long least, long most) {
        long value = signed64(digits);
        if (value < least || value > most) {
            throw new NumberFormatException(digits);
        }
        return value;
    }

    /** Decimal or 0x; a leading zero is no octal number. */
    private static long signed64(String digits) {
        return digits.startsWith("0x") ? Long.parseLong(digits.substring(2), 16) : Long.parseLong(digits);
    }

    /** As NumPy and C spell them, too: nan, inf, -inf. */
    private static double float64(String digits) {
        return switch (digits.toLowerCase(Locale.ROOT)) {
            case "nan" -> Double.NaN;
            case "inf", "+inf", "infinity" -> Double.POSITIVE_INFINITY;
            case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
            default -> {
                double value = Double.parseDouble(digits);
                if (Double.isInfinite(value)) {
                    throw new NumberFormatException(digits);
                }
                yield value;
            }
        };
    }

    private static float float32(String digits) {
        double value = float64(digits);
        if (Float.isInfinite((float) value) && !Double.isInfinite(value)) {
            throw new NumberFormatException(digits);
        }
        return Double.isInfinite(value) || Double.isNaN(value) ? (float) value : Float.parseFloat(digits);
    }

    private static long unsigned64(String digits) {
        return digits.startsWith("0x")
                ? Long.parseUnsignedLong(digits.substring(2), 16)
                : Long.parseUnsignedLong(digits);
    }

    private static InOut inOut(String text, String rest) throws UsageException {
        int colon = rest.indexOf(':', isDrive(rest) ? 2 : 0);
        if (colon < 0) {
            return new InOut(path(text, rest), null);
        }
        return new InOut(path(text, rest.substring(0, colon)), path(text, rest.substring(colon + 1)));
    }

    private static Out out(String text, String rest) throws UsageException {
        String form = "write out:RESULT.npy:float32:64x64";
        int last = rest.lastIndexOf(':');
        int typeAt = last < 0 ? -1 : rest.lastIndexOf(':', last - 1);
        if (typeAt < 0) {
            throw new UsageException("argument '" + text + "': " + form);
        }
        return new Out(
                path(text, rest.substring(0, typeAt)),
                type(text, rest.substring(typeAt + 1, last)),
                shape(text, rest.substring(last + 1)));
    }

    private static Scratch scratch(String text, String rest) throws UsageException {
        int colon = rest.indexOf(':');
        if (colon < 0) {
            throw new UsageException("argument '" + text + "': write scratch:float32:64x64");
        }
        return new Scratch(type(text, rest.substring(0, colon)), shape(text, rest.substring(colon + 1)));
    }

    private static boolean isDrive(String path) {
        return path.length() > 2
                && Character.isLetter(path.charAt(0))
                && path.charAt(1) == ':'
                && (path.charAt(2) == '\\' || path.charAt(2) == '/');
    }

    private static Path path(String text, String name) throws UsageException {
        if (name.isEmpty()) {
            throw new UsageException("argument '" + text + "': the file name is missing");
        }
        return Path.of(name);
    }

    private static NpyType type(String text, String name) throws UsageException {
        try {
            return NpyType.named(name);
        } catch (NpyException e) {
            throw new UsageException("argument '" + text + "': " + e.getMessage());
        }
    }

    private static List<Long> shape(String text, String spelled) throws UsageException {
        var sizes = new ArrayList<Long>();
        for (String size : spelled.split("x", -1)) {
            try {
                long value = Long.parseLong(size);
                if (value < 0) {
                    throw new NumberFormatException(size);
                }
                sizes.add(value);
            } catch (NumberFormatException e) {
                throw new UsageException(
                        "argument '" + text + "': shape '" + spelled + "' is not sizes joined by x, such as 64x64");
            }
        }
        return List.copyOf(sizes);
    }
}
