package io.xianka.cli;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceUnavailableException;
import picocli.CommandLine.Option;

/** {@code --device auto|cuda[:N]|emulated}, as every command that needs a device has it. */
final class DeviceOption {

    @Option(names = "--device", paramLabel = "DEVICE", defaultValue = "auto", descriptionKey = "device")
    private String place;

    /** Opens the device; the caller closes it. */
    Device open() throws UsageException, FailureException {
        try {
            return switch (place) {
                case "auto" -> Device.best();
                case "emulated" -> Device.emulated();
                case "cuda" -> Device.cuda(0);
                default -> Device.cuda(ordinal());
            };
        } catch (DeviceUnavailableException unavailable) {
            throw new FailureException(unavailable.getMessage() + Messages.of("device.next"), unavailable);
        }
    }

    private int ordinal() throws UsageException {
        if (place.startsWith("cuda:")) {
            try {
                int ordinal = Integer.parseInt(place.substring(5));
                if (ordinal >= 0) {
                    return ordinal;
                }
            } catch (NumberFormatException e) {
                // answered below, with the other spellings
            }
        }
        throw new UsageException("--device " + place + ": write auto, cuda, cuda:N or emulated");
    }
}
