package io.xianka.driver.api;

import java.util.Objects;

/**
 * What an array is, the opaque memory that textures and surfaces read.
 *
 * @param width in elements
 * @param height in elements; 0 for one dimension
 * @param depth in elements, or how many layers; 0 for one or two dimensions without layers
 * @param channels 1, 2 or 4
 * @param layered whether the depth counts layers, between which nothing is filtered
 * @param cubemap whether the layers are faces of cubes, six each
 * @param surfaces whether surfaces of it can be made, so that kernels may write it
 * @param gather whether {@code tex2Dgather} may be used
 */
public record ArrayShape(
        int width,
        int height,
        int depth,
        ChannelFormat format,
        int channels,
        boolean layered,
        boolean cubemap,
        boolean surfaces,
        boolean gather) {

    public ArrayShape {
        Objects.requireNonNull(format, "format");
        if (width < 1 || height < 0 || depth < 0) {
            throw new IllegalArgumentException("an array of " + width + " x " + height + " x " + depth
                    + ": the width is at least 1, height and depth at least 0");
        }
        if (channels != 1 && channels != 2 && channels != 4) {
            throw new IllegalArgumentException(
                    "an array of " + channels + " channels: there are 1, 2 and 4; use 4 for 3, as float4 does");
        }
        if (cubemap && (width != height || depth % 6 != 0 || depth == 0)) {
            throw new IllegalArgumentException("a cubemap of " + width + " x " + height + " x " + depth
                    + ": its faces are squares, and there are 6 of each cube");
        }
        if (layered && depth == 0) {
            throw new IllegalArgumentException("a layered array without layers; give at least 1");
        }
    }

    /** A row of elements. */
    public static ArrayShape of1D(int width, ChannelFormat format, int channels) {
        return new ArrayShape(width, 0, 0, format, channels, false, false, false, false);
    }

    /** Rows of elements. */
    public static ArrayShape of2D(int width, int height, ChannelFormat format, int channels) {
        return new ArrayShape(width, height, 0, format, channels, false, false, false, false);
    }

    /** A block of elements. */
    public static ArrayShape of3D(int width, int height, int depth, ChannelFormat format, int channels) {
        return new ArrayShape(width, height, depth, format, channels, false, false, false, false);
    }

    /** The six faces of a cube: +x, -x, +y, -y, +z, -z. */
    public static ArrayShape ofCube(int edge, ChannelFormat format, int channels) {
        return new ArrayShape(edge, edge, 6, format, channels, false, true, false, false);
    }

    /** So many of these in layers; of a cube, so many cubes. */
    public ArrayShape withLayers(int layers) {
        int slices = cubemap ? 6 * layers : layers;
        return new ArrayShape(width, height, slices, format, channels, true, cubemap, surfaces, gather);
    }

    /** One that kernels can write by surfaces. */
    public ArrayShape withSurfaces() {
        return new ArrayShape(width, height, depth, format, channels, layered, cubemap, true, gather);
    }

    /** One from which {@code tex2Dgather} can read. */
    public ArrayShape withGather() {
        return new ArrayShape(width, height, depth, format, channels, layered, cubemap, surfaces, true);
    }

    public int elementBytes() {
        return format.bytes() * channels;
    }

    public long rowBytes() {
        return (long) width * elementBytes();
    }

    /** Rows of a slice, at least 1. */
    public int rows() {
        return Math.max(1, height);
    }

    /** Slices, layers or faces, at least 1. */
    public int slices() {
        return Math.max(1, depth);
    }

    /** All elements, without gaps. */
    public long bytes() {
        return rowBytes() * rows() * slices();
    }

    /** {@code 64 x 32 of F32 x 4}. */
    @Override
    public String toString() {
        String size = width
                + (height > 0 ? " x " + height : "")
                + (depth > 0 ? (layered || cubemap ? ", " + depth + " layers" : " x " + depth) : "");
        return size + " of " + format + (channels > 1 ? " x " + channels : "");
    }
}
