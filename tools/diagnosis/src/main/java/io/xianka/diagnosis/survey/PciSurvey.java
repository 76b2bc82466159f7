package io.xianka.diagnosis.survey;

import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.facts.Interconnect;
import io.xianka.diagnosis.facts.PciDevice;
import io.xianka.diagnosis.facts.PciDevice.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The PCI bus, and what else machines and GPUs talk through, from sysfs. */
record PciSurvey(Host host) {
    private static final String DEVICES = "/sys/bus/pci/devices";
    private static final Map<String, Integer> GENERATIONS =
            Map.of("2.5", 1, "5.0", 2, "5", 2, "8.0", 3, "16.0", 4, "32.0", 5, "64.0", 6);
    private static final String DISPLAY_CLASS = "0x03";
    private static final String BRIDGE_CLASS = "0x0604";
    private static final String OTHER_BRIDGE_CLASS = "0x0680";

    private static final int CONFIGURATION_BYTES = 4096;
    private static final int EXTENDED_CAPABILITIES = 0x100;
    private static final int ACCESS_CONTROL = 0x0d;
    /** Requests and completions between peers are sent up to the host. */
    private static final int REDIRECT_BITS = 0b1100;

    Fact<List<PciDevice>> devices() {
        if (host.exists(DEVICES).is(false)) {
            return Fact.unknown(DEVICES + ": no such folder; this machine has no PCI bus, or hides it");
        }
        return host.names(DEVICES, "*")
                .map(addresses -> addresses.stream()
                        .map(this::device)
                        .flatMap(Optional::stream)
                        .toList());
    }

    /** Empty for a device that is neither NVIDIA's nor a display adapter. */
    private Optional<PciDevice> device(String address) {
        String folder = DEVICES + "/" + address;
        String vendor = hexadecimal(folder + "/vendor");
        String pciClass = host.word(folder + "/class").orElse("");
        boolean display = pciClass.startsWith(DISPLAY_CLASS);
        boolean nvidia = vendor.equals(PciDevice.NVIDIA);
        if (!nvidia && !display) {
            return Optional.empty();
        }
        Kind kind = display ? Kind.GPU : pciClass.startsWith(OTHER_BRIDGE_CLASS) ? Kind.NVSWITCH : Kind.OTHER;
        return Optional.of(new PciDevice(
                address,
                vendor,
                hexadecimal(folder + "/device"),
                kind,
                host.linkName(folder + "/driver"),
                generation(folder + "/current_link_speed"),
                generation(folder + "/max_link_speed"),
                width(folder + "/current_link_width"),
                width(folder + "/max_link_width"),
                host.bytes(folder + "/config", 4).map(PciSurvey::answers),
                largestBar(folder + "/resource"),
                host.word(folder + "/power_state"),
                host.number(folder + "/numa_node").map(Long::intValue),
                host.linkName(folder + "/iommu_group")
                        .map(group -> group.flatMap(name -> Host.parse("iommu_group", name)
                                .map(Long::intValue)
                                .known()))));
    }

    private String hexadecimal(String path) {
        String word = host.word(path).orElse("");
        return word.startsWith("0x") ? word.substring(2) : word;
    }

    private Fact<Integer> generation(String path) {
        Fact<String> speed = host.word(path);
        if (!speed.isKnown()) {
            return speed.map(_ -> 0);
        }
        Integer generation = GENERATIONS.get(speed.orElse("").split(" ", -1)[0]);
        return generation == null ? Fact.unknown(path + " is '" + speed + "'") : Fact.of(generation);
    }

    private Fact<Integer> width(String path) {
        Fact<Long> width = host.number(path);
        return width.holds(lanes -> lanes <= 0 || lanes > 32)
                ? Fact.unknown(path + " is " + width)
                : width.map(Long::intValue);
    }

    /** A device that has fallen off the bus answers every read with ones. */
    private static boolean answers(byte[] configuration) {
        for (byte each : configuration) {
            if (each != -1) {
                return true;
            }
        }
        return configuration.length == 0;
    }

    private Fact<Long> largestBar(String path) {
        return host.lines(path).map(lines -> {
            long largest = 0;
            // The first six lines are the windows; the seventh is the ROM.
            for (String line : lines.subList(0, Math.min(6, lines.size()))) {
                String[] range = line.split(" ");
                if (range.length == 3) {
                    long start = Host.parse(path, range[0]).orElse(0L);
                    long end = Host.parse(path, range[1]).orElse(0L);
                    largest = Math.max(largest, start == 0 ? 0 : end - start + 1);
                }
            }
            return largest;
        });
    }

    // ------------------------------------------------------------------ what peers talk through

    Interconnect interconnect() {
        return new Interconnect(
                host.names("/sys/class/net", "*")
                        .map(names -> names.stream()
                                .filter(name -> !name.equals("lo"))
                                .filter(name -> host.word("/sys/class/net/" + name + "/operstate")
                                        .holds(state -> state.equals("up") || state.equals("unknown")))
                                .toList()),
                host.names("/sys/class/infiniband", "*"),
                host.exists("/sys/kernel/iommu_groups").is(true)
                        ? host.names("/sys/kernel/iommu_groups", "*").map(groups -> !groups.isEmpty())
                        : Fact.unknown("/sys/kernel/iommu_groups: no such folder"),
                accessControlRedirect());
    }

    /** Only root may read beyond the first 64 bytes of a device's configuration. */
    private Fact<List<String>> accessControlRedirect() {
        List<String> redirecting = new ArrayList<>();
        boolean read = false;
        for (String address : host.names(DEVICES, "*").orElse(List.of())) {
            String folder = DEVICES + "/" + address;
            if (host.word(folder + "/class").holds(name -> name.startsWith(BRIDGE_CLASS))) {
                Fact<byte[]> configuration = host.bytes(folder + "/config", CONFIGURATION_BYTES);
                read |= configuration.holds(bytes -> bytes.length == CONFIGURATION_BYTES);
                if (configuration.holds(PciSurvey::redirects)) {
                    redirecting.add(address);
                }
            }
        }
        return read ? Fact.of(redirecting) : Fact.unknown("the configuration of PCI bridges is for root to read");
    }

    private static boolean redirects(byte[] configuration) {
        int at = EXTENDED_CAPABILITIES;
        for (int steps = 0; steps < 100 && at >= EXTENDED_CAPABILITIES && at + 8 <= configuration.length; steps++) {
            if (unsignedShort(configuration, at) == ACCESS_CONTROL) {
                return (unsignedShort(configuration, at + 6) & REDIRECT_BITS) != 0;
            }
            at = unsignedShort(configuration, at + 2) >> 4;
        }
        return false;
    }

    private static int unsignedShort(byte[] bytes, int at) {
        return (bytes[at] & 0xff) | (bytes[at + 1] & 0xff) << 8;
    }
}
