package io.xianka.diagnosis.survey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.diagnosis.Machine;
import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.facts.Gpu;
import io.xianka.diagnosis.facts.MachineFacts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is known of each GPU, beside what nvidia-smi says. */
@Tag("gpu")
class NvmlOnGpuTest {
    private static final Map<String, Function<Gpu, Fact<?>>> QUERIES = queries();

    private static Map<String, Function<Gpu, Fact<?>>> queries() {
        Map<String, Function<Gpu, Fact<?>>> queries = new LinkedHashMap<>();
        queries.put("name", Gpu::name);
        queries.put("uuid", Gpu::uuid);
        queries.put("pci.bus_id", gpu -> gpu.pciAddress().map(address -> "0000" + address.toUpperCase(Locale.ROOT)));
        queries.put("compute_cap", Gpu::computeCapability);
        queries.put("memory.total", gpu -> gpu.memory().totalBytes().map(bytes -> bytes >> 20));
        queries.put("memory.reserved", gpu -> gpu.memory().reservedBytes().map(bytes -> bytes >> 20));
        queries.put("power.limit", gpu -> gpu.power().limitWatts().map("%.2f"::formatted));
        queries.put("power.max_limit", gpu -> gpu.power().limitMaxWatts().map("%.2f"::formatted));
        queries.put("clocks.max.sm", gpu -> gpu.clock().smMaxMhz());
        queries.put("clocks.max.memory", gpu -> gpu.clock().memoryMaxMhz());
        queries.put("pcie.link.gen.max", gpu -> gpu.pcie().generationMax());
        queries.put("pcie.link.width.current", gpu -> gpu.pcie().width());
        queries.put("pcie.link.width.max", gpu -> gpu.pcie().widthMax());
        queries.put("ecc.mode.current", gpu -> gpu.ecc().enabled().map(on -> on ? "Enabled" : "Disabled"));
        queries.put("mig.mode.current", gpu -> gpu.mig().enabled().map(on -> on ? "Enabled" : "Disabled"));
        queries.put("persistence_mode", gpu -> gpu.persistenceMode().map(on -> on ? "Enabled" : "Disabled"));
        queries.put("fan.speed", Gpu::fanPercent);
        return queries;
    }

    @Test
    void agreesWithNvidiaSmi() {
        String printed = Commands.here()
                .output(
                        30_000,
                        "nvidia-smi",
                        "--query-gpu=" + String.join(",", QUERIES.keySet()),
                        "--format=csv,noheader,nounits")
                .known()
                .orElseThrow(() -> new AssertionError("nvidia-smi does not answer"));
        List<Gpu> gpus = Machine.look().gpus().known().orElseThrow();
        List<String> lines = printed.lines().toList();
        assertEquals(lines.size(), gpus.size());
        for (int i = 0; i < lines.size(); i++) {
            String[] values = lines.get(i).split(", ");
            int column = 0;
            for (var query : QUERIES.entrySet()) {
                String said = values[column++];
                Fact<?> fact = query.getValue().apply(gpus.get(i));
                // What a card lacks is in brackets: [N/A], [Not Supported].
                assertEquals(
                        said.startsWith("["), !fact.isKnown(), () -> query.getKey() + ": " + said + " and " + fact);
                // Of what the driver reserves nvidia-smi rounds the mebibytes up, of the total down.
                boolean up = query.getKey().equals("memory.reserved");
                fact.known()
                        .ifPresent(value -> assertTrue(
                                said.equals(value.toString()) || (up && said.equals(Long.toString((long) value + 1))),
                                () -> query.getKey() + ": " + said + " and " + value));
            }
        }
    }

    @Test
    void theDriverIsKnownFromEverySide() {
        MachineFacts facts = Machine.look();
        assertTrue(facts.driver().initStatus().is(0));
        assertTrue(facts.driver().deviceCount().holds(count -> count > 0));
        assertEquals(facts.nvml().cudaVersion(), facts.driver().cudaVersion());
        assertTrue(facts.nodes()
                .holds(nodes -> nodes.stream()
                        .anyMatch(node -> node.path().equals("/dev/nvidiactl")
                                && node.opens().is(true))));
    }
}
