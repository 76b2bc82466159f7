package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tensors print as NumPy 2.4 printed the same arrays: printing.txt holds its output. */
class PrintingTest {
    private static final Device DEVICE = Device.plain();

    private static Tensor floats(double... values) {
        return Tensor.of(values, Shape.of(values.length), DEVICE).to(DType.FLOAT32);
    }

    private static Tensor doubles(double... values) {
        return Tensor.of(values, Shape.of(values.length), DEVICE);
    }

    private static Tensor longs(long... values) {
        return Tensor.of(values, Shape.of(values.length), DEVICE);
    }

    private static Tensor places(long count) {
        long[] values = new long[(int) count];
        for (int i = 0; i < values.length; i++) {
            values[i] = i;
        }
        return longs(values);
    }

    private static Tensor scalar(double value, DType dtype) {
        return Tensor.full(value, Shape.SCALAR, dtype, DEVICE);
    }

    /** A linear congruential generator, as in the program that made the recording. */
    private static double[] random(int count, long seed) {
        double[] values = new double[count];
        long state = seed;
        for (int i = 0; i < count; i++) {
            state = state * 6364136223846793005L + 1442695040888963407L;
            values[i] = (state >>> 11) * 0x1p-53;
        }
        return values;
    }

    private static Map<String, Tensor> tensors() {
        double nan = Double.NaN;
        double infinite = Double.POSITIVE_INFINITY;
        Map<String, Tensor> all = new LinkedHashMap<>();
        all.put("small", floats(0.1, 0.25, -3));
        all.put("thirds", places(6).reshape(2, 3).to(DType.FLOAT32).div(3));
        all.put("mixed sizes", floats(1e-5, 1, 1000));
        all.put("large", floats(123456789, 1.5, 2e10));
        all.put("million", floats(999999.5, 1000000, 1));
        all.put("seven digits", floats(1234567, 1000001));
        all.put("double large", doubles(12345678.5, 99999999));
        all.put("double huge", doubles(1e8, 1));
        all.put("specials", floats(nan, infinite, -infinite, 1.5));
        all.put("specials only", floats(nan, -infinite));
        all.put("specials and exponents", floats(nan, 1e20, -infinite));
        all.put("negative zero", floats(0.0, -0.0, 1));
        all.put("zeros", floats(0, 0, 0, 0).reshape(2, 2));
        all.put("doubles", doubles(Math.PI, Math.E, 1.0 / 3));
        all.put("double tiny", doubles(1e-300, 1, -2.5e300));
        all.put("ints", longs(1, -20, 300, 4).reshape(2, 2));
        all.put("bytes", longs(1, 200, 3).to(DType.UINT8));
        all.put("bools", longs(1, 0, 0, 1).to(DType.BOOL).reshape(2, 2));
        all.put("cube", places(24).to(DType.FLOAT32).reshape(2, 3, 4));
        all.put("long line", places(40).mul(1000));
        all.put("long floats", places(30).to(DType.FLOAT32).div(7));
        all.put("summarised line", places(1001));
        all.put("summarised plane", places(1600).to(DType.FLOAT32).reshape(40, 40));
        all.put(
                "summarised cube",
                places(2000).to(DType.FLOAT32).reshape(10, 20, 10).div(8));
        all.put("summarised wide", places(4000).reshape(4, 1000));
        all.put("summarised deep", places(1024).reshape(2, 2, 2, 128));
        all.put("scalar", scalar(0.1, DType.FLOAT32));
        all.put("scalar int", scalar(-7, DType.INT64));
        all.put("scalar small", scalar(1.5e-7, DType.FLOAT32));
        all.put("scalar large", scalar(1e17, DType.FLOAT64));
        all.put("scalar millions", scalar(2188614.25, DType.FLOAT32));
        all.put("scalar below a million", scalar(999999.9, DType.FLOAT32));
        all.put("scalar double millions", scalar(2188614.25, DType.FLOAT64));
        all.put("scalar half thousands", scalar(2048, DType.FLOAT16));
        all.put("scalar bool", scalar(1, DType.BOOL));
        all.put("scalar nan", scalar(nan, DType.FLOAT32));
        all.put("empty", Tensor.zeros(Shape.of(0, 3), DType.FLOAT32, DEVICE));
        all.put("half", floats(0.1, 2.5, 100).to(DType.FLOAT16));
        all.put("half thousands", floats(1000, 2048).to(DType.FLOAT16));
        all.put("complex", floats(1, -0.5, 3).complex(floats(2, -1e-3, 0)));
        all.put("random", doubles(random(24, 1)).to(DType.FLOAT32).reshape(4, 6));
        all.put("random doubles", doubles(random(12, 2)).reshape(3, 4).mul(100).sub(50));
        all.put(
                "random wide",
                doubles(random(18, 3)).mul(40).sub(20).exp().to(DType.FLOAT32).reshape(3, 6));
        return all;
    }

    private static Map<String, String> recorded() throws IOException {
        Map<String, String> recorded = new LinkedHashMap<>();
        try (var stream = PrintingTest.class.getResourceAsStream("printing.txt")) {
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            for (String block : text.substring(3).split("\n== ")) {
                int end = block.indexOf('\n');
                recorded.put(block.substring(0, end), block.substring(end + 1).stripTrailing());
            }
        }
        return recorded;
    }

    @Test
    void printsAsNumPyDoes() throws IOException {
        List<String> wrong = new ArrayList<>();
        Map<String, String> recorded = recorded();
        Map<String, Tensor> tensors = tensors();
        assertEquals(recorded.keySet(), tensors.keySet());
        tensors.forEach((name, tensor) -> {
            String printed = tensor.toString();
            if (!printed.equals(recorded.get(name))) {
                wrong.add(name + "\n" + printed + "\ninstead of\n" + recorded.get(name));
            }
        });
        assertEquals("", String.join("\n\n", wrong));
    }

    @Test
    void saysThatAClosedTensorIsClosed() {
        Tensor tensor = floats(1, 2);
        tensor.close();
        assertEquals("float32(2,), closed", tensor.toString());
    }
}
