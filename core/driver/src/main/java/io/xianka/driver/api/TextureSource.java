package io.xianka.driver.api;

/** What a texture object reads: {@code CUDA_RESOURCE_DESC} of cuda.h. */
public sealed interface TextureSource {

    /** An array, by its handle. */
    record OfArray(long array) implements TextureSource {}

    /** Device memory as a row of elements, for {@code tex1Dfetch}. */
    record Linear(long pointer, ChannelFormat format, int channels, long bytes) implements TextureSource {}

    /** Device memory as rows of elements, the starts of which are so many bytes apart. */
    record Pitched(long pointer, ChannelFormat format, int channels, int width, int height, long pitchBytes)
            implements TextureSource {}
}
