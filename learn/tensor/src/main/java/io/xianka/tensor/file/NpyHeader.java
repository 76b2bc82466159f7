package io.xianka.tensor.file;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.ShapeMismatch;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The beginning of a .npy file: what array follows. Layout, from NumPy's description of the format: {@code \x93NUMPY}, two bytes of
 * version, the length of the text that follows (2 bytes in version 1, 4 in versions 2 and 3), the text, a dict of Python, padded with
 * spaces and a line break so that the elements begin at a multiple of 64.
 *
 * @param type of the elements
 * @param bigEndian whether the most significant byte of a number comes first
 * @param fortranOrder whether the elements lie column by column
 * @param shape of the array
 * @param length of this header, in bytes
 */
record NpyHeader(DType type, boolean bigEndian, boolean fortranOrder, Shape shape, int length) {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int ALIGNMENT = 64;

    /** What NumPy refuses to be given, too, unless one tells it to trust the file. */
    private static final int LONGEST_TEXT = 10_000;

    /** NumPy writes as many axes at most, too. */
    static final int MOST_AXES = 64;

    /** NumPy leaves room for the first size to grow to so many digits. */
    private static final int DIGITS_TO_GROW = 21;

    /** Reads exactly the header. */
    static NpyHeader read(Object where, InputStream file) throws IOException {
        byte[] start = file.readNBytes(MAGIC.length + 2);
        checkMagic(where, start);
        int major = start[MAGIC.length];
        int minor = start[MAGIC.length + 1];
        if (major < 1 || major > 3 || minor != 0) {
            throw new TensorFileException(
                    where,
                    "has version " + (major & 0xff) + "." + (minor & 0xff)
                            + " of the .npy format; known are 1.0, 2.0, 3.0");
        }
        int lengthBytes = major == 1 ? Short.BYTES : Integer.BYTES;
        byte[] lengthField = readFully(where, file, lengthBytes);
        ByteBuffer buffer =
                ByteBuffer.wrap(Arrays.copyOf(lengthField, Integer.BYTES)).order(ByteOrder.LITTLE_ENDIAN);
        long textBytes = Integer.toUnsignedLong(buffer.getInt());
        if (textBytes > LONGEST_TEXT) {
            throw new TensorFileException(
                    where,
                    "claims a header of " + textBytes + " bytes; one of plain numbers has under " + LONGEST_TEXT
                            + ", so the file is damaged, or holds records of many fields");
        }
        byte[] text = readFully(where, file, (int) textBytes);
        var literal = HeaderLiteral.parse(where, decode(where, text, major));
        return of(where, literal, start.length + lengthBytes + text.length);
    }

    private static void checkMagic(Object where, byte[] start) {
        if (start.length == MAGIC.length + 2 && Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            return;
        }
        if (start.length >= 4 && start[0] == 'P' && start[1] == 'K') {
            throw new TensorFileException(where, "is a zip archive; if numpy.savez wrote it, Npz.load reads it");
        }
        if (start.length >= 2 && (start[0] & 0xff) == 0x80 && start[1] <= 5) {
            throw new TensorFileException(where, "is a Python pickle, which could run code; save arrays by numpy.save");
        }
        throw new TensorFileException(
                where,
                start.length == 0
                        ? "is empty; write it again"
                        : "is no .npy file: it begins with the bytes "
                                + HexFormat.ofDelimiter(" ").formatHex(start)
                                + ", not with those of \\x93NUMPY and a version");
    }

    private static byte[] readFully(Object where, InputStream file, int count) throws IOException {
        byte[] bytes = file.readNBytes(count);
        if (bytes.length < count) {
            throw new TensorFileException(
                    where, "ends within its header, after " + bytes.length + " of " + count + " bytes; get it again");
        }
        return bytes;
    }

    private static String decode(Object where, byte[] text, int major) {
        Charset charset = major < 3 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
        try {
            return charset.newDecoder().decode(ByteBuffer.wrap(text)).toString();
        } catch (CharacterCodingException e) {
            throw new TensorFileException(where, "the header is no UTF-8; the file is damaged", e);
        }
    }

    private static NpyHeader of(Object where, HeaderLiteral literal, int length) {
        int rank = literal.sizes().size();
        if (rank > MOST_AXES) {
            throw new TensorFileException(where, "has " + rank + " axes; there are at most " + MOST_AXES);
        }
        String descr = literal.descr();
        DType type = type(where, descr);
        try {
            Shape shape = Shape.of(literal.sizes());
            Math.multiplyExact(shape.elements(), type.bytes());
            return new NpyHeader(type, descr.charAt(0) == '>', literal.fortranOrder(), shape, length);
        } catch (ShapeMismatch | ArithmeticException e) {
            throw new TensorFileException(
                    where,
                    "claims " + type + " of sizes " + literal.sizes() + ", over 2^63 - 1 bytes; the file is damaged",
                    e);
        }
    }

    /** Of NumPy's notation: byte order, kind, bytes. */
    private static DType type(Object where, String descr) {
        return switch (descr) {
            case "|b1" -> DType.BOOL;
            case "|u1" -> DType.UINT8;
            case "|i1" -> DType.INT8;
            case "<i2", ">i2" -> DType.INT16;
            case "<i4", ">i4" -> DType.INT32;
            case "<i8", ">i8" -> DType.INT64;
            case "<f2", ">f2" -> DType.FLOAT16;
            // What ml_dtypes makes of bfloat16; NumPy's own two raw bytes are |V2.
            case "<V2" -> DType.BFLOAT16;
            case "<f4", ">f4" -> DType.FLOAT32;
            case "<f8", ">f8" -> DType.FLOAT64;
            case "<c8", ">c8" -> DType.COMPLEX64;
            default ->
                throw new TensorFileException(
                        where,
                        "holds elements of type " + TensorFileException.quote(descr) + ", which tensors have not; "
                                + instead(descr));
        };
    }

    private static String instead(String descr) {
        String kind = descr.length() < 2 ? "" : descr.substring(1);
        return switch (kind) {
            case "u2" -> "save a.astype('int32')";
            case "u4", "u8" -> "save a.astype('int64')";
            case "f12", "f16" -> "save a.astype('float64')";
            case "c16", "c24", "c32" -> "save a.astype('complex64')";
            case "V1" -> "if it is a float8 of ml_dtypes, save a.astype('float16')";
            case "V2" -> "if it is bfloat16, save a.view(ml_dtypes.bfloat16)";
            default ->
                switch (kind.isEmpty() ? ' ' : kind.charAt(0)) {
                    case 'O' -> "Python objects are pickled, which could run code: save numbers";
                    case 'M', 'm' -> "save a.astype('int64')";
                    default -> "save numbers or bool";
                };
        };
    }

    /** {@return the size of the elements, in bytes} */
    long bytes() {
        return shape.elements() * type.bytes();
    }

    /** Holds the claim against what there is after the header. */
    void checkBytes(Object where, long present) {
        if (present < bytes()) {
            throw new TensorFileException(
                    where,
                    type + "" + shape + " has " + bytes() + " bytes, the file holds " + Math.max(0, present)
                            + " after its header; get it again");
        }
        if (present > bytes()) {
            throw new TensorFileException(
                    where,
                    present - bytes() + " bytes follow the " + bytes() + " of " + type + shape
                            + "; several arrays in one file are for numpy.savez and Npz");
        }
    }

    /** {@return the header that numpy.save writes for an array in C's order, byte for byte} */
    static byte[] write(DType type, Shape shape) {
        var text =
                new StringBuilder("{'descr': '" + descr(type) + "', 'fortran_order': False, 'shape': " + shape + ", }");
        if (shape.rank() > 0) {
            text.repeat(' ', DIGITS_TO_GROW - Long.toString(shape.size(0)).length());
        }
        int before = MAGIC.length + 2 + Short.BYTES;
        text.repeat(' ', ALIGNMENT - (before + text.length() + 1) % ALIGNMENT).append('\n');
        return ByteBuffer.allocate(before + text.length())
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(MAGIC)
                .put((byte) 1)
                .put((byte) 0)
                .putShort((short) text.length())
                .put(text.toString().getBytes(StandardCharsets.ISO_8859_1))
                .array();
    }

    private static String descr(DType type) {
        return switch (type) {
            case BOOL -> "|b1";
            case UINT8 -> "|u1";
            case INT8 -> "|i1";
            case INT16 -> "<i2";
            case INT32 -> "<i4";
            case INT64 -> "<i8";
            case FLOAT16 -> "<f2";
            case BFLOAT16 -> "<V2";
            case FLOAT32 -> "<f4";
            case FLOAT64 -> "<f8";
            case COMPLEX64 -> "<c8";
        };
    }
}
