package io.xianka.nn.pretrained;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.xianka.nn.Gpt;
import io.xianka.nn.GptConfig;
import io.xianka.nn.LanguageModel;
import io.xianka.nn.Llama;
import io.xianka.nn.LlamaConfig;
import io.xianka.nn.RotaryScaling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** The sizes of a model in {@code config.json}, as transformers writes them. Whatever would change what a model computes is heeded or refused. */
final class ConfigFile {
    static final String NAME = "config.json";

    private static final long MOST_BYTES = 1 << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The sizes of a kind of model. */
    sealed interface Sizes {}

    /** {@code "model_type": "gpt2"}. */
    record Gpt2(GptConfig config) implements Sizes {}

    /** {@code "model_type": "llama"}. */
    record OfLlama(LlamaConfig config) implements Sizes {}

    private final Path path;
    private final JsonNode root;

    private ConfigFile(Path path, JsonNode root) {
        this.path = path;
        this.root = root;
    }

    static Sizes read(Path path) {
        JsonNode root;
        try {
            if (Files.size(path) > MOST_BYTES) {
                throw new IllegalArgumentException(
                        path + ": has more than " + MOST_BYTES + " bytes; this is no model's configuration");
            }
            root = JSON.readTree(Files.readAllBytes(path));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    path + ": is no JSON: "
                            + (e instanceof JsonEOFException ? "it ends in the middle" : e.getOriginalMessage()),
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException(path + ": cannot be read: " + e.getMessage(), e);
        }
        var file = new ConfigFile(path, root);
        String kind = file.text("model_type", "");
        try {
            return switch (kind) {
                case "gpt2" -> new Gpt2(file.gpt2());
                case "llama" -> new OfLlama(file.llama());
                default -> throw file.wrong("its model_type is not gpt2 or llama, the only ones here");
            };
        } catch (IllegalArgumentException e) {
            throw e.getMessage().startsWith(path.toString())
                    ? e
                    : new IllegalArgumentException(path + ": " + e.getMessage(), e);
        }
    }

    // ------------------------------------------------------------------ GPT-2

    private GptConfig gpt2() {
        long width = count("n_embd", -1);
        refuseUnless("activation_function", Set.of("gelu_new", "gelu_pytorch_tanh"), "gelu_new");
        refuseUnless("layer_norm_epsilon", 1e-5, 1e-5);
        refuseIf("scale_attn_by_inverse_layer_idx");
        refuseIf("add_cross_attention");
        if (!root.path("scale_attn_weights").asBoolean(true)) {
            throw wrong("scale_attn_weights is false; scores are always scaled here");
        }
        if (!root.path("tie_word_embeddings").asBoolean(true)) {
            throw wrong("tie_word_embeddings is false; a GPT here has one table for both ends");
        }
        if (root.hasNonNull("n_inner") && count("n_inner", -1) != 4 * width) {
            throw wrong("n_inner is not 4 times n_embd, as it always is here");
        }
        return new GptConfig(
                count("vocab_size", 50_257),
                count("n_positions", 1_024),
                width,
                count("n_head", -1),
                Math.toIntExact(count("n_layer", -1)),
                0);
    }

    // ------------------------------------------------------------------ LLaMA

    private LlamaConfig llama() {
        refuseUnless("hidden_act", Set.of("silu", "swish"), "silu");
        refuseIf("attention_bias");
        refuseIf("mlp_bias");
        long width = count("hidden_size", -1);
        long heads = count("num_attention_heads", -1);
        // Since its version 5 transformers keeps all of rotary positions in one object.
        JsonNode together = root.path("rope_parameters");
        double base = number(together.has("rope_theta") ? together : root, "rope_theta", 10_000);
        return new LlamaConfig(
                count("vocab_size", 32_000),
                count("max_position_embeddings", 2_048),
                width,
                count("intermediate_size", -1),
                Math.toIntExact(count("num_hidden_layers", -1)),
                heads,
                root.hasNonNull("num_key_value_heads") ? count("num_key_value_heads", -1) : heads,
                root.hasNonNull("head_dim") ? count("head_dim", -1) : width / heads,
                base,
                scaling(root.hasNonNull("rope_scaling") ? root.path("rope_scaling") : together),
                number(root, "rms_norm_eps", 1e-6),
                root.path("tie_word_embeddings").asBoolean(false));
    }

    private RotaryScaling scaling(JsonNode rope) {
        String kind = rope.path("rope_type").asText(rope.path("type").asText("default"));
        return switch (kind) {
            case "default" -> RotaryScaling.NONE;
            case "linear" -> RotaryScaling.linear(number(rope, "factor", Double.NaN));
            case "llama3" ->
                new RotaryScaling(
                        number(rope, "factor", Double.NaN),
                        number(rope, "low_freq_factor", Double.NaN),
                        number(rope, "high_freq_factor", Double.NaN),
                        number(rope, "original_max_position_embeddings", Double.NaN));
            default -> throw wrong("the rotary scaling is not one of default, linear and llama3");
        };
    }

    // ------------------------------------------------------------------ fields

    private long count(String field, long otherwise) {
        JsonNode value = root.path(field);
        if (!value.isMissingNode() && (!value.canConvertToLong() || !value.isIntegralNumber() || value.asLong() < 1)) {
            throw wrong(field + " is no number from 1");
        }
        long count = value.asLong(otherwise);
        if (count < 1) {
            throw wrong("there is no " + field);
        }
        if (count > Integer.MAX_VALUE) {
            throw wrong(field + " is " + count + ", more than 2^31 - 1");
        }
        return count;
    }

    private double number(JsonNode parent, String field, double otherwise) {
        JsonNode value = parent.path(field);
        if (!value.isMissingNode() && !value.isNumber()) {
            throw wrong(field + " is no number");
        }
        double number = value.asDouble(otherwise);
        if (Double.isNaN(number)) {
            throw wrong("there is no " + field);
        }
        return number;
    }

    private String text(String field, String otherwise) {
        return root.path(field).isTextual() ? root.path(field).asText() : otherwise;
    }

    private void refuseUnless(String field, Set<String> known, String otherwise) {
        if (root.hasNonNull(field) && !known.contains(text(field, ""))) {
            throw wrong(field + " is not " + otherwise + ", the only one here");
        }
    }

    private void refuseUnless(String field, double known, double otherwise) {
        if (number(root, field, otherwise) != known) {
            throw wrong(field + " is not " + known + ", the only one here");
        }
    }

    private void refuseIf(String field) {
        if (root.path(field).asBoolean(false)) {
            throw wrong(field + " is true; models here have none");
        }
    }

    private IllegalArgumentException wrong(String fact) {
        return new IllegalArgumentException(path + ": " + fact);
    }

    // ------------------------------------------------------------------ writing

    static void prepare(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(folder + ": the folder cannot be made: " + e.getMessage(), e);
        }
    }

    static void write(Path path, LanguageModel model) {
        ObjectNode root = switch (model) {
            case Gpt gpt -> of(gpt.config());
            case Llama llama -> of(llama.config());
        };
        try {
            Files.writeString(path, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(path + ": cannot be written: " + e.getMessage(), e);
        }
    }

    private static ObjectNode of(GptConfig config) {
        ObjectNode root = JSON.createObjectNode();
        root.putArray("architectures").add("GPT2LMHeadModel");
        return root.put("model_type", "gpt2")
                .put("vocab_size", config.vocabulary())
                .put("n_positions", config.block())
                .put("n_embd", config.width())
                .put("n_head", config.heads())
                .put("n_layer", config.layers())
                .put("activation_function", "gelu_new")
                .put("layer_norm_epsilon", 1e-5);
    }

    private static ObjectNode of(LlamaConfig config) {
        ObjectNode root = JSON.createObjectNode();
        root.putArray("architectures").add("LlamaForCausalLM");
        root.put("model_type", "llama")
                .put("vocab_size", config.vocabulary())
                .put("max_position_embeddings", config.block())
                .put("hidden_size", config.width())
                .put("intermediate_size", config.inner())
                .put("num_hidden_layers", config.layers())
                .put("num_attention_heads", config.heads())
                .put("num_key_value_heads", config.groups())
                .put("head_dim", config.headSize())
                .put("rope_theta", config.rotaryBase())
                .put("rms_norm_eps", config.eps())
                .put("hidden_act", "silu")
                .put("attention_bias", false)
                .put("tie_word_embeddings", config.tied());
        RotaryScaling scaling = config.scaling();
        if (scaling.factor() > 1) {
            ObjectNode rope = root.putObject("rope_scaling").put("factor", scaling.factor());
            if (scaling.equals(RotaryScaling.linear(scaling.factor()))) {
                rope.put("rope_type", "linear");
            } else {
                rope.put("rope_type", "llama3")
                        .put("low_freq_factor", scaling.lowFactor())
                        .put("high_freq_factor", scaling.highFactor())
                        .put("original_max_position_embeddings", scaling.original());
            }
        }
        return root;
    }
}
