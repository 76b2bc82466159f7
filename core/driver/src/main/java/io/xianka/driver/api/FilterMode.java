package io.xianka.driver.api;

/** How a texture answers between its elements: {@code CUfilter_mode} of cuda.h. */
public enum FilterMode {
    /** The element in which the coordinates lie. */
    POINT,
    /** The mean of the neighbours, weighted to 1/256. Elements must be read as floating-point numbers. */
    LINEAR;

    /** The number in cuda.h. */
    public int code() {
        return ordinal();
    }
}
