package io.xianka.cli;

import io.xianka.diagnosis.advise.CardFigure;
import io.xianka.diagnosis.advise.GpuCatalogue;
import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.facts.Gpu;
import io.xianka.diagnosis.facts.JavaFramework;
import io.xianka.diagnosis.facts.LibraryFinding;
import io.xianka.diagnosis.facts.MachineFacts;
import io.xianka.diagnosis.facts.Platform;
import io.xianka.diagnosis.facts.PythonFramework;
import io.xianka.diagnosis.facts.Toolkit;
import io.xianka.diagnosis.facts.Wheel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** A machine's facts in lines for people. What a card lacks, or nobody could read, is left out; --json tells why. */
final class InfoText {
    private static final List<String> FRAMEWORKS = List.of("torch", "tensorflow", "jax", "cupy");

    private final MachineFacts facts;
    private final List<String> lines = new ArrayList<>();

    private InfoText(MachineFacts facts) {
        this.facts = facts;
    }

    /** One line on the host. */
    static String host(MachineFacts facts) {
        Platform platform = facts.platform();
        return joined(
                ", ",
                platform.jetson().orElse(Optional.empty()).map(Platform.Jetson::model),
                platform.distribution().map(Platform.Distribution::name).known(),
                platform.kernelRelease()
                        .map(release -> Messages.of("info.kernel", release))
                        .known(),
                platform.wsl().orElse(Optional.empty()).map(wsl -> "WSL " + wsl.version()),
                platform.container()
                        .orElse(Optional.empty())
                        .map(container -> Messages.of("info.container", container.kind())),
                facts.cpu().model().known(),
                facts.cpu()
                        .processors()
                        .map(count -> Messages.of("info.processors", count))
                        .known(),
                facts.memory()
                        .totalBytes()
                        .map(bytes -> Messages.of("info.host.memory", gibibytes(bytes)))
                        .known(),
                facts.memory()
                        .limitBytes()
                        .orElse(Optional.empty())
                        .map(bytes -> Messages.of("info.host.limit", gibibytes(bytes))));
    }

    /** What NVML says of each GPU. */
    static List<String> gpus(MachineFacts facts) {
        InfoText text = new InfoText(facts);
        text.addGpus();
        return text.lines;
    }

    /** Files of libraries, toolkits, other frameworks. */
    static List<String> software(MachineFacts facts) {
        InfoText text = new InfoText(facts);
        text.addLibraries();
        text.addToolkits();
        text.addFrameworks();
        return text.lines;
    }

    // ------------------------------------------------------------------ GPUs

    private void addGpus() {
        List<Gpu> gpus = facts.gpus().orElse(List.of());
        if (gpus.isEmpty()) {
            return;
        }
        lines.add(Messages.of(
                "info.gpus",
                facts.nvml().driverVersion().orElse("?"),
                facts.nvml().cudaVersion().orElse("?")));
        for (Gpu gpu : gpus) {
            lines.add("  " + gpu.index() + " "
                    + joined(
                            ", ",
                            gpu.name().known(),
                            gpu.architecture().known(),
                            gpu.computeCapability()
                                    .map(capability -> Messages.of("info.capability", capability))
                                    .known(),
                            gpu.pciAddress().known()));
            gpu.error().known().ifPresent(_ -> detail(gpu.name().whyUnknown()));
            detail(memory(gpu));
            detail(speed(gpu));
            detail(links(gpu));
            detail(state(gpu));
            detail(catalogue(gpu));
            for (Gpu.GpuProcess process : gpu.processes().orElse(List.of())) {
                detail(Optional.of(Messages.of(
                        "info.process",
                        process.pid(),
                        process.command().orElse("?"),
                        process.usedMemoryBytes().map(InfoText::gibibytes).orElse("?"))));
            }
        }
        lines.add("");
    }

    private void detail(Optional<String> text) {
        text.filter(line -> !line.isEmpty()).ifPresent(line -> lines.add("    " + line));
    }

    private static Optional<String> memory(Gpu gpu) {
        return both(gpu.memory().usedBytes(), gpu.memory().totalBytes())
                .map(pair -> joined(
                        "; ",
                        Optional.of(Messages.of("info.used", gibibytes(pair.one), gibibytes(pair.other))),
                        gpu.loadPercent()
                                .map(load -> Messages.of("info.load", load))
                                .known(),
                        gpu.memoryLoadPercent()
                                .map(load -> Messages.of("info.memory.load", load))
                                .known(),
                        gpu.ecc()
                                .enabled()
                                .known()
                                .map(on -> on
                                        ? Messages.of(
                                                "info.ecc.on",
                                                gpu.ecc()
                                                        .uncorrectedErrors()
                                                        .map(Object::toString)
                                                        .orElse("?"))
                                        : Messages.of("info.ecc.off"))));
    }

    private static Optional<String> speed(Gpu gpu) {
        return Optional.of(joined(
                "; ",
                both(gpu.clock().smMhz(), gpu.clock().smMaxMhz())
                        .map(pair -> Messages.of("info.clock", pair.one, pair.other)),
                both(gpu.clock().memoryMhz(), gpu.clock().memoryMaxMhz())
                        .map(pair -> Messages.of("info.clock.memory", pair.one, pair.other)),
                both(gpu.power().drawWatts(), gpu.power().limitWatts())
                        .map(pair -> Messages.of("info.power", Math.round(pair.one), Math.round(pair.other))),
                gpu.temperatureCelsius().map(celsius -> celsius + " °C").known(),
                gpu.fanPercent()
                        .map(percent -> Messages.of("info.fan", percent))
                        .known()));
    }

    private static Optional<String> links(Gpu gpu) {
        List<Gpu.NvLink> nvlinks = gpu.nvlinks().orElse(List.of());
        long up = nvlinks.stream().filter(link -> link.active().is(true)).count();
        return Optional.of(joined(
                "; ",
                both(gpu.pcie().generation(), gpu.pcie().generationMax())
                        .map(pair -> Messages.of("info.pcie", pair.one, pair.other)),
                both(gpu.pcie().width(), gpu.pcie().widthMax())
                        .map(pair -> Messages.of("info.lanes", pair.one, pair.other)),
                Optional.of(nvlinks)
                        .filter(links -> !links.isEmpty())
                        .map(links -> Messages.of("info.nvlink", up, links.size()))));
    }

    private static Optional<String> state(Gpu gpu) {
        return Optional.of(joined(
                "; ",
                gpu.mig()
                        .enabled()
                        .known()
                        .filter(on -> on)
                        .map(_ -> Messages.of(
                                "info.mig",
                                gpu.mig().devices().orElse(List.of()).size())),
                gpu.computeMode()
                        .known()
                        .filter(mode -> mode != Gpu.ComputeMode.DEFAULT)
                        .map(mode -> Messages.of(
                                "info.mode",
                                mode.name().toLowerCase(Locale.ROOT).replace('_', ' '))),
                gpu.persistenceMode()
                        .known()
                        .map(on -> Messages.of(on ? "info.persistence.on" : "info.persistence.off")),
                gpu.slowdownReasons()
                        .known()
                        .filter(reasons -> !reasons.isEmpty())
                        .map(reasons -> Messages.of("info.slowed", String.join(", ", reasons)))));
    }

    private static Optional<String> catalogue(Gpu gpu) {
        Optional<String> name = gpu.name().known();
        return name.flatMap(text -> GpuCatalogue.builtIn()
                        .find(text, gpu.memory().totalBytes().orElse(0L)))
                .map(card -> joined(
                        "; ",
                        figure(card.bandwidthGBs(), "info.bandwidth"),
                        figure(card.tensorFp32SumsTflops(), "info.tensor"),
                        Optional.of(Messages.of("info.source", card.sourceOf(CardFigure.BANDWIDTH)))));
    }

    private static Optional<String> figure(OptionalDouble value, String key) {
        return value.isPresent()
                ? Optional.of(Messages.of(key, String.format(Locale.ROOT, "%.4g", value.getAsDouble())))
                : Optional.empty();
    }

    // ------------------------------------------------------------------ software

    private void addLibraries() {
        List<LibraryFinding> unusable = facts.libraries().orElse(List.of()).stream()
                .filter(library -> library.unusableBecause().holds(Optional::isPresent))
                .toList();
        for (LibraryFinding library : unusable) {
            lines.add("  "
                    + Messages.of(
                            "info.unusable",
                            library.library(),
                            library.path(),
                            library.unusableBecause().orElse(Optional.empty()).orElse("")));
        }
    }

    private void addToolkits() {
        List<Toolkit> toolkits = facts.toolkits().orElse(List.of());
        if (!toolkits.isEmpty()) {
            lines.add("  "
                    + Messages.of(
                            "info.toolkits",
                            toolkits.stream()
                                    .map(toolkit -> toolkit.version().orElse("?") + " (" + toolkit.path() + ")")
                                    .collect(Collectors.joining(", "))));
        }
    }

    private void addFrameworks() {
        List<String> found = new ArrayList<>();
        if (facts.pythonFrameworks().isKnown()) {
            facts.pythonFrameworks().orElse(List.of()).forEach(framework -> found.add(framework(framework)));
        } else {
            for (Wheel wheel : facts.wheels().orElse(List.of())) {
                if (FRAMEWORKS.contains(wheel.name().replaceAll("-cuda\\d+x?$", ""))) {
                    found.add(Messages.of("info.wheel", wheel.name(), wheel.version(), wheel.folder()));
                }
            }
            if (!found.isEmpty()) {
                found.add(Messages.of("info.ask"));
            }
        }
        for (JavaFramework framework : facts.javaFrameworks().orElse(List.of())) {
            found.add(Messages.of(
                    framework.cudaBuild().is(true) ? "info.java.gpu" : "info.java.cpu",
                    framework.name(),
                    framework.version().orElse("?")));
        }
        if (!found.isEmpty()) {
            lines.add("");
            lines.add(Messages.of("info.frameworks"));
            found.forEach(line -> lines.add("  " + line));
        }
    }

    private static String framework(PythonFramework framework) {
        String name = framework.name() + " " + framework.version().orElse("?");
        return joined(
                ", ",
                Optional.of(Messages.of("info.python", name, framework.python())),
                framework
                        .cudaBuild()
                        .known()
                        .map(build ->
                                build.map(version -> "CUDA " + version).orElseGet(() -> Messages.of("info.cpu.build"))),
                framework.available().known().map(can -> Messages.of(can ? "info.sees" : "info.sees.none")),
                framework
                        .devices()
                        .known()
                        .filter(devices -> !devices.isEmpty())
                        .map(devices -> String.join(", ", devices)),
                framework.error().orElse(Optional.empty()));
    }

    // ------------------------------------------------------------------ words

    private record Pair<A, B>(A one, B other) {}

    private static <A, B> Optional<Pair<A, B>> both(Fact<A> one, Fact<B> other) {
        return one.known().flatMap(a -> other.known().map(b -> new Pair<>(a, b)));
    }

    /** Those that are there. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    private static String joined(String between, Optional<String>... parts) {
        return Arrays.stream(parts).flatMap(Optional::stream).collect(Collectors.joining(between));
    }

    static String gibibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
    }
}
