package io.xianka.cli;

import io.xianka.cli.npy.NpyType;
import io.xianka.driver.api.KernelParameter;
import io.xianka.driver.api.ParameterKind;

/**
 * Whether an array fits the elements that a parameter points at. Numbers go with their own kind; raw bytes
 * ({@code V}) and, for 16-bit floats that NumPy lacks, unsigned integers go by size.
 */
final class ElementRules {
    private ElementRules() {}

    /** Null when the array fits, else what to pass instead. */
    static String refusal(KernelParameter parameter, NpyType type, long bytes) {
        if (parameter.kind() != ParameterKind.POINTER) {
            boolean couldBePointer = parameter.kind() == ParameterKind.OPAQUE && parameter.sizeBytes() == 8;
            return couldBePointer ? null : "pass " + scalarExample(parameter);
        }
        int element = parameter.pointeeBytes();
        if (element == 0) {
            return null;
        }
        if (bytes % element != 0) {
            return bytes + " bytes are no whole number of elements of " + element + " bytes";
        }
        return accepts(parameter.pointee(), type) ? null : "pass an array of " + wanted(parameter.pointee());
    }

    private static boolean accepts(ParameterKind pointee, NpyType type) {
        boolean raw = type.kind() == 'V';
        return switch (pointee) {
            case STRUCT, OPAQUE, POINTER -> true;
            case F64, F32 -> raw || type.kind() == 'f' && type.bytes() == pointee.sizeBytes();
            case F16 -> raw || type.bytes() == 2 && (type.kind() == 'f' || type.kind() == 'u');
            case BF16 -> raw || type.bytes() == 2 && type.kind() == 'u';
            case BOOL, I8, U8 -> raw || type.bytes() == 1;
            case I16, U16, I32, U32, I64, U64 ->
                raw || type.bytes() == pointee.sizeBytes() && (type.kind() == 'i' || type.kind() == 'u');
        };
    }

    private static String wanted(ParameterKind pointee) {
        return switch (pointee) {
            case F64 -> "float64";
            case F32 -> "float32";
            case F16 -> "float16 (or its bits as uint16)";
            case BF16 -> "uint16, the bits of bfloat16";
            case BOOL -> "bool";
            case I8 -> "int8";
            case U8 -> "uint8";
            case I16 -> "int16";
            case U16 -> "uint16";
            case I32 -> "int32";
            case U32 -> "uint32";
            case I64 -> "int64";
            case U64 -> "uint64";
            case STRUCT, OPAQUE, POINTER -> "raw bytes (V)";
        };
    }

    private static String scalarExample(KernelParameter parameter) {
        return switch (parameter.kind()) {
            case BOOL, U8 -> "u8:1";
            case I8 -> "i8:1";
            case I16 -> "i16:1";
            case U16, F16, BF16 -> "u16:1";
            case I32 -> "i32:1";
            case U32 -> "u32:1";
            case I64 -> "i64:1";
            case U64 -> "u64:1";
            case F32 -> "f32:0.5";
            case F64 -> "f64:0.5";
            case STRUCT -> "struct:f32:0.5,i32:7 with " + parameter.sizeBytes() + " bytes of fields";
            case OPAQUE, POINTER -> "a value of " + parameter.sizeBytes() + " bytes";
        };
    }
}
