package io.xianka.diagnosis.doctor;

import io.xianka.diagnosis.errors.KnownError;
import io.xianka.diagnosis.table.CsvTable;
import io.xianka.diagnosis.table.TableRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the doctor says in another language. Sentences are looked up by their English text; those with facts in them by a pattern such
 * as {@code the loaded module is {0}, libcuda is {1}}, whose parts are looked up in turn. What is not in the table, above all a command
 * for a shell, stays as it is.
 */
public final class Translation {

    /** Parts of parts of a sentence are sentences no more. */
    private static final int DEPTH_MOST = 4;

    /** Longer ones are a log's, not the doctor's. */
    private static final int TEXT_CHARACTERS_MOST = 400;

    private static final Pattern PLACE = Pattern.compile("\\{(\\d)}");

    private static final class Chinese {
        static final Translation TABLE = new Translation(rows(Translation.class));
    }

    /** Apart, since what is said of errors has short phrases, such as "user", that are facts elsewhere. */
    private static final class ChineseOfErrors {
        static final Translation TABLE = new Translation(Stream.of(Translation.class, KnownError.class)
                .flatMap(beside -> rows(beside).stream())
                .toList());
    }

    private static List<TableRow> rows(Class<?> beside) {
        return CsvTable.resource(beside, "chinese.csv").rows();
    }

    private static final Translation NONE = new Translation(List.of());

    private final Map<String, String> sentences = new HashMap<>();
    private final List<Template> templates = new ArrayList<>();

    /** A sentence with places for facts. */
    private record Template(Pattern english, List<Integer> places, String other, int fixedCharacters) {
        static Template of(String english, String other) {
            var pattern = new StringBuilder();
            var places = new ArrayList<Integer>();
            Matcher place = PLACE.matcher(english);
            int from = 0;
            while (place.find()) {
                pattern.append(Pattern.quote(english.substring(from, place.start())))
                        .append("(.+?)");
                places.add(Integer.valueOf(place.group(1)));
                from = place.end();
            }
            pattern.append(Pattern.quote(english.substring(from)));
            return new Template(
                    Pattern.compile(pattern.toString(), Pattern.DOTALL),
                    places,
                    other,
                    english.length() - 3 * places.size());
        }
    }

    private Translation(List<TableRow> rows) {
        for (TableRow row : rows) {
            String english = row.required("english");
            String other = row.required("chinese");
            if (PLACE.matcher(english).find()) {
                templates.add(Template.of(english, other));
            } else {
                sentences.put(english, other);
            }
        }
        // What says more is tried first.
        templates.sort(Comparator.comparingInt(Template::fixedCharacters).reversed());
    }

    /** By a table with the columns {@code english} and {@code chinese}. */
    public static Translation of(CsvTable table) {
        return new Translation(table.rows());
    }

    /** Into the language of a locale: Chinese, or English as it is. */
    public static Translation into(Locale locale) {
        return locale.getLanguage().equals("zh") ? Chinese.TABLE : NONE;
    }

    /** The same for what the table of known errors says of causes, checks and fixes. */
    public static Translation ofErrorsInto(Locale locale) {
        return locale.getLanguage().equals("zh") ? ChineseOfErrors.TABLE : NONE;
    }

    /** The sentence in this language, or as it is where the table does not have it. */
    public String of(String english) {
        return find(english, 0).orElse(english);
    }

    /** Whether the table has it. */
    boolean has(String english) {
        return find(english, 0).isPresent();
    }

    private Optional<String> find(String english, int depth) {
        String known = sentences.get(english);
        if (known != null) {
            return Optional.of(known);
        }
        if (depth == DEPTH_MOST || english.length() > TEXT_CHARACTERS_MOST) {
            return Optional.empty();
        }
        for (Template template : templates) {
            Matcher matcher = template.english.matcher(english);
            if (matcher.matches()) {
                return Optional.of(filled(template, matcher, depth));
            }
        }
        return Optional.empty();
    }

    private String filled(Template template, Matcher matcher, int depth) {
        Map<Integer, String> parts = new HashMap<>();
        for (int i = 0; i < template.places.size(); i++) {
            String part = matcher.group(i + 1);
            parts.put(template.places.get(i), find(part, depth + 1).orElse(part));
        }
        return PLACE.matcher(template.other)
                .replaceAll(place -> Matcher.quoteReplacement(parts.getOrDefault(Integer.valueOf(place.group(1)), "")));
    }
}
