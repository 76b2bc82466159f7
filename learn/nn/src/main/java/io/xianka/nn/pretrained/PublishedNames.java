package io.xianka.nn.pretrained;

import io.xianka.nn.Gpt;
import io.xianka.nn.LanguageModel;
import io.xianka.nn.Llama;
import io.xianka.tensor.DType;
import io.xianka.tensor.DTypeMismatch;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import io.xianka.tensor.file.Safetensors;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a model's tensors are called in files. The models' own names are those of transformers, but for a prefix that depends on which of
 * its classes wrote the file, a head that is the embedding again, and buffers that hold no weights.
 */
final class PublishedNames {
    private static final String HEAD = "lm_head.weight";
    private static final String GPT_PREFIX = "transformer.";
    private static final String LLAMA_PREFIX = "model.";
    // Masks and frequencies, which are computed here.
    private static final Pattern BUFFER = Pattern.compile(
            "h\\.\\d+\\.attn\\.(bias|masked_bias)|(model\\.)?(layers\\.\\d+\\.self_attn\\.)?rotary_emb\\.inv_freq");
    private static final int MOST_LISTED = 20;
    private static final int LONGEST_NAME = 100;

    private final LanguageModel model;
    // The embedding's own name, and whether it is the head, too.
    private final String embedding;
    private final boolean tied;

    private PublishedNames(LanguageModel model, String embedding, boolean tied) {
        this.model = model;
        this.embedding = embedding;
        this.tied = tied;
    }

    static PublishedNames of(LanguageModel model) {
        return switch (model) {
            case Gpt _ -> new PublishedNames(model, "wte.weight", true);
            case Llama llama ->
                new PublishedNames(
                        model, "model.embed_tokens.weight", llama.config().tied());
        };
    }

    /** A name of GPT-2's without the prefix of a model with a head. */
    static String withoutPrefix(String name) {
        return name.startsWith(GPT_PREFIX) ? name.substring(GPT_PREFIX.length()) : name;
    }

    /** What the model calls a tensor of a file. */
    private String own(String name) {
        return switch (model) {
            case Gpt _ -> withoutPrefix(name);
            case Llama _ -> name.startsWith(LLAMA_PREFIX) || name.equals(HEAD) ? name : LLAMA_PREFIX + name;
        };
    }

    /** The model's tensors under the names that a model with a head writes, without the rows that only fill up the vocabulary. */
    Map<String, Tensor> published() {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        model.stateDict().forEach((name, tensor) -> {
            Tensor whole = name.equals(embedding) ? tensor.narrow(0, 0, model.vocabulary()) : tensor;
            tensors.put(model instanceof Gpt ? GPT_PREFIX + name : name, whole.detach());
        });
        return tensors;
    }

    /**
     * The file's name of each of the model's tensors.
     *
     * @throws IllegalArgumentException that lists what is missing, unexpected, there twice, of another shape or of a type without weights
     */
    Map<String, String> matched(Safetensors file, Path path) {
        Map<String, Tensor> state = model.stateDict();
        Map<String, String> found = new HashMap<>();
        List<String> wrong = new ArrayList<>();
        for (String name : file.names()) {
            String own = own(name);
            if (BUFFER.matcher(own).matches() || (tied && own.equals(HEAD))) {
                continue;
            }
            if (!state.containsKey(own)) {
                wrong.add("unexpected " + shown(name) + " " + file.shape(name));
            } else if (found.putIfAbsent(own, name) != null) {
                wrong.add(shown(name) + " is there twice, with and without a prefix");
            }
        }
        state.forEach((name, tensor) -> {
            String published = found.get(name);
            if (published == null) {
                wrong.add("missing " + name + " " + tensor.shape());
                return;
            }
            Shape shape = file.shape(published);
            Shape expected = tensor.shape();
            boolean unpadded = name.equals(embedding) && shape.equals(expected.with(0, model.vocabulary()));
            if (!shape.equals(expected) && !unpadded) {
                wrong.add(shown(published) + " is " + shape + ", not " + expected);
            } else {
                String unfit = unfit(file, published);
                if (unfit != null) {
                    wrong.add(shown(published) + " is of " + unfit);
                }
            }
        });
        if (!wrong.isEmpty()) {
            List<String> some = wrong.subList(0, Math.min(wrong.size(), MOST_LISTED));
            String more = wrong.size() > MOST_LISTED ? "; and " + (wrong.size() - MOST_LISTED) + " more" : "";
            throw new IllegalArgumentException(path + ": these are not the weights of this "
                    + model.getClass().getSimpleName() + ": " + String.join("; ", some) + more);
        }
        return found;
    }

    private static String unfit(Safetensors file, String name) {
        try {
            DType dtype = file.dtype(name);
            return dtype.isFloating() ? null : dtype + ", which holds no weights";
        } catch (DTypeMismatch e) {
            return "a type that tensors have not";
        }
    }

    /**
     * A head that is published although it is the embedding must be so.
     *
     * @throws IllegalArgumentException when it is another
     */
    void checkTiedHead(Map<String, String> matched, Safetensors file, Path path) {
        String table = matched.get(embedding);
        if (tied && file.names().contains(HEAD) && !isSame(file, HEAD, table)) {
            throw new IllegalArgumentException(path + ": " + HEAD + " is not the embedding, and this "
                    + model.getClass().getSimpleName() + " has but one table for both; it would score otherwise");
        }
    }

    private boolean isSame(Safetensors file, String head, String table) {
        if (!file.shape(head).equals(file.shape(table)) || unfit(file, head) != null) {
            return false;
        }
        Device device = model.device();
        try (Tensor one = file.tensor(head, device);
                Tensor other = file.tensor(table, device)) {
            return one.eq(other).all().itemBoolean();
        }
    }

    /** A stranger's name in one line. */
    private static String shown(String name) {
        String cut = name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "...";
        var line = new StringBuilder();
        cut.chars()
                .forEach(c -> line.append(
                        Character.isISOControl(c) || c == '\u2028' || c == '\u2029'
                                ? "\\u%04x".formatted(c)
                                : "" + (char) c));
        return line.toString();
    }
}
