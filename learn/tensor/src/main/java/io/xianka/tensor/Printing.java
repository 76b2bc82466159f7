package io.xianka.tensor;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Tensors as NumPy prints arrays: 8 digits at most, lines of 75, over 1,000 elements three from each end of an axis. */
final class Printing {
    private static final int THRESHOLD = 1000;
    private static final int EDGE = 3;
    private static final int LINE = 75;
    private static final int PRECISION = 8;

    private final Shape shape;
    private final boolean summarised;
    private final IntFunction<String> element;

    private Printing(Shape shape, boolean summarised, IntFunction<String> element) {
        this.shape = shape;
        this.summarised = summarised;
        this.element = element;
    }

    static String of(Tensor tensor) {
        Shape shape = tensor.shape();
        if (shape.elements() == 0) {
            return "[]";
        }
        boolean summarised = shape.elements() > THRESHOLD;
        Tensor shown = tensor.detach();
        for (int axis = 0; summarised && axis < shape.rank(); axis++) {
            long size = shape.size(axis);
            if (size > 2 * EDGE) {
                shown = Tensor.cat(axis, shown.narrow(axis, 0, EDGE), shown.narrow(axis, size - EDGE, EDGE));
            }
        }
        IntFunction<String> element = elements(shown);
        return shape.rank() == 0 ? element.apply(0) : new Printing(shape, summarised, element).lines();
    }

    private static IntFunction<String> elements(Tensor shown) {
        boolean scalar = shown.shape().rank() == 0;
        return switch (shown.dtype()) {
            case BOOL -> {
                boolean[] values = shown.toBooleanArray();
                yield i -> values[i] ? scalar ? "True" : " True" : "False";
            }
            case UINT8, INT8, INT16, INT32, INT64 -> {
                long[] values = shown.toLongArray();
                int width = 0;
                for (long value : values) {
                    width = Math.max(width, Long.toString(value).length());
                }
                int widest = width;
                yield i -> " ".repeat(widest - Long.toString(values[i]).length()) + values[i];
            }
            case FLOAT16, BFLOAT16, FLOAT32, FLOAT64 -> {
                double[] values = shown.toDoubleArray();
                DType dtype = shown.dtype();
                yield scalar ? _ -> alone(values[0], dtype) : new Numbers(values, dtype, false)::text;
            }
            case COMPLEX64 -> {
                double[] re = shown.real().toDoubleArray();
                double[] im = shown.imag().toDoubleArray();
                DType part = DType.FLOAT32;
                if (scalar) {
                    String imaginary = alone(im[0], part);
                    yield _ -> re[0] == 0 && 1 / re[0] > 0
                            ? trimmed(imaginary) + "j"
                            : "(" + trimmed(alone(re[0], part)) + (imaginary.startsWith("-") ? "" : "+")
                                    + trimmed(imaginary) + "j)";
                }
                var real = new Numbers(re, part, false);
                var imaginary = new Numbers(im, part, true);
                yield i -> {
                    String text = imaginary.text(i);
                    return real.text(i) + text.stripTrailing() + "j"
                            + text.substring(text.stripTrailing().length());
                };
            }
        };
    }

    private static String trimmed(String number) {
        return number.endsWith(".0") ? number.substring(0, number.length() - 2) : number;
    }

    // ------------------------------------------------------------------ numbers

    /** {@return the shortest decimal that, of a type's values, only this one rounds to} */
    private static BigDecimal shortest(DType dtype, double value) {
        if (dtype == DType.FLOAT64) {
            return new BigDecimal(Double.toString(value));
        }
        if (dtype == DType.FLOAT32) {
            return new BigDecimal(Float.toString((float) value));
        }
        BigDecimal exact = new BigDecimal(value);
        for (int digits = 1; digits < 8; digits++) {
            BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (dtype.round(rounded.doubleValue()) == value) {
                return rounded;
            }
        }
        return exact;
    }

    /** {@return from which size on numbers of a type are written with an exponent: where its digits end} */
    private static double exponentFrom(DType dtype) {
        return switch (dtype) {
            case FLOAT64 -> 1e8;
            case FLOAT16 -> 1e3;
            case BFLOAT16 -> 1e2;
            case FLOAT32, COMPLEX64, BOOL, UINT8, INT8, INT16, INT32, INT64 -> 1e6;
        };
    }

    private static String sign(double value) {
        return value < 0 || (value == 0 && 1 / value < 0) ? "-" : "";
    }

    private static String special(double value) {
        return Double.isNaN(value) ? "nan" : value < 0 ? "-inf" : "inf";
    }

    /** A scalar: all digits, with an exponent below 1e-4 and from where its type's digits end, 1e16 for float64. */
    private static String alone(double value, DType dtype) {
        if (!Double.isFinite(value)) {
            return special(value);
        }
        BigDecimal size = shortest(dtype, value).abs().stripTrailingZeros();
        if (value != 0
                && (Math.abs(value) < 1e-4
                        || Math.abs(value) >= (dtype == DType.FLOAT64 ? 1e16 : exponentFrom(dtype)))) {
            String plain = size.unscaledValue().toString();
            int exponent = plain.length() - 1 - size.scale();
            return sign(value) + plain.charAt(0) + (plain.length() > 1 ? "." + plain.substring(1) : "") + "e"
                    + exponent(exponent, 2);
        }
        String plain = size.toPlainString();
        return sign(value) + plain + (plain.indexOf('.') < 0 ? ".0" : "");
    }

    private static String exponent(int exponent, int digits) {
        String number = Integer.toString(Math.abs(exponent));
        return (exponent < 0 ? "-" : "+") + "0".repeat(Math.max(0, digits - number.length())) + number;
    }

    /** The floating numbers of one array, which share a width and a way of writing. */
    private static final class Numbers {
        private final double[] values;
        private final DType dtype;
        private final boolean plus;
        private boolean scientific;
        private int left;
        private int right;
        private int exponentDigits = -1;

        Numbers(double[] values, DType dtype, boolean plus) {
            this.values = values;
            this.dtype = dtype;
            this.plus = plus;
            chooseWay();
            measure();
        }

        private void chooseWay() {
            double max = 0;
            double min = Double.POSITIVE_INFINITY;
            for (double value : values) {
                double size = Math.abs(value);
                if (size != 0 && Double.isFinite(size)) {
                    max = Math.max(max, size);
                    min = Math.min(min, size);
                }
            }
            scientific = max > 0 && (max >= exponentFrom(dtype) || min < 0.0001 || dtype.round(max / min) > 1000);
        }

        private void measure() {
            for (double value : values) {
                if (!Double.isFinite(value)) {
                    continue;
                }
                String text = scientific ? scientific(value, 0) : positional(value);
                String mantissa = scientific ? text.substring(0, text.indexOf('e')) : text;
                int point = mantissa.indexOf('.');
                left = Math.max(left, point);
                right = Math.max(right, mantissa.length() - point - 1);
                if (scientific) {
                    exponentDigits = Math.max(exponentDigits, text.length() - text.indexOf('e') - 2);
                }
            }
            int width = scientific ? right + exponentDigits + 2 : right;
            for (double value : values) {
                if (!Double.isFinite(value)) {
                    boolean signed = value == Double.NEGATIVE_INFINITY || plus && !Double.isNaN(value);
                    left = Math.max(left, 3 + (signed || plus && hasInfinity() ? 1 : 0) - width - 1);
                }
            }
        }

        private boolean hasInfinity() {
            for (double value : values) {
                if (Double.isInfinite(value)) {
                    return true;
                }
            }
            return false;
        }

        String text(int index) {
            double value = values[index];
            if (!Double.isFinite(value)) {
                String text = (plus && !(value < 0) ? "+" : "") + special(value);
                int width = left + 1 + (scientific ? right + exponentDigits + 2 : right);
                return " ".repeat(Math.max(0, width - text.length())) + text;
            }
            String text = scientific ? scientific(value, right) : positional(value);
            int point = text.indexOf('.');
            String padded = " ".repeat(left - point) + text;
            return scientific ? padded : padded + " ".repeat(right - (text.length() - point - 1));
        }

        private String signed(double value) {
            String sign = sign(value);
            return sign.isEmpty() && plus ? "+" : sign;
        }

        /** At most 8 digits after the point, which always stands; no zeros at the end. */
        private String positional(double value) {
            BigDecimal size = shortest(dtype, value).abs();
            if (size.scale() > PRECISION) {
                size = new BigDecimal(Math.abs(value)).setScale(PRECISION, RoundingMode.HALF_EVEN);
            }
            String plain = size.signum() == 0 ? "0" : size.stripTrailingZeros().toPlainString();
            return signed(value) + plain + (plain.indexOf('.') < 0 ? "." : "");
        }

        private String scientific(double value, int fraction) {
            BigDecimal size = shortest(dtype, value).abs();
            if (size.precision() > PRECISION + 1) {
                size = new BigDecimal(Math.abs(value)).round(new MathContext(PRECISION + 1, RoundingMode.HALF_EVEN));
            }
            size = size.signum() == 0 ? BigDecimal.ZERO : size.stripTrailingZeros();
            if (size.precision() < fraction + 1 && size.signum() != 0) {
                // Numbers of a column have equally many digits: those of the value, not zeros behind the shortest.
                size = new BigDecimal(Math.abs(value))
                        .round(new MathContext(fraction + 1, RoundingMode.HALF_EVEN))
                        .stripTrailingZeros();
            }
            String plain = size.unscaledValue().toString();
            int exponent = size.signum() == 0 ? 0 : plain.length() - 1 - size.scale();
            String rest = plain.substring(1);
            return signed(value) + plain.charAt(0) + "." + rest + "0".repeat(Math.max(0, fraction - rest.length()))
                    + "e" + exponent(exponent, Math.max(2, exponentDigits));
        }
    }

    // ------------------------------------------------------------------ lines

    private String lines() {
        return nested(0, 0, "", LINE);
    }

    /** How many slices of an axis are shown. */
    private int shown(int axis) {
        long size = shape.size(axis);
        return (int) (summarised && size > 2 * EDGE ? 2 * EDGE : size);
    }

    private String nested(int axis, int first, String indent, int width) {
        String deeper = indent + " ";
        boolean cut = summarised && shape.size(axis) > 2 * EDGE;
        int count = shown(axis);
        if (axis == shape.rank() - 1) {
            List<String> words = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                if (cut && i == EDGE) {
                    words.add("...");
                }
                words.add(element.apply(first + i));
            }
            return "[" + wrapped(words, deeper, width - 1) + "]";
        }
        int step = 1;
        for (int inner = axis + 1; inner < shape.rank(); inner++) {
            step *= shown(inner);
        }
        String separator = "\n".repeat(shape.rank() - axis - 1) + deeper;
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < count; i++) {
            if (cut && i == EDGE) {
                text.append("...").append(separator);
            }
            text.append(nested(axis + 1, first + i * step, deeper, width - 1));
            if (i < count - 1) {
                text.append(separator);
            }
        }
        return text.append("]").toString();
    }

    private static String wrapped(List<String> words, String indent, int width) {
        StringBuilder text = new StringBuilder();
        StringBuilder line = new StringBuilder(indent);
        for (String word : words) {
            if (line.length() + word.length() > width && line.length() > indent.length()) {
                text.append(line.toString().stripTrailing()).append('\n');
                line = new StringBuilder(indent);
            }
            line.append(word).append(' ');
        }
        line.setLength(line.length() - 1);
        return text.append(line).substring(indent.length());
    }
}
