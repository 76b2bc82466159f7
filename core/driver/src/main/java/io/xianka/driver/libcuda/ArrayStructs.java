package io.xianka.driver.libcuda;

import io.xianka.driver.api.ArrayShape;
import io.xianka.driver.api.Copy3D;
import io.xianka.driver.api.Sampler;
import io.xianka.driver.api.TextureSource;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The structs of cuda.h about arrays and textures, written field by field. All memory given is zero. */
final class ArrayStructs {
    static final long ARRAY3D_DESCRIPTOR_BYTES = 40;
    static final long MEMCPY3D_BYTES = 200;
    static final long RESOURCE_DESC_BYTES = 144;
    static final long TEXTURE_DESC_BYTES = 104;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private static final int ARRAY3D_LAYERED = 1;
    private static final int ARRAY3D_SURFACE_LDST = 2;
    private static final int ARRAY3D_CUBEMAP = 4;
    private static final int ARRAY3D_TEXTURE_GATHER = 8;

    private static final int MEMORY_HOST = 1;
    private static final int MEMORY_DEVICE = 2;
    private static final int MEMORY_ARRAY = 3;

    /** The second end of a copy has the fields of the first, so many bytes later. */
    private static final long TO = 88;

    private static final int RESOURCE_ARRAY = 0;
    private static final int RESOURCE_LINEAR = 2;
    private static final int RESOURCE_PITCH2D = 3;

    private static final int READ_AS_INTEGER = 1;
    private static final int NORMALIZED_COORDINATES = 2;

    private ArrayStructs() {}

    /** {@code CUDA_ARRAY3D_DESCRIPTOR}. */
    static void write(MemorySegment descriptor, ArrayShape shape) {
        descriptor.set(LONG, 0, shape.width());
        descriptor.set(LONG, 8, shape.height());
        descriptor.set(LONG, 16, shape.depth());
        descriptor.set(INT, 24, shape.format().code());
        descriptor.set(INT, 28, shape.channels());
        descriptor.set(
                INT,
                32,
                (shape.layered() ? ARRAY3D_LAYERED : 0)
                        | (shape.surfaces() ? ARRAY3D_SURFACE_LDST : 0)
                        | (shape.cubemap() ? ARRAY3D_CUBEMAP : 0)
                        | (shape.gather() ? ARRAY3D_TEXTURE_GATHER : 0));
    }

    /** {@code CUDA_MEMCPY3D}; host memory is native. */
    static void write(MemorySegment params, Copy3D copy) {
        write(params, 0, copy.from());
        write(params, TO, copy.to());
        params.set(LONG, 176, copy.widthBytes());
        params.set(LONG, 184, copy.height());
        params.set(LONG, 192, copy.depth());
    }

    private static void write(MemorySegment params, long at, Copy3D.End end) {
        switch (end) {
            case Copy3D.End.Host host -> {
                params.set(INT, at + 32, MEMORY_HOST);
                params.set(LONG, at + 40, host.memory().address());
                params.set(LONG, at + 72, host.pitchBytes());
                params.set(LONG, at + 80, host.rows());
            }
            case Copy3D.End.Device device -> {
                params.set(INT, at + 32, MEMORY_DEVICE);
                params.set(LONG, at + 48, device.pointer());
                params.set(LONG, at + 72, device.pitchBytes());
                params.set(LONG, at + 80, device.rows());
            }
            case Copy3D.End.OfArray array -> {
                params.set(LONG, at, array.xBytes());
                params.set(LONG, at + 8, array.y());
                params.set(LONG, at + 16, array.z());
                params.set(INT, at + 32, MEMORY_ARRAY);
                params.set(LONG, at + 56, array.array());
            }
        }
    }

    /** {@code CUDA_RESOURCE_DESC}. */
    static void write(MemorySegment resource, TextureSource source) {
        switch (source) {
            case TextureSource.OfArray array -> {
                resource.set(INT, 0, RESOURCE_ARRAY);
                resource.set(LONG, 8, array.array());
            }
            case TextureSource.Linear linear -> {
                resource.set(INT, 0, RESOURCE_LINEAR);
                resource.set(LONG, 8, linear.pointer());
                resource.set(INT, 16, linear.format().code());
                resource.set(INT, 20, linear.channels());
                resource.set(LONG, 24, linear.bytes());
            }
            case TextureSource.Pitched pitched -> {
                resource.set(INT, 0, RESOURCE_PITCH2D);
                resource.set(LONG, 8, pitched.pointer());
                resource.set(INT, 16, pitched.format().code());
                resource.set(INT, 20, pitched.channels());
                resource.set(LONG, 24, pitched.width());
                resource.set(LONG, 32, pitched.height());
                resource.set(LONG, 40, pitched.pitchBytes());
            }
        }
    }

    /** {@code CUDA_TEXTURE_DESC}. */
    static void write(MemorySegment texture, Sampler sampler) {
        texture.set(INT, 0, sampler.x().code());
        texture.set(INT, 4, sampler.y().code());
        texture.set(INT, 8, sampler.z().code());
        texture.set(INT, 12, sampler.filter().code());
        texture.set(
                INT,
                16,
                (sampler.normalizedRead() ? 0 : READ_AS_INTEGER)
                        | (sampler.normalizedCoordinates() ? NORMALIZED_COORDINATES : 0));
        for (int i = 0; i < 4; i++) {
            texture.set(ValueLayout.JAVA_FLOAT, 40 + 4L * i, sampler.border().get(i));
        }
    }
}
