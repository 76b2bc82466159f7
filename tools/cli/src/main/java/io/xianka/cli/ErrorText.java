package io.xianka.cli;

import io.xianka.diagnosis.doctor.Translation;
import io.xianka.diagnosis.table.CsvTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * What went wrong, in the user's language. Each room says it in English, as does picocli; here a whole sentence is looked up, and stays
 * as it is where the table does not have it.
 */
final class ErrorText {

    static final String TABLE = "errors_zh.csv";

    private static final class Chinese {
        static final Translation WORDS = Translation.of(CsvTable.parse(TABLE, table()));
    }

    private ErrorText() {}

    static String of(String english) {
        return Locale.getDefault().getLanguage().equals("zh") ? Chinese.WORDS.of(english) : english;
    }

    /** The line for standard error, with the command's name in front. */
    static String line(String english) {
        return Messages.of("error.line", of(english));
    }

    private static String table() {
        try (var stream = ErrorText.class.getResourceAsStream(TABLE)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
