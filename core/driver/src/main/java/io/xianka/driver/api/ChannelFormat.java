package io.xianka.driver.api;

/** How one channel of an array's element is stored: {@code CUarray_format} of cuda.h. */
public enum ChannelFormat {
    U8(0x01, 1),
    U16(0x02, 2),
    U32(0x03, 4),
    I8(0x08, 1),
    I16(0x09, 2),
    I32(0x0a, 4),
    F16(0x10, 2),
    F32(0x20, 4);

    private final int code;
    private final int bytes;

    ChannelFormat(int code, int bytes) {
        this.code = code;
        this.bytes = bytes;
    }

    /** The number in cuda.h. */
    public int code() {
        return code;
    }

    public int bytes() {
        return bytes;
    }

    public boolean isFloat() {
        return this == F16 || this == F32;
    }

    public boolean isSigned() {
        return this == I8 || this == I16 || this == I32;
    }
}
