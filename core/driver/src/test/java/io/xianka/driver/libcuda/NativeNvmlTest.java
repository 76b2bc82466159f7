package io.xianka.driver.libcuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.nvml.Nvml;
import io.xianka.driver.nvml.NvmlDevice;
import io.xianka.driver.nvml.NvmlException;
import io.xianka.driver.nvml.NvmlNumber;
import io.xianka.driver.nvml.NvmlStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The native calls against a library whose structures a C compiler lays out. */
class NativeNvmlTest {
    private static final String FAKE = """
            #include <stdio.h>
            #include <string.h>
            typedef unsigned int u32; typedef unsigned long long u64; typedef struct gpu *dev;
            struct pci { char legacy[16]; u32 domain, bus, device, id, sub; char bus_id[32]; };
            struct memory2 { u32 version; u64 total, reserved, free, used; };
            struct process { u32 pid; u64 used; u32 gi, ci; };
            struct sample { u32 pid; u64 time; u32 sm, mem, enc, dec; };
            struct field { u32 id, scope; long long time, latency; u32 type; int status; union { double d; u64 u; } value; };
            struct fabric { unsigned char cluster[16]; int status; u32 clique; unsigned char state; };
            static dev handle = (dev) 0x12345678abcdUL;
            int nvmlInit_v2(void) { return 0; }
            int nvmlSystemGetDriverVersion(char *s, u32 n) { snprintf(s, n, "580.65.06"); return 0; }
            int nvmlSystemGetNVMLVersion(char *s, u32 n) { snprintf(s, n, "13.580.65.06"); return 0; }
            int nvmlSystemGetCudaDriverVersion_v2(int *v) { *v = 13000; return 0; }
            int nvmlDeviceGetCount_v2(u32 *n) { *n = 1; return 0; }
            int nvmlDeviceGetHandleByIndex_v2(u32 i, dev *d) { if (i) return 2; *d = handle; return 0; }
            int nvmlDeviceGetName(dev d, char *s, u32 n) { snprintf(s, n, "NVIDIA %s", d == handle ? "H200" : "?"); return 0; }
            int nvmlDeviceGetUUID(dev d, char *s, u32 n) { memset(s, 'x', n); return 0; }
            int nvmlDeviceGetPciInfo_v3(dev d, struct pci *p) { p->domain = 1; p->bus = 0x3b; p->device = 0x1f;
              strcpy(p->bus_id, "ignored"); return 0; }
            int nvmlDeviceGetNvLinkRemotePciInfo_v2(dev d, u32 link, struct pci *p) {
              memset(p, 0, sizeof *p); p->bus = link; return 0; }
            int nvmlDeviceGetFanSpeed(dev d, u32 *v) { return 3; }
            int nvmlDeviceGetTemperature(dev d, u32 sensor, u32 *v) { *v = 40 + sensor; return 0; }
            int nvmlDeviceGetTemperatureThreshold(dev d, u32 which, u32 *v) { *v = 90 + which; return 0; }
            int nvmlDeviceGetUtilizationRates(dev d, u32 *v) { v[0] = 97; v[1] = 31; return 0; }
            int nvmlDeviceGetCudaComputeCapability(dev d, int *a, int *b) { *a = 9; *b = 1; return 0; }
            int nvmlDeviceGetBAR1MemoryInfo(dev d, u64 *v) { v[0] = 1ULL << 38; v[1] = 7; v[2] = 8; return 0; }
            int nvmlDeviceGetTotalEccErrors(dev d, u32 type, u32 counter, u64 *v) { *v = 10 * type + counter; return 0; }
            int nvmlDeviceGetRemappedRows(dev d, u32 *c, u32 *u, u32 *p, u32 *f) { *c = 1; *u = 2; *p = 3; *f = 4; return 0; }
            int nvmlDeviceGetNvLinkState(dev d, u32 link, u32 *v) { if (link > 17) return 2; *v = link % 2; return 0; }
            int nvmlDeviceGetPowerUsage(dev d, u32 *v) { *v = 0xfffffffe; return 0; }
            int nvmlDeviceGetMemoryInfo_v2(dev d, struct memory2 *m) {
              if (m->version != (sizeof *m | 2 << 24)) return 25;
              m->total = 150754820096; m->reserved = 1; m->free = 2; m->used = 3; return 0; }
            int nvmlDeviceGetFieldValues(dev d, int n, struct field *f) {
              for (int i = 0; i < n; i++) { f[i].status = f[i].scope == ~0u ? 0 : 3; f[i].value.u = f[i].id * 1000ULL; }
              return 0; }
            int nvmlDeviceGetGpuFabricInfo(dev d, struct fabric *f) { f->status = 77; f->state = 3; return 0; }
            int nvmlDeviceGetRetiredPages(dev d, u32 cause, u32 *n, u64 *a) { *n = cause + 2; return 7; }
            int nvmlDeviceGetComputeRunningProcesses_v3(dev d, u32 *n, struct process *p) {
              u32 room = *n; *n = 40; if (room < 40) return 7;
              for (u32 i = 0; i < 40; i++) p[i] = (struct process) {1000 + i, i ? (u64) i << 20 : ~0ULL, ~0u, ~0u};
              return 0; }
            int nvmlDeviceGetGraphicsRunningProcesses_v3(dev d, u32 *n, struct process *p) {
              *n = 2; p[0] = (struct process) {1001, 5ULL << 30}; p[1] = (struct process) {7, 8}; return 0; }
            int nvmlDeviceGetProcessUtilization(dev d, struct sample *s, u32 *n, u64 since) {
              if (!s) { *n = 3; return 7; }
              memset(s, 0, 3 * sizeof *s); s[0] = (struct sample) {1001, since + 5, 60, 20, 1, 2}; *n = 3; return 0; }
            int nvmlDeviceGetMaxMigDeviceCount(dev d, u32 *n) { *n = 7; return 0; }
            int nvmlDeviceGetMigDeviceHandleByIndex(dev d, u32 i, dev *m) { if (i != 2) return 6; *m = (dev) 99; return 0; }
            """;

    @TempDir
    private static Path folder;

    private static Nvml nvml;
    private static NvmlDevice device;

    @BeforeAll
    static void build() throws IOException, InterruptedException {
        nvml = NativeNvml.open(
                FakeLibrary.build(folder, "libnvidia-ml.so.1", FAKE).toString());
        device = nvml.device(0);
    }

    @Test
    void tellsVersions() {
        assertEquals("580.65.06", nvml.driverVersion());
        assertEquals("13.580.65.06", nvml.version());
        assertEquals(13000, nvml.cudaVersion());
        assertEquals(1, nvml.deviceCount());
    }

    @Test
    void namesTheDeviceAndKeepsTextsInTheirBuffer() {
        assertEquals("NVIDIA H200", device.name());
        assertEquals("x".repeat(95), device.uuid());
        assertEquals("0001:3b:1f.0", device.pciAddress());
        assertEquals("0000:05:00.0", device.linkPeerPciAddress(5));
    }

    @Test
    void picksTheNumberAskedFor() {
        assertEquals(40, device.number(NvmlNumber.TEMPERATURE_CELSIUS));
        assertEquals(91, device.number(NvmlNumber.TEMPERATURE_SLOWDOWN_CELSIUS));
        assertEquals(97, device.number(NvmlNumber.LOAD_PERCENT));
        assertEquals(31, device.number(NvmlNumber.MEMORY_LOAD_PERCENT));
        assertEquals(9, device.number(NvmlNumber.COMPUTE_CAPABILITY_MAJOR));
        assertEquals(1, device.number(NvmlNumber.COMPUTE_CAPABILITY_MINOR));
        assertEquals(1L << 38, device.number(NvmlNumber.BAR1_TOTAL_BYTES));
        assertEquals(10, device.number(NvmlNumber.ECC_UNCORRECTED));
        assertEquals(1, device.number(NvmlNumber.ECC_CORRECTED_LIFETIME));
        assertEquals(2, device.number(NvmlNumber.ROWS_REMAPPED_FOR_UNCORRECTED));
        assertEquals(4, device.number(NvmlNumber.ROW_REMAPPING_FAILED));
        assertEquals(1, device.number(NvmlNumber.LINK_ACTIVE, 3));
        assertEquals(0xfffffffeL, device.number(NvmlNumber.POWER_MILLIWATTS));
    }

    @Test
    void readsStructures() {
        assertEquals(new NvmlDevice.Memory(150754820096L, 1, 2, 3), device.memory());
        assertEquals(new NvmlDevice.LinkTraffic(138_000, 139_000), device.linkTraffic());
        assertEquals(new NvmlDevice.Fabric(3, 77), device.fabric());
        assertEquals(5, device.retiredPages());
        assertEquals(1, device.migDevices().size());
    }

    @Test
    void listsProcessesOnceWhateverTheirNumber() {
        List<NvmlDevice.ProcessMemory> processes = device.processes();
        assertEquals(41, processes.size());
        assertEquals(new NvmlDevice.ProcessMemory(1000, -1, true, false), processes.get(0));
        assertEquals(new NvmlDevice.ProcessMemory(1001, 5L << 30, true, true), processes.get(1));
        assertEquals(new NvmlDevice.ProcessMemory(7, 8, false, true), processes.get(40));
        assertEquals(List.of(new NvmlDevice.ProcessLoad(1001, 47, 60, 20)), device.processLoads(42));
    }

    @Test
    void saysWhatIsNotSupportedAndWhatIsNotThere() {
        NvmlException refused = assertThrows(NvmlException.class, () -> device.number(NvmlNumber.FAN_PERCENT));
        assertEquals(
                "nvmlDeviceGetFanSpeed: NVML_ERROR_NOT_SUPPORTED (3): not supported by this device",
                refused.getMessage());
        NvmlException lacking = assertThrows(NvmlException.class, () -> device.number(NvmlNumber.ENERGY_MILLIJOULES));
        assertTrue(lacking.is(NvmlStatus.FUNCTION_NOT_FOUND), lacking.getMessage());
        assertThrows(NvmlException.class, () -> nvml.device(1));
        assertThrows(IllegalArgumentException.class, () -> device.number(NvmlNumber.LINK_ACTIVE));
        assertThrows(IllegalArgumentException.class, () -> device.number(NvmlNumber.FAN_PERCENT, 1));
    }

    @Test
    void aLibraryThatDoesNotInitialiseSaysWhy() throws IOException, InterruptedException {
        Path mismatched = FakeLibrary.build(folder, "mismatched.so", "int nvmlInit_v2(void) { return 18; }");
        NvmlException refused = assertThrows(NvmlException.class, () -> NativeNvml.open(mismatched.toString()));
        assertTrue(refused.is(NvmlStatus.LIB_RM_VERSION_MISMATCH));
        assertTrue(refused.getMessage().contains("different versions"), refused.getMessage());
        Path text = Files.writeString(folder.resolve("text.so"), "not a library");
        assertTrue(assertThrows(NvmlException.class, () -> NativeNvml.open(text.toString()))
                .is(NvmlStatus.LIBRARY_NOT_FOUND));
    }

    @Test
    void everyNumberIsCalledWithAtMostFiveArguments() {
        for (NvmlNumber number : NvmlNumber.values()) {
            NvmlNumber.Shape shape = number.shape();
            int arguments = 1
                    + (shape.perLink() || shape.first().isPresent() ? 1 : 0)
                    + (shape.second().isPresent() ? 1 : 0)
                    + (shape.separateOutputs() ? shape.outputs() : 1);
            assertTrue(arguments <= 5 && shape.output() < shape.outputs(), number.toString());
        }
    }
}
