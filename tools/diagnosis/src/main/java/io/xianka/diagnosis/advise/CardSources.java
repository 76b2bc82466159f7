package io.xianka.diagnosis.advise;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The column {@code source} of the catalogue: sources separated by semicolons. One that begins with the names of figures
 * ({@code tensor and FP32: ...}, {@code NVLink also ...}) is of those; one without is of all that no other names.
 */
final class CardSources {

    private static final Set<String> LABELS = Set.of(
            "cc",
            "architecture",
            "memory",
            "memory type",
            "bandwidth",
            "2000 gb/s",
            "cores",
            "fp32",
            "fp32-acc",
            "fp32-acc tensor",
            "tensor",
            "nvlink",
            "link",
            "tdp",
            "power",
            "price",
            "date",
            "rest");

    private static final Pattern LABELLED = Pattern.compile("(.+?)(?::| also) (.+)");

    private record Source(Set<String> labels, String text) {}

    private final String all;
    private final List<Source> sources = new ArrayList<>();

    CardSources(String all) {
        this.all = all;
        for (String part : all.split(";")) {
            var labelled = LABELLED.matcher(part.strip());
            var labels = labelled.matches() ? labels(labelled.group(1)) : Set.<String>of();
            sources.add(labels.isEmpty() ? new Source(Set.of(), part.strip()) : new Source(labels, labelled.group(2)));
        }
    }

    /** The labels of {@code memory type, date} or {@code NVLink (56.25 one way)}; empty when a word is none of them. */
    private static Set<String> labels(String text) {
        var labels = new LinkedHashSet<String>();
        for (String word : text.replaceAll("\\([^)]*\\)", "").split(",| and ")) {
            String label = word.strip().replaceFirst("^>", "").toLowerCase(Locale.ROOT);
            if (!LABELS.contains(label)) {
                return Set.of();
            }
            labels.add(label);
        }
        return labels;
    }

    /** What the sources of a figure are labelled with. */
    private static Set<String> labels(CardFigure figure) {
        return switch (figure) {
            case MEMORY -> Set.of("memory");
            case BANDWIDTH -> Set.of("bandwidth", "2000 gb/s");
            case CUDA_CORES -> Set.of("cores");
            case FP32 -> Set.of("fp32");
            case TENSOR_FP16 -> Set.of("tensor");
            case TENSOR_FP32_SUMS -> Set.of("tensor", "fp32-acc", "fp32-acc tensor");
            case NVLINK -> Set.of("nvlink", "link");
            case POWER -> Set.of("tdp", "power");
            case LAUNCH_PRICE -> Set.of("price");
        };
    }

    /** Where a figure is from. */
    String of(CardFigure figure) {
        var wanted = labels(figure);
        var own = texts(source -> source.labels().stream().anyMatch(wanted::contains));
        if (!own.isEmpty()) {
            return own;
        }
        var general =
                texts(source -> source.labels().isEmpty() || source.labels().contains("rest"));
        return general.isEmpty() ? all : general;
    }

    private String texts(Predicate<Source> which) {
        return String.join(
                "; ", sources.stream().filter(which).map(Source::text).toList());
    }
}
