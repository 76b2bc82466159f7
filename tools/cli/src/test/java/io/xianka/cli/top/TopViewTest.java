package io.xianka.cli.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.watch.GpuSample.ProcessSample;
import io.xianka.diagnosis.watch.Sample;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopViewTest {
    private static final List<ProcessSample> PROCESSES = List.of(
            FakeSampler.process(4711, "ada", "python3 train.py", 70),
            FakeSampler.process(4712, "赵小明", "python3 训练大模型.py --批量=128 --学习率=0.0003 --输出=/数据/结果", 12),
            FakeSampler.process(4713, "a\u001b[2Jb", "evil \u001b]0;title\u0007 \u202e name", 3));

    private static TopView view(Glyphs glyphs) {
        return new TopView(FakeTop.WORDS, glyphs, ZoneOffset.UTC, List.of("emulated:0 (Xianka emulator)"));
    }

    private static List<String> draw(int gpus, TopState state, int columns, int rows) {
        FakeSampler sampler = new FakeSampler(gpus, PROCESSES);
        History history = History.empty();
        Sample sample = sampler.next();
        for (int i = 0; i < 40; i++) {
            history = history.with(sample);
            sample = sampler.next();
        }
        return view(Glyphs.UNICODE).draw(sample, history.with(sample), state, columns, rows).stream()
                .map(AttributedString::toString)
                .toList();
    }

    private static TopState start() {
        return TopState.start(SortKey.GPU, "");
    }

    @Test
    void showsAGpusFiguresInMeters() {
        String screen = String.join("\n", draw(1, start(), 120, 30));
        for (String figure : List.of(
                "driver 580.65.06  CUDA 13.0",
                "34% of 128",
                "200GiB/512GiB",
                "0 H200  1980 MHz",
                "GPU  █",
                "90GiB/140GiB",
                "512/700 W",
                "61/87 °C",
                "↑1.2G ↓300M B/s",
                "↑120G ↓110G B/s",
                "4711 ada",
                "python3 训练大模型.py")) {
            assertTrue(screen.contains(figure), figure + " in\n" + screen);
        }
        assertTrue(screen.contains("█ ▁"), "history in\n" + screen);
    }

    @ParameterizedTest
    @CsvSource({"20,5", "40,10", "60,24", "80,24", "80,60", "140,50", "200,80", "37,3", "1,1", "300,2"})
    void fitsTheTerminalWhateverItsSize(int columns, int rows) {
        for (int gpus : new int[] {0, 1, 3, 8, 16}) {
            List<AttributedString> lines = view(Glyphs.UNICODE)
                    .draw(new FakeSampler(gpus, PROCESSES).next(), History.empty(), start(), columns, rows);
            assertTrue(lines.size() <= Math.max(1, rows), () -> lines.size() + " lines");
            for (AttributedString line : lines) {
                assertTrue(line.columnLength() <= Math.max(20, columns), () -> line.columnLength() + ": " + line);
            }
        }
    }

    @Test
    void showsLessOfEachGpuWhereThereAreMany() {
        assertTrue(String.join("\n", draw(8, start(), 140, 60)).contains("NVL"));
        List<String> lines = draw(8, start(), 80, 24);
        assertFalse(String.join("\n", lines).contains("NVL"));
        assertEquals(
                8, lines.stream().filter(line -> line.matches("[0-7] H200.*")).count());
        assertTrue(lines.stream().anyMatch(line -> line.contains("4711")), lines.toString());
    }

    @Test
    void nothingThatAProcessCallsItselfSteersTheTerminal() {
        String screen = String.join("\n", draw(1, start(), 140, 40));
        assertFalse(screen.contains("\u001b") || screen.contains("\u0007") || screen.contains("\u202e"), screen);
        assertTrue(screen.contains("evil"), screen);
    }

    @Test
    void wideCharactersKeepTheColumnsInLine() {
        List<String> lines = draw(1, start(), 120, 40);
        int ada = columnOf(lines, "ada", "python3 train");
        int zhao = columnOf(lines, "赵小明", "python3 训练");
        assertEquals(ada, zhao);
    }

    private static int columnOf(List<String> lines, String user, String command) {
        String line =
                lines.stream().filter(each -> each.contains(user)).findFirst().orElseThrow();
        return new AttributedString(line.substring(0, line.indexOf(command))).columnLength();
    }

    @Test
    void saysThatThereIsNoGpuAndWhatIsThere() {
        Sample sample = new Sample(
                0,
                Fact.unknown("x"),
                Fact.unknown("x"),
                new Sample.HostSample(2, Fact.of(50.0), Fact.of(1L << 30), Fact.of(2L << 30), Fact.of(1.0)),
                Fact.unknown("libnvidia-ml.so.1 was not found"));
        String screen = String.join(
                "\n",
                view(Glyphs.UNICODE).draw(sample, History.empty(), start(), 80, 24).stream()
                        .map(AttributedString::toString)
                        .toList());
        assertTrue(screen.contains("No GPU to watch: libnvidia-ml.so.1 was not found"), screen);
        assertTrue(screen.contains("emulated:0 (Xianka emulator)"), screen);
        assertTrue(screen.contains("50% of 2"), screen);
    }

    @Test
    void asciiTerminalsGetAscii() {
        for (AttributedString line :
                view(Glyphs.ASCII).draw(new FakeSampler(2, List.of()).next(), History.empty(), start(), 100, 40)) {
            assertTrue(line.toString().chars().allMatch(c -> c >= 32 && c < 127), line.toString());
        }
    }

    @Test
    void barsAreAsLongAsTheirShare() {
        assertEquals("████░░░░", Glyphs.UNICODE.bar(0.5, 8));
        assertEquals("▌░░░", Glyphs.UNICODE.bar(0.125, 4));
        assertEquals("####....", Glyphs.ASCII.bar(0.5, 8));
        Random random = new Random(7);
        for (int i = 0; i < 1000; i++) {
            int columns = random.nextInt(50);
            double share = random.nextDouble() * 3 - 1;
            assertEquals(columns, Glyphs.UNICODE.bar(share, columns).length());
        }
    }

    @Test
    void amountsHaveThreeDigits() {
        assertEquals("0B", TopView.amount(0));
        assertEquals("999B", TopView.amount(999));
        assertEquals("1.0KiB", TopView.amount(1000));
        assertEquals("140GiB", TopView.amount(140L << 30));
        assertEquals("9.5MiB", TopView.amount((9L << 20) + (1 << 19)));
        assertEquals("8192PiB", TopView.amount(Long.MAX_VALUE));
        assertEquals("1.2G", TopView.rate(1.2e9));
        assertEquals("63G", TopView.rate(63e9));
        assertEquals("0", TopView.rate(0));
    }
}
