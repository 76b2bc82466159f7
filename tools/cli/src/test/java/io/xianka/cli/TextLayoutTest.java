package io.xianka.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextLayoutTest {

    @Test
    void chineseTakesTwoColumns() {
        assertEquals(6, TextLayout.width("显卡ab"));
        assertEquals("显卡  ", TextLayout.left("显卡", 6));
        assertEquals("  显卡", TextLayout.right("显卡", 6));
    }

    @Test
    void whatIsTooLongIsCutAndSaysSo() {
        assertEquals("abc~", TextLayout.left("abcdef", 4));
        assertEquals("显~ ", TextLayout.left("显卡目录", 4));
    }

    @Test
    void linesBreakAtBlanksAndBetweenChineseCharacters() {
        assertEquals(List.of("one two", "three"), TextLayout.lines("one two three", 8));
        assertEquals(List.of("按用途", "推荐"), TextLayout.lines("按用途推荐", 6));
        assertEquals(List.of("unbreakable"), TextLayout.lines("unbreakable", 4));
    }

    @Test
    void furtherLinesStandBelowTheFirst() {
        assertEquals("a    " + "word ".repeat(14) + "word\n     word", TextLayout.item("a", 5, "word ".repeat(16)));
    }

    @Test
    void linesAreFittedIntoTheTerminal() {
        assertEquals(List.of("  one two", "    three"), TextLayout.fit("  one two three", 9));
        assertEquals(List.of("  one two three"), TextLayout.fit("  one two three", OutputColumns.WITHOUT_LIMIT));
        assertEquals(List.of("显卡目录中", "  的显卡"), TextLayout.fit("显卡目录中的显卡", 10));
        assertEquals(List.of("/a/path/without/blanks"), TextLayout.fit("/a/path/without/blanks", 10));
    }

    @Test
    void aBrokenCommandIsStillOneCommand() {
        assertEquals(
                List.of("  do  sudo apt \\", "      install nvidia"),
                TextLayout.fitCommand("  do  ", "sudo apt install nvidia", 21));
        assertEquals(List.of("printf 'a b c d' \\", "| tee"), TextLayout.fitCommand("", "printf 'a b c d' | tee", 18));
    }
}
