package io.xianka.diagnosis.survey;

import io.xianka.diagnosis.facts.ContainerTools;
import io.xianka.diagnosis.facts.CudaDriver;
import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.facts.FactsJson;
import io.xianka.diagnosis.facts.HostMemory;
import io.xianka.diagnosis.facts.Interconnect;
import io.xianka.diagnosis.facts.KernelModules;
import io.xianka.diagnosis.facts.MachineFacts;
import io.xianka.diagnosis.facts.Nvml;
import io.xianka.diagnosis.facts.PythonFramework;
import io.xianka.diagnosis.facts.Services;
import io.xianka.diagnosis.facts.UnknownFacts;
import io.xianka.driver.Libraries;
import java.lang.module.ModuleDescriptor;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Looks at this machine. Topics are looked at side by side, each in a thread that is given up after its time limit: a
 * driver that hangs makes its facts unknown, and nothing else.
 */
public final class MachineSurvey {
    private static final long FILES_LIMIT_MILLIS = 5_000;
    private static final long DRIVER_LIMIT_MILLIS = 15_000;
    private static final long FRAMEWORKS_LIMIT_MILLIS = 45_000;

    private final Host host;
    private final boolean frameworks;

    private MachineSurvey(Host host, boolean frameworks) {
        this.host = host;
        this.frameworks = frameworks;
    }

    /** This machine, without asking other frameworks. */
    public static MachineSurvey here() {
        return new MachineSurvey(Host.here(), false);
    }

    /** A folder that stands for a machine; neither native libraries nor commands are asked. */
    static MachineSurvey of(Host host) {
        return new MachineSurvey(host, false);
    }

    /** Asks each Python on the PATH what its frameworks see, too, which takes seconds. */
    public MachineSurvey withFrameworks() {
        return new MachineSurvey(host, true);
    }

    /** Looks now. */
    public MachineFacts look() {
        Privacy privacy = new Privacy(host);
        PlatformSurvey platform = new PlatformSurvey(host);
        boolean inContainer = platform.container().holds(Optional::isPresent);
        HostSurvey machine = new HostSurvey(host, privacy);
        PciSurvey pci = new PciSurvey(host);
        NodeSurvey nodes = new NodeSurvey(host);
        LibrarySurvey libraries = new LibrarySurvey(host, privacy);
        ServiceSurvey services = new ServiceSurvey(host, privacy, inContainer);
        String notAsked = "a folder that stands for a machine cannot be asked";
        PythonSurvey pythons = new PythonSurvey(host, privacy);

        var driver = host.isReal()
                ? section(CudaDriver.class, DRIVER_LIMIT_MILLIS, DriverSurvey::look)
                : instead(UnknownFacts.of(CudaDriver.class, notAsked));
        var nvml = host.isReal()
                ? start(DRIVER_LIMIT_MILLIS, new NvmlSurvey(Libraries::nvml)::look, MachineSurvey::noNvml)
                : instead(noNvml(notAsked));
        var pythonFrameworks = frameworks
                ? facts(FRAMEWORKS_LIMIT_MILLIS, pythons::look)
                : instead(Fact.<List<PythonFramework>>unknown("not asked; xianka info --frameworks asks"));
        var log = facts(FILES_LIMIT_MILLIS, new KernelLogSurvey(host, privacy)::look);
        var nodeList = facts(FILES_LIMIT_MILLIS, nodes::nodes);
        var modules = section(KernelModules.class, FILES_LIMIT_MILLIS, new ModuleSurvey(host, inContainer)::look);
        var devices = facts(FILES_LIMIT_MILLIS, pci::devices);
        var files = facts(FILES_LIMIT_MILLIS, libraries::libraries);
        var wheels = facts(FILES_LIMIT_MILLIS, libraries::wheels);
        var toolkits = facts(FILES_LIMIT_MILLIS, libraries::toolkits);
        var programs = section(Services.class, FILES_LIMIT_MILLIS, services::services);
        var containerTools = section(ContainerTools.class, FILES_LIMIT_MILLIS, services::containerTools);
        var disks = facts(FILES_LIMIT_MILLIS, machine::disks);
        var memory = section(HostMemory.class, FILES_LIMIT_MILLIS, machine::memory);
        var interconnect = section(Interconnect.class, FILES_LIMIT_MILLIS, pci::interconnect);
        return new MachineFacts(
                FactsJson.FORMAT,
                version(),
                Fact.of(Instant.now().truncatedTo(ChronoUnit.SECONDS).toString()),
                platform.look(),
                machine.cpu(),
                memory.get(),
                disks.get(),
                machine.jvm(),
                devices.get(),
                modules.get(),
                nodeList.get(),
                new LoaderSurvey(host, privacy).look(),
                files.get(),
                driver.get(),
                nvml.get().nvml(),
                nvml.get().gpus(),
                log.get(),
                programs.get(),
                containerTools.get(),
                nodes.cgroup(),
                new EnvironmentSurvey(host, privacy).look(),
                toolkits.get(),
                wheels.get(),
                pythonFrameworks.get(),
                new JavaFrameworkSurvey(ClassLoader.getSystemClassLoader()).look(),
                interconnect.get());
    }

    /** Jars carry it in their module descriptor. */
    private static Fact<String> version() {
        return Optional.ofNullable(MachineSurvey.class.getModule().getDescriptor())
                .flatMap(ModuleDescriptor::rawVersion)
                .map(Fact::of)
                .orElse(Fact.unknown("this Xianka runs from classes without a version"));
    }

    private static NvmlSurvey.Answer noNvml(String reason) {
        return new NvmlSurvey.Answer(UnknownFacts.of(Nvml.class, reason), Fact.unknown(reason));
    }

    private static <T> Supplier<Fact<T>> facts(long limitMillis, Supplier<Fact<T>> question) {
        return start(limitMillis, question, Fact::unknown);
    }

    private static <R extends Record> Supplier<R> section(Class<R> type, long limitMillis, Supplier<R> question) {
        return start(limitMillis, question, reason -> UnknownFacts.of(type, reason));
    }

    private static <T> Supplier<T> instead(T value) {
        return () -> value;
    }

    /** Asks in a thread of its own; the answer is waited for until the limit, counted from now. */
    private static <T> Supplier<T> start(long limitMillis, Supplier<T> question, Function<String, T> unknown) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMillis);
        FutureTask<T> answer = new FutureTask<>(question::get);
        Thread.ofPlatform().daemon().start(answer);
        return () -> {
            try {
                return answer.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException late) {
                return unknown.apply("no answer in " + limitMillis / 1000 + " s");
            } catch (ExecutionException failed) {
                return unknown.apply("asking failed: " + failed.getCause());
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return unknown.apply("asking was stopped");
            }
        };
    }
}
