package io.xianka.emulator;

import io.xianka.driver.api.CudaStatus;
import io.xianka.emulator.machine.DeviceFault;
import io.xianka.emulator.machine.DeviceMemory;
import io.xianka.emulator.machine.MemoryRegion;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** The memory of all devices, which share one space of addresses. */
final class DeviceAddresses {
    private final List<EmulatedDevice> devices;

    DeviceAddresses(List<EmulatedDevice> devices) {
        this.devices = devices;
    }

    /** The device in whose memory an address lies; null if there is none. */
    EmulatedDevice owner(long address) {
        for (EmulatedDevice device : devices) {
            if (device.memory().findOwn(address) != null) {
                return device;
            }
        }
        return null;
    }

    /** Memory of any device as a segment. */
    MemorySegment segment(long address, long bytes, String call) {
        EmulatedDevice device = owner(address);
        DeviceMemory memory = (device == null ? devices.getFirst() : device).memory();
        try {
            return memory.segment(address, bytes);
        } catch (DeviceFault outside) {
            throw Statuses.with(
                    CudaStatus.CUDA_ERROR_INVALID_VALUE,
                    outside.getMessage(),
                    call,
                    "0x" + Long.toHexString(address),
                    bytes);
        }
    }

    /** Makes host memory reachable by kernels of every device. */
    MemoryRegion map(MemorySegment host) {
        MemoryRegion region = null;
        for (EmulatedDevice device : devices) {
            region = device.memory().map(host);
        }
        return region;
    }

    /** Answers false if nothing was mapped there. */
    boolean unmap(long address) {
        boolean found = false;
        for (EmulatedDevice device : devices) {
            found |= device.memory().free(address);
        }
        return found;
    }
}
