package io.xianka.diagnosis.advise;

import io.xianka.diagnosis.table.CsvTable;
import io.xianka.diagnosis.table.TableException;
import io.xianka.driver.ComputeCapability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Cards and their figures: the product's own table, or the user's of the same columns.
 *
 * <pre>{@code
 * var card = GpuCatalogue.builtIn().find("NVIDIA GeForce RTX 5090").orElseThrow();
 * card.bandwidthGBs();                        // OptionalDouble[1792.0]
 * card.sourceOf(CardFigure.BANDWIDTH);        // Wikipedia: List of Nvidia graphics processing units (...)
 * }</pre>
 *
 * Immutable, for any thread.
 */
public final class GpuCatalogue {

    private static final List<String> COLUMNS = Stream.concat(
                    Stream.of(
                            "name",
                            "architecture",
                            "compute_capability",
                            "memory_type",
                            "launch_date",
                            "source",
                            "note"),
                    Arrays.stream(CardFigure.values()).map(CardFigure::column))
            .toList();

    /** Memory that software sees, against the label: ECC takes a sixteenth of GDDR, firmware a little of any. */
    private static final double LEAST_VISIBLE = 0.85;

    private static final double MOST_VISIBLE = 1.05;

    /** A name that differs in three letters of four, at 8 a letter, is no slip. */
    private static final int MOST_DISTANCE = 6;

    private final String name;
    private final List<GpuCard> cards;
    private final Map<GpuCard, CardName> names;

    private GpuCatalogue(CsvTable table) {
        name = table.name();
        table.require(List.of("name", "source"));
        for (String column : table.columns()) {
            if (!COLUMNS.contains(column)) {
                throw new TableException(name + ": row 1: column '" + column + "' is none of a catalogue; it may have "
                        + String.join(", ", COLUMNS));
            }
        }
        var rowOf = new HashMap<String, Integer>();
        for (var row : table.rows()) {
            Integer before = rowOf.put(row.required("name"), row.row());
            if (before != null) {
                throw row.wrong("name", "'" + row.required("name") + "' stands in row " + before + " already");
            }
        }
        cards = table.rows().stream().map(GpuCard::of).toList();
        names = cards.stream().collect(Collectors.toMap(card -> card, card -> CardName.of(card.name())));
        if (cards.isEmpty()) {
            throw new TableException(name + ": no card below the header");
        }
    }

    /** The product's own catalogue. */
    public static GpuCatalogue builtIn() {
        return BuiltIn.CATALOGUE;
    }

    /** Read once, when first asked for. */
    private static final class BuiltIn {
        static final GpuCatalogue CATALOGUE = of(CsvTable.resource(GpuCatalogue.class, "gpus.csv"));
    }

    /**
     * The catalogue in a file: CSV with a header; {@code name} and {@code source} are needed, the other columns of the
     * built-in one may be there.
     *
     * @throws IOException when the file cannot be read
     * @throws TableException when a cell is wrong; the message names its row and column
     */
    public static GpuCatalogue read(Path file) throws IOException {
        return of(CsvTable.read(file));
    }

    static GpuCatalogue of(CsvTable table) {
        return new GpuCatalogue(table);
    }

    /** All cards, in the table's order. */
    public List<GpuCard> cards() {
        return cards;
    }

    /** Every card that a name can mean: "A100" means four. */
    public List<GpuCard> matching(String written) {
        var wanted = CardName.of(written);
        return cards.stream()
                .filter(card -> wanted.means(card, names.get(card)))
                .toList();
    }

    /**
     * The one card that a name means, as a user or the driver writes it: "RTX 5090", "NVIDIA GeForce RTX 5090",
     * "a100-sxm4-80gb". Empty when the catalogue has none of it or the name could mean several. Another model is never
     * returned for one that is missing: an RTX 4090 Laptop GPU is not found.
     */
    public Optional<GpuCard> find(String written) {
        var matching = matching(written);
        return matching.size() == 1 ? Optional.of(matching.getFirst()) : Optional.empty();
    }

    /**
     * The card that a device of this machine is, by the driver's name for it and its memory in bytes, which tells the
     * variants of one name apart.
     */
    public Optional<GpuCard> find(String driverName, long memoryBytes) {
        double gib = memoryBytes / 0x1p30;
        var matching = matching(driverName).stream()
                .filter(card -> card.memoryGb().isEmpty()
                        || (gib >= LEAST_VISIBLE * card.memoryGb().getAsDouble()
                                && gib <= MOST_VISIBLE * card.memoryGb().getAsDouble()))
                .toList();
        return matching.size() == 1 ? Optional.of(matching.getFirst()) : Optional.empty();
    }

    /**
     * The one card that a name means.
     *
     * @throws UnknownCardException when it means none or several; the message names the nearest
     */
    public GpuCard require(String written) {
        var matching = matching(written);
        if (matching.size() == 1) {
            return matching.getFirst();
        }
        throw new UnknownCardException(
                matching.isEmpty()
                        ? "no card '" + written + "' in " + name + "; "
                                + (isLikeAny(written)
                                        ? "nearest: " + names(nearest(written, 3))
                                        : "no name is like it: xianka advise --list shows all")
                        : "'" + written + "' is several cards: " + names(matching) + "; name one");
    }

    private boolean isLikeAny(String written) {
        return CardName.distance(written, nearest(written, 1).getFirst().name())
                <= MOST_DISTANCE * written.replaceAll("[^A-Za-z0-9]", "").length();
    }

    /** The cards whose names are most like this one, nearest first. */
    public List<GpuCard> nearest(String written, int count) {
        return cards.stream()
                .sorted(Comparator.comparingInt(card -> CardName.distance(written, card.name())))
                .limit(count)
                .toList();
    }

    /** All cards of a compute capability. */
    public List<GpuCard> withComputeCapability(ComputeCapability capability) {
        return cards.stream()
                .filter(card -> card.computeCapability().equals(Optional.of(capability)))
                .toList();
    }

    private static String names(List<GpuCard> cards) {
        return cards.stream().map(GpuCard::name).collect(Collectors.joining(", "));
    }
}
