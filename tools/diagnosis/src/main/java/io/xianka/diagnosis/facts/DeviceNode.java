package io.xianka.diagnosis.facts;

/**
 * A file of {@code /dev} that a GPU is reached through.
 *
 * @param path {@code /dev/nvidia0}, {@code /dev/nvidiactl}, {@code /dev/nvidia-uvm}, {@code /dev/dxg}, {@code /dev/nvhost-gpu}
 * @param mode rights in octal: {@code 0666}
 * @param group that owns it: {@code root}, {@code video}, {@code render}
 * @param opens whether this process can open it for reading and writing
 * @param openError the system's words when it cannot: {@code Operation not permitted}; unknown when it can
 * @param majorNumber what the node is of
 * @param majorNumberExpected what the kernel lists for this driver in {@code /proc/devices}
 */
public record DeviceNode(
        String path,
        Fact<String> mode,
        Fact<String> group,
        Fact<Boolean> opens,
        Fact<String> openError,
        Fact<Integer> majorNumber,
        Fact<Integer> majorNumberExpected) {}
