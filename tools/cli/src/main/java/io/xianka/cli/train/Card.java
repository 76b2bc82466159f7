package io.xianka.cli.train;

import io.xianka.diagnosis.advise.CardFigure;
import io.xianka.diagnosis.advise.GpuCard;
import io.xianka.diagnosis.advise.GpuCatalogue;
import io.xianka.driver.ComputeCapability;
import io.xianka.nn.training.Precision;
import io.xianka.tensor.Device;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The GPU that trains: what it can, by its generation, and how fast, by the catalogue.
 *
 * @param name as the driver says it
 */
public record Card(String name, ComputeCapability capability) {
    private static final double TERA = 1e12;

    /** The GPU behind a device of tensors; none for the processor and the emulator. */
    public static Optional<Card> of(Device device) {
        if (!device.name().startsWith("cuda:")) {
            return Optional.empty();
        }
        int ordinal = Integer.parseInt(device.name().substring("cuda:".length()));
        try (var driver = io.xianka.driver.Device.cuda(ordinal)) {
            return Optional.of(new Card(driver.name(), driver.computeCapability()));
        }
    }

    /** Whether its tensor cores, or it at all, know the type: float16 from 7.0 on, bfloat16 and TensorFloat-32 from 8.0. */
    public boolean has(Precision precision) {
        return switch (precision) {
            case FP32 -> true;
            case FP16 -> capability.major() >= 7;
            case TF32, BF16 -> capability.major() >= 8;
        };
    }

    /** What the catalogue says that it can do in a second; TensorFloat-32 at half the rate of 16 bits, as on every card that has it. */
    public OptionalDouble flops(Precision precision) {
        Optional<GpuCard> card = GpuCatalogue.builtIn().find(name);
        if (card.isEmpty()) {
            return OptionalDouble.empty();
        }
        OptionalDouble tera = card.get().figure(precision == Precision.FP32 ? CardFigure.FP32 : CardFigure.TENSOR_FP16);
        double share = precision == Precision.TF32 ? TERA / 2 : TERA;
        return tera.isPresent() ? OptionalDouble.of(tera.getAsDouble() * share) : tera;
    }
}
