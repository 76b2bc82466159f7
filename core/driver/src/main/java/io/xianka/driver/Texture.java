package io.xianka.driver;

import io.xianka.driver.api.ArrayShape;
import io.xianka.driver.api.ChannelFormat;
import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.Sampler;
import io.xianka.driver.api.TextureSource;

/**
 * A texture object: an array or device memory, and how kernels read it. Passed to a kernel where it takes a {@code
 * cudaTextureObject_t}. What it reads must stay open as long as it is.
 */
public final class Texture extends Owned {
    private final Device device;
    private final Owned source;
    private final long handle;
    private final Sampler sampler;

    private Texture(Device device, Lease lease, Owned source, long handle, Sampler sampler) {
        super(lease);
        this.device = device;
        this.source = source;
        this.handle = handle;
        this.sampler = sampler;
    }

    private record ObjectOf(DriverApi api, long context, String source, long handle) implements Lease.Resource {
        @Override
        public String describe() {
            return "texture of " + source;
        }

        @Override
        public void release() {
            api.ctxSetCurrent(context);
            api.arrays().texObjectDestroy(handle);
        }
    }

    static Texture of(DeviceArray array, Sampler sampler) {
        checkFilter(array.shape().format(), sampler, array.toString());
        ArrayShape shape = array.shape();
        if (shape.cubemap() && !sampler.normalizedCoordinates()) {
            throw new IllegalArgumentException("texture of " + array
                    + ": a cubemap is read by directions; use Sampler.withNormalizedCoordinates()");
        }
        return create(array.device(), array, new TextureSource.OfArray(array.handle("make a texture of it")), sampler);
    }

    static Texture of(DeviceBuffer memory, ChannelFormat format, int channels, Sampler sampler) {
        if (memory.bytes() % ((long) format.bytes() * channels) != 0) {
            throw new IllegalArgumentException("texture of " + memory + ": its " + memory.bytes()
                    + " bytes are not whole elements of " + format.bytes() * channels);
        }
        return create(
                memory.device(),
                memory,
                new TextureSource.Linear(memory.pointer(), format, channels, memory.bytes()),
                sampler);
    }

    static Texture of(
            DeviceBuffer memory,
            ChannelFormat format,
            int channels,
            int width,
            int height,
            long pitchBytes,
            Sampler sampler) {
        checkFilter(format, sampler, memory.toString());
        long rowBytes = (long) width * format.bytes() * channels;
        long neededBytes = pitchBytes * (height - 1L) + rowBytes;
        if (width < 1 || height < 1 || pitchBytes < rowBytes || neededBytes > memory.bytes()) {
            throw new IllegalArgumentException("texture of " + memory + ": " + height + " rows of " + rowBytes
                    + " bytes, " + pitchBytes + " apart, do not fit in its " + memory.bytes() + " bytes");
        }
        return create(
                memory.device(),
                memory,
                new TextureSource.Pitched(memory.pointer(), format, channels, width, height, pitchBytes),
                sampler);
    }

    private static void checkFilter(ChannelFormat format, Sampler sampler, String source) {
        boolean readsFloats = format.isFloat() || (sampler.normalizedRead() && format.bytes() < 4);
        if (sampler.filter() == io.xianka.driver.api.FilterMode.LINEAR && !readsFloats) {
            throw new IllegalArgumentException("texture of " + source
                    + ": only floats have means between them; read its integers as floats with"
                    + " Sampler.withNormalizedRead() (8 and 16 bits), or use Sampler.POINT");
        }
    }

    private static Texture create(Device device, Owned memory, TextureSource source, Sampler sampler) {
        DriverApi api = device.bind("make a texture");
        long handle = api.arrays().texObjectCreate(source, sampler);
        Lease lease = memory.lease.child(new ObjectOf(api, device.context(), memory.toString(), handle));
        return new Texture(device, lease, memory, handle, sampler);
    }

    public Device device() {
        return device;
    }

    public Sampler sampler() {
        return sampler;
    }

    /** What a kernel is given: {@code cudaTextureObject_t}. */
    public long handle() {
        requireOpen("pass to a kernel");
        source.requireOpen("read by a texture");
        return handle;
    }
}
