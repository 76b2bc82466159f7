package io.xianka.diagnosis.survey;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.xianka.diagnosis.facts.ContainerTools;
import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.facts.Services;
import io.xianka.diagnosis.facts.Services.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** NVIDIA's background programs, and what gives containers GPUs. */
record ServiceSurvey(Host host, Privacy privacy, boolean inContainer) {
    private static final long VERSION_LIMIT_MILLIS = 2000;

    /** The kernel keeps this much of a program's name. */
    private static final int NAME_CHARACTERS = 15;

    private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+(?:\\.\\d+)*");

    Services services() {
        Fact<List<String>> running = running();
        return new Services(
                service("nvidia-persistenced", running),
                service("nv-fabricmanager", running),
                service("nvidia-imex", running),
                service("nvidia-cuda-mps-control", running),
                service("nv-hostengine", running));
    }

    private Fact<List<String>> running() {
        if (inContainer) {
            return Fact.unknown("a container does not show the host's processes");
        }
        return host.names("/proc", "[0-9]*")
                .map(pids -> pids.stream()
                        .map(pid -> host.word("/proc/" + pid + "/comm").orElse(""))
                        .collect(Collectors.toList()));
    }

    private Service service(String program, Fact<List<String>> running) {
        String path = "/usr/bin/" + program;
        Fact<Boolean> installed = host.exists(path);
        if (inContainer && installed.is(false)) {
            installed = Fact.unknown("a container does not show the host's programs");
        }
        String comm = program.substring(0, Math.min(NAME_CHARACTERS, program.length()));
        Fact<Boolean> runs = running.map(names -> names.contains(comm));
        return new Service(installed, runs, version(path, installed));
    }

    private Fact<Optional<String>> version(String path, Fact<Boolean> installed) {
        if (!installed.is(true)) {
            return installed.map(_ -> Optional.empty());
        }
        Fact<String> printed = host.commands().output(VERSION_LIMIT_MILLIS, path, "--version");
        Matcher version = VERSION.matcher(printed.orElse(""));
        return printed.isKnown() && !version.find()
                ? Fact.unknown(path + " --version printed no version")
                : printed.map(_ -> Optional.of(version.group()));
    }

    // ------------------------------------------------------------------ containers

    ContainerTools containerTools() {
        return new ContainerTools(
                toolkitVersion(),
                host.anyExists(List.of("/usr/bin/docker", "/snap/bin/docker", "/usr/local/bin/docker")),
                host.exists("/snap/bin/docker").is(true)
                                && host.exists("/usr/bin/docker").is(false)
                        ? Fact.of(true)
                        : host.exists("/snap/bin/docker").map(_ -> false),
                runtimes(),
                host.exists("/usr/bin/podman"),
                specifications(),
                host.exists("/dev/char/195:0"));
    }

    private Fact<Optional<String>> toolkitVersion() {
        for (String path : List.of("/usr/bin/nvidia-ctk", "/usr/bin/nvidia-container-cli")) {
            if (host.exists(path).is(true)) {
                return version(path, Fact.of(true));
            }
        }
        return inContainer ? Fact.unknown("a container does not show the host's programs") : Fact.of(Optional.empty());
    }

    private Fact<List<String>> runtimes() {
        String path = "/etc/docker/daemon.json";
        Fact<Optional<String>> settings = host.textIfThere(path);
        if (!settings.isKnown()) {
            return settings.map(_ -> List.of());
        }
        try {
            JsonNode tree = new ObjectMapper()
                    .readTree(settings.orElse(Optional.empty()).orElse("{}"));
            List<String> names = new ArrayList<>();
            tree.path("runtimes").fieldNames().forEachRemaining(names::add);
            return Fact.of(names);
        } catch (JsonProcessingException malformed) {
            return Fact.unknown(path + " is no JSON");
        }
    }

    private Fact<List<String>> specifications() {
        List<String> found = new ArrayList<>();
        for (String folder : List.of("/etc/cdi", "/var/run/cdi")) {
            Fact<List<String>> names = host.names(folder, "*.{yaml,yml,json}");
            if (!names.isKnown()) {
                return names;
            }
            names.orElse(List.of()).forEach(name -> found.add(folder + "/" + name));
        }
        return Fact.of(found);
    }
}
