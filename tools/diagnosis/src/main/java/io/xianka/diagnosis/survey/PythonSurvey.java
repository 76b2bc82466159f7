package io.xianka.diagnosis.survey;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.facts.PythonFramework;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks each Python on the PATH, in a process of its own, what PyTorch, TensorFlow, JAX and CuPy see. A framework is
 * imported for it, which takes seconds.
 */
record PythonSurvey(Host host, Privacy privacy) {
    private static final long LIMIT_MILLIS = 40_000;
    private static final int PYTHONS_MAX = 8;
    private static final int TEXT_CHARACTERS_MAX = 1000;

    /** Quiet, and without taking a GPU's whole memory as JAX and TensorFlow else do. */
    private static final Map<String, String> VARIABLES = Map.of(
            "TF_CPP_MIN_LOG_LEVEL", "3",
            "TF_FORCE_GPU_ALLOW_GROWTH", "true",
            "XLA_PYTHON_CLIENT_PREALLOCATE", "false",
            "PYTHONDONTWRITEBYTECODE", "1",
            "PYTHONIOENCODING", "utf-8");

    private static final class Script {
        static final String TEXT = read();

        private static String read() {
            try (InputStream script = PythonSurvey.class.getResourceAsStream("frameworks.py")) {
                return new String(script.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        }
    }

    Fact<List<PythonFramework>> look() {
        List<PythonFramework> found = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        Map<String, Fact<String>> answers = new LinkedHashMap<>();
        pythons().parallelStream()
                .map(python -> Map.entry(
                        python,
                        host.commands()
                                .output(
                                        LIMIT_MILLIS,
                                        VARIABLES,
                                        List.of(host.at(python).toString(), "-c", Script.TEXT))))
                .toList()
                .forEach(answer -> answers.put(answer.getKey(), answer.getValue()));
        answers.forEach((python, printed) -> printed.known()
                .ifPresentOrElse(
                        text -> found.addAll(answers(privacy.text(python), text)),
                        () -> silent.add(python + ": " + printed.whyUnknown().orElse(""))));
        return found.isEmpty() && !silent.isEmpty()
                ? Fact.unknown(privacy.text(String.join("; ", silent)))
                : Fact.of(found);
    }

    /** Each interpreter once: python and python3 of one folder are mostly the same. */
    private List<String> pythons() {
        Map<String, String> byTarget = new LinkedHashMap<>();
        for (String folder : host.variable("PATH").orElse("").split(":")) {
            for (String name : List.of("python3", "python")) {
                String path = folder + "/" + name;
                if (folder.startsWith("/") && Files.isExecutable(host.at(path))) {
                    // A virtual environment's python is a link to the system's, yet has packages of its own.
                    String environment = host.exists(folder + "/../pyvenv.cfg").is(true) ? folder : "";
                    byTarget.putIfAbsent(environment + host.real(path).orElse(path), path);
                }
            }
        }
        return byTarget.values().stream().limit(PYTHONS_MAX).toList();
    }

    /** One line of JSON for each framework; other lines are what the frameworks themselves print. */
    private List<PythonFramework> answers(String python, String printed) {
        List<PythonFramework> found = new ArrayList<>();
        for (String line : printed.split("\n")) {
            if (line.startsWith("{\"xianka\"")) {
                try {
                    found.add(answer(python, new ObjectMapper().readTree(line)));
                } catch (JsonProcessingException malformed) {
                    found.add(answer(python, new ObjectMapper().createObjectNode()));
                }
            }
        }
        return found;
    }

    private PythonFramework answer(String python, JsonNode answer) {
        return new PythonFramework(
                python,
                text(answer, "python_version"),
                text(answer, "name").orElse("unnamed"),
                text(answer, "version"),
                optional(answer, "cuda_build"),
                optional(answer, "cudnn_version"),
                optional(answer, "nccl_version"),
                texts(answer, "architectures"),
                texts(answer, "devices"),
                answer.path("available").isBoolean()
                        ? Fact.of(answer.path("available").booleanValue())
                        : Fact.unknown("it did not say"),
                Fact.of(Optional.of(answer.path("error").asText(""))
                        .filter(error -> !error.isEmpty())
                        .map(this::shortened)));
    }

    private String shortened(String text) {
        String kept = privacy.text(text);
        return kept.length() > TEXT_CHARACTERS_MAX ? kept.substring(0, TEXT_CHARACTERS_MAX) + "..." : kept;
    }

    private Fact<String> text(JsonNode answer, String name) {
        JsonNode value = answer.path(name);
        return value.isTextual() ? Fact.of(shortened(value.textValue())) : Fact.unknown("it did not say");
    }

    private Fact<Optional<String>> optional(JsonNode answer, String name) {
        return answer.path(name).isNull()
                ? Fact.of(Optional.empty())
                : text(answer, name).map(Optional::of);
    }

    private Fact<List<String>> texts(JsonNode answer, String name) {
        JsonNode value = answer.path(name);
        if (!value.isArray() || value.size() > 200) {
            return Fact.unknown("it did not say");
        }
        List<String> texts = new ArrayList<>();
        value.forEach(each -> texts.add(shortened(each.asText())));
        return Fact.of(texts);
    }
}
