package io.xianka.driver.api;

/**
 * The calls about arrays, textures and surfaces; the rules of {@link DriverApi} hold here too. Arrays and objects belong
 * to the context that is current when they are made.
 */
public interface ArrayApi {

    /** {@code cuArray3DCreate}, for one, two and three dimensions; contents are undefined. */
    long arrayCreate(ArrayShape shape);

    /** {@code cuArrayDestroy}; textures and surfaces of it end first. */
    void arrayDestroy(long array);

    /**
     * {@code cuMemcpy3DAsync} of host memory of any kind, heap segments too: it runs after earlier work of the stream and
     * is done when this returns.
     */
    void memcpy3D(Copy3D copy, long stream);

    /** {@code cuMemcpy3DAsync}; host memory is native and stays untouched until the stream got there. */
    void memcpy3DAsync(Copy3D copy, long stream);

    /** {@code cuTexObjectCreate} with no resource view. */
    long texObjectCreate(TextureSource source, Sampler sampler);

    /** {@code cuTexObjectDestroy}. */
    void texObjectDestroy(long texture);

    /** {@code cuSurfObjectCreate} of an array. */
    long surfObjectCreate(long array);

    /** {@code cuSurfObjectDestroy}. */
    void surfObjectDestroy(long surface);
}
