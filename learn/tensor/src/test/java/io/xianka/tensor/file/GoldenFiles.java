package io.xianka.tensor.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.function.Executable;

/** Files that NumPy and safetensors wrote, kept as hexadecimal text; {@code golden.py} beside them says how. */
final class GoldenFiles {
    private GoldenFiles() {}

    /** {@return the lines of a table, each cut at its tabs} */
    static List<String[]> table(String name) {
        try (InputStream text = GoldenFiles.class.getResourceAsStream(name)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t", -1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the file, the last column, of the line with this name, the first column} */
    static byte[] bytes(String table, String name) {
        return table(table).stream()
                .filter(line -> line[0].equals(name))
                .map(line -> HexFormat.of().parseHex(line[line.length - 1]))
                .findFirst()
                .orElseThrow();
    }

    static Path write(Path file, byte[] bytes) {
        try {
            return Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A refusal is one line, begins with the file's name and says the fact. */
    static void refused(Path file, String fact, Executable action) {
        String message = assertThrows(TensorFileException.class, action).getMessage();
        assertTrue(message.startsWith(file.toString()), message);
        assertTrue(message.contains(fact), message + "\ndoes not say: " + fact);
        assertFalse(message.chars().anyMatch(Character::isISOControl), message);
    }

    /** Only these files are in the folder. */
    static void holdsOnly(Path folder, String... files) {
        try (var list = Files.list(folder)) {
            assertEquals(
                    List.of(files),
                    list.map(file -> file.getFileName().toString()).sorted().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
