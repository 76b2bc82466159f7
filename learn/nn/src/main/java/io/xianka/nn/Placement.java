package io.xianka.nn;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Generator;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;

/**
 * Where the parameters of a new layer lie, of what type they are, and what draws their first values.
 *
 * @param generator of the random ones; the same seed gives the same layers on every device
 */
public record Placement(Device device, DType dtype, Generator generator) {
    /** {@return float32 on the current device, drawn by the shared generator} */
    public static Placement current() {
        return new Placement(Device.current(), DType.FLOAT32, Generator.shared());
    }

    /** {@return on this device} */
    public Placement withDevice(Device device) {
        return new Placement(device, dtype, generator);
    }

    /** {@return of this type} */
    public Placement withDType(DType dtype) {
        return new Placement(device, dtype, generator);
    }

    /** {@return drawn by a generator of this seed} */
    public Placement withSeed(long seed) {
        return new Placement(device, dtype, Generator.seeded(seed));
    }

    Tensor full(double value, long... sizes) {
        return Tensor.full(value, Shape.of(sizes), dtype, device);
    }

    Tensor normal(double deviation, long... sizes) {
        return generator.normal(Shape.of(sizes), dtype, device).mul(deviation);
    }

    /** From -bound to bound. */
    Tensor uniform(double bound, long... sizes) {
        return generator.uniform(Shape.of(sizes), dtype, device).mul(2 * bound).sub(bound);
    }
}
