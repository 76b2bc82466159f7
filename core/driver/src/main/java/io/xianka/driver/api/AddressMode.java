package io.xianka.driver.api;

/** What a texture gives outside of it: {@code CUaddress_mode} of cuda.h. */
public enum AddressMode {
    /** It repeats; of normalised coordinates only, others are clamped. */
    WRAP,
    /** Its edge goes on. */
    CLAMP,
    /** It repeats, every second time mirrored; of normalised coordinates only, others are clamped. */
    MIRROR,
    /** The border colour, which is zero unless the sampler has another. */
    BORDER;

    /** The number in cuda.h. */
    public int code() {
        return ordinal();
    }
}
