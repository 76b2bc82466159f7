package io.xianka.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.diagnosis.doctor.Doctor;
import io.xianka.diagnosis.facts.FactsJson;
import io.xianka.diagnosis.facts.MachineFacts;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class DoctorTextTest {
    private static final MachineFacts SICK = FactsJson.read("""
            {"format": 1,
             "platform": {"distribution": {"id": "ubuntu", "like": ["debian"], "version": "24.04", "name": "Ubuntu 24.04"},
                          "kernel_release": "6.8.0-48-generic", "wsl": null, "jetson": null, "container": null},
             "pci_devices": [{"address": "0000:01:00.0", "vendor_id": "10de", "device_id": "2684", "kind": "gpu",
                              "driver": "nouveau"}],
             "modules": {"loaded": {"nouveau": 4}, "files": [{"path": "/lib/x/nvidia.ko", "kernel": "6.8.0-45-generic"}]},
             "loader": {"stub_folders": ["/usr/local/cuda-12.8/lib64/stubs"]}}
            """);

    private static List<String> lines(Locale locale, int columns) {
        Locale before = Locale.getDefault();
        Locale.setDefault(locale);
        try {
            return new DoctorText(columns).diagnosis(SICK, Doctor.judge(SICK));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void noLineIsWiderThanTheTerminal() {
        for (Locale locale : List.of(Locale.ENGLISH, Locale.SIMPLIFIED_CHINESE)) {
            for (String line : lines(locale, 80)) {
                assertTrue(TextLayout.width(line) <= 80, line);
            }
        }
    }

    @Test
    void speaksChineseAndLeavesCommands() {
        String text = String.join("\n", lines(Locale.SIMPLIFIED_CHINESE, OutputColumns.WITHOUT_LIMIT));
        assertTrue(text.contains("开源驱动 nouveau 占用了 GPU"), text);
        assertTrue(text.contains("GPU 0000:01:00.0 绑定到 nouveau"), text);
        assertTrue(text.contains("sudo update-initramfs -u"), text);
    }

    @Test
    void aLongCommandCanStillBeCopied() {
        String text = String.join("\n", lines(Locale.ENGLISH, 80));
        assertTrue(
                text.replaceAll(" \\\\\n +", " ")
                        .contains("printf 'blacklist nouveau\\noptions nouveau modeset=0\\n' | sudo tee"
                                + " /etc/modprobe.d/blacklist-nouveau.conf"),
                text);
    }
}
