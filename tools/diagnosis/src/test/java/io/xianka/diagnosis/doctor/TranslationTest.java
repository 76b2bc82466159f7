package io.xianka.diagnosis.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.xianka.diagnosis.compatibility.Card;
import io.xianka.diagnosis.compatibility.Compatibility;
import io.xianka.diagnosis.compatibility.CompatibilityTable;
import io.xianka.diagnosis.compatibility.DriverVersion;
import io.xianka.diagnosis.compatibility.Question;
import io.xianka.diagnosis.errors.ErrorTable;
import io.xianka.diagnosis.errors.KnownError;
import io.xianka.diagnosis.errors.LogReader;
import io.xianka.diagnosis.facts.FactsJson;
import io.xianka.diagnosis.table.CsvTable;
import io.xianka.driver.ComputeCapability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TranslationTest {

    private static final Translation CHINESE = Translation.into(Locale.CHINESE);

    /** What is for a shell, a file or a program to read, and so stays as it is. */
    private static final Pattern AS_IT_IS = Pattern.compile(
            "(sudo|docker run|--gpus|podman|kubectl|apptainer|export|unset|nvidia-\\S+|pip install|\\S+ -m pip|printf|grep|echo|wsl) (?!.*, then).*"
                    + "|torch\\.load\\(.*|[A-Za-z_]+=\\S*|\\S+/site-packages\\S*: nvidia-\\S+ [\\d.]+|\\S+/libcudnn\\S* \\([\\d.]+\\)");

    /** Names of commands, files, variables and calls, with nothing said of them. */
    private static final Pattern NAMED = Pattern.compile(
            "[A-Z]+_[A-Z_a-z]+|[A-Za-z]+\\.log|/(?:dev|proc|usr)/[\\w/*]+|SELinux|NVreg_\\w+|nccl\\w+|(?:\\w+\\.)+\\w+\\(?\\)?"
                    + "|(?:ls|cat|find|which|dmesg|lsmod|env|ulimit|uname|ip|df|gcc|nvcc|ptxas|pip|python|docker|dkms|mokutil|lspci"
                    + "|ldconfig|ibstat|py-spy|xianka|nvidia-smi|compute-sanitizer)(?: [-$/.\\w*:|]+)*|-D\\S+");

    private static final List<String> DISTRIBUTIONS =
            List.of("ubuntu", "debian", "fedora", "rhel", "arch", "opensuse-leap", "gentoo");
    private static final List<String> CONTAINERS = List.of("docker", "podman", "kubernetes", "apptainer");

    /** Every finding of every report, on each distribution, outside and inside of containers. */
    private static Set<String> said() {
        Set<String> said = new TreeSet<>();
        for (FixtureReport fixture : FixtureReport.all()) {
            DISTRIBUTIONS.forEach(distribution -> addWhatIsSaid(fixture, distribution, Optional.empty(), said));
            addWhatIsSaid(fixture, "ubuntu", Optional.of("docker"), said);
            if (fixture.name().equals("container-without-gpu")) {
                CONTAINERS.forEach(container -> addWhatIsSaid(fixture, "ubuntu", Optional.of(container), said));
            }
        }
        return said;
    }

    private static void addWhatIsSaid(
            FixtureReport fixture, String distribution, Optional<String> container, Set<String> said) {
        ObjectNode report = fixture.report().deepCopy();
        ObjectNode platform = report.withObject("platform");
        ObjectNode system = platform.putObject("distribution");
        system.put("id", distribution).put("version", "1").put("name", distribution);
        system.putArray("like");
        container.ifPresent(kind -> platform.putObject("container").put("kind", kind));
        var diagnosis = Doctor.judge(FactsJson.read(report.toString()));
        List<Finding> findings = new ArrayList<>(diagnosis.findings());
        diagnosis.consequences().forEach(consequence -> findings.add(consequence.finding()));
        for (Finding finding : findings) {
            said.addAll(finding.evidence());
            said.addAll(finding.fix());
        }
    }

    private static Set<String> missing(Set<String> said) {
        return said.stream()
                .filter(text -> !CHINESE.has(text) && !AS_IT_IS.matcher(text).matches())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyCauseIsThereInChinese() {
        Set<String> said = new TreeSet<>();
        for (Rule rule : RuleTable.RULES) {
            said.add(rule.what());
            said.add(rule.cause());
        }
        assertEquals(Set.of(), missing(said));
        for (String text : said) {
            assertTrue(CHINESE.of(text).codePoints().anyMatch(TranslationTest::isChinese), text);
        }
    }

    @Test
    void everyLineOfEvidenceAndEveryStepIsThereInChinese() {
        assertEquals(Set.of(), missing(said()));
    }

    @Test
    void everyErrorIsExplainedInChinese() {
        Set<String> said = new TreeSet<>();
        for (KnownError error : ErrorTable.get().errors()) {
            for (String phrase : (error.causes() + ";" + error.checks() + ";" + error.fix()).split(";")) {
                if (!phrase.isBlank()) {
                    said.add(phrase.strip());
                }
            }
        }
        assertTrue(said.size() > 700, said.size() + " phrases");
        said.removeIf(phrase -> Translation.ofErrorsInto(Locale.CHINESE).has(phrase)
                || AS_IT_IS.matcher(phrase).matches()
                || NAMED.matcher(phrase).matches());
        assertEquals(Set.of(), said);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CUDA out of memory. Tried to allocate 90.00 GiB. GPU 0 has a total capacity of 79.10 GiB of which 10.00 GiB is"
                        + " free. Of the allocated memory 20.00 GiB is allocated by PyTorch",
                "CUDA out of memory. Tried to allocate 4.00 GiB. GPU 0 has a total capacity of 79.10 GiB of which 1.00 GiB is"
                        + " free. Of the allocated memory 60.00 GiB is allocated by PyTorch, and 15.00 GiB is reserved by PyTorch but"
                        + " unallocated",
                "CUDA out of memory. Tried to allocate 4.00 GiB. GPU 0 has a total capacity of 79.10 GiB of which 1.00 GiB is"
                        + " free. Process 42 has 60.00 GiB memory in use. Of the allocated memory 10.00 GiB is allocated by PyTorch,"
                        + " and 1.00 GiB is reserved by PyTorch but unallocated",
                "CUDA out of memory. Tried to allocate 4.00 GiB. GPU 0 has a total capacity of 79.10 GiB of which 1.00 GiB is"
                        + " free. Of the allocated memory 75.00 GiB is allocated by PyTorch, and 1.00 GiB is reserved by PyTorch but"
                        + " unallocated",
            })
    void whatFiguresOfExhaustedMemoryShowIsSaidInChinese(String line) {
        for (var explanation : LogReader.explain(line)) {
            for (String phrase : (explanation.cause() + ";" + explanation.fix()).split(";")) {
                if (!AS_IT_IS.matcher(phrase.strip()).matches()) {
                    assertTrue(
                            Translation.ofErrorsInto(Locale.CHINESE)
                                    .of(phrase.strip())
                                    .codePoints()
                                    .anyMatch(TranslationTest::isChinese),
                            phrase);
                }
            }
        }
    }

    @Test
    void everyAnswerOnWhatGoesTogetherIsThereInChinese() {
        Set<String> said = new TreeSet<>();
        var table = CompatibilityTable.get();
        var cards = List.of(
                Optional.<Card>empty(),
                card("GeForce RTX 5090", 12, 0),
                card("A100 PCIe 40GB", 8, 0),
                card("Tesla V100 PCIe 32GB", 7, 0),
                card("GeForce GTX 1080", 6, 1),
                card("RTX A6000", 8, 6),
                card("Jetson AGX Orin 64GB", 8, 7),
                card("Some new card", 99, 0));
        for (String toolkit : new String[] {null, "9.0", "10.1", "11.4", "12.4", "12.8", "13.0"}) {
            for (String driver : new String[] {null, "390.48", "470.82.01", "535.104.05", "580.65.06", "610.43.02"}) {
                for (Optional<Card> card : cards) {
                    if (toolkit == null && driver == null && card.isEmpty()) {
                        continue;
                    }
                    var verdict = Compatibility.of(new Question(
                            Optional.ofNullable(toolkit).flatMap(table::toolkit),
                            Optional.ofNullable(driver).flatMap(DriverVersion::parse),
                            card,
                            false));
                    verdict.reasons().forEach(reason -> said.add(reason.text()));
                    said.addAll(verdict.steps());
                }
            }
        }
        assertTrue(said.size() > 60, said.size() + " sentences");
        assertEquals(Set.of(), missing(said));
    }

    private static Optional<Card> card(String name, int major, int minor) {
        return Optional.of(Card.of(name, Optional.of(new ComputeCapability(major, minor))));
    }

    @Test
    void everyPlaceIsInBothLanguages() {
        Pattern place = Pattern.compile("\\{\\d}");
        var rows = Stream.of(Translation.class, KnownError.class)
                .flatMap(beside -> CsvTable.resource(beside, "chinese.csv").rows().stream())
                .toList();
        Set<String> seen = new TreeSet<>();
        for (var row : rows) {
            String english = row.required("english");
            assertTrue(seen.add(english), english);
            assertEquals(
                    new TreeSet<>(place.matcher(english)
                            .results()
                            .map(found -> found.group())
                            .toList()),
                    new TreeSet<>(place.matcher(row.required("chinese"))
                            .results()
                            .map(found -> found.group())
                            .toList()),
                    english);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            the loaded module is 570.1, libcuda is 580.2        | 已加载的模块是 570.1，libcuda 是 580.2
            GPU 0 (NVIDIA H200): compute mode is prohibited     | GPU 0（NVIDIA H200）：计算模式为禁止
            on the host: sudo dkms autoinstall                  | 在宿主机上：sudo dkms autoinstall
            on the host: have the card replaced                 | 在宿主机上：更换显卡
            sudo reboot                                         | sudo reboot
            """)
    void factsAndCommandsStayAsTheyAre(String english, String chinese) {
        assertEquals(chinese, CHINESE.of(english));
        assertEquals(english, Translation.into(Locale.ENGLISH).of(english));
    }

    @Test
    void aHostileTextTakesNoTime() {
        for (String text :
                List.of(" in ".repeat(5000), ": and , ".repeat(60), "driver runs (".repeat(30), "$1 {0} \\")) {
            assertTimeoutPreemptively(Duration.ofSeconds(2), () -> CHINESE.of(text));
        }
    }

    private static boolean isChinese(int point) {
        return Character.UnicodeScript.of(point) == Character.UnicodeScript.HAN;
    }
}
