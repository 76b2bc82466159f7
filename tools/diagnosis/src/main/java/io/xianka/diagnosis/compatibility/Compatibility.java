package io.xianka.diagnosis.compatibility;

import io.xianka.diagnosis.compatibility.Verdict.Answer;
import io.xianka.diagnosis.compatibility.Verdict.Reason;
import io.xianka.driver.ComputeCapability;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Answers whether a toolkit, a driver and a card go together: the driver must know the card, the toolkit must generate
 * code for it, and the driver must be new enough for the toolkit or for its major release.
 */
public final class Compatibility {

    private final CompatibilityTable table;
    private final Question question;
    private final List<Reason> reasons = new ArrayList<>();
    private final List<String> steps = new ArrayList<>();

    private Compatibility(CompatibilityTable table, Question question) {
        this.table = table;
        this.question = question;
    }

    /** The answer by NVIDIA's published figures. */
    public static Verdict of(Question question) {
        return new Compatibility(CompatibilityTable.get(), question).judge();
    }

    private Verdict judge() {
        var toolkit = question.toolkit();
        var driver = question.driver();
        var card = question.card();
        Optional<Architecture> architecture = card.flatMap(Card::capability).flatMap(table::architecture);

        if (card.isPresent() && architecture.isEmpty()) {
            add(Answer.CANNOT_TELL, unknownCard(card.get()), "");
        }
        boolean jetson =
                card.map(known -> known.cardClass() == CardClass.JETSON).orElse(false);
        if (jetson && driver.isPresent()) {
            add(
                    Answer.CANNOT_TELL,
                    "a Jetson's driver comes with its JetPack release, which these figures do not cover",
                    table.forwardCompatibilitySource());
        } else if (driver.isPresent()) {
            architecture.ifPresent(known -> driverKnowsCard(driver.get(), known, card.orElseThrow()));
        }
        if (toolkit.isPresent()) {
            architecture.ifPresent(known -> toolkitKnowsCard(toolkit.get(), known, card.orElseThrow()));
        }
        if (toolkit.isPresent() && driver.isPresent() && !jetson) {
            driverRunsToolkit(driver.get(), toolkit.get(), card);
        }
        int given = (toolkit.isPresent() ? 1 : 0) + (driver.isPresent() ? 1 : 0) + (card.isPresent() ? 1 : 0);
        Optional<Answer> answer = given < 2
                ? Optional.empty()
                : reasons.stream().map(Reason::answer).max(Comparator.naturalOrder());

        if (toolkit.isEmpty()) {
            driver.ifPresent(this::describeDriver);
            architecture.ifPresent(known -> describeToolkits(known, card.orElseThrow()));
        } else if (driver.isEmpty()) {
            describeToolkit(toolkit.get());
        }
        boolean good = answer.map(known -> known == Answer.WORKS).orElse(false);
        if (!good && !jetson && !(given == 1 && driver.isPresent())) {
            whatToInstall(toolkit, architecture);
        }
        return new Verdict(answer, reasons, steps);
    }

    private void add(Answer answer, String text, String source) {
        reasons.add(new Reason(answer, text, source));
    }

    private static String unknownCard(Card card) {
        return card.capability()
                .map(capability -> "compute capability " + capability + " of " + card.name()
                        + " is not in the table: the card may be newer than this version of Xianka")
                .orElse("the compute capability of " + card.name() + " is not known");
    }

    private void driverKnowsCard(DriverVersion driver, Architecture architecture, Card card) {
        if (architecture.lastDriverBranch().isPresent()
                && driver.branch() > architecture.lastDriverBranch().getAsInt()) {
            add(
                    Answer.CANNOT,
                    "driver " + driver + " no longer knows " + described(card) + "; R"
                            + architecture.lastDriverBranch().getAsInt() + " is the last branch that does",
                    architecture.source());
            return;
        }
        var first = table.firstDriver(architecture, question.windows());
        if (first.isEmpty()) {
            return;
        }
        if (driver.branch() < first.get().branch()) {
            add(
                    Answer.CANNOT,
                    "driver " + driver + " does not know " + described(card) + "; R"
                            + first.get().branch() + " is the first branch that does, as CUDA "
                            + architecture.firstToolkit() + " is the first toolkit",
                    architecture.source());
        } else {
            add(Answer.WORKS, "driver " + driver + " knows " + described(card), architecture.source());
        }
    }

    private void toolkitKnowsCard(ToolkitRelease toolkit, Architecture architecture, Card card) {
        if (architecture.supportedBy(toolkit.version())) {
            add(Answer.WORKS, toolkit + " generates code for " + described(card), architecture.source());
        } else if (toolkit.version().isBefore(architecture.firstToolkit())) {
            add(
                    Answer.WORKS_WITH_LIMITS,
                    toolkit + " generates no code for " + described(card) + " (CUDA " + architecture.firstToolkit()
                            + " is the first that does): only programs that carry PTX run, compiled by the driver when"
                            + " they start; without PTX they fail with 209, and libraries of that release may",
                    architecture.source());
        } else {
            add(
                    Answer.CANNOT,
                    toolkit + " dropped " + described(card) + "; "
                            + architecture
                                    .lastToolkit()
                                    .map(last -> "CUDA " + last)
                                    .orElse("an older release")
                            + " is the last that generates code for it",
                    architecture.source());
        }
    }

    private void driverRunsToolkit(DriverVersion driver, ToolkitRelease toolkit, Optional<Card> card) {
        Optional<DriverVersion> own = toolkit.driver(question.windows());
        if (own.isPresent() && !driver.isBefore(own.get())) {
            add(
                    Answer.WORKS,
                    "driver " + driver + " has all that " + toolkit + " needs (" + own.get() + " or later)",
                    toolkit.source());
            return;
        }
        Optional<MinorFamily> family = table.family(toolkit.version().major());
        Optional<DriverVersion> floor = family.flatMap(known -> known.floor(question.windows()));
        String needs = own.map(version -> toolkit + " came with " + version)
                .orElse("which driver has all of " + toolkit + " is not known");
        if (floor.isPresent() && !driver.isBefore(floor.get())) {
            add(
                    Answer.WORKS_WITH_LIMITS,
                    "driver " + driver + " runs " + toolkit + " by minor-version compatibility ("
                            + floor.get() + " or later runs any "
                            + toolkit.version().major() + ".x; " + needs
                            + "): features that need the newer driver fail, and PTX made by " + toolkit
                            + " is refused with 222, so programs must carry machine code for the card",
                    family.get().source());
            return;
        }
        String old = "driver " + driver + " is too old for " + toolkit + ": "
                + (floor.isPresent()
                        ? "any " + toolkit.version().major() + ".x needs " + floor.get() + " or later"
                        : needs + " and each release of this family needs its own driver or later");
        String source = family.map(MinorFamily::source).orElse(toolkit.source());
        forwardCompatible(toolkit, card, old, source);
    }

    /** The package with a newer libcuda over an older kernel module. */
    private void forwardCompatible(ToolkitRelease toolkit, Optional<Card> card, String old, String source) {
        String packaged = "cuda-compat-" + toolkit.version().major() + "-"
                + toolkit.version().minor();
        CardClass cardClass = card.map(Card::cardClass).orElse(CardClass.UNKNOWN);
        if (question.windows() || toolkit.version().major() < 10) {
            add(Answer.CANNOT, old, source);
            return;
        }
        switch (cardClass) {
            case DATA_CENTRE -> {
                add(
                        Answer.WORKS_WITH_LIMITS,
                        old + "; on this data-centre card the package " + packaged
                                + " puts a newer libcuda over it, where NVIDIA's table lists the pair (803 where not)",
                        table.forwardCompatibilitySource());
                steps.add("install " + packaged + " and put /usr/local/cuda-" + toolkit.version()
                        + "/compat first in LD_LIBRARY_PATH");
            }
            case WORKSTATION ->
                add(
                        Answer.CANNOT,
                        old + "; " + packaged + " helps only on selected NGC-ready RTX cards and gives 804 on others",
                        table.forwardCompatibilitySource());
            case CONSUMER ->
                add(
                        Answer.CANNOT,
                        old + "; " + packaged + " does not help: forward compatibility on a consumer card gives 804",
                        table.forwardCompatibilitySource());
            case JETSON, UNKNOWN ->
                add(
                        Answer.CANNOT,
                        old + "; on data-centre cards the package " + packaged + " may help",
                        table.forwardCompatibilitySource());
        }
    }

    private void describeDriver(DriverVersion driver) {
        var newest = table.newestOf(driver, question.windows());
        if (newest.isEmpty()) {
            var oldest = table.toolkits().getFirst();
            add(
                    Answer.WORKS,
                    "driver " + driver + " is older than the driver of " + oldest + ", the oldest in the table",
                    oldest.source());
            return;
        }
        StringBuilder text = new StringBuilder("driver " + driver + " has all of " + newest.get() + " and older");
        int major = newest.get().version().major();
        table.family(major)
                .flatMap(family -> family.floor(question.windows()))
                .ifPresent(floor ->
                        text.append(", and runs any other ").append(major).append(".x with limits"));
        boolean newerMajor = table.family(major + 1).isPresent();
        if (newerMajor) {
            text.append("; CUDA ").append(major + 1).append(" needs ");
            text.append(table.family(major + 1)
                    .flatMap(family -> family.floor(question.windows()))
                    .map(floor -> floor + " or later")
                    .orElse("a newer one"));
        }
        add(Answer.WORKS, text.toString(), newest.get().source());
    }

    private void describeToolkits(Architecture architecture, Card card) {
        add(
                Answer.WORKS,
                described(card) + ": CUDA " + architecture.firstToolkit() + " to "
                        + architecture
                                .lastToolkit()
                                .map(CudaVersion::toString)
                                .orElse(table.toolkits().getLast().version() + ", the newest known,")
                        + " generate code for it",
                architecture.source());
    }

    private void describeToolkit(ToolkitRelease toolkit) {
        var own = toolkit.driver(question.windows());
        var family = table.family(toolkit.version().major());
        var floor = family.flatMap(known -> known.floor(question.windows()));
        add(
                Answer.WORKS,
                own.map(version -> toolkit + " came with driver " + version)
                                .orElse("which driver came with " + toolkit + " is not known")
                        + floor.map(version -> "; " + version + " or later runs it with limits")
                                .orElse(""),
                own.isPresent() || floor.isEmpty()
                        ? toolkit.source()
                        : family.get().source());
        String generations = String.join(
                ", ",
                table.architectures().stream()
                        .filter(architecture -> architecture.supportedBy(toolkit.version()))
                        .map(Architecture::name)
                        .toList());
        if (!generations.isEmpty() && question.card().isEmpty()) {
            add(
                    Answer.WORKS,
                    toolkit + " generates code for " + generations,
                    table.architectures().getFirst().source());
        }
    }

    /** The range of drivers that does for both, or the toolkit to take instead. */
    private void whatToInstall(Optional<ToolkitRelease> toolkit, Optional<Architecture> architecture) {
        if (architecture.isPresent()
                && toolkit.isPresent()
                && !architecture.get().supportedBy(toolkit.get().version())) {
            var known = architecture.get();
            steps.add(
                    toolkit.get().version().isBefore(known.firstToolkit())
                            ? "take CUDA " + known.firstToolkit() + " or later for this card"
                            : "take CUDA " + known.lastToolkit().orElseThrow() + " or older for this card");
        }
        Optional<DriverVersion> least = toolkit.filter(known -> architecture
                        .map(generation -> generation.supportedBy(known.version()))
                        .orElse(true))
                .flatMap(known -> known.driver(question.windows())
                        .or(() -> table.family(known.version().major())
                                .flatMap(family -> family.floor(question.windows()))));
        Optional<DriverVersion> first = architecture.flatMap(known -> table.firstDriver(known, question.windows()));
        if (least.isEmpty() || (first.isPresent() && least.get().isBefore(first.get()))) {
            least = first;
        }
        if (least.isEmpty()) {
            return;
        }
        StringBuilder step = new StringBuilder("install driver " + least.get() + " or later");
        if (architecture.isPresent() && architecture.get().lastDriverBranch().isPresent()) {
            step.append(", at most of branch R")
                    .append(architecture.get().lastDriverBranch().getAsInt());
        }
        if (architecture.map(Architecture::family).orElse("").equals("Blackwell")) {
            step.append(", with the open kernel modules, which Blackwell cards need");
        }
        steps.add(step.toString());
    }

    /** {@code GeForce RTX 5090 (compute capability 12.0, Blackwell)}. */
    private String described(Card card) {
        ComputeCapability capability = card.capability().orElseThrow();
        return card.name() + " (compute capability " + capability
                + table.architecture(capability)
                        .map(known -> ", " + known.family())
                        .orElse("") + ")";
    }
}
