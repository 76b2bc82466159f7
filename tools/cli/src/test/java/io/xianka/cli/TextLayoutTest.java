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
}
