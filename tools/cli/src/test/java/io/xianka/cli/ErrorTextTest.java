package io.xianka.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.diagnosis.table.CsvTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorTextTest {

    private static final Pattern PLACE = Pattern.compile("\\{\\d}");

    /** Words that an English sentence has and a name has not. */
    private static final Pattern SENTENCE =
            Pattern.compile("(?<![-\\w./])(the|is|are|there|write|name|give|no|not|must|should)(?![-\\w./])");

    @TempDir
    private Path folder;

    private final Locale before = Locale.getDefault();

    @BeforeEach
    void speakChinese() {
        Locale.setDefault(Locale.SIMPLIFIED_CHINESE);
    }

    @AfterEach
    void speakAsBefore() {
        Locale.setDefault(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "run a b --grid",
                "run a.cu --grid 1 --block 1 --grid 2",
                "run a.cu --grid x --block 1",
                "run KERNEL --grid 1 --block 1 --device gpu",
                "run KERNEL --grid 1 --block 1 --repeat 0",
                "run KERNEL --grid 1 --block 1 --timeout 0 i32:1",
                "run KERNEL --grid 1 --block 1 --shared -1 i32:1",
                "run KERNEL --grid 1 --block 1 --device emulated 5",
                "run KERNEL --grid 1 --block 1 --device emulated z:5",
                "run KERNEL --grid 1 --block 1 --device emulated i32:x",
                "run KERNEL --grid 1 --block 1 --device emulated i32:1 i32:2",
                "run KERNEL --grid 1 --block 1 --device emulated out:a.npy:float33:4",
                "run KERNEL --grid 1 --block 1 --device emulated struct:5",
                "check KERNEL --grid 1 --block 1 --tool x i32:1",
                "check KERNEL --grid 1 --block 1 --against x i32:1",
                "check KERNEL --grid 1 --block 1 --ulps 3 i32:1",
                "compile KERNEL --arch 90",
                "compile KERNEL --compiler gcc",
                "compile KERNEL -I FOLDER/none",
                "compile KERNEL -D 5=6",
                "compile KERNEL -o KERNEL",
                "compile KERNEL --fast",
                "train --batch x",
                "train --learning-rate NaN",
                "train --learning-rate x",
                "train --steps -1",
                "train --model gpt5",
                "train --precision fp8",
                "train --text a --tokens b",
                "train --tokens KERNEL --token-type int8",
                "train --text FOLDER/none.txt",
                "train --text FOLDER",
                "train --text EMPTY",
                "train --text KERNEL",
                "train --resume FOLDER",
                "train --resume FOLDER/none",
                "train --batch 4 --accumulate 3",
                "train --device tpu",
                "generate",
                "generate --checkpoint FOLDER/none",
                "generate --checkpoint FOLDER --tokens -1",
                "advise",
                "advise --for cooking",
                "advise --for train",
                "advise --for train --model-params x",
                "advise --for train --model-params 7B --batch 0",
                "advise --for render --resolution big",
                "advise --compare A100",
                "advise --compare L4 L4",
                "advise --compare L4 Voodoo",
                "advise --list --currency eur",
                "advise --list --top 0",
                "advise --list --catalogue EMPTY",
                "advise --for train --model gpt5",
                "doctor --error ",
                "doctor --windows",
                "doctor --save a --from b",
                "doctor --frameworks --error 2",
                "doctor --toolkit 99",
                "doctor --driver x",
                "doctor --device Voodoo",
                "top --sort height --once",
                "top --interval 0",
                "top --json",
            })
    void aWrongCommandLineIsRefusedInChinese(String line) throws IOException {
        Path kernel = Files.writeString(folder.resolve("k.cu"), "__global__ void k(int n) {}");
        Path empty = Files.createFile(folder.resolve("empty"));
        String[] words = line.split(" ", -1);
        for (int i = 0; i < words.length; i++) {
            words[i] = words[i].replace("KERNEL", kernel.toString())
                    .replace("FOLDER", folder.toString())
                    .replace("EMPTY", empty.toString());
        }
        var run = CommandRun.of(words);
        assertTrue(run.status() == 1 || run.status() == 2, run.status() + ": " + run.err());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().startsWith("xianka："), run.err());
        String said = run.err().substring("xianka：".length());
        assertTrue(
                said.codePoints().anyMatch(point -> Character.UnicodeScript.of(point) == Character.UnicodeScript.HAN),
                said);
        assertFalse(SENTENCE.matcher(said).find(), said);
    }

    @Test
    void everyPlaceIsInBothLanguages() throws IOException {
        CsvTable table;
        try (var stream = ErrorText.class.getResourceAsStream(ErrorText.TABLE)) {
            table = CsvTable.parse(ErrorText.TABLE, new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        }
        var seen = new TreeSet<String>();
        for (var row : table.rows()) {
            String english = row.required("english");
            assertTrue(seen.add(english), english);
            assertEquals(places(english), places(row.required("chinese")), english);
        }
    }

    private static Set<String> places(String text) {
        return PLACE.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void whatTheTableDoesNotHaveStaysAsItIs() {
        assertEquals("a sentence that nobody wrote", ErrorText.of("a sentence that nobody wrote"));
    }
}
