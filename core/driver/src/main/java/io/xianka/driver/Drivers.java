package io.xianka.driver;

import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.DriverProvider;
import io.xianka.driver.api.KernelCompiler;
import io.xianka.driver.libcuda.NativeDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Finds the drivers and the compiler of this process. */
final class Drivers {
    static final String EMULATED = "emulated";

    private Drivers() {}

    static Device best() {
        Optional<DriverApi> ofThisThread = ofThisThread();
        if (ofThisThread.isPresent()) {
            return Device.open(ofThisThread.get(), 0, "this thread's devices are checked");
        }
        String missing;
        try {
            DriverApi cuda = NativeDriver.load();
            cuda.init();
            int count = cuda.deviceGetCount();
            if (count > 0) {
                return Device.open(
                        cuda,
                        0,
                        count == 1 ? "the CUDA device of this machine" : "the first of " + count + " CUDA devices");
            }
            missing = cuda.origin() + " lists no device";
        } catch (NativeDriver.Unavailable unavailable) {
            missing = unavailable.getMessage();
        } catch (CudaException failure) {
            missing = failure.getMessage();
        }
        Optional<DriverApi> emulator = emulator();
        if (emulator.isEmpty()) {
            throw new DeviceUnavailableException("no CUDA device (" + missing
                    + ") and no emulator; add the module io.xianka.emulator to the module path");
        }
        return Device.open(emulator.get(), 0, "no CUDA device: " + missing);
    }

    static Device cuda(int ordinal) {
        try {
            return Device.open(NativeDriver.load(), ordinal);
        } catch (NativeDriver.Unavailable | CudaException failure) {
            throw new DeviceUnavailableException("no device cuda:" + ordinal + ": " + failure.getMessage(), failure);
        }
    }

    static Device emulated() {
        return Device.open(
                ofThisThread()
                        .or(Drivers::emulator)
                        .orElseThrow(() -> new DeviceUnavailableException(
                                "no emulator; add the module io.xianka.emulator to the module path")),
                0);
    }

    static List<Device> all() {
        List<Device> devices = new ArrayList<>();
        try {
            DriverApi cuda = NativeDriver.load();
            cuda.init();
            int count = cuda.deviceGetCount();
            for (int i = 0; i < count; i++) {
                devices.add(Device.open(cuda, i));
            }
        } catch (NativeDriver.Unavailable | CudaException none) {
            // A machine without a CUDA device has the emulator alone; Device.cuda(0) says what is missing.
        }
        emulator().ifPresent(driver -> devices.add(Device.open(driver, 0)));
        return devices;
    }

    private static ServiceLoader<DriverProvider> providers() {
        return ServiceLoader.load(DriverProvider.class, Drivers.class.getClassLoader());
    }

    private static Optional<DriverApi> ofThisThread() {
        for (DriverProvider provider : providers()) {
            Optional<DriverApi> driver = provider.driverOfThisThread();
            if (driver.isPresent()) {
                return driver;
            }
        }
        return Optional.empty();
    }

    private static Optional<DriverApi> emulator() {
        for (DriverProvider provider : providers()) {
            if (provider.name().equals(EMULATED)) {
                return Optional.of(provider.driver());
            }
        }
        return Optional.empty();
    }

    private static final class CompilerHolder {
        static final Optional<KernelCompiler> COMPILER = ServiceLoader.load(
                        KernelCompiler.class, Drivers.class.getClassLoader())
                .findFirst();
    }

    static KernelCompiler compiler() {
        return CompilerHolder.COMPILER.orElseThrow(() -> new IllegalStateException(
                "no compiler for CUDA C; add the module io.xianka.compiler to the module path, or load PTX"));
    }
}
