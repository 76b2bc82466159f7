package io.xianka.cli;

import io.xianka.cli.top.Glyphs;
import io.xianka.cli.top.History;
import io.xianka.cli.top.MetricsPage;
import io.xianka.cli.top.SortKey;
import io.xianka.cli.top.TopScreen;
import io.xianka.cli.top.TopState;
import io.xianka.cli.top.TopView;
import io.xianka.cli.top.Words;
import io.xianka.diagnosis.doctor.Translation;
import io.xianka.diagnosis.facts.FactsJson;
import io.xianka.diagnosis.watch.Prometheus;
import io.xianka.diagnosis.watch.Sample;
import io.xianka.diagnosis.watch.Sampler;
import io.xianka.driver.Device;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code xianka top}: what the GPUs are doing, live. */
@Command(name = "top")
final class TopCommand implements Callable<Integer> {
    private static final int PLAIN_COLUMNS = 100;
    private static final int ROWS_WITHOUT_END = 10_000;

    /** Between the two samples of --once, as loads of processors are counted between samples. */
    private static final long ONCE_MILLIS = 200;

    @Spec
    private CommandSpec spec;

    @Option(names = "--once")
    private boolean once;

    @Option(names = "--json", descriptionKey = "json")
    private boolean json;

    @Option(names = "--interval", paramLabel = "SECONDS", defaultValue = "1")
    private double intervalSeconds;

    @Option(names = "--sort", paramLabel = "KEY", defaultValue = "gpu")
    private String sort;

    @Option(names = "--filter", paramLabel = "TEXT", defaultValue = "")
    private String filter;

    @Option(names = "--prometheus", paramLabel = "PORT")
    private Integer port;

    @Mixin
    @SuppressWarnings("unused") // picocli acts on it
    private HelpOption help;

    private SortKey sortKey;

    private final AtomicReference<Sample> latest = new AtomicReference<>();

    @Override
    public Integer call() throws Exception {
        if (!(intervalSeconds >= 0.1 && intervalSeconds <= 3600)) {
            throw new UsageException(Messages.of("top.wrongInterval", intervalSeconds));
        }
        sortKey = SortKey.of(sort)
                .orElseThrow(() -> new UsageException(Messages.of("top.wrongSort", sort, SortKey.names())));
        if (json && !once) {
            throw new UsageException(Messages.of("top.jsonOnce"));
        }
        if (port != null && (port < 0 || port > 65535)) {
            throw new UsageException(Messages.of("top.wrongPort", port));
        }
        try (Sampler sampler = once || port != null ? Sampler.here() : Sampler.ofScreen()) {
            if (once) {
                showOnce(sampler);
                return 0;
            }
            if (port == null) {
                watch(sampler);
                return 0;
            }
            latest.set(sampler.next());
            String hostName = hostName();
            try (var page = MetricsPage.open(port, () -> Prometheus.text(latest.get(), hostName))) {
                spec.commandLine().getErr().println(Messages.of("top.serves", Integer.toString(page.port())));
                watch(sampler);
            } catch (BindException taken) {
                throw new FailureException(Messages.of("top.taken", Integer.toString(port), taken.getMessage()));
            }
            return 0;
        }
    }

    private void showOnce(Sampler sampler) throws InterruptedException {
        sampler.next();
        Thread.sleep(ONCE_MILLIS);
        Sample sample = sampler.next();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            var tree = FactsJson.tree(sample);
            var devices = tree.putArray("emulated_devices");
            emulated().forEach(devices::add);
            Json.print(out, tree);
        } else {
            view(StandardCharsets.UTF_8)
                    .draw(sample, History.empty().with(sample), start(), plainColumns(), ROWS_WITHOUT_END)
                    .forEach(line -> out.println(trimmed(line)));
        }
    }

    private void watch(Sampler sampler) throws IOException, InterruptedException {
        long intervalMillis = Math.round(intervalSeconds * 1000);
        if (Optional.ofNullable(System.console()).filter(Console::isTerminal).isEmpty()) {
            printOnAndOn(sampler, intervalMillis);
            return;
        }
        try (Terminal terminal =
                TerminalBuilder.builder().system(true).dumb(true).build()) {
            if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
                printOnAndOn(sampler, intervalMillis);
            } else {
                new TopScreen(terminal, view(terminal.encoding()), sampler, intervalMillis, latest::set).run(start());
            }
        }
    }

    /** Without a terminal: one frame after another, or only the page for Prometheus where that was asked for. */
    private void printOnAndOn(Sampler sampler, long intervalMillis) throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        TopView view = view(StandardCharsets.UTF_8);
        History history = History.empty();
        while (!out.checkError()) {
            Sample sample = sampler.next();
            latest.set(sample);
            if (port == null) {
                history = history.with(sample);
                view.draw(sample, history, start(), plainColumns(), ROWS_WITHOUT_END)
                        .forEach(line -> out.println(trimmed(line)));
                out.println();
            }
            Thread.sleep(intervalMillis);
        }
    }

    private TopState start() {
        return TopState.start(sortKey, filter);
    }

    private static TopView view(Charset encoding) {
        var words = new Words(
                TopCommand::noGpu,
                Messages.of("top.keys"),
                Messages.of("top.filtered"),
                Messages.of("top.kill", "%1$s", "%2$s"),
                Messages.of("top.noProcesses"));
        boolean unicode = encoding.newEncoder().canEncode('█');
        return new TopView(words, unicode ? Glyphs.UNICODE : Glyphs.ASCII, ZoneId.systemDefault(), emulated());
    }

    private static String noGpu(Optional<String> reason) {
        return reason.map(Translation.into(Locale.getDefault())::of)
                .map(why -> Messages.of("top.noGpuBecause", why))
                .orElseGet(() -> Messages.of("top.noGpu"));
    }

    private static List<String> emulated() {
        try (var device = Device.emulated()) {
            return List.of(device.toString());
        }
    }

    private static int plainColumns() {
        int columns = OutputColumns.here();
        return columns == OutputColumns.WITHOUT_LIMIT ? PLAIN_COLUMNS : columns;
    }

    private static String trimmed(AttributedString line) {
        return line.toString().stripTrailing();
    }

    private static String hostName() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException notLinux) {
            return System.getenv().getOrDefault("COMPUTERNAME", "localhost");
        }
    }
}
