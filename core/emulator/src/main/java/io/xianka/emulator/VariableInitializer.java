package io.xianka.emulator;

import io.xianka.driver.api.CudaStatus;
import io.xianka.ptx.Initializer;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Variable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;

/** Writes the value that a variable has at load into its memory, which is zero before. */
final class VariableInitializer {
    private final Variable variable;
    private final MemorySegment memory;
    private final Map<String, Long> addresses;
    private final PtxType type;
    private final int elementBytes;

    VariableInitializer(Variable variable, MemorySegment memory, Map<String, Long> addresses) {
        this.variable = variable;
        this.memory = memory;
        this.addresses = addresses;
        this.type = variable.type();
        this.elementBytes = type.bytes();
    }

    void write() {
        if (variable.initializer() instanceof Initializer.Array array) {
            long[] strides = strides();
            writeArray(array.elements(), 0, 0, strides);
        } else {
            writeElement(variable.initializer(), 0);
        }
    }

    /** Bytes between the elements of each dimension; the last is the elements' own size. */
    private long[] strides() {
        List<Long> dimensions = variable.dimensions();
        int inner = variable.vectorWidth() > 1 ? 1 : 0;
        long[] strides = new long[Math.max(1, dimensions.size() + inner)];
        long stride = elementBytes;
        for (int i = strides.length - 1; i >= 0; i--) {
            strides[i] = stride;
            stride *= i >= dimensions.size() ? variable.vectorWidth() : Math.max(1, dimensions.get(i));
        }
        return strides;
    }

    private void writeArray(List<Initializer> elements, long offset, int dimension, long[] strides) {
        long at = offset;
        for (Initializer element : elements) {
            if (element instanceof Initializer.Array nested) {
                if (dimension + 1 >= strides.length) {
                    throw refuse("is nested more deeply than the variable");
                }
                writeArray(nested.elements(), at, dimension + 1, strides);
                at += strides[dimension];
            } else {
                // A flat list fills the elements of all dimensions in order.
                writeElement(element, at);
                at += dimension + 1 < strides.length && elements.stream().noneMatch(Initializer.Array.class::isInstance)
                        ? elementBytes
                        : strides[dimension];
            }
        }
    }

    private void writeElement(Initializer value, long offset) {
        if (offset + elementBytes > memory.byteSize()) {
            throw refuse("has more values than the variable has elements");
        }
        long bits = switch (value) {
            case Initializer.IntegerValue integer ->
                type.isFloat() ? ofReal((double) integer.value()) : integer.value();
            case Initializer.FloatValue single ->
                type == PtxType.F64 ? Double.doubleToRawLongBits(Float.intBitsToFloat(single.bits())) : single.bits();
            case Initializer.DoubleValue real ->
                type.isFloat() ? ofReal(Double.longBitsToDouble(real.bits())) : real.bits();
            case Initializer.AddressOf address -> address(address);
            case Initializer.Difference _, Initializer.Array _, Initializer.Property _ ->
                throw refuse("has a value that is no number and no address");
        };
        switch (elementBytes) {
            case 1 -> memory.set(ValueLayout.JAVA_BYTE, offset, (byte) bits);
            case 2 -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, offset, (short) bits);
            case 4 -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, offset, (int) bits);
            case 8 -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, bits);
            default -> throw refuse("is of type ." + type.text());
        }
    }

    private long ofReal(double value) {
        return switch (type) {
            case F64 -> Double.doubleToRawLongBits(value);
            case F32 -> Float.floatToRawIntBits((float) value);
            case F16 -> Float.floatToFloat16((float) value);
            default -> throw refuse("is of type ." + type.text());
        };
    }

    private long address(Initializer.AddressOf address) {
        Long base = addresses.get(address.name());
        if (base == null) {
            throw refuse("names '" + address.name() + "', which has no address");
        }
        long value = base + address.offsetBytes();
        return address.mask() == 0 ? value : (value & address.mask()) >>> Long.numberOfTrailingZeros(address.mask());
    }

    private RuntimeException refuse(String why) {
        return Statuses.with(
                CudaStatus.CUDA_ERROR_INVALID_PTX,
                "the initial value of '" + variable.name() + "' (PTX line "
                        + variable.line().number() + ") " + why,
                "cuModuleLoadDataEx",
                "PTX");
    }
}
