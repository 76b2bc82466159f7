package io.xianka.cli;

import io.xianka.cli.npy.NpyHeader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Minimum, maximum and mean of an array, in double precision; NaN when the array holds one, as in NumPy.
 *
 * @param known false for raw bytes, complex numbers and empty arrays, which have none
 */
record ArrayStatistics(boolean known, double minimum, double maximum, double mean) {

    static ArrayStatistics of(NpyHeader header, MemorySegment data) throws IOException {
        long elements = header.elements();
        char kind = header.type().kind();
        if (elements == 0 || kind == 'V' || kind == 'c') {
            return new ArrayStatistics(false, Double.NaN, Double.NaN, Double.NaN);
        }
        double minimum = Double.POSITIVE_INFINITY;
        double maximum = Double.NEGATIVE_INFINITY;
        double sum = 0;
        for (long i = 0; i < elements; i++) {
            double value = element(data, header, i);
            minimum = Math.min(minimum, value);
            maximum = Math.max(maximum, value);
            sum += value;
        }
        return new ArrayStatistics(true, minimum, maximum, sum / elements);
    }

    private static double element(MemorySegment data, NpyHeader header, long index) {
        int bytes = header.type().bytes();
        long at = index * bytes;
        boolean unsigned = header.type().kind() == 'u' || header.type().kind() == 'b';
        if (header.type().kind() == 'f') {
            return switch (bytes) {
                case 2 -> Float.float16ToFloat(data.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
                case 4 -> data.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
                default -> data.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
            };
        }
        long value = switch (bytes) {
            case 1 -> data.get(ValueLayout.JAVA_BYTE, at);
            case 2 -> data.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
            case 4 -> data.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            default -> data.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        };
        if (!unsigned) {
            return value;
        }
        if (bytes == 8) {
            return value >= 0 ? value : (value >>> 1 | value & 1) * 2.0;
        }
        return value & (1L << 8 * bytes) - 1;
    }
}
