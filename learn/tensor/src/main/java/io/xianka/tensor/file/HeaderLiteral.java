package io.xianka.tensor.file;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The Python dict in the header of a .npy file, {@code {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }}. Read by hand: these
 * three keys, once each, with a string, True or False, and a tuple of whole numbers; nothing else of Python is known here.
 *
 * @param descr the type of the elements, in NumPy's notation
 * @param fortranOrder whether the first axis is the one whose neighbours are neighbours in the file
 * @param sizes of the axes
 */
record HeaderLiteral(String descr, boolean fortranOrder, List<Long> sizes) {

    static HeaderLiteral parse(Object where, String text) {
        return new Parser(where, text).dict();
    }

    private static final class Parser {
        private final Object where;
        private final String text;
        private int at;

        Parser(Object where, String text) {
            this.where = where;
            this.text = text;
        }

        HeaderLiteral dict() {
            String descr = null;
            boolean fortranOrder = false;
            List<Long> sizes = null;
            Set<String> keys = new HashSet<>();
            expect('{');
            while (!taken('}')) {
                String key = string();
                if (!keys.add(key)) {
                    throw wrong("key '" + key + "' stands twice");
                }
                expect(':');
                switch (key) {
                    case "descr" -> descr = descr();
                    case "fortran_order" -> fortranOrder = truth();
                    case "shape" -> sizes = tuple();
                    default -> throw wrong("unknown key '" + key + "'");
                }
                if (!taken(',')) {
                    expect('}');
                    break;
                }
            }
            skipSpace();
            if (at < text.length()) {
                throw wrong("something follows the dict");
            }
            if (keys.size() < 3) {
                throw wrong("of the keys descr, fortran_order and shape there are only " + keys);
            }
            return new HeaderLiteral(descr, fortranOrder, List.copyOf(sizes));
        }

        private String descr() {
            skipSpace();
            if (at < text.length() && (text.charAt(at) == '[' || text.charAt(at) == '(')) {
                throw new TensorFileException(
                        where, "holds records of several fields, not numbers; save each field, a['name'], on its own");
            }
            return string();
        }

        private String string() {
            skipSpace();
            char quote = at < text.length() ? text.charAt(at) : 0;
            if (quote != '\'' && quote != '"') {
                throw wrong("a string was expected");
            }
            int end = text.indexOf(quote, at + 1);
            if (end < 0) {
                throw wrong("a string does not end");
            }
            String content = text.substring(at + 1, end);
            if (content.indexOf('\\') >= 0) {
                throw wrong("a string with a backslash");
            }
            at = end + 1;
            return content;
        }

        private boolean truth() {
            skipSpace();
            if (text.startsWith("True", at)) {
                at += "True".length();
                return true;
            }
            if (text.startsWith("False", at)) {
                at += "False".length();
                return false;
            }
            throw wrong("True or False was expected");
        }

        private List<Long> tuple() {
            List<Long> sizes = new ArrayList<>();
            expect('(');
            while (!taken(')')) {
                sizes.add(number());
                if (!taken(',')) {
                    expect(')');
                    if (sizes.size() == 1) {
                        throw wrong("(" + sizes.getFirst() + ") is a number, not a tuple");
                    }
                    break;
                }
            }
            return sizes;
        }

        private long number() {
            skipSpace();
            int start = at;
            while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                at++;
            }
            String digits = text.substring(start, at);
            if (digits.isEmpty()) {
                throw wrong("a size, a whole number that is not negative, was expected");
            }
            if (digits.length() > 1 && digits.charAt(0) == '0') {
                throw wrong("a size with a leading 0");
            }
            // Python 2 wrote long numbers so.
            if (at < text.length() && text.charAt(at) == 'L') {
                at++;
            }
            try {
                return Long.parseLong(digits);
            } catch (NumberFormatException e) {
                throw new TensorFileException(where, "size " + digits + " is over 2^63 - 1; the file is damaged", e);
            }
        }

        private boolean taken(char c) {
            skipSpace();
            if (at < text.length() && text.charAt(at) == c) {
                at++;
                return true;
            }
            return false;
        }

        private void expect(char c) {
            if (!taken(c)) {
                throw wrong("'" + c + "' was expected");
            }
        }

        private void skipSpace() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }

        private TensorFileException wrong(String fact) {
            return new TensorFileException(
                    where,
                    "the header " + TensorFileException.quote(text.strip()) + " is not what numpy.save writes: " + fact
                            + ", at character " + at + "; the file is damaged");
        }
    }
}
