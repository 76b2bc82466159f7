package io.xianka.cli.top;

import java.io.IOException;
import java.time.ZoneOffset;
import java.util.List;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** The live view over eight GPUs that are not there, on the terminal of the process: for the test, and to look at. */
public final class FakeTop {
    static final Words WORDS = new Words(
            reason -> "No GPU to watch" + reason.map(why -> ": " + why).orElse(""),
            "q leave  s order  / filter",
            "filter: ",
            "end process %1$s (%2$s)? y or n",
            "none");

    private FakeTop() {}

    public static void main(String[] arguments) throws IOException {
        int gpus = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 8;
        long intervalMillis = arguments.length > 2 ? Long.parseLong(arguments[2]) : 200;
        long victim = arguments.length > 1 ? Long.parseLong(arguments[1]) : 4711;
        var sampler = new FakeSampler(
                gpus,
                List.of(
                        FakeSampler.process(victim, "ada", "sleep 60", 70),
                        FakeSampler.process(4712, "赵小明", "python3 训练大模型.py --批量=128", 12),
                        FakeSampler.process(
                                4713, "grace", "java -jar server.jar --port 8080 --a-very-long-option=yes", 3)));
        try (Terminal terminal =
                TerminalBuilder.builder().system(true).dumb(false).build()) {
            var view = new TopView(WORDS, Glyphs.UNICODE, ZoneOffset.UTC, List.of());
            new TopScreen(terminal, view, sampler, intervalMillis, _ -> {}).run(TopState.start(SortKey.GPU, ""));
        }
    }
}
