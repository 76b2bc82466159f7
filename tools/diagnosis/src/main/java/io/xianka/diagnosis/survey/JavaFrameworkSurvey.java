package io.xianka.diagnosis.survey;

import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.facts.JavaFramework;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** DJL, ONNX Runtime and TensorFlow-Java, as the class path has them; none of their code is run. */
record JavaFrameworkSurvey(ClassLoader classes) {

    /**
     * How one is recognised.
     *
     * @param marker a class of its
     * @param coordinates where its jar says its version
     * @param gpuMarkers files that only jars with GPU support have
     */
    private record Known(String name, String marker, String coordinates, List<String> gpuMarkers) {}

    private static final List<Known> KNOWN = List.of(
            new Known("DJL", "ai/djl/engine/Engine.class", "ai.djl/api", List.of("native/lib/pytorch.properties")),
            new Known(
                    "ONNX Runtime",
                    "ai/onnxruntime/OrtEnvironment.class",
                    "com.microsoft.onnxruntime/onnxruntime_gpu",
                    List.of(
                            "ai/onnxruntime/native/linux-x64/libonnxruntime_providers_cuda.so",
                            "ai/onnxruntime/native/win-x64/onnxruntime_providers_cuda.dll")),
            new Known(
                    "TensorFlow-Java",
                    "org/tensorflow/TensorFlow.class",
                    "org.tensorflow/tensorflow-core-api",
                    List.of("org/tensorflow/internal/c_api/linux-x86_64-gpu/libjnitensorflow.so")));

    private static final Pattern VERSION_IN_JAR = Pattern.compile("-(\\d+[\\w.]*(?:-[\\w.]+)?)\\.jar!");

    Fact<List<JavaFramework>> look() {
        return Fact.of(KNOWN.stream()
                .filter(known -> classes.getResource(known.marker) != null)
                .map(this::framework)
                .toList());
    }

    private JavaFramework framework(Known known) {
        return new JavaFramework(known.name, version(known), Fact.of(forGpu(known)), Fact.of(Optional.empty()));
    }

    private Fact<String> version(Known known) {
        Optional<String> pom = text("META-INF/maven/" + known.coordinates + "/pom.properties")
                .flatMap(text -> text.lines()
                        .filter(line -> line.startsWith("version="))
                        .map(line -> line.substring("version=".length()).strip())
                        .findFirst());
        if (pom.isPresent()) {
            return Fact.of(pom.get());
        }
        URL place = classes.getResource(known.marker);
        Matcher jar = VERSION_IN_JAR.matcher(place == null ? "" : place.toString());
        return jar.find() ? Fact.of(jar.group(1)) : Fact.unknown("its jar names no version");
    }

    /** DJL's native jars for GPUs say so in their properties; the others have a file that only GPUs need. */
    private boolean forGpu(Known known) {
        return known.gpuMarkers.stream()
                .anyMatch(marker -> marker.endsWith(".properties")
                        ? text(marker)
                                .filter(text -> text.matches("(?s).*\\bcu\\d{2,3}\\b.*"))
                                .isPresent()
                        : classes.getResource(marker) != null);
    }

    private Optional<String> text(String resource) {
        try (InputStream content = classes.getResourceAsStream(resource)) {
            return content == null
                    ? Optional.empty()
                    : Optional.of(new String(content.readNBytes(1 << 16), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }
}
