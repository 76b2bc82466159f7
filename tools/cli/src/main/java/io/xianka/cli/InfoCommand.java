package io.xianka.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.xianka.diagnosis.Machine;
import io.xianka.diagnosis.advise.CardFigure;
import io.xianka.diagnosis.advise.GpuCatalogue;
import io.xianka.diagnosis.doctor.Translation;
import io.xianka.diagnosis.facts.FactsJson;
import io.xianka.diagnosis.facts.MachineFacts;
import io.xianka.driver.Device;
import io.xianka.driver.DeviceUnavailableException;
import io.xianka.driver.FoundLibrary;
import io.xianka.driver.Libraries;
import io.xianka.driver.api.DeviceAttribute;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code xianka info}: the devices, the machine around them, and what of NVIDIA's software was found. */
@Command(name = "info")
final class InfoCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", descriptionKey = "json")
    private boolean json;

    @Option(names = "--frameworks")
    private boolean frameworks;

    @Mixin
    @SuppressWarnings("unused") // picocli acts on it
    private HelpOption help;

    @Override
    public Integer call() {
        // First: opening a device takes some of its memory, which would be counted as used.
        var facts = frameworks ? Machine.lookWithFrameworks() : Machine.look();
        var devices = Device.all();
        try {
            var libraries = Libraries.here().all();
            var out = spec.commandLine().getOut();
            if (json) {
                Json.print(out, json(devices, libraries, facts));
            } else {
                int columns = OutputColumns.here();
                lines(devices, libraries, facts)
                        .forEach(line -> TextLayout.fit(line, columns).forEach(out::println));
            }
            return 0;
        } finally {
            devices.forEach(Device::close);
        }
    }

    /** Why no CUDA device is in the list; empty when one is. */
    private static Optional<String> reasonForNoGpu(List<Device> devices) {
        if (devices.stream().anyMatch(device -> !device.isEmulated())) {
            return Optional.empty();
        }
        try (var surprise = Device.cuda(0)) {
            return Optional.of(surprise + " appeared meanwhile");
        } catch (DeviceUnavailableException unavailable) {
            return Optional.of(unavailable.getMessage());
        }
    }

    private static List<String> lines(List<Device> devices, List<FoundLibrary> libraries, MachineFacts facts) {
        var words = Translation.into(Locale.getDefault());
        List<String> lines = new ArrayList<>();
        lines.add("xianka " + Main.VERSION + ", Java " + System.getProperty("java.version") + ", "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        lines.add(InfoText.host(facts));
        lines.add("");
        lines.add(Messages.of(devices.isEmpty() ? "info.none" : "info.devices"));
        for (var device : devices) {
            var memory = device.memory();
            var limits = device.limits();
            lines.add("  " + device);
            lines.add("    "
                    + Messages.of(
                            "info.memory",
                            InfoText.gibibytes(memory.totalBytes()),
                            InfoText.gibibytes(memory.freeBytes())));
            lines.add("    "
                    + Messages.of(
                            "info.limits",
                            limits.multiprocessors(),
                            limits.blockThreads(),
                            limits.blockSharedBytes() / 1024,
                            limits.blockSharedOptInBytes() / 1024));
            lines.add("    " + Messages.of("info.driver", device.driverVersion(), words.of(device.origin())));
        }
        reasonForNoGpu(devices).ifPresent(reason -> lines.add("  " + Messages.of("info.why", words.of(reason))));
        lines.add("");
        lines.addAll(InfoText.gpus(facts));
        lines.add(Messages.of("info.libraries"));
        for (var library : libraries) {
            String where = library.path()
                    .map(path -> library.version().map(v -> v + "  ").orElse("") + path)
                    .orElse(Messages.of("info.missing"));
            lines.add("  " + pad(library.name(), 12) + " " + where);
        }
        lines.addAll(InfoText.software(facts));
        return lines;
    }

    private static ObjectNode json(List<Device> devices, List<FoundLibrary> libraries, MachineFacts facts) {
        var root = JsonNodeFactory.instance.objectNode();
        root.put("xianka", Main.VERSION);
        root.put("java", System.getProperty("java.version"));
        root.put("os", System.getProperty("os.name"));
        root.put("arch", System.getProperty("os.arch"));
        var list = root.putArray("devices");
        for (var device : devices) {
            var memory = device.memory();
            var limits = device.limits();
            var node = list.addObject();
            node.put("place", device.place());
            node.put("name", device.name());
            node.put("emulated", device.isEmulated());
            node.put("compute_capability", device.computeCapability().toString());
            node.put("uuid", device.uuid());
            node.put("pci_bus_id", device.pciBusId());
            node.put("memory_total_bytes", memory.totalBytes());
            node.put("memory_free_bytes", memory.freeBytes());
            node.put("multiprocessors", limits.multiprocessors());
            node.put("block_threads", limits.blockThreads());
            node.put("block_shared_bytes", limits.blockSharedBytes());
            node.put("block_shared_opt_in_bytes", limits.blockSharedOptInBytes());
            node.put("l2_cache_bytes", device.attribute(DeviceAttribute.L2_CACHE_SIZE));
            node.put("clock_khz", device.attribute(DeviceAttribute.CLOCK_RATE));
            node.put("cuda_version", device.driverVersion());
            node.put("driver_library", device.origin());
        }
        reasonForNoGpu(devices).ifPresent(reason -> root.put("no_gpu_because", reason));
        var found = root.putArray("libraries");
        for (var library : libraries) {
            var node = found.addObject();
            node.put("name", library.name());
            node.put("found", library.path().isPresent());
            node.put("path", library.path().map(Path::toString).orElse(null));
            node.put("version", library.version().orElse(null));
        }
        var machine = FactsJson.tree(facts);
        addCatalogue(machine, facts);
        root.set("machine", machine);
        return root;
    }

    /** What the catalogue knows of each GPU, beside what NVML says of it. */
    private static void addCatalogue(ObjectNode machine, MachineFacts facts) {
        var gpus = facts.gpus().orElse(List.of());
        for (int i = 0; i < gpus.size(); i++) {
            var gpu = gpus.get(i);
            var card = gpu.name()
                    .known()
                    .flatMap(name -> GpuCatalogue.builtIn()
                            .find(name, gpu.memory().totalBytes().orElse(0L)));
            if (card.isPresent()) {
                var node = ((ObjectNode) machine.path("gpus").path(i)).putObject("catalogue");
                node.put("card", card.get().name());
                for (var figure : CardFigure.values()) {
                    card.get().figure(figure).ifPresent(value -> node.put(figure.column(), value));
                }
                node.put("source", card.get().source());
            }
        }
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
