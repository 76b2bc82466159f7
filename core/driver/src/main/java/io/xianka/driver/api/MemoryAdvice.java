package io.xianka.driver.api;

/** Advice about managed memory ({@code CUmem_advise}). */
public enum MemoryAdvice {
    SET_READ_MOSTLY(1),
    UNSET_READ_MOSTLY(2),
    SET_PREFERRED_LOCATION(3),
    UNSET_PREFERRED_LOCATION(4),
    SET_ACCESSED_BY(5),
    UNSET_ACCESSED_BY(6);

    private final int code;

    MemoryAdvice(int code) {
        this.code = code;
    }

    /** The value of cuda.h. */
    public int code() {
        return code;
    }
}
