package io.xianka.tensor.product;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Stream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The library for what it supports, the own kernels for the rest. */
final class FirstThatCan implements Products {
    private final Device device;
    private final Products library;
    private final Products own;
    /** What the library's heuristics took on and its launch refused, with memory for the own kernels where they want some. */
    private final Map<Product, Optional<DeviceBuffer>> refused = new ConcurrentHashMap<>();

    FirstThatCan(Device device, Products library, Products own) {
        this.device = device;
        this.library = library;
        this.own = own;
    }

    private Products forProduct(Product product) {
        return library.supports(product) ? library : own;
    }

    @Override
    public String how() {
        return library.how();
    }

    @Override
    public String how(Product product) {
        return forProduct(product).how();
    }

    @Override
    public boolean supports(Product product) {
        return library.supports(product) || own.supports(product);
    }

    @Override
    public boolean applies(Activation activation, Arithmetic arithmetic) {
        return library.applies(activation, arithmetic);
    }

    @Override
    public long workspaceBytes(Product product) {
        return forProduct(product).workspaceBytes(product);
    }

    @Override
    public void enqueue(Stream stream, Product product, long a, long b, long c, long d, long bias, long workspace) {
        Products first = forProduct(product);
        if (first == own) {
            own.enqueue(stream, product, a, b, c, d, bias, workspace);
            return;
        }
        Optional<DeviceBuffer> instead = refused.get(product);
        if (instead == null) {
            try {
                library.enqueue(stream, product, a, b, c, d, bias, workspace);
                return;
            } catch (UnsupportedOperationException unsupported) {
                // Nothing was enqueued: the library says so when it looks at the product with its addresses.
                instead = refused.computeIfAbsent(product, this::memoryOfOwn);
            }
        }
        own.enqueue(
                stream,
                product,
                a,
                b,
                c,
                d,
                bias,
                instead.map(DeviceBuffer::pointer).orElse(0L));
    }

    private Optional<DeviceBuffer> memoryOfOwn(Product product) {
        long bytes = own.workspaceBytes(product);
        return bytes == 0 ? Optional.empty() : Optional.of(device.allocate(bytes));
    }
}
