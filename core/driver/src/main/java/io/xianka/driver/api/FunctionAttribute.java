package io.xianka.driver.api;

/** Integer attributes of a kernel, numbered as in cuda.h 13.0 ({@code CU_FUNC_ATTRIBUTE_*} without the prefix). */
public enum FunctionAttribute {
    MAX_THREADS_PER_BLOCK(0),
    SHARED_SIZE_BYTES(1),
    CONST_SIZE_BYTES(2),
    LOCAL_SIZE_BYTES(3),
    NUM_REGS(4),
    PTX_VERSION(5),
    BINARY_VERSION(6),
    CACHE_MODE_CA(7),
    MAX_DYNAMIC_SHARED_SIZE_BYTES(8),
    PREFERRED_SHARED_MEMORY_CARVEOUT(9),
    CLUSTER_SIZE_MUST_BE_SET(10),
    REQUIRED_CLUSTER_WIDTH(11),
    REQUIRED_CLUSTER_HEIGHT(12),
    REQUIRED_CLUSTER_DEPTH(13),
    NON_PORTABLE_CLUSTER_SIZE_ALLOWED(14),
    CLUSTER_SCHEDULING_POLICY_PREFERENCE(15);

    private final int code;

    FunctionAttribute(int code) {
        this.code = code;
    }

    /** The value of cuda.h. */
    public int code() {
        return code;
    }
}
