package io.xianka.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.diagnosis.facts.FactsJson;
import io.xianka.diagnosis.facts.MachineFacts;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InfoTextTest {
    private static final MachineFacts H200 = FactsJson.read("""
            {"format": 1,
             "platform": {"distribution": {"id": "ubuntu", "version": "24.04", "name": "Ubuntu 24.04.1 LTS"},
                          "kernel_release": "6.8.0-45-generic", "container": {"kind": "docker"}, "wsl": null},
             "cpu": {"model": "INTEL XEON PLATINUM 8580", "processors": 16},
             "memory": {"total_bytes": 137438953472, "limit_bytes": 68719476736},
             "nvml": {"driver_version": "580.65.06", "cuda_version": "13.0"},
             "gpus": [{"index": 0, "name": "NVIDIA H200", "architecture": "Hopper", "compute_capability": "9.0",
                       "pci_address": "0000:3b:00.0", "memory_total_bytes": 150754820096, "memory_used_bytes": 1073741824,
                       "load_percent": 97, "clock_sm_mhz": 1980, "clock_sm_max_mhz": 1980, "power_draw_watts": 512.4,
                       "power_limit_watts": 700, "temperature_celsius": 61, "fan_percent": {"unknown_because": "not supported"},
                       "pcie_generation": 5, "pcie_generation_max": 5, "pcie_width": 16, "pcie_width_max": 16,
                       "nvlinks": [{"link": 0, "active": true}, {"link": 1, "active": false}],
                       "ecc_enabled": true, "ecc_uncorrected_errors": 0, "compute_mode": "exclusive_process",
                       "slowdown_reasons": ["power cap"],
                       "processes": [{"pid": 4711, "command": "python3.12", "kind": "compute", "used_memory_bytes": 536870912}]},
                      {"index": 1, "error": 15, "name": {"unknown_because": "the GPU has fallen off the bus"}}],
             "libraries": [{"library": "cuDNN", "path": "~/x/libcudnn.so.9", "chosen": true, "unusable_because": "it is for aarch64"}],
             "toolkits": [{"path": "/usr/local/cuda-12.8", "version": "12.8.1", "chosen": true}],
             "wheels": [{"folder": "~/venv", "name": "torch", "version": "2.11.0+cu128"},
                        {"folder": "~/venv", "name": "nvidia-nccl-cu12", "version": "2.27"}]}
            """);

    private Locale before;

    @BeforeEach
    void speakEnglish() {
        before = Locale.getDefault();
        Locale.setDefault(Locale.ENGLISH);
    }

    @AfterEach
    void speakAsBefore() {
        Locale.setDefault(before);
    }

    @Test
    void tellsTheHostInOneLine() {
        assertEquals(
                "Ubuntu 24.04.1 LTS, Linux 6.8.0-45-generic, docker container, INTEL XEON PLATINUM 8580, 16 processors,"
                        + " 128.0 GiB of memory, 64.0 GiB allowed",
                InfoText.host(H200));
    }

    @Test
    void tellsEachGpuAndLeavesOutWhatItLacks() {
        List<String> lines = InfoText.gpus(H200);
        assertEquals("GPUs (driver 580.65.06, up to CUDA 13.0):", lines.get(0));
        assertEquals("  0 NVIDIA H200, Hopper, compute capability 9.0, 0000:3b:00.0", lines.get(1));
        assertEquals("    memory 1.0 GiB of 140.4 GiB used; load 97%; ECC on, 0 uncorrected errors", lines.get(2));
        assertEquals("    clock 1980 of 1980 MHz; 512 of 700 W; 61 °C", lines.get(3));
        assertEquals("    PCIe generation 5 of 5; 16 of 16 lanes; NVLink: 1 of 2 links up", lines.get(4));
        assertEquals("    compute mode exclusive process; held down by power cap", lines.get(5));
        assertTrue(lines.get(6).startsWith("    catalogue: 4800 GB/s of memory; 989"), lines.get(6));
        assertTrue(lines.get(6).contains("source: "), lines.get(6));
        assertEquals("    process 4711 python3.12: 0.5 GiB", lines.get(7));
        assertEquals("  1 ", lines.get(8));
        assertEquals("    the GPU has fallen off the bus", lines.get(9));
    }

    @Test
    void tellsOtherSoftwareAndHowToAskIt() {
        assertEquals(
                List.of(
                        "  not usable: cuDNN at ~/x/libcudnn.so.9: it is for aarch64",
                        "  CUDA toolkits: 12.8.1 (/usr/local/cuda-12.8)",
                        "",
                        "Other frameworks:",
                        "  torch 2.11.0+cu128 in ~/venv",
                        "  what they see: xianka info --frameworks"),
                InfoText.software(H200));
    }

    @Test
    void tellsWhatFrameworksSee() {
        MachineFacts asked = FactsJson.read("""
                {"format": 1, "python_frameworks": [
                  {"python": "/usr/bin/python3", "name": "torch", "version": "2.11.0+cpu", "cuda_build": null,
                   "available": false, "devices": [], "error": null},
                  {"python": "~/venv/bin/python3", "name": "jax", "version": "0.7", "cuda_build": "12", "available": true,
                   "devices": ["NVIDIA H200"], "error": "RuntimeError: x"}]}
                """);
        assertEquals(
                List.of(
                        "",
                        "Other frameworks:",
                        "  torch 2.11.0+cpu of /usr/bin/python3, built for the CPU only, sees no GPU",
                        "  jax 0.7 of ~/venv/bin/python3, CUDA 12, sees a GPU, NVIDIA H200, RuntimeError: x"),
                InfoText.software(asked));
    }
}
