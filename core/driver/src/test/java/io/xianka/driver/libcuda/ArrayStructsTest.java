package io.xianka.driver.libcuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.driver.api.AddressMode;
import io.xianka.driver.api.ArrayShape;
import io.xianka.driver.api.ChannelFormat;
import io.xianka.driver.api.Copy3D;
import io.xianka.driver.api.Sampler;
import io.xianka.driver.api.TextureSource;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** Offsets, sizes and numbers are those that gcc 13 gives with cuda.h of CUDA 13.0 on x86-64. */
class ArrayStructsTest {
    private static final Arena ARENA = Arena.ofAuto();

    private static MemorySegment zeros(long bytes) {
        return ARENA.allocate(bytes, 8);
    }

    private static void ints(MemorySegment struct, int... offsetsAndValues) {
        for (int i = 0; i < offsetsAndValues.length; i += 2) {
            assertEquals(
                    offsetsAndValues[i + 1],
                    struct.get(ValueLayout.JAVA_INT, offsetsAndValues[i]),
                    "at " + offsetsAndValues[i]);
        }
    }

    private static void longs(MemorySegment struct, long... offsetsAndValues) {
        for (int i = 0; i < offsetsAndValues.length; i += 2) {
            assertEquals(
                    offsetsAndValues[i + 1],
                    struct.get(ValueLayout.JAVA_LONG, offsetsAndValues[i]),
                    "at " + offsetsAndValues[i]);
        }
    }

    @Test
    void anArraysDescription() {
        assertEquals(40, ArrayStructs.ARRAY3D_DESCRIPTOR_BYTES);
        MemorySegment struct = zeros(40);
        ArrayStructs.write(
                struct,
                ArrayShape.of2D(7, 5, ChannelFormat.F16, 2)
                        .withLayers(3)
                        .withSurfaces()
                        .withGather());
        longs(struct, 0, 7, 8, 5, 16, 3);
        ints(struct, 24, 0x10, 28, 2, 32, 1 | 2 | 8);
        MemorySegment cube = zeros(40);
        ArrayStructs.write(cube, ArrayShape.ofCube(4, ChannelFormat.U8, 4));
        ints(cube, 24, 1, 28, 4, 32, 4);
    }

    @Test
    void aCopy() {
        assertEquals(200, ArrayStructs.MEMCPY3D_BYTES);
        MemorySegment host = ARENA.allocate(64);
        MemorySegment struct = zeros(200);
        ArrayStructs.write(
                struct, new Copy3D(new Copy3D.End.Host(host, 48, 6), new Copy3D.End.OfArray(0x77, 12, 3, 4), 16, 2, 5));
        ints(struct, 32, 1, 120, 3);
        longs(struct, 40, host.address(), 72, 48, 80, 6, 88, 12, 96, 3, 104, 4, 144, 0x77, 176, 16, 184, 2, 192, 5);
        MemorySegment other = zeros(200);
        ArrayStructs.write(
                other,
                new Copy3D(new Copy3D.End.OfArray(0x66, 4, 1, 2), new Copy3D.End.Device(0x5000, 512, 9), 16, 2, 5));
        ints(other, 32, 3, 120, 2);
        longs(other, 0, 4, 8, 1, 16, 2, 56, 0x66, 136, 0x5000, 160, 512, 168, 9);
    }

    @Test
    void aResource() {
        assertEquals(144, ArrayStructs.RESOURCE_DESC_BYTES);
        MemorySegment array = zeros(144);
        ArrayStructs.write(array, new TextureSource.OfArray(0x55));
        ints(array, 0, 0);
        longs(array, 8, 0x55);
        MemorySegment linear = zeros(144);
        ArrayStructs.write(linear, new TextureSource.Linear(0x4000, ChannelFormat.I32, 2, 800));
        ints(linear, 0, 2, 16, 10, 20, 2);
        longs(linear, 8, 0x4000, 24, 800);
        MemorySegment pitched = zeros(144);
        ArrayStructs.write(pitched, new TextureSource.Pitched(0x4000, ChannelFormat.U16, 4, 30, 20, 256));
        ints(pitched, 0, 3, 16, 2, 20, 4);
        longs(pitched, 8, 0x4000, 24, 30, 32, 20, 40, 256);
    }

    @Test
    void howATextureIsRead() {
        assertEquals(104, ArrayStructs.TEXTURE_DESC_BYTES);
        MemorySegment struct = zeros(104);
        ArrayStructs.write(
                struct,
                Sampler.LINEAR
                        .withAddress(AddressMode.WRAP, AddressMode.MIRROR, AddressMode.BORDER)
                        .withNormalizedCoordinates()
                        .withBorder(0.5f, 0, 0, 2));
        ints(struct, 0, 0, 4, 2, 8, 3, 12, 1, 16, 1 | 2);
        assertEquals(0.5f, struct.get(ValueLayout.JAVA_FLOAT, 40));
        assertEquals(2f, struct.get(ValueLayout.JAVA_FLOAT, 52));
        MemorySegment normalised = zeros(104);
        ArrayStructs.write(normalised, Sampler.POINT.withNormalizedRead());
        ints(normalised, 0, 1, 4, 1, 8, 1, 12, 0, 16, 0);
    }
}
