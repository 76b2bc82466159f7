package io.xianka.cli;

import io.xianka.diagnosis.advise.ModelShape;
import io.xianka.diagnosis.advise.Optimizer;
import io.xianka.diagnosis.advise.PlannedGpt;
import io.xianka.diagnosis.advise.Precision;
import io.xianka.diagnosis.advise.Purpose;
import io.xianka.diagnosis.advise.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The options that say what a card is wanted for. */
final class WorkOption {

    private static final Pattern NUMBER = Pattern.compile("[0-9]+([.][0-9]+)?([eE][0-9]{1,2})?");
    private static final Pattern SIZE = Pattern.compile("([0-9]+(?:[.][0-9]+)?(?:[eE][0-9]{1,2})?)([KMBTkmbt]?)");
    private static final Pattern PIXELS = Pattern.compile("([0-9]{1,6})x([0-9]{1,6})");

    private static final Map<String, int[]> RESOLUTIONS = Map.of(
            "720p", new int[] {1280, 720},
            "1080p", new int[] {1920, 1080},
            "1440p", new int[] {2560, 1440},
            "2k", new int[] {2560, 1440},
            "4k", new int[] {3840, 2160},
            "8k", new int[] {7680, 4320});

    /** Textures and geometry of a large scene: an assumption; --scene-gb says otherwise. */
    private static final double USUAL_SCENE_GIB = 6;

    @Option(names = "--model", paramLabel = "NAME", descriptionKey = "advise.model")
    private String modelName;

    @Option(names = "--model-params", paramLabel = "N", descriptionKey = "advise.modelParams")
    private String parameters;

    @Option(names = "--layers", paramLabel = "N", descriptionKey = "advise.layers")
    private Integer layers;

    @Option(names = "--hidden", paramLabel = "N", descriptionKey = "advise.hidden")
    private Integer hidden;

    @Option(names = "--heads", paramLabel = "N", descriptionKey = "advise.heads")
    private Integer heads;

    @Option(names = "--kv-heads", paramLabel = "N", descriptionKey = "advise.kvHeads")
    private Integer keyHeads;

    @Option(names = "--vocabulary", paramLabel = "N", descriptionKey = "advise.vocabulary")
    private Integer vocabulary;

    @Option(names = "--precision", paramLabel = "NAME", descriptionKey = "advise.precision")
    private String precision;

    @Option(names = "--optimizer", paramLabel = "NAME", descriptionKey = "advise.optimizer")
    private String optimizer;

    @Option(names = "--batch", paramLabel = "N", descriptionKey = "advise.batch")
    private Integer batch;

    @Option(names = "--sequence", paramLabel = "N", descriptionKey = "advise.sequence")
    private Integer sequence;

    @Option(names = "--plain-attention", descriptionKey = "advise.plainAttention")
    private boolean plainAttention;

    @Option(names = "--resolution", paramLabel = "4k|WxH", descriptionKey = "advise.resolution")
    private String resolution;

    @Option(names = "--ray-tracing", descriptionKey = "advise.rayTracing")
    private boolean rayTracing;

    @Option(names = "--scene-gb", paramLabel = "N", descriptionKey = "advise.sceneGb")
    private String sceneGb;

    private PlannedGpt named;

    /** The options given, and the work each is for. */
    private Map<String, Set<Purpose>> all() {
        var model = Set.of(Purpose.LEARN, Purpose.TRAIN, Purpose.INFER);
        var training = Set.of(Purpose.LEARN, Purpose.TRAIN);
        var drawing = Set.of(Purpose.RENDER);
        var given = new LinkedHashMap<String, Set<Purpose>>();
        note(given, "--model", modelName != null, model);
        note(given, "--model-params", parameters != null, model);
        note(given, "--layers", layers != null, model);
        note(given, "--hidden", hidden != null, model);
        note(given, "--heads", heads != null, model);
        note(given, "--kv-heads", keyHeads != null, model);
        note(given, "--vocabulary", vocabulary != null, model);
        note(given, "--precision", precision != null, model);
        note(given, "--optimizer", optimizer != null, training);
        note(given, "--batch", batch != null, model);
        note(given, "--sequence", sequence != null, model);
        note(given, "--plain-attention", plainAttention, training);
        note(given, "--resolution", resolution != null, drawing);
        note(given, "--ray-tracing", rayTracing, drawing);
        note(given, "--scene-gb", sceneGb != null, drawing);
        return given;
    }

    private static void note(Map<String, Set<Purpose>> given, String option, boolean is, Set<Purpose> use) {
        if (is) {
            given.put(option, use);
        }
    }

    /** An option that was given, if any. */
    Optional<String> given() {
        return all().keySet().stream().findFirst();
    }

    /** The work described; what is not said is as usual for the purpose. */
    Workload workload(Purpose purpose) throws UsageException {
        for (var option : all().entrySet()) {
            if (!option.getValue().contains(purpose)) {
                throw new UsageException(Messages.of("advise.noUse", option.getKey(), "--for " + purpose.text()));
            }
        }
        return switch (purpose) {
            // Something that a first day ends with: GPT-2 124M, in the 16 bits that older cards have too.
            case LEARN -> training(parameters == null && layers == null ? "124M" : parameters, "fp16", 4, 512);
            case TRAIN -> training(parameters, "bf16", 8, 1024);
            case INFER ->
                new Workload.Inference(
                        model(parameters),
                        Precision.of(precision == null ? "fp16" : precision),
                        count("--batch", batch, 1),
                        count("--sequence", sequence, 2048));
            case RENDER -> {
                int[] pixels = pixels(resolution == null ? "1080p" : resolution);
                double scene = sceneGb == null ? USUAL_SCENE_GIB : positive("--scene-gb", sceneGb);
                yield new Workload.Rendering(pixels[0], pixels[1], rayTracing, scene * 0x1p30);
            }
        };
    }

    private Workload training(String size, String usualPrecision, int usualBatch, int usualSequence)
            throws UsageException {
        return new Workload.Training(
                model(size),
                Precision.of(precision == null ? usualPrecision : precision),
                Optimizer.of(optimizer == null ? "adamw" : optimizer),
                count("--batch", batch, usualBatch),
                count("--sequence", sequence, usualSequence),
                !plainAttention);
    }

    /** The model that is named, whose steps can be planned. */
    Optional<PlannedGpt> planned() throws UsageException {
        if (modelName == null) {
            return Optional.empty();
        }
        for (String option :
                List.of("--model-params", "--layers", "--hidden", "--heads", "--kv-heads", "--vocabulary")) {
            if (all().containsKey(option)) {
                throw new UsageException(Messages.of("advise.noUse", option, "--model"));
            }
        }
        if (named == null) {
            try {
                named = PlannedGpt.named(modelName);
            } catch (IllegalArgumentException unknown) {
                throw new UsageException("--model " + unknown.getMessage());
            }
        }
        return Optional.of(named);
    }

    private ModelShape model(String size) throws UsageException {
        var planned = planned();
        if (planned.isPresent()) {
            return planned.get().shape();
        }
        if (size == null && (layers == null || hidden == null)) {
            throw new UsageException(Messages.of("advise.noModel"));
        }
        return ModelShape.of(
                size == null ? OptionalDouble.empty() : OptionalDouble.of(size(size)),
                optional("--layers", layers),
                optional("--hidden", hidden),
                optional("--heads", heads),
                optional("--kv-heads", keyHeads),
                optional("--vocabulary", vocabulary));
    }

    private static OptionalInt optional(String option, Integer value) throws UsageException {
        return value == null ? OptionalInt.empty() : OptionalInt.of(count(option, value, 0));
    }

    private static int count(String option, Integer value, int usual) throws UsageException {
        if (value == null) {
            return usual;
        }
        if (value < 1) {
            throw new UsageException(option + " " + value + ": write a number from 1 up");
        }
        return value;
    }

    /** {@code 7B} is 7e9. */
    private static double size(String text) throws UsageException {
        var size = SIZE.matcher(text);
        if (!size.matches() || Double.parseDouble(size.group(1)) == 0) {
            throw new UsageException("--model-params " + text + ": write a number above 0, such as 124M, 7B or 7e9");
        }
        double unit = switch (size.group(2).toUpperCase(Locale.ROOT)) {
            case "K" -> 1e3;
            case "M" -> 1e6;
            case "B" -> 1e9;
            case "T" -> 1e12;
            default -> 1;
        };
        return Double.parseDouble(size.group(1)) * unit;
    }

    private static int[] pixels(String text) throws UsageException {
        int[] known = RESOLUTIONS.get(text.toLowerCase(Locale.ROOT));
        if (known != null) {
            return known;
        }
        var pixels = PIXELS.matcher(text.toLowerCase(Locale.ROOT));
        if (!pixels.matches()
                || pixels.group(1).matches("0+")
                || pixels.group(2).matches("0+")) {
            throw new UsageException(
                    "--resolution " + text + ": write 720p, 1080p, 1440p, 4k, 8k or pixels such as 3440x1440");
        }
        return new int[] {Integer.parseInt(pixels.group(1)), Integer.parseInt(pixels.group(2))};
    }

    /** A number above 0: not NaN, not infinite, in no other base. */
    static double positive(String option, String text) throws UsageException {
        if (!NUMBER.matcher(text).matches() || !(Double.parseDouble(text) > 0) || Double.parseDouble(text) > 1e15) {
            throw new UsageException(option + " " + text + ": write a number above 0");
        }
        return Double.parseDouble(text);
    }
}
