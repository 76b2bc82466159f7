package io.xianka.diagnosis.survey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.diagnosis.FakeNvml;
import io.xianka.diagnosis.facts.Gpu;
import io.xianka.driver.nvml.NvmlDevice.Memory;
import io.xianka.driver.nvml.NvmlDevice.ProcessMemory;
import io.xianka.driver.nvml.NvmlException;
import io.xianka.driver.nvml.NvmlNumber;
import io.xianka.driver.nvml.NvmlStatus;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NvmlSurveyTest {
    private final FakeNvml nvml = new FakeNvml();

    private NvmlSurvey.Answer look() {
        return new NvmlSurvey(() -> nvml).look();
    }

    private Gpu first() {
        return look().gpus().known().orElseThrow().getFirst();
    }

    @Test
    void tellsWhatACardHasAndWhyNotWhatItLacks() {
        nvml.devices.add(FakeNvml.h200());
        Gpu gpu = first();
        assertTrue(gpu.name().is("NVIDIA H200"));
        assertTrue(gpu.architecture().is("Hopper"));
        assertTrue(gpu.computeCapability().is("9.0"));
        assertTrue(gpu.power().drawWatts().is(512.4));
        assertTrue(gpu.memory().reservedBytes().is(600L << 20));
        assertTrue(gpu.computeMode().is(Gpu.ComputeMode.EXCLUSIVE_PROCESS));
        assertEquals(
                List.of("power cap", "power brake"),
                gpu.slowdownReasons().known().orElseThrow());
        assertTrue(gpu.fabricState().is("completed"));
        assertEquals(
                Optional.of("nvmlDeviceGetFanSpeed: NVML_ERROR_NOT_SUPPORTED (3): not supported by this device"),
                gpu.fanPercent().whyUnknown());
        assertFalse(gpu.ecc().retiredPages().isKnown());
        List<Gpu.NvLink> links = gpu.nvlinks().known().orElseThrow();
        assertEquals(2, links.size());
        assertTrue(links.get(0).active().is(true) && links.get(1).active().is(false));
        assertTrue(gpu.mig().devices().is(List.of()));
    }

    @Test
    void aCardWithoutLinksHasNoneKnown() {
        FakeNvml.FakeDevice device = FakeNvml.h200();
        device.links.clear();
        nvml.devices.add(device);
        assertTrue(first().nvlinks().is(List.of()));
    }

    @Test
    void aLostGpuKeepsItsPlaceAndItsStatus() {
        nvml.devices.add(FakeNvml.h200());
        nvml.devices.add(null);
        List<Gpu> gpus = look().gpus().known().orElseThrow();
        assertFalse(gpus.get(0).error().isKnown());
        assertEquals(1, gpus.get(1).index());
        assertTrue(gpus.get(1).error().is(15));
        assertTrue(gpus.get(1).pcie().width().whyUnknown().orElse("").contains("GPU_IS_LOST"));
    }

    @Test
    void whatANewerDriverSaysIsNotGuessedAt() {
        FakeNvml.FakeDevice device = FakeNvml.h200();
        device.numbers.put(NvmlNumber.ARCHITECTURE, 77L);
        device.numbers.put(NvmlNumber.COMPUTE_MODE, 9L);
        device.numbers.put(NvmlNumber.VIRTUALIZATION, 8L);
        device.memory = new Memory(1, -1, 1, 0);
        nvml.devices.add(device);
        Gpu gpu = first();
        assertTrue(gpu.architecture().is("newer (77)"));
        assertFalse(gpu.computeMode().isKnown());
        assertTrue(gpu.virtualization().is("newer (8)"));
        assertFalse(gpu.memory().reservedBytes().isKnown());
    }

    @Test
    void memoryOfAProcessMayBeUntold() {
        FakeNvml.FakeDevice device = FakeNvml.h200();
        device.processes.add(new ProcessMemory(4_000_000_000L, -1, true, false));
        device.processes.add(new ProcessMemory(ProcessHandle.current().pid(), 1024, true, true));
        nvml.devices.add(device);
        List<Gpu.GpuProcess> processes = first().processes().known().orElseThrow();
        assertFalse(processes.get(0).usedMemoryBytes().isKnown());
        assertFalse(processes.get(0).command().isKnown());
        assertTrue(processes.get(1).usedMemoryBytes().is(1024L));
        assertEquals("compute+graphics", processes.get(1).kind());
        assertTrue(processes.get(1).command().holds(command -> command.startsWith("java")), processes::toString);
    }

    @Test
    void theWholeTellsVersionsOrWhyThereAreNone() {
        assertTrue(look().nvml().cudaVersion().is("13.2"));
        assertTrue(look().nvml().initStatus().is(0));
        var mismatch = new NvmlSurvey(() -> {
                    throw new NvmlException("nvmlInit_v2", NvmlStatus.LIB_RM_VERSION_MISMATCH.code());
                })
                .look();
        assertTrue(mismatch.nvml().initStatus().is(18));
        assertFalse(mismatch.nvml().loadError().isKnown());
        assertFalse(mismatch.gpus().isKnown());
        var missing = new NvmlSurvey(() -> {
                    throw new NvmlException("nvmlInit_v2", NvmlStatus.LIBRARY_NOT_FOUND.code());
                })
                .look();
        assertTrue(missing.nvml().loadError().isKnown());
        assertFalse(missing.nvml().initStatus().isKnown());
    }
}
