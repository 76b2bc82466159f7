package io.xianka.emulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.JitOptions;
import io.xianka.driver.api.LaunchParameters;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A kernel that nvcc compiled, with inputs and the outputs of an H200. */
final class NvccCase {
    private final String folder;
    private final Map<?, ?> facts;

    private NvccCase(String folder, Map<?, ?> facts) {
        this.folder = folder;
        this.facts = facts;
    }

    static NvccCase named(String folder) {
        return new NvccCase(
                folder, (Map<?, ?>) Json.parse(new String(read(folder, "case.json"), StandardCharsets.UTF_8)));
    }

    String ptx() {
        return new String(read(folder, "kernel.ptx"), StandardCharsets.UTF_8);
    }

    private static byte[] read(String folder, String name) {
        String path = "/io/xianka/emulator/cases/" + folder + "/" + name;
        try (InputStream stream = NvccCase.class.getResourceAsStream(path)) {
            if (stream == null) {
                throw new IllegalArgumentException("no test resource " + path);
            }
            return stream.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The data of a NumPy file and the letter and size of its type, such as {@code f4}. */
    private record NumpyArray(MemorySegment data, String type) {
        static NumpyArray of(String folder, String name) {
            byte[] file = read(folder, name);
            int headerBytes = (file[8] & 0xff) | (file[9] & 0xff) << 8;
            String header = new String(file, 10, headerBytes, StandardCharsets.ISO_8859_1);
            int start = header.indexOf("'descr': '") + 10;
            String type = header.startsWith("|", start) || header.startsWith("<", start)
                    ? header.substring(start + 1, header.indexOf('\'', start))
                    : "V";
            return new NumpyArray(MemorySegment.ofArray(Arrays.copyOfRange(file, 10 + headerBytes, file.length)), type);
        }
    }

    private record Output(String name, long pointer, NumpyArray expected) {}

    /** Runs the kernel and compares all that it writes. */
    void run(DriverApi driver, Arena arena) {
        driver.init();
        driver.ctxSetCurrent(driver.devicePrimaryCtxRetain(0));
        long module = driver.moduleLoadDataEx(new DeviceImage.Ptx(ptx()), JitOptions.DEFAULT)
                .module();
        long function = driver.moduleGetFunction(
                module, driver.moduleFunctionNames(module).orElseThrow().getFirst());
        List<byte[]> values = new ArrayList<>();
        List<Output> outputs = new ArrayList<>();
        List<Long> allocated = new ArrayList<>();
        for (Object argument : (List<?>) facts.get("args")) {
            values.add(value(driver, (Map<?, ?>) argument, outputs, allocated));
        }
        int[] sizes = values.stream().mapToInt(v -> v.length).toArray();
        int[] alignments =
                values.stream().mapToInt(v -> v.length > 8 ? 4 : v.length).toArray();
        LaunchParameters parameters = new LaunchParameters(arena, sizes, alignments);
        for (int i = 0; i < sizes.length; i++) {
            MemorySegment.copy(
                    MemorySegment.ofArray(values.get(i)), 0, parameters.values(), parameters.offsetBytes(i), sizes[i]);
        }
        List<?> grid = (List<?>) facts.get("grid");
        List<?> block = (List<?>) facts.get("block");
        if (Boolean.TRUE.equals(facts.get("cooperative"))) {
            driver.launchCooperativeKernel(
                    function,
                    number(grid, 0),
                    number(grid, 1),
                    number(grid, 2),
                    number(block, 0),
                    number(block, 1),
                    number(block, 2),
                    ((Double) facts.get("shared")).intValue(),
                    0,
                    parameters);
        } else {
            driver.launchKernel(
                    function,
                    number(grid, 0),
                    number(grid, 1),
                    number(grid, 2),
                    number(block, 0),
                    number(block, 1),
                    number(block, 2),
                    ((Double) facts.get("shared")).intValue(),
                    0,
                    parameters);
        }
        driver.streamSynchronize(0);
        for (Output output : outputs) {
            byte[] got = new byte[(int) output.expected.data.byteSize()];
            driver.memcpyDtoH(MemorySegment.ofArray(got), output.pointer, 0);
            compare(output, got);
        }
        allocated.forEach(driver::memFree);
        driver.moduleUnload(module);
    }

    private static int number(List<?> sizes, int index) {
        return ((Double) sizes.get(index)).intValue();
    }

    private byte[] value(DriverApi driver, Map<?, ?> argument, List<Output> outputs, List<Long> allocated) {
        String kind = (String) argument.keySet().iterator().next();
        Object given = argument.get(kind);
        return switch (kind) {
            case "in", "inout" -> {
                MemorySegment data = NumpyArray.of(folder, (String) given).data;
                long pointer = driver.memAlloc(data.byteSize());
                allocated.add(pointer);
                driver.memcpyHtoD(pointer, data, 0);
                expect(argument, pointer, outputs);
                yield bytes(8).putLong(pointer).array();
            }
            case "out", "scratch" -> {
                long count = 1;
                for (Object size : (List<?>) argument.get("shape")) {
                    count *= ((Double) size).longValue();
                }
                String type = (String) argument.get("dtype");
                long size = count * Integer.parseInt(type.replaceAll("[^0-9]", "")) / 8;
                long pointer = driver.memAlloc(size);
                allocated.add(pointer);
                driver.memsetD8Async(pointer, (byte) 0, size, 0);
                expect(argument, pointer, outputs);
                yield bytes(8).putLong(pointer).array();
            }
            case "struct" -> {
                ByteBuffer all = bytes(256);
                for (Object field : (List<?>) given) {
                    byte[] value = value(driver, (Map<?, ?>) field, outputs, allocated);
                    all.position((all.position() + value.length - 1) & -value.length)
                            .put(value);
                }
                byte[] struct = new byte[all.position()];
                all.flip().get(struct);
                yield struct;
            }
            case "i32", "u32" -> bytes(4).putInt(((Double) given).intValue()).array();
            case "i64" -> bytes(8).putLong(((Double) given).longValue()).array();
            case "f32" -> bytes(4).putFloat(((Double) given).floatValue()).array();
            case "f64" -> bytes(8).putDouble((Double) given).array();
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private void expect(Map<?, ?> argument, long pointer, List<Output> outputs) {
        if (argument.get("expect") instanceof String name) {
            outputs.add(new Output(name, pointer, NumpyArray.of(folder, name)));
        }
    }

    private static ByteBuffer bytes(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void compare(Output output, byte[] got) {
        if (Boolean.TRUE.equals(facts.get("exact")) || !output.expected.type.equals("f4")) {
            for (int i = 0; i < got.length; i++) {
                assertEquals(
                        output.expected.data.get(ValueLayout.JAVA_BYTE, i),
                        got[i],
                        output.name + ", byte " + i + " of " + got.length);
            }
            return;
        }
        Map<?, ?> tolerance = (Map<?, ?>) facts.get("tolerance");
        double absolute = (Double) tolerance.get("abs");
        double relative = (Double) tolerance.get("rel");
        MemorySegment a = MemorySegment.ofArray(got);
        MemorySegment b = output.expected.data;
        for (int i = 0; i < got.length / 4; i++) {
            float is = a.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i);
            float expected = b.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i);
            assertTrue(
                    Math.abs(is - expected) <= absolute + relative * Math.abs(expected),
                    output.name + "[" + i + "] is " + is + ", expected " + expected);
        }
    }
}
