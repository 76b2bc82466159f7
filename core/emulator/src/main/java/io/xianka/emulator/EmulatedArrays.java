package io.xianka.emulator;

import io.xianka.driver.api.ArrayApi;
import io.xianka.driver.api.ArrayShape;
import io.xianka.driver.api.Copy3D;
import io.xianka.driver.api.FilterMode;
import io.xianka.driver.api.Sampler;
import io.xianka.driver.api.TextureSource;
import io.xianka.emulator.machine.DeviceMemory;
import io.xianka.emulator.machine.MemoryRegion;
import io.xianka.emulator.texture.ObjectTable;
import io.xianka.emulator.texture.Texels;
import io.xianka.emulator.texture.TextureObject;
import java.lang.foreign.MemorySegment;

/** Arrays, textures and surfaces of the emulator. An array is device memory whose address nobody is told. */
final class EmulatedArrays implements ArrayApi {
    private static final int MOST_LAYERS = 2048;

    private final EmulatedMemory driver;
    private final Handles handles;

    EmulatedArrays(EmulatedMemory driver, Handles handles) {
        this.driver = driver;
        this.handles = handles;
    }

    private record EmulatedArray(EmulatedDevice device, MemoryRegion region, ArrayShape shape) {}

    private record EmulatedTexture(ObjectTable table) {}

    private record EmulatedSurface(ObjectTable table) {}

    @Override
    public long arrayCreate(ArrayShape shape) {
        String call = "cuArray3DCreate";
        EmulatedDevice device = driver.context(call).device();
        boolean fits = shape.layered() || shape.cubemap()
                ? shape.width() <= 32_768 && shape.rows() <= 32_768 && shape.slices() <= MOST_LAYERS
                : shape.depth() > 0
                        ? Math.max(shape.width(), Math.max(shape.rows(), shape.slices())) <= 16_384
                        : shape.width() <= 131_072 && shape.rows() <= 65_536;
        if (!fits) {
            throw Statuses.invalidValue(call, "an array of " + shape + " is larger than a device takes", shape);
        }
        return handles.put(new EmulatedArray(device, EmulatedMemory.allocate(device, shape.bytes(), call), shape));
    }

    @Override
    public void arrayDestroy(long array) {
        String call = "cuArrayDestroy";
        EmulatedArray gone = handles.remove(EmulatedArray.class, array, call);
        driver.awaitAll();
        gone.device().memory().free(gone.region().base);
    }

    @Override
    public void memcpy3D(Copy3D copy, long stream) {
        String call = "cuMemcpy3DAsync";
        check(copy, call);
        driver.doInStream(stream, call, () -> run(copy, call));
    }

    @Override
    public void memcpy3DAsync(Copy3D copy, long stream) {
        String call = "cuMemcpy3DAsync";
        check(copy, call);
        for (Copy3D.End end : new Copy3D.End[] {copy.from(), copy.to()}) {
            if (end instanceof Copy3D.End.Host host) {
                EmulatedMemory.requireNative(host.memory(), call);
            }
        }
        driver.submitCopy(stream, call, () -> run(copy, call));
    }

    /** Where the rows of an end lie. */
    private record Rows(MemorySegment memory, long first, long pitchBytes, long sliceBytes) {}

    private Rows rows(Copy3D.End end, Copy3D copy, String call) {
        return switch (end) {
            case Copy3D.End.Host host ->
                new Rows(
                        EmulatedMemory.fromAnyThread(host.memory()),
                        0,
                        host.pitchBytes(),
                        host.pitchBytes() * host.rows());
            case Copy3D.End.Device device -> {
                long slice = device.pitchBytes() * device.rows();
                long bytes = slice * (copy.depth() - 1) + device.pitchBytes() * (copy.height() - 1) + copy.widthBytes();
                yield new Rows(driver.segment(device.pointer(), bytes, call), 0, device.pitchBytes(), slice);
            }
            case Copy3D.End.OfArray place -> {
                EmulatedArray array = handles.get(EmulatedArray.class, place.array(), call);
                long pitch = array.shape().rowBytes();
                long slice = pitch * array.shape().rows();
                yield new Rows(
                        array.region().segment(), place.z() * slice + place.y() * pitch + place.xBytes(), pitch, slice);
            }
        };
    }

    private void check(Copy3D copy, String call) {
        if (copy.widthBytes() < 1 || copy.height() < 1 || copy.depth() < 1) {
            throw Statuses.invalidValue(call, "a copy has at least one byte, row and slice", copy);
        }
        for (Copy3D.End end : new Copy3D.End[] {copy.from(), copy.to()}) {
            if (end instanceof Copy3D.End.OfArray place) {
                ArrayShape shape =
                        handles.get(EmulatedArray.class, place.array(), call).shape();
                boolean fits = place.xBytes() + copy.widthBytes() <= shape.rowBytes()
                        && place.y() + copy.height() <= shape.rows()
                        && place.z() + copy.depth() <= shape.slices();
                if (!fits) {
                    throw Statuses.invalidValue(call, "the box leaves the array of " + shape, copy);
                }
            }
            Rows rows = rows(end, copy, call);
            long last = rows.first() + (copy.depth() - 1) * rows.sliceBytes() + (copy.height() - 1) * rows.pitchBytes();
            if (copy.widthBytes() > rows.pitchBytes() && copy.height() > 1
                    || last + copy.widthBytes() > rows.memory().byteSize()) {
                throw Statuses.invalidValue(call, "the box is larger than the memory of " + end, copy);
            }
        }
    }

    private void run(Copy3D copy, String call) {
        Rows from = rows(copy.from(), copy, call);
        Rows to = rows(copy.to(), copy, call);
        for (long slice = 0; slice < copy.depth(); slice++) {
            for (long row = 0; row < copy.height(); row++) {
                MemorySegment.copy(
                        from.memory(),
                        from.first() + slice * from.sliceBytes() + row * from.pitchBytes(),
                        to.memory(),
                        to.first() + slice * to.sliceBytes() + row * to.pitchBytes(),
                        copy.widthBytes());
            }
        }
    }

    @Override
    public long texObjectCreate(TextureSource source, Sampler sampler) {
        String call = "cuTexObjectCreate";
        EmulatedDevice device = driver.context(call).device();
        TextureObject texture = switch (source) {
            case TextureSource.OfArray of -> {
                EmulatedArray array = handles.get(EmulatedArray.class, of.array(), call);
                yield new TextureObject(Texels.of(array.shape(), array.region()::segment), sampler, false);
            }
            case TextureSource.Linear linear -> {
                int elementBytes = linear.format().bytes() * linear.channels();
                long count = linear.bytes() / elementBytes;
                if (count < 1 || count > 1 << 28) {
                    throw Statuses.invalidValue(
                            call, "a row of 1 to 268435456 elements, not " + count, source, sampler);
                }
                driver.segment(linear.pointer(), linear.bytes(), call);
                ArrayShape shape = ArrayShape.of1D((int) count, linear.format(), linear.channels());
                yield new TextureObject(
                        Texels.of(shape, () -> memory(device, linear.pointer(), linear.bytes())), sampler, true);
            }
            case TextureSource.Pitched pitched -> {
                if (pitched.pitchBytes() % 32 != 0 || pitched.pointer() % 256 != 0) {
                    throw Statuses.invalidValue(
                            call, "rows begin at multiples of 32 bytes, the first at one of 256", source, sampler);
                }
                ArrayShape shape =
                        ArrayShape.of2D(pitched.width(), pitched.height(), pitched.format(), pitched.channels());
                long bytes = pitched.pitchBytes() * (pitched.height() - 1L) + shape.rowBytes();
                driver.segment(pitched.pointer(), bytes, call);
                yield new TextureObject(
                        new Texels(shape, pitched.pitchBytes(), () -> memory(device, pitched.pointer(), bytes)),
                        sampler,
                        false);
            }
        };
        boolean readsFloats = texture.texels().shape().format().isFloat()
                || (sampler.normalizedRead()
                        && texture.texels().shape().format().bytes() < 4);
        if (sampler.filter() == FilterMode.LINEAR && !readsFloats) {
            throw Statuses.invalidValue(call, "integers have no means; read them normalised", source, sampler);
        }
        ObjectTable table = device.memory().objects();
        long handle = handles.put(new EmulatedTexture(table));
        table.put(handle, texture);
        return handle;
    }

    /** Device memory as it is now: freed memory is a fault. */
    private static MemorySegment memory(EmulatedDevice device, long pointer, long bytes) {
        DeviceMemory memory = device.memory();
        return memory.segment(pointer, bytes);
    }

    @Override
    public void texObjectDestroy(long texture) {
        EmulatedTexture gone = handles.remove(EmulatedTexture.class, texture, "cuTexObjectDestroy");
        driver.awaitAll();
        gone.table().removeTexture(texture);
    }

    @Override
    public long surfObjectCreate(long array) {
        String call = "cuSurfObjectCreate";
        EmulatedArray found = handles.get(EmulatedArray.class, array, call);
        if (!found.shape().surfaces()) {
            throw Statuses.invalidValue(call, "the array was made without CUDA_ARRAY3D_SURFACE_LDST", array);
        }
        ObjectTable table = found.device().memory().objects();
        long handle = handles.put(new EmulatedSurface(table));
        table.putSurface(handle, Texels.of(found.shape(), found.region()::segment));
        return handle;
    }

    @Override
    public void surfObjectDestroy(long surface) {
        EmulatedSurface gone = handles.remove(EmulatedSurface.class, surface, "cuSurfObjectDestroy");
        driver.awaitAll();
        gone.table().removeSurface(surface);
    }
}
