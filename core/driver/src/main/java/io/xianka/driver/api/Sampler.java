package io.xianka.driver.api;

import java.util.List;
import java.util.Objects;

/**
 * How a texture is read: {@code CUDA_TEXTURE_DESC} of cuda.h.
 *
 * @param x what is outside in the first direction
 * @param normalizedCoordinates whether coordinates run from 0 to 1 instead of to the size
 * @param normalizedRead whether integers of 8 and 16 bits are read as floats, 0 to 1 or -1 to 1
 * @param border four channels, for {@link AddressMode#BORDER}
 */
public record Sampler(
        AddressMode x,
        AddressMode y,
        AddressMode z,
        FilterMode filter,
        boolean normalizedCoordinates,
        boolean normalizedRead,
        List<Float> border) {
    /** The nearest element, the edge going on, coordinates in elements, values as they are stored. */
    public static final Sampler POINT = new Sampler(
            AddressMode.CLAMP,
            AddressMode.CLAMP,
            AddressMode.CLAMP,
            FilterMode.POINT,
            false,
            false,
            List.of(0f, 0f, 0f, 0f));

    /** As {@link #POINT}, but the neighbours' mean. */
    public static final Sampler LINEAR = POINT.withFilter(FilterMode.LINEAR);

    public Sampler {
        Objects.requireNonNull(x, "x");
        Objects.requireNonNull(y, "y");
        Objects.requireNonNull(z, "z");
        Objects.requireNonNull(filter, "filter");
        border = List.copyOf(border);
        if (border.size() != 4) {
            throw new IllegalArgumentException("a border colour has 4 channels, not " + border.size());
        }
    }

    public Sampler withFilter(FilterMode mode) {
        return new Sampler(x, y, z, mode, normalizedCoordinates, normalizedRead, border);
    }

    /** One mode for all directions. */
    public Sampler withAddress(AddressMode mode) {
        return new Sampler(mode, mode, mode, filter, normalizedCoordinates, normalizedRead, border);
    }

    public Sampler withAddress(AddressMode inX, AddressMode inY, AddressMode inZ) {
        return new Sampler(inX, inY, inZ, filter, normalizedCoordinates, normalizedRead, border);
    }

    /** Coordinates from 0 to 1. */
    public Sampler withNormalizedCoordinates() {
        return new Sampler(x, y, z, filter, true, normalizedRead, border);
    }

    /** Integers of 8 and 16 bits as floats from 0 (or -1) to 1: {@code cudaReadModeNormalizedFloat}. */
    public Sampler withNormalizedRead() {
        return new Sampler(x, y, z, filter, normalizedCoordinates, true, border);
    }

    public Sampler withBorder(float r, float g, float b, float a) {
        return new Sampler(x, y, z, filter, normalizedCoordinates, normalizedRead, List.of(r, g, b, a));
    }
}
