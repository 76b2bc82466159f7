package io.xianka.tensor.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChoicesTest {
    @TempDir
    private Path folder;

    @Test
    void areFoundByTheNextProcess() {
        Path file = folder.resolve("made/choices.txt");
        Choices choices = Choices.in(file);
        assertEquals(OptionalInt.empty(), choices.find("a product"));
        choices.keep("a product", 3);
        choices.keep("another", 0);
        assertEquals(OptionalInt.of(3), choices.find("a product"));
        Choices later = Choices.in(file);
        assertEquals(OptionalInt.of(3), later.find("a product"));
        assertEquals(OptionalInt.of(0), later.find("another"));
    }

    @Test
    void stayWhatTheyWereFirst() throws IOException {
        Path file = folder.resolve("choices.txt");
        Choices one = Choices.in(file);
        Choices other = Choices.in(file);
        one.keep("a product", 1);
        other.keep("a product", 2);
        one.keep("a product", 5);
        assertEquals("1 a product\n2 a product\n", Files.readString(file));
        assertEquals(OptionalInt.of(1), Choices.in(file).find("a product"));
    }

    @Test
    void takeNothingFromLinesThatAreNone() throws IOException {
        Path file = folder.resolve("choices.txt");
        Files.writeString(
                file,
                "7 whole\n-1 negative\n99999999999 large\nwords\n\n\u0663 digit\n5 half",
                java.nio.charset.StandardCharsets.UTF_8);
        Choices choices = Choices.in(file);
        assertEquals(OptionalInt.of(7), choices.find("whole"));
        for (String none : new String[] {"negative", "large", "words", "", "digit", "half"}) {
            assertEquals(OptionalInt.empty(), choices.find(none), none);
        }
    }

    @Test
    void areOfThisProcessAloneWhereTheFileCannotBeWritten() throws IOException {
        Path file = folder.resolve("taken");
        Files.writeString(file, "no folder");
        Choices choices = Choices.in(file.resolve("choices.txt"));
        choices.keep("a product", 4);
        assertEquals(OptionalInt.of(4), choices.find("a product"));
    }

    @Test
    void growNoFurtherThanAMebibyte() throws IOException {
        Path file = folder.resolve("choices.txt");
        Files.writeString(file, "1 " + "x".repeat(1 << 20) + "\n");
        Choices choices = Choices.in(file);
        choices.keep("a product", 4);
        assertTrue(Files.size(file) < (1 << 20) + 10);
        assertEquals(OptionalInt.of(4), choices.find("a product"));
    }
}
