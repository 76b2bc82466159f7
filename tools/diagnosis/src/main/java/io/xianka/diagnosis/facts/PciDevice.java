package io.xianka.diagnosis.facts;

import java.util.Optional;

/**
 * A device on the PCI bus, from sysfs.
 *
 * @param address {@code 0000:3b:00.0}
 * @param vendorId {@code 10de} is NVIDIA
 * @param deviceId {@code 2330}
 * @param kind what it is
 * @param driver the kernel module bound to it: {@code nvidia}, {@code nouveau}, {@code vfio-pci}; empty when none is
 * @param linkGeneration of PCIe now; idle GPUs lower it
 * @param linkGenerationMax what card and slot could do
 * @param linkWidth lanes now
 * @param linkWidthMax lanes that card and slot could use
 * @param configurationReadable false when reads give only ones: the device has fallen off the bus
 * @param largestBarBytes the largest memory window; zero when the firmware assigned none
 * @param powerState {@code D0}, {@code D3cold}
 * @param numaNode −1 when the firmware names none
 * @param iommuGroup empty without an IOMMU
 */
public record PciDevice(
        String address,
        String vendorId,
        String deviceId,
        Kind kind,
        Fact<Optional<String>> driver,
        Fact<Integer> linkGeneration,
        Fact<Integer> linkGenerationMax,
        Fact<Integer> linkWidth,
        Fact<Integer> linkWidthMax,
        Fact<Boolean> configurationReadable,
        Fact<Long> largestBarBytes,
        Fact<String> powerState,
        Fact<Integer> numaNode,
        Fact<Optional<Integer>> iommuGroup) {

    /** NVIDIA's vendor number. */
    public static final String NVIDIA = "10de";

    /** By its PCI class. */
    public enum Kind {
        /** A display adapter or a 3D controller. */
        GPU,
        /** What joins the GPUs of HGX and DGX machines. */
        NVSWITCH,
        /** A card's sound, USB or serial function. */
        OTHER
    }

    /** Whether it is a GPU of NVIDIA's. */
    public boolean isNvidiaGpu() {
        return vendorId.equals(NVIDIA) && kind == Kind.GPU;
    }
}
