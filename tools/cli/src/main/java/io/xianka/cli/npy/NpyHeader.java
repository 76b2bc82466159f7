package io.xianka.cli.npy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What stands in front of the data: element type and shape. The order is C's.
 *
 * @param shape the sizes, outermost first; empty for a single value
 * @see <a href="https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html">numpy.lib.format</a>
 */
public record NpyHeader(NpyType type, List<Long> shape) {

    /** NumPy's own limit on dimensions. */
    private static final int MAX_DIMENSIONS = 64;

    public NpyHeader {
        shape = List.copyOf(shape);
    }

    /**
     * The number of elements.
     *
     * @throws NpyException if the bytes of that many elements exceed what a {@code long} counts
     */
    public long elements() throws NpyException {
        long elements = 1;
        boolean empty = shape.contains(0L);
        try {
            for (long size : shape) {
                elements = empty ? 0 : Math.multiplyExact(elements, size);
            }
            Math.multiplyExact(elements, (long) type.bytes());
        } catch (ArithmeticException e) {
            throw new NpyException("shape " + shapeText() + " of " + type + " has more bytes than 64 bits can count");
        }
        return elements;
    }

    /** The number of data bytes. */
    public long bytes() throws NpyException {
        return elements() * type.bytes();
    }

    /** As NumPy prints it: {@code (2, 3)}, {@code (5,)}, {@code ()}. */
    public String shapeText() {
        var text = new StringBuilder("(");
        for (int i = 0; i < shape.size(); i++) {
            text.append(i == 0 ? "" : ", ").append(shape.get(i));
        }
        return text.append(shape.size() == 1 ? ",)" : ")").toString();
    }

    /** The file's first bytes: magic, version 1.0, length, and the text padded so that data start at a multiple of 64. */
    byte[] encode() {
        String text = "{'descr': '" + type.descriptor() + "', 'fortran_order': False, 'shape': " + shapeText() + ", }";
        int unpadded = 10 + text.length() + 1;
        String padded = text + " ".repeat((64 - unpadded % 64) % 64) + "\n";
        byte[] encoded = new byte[10 + padded.length()];
        System.arraycopy(NpyFile.MAGIC, 0, encoded, 0, 6);
        encoded[6] = 1;
        encoded[8] = (byte) padded.length();
        encoded[9] = (byte) (padded.length() >> 8);
        System.arraycopy(padded.getBytes(StandardCharsets.ISO_8859_1), 0, encoded, 10, padded.length());
        return encoded;
    }

    /** Reads the Python dictionary of a header. */
    static NpyHeader parse(String text) throws NpyException {
        return new Reader(text).header();
    }

    /** A reader of just the Python literals that NumPy writes. */
    private static final class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        NpyHeader header() throws NpyException {
            NpyType type = null;
            List<Long> shape = null;
            Boolean fortran = null;
            expect('{');
            while (!accept('}')) {
                String key = string();
                expect(':');
                switch (key) {
                    case "descr" -> type = type();
                    case "fortran_order" -> fortran = bool();
                    case "shape" -> shape = tuple();
                    default -> throw malformed("key '" + key + "' is not one of NumPy's");
                }
                if (!accept(',')) {
                    expect('}');
                    break;
                }
            }
            if (type == null || shape == null || fortran == null) {
                throw malformed("descr, fortran_order or shape is missing");
            }
            if (fortran && shape.size() > 1) {
                throw new NpyException("is in Fortran order; save it in C order: numpy.ascontiguousarray(array)");
            }
            return new NpyHeader(type, shape);
        }

        private NpyType type() throws NpyException {
            if (peek() == '[') {
                throw new NpyException(
                        "holds a structured array; save its raw bytes: array.view('V%d' % " + "array.dtype.itemsize)");
            }
            return NpyType.ofDescriptor(string());
        }

        private List<Long> tuple() throws NpyException {
            var sizes = new ArrayList<Long>();
            expect('(');
            while (!accept(')')) {
                if (sizes.size() == MAX_DIMENSIONS) {
                    throw malformed("more than " + MAX_DIMENSIONS + " dimensions");
                }
                sizes.add(number());
                if (!accept(',')) {
                    expect(')');
                    break;
                }
            }
            return sizes;
        }

        private long number() throws NpyException {
            peek();
            int start = at;
            while (at < text.length() && Character.isDigit(text.charAt(at))) {
                at++;
            }
            try {
                return Long.parseLong(text.substring(start, at));
            } catch (NumberFormatException e) {
                throw malformed("a size in shape is not a number of 64 bits");
            }
        }

        private boolean bool() throws NpyException {
            peek();
            for (String word : List.of("True", "False")) {
                if (text.startsWith(word, at)) {
                    at += word.length();
                    return word.equals("True");
                }
            }
            throw malformed("fortran_order is neither True nor False");
        }

        private String string() throws NpyException {
            char quote = peek();
            if (quote != '\'' && quote != '"') {
                throw malformed("a string is missing at character " + at);
            }
            int end = text.indexOf(quote, at + 1);
            if (end < 0) {
                throw malformed("a string does not end");
            }
            String value = text.substring(at + 1, end);
            at = end + 1;
            return value;
        }

        private char peek() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return at < text.length() ? text.charAt(at) : '\0';
        }

        private boolean accept(char wanted) {
            if (peek() == wanted) {
                at++;
                return true;
            }
            return false;
        }

        private void expect(char wanted) throws NpyException {
            if (!accept(wanted)) {
                throw malformed("'" + wanted + "' is missing at character " + at);
            }
        }

        private NpyException malformed(String what) {
            return new NpyException("has a malformed header: " + what);
        }
    }
}
