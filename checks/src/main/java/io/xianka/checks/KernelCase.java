package io.xianka.checks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.xianka.cli.npy.NpyFile;
import io.xianka.cli.npy.NpyHeader;
import io.xianka.cli.npy.NpyType;
import io.xianka.driver.Arg;
import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Dim3;
import io.xianka.driver.Kernel;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;
import io.xianka.emulator.check.CheckReport;
import io.xianka.emulator.check.CheckSettings;
import io.xianka.emulator.check.CheckedDevice;
import io.xianka.emulator.check.Finding;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * A folder with a kernel, how to launch it, its inputs, and what an NVIDIA H200 made of them under NVRTC 13.0
 * ({@code case.json} beside {@code kernel.cu} and {@code .npy} files).
 */
record KernelCase(Path folder, JsonNode description) {

    /** An array after the launch, and what it should be. */
    private record Outcome(String file, NpyHeader header, MemorySegment got, MemorySegment expected) {}

    static KernelCase read(Path folder) throws IOException {
        return new KernelCase(
                folder, new ObjectMapper().readTree(folder.resolve("case.json").toFile()));
    }

    /** All cases in a folder of folders, by name. */
    static List<KernelCase> readAll(Path folder) throws IOException {
        var cases = new ArrayList<KernelCase>();
        try (var children = Files.list(folder)) {
            for (Path child : children.sorted().toList()) {
                if (Files.exists(child.resolve("case.json"))) {
                    cases.add(read(child));
                }
            }
        }
        return cases;
    }

    String kernelName() {
        return description.get("kernel").asText();
    }

    /** Whether the case is about what a checker finds, not about results. */
    boolean expectsFindings() {
        return description.has("expect_findings");
    }

    /** A kernel whose name is a template instance is asked for by name expression. */
    CompileOptions options(CompileOptions.Compiler compiler) {
        var options = CompileOptions.DEFAULT.withCompiler(compiler).withCache(false);
        return kernelName().contains("<") ? options.withNameExpression(kernelName()) : options;
    }

    SourceText source() throws IOException {
        return SourceText.read(folder.resolve("kernel.cu"));
    }

    /** Launches a kernel as the case says; returns what differs from the expected arrays, nothing when all agree. */
    List<String> run(Device device, Kernel kernel) throws IOException {
        var outcomes = new ArrayList<Outcome>();
        try (var arena = Arena.ofConfined()) {
            var arguments = new ArrayList<Object>();
            for (JsonNode argument : description.get("args")) {
                arguments.add(argument(argument, arena, outcomes));
            }
            kernel.launch(launch(), arguments.toArray());
            var differences = new ArrayList<String>();
            for (var outcome : outcomes) {
                compare(outcome, differences);
            }
            return differences;
        }
    }

    /**
     * Runs the case on the emulator as sanitizer.
     *
     * @return what was found and not expected, and what was expected and not found; nothing when both agree
     */
    List<String> check(CompileOptions.Compiler compiler) throws IOException {
        return check(source(), compiler);
    }

    /** The same for other source or PTX of the kernel. */
    List<String> check(SourceText source, CompileOptions.Compiler compiler) throws IOException {
        var report = report(source, compiler, CheckSettings.all().withHints(false));
        var expected = new ArrayList<String>();
        for (JsonNode finding : description.path("expect_findings")) {
            expected.add(place(
                    finding.get("kind").asText(),
                    finding.get("line").asInt(),
                    finding.path("with_line").asInt()));
        }
        var differences = new ArrayList<String>();
        for (Finding finding : report.findings()) {
            int withLine =
                    finding.earlier() == null ? 0 : finding.earlier().place().line();
            if (!expected.remove(place(finding.kind().json(), finding.line(), withLine))
                    && !expected.remove(place(finding.kind().json(), finding.line(), 0))) {
                differences.add("not expected: " + place(finding.kind().json(), finding.line(), withLine) + " ("
                        + finding.message() + ")");
            }
        }
        expected.forEach(missing -> differences.add("not found: " + missing));
        return differences;
    }

    private static String place(String kind, int line, int withLine) {
        return kind + " at line " + line + (withLine == 0 ? "" : " with line " + withLine);
    }

    /** What the sanitizer says of the case's launch. */
    CheckReport report(SourceText source, CompileOptions.Compiler compiler, CheckSettings settings) throws IOException {
        try (var arena = Arena.ofConfined();
                var checked = CheckedDevice.open(settings)) {
            var device = checked.device();
            var module = source.name().endsWith(".ptx")
                    ? device.load(source.text())
                    : device.compile(source, options(compiler));
            var kernel = module.kernel(kernelName());
            var buffers = new ArrayList<DeviceBuffer>();
            var arguments = new ArrayList<Object>();
            for (JsonNode argument : description.get("args")) {
                arguments.add(checkedArgument(argument, device, arena, buffers));
            }
            kernel.launch(launch(), arguments.toArray());
            device.synchronize();
            buffers.forEach(DeviceBuffer::close);
            module.close();
            return checked.report();
        }
    }

    private Object checkedArgument(JsonNode argument, Device device, Arena arena, List<DeviceBuffer> buffers)
            throws IOException {
        boolean input = argument.has("in") || argument.has("inout");
        if (!input && !argument.has("out") && !argument.has("scratch")) {
            return argument.has("struct")
                    ? Arg.struct(MemorySegment.ofArray(struct(argument.get("struct"))))
                    : scalar(argument);
        }
        DeviceBuffer buffer;
        if (input) {
            var data = NpyFile.read(
                            folder.resolve(argument.path(argument.has("in") ? "in" : "inout")
                                    .asText()),
                            arena)
                    .data();
            buffer = device.allocate(data.byteSize());
            buffer.copyFrom(data);
        } else {
            buffer = device.allocate(header(argument).bytes());
            if (argument.has("out")) {
                buffer.fill((byte) 0);
            }
        }
        buffers.add(buffer);
        return buffer;
    }

    private Launch launch() {
        var launch = Launch.of(sizes("grid"), sizes("block"))
                .withShared(description.get("shared").asInt());
        return description.path("cooperative").asBoolean() ? launch.asCooperative() : launch;
    }

    private static NpyHeader header(JsonNode argument) throws IOException {
        var shape = StreamSupport.stream(argument.get("shape").spliterator(), false)
                .map(JsonNode::asLong)
                .toList();
        return new NpyHeader(NpyType.named(argument.get("dtype").asText()), shape);
    }

    private Dim3 sizes(String key) {
        var sizes = description.get(key);
        return new Dim3(sizes.get(0).asInt(), sizes.get(1).asInt(), sizes.get(2).asInt());
    }

    private Object argument(JsonNode argument, Arena arena, List<Outcome> outcomes) throws IOException {
        if (argument.has("in")) {
            return Arg.in(NpyFile.read(folder.resolve(argument.get("in").asText()), arena)
                    .data());
        }
        if (argument.has("inout")) {
            var start = NpyFile.read(folder.resolve(argument.get("inout").asText()), arena);
            var memory = arena.allocate(start.data().byteSize(), 16).copyFrom(start.data());
            expect(argument, start.header(), memory, arena, outcomes);
            return Arg.inOut(memory);
        }
        if (argument.has("out")) {
            var header = header(argument);
            var memory = arena.allocate(header.bytes(), 16);
            expect(argument, header, memory, arena, outcomes);
            return Arg.out(memory);
        }
        if (argument.has("struct")) {
            return Arg.struct(MemorySegment.ofArray(struct(argument.get("struct"))));
        }
        return scalar(argument);
    }

    private void expect(JsonNode argument, NpyHeader header, MemorySegment memory, Arena arena, List<Outcome> outcomes)
            throws IOException {
        String file = argument.get("expect").asText();
        outcomes.add(new Outcome(
                file, header, memory, NpyFile.read(folder.resolve(file), arena).data()));
    }

    private static Object scalar(JsonNode argument) {
        var entry = argument.properties().iterator().next();
        var value = entry.getValue();
        return switch (entry.getKey()) {
            case "i32" -> value.asInt();
            case "u32" -> (int) value.asLong();
            case "i64" -> value.asLong();
            case "f32" -> (float) value.asDouble();
            case "f64" -> value.asDouble();
            default -> throw new IllegalArgumentException("unknown argument " + argument);
        };
    }

    /** Fields of four or eight bytes at C's natural alignment. */
    private static byte[] struct(JsonNode fields) {
        var bytes = ByteBuffer.allocate(fields.size() * 8 + 8).order(ByteOrder.LITTLE_ENDIAN);
        int end = 0;
        int alignment = 4;
        for (JsonNode field : fields) {
            var value = scalar(field);
            int size = value instanceof Long || value instanceof Double ? 8 : 4;
            end = (end + size - 1) / size * size;
            switch (value) {
                case Integer i -> bytes.putInt(end, i);
                case Float f -> bytes.putFloat(end, f);
                case Long l -> bytes.putLong(end, l);
                case Double d -> bytes.putDouble(end, d);
                default -> throw new IllegalArgumentException("unknown field " + field);
            }
            end += size;
            alignment = Math.max(alignment, size);
        }
        end = (end + alignment - 1) / alignment * alignment;
        return MemorySegment.ofBuffer(bytes.limit(end)).toArray(ValueLayout.JAVA_BYTE);
    }

    private void compare(Outcome outcome, List<String> differences) throws IOException {
        boolean exact = description.path("exact").asBoolean();
        double absolute = description.path("tolerance").path("abs").asDouble();
        double relative = description.path("tolerance").path("rel").asDouble();
        long elements = outcome.header.elements();
        long wrong = 0;
        String first = "";
        for (long i = 0; i < elements; i++) {
            double got = element(outcome.header, outcome.got, i);
            double expected = element(outcome.header, outcome.expected, i);
            boolean same = exact
                    ? bits(outcome.header, outcome.got, i) == bits(outcome.header, outcome.expected, i)
                    : got == expected
                            || Double.isNaN(got) && Double.isNaN(expected)
                            || Math.abs(got - expected) <= absolute + relative * Math.abs(expected);
            if (!same && wrong++ == 0) {
                first = "[" + i + "] is " + got + ", expected " + expected;
            }
        }
        if (wrong > 0) {
            differences.add(outcome.file + ": " + wrong + " of " + elements + " differ, first " + first);
        }
    }

    private static long bits(NpyHeader header, MemorySegment data, long index) {
        int bytes = header.type().bytes();
        return switch (bytes) {
            case 1 -> data.get(ValueLayout.JAVA_BYTE, index);
            case 2 -> data.get(ValueLayout.JAVA_SHORT_UNALIGNED, index * 2);
            case 4 -> data.get(ValueLayout.JAVA_INT_UNALIGNED, index * 4);
            case 8 -> data.get(ValueLayout.JAVA_LONG_UNALIGNED, index * 8);
            default -> throw new IllegalArgumentException("elements of " + bytes + " bytes");
        };
    }

    private static double element(NpyHeader header, MemorySegment data, long index) {
        long bits = bits(header, data, index);
        if (header.type().kind() != 'f') {
            return bits;
        }
        return switch (header.type().bytes()) {
            case 2 -> Float.float16ToFloat((short) bits);
            case 4 -> Float.intBitsToFloat((int) bits);
            default -> Double.longBitsToDouble(bits);
        };
    }

    @Override
    public String toString() {
        return folder.getFileName().toString();
    }
}
