package io.xianka.tensor.file;

import io.xianka.tensor.DType;
import java.util.Arrays;

/**
 * The types of elements that safetensors files know, those first that lie last: a file holds the wider ones before the narrower ones, so
 * that each tensor is aligned to its elements.
 */
enum SafetensorsType {
    BOOL(8, DType.BOOL),
    F4(4),
    F6_E2M3(6),
    F6_E3M2(6),
    U8(8, DType.UINT8),
    I8(8, DType.INT8),
    F8_E5M2(8),
    F8_E4M3(8),
    F8_E8M0(8),
    F8_E4M3FNUZ(8),
    F8_E5M2FNUZ(8),
    I16(16, DType.INT16),
    U16(16),
    F16(16, DType.FLOAT16),
    BF16(16, DType.BFLOAT16),
    I32(32, DType.INT32),
    U32(32),
    F32(32, DType.FLOAT32),
    C64(64, DType.COMPLEX64),
    F64(64, DType.FLOAT64),
    I64(64, DType.INT64),
    U64(64);

    private final int bits;
    private final DType dtype;

    SafetensorsType(int bits) {
        this(bits, null);
    }

    SafetensorsType(int bits, DType dtype) {
        this.bits = bits;
        this.dtype = dtype;
    }

    /** {@return the type of this name, or null} */
    static SafetensorsType named(String name) {
        for (SafetensorsType type : values()) {
            if (type.name().equals(name)) {
                return type;
            }
        }
        return null;
    }

    static SafetensorsType of(DType dtype) {
        return Arrays.stream(values())
                .filter(type -> type.dtype == dtype)
                .findFirst()
                .orElseThrow();
    }

    /** The size of one element, in bits. */
    int bits() {
        return bits;
    }

    /** {@return what tensors call it, or null where they have no such type} */
    DType dtype() {
        return dtype;
    }
}
