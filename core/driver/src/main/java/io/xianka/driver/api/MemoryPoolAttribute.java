package io.xianka.driver.api;

/** Attributes of a stream-ordered memory pool with 64-bit values ({@code CUmemPool_attribute}). */
public enum MemoryPoolAttribute {
    /** Bytes that a pool keeps instead of giving them back at the next synchronisation. */
    RELEASE_THRESHOLD(4),
    RESERVED_MEM_CURRENT(5),
    RESERVED_MEM_HIGH(6),
    USED_MEM_CURRENT(7),
    USED_MEM_HIGH(8);

    private final int code;

    MemoryPoolAttribute(int code) {
        this.code = code;
    }

    /** The value of cuda.h. */
    public int code() {
        return code;
    }
}
