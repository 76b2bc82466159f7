package io.xianka.cli;

import io.xianka.driver.DeviceUnavailableException;
import io.xianka.tensor.Device;
import picocli.CommandLine.Option;

/** {@code --device auto|cpu|cuda[:N]|emulated}, as commands that compute on tensors have it. */
final class TensorDeviceOption {

    @Option(names = "--device", paramLabel = "DEVICE", defaultValue = "auto", descriptionKey = "tensorDevice")
    private String place;

    /** The device, which lives as long as the process. */
    Device get() throws UsageException, FailureException {
        try {
            return place.equals("auto") ? Device.best() : Device.of(place);
        } catch (DeviceUnavailableException unavailable) {
            throw new FailureException(unavailable.getMessage() + Messages.of("tensorDevice.next"), unavailable);
        } catch (IllegalArgumentException unknown) {
            throw new UsageException("--device " + place + ": write auto, cpu, cuda, cuda:N or emulated");
        }
    }
}
