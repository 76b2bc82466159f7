package io.xianka.driver;

import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.DeviceAttribute;
import io.xianka.driver.api.DriverApi;
import io.xianka.driver.libcuda.NativeDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What libcuda says of itself and its devices, none of which is opened for it: no context is made and no device memory
 * taken.
 *
 * @param library the file that was loaded
 * @param initStatus what cuInit returned: 0 is success
 * @param cudaVersion that it supports, 1000 * major + 10 * minor
 * @param devices that it lists, with CUDA_VISIBLE_DEVICES applied; empty when cuInit or the listing failed
 */
public record DriverProbe(String library, int initStatus, int cudaVersion, List<ListedDevice> devices) {
    public DriverProbe {
        devices = List.copyOf(devices);
    }

    /**
     * A device.
     *
     * @param name {@code NVIDIA H200}
     * @param computeCapability of it
     * @param pciAddress as sysfs writes it: {@code 0000:3b:00.0}
     * @param multiprocessors how many
     * @param memoryTotalBytes as libcuda counts
     */
    public record ListedDevice(
            String name,
            ComputeCapability computeCapability,
            String pciAddress,
            int multiprocessors,
            long memoryTotalBytes) {}

    /**
     * Loads libcuda, unless it is loaded, and asks.
     *
     * @throws DeviceUnavailableException when there is no libcuda or it cannot be used, saying what was looked for
     */
    public static DriverProbe run() {
        try {
            return of(NativeDriver.load());
        } catch (NativeDriver.Unavailable unavailable) {
            throw new DeviceUnavailableException(unavailable.getMessage(), unavailable);
        }
    }

    static DriverProbe of(DriverApi driver) {
        int version = driver.driverGetVersion();
        int status = 0;
        List<ListedDevice> devices = new ArrayList<>();
        try {
            driver.init();
            int count = driver.deviceGetCount();
            for (int ordinal = 0; ordinal < count; ordinal++) {
                devices.add(list(driver, driver.deviceGet(ordinal)));
            }
        } catch (CudaException failed) {
            status = failed.code();
        }
        return new DriverProbe(driver.origin(), status, version, devices);
    }

    private static ListedDevice list(DriverApi driver, int device) {
        return new ListedDevice(
                driver.deviceGetName(device),
                new ComputeCapability(
                        driver.deviceGetAttribute(DeviceAttribute.COMPUTE_CAPABILITY_MAJOR, device),
                        driver.deviceGetAttribute(DeviceAttribute.COMPUTE_CAPABILITY_MINOR, device)),
                driver.deviceGetPCIBusId(device).toLowerCase(Locale.ROOT),
                driver.deviceGetAttribute(DeviceAttribute.MULTIPROCESSOR_COUNT, device),
                driver.deviceTotalMem(device));
    }
}
