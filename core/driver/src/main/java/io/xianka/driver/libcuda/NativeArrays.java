package io.xianka.driver.libcuda;

import static io.xianka.driver.libcuda.Downcalls.call;

import io.xianka.driver.api.ArrayApi;
import io.xianka.driver.api.ArrayShape;
import io.xianka.driver.api.Copy3D;
import io.xianka.driver.api.Sampler;
import io.xianka.driver.api.TextureSource;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

/** Arrays, textures and surfaces of the CUDA driver. */
final class NativeArrays implements ArrayApi {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private final NativeMemory driver;

    NativeArrays(NativeMemory driver) {
        this.driver = driver;
    }

    @Override
    public long arrayCreate(ArrayShape shape) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(LONG);
            MemorySegment descriptor = arena.allocate(ArrayStructs.ARRAY3D_DESCRIPTOR_BYTES, 8);
            ArrayStructs.write(descriptor, shape);
            check(
                    CudaCall.ARRAY_3D_CREATE,
                    call(driver.function(CudaCall.ARRAY_3D_CREATE), out.address(), descriptor.address()),
                    shape);
            return out.get(LONG, 0);
        }
    }

    @Override
    public void arrayDestroy(long array) {
        destroy(CudaCall.ARRAY_DESTROY, array);
    }

    @Override
    public void memcpy3D(Copy3D copy, long stream) {
        try (Arena arena = Arena.ofConfined()) {
            Copy3D.End from = copy.from();
            if (from instanceof Copy3D.End.Host host && !host.memory().isNative()) {
                MemorySegment outside = arena.allocate(host.memory().byteSize(), 16);
                MemorySegment.copy(host.memory(), 0, outside, 0, host.memory().byteSize());
                from = new Copy3D.End.Host(outside, host.pitchBytes(), host.rows());
            }
            Copy3D.End to = copy.to();
            MemorySegment back = null;
            if (to instanceof Copy3D.End.Host host && !host.memory().isNative()) {
                // What lies between the rows must stay as it was.
                back = arena.allocate(host.memory().byteSize(), 16);
                MemorySegment.copy(host.memory(), 0, back, 0, back.byteSize());
                to = new Copy3D.End.Host(back, host.pitchBytes(), host.rows());
            }
            memcpy3DAsync(new Copy3D(from, to, copy.widthBytes(), copy.height(), copy.depth()), stream);
            driver.streamSynchronize(stream);
            if (back != null && copy.to() instanceof Copy3D.End.Host host) {
                MemorySegment.copy(back, 0, host.memory(), 0, back.byteSize());
            }
        } finally {
            Reference.reachabilityFence(copy);
        }
    }

    @Override
    public void memcpy3DAsync(Copy3D copy, long stream) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment params = arena.allocate(ArrayStructs.MEMCPY3D_BYTES, 8);
            ArrayStructs.write(params, copy);
            check(
                    CudaCall.MEMCPY_3D_ASYNC,
                    call(driver.function(CudaCall.MEMCPY_3D_ASYNC), params.address(), stream),
                    copy,
                    hex(stream));
        } finally {
            Reference.reachabilityFence(copy);
        }
    }

    @Override
    public long texObjectCreate(TextureSource source, Sampler sampler) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(LONG);
            MemorySegment resource = arena.allocate(ArrayStructs.RESOURCE_DESC_BYTES, 8);
            ArrayStructs.write(resource, source);
            MemorySegment texture = arena.allocate(ArrayStructs.TEXTURE_DESC_BYTES, 8);
            ArrayStructs.write(texture, sampler);
            check(
                    CudaCall.TEX_OBJECT_CREATE,
                    call(
                            driver.function(CudaCall.TEX_OBJECT_CREATE),
                            out.address(),
                            resource.address(),
                            texture.address(),
                            0),
                    source,
                    sampler);
            return out.get(LONG, 0);
        }
    }

    @Override
    public void texObjectDestroy(long texture) {
        destroy(CudaCall.TEX_OBJECT_DESTROY, texture);
    }

    @Override
    public long surfObjectCreate(long array) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(LONG);
            MemorySegment resource = arena.allocate(ArrayStructs.RESOURCE_DESC_BYTES, 8);
            ArrayStructs.write(resource, new TextureSource.OfArray(array));
            check(
                    CudaCall.SURF_OBJECT_CREATE,
                    call(driver.function(CudaCall.SURF_OBJECT_CREATE), out.address(), resource.address()),
                    hex(array));
            return out.get(LONG, 0);
        }
    }

    @Override
    public void surfObjectDestroy(long surface) {
        destroy(CudaCall.SURF_OBJECT_DESTROY, surface);
    }

    private void destroy(CudaCall destruction, long handle) {
        check(destruction, call(driver.function(destruction), handle), hex(handle));
    }

    private static void check(CudaCall made, int status, Object... arguments) {
        if (status != 0) {
            throw NativeCalls.failed(made, status, arguments);
        }
    }

    private static String hex(long handle) {
        return "0x" + Long.toHexString(handle);
    }
}
