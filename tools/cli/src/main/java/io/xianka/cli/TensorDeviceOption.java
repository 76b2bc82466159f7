package io.xianka.cli;

import io.xianka.driver.DeviceUnavailableException;
import io.xianka.tensor.Device;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** {@code --device auto|cpu|cuda[:N]|emulated}, as commands that compute on tensors have it. */
final class TensorDeviceOption {

    @Option(names = "--device", paramLabel = "DEVICE", defaultValue = "auto", descriptionKey = "tensorDevice")
    private String place;

    private static final Pattern NAMES = Pattern.compile("cpu|cuda(:\\d{1,4})?|emulated(:0)?|plain");

    /** The device, which lives as long as the process. */
    Device get() throws UsageException, FailureException {
        if (!place.equals("auto") && !NAMES.matcher(place).matches()) {
            throw new UsageException("--device " + place + ": write auto, cpu, cuda, cuda:N or emulated");
        }
        try {
            return place.equals("auto") ? Device.best() : Device.of(place);
        } catch (DeviceUnavailableException unavailable) {
            throw new FailureException(unavailable.getMessage() + Messages.of("tensorDevice.next"), unavailable);
        }
    }
}
