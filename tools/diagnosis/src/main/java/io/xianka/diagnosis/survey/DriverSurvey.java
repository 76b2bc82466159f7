package io.xianka.diagnosis.survey;

import io.xianka.diagnosis.facts.CudaDriver;
import io.xianka.diagnosis.facts.Fact;
import io.xianka.driver.DeviceUnavailableException;
import io.xianka.driver.DriverProbe;
import io.xianka.driver.Libraries;
import io.xianka.driver.api.Nvrtc;
import java.util.List;
import java.util.Optional;

/** Asks libcuda and NVRTC through the driver room. */
final class DriverSurvey {
    private DriverSurvey() {}

    static CudaDriver look() {
        Optional<Nvrtc> nvrtc = Libraries.nvrtc();
        Fact<String> nvrtcVersion =
                nvrtc.map(found -> Fact.of(found.version())).orElse(Fact.unknown("no NVRTC was found that loads"));
        Fact<List<Integer>> architectures = nvrtc.map(found -> Fact.of(found.supportedArchitectures()))
                .orElse(Fact.unknown("no NVRTC was found that loads"));
        try {
            DriverProbe probe = DriverProbe.run();
            return cuda(probe, nvrtcVersion, architectures);
        } catch (DeviceUnavailableException missing) {
            String reason = "libcuda was not loaded";
            return new CudaDriver(
                    Fact.unknown(reason),
                    Fact.of(missing.getMessage()),
                    Fact.unknown(reason),
                    Fact.unknown(reason),
                    Fact.unknown(reason),
                    Fact.unknown(reason),
                    Fact.unknown(reason),
                    Fact.unknown(reason),
                    nvrtcVersion,
                    architectures);
        }
    }

    static CudaDriver cuda(DriverProbe probe, Fact<String> nvrtcVersion, Fact<List<Integer>> architectures) {
        List<DriverProbe.ListedDevice> devices = probe.devices();
        boolean initialised = probe.initStatus() == 0;
        String refused = "cuInit returned " + probe.initStatus();
        return new CudaDriver(
                Fact.of(probe.library()),
                Fact.unknown("it was loaded"),
                Fact.of(probe.initStatus()),
                Fact.of(version(probe.cudaVersion())),
                initialised ? Fact.of(devices.size()) : Fact.unknown(refused),
                initialised
                        ? Fact.of(devices.stream()
                                .map(DriverProbe.ListedDevice::name)
                                .toList())
                        : Fact.unknown(refused),
                initialised
                        ? Fact.of(devices.stream()
                                .map(device -> device.computeCapability().toString())
                                .toList())
                        : Fact.unknown(refused),
                initialised
                        ? Fact.of(devices.stream()
                                .map(DriverProbe.ListedDevice::multiprocessors)
                                .toList())
                        : Fact.unknown(refused),
                nvrtcVersion,
                architectures);
    }

    /** 13020 is 13.2. */
    static String version(int cudaVersion) {
        return cudaVersion / 1000 + "." + cudaVersion % 1000 / 10;
    }
}
