package io.xianka.nn.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFileTest {
    @TempDir
    Path folder;

    private Path file(byte... bytes) throws IOException {
        return Files.write(folder.resolve("notes.txt"), bytes);
    }

    private static String refusal(Path file) {
        return assertThrows(DataException.class, () -> TextFile.read(file)).getMessage();
    }

    @Test
    void readsUtf8AndLeavesTheByteOrderMarkOut() throws IOException {
        String text = "zwölf Boxkämpfer 显卡 🚀\n";
        assertEquals(text, TextFile.read(file(text.getBytes(StandardCharsets.UTF_8))));
        assertEquals(text, TextFile.read(file(("\uFEFF" + text).getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void namesTheFirstByteThatIsNoUtf8() throws IOException {
        // c3 a4 is an a with two dots; e4 is the same in Latin-1.
        Path latin = file((byte) 'a', (byte) 0xc3, (byte) 0xa4, (byte) 0xe4, (byte) 'b');
        assertEquals(
                latin
                        + ": is no UTF-8 at byte 3 (0xE4); iconv -f ISO-8859-1 -t UTF-8 converts what was written as Latin-1",
                refusal(latin));
    }

    @Test
    void namesHalfACharacterAtTheEnd() throws IOException {
        assertEquals(
                "is no UTF-8 at byte 1 (0xE6)",
                refusal(file((byte) 'a', (byte) 0xe6, (byte) 0x98)).replaceFirst(".*: (is no .*);.*", "$1"));
    }

    @Test
    void refusesWhatHasNoText() throws IOException {
        assertEquals(folder.resolve("none") + ": there is no such file", refusal(folder.resolve("none")));
        assertEquals(folder + ": is a folder; name a file in it", refusal(folder));
        Path empty = file();
        assertEquals(empty + ": is empty; there is nothing to learn from", refusal(empty));
    }
}
