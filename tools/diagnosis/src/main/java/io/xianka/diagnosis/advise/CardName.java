package io.xianka.diagnosis.advise;

import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A card's name taken apart, so that "NVIDIA A100-SXM4-80GB", "a100 sxm 80g" and "A100 SXM4 80GB" are one.
 *
 * @param model the words that make it this model and no other. All count: an RTX 4070 is no RTX 4070 Ti, nor the chip of
 *     that name in a laptop
 * @param series {@code rtx}, {@code gtx}, {@code jetson}: may be left out
 * @param form {@code sxm}, {@code sxm4}, {@code pcie}, or empty
 * @param memoryGb what {@code 80GB} says
 * @param memoryType {@code hbm3}, or empty
 */
record CardName(Set<String> model, Set<String> series, String form, OptionalInt memoryGb, String memoryType) {

    /** Words that name the maker or the trade, not the card. */
    private static final Set<String> NOISE = Set.of(
            "nvidia",
            "geforce",
            "tesla",
            "gpu",
            "corporation",
            "generation",
            "graphics",
            "card",
            "developer",
            "kit",
            "founders",
            "edition");

    private static final Set<String> SERIES = Set.of("rtx", "gtx", "jetson");

    /** Where the driver's name says something else than the card's memory: 480 GB are the CPU's. */
    private static final Map<String, String> DRIVER_NAMES = Map.of("gh200 480gb", "gh200 96gb");

    private static final Pattern FORM = Pattern.compile("sxm[0-9]?|pcie");
    private static final Pattern MEMORY = Pattern.compile("([0-9]{1,4})(g|gb|gib)");
    private static final Pattern MEMORY_TYPE = Pattern.compile("hbm[0-9]e?|gddr[0-9]x?|lpddr[0-9]x?");

    static CardName of(String text) {
        String name = text.toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", " ")
                .replaceAll("\\b(rtx|gtx)(?=[0-9a-z])", "$1 ")
                .replaceAll("\\b([0-9]{3,4})(?=(ti|super)\\b)", "$1 ")
                .replaceAll("\\b([0-9]{3,4})(?=tisuper\\b)", "$1 ")
                .replace("tisuper", "ti super")
                .replaceAll("\\b([0-9]{1,4}) (gb|gib)\\b", "$1gb")
                .strip();
        for (var alias : DRIVER_NAMES.entrySet()) {
            name = name.replace(alias.getKey(), alias.getValue());
        }
        var model = new HashSet<String>();
        var series = new HashSet<String>();
        String form = "";
        String memoryType = "";
        var memoryGb = OptionalInt.empty();
        for (String word : name.split(" ")) {
            var memory = MEMORY.matcher(word);
            if (memory.matches()) {
                memoryGb = OptionalInt.of(Integer.parseInt(memory.group(1)));
            } else if (FORM.matcher(word).matches()) {
                form = word;
            } else if (MEMORY_TYPE.matcher(word).matches()) {
                memoryType = word;
            } else if (SERIES.contains(word)) {
                series.add(word);
            } else if (!word.isEmpty() && !NOISE.contains(word)) {
                model.add(word);
            }
        }
        return new CardName(Set.copyOf(model), Set.copyOf(series), form, memoryGb, memoryType);
    }

    /** Whether this name, as someone wrote it, can mean a card, whose own is {@code full}: all it says is so there. */
    boolean means(GpuCard card, CardName full) {
        return !model.isEmpty()
                && model.equals(full.model)
                && full.series.containsAll(series)
                && (form.isEmpty() || full.form.isEmpty() || form.startsWith(full.form) || full.form.startsWith(form))
                && (memoryGb.isEmpty()
                        || card.memoryGb().isEmpty()
                        || memoryGb.getAsInt() == Math.round(card.memoryGb().getAsDouble()))
                && (memoryType.isEmpty()
                        || card.memoryType().isEmpty()
                        || card.memoryType().get().equalsIgnoreCase(memoryType));
    }

    /** How far from each other two names are, by letters changed after the words that do not count are gone. */
    static int distance(String one, String other) {
        return letters(plain(one), plain(other));
    }

    private static String plain(String text) {
        var words = new StringBuilder();
        for (String word : text.toLowerCase(Locale.ROOT).split("[^a-z0-9]+")) {
            if (!NOISE.contains(word)) {
                words.append(word);
            }
        }
        return words.toString();
    }

    /** Levenshtein's distance, cheap where the writer left letters out and cheapest where he stopped early. */
    private static int letters(String written, String full) {
        int changed = 8;
        int leftOut = 4;
        int behind = 1;
        int[] above = new int[full.length() + 1];
        for (int j = 0; j <= full.length(); j++) {
            above[j] = leftOut * j;
        }
        for (int i = 1; i <= written.length(); i++) {
            int[] row = new int[full.length() + 1];
            row[0] = changed * i;
            for (int j = 1; j <= full.length(); j++) {
                int change = written.charAt(i - 1) == full.charAt(j - 1) ? 0 : changed;
                row[j] = Math.min(above[j - 1] + change, Math.min(above[j] + changed, row[j - 1] + leftOut));
            }
            above = row;
        }
        int least = above[full.length()];
        for (int j = 0; j < full.length(); j++) {
            least = Math.min(least, above[j] + behind * (full.length() - j));
        }
        return least;
    }
}
