package io.xianka.cli;

import io.xianka.cli.npy.WholeFile;
import io.xianka.diagnosis.advise.AdviceRequest;
import io.xianka.diagnosis.advise.Advisor;
import io.xianka.diagnosis.advise.CloudPrices;
import io.xianka.diagnosis.advise.ExchangeRate;
import io.xianka.diagnosis.advise.GpuCard;
import io.xianka.diagnosis.advise.GpuCatalogue;
import io.xianka.diagnosis.advise.Purpose;
import io.xianka.diagnosis.advise.UnknownCardException;
import io.xianka.diagnosis.advise.chart.CardChart;
import io.xianka.diagnosis.table.TableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code xianka advise}: which card to get, what fits, how many, what it costs. */
@Command(name = "advise")
final class AdviseCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--for", paramLabel = "WORK", descriptionKey = "advise.for")
    private String purpose;

    @Mixin
    private WorkOption work;

    @Option(names = "--budget", paramLabel = "N", descriptionKey = "advise.budget")
    private String budget;

    @Option(names = "--currency", paramLabel = "usd|cny", defaultValue = "usd", descriptionKey = "advise.currency")
    private String currency;

    @Option(names = "--rate", paramLabel = "N", descriptionKey = "advise.rate")
    private String rate;

    @Option(names = "--rent", descriptionKey = "advise.rent")
    private boolean rent;

    @Option(names = "--card", paramLabel = "NAME", descriptionKey = "advise.card")
    private List<String> names = new ArrayList<>();

    @Option(names = "--efficiency", paramLabel = "N", descriptionKey = "advise.efficiency")
    private String efficiency;

    @Option(names = "--top", paramLabel = "N", defaultValue = "8", descriptionKey = "advise.top")
    private int top;

    @Option(names = "--compare", paramLabel = "NAME", arity = "1..*", descriptionKey = "advise.compare")
    private List<String> compared = new ArrayList<>();

    @Option(names = "--chart", paramLabel = "FILE.svg|png", descriptionKey = "advise.chart")
    private Path chart;

    @Option(names = "--list", descriptionKey = "advise.list")
    private boolean list;

    @Option(names = "--catalogue", paramLabel = "FILE.csv", descriptionKey = "advise.catalogue")
    private Path catalogue;

    @Option(names = "--prices", paramLabel = "FILE.csv", descriptionKey = "advise.prices")
    private Path prices;

    @Option(names = "--json", descriptionKey = "json")
    private boolean json;

    @Mixin
    @SuppressWarnings("unused") // picocli acts on it
    private HelpOption help;

    @Override
    public Integer call() throws UsageException, FailureException, IOException {
        try {
            return answer();
        } catch (UnknownCardException | IllegalArgumentException wrong) {
            throw new UsageException(wrong.getMessage());
        } catch (TableException wrong) {
            throw new FailureException(wrong.getMessage(), wrong);
        }
    }

    private int answer() throws UsageException, FailureException, IOException {
        int questions = (purpose == null ? 0 : 1) + (compared.isEmpty() ? 0 : 1) + (list ? 1 : 0);
        if (questions != 1) {
            throw new UsageException(Messages.of(questions == 0 ? "advise.noQuestion" : "advise.twoQuestions"));
        }
        if (top < 1) {
            throw new UsageException("--top " + top + ": write a number from 1 up");
        }
        var money = money();
        var cards = catalogue == null ? GpuCatalogue.builtIn() : GpuCatalogue.read(catalogue);
        var out = spec.commandLine().getOut();
        if (list) {
            refuseWork("--list");
            new CardTable(money).list(out, cards.cards(), json);
            return 0;
        }
        if (!compared.isEmpty()) {
            refuseWork("--compare");
            compare(cards, money);
            return 0;
        }
        if (chart != null) {
            throw new UsageException(
                    "--chart " + chart + ": draws what --compare names; write --compare \"RTX 4090\" L4");
        }
        var advisor = new Advisor(cards, prices == null ? CloudPrices.builtIn() : CloudPrices.read(prices));
        var kind = kind();
        var limit = budget == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(money.toUsd(WorkOption.positive("--budget", budget)));
        if (work.planned().isPresent() && !json && OutputColumns.standardErrorIsTerminal()) {
            spec.commandLine().getErr().println(Messages.of("advise.planning"));
        }
        var advice = advisor.advise(new AdviceRequest(
                kind,
                work.workload(kind),
                rent,
                limit,
                named(cards),
                efficiency == null
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(WorkOption.positive("--efficiency", efficiency)),
                today(),
                work.planned()));
        if (json) {
            Json.print(out, new AdviseJson(money).of(advice));
        } else {
            new AdviseText(out, money, top).print(advice, advisor);
        }
        return 0;
    }

    /** What a command without a work to do it for cannot use. */
    private void refuseWork(String question) throws UsageException {
        var given = work.given();
        if (given.isPresent() || budget != null || rent || efficiency != null || !names.isEmpty()) {
            throw new UsageException(Messages.of(
                    "advise.noUse",
                    given.orElse(
                            budget != null
                                    ? "--budget"
                                    : rent ? "--rent" : efficiency != null ? "--efficiency" : "--card"),
                    question));
        }
        if (list && chart != null) {
            throw new UsageException(Messages.of("advise.noUse", "--chart", question));
        }
    }

    private Purpose kind() throws UsageException {
        for (var kind : Purpose.values()) {
            if (kind.text().equals(purpose)) {
                return kind;
            }
        }
        throw new UsageException("--for " + purpose + ": write learn, train, infer or render");
    }

    private Money money() throws UsageException {
        var exchange = rate == null ? ExchangeRate.DEFAULT : ExchangeRate.given(WorkOption.positive("--rate", rate));
        return switch (currency.toLowerCase(Locale.ROOT)) {
            case "usd" -> new Money(false, exchange);
            case "cny" -> new Money(true, exchange);
            default -> throw new UsageException("--currency " + currency + ": write usd or cny");
        };
    }

    private List<GpuCard> named(GpuCatalogue cards) {
        var named = new LinkedHashSet<GpuCard>();
        for (String name : names) {
            var matching = cards.matching(name);
            named.addAll(matching.isEmpty() ? List.of(cards.require(name)) : matching);
        }
        return List.copyOf(named);
    }

    private void compare(GpuCatalogue cards, Money money) throws UsageException, FailureException, IOException {
        var chosen = new ArrayList<GpuCard>();
        for (String name : compared) {
            var card = cards.require(name);
            if (chosen.contains(card)) {
                throw new UsageException("--compare " + name + ": " + card.name() + " is named twice; name each once");
            }
            chosen.add(card);
        }
        int most = json ? CardChart.MOST_CARDS : CardTable.MOST_CARDS;
        if (chosen.size() < 2 || chosen.size() > most) {
            throw new UsageException(
                    "--compare " + chosen.size() + " cards: name from 2 to " + most + ", such as \"RTX 4090\" \"L4\"");
        }
        String format =
                chart == null ? "" : chart.toString().toLowerCase(Locale.ROOT).replaceFirst(".*\\.", "");
        if (chart != null) {
            if (!format.equals("svg") && !format.equals("png")) {
                throw new UsageException("--chart " + chart + ": name a file that ends with .svg or .png");
            }
            String refusal = WholeFile.refusal(chart);
            if (refusal != null) {
                throw new FailureException(refusal);
            }
        }
        var out = spec.commandLine().getOut();
        new CardTable(money).compare(out, chosen, today(), json);
        if (chart != null) {
            var drawn = CardChart.of(
                    chosen, "xianka advise, " + today() + "; prices are those of the launch, ? is unknown");
            write(chart, format.equals("svg") ? drawn.svg().getBytes(StandardCharsets.UTF_8) : png(drawn));
            spec.commandLine().getErr().println(Messages.of("advise.drawn", chart));
        }
    }

    /** A JDK without fonts, as headless containers have, cannot write on an image. */
    private byte[] png(CardChart drawn) throws FailureException {
        try {
            return drawn.png();
        } catch (LinkageError | InternalError | NullPointerException | IllegalStateException noFonts) {
            throw new FailureException(
                    chart + ": this JDK cannot draw text (" + noFonts.getMessage()
                            + "); install fontconfig and a font, or name an .svg file",
                    noFonts);
        }
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        WholeFile.write(file, channel -> {
            var buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        });
    }

    private static LocalDate today() {
        return LocalDate.now(ZoneId.systemDefault());
    }
}
