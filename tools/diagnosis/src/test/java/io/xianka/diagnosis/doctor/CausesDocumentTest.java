package io.xianka.diagnosis.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** docs/doctor.md lists the causes that the table has; {@code -Dxianka.golden.rewrite=true} writes them there. */
class CausesDocumentTest {

    private static final String BEGIN = "-->\n";
    private static final String START = "<!-- causes:";
    private static final String END = "<!-- /causes -->";

    @Test
    void theDocumentListsEveryCause() throws IOException {
        Path document = document();
        String text = Files.readString(document);
        int start = text.indexOf(BEGIN, text.indexOf(START)) + BEGIN.length();
        int end = text.indexOf(END);
        assertTrue(start > BEGIN.length() && end >= start, document + " has no place for the causes");
        if (Boolean.getBoolean("xianka.golden.rewrite")) {
            Files.writeString(document, text.substring(0, start) + table() + text.substring(end));
        }
        String written = Files.readString(document);
        assertEquals(table(), written.substring(start, written.indexOf(END)));
    }

    private static String table() {
        var text = new StringBuilder(
                "| finding | | what is wrong | cause | source | advice |\n|---|---|---|---|---|---|\n");
        for (var cause : Doctor.causes()) {
            text.append("| `%s` | %s | %s | %s | %s | %s |%n"
                    .formatted(
                            cause.rule(),
                            cause.severity().name().toLowerCase(Locale.ROOT),
                            cause.what(),
                            cause.cause(),
                            cause.source(),
                            cause.basis().text()));
        }
        return text.toString();
    }

    private static Path document() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            Path document = folder.resolve("docs/doctor.md");
            if (Files.exists(document)) {
                return document;
            }
        }
        throw new AssertionError(
                "docs/doctor.md is in no folder above " + Path.of("").toAbsolutePath());
    }
}
