package io.xianka.cli.top;

import io.xianka.cli.top.TopState.Ending;
import io.xianka.cli.top.TopState.Special;
import io.xianka.cli.top.TopState.Step;
import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.watch.Sample;
import io.xianka.diagnosis.watch.Sampler;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/** The live view on a terminal: samples in one thread, keys and drawing in the caller's. */
public final class TopScreen {
    private static final int ESCAPE = 27;
    private static final long REST_OF_ESCAPE_MILLIS = 30;

    private final Terminal terminal;
    private final TopView view;
    private final Sampler sampler;
    private final long intervalMillis;
    private final Consumer<Sample> observer;

    private record Moment(Sample sample, History history) {}

    private final AtomicReference<Moment> latest = new AtomicReference<>();
    private volatile boolean paused;
    private volatile boolean resized;
    private volatile RuntimeException broken;

    /** A view on a terminal; the observer sees each sample, too. */
    public TopScreen(Terminal terminal, TopView view, Sampler sampler, long intervalMillis, Consumer<Sample> observer) {
        this.terminal = terminal;
        this.view = view;
        this.sampler = sampler;
        this.intervalMillis = intervalMillis;
        this.observer = observer;
    }

    /** Shows samples until the viewer leaves. */
    public void run(TopState start) throws IOException {
        Attributes before = terminal.enterRawMode();
        terminal.handle(Terminal.Signal.WINCH, _ -> resized = true);
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.cursor_invisible);
        terminal.flush();
        Thread sampling = Thread.ofPlatform().daemon().name("xianka-top").start(this::sample);
        try {
            show(start);
        } finally {
            sampling.interrupt();
            terminal.puts(Capability.cursor_normal);
            terminal.puts(Capability.exit_ca_mode);
            terminal.flush();
            terminal.setAttributes(before);
        }
    }

    private void sample() {
        History history = History.empty();
        try {
            while (!Thread.currentThread().isInterrupted()) {
                if (!paused) {
                    Sample sample = sampler.next();
                    history = history.with(sample);
                    latest.set(new Moment(sample, history));
                    observer.accept(sample);
                }
                Thread.sleep(intervalMillis);
            }
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException failure) {
            broken = failure;
        }
    }

    private void show(TopState start) throws IOException {
        TopState state = start;
        Display display = new Display(terminal, true);
        Size size = terminal.getSize();
        NonBlockingReader keys = terminal.reader();
        Moment drawn = null;
        TopState drawnState = null;
        while (!state.leaving()) {
            if (broken != null) {
                throw broken;
            }
            Moment now = latest.get();
            if (now != null && (now != drawn || state != drawnState || resized)) {
                if (resized || drawn == null) {
                    resized = false;
                    size = terminal.getSize();
                    display.resize(size);
                    display.clear();
                }
                List<AttributedString> lines =
                        view.draw(now.sample(), now.history(), state, size.getColumns(), size.getRows());
                display.update(lines, -1);
                terminal.flush();
                drawn = now;
                drawnState = state;
            }
            // Without a sample the first one is waited for closely; later a quarter of the interval is soon enough.
            int key = keys.read(now == null ? 20 : Math.min(250, intervalMillis));
            if (key == -1) {
                return;
            }
            if (key >= 0 && now != null) {
                Step step = key == ESCAPE
                        ? state.on(escaped(keys), now.sample())
                        : key == '\r' || key == '\n'
                                ? state.on(Special.ENTER, now.sample())
                                : key == 127 || key == 8
                                        ? state.on(Special.BACKSPACE, now.sample())
                                        : state.on((char) key, now.sample());
                state = step.ending().isPresent()
                        ? step.state().withMessage(end(step.ending().get()))
                        : step.state();
                paused = state.paused();
            }
        }
    }

    /** Arrow keys come as three characters, of which the first alone is the escape key. */
    private static Special escaped(NonBlockingReader keys) throws IOException {
        int next = keys.read(REST_OF_ESCAPE_MILLIS);
        if (next != '[' && next != 'O') {
            return Special.ESCAPE;
        }
        return switch (keys.read(REST_OF_ESCAPE_MILLIS)) {
            case 'A' -> Special.UP;
            case 'B' -> Special.DOWN;
            default -> Special.ENTER;
        };
    }

    /** Ends a process, if it still is the one that was shown. */
    private String end(Ending ending) {
        ProcessHandle process = ProcessHandle.of(ending.pid()).orElse(null);
        Fact<String> command = sampler.commandOf(ending.pid());
        if (process == null || !command.isKnown()) {
            return ending.pid() + ": has ended, or cannot be seen from here";
        }
        if (!command.is(ending.command())) {
            return ending.pid() + ": is another process by now: " + command;
        }
        try {
            boolean sent = ending.forced() ? process.destroyForcibly() : process.destroy();
            return ending.pid() + (sent ? ": signal sent" : ": not permitted");
        } catch (IllegalStateException itself) {
            return ending.pid() + ": is xianka top itself; q leaves it";
        }
    }
}
