package io.xianka.cli;

import io.xianka.cli.npy.NpyException;
import io.xianka.cli.npy.NpyFile;
import io.xianka.cli.npy.NpyHeader;
import io.xianka.cli.npy.NpyType;
import io.xianka.cli.npy.WholeFile;
import io.xianka.driver.Arg;
import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Kernel;
import io.xianka.driver.api.KernelParameter;
import io.xianka.driver.api.KernelSignature;
import io.xianka.driver.api.ParameterKind;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The arguments of one {@code xianka run}, on the device: files are read and checked against the kernel's parameters
 * before memory is taken, results are read back and written at the end.
 */
final class RunArguments implements AutoCloseable {

    /** An array on the device; {@code initial} is what it starts with, or null; {@code result} where it goes, or null. */
    private record OnDevice(DeviceBuffer buffer, NpyHeader header, MemorySegment initial, boolean zeros, Path result) {}

    /** An array that came back. */
    record Result(Path file, NpyHeader header, MemorySegment data) {}

    private final Arena files = Arena.ofShared();
    private final List<OnDevice> arrays = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();

    /** Whether results are written to files. */
    private final boolean isWriting;

    private RunArguments(boolean isWriting) {
        this.isWriting = isWriting;
    }

    /**
     * Reads and places the arguments of a kernel. On failure nothing is kept.
     *
     * @param isWriting whether results will be written, so that each needs a file that can be
     */
    static RunArguments place(Device device, Kernel target, List<KernelArgument> arguments, boolean isWriting)
            throws IOException, FailureException, UsageException {
        var kernel = new KernelSignature(target.name(), target.signature().parameters());
        var parameters = kernel.parameters();
        if (arguments.size() != parameters.size()) {
            throw new UsageException(kernel.name() + " takes " + parameters.size() + " arguments, got "
                    + arguments.size() + ": " + kernel);
        }
        var placed = new RunArguments(isWriting);
        try {
            for (int i = 0; i < arguments.size(); i++) {
                placed.add(device, new Position(kernel, i), arguments.get(i));
            }
            placed.reset();
            return placed;
        } catch (IOException | FailureException | UsageException | RuntimeException failure) {
            placed.close();
            throw failure;
        }
    }

    private record Position(KernelSignature kernel, int index) {
        KernelParameter parameter() {
            return kernel.parameters().get(index);
        }

        FailureException mismatch(String what) {
            var parameter = parameter();
            String type = parameter.type().isEmpty() ? parameter.sizeBytes() + " bytes" : parameter.type();
            return new FailureException(kernel.name() + ": parameter " + (index + 1)
                    + (parameter.name().isEmpty() ? "" : " '" + parameter.name() + "'") + " is " + type + ": " + what);
        }
    }

    private void add(Device device, Position position, KernelArgument argument)
            throws IOException, FailureException, UsageException {
        switch (argument) {
            case KernelArgument.Scalar(Object value) -> values.add(value);
            case KernelArgument.Struct(List<KernelArgument.Scalar> fields) ->
                values.add(Arg.struct(MemorySegment.ofArray(StructBytes.of(fields))));
            case KernelArgument.In(Path file) -> {
                var array = read(file);
                add(device, position, "in:" + file, array.header(), array.data(), false, null);
            }
            case KernelArgument.Null() -> {
                var parameter = position.parameter();
                boolean isPointer = parameter.kind() == ParameterKind.POINTER
                        || (parameter.kind() == ParameterKind.OPAQUE && parameter.sizeBytes() == Long.BYTES);
                if (!isPointer) {
                    throw position.mismatch("got null, which only a pointer can be");
                }
                values.add(Arg.nullPointer());
            }
            case KernelArgument.InOut(Path file, Path result) -> {
                if (isWriting && result == null) {
                    throw new UsageException("argument 'inout:" + file + "': write inout:" + file
                            + ":RESULT.npy, where the result goes");
                }
                var array = read(file);
                if (result != null) {
                    requireTarget(result);
                }
                // Nothing is written there without a name for the result: it stands for the array in messages.
                Path named = result == null ? file : result;
                add(device, position, "inout:" + file, array.header(), array.data(), false, named);
            }
            case KernelArgument.Out(Path result, NpyType type, List<Long> shape) -> {
                requireTarget(result);
                add(device, position, "out:" + result, new NpyHeader(type, shape), null, true, result);
            }
            case KernelArgument.Scratch(NpyType type, List<Long> shape) ->
                add(device, position, "scratch", new NpyHeader(type, shape), null, false, null);
        }
    }

    private void add(
            Device device,
            Position position,
            String spelled,
            NpyHeader header,
            MemorySegment initial,
            boolean zeros,
            Path result)
            throws FailureException, UsageException {
        long bytes;
        try {
            bytes = header.bytes();
        } catch (NpyException tooLarge) {
            throw new UsageException("argument '" + spelled + "': " + tooLarge.getMessage());
        }
        String refusal = ElementRules.refusal(position.parameter(), header.type(), bytes);
        if (refusal != null) {
            throw position.mismatch(
                    "got " + spelled + ", " + header.type() + " " + header.shapeText() + "; " + refusal);
        }
        var buffer = device.allocate(Math.max(bytes, 1));
        arrays.add(new OnDevice(buffer, header, initial, zeros, result));
        values.add(buffer);
    }

    private NpyFile read(Path file) throws IOException, FailureException {
        try {
            return NpyFile.read(file, files);
        } catch (NpyException refused) {
            throw new FailureException(file + ": " + refused.getMessage(), refused);
        }
    }

    private void requireTarget(Path result) throws FailureException, UsageException {
        String refusal = isWriting ? WholeFile.refusal(result) : null;
        if (refusal != null) {
            throw new FailureException(refusal);
        }
        if (arrays.stream().anyMatch(array -> result.equals(array.result))) {
            throw new UsageException(result + " is named twice; give each result a file of its own");
        }
    }

    /** What {@code Kernel.launch} takes. */
    Object[] values() {
        return values.toArray();
    }

    /** Puts each array's first contents on the device again. */
    void reset() {
        for (var array : arrays) {
            if (array.initial != null && array.initial.byteSize() > 0) {
                array.buffer.copyFrom(array.initial);
            } else if (array.zeros) {
                array.buffer.fill((byte) 0);
            }
        }
    }

    /** Reads the results back. */
    List<Result> results() throws IOException {
        var results = new ArrayList<Result>();
        for (var array : arrays) {
            if (array.result != null) {
                long bytes = array.header.bytes();
                var data = files.allocate(bytes, 16);
                if (bytes > 0) {
                    array.buffer.slice(0, bytes).copyTo(data);
                }
                results.add(new Result(array.result, array.header, data));
            }
        }
        return results;
    }

    /** Gives the device's memory back; results that were read stay until {@link #close}. */
    void freeDeviceMemory() {
        for (var array : arrays) {
            array.buffer.close();
        }
    }

    @Override
    public void close() {
        freeDeviceMemory();
        files.close();
    }

    /** C's layout of a struct of scalars. */
    private static final class StructBytes {
        private StructBytes() {}

        static byte[] of(List<KernelArgument.Scalar> fields) {
            var bytes = ByteBuffer.allocate(fields.size() * 8 + 8).order(ByteOrder.LITTLE_ENDIAN);
            int end = 0;
            int alignment = 1;
            for (var field : fields) {
                int size = switch (field.value()) {
                    case Byte b -> 1;
                    case Short s -> 2;
                    case Integer i -> 4;
                    case Float f -> 4;
                    default -> 8;
                };
                int at = (end + size - 1) / size * size;
                switch (field.value()) {
                    case Byte b -> bytes.put(at, b);
                    case Short s -> bytes.putShort(at, s);
                    case Integer i -> bytes.putInt(at, i);
                    case Float f -> bytes.putFloat(at, f);
                    case Long l -> bytes.putLong(at, l);
                    case Double d -> bytes.putDouble(at, d);
                    default -> throw new IllegalStateException("no scalar: " + field.value());
                }
                end = at + size;
                alignment = Math.max(alignment, size);
            }
            int padded = (end + alignment - 1) / alignment * alignment;
            return MemorySegment.ofBuffer(bytes.rewind().limit(padded)).toArray(ValueLayout.JAVA_BYTE);
        }
    }
}
