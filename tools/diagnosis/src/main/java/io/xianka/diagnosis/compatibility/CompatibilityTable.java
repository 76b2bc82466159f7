package io.xianka.diagnosis.compatibility;

import io.xianka.diagnosis.table.CsvTable;
import io.xianka.diagnosis.table.TableRow;
import io.xianka.driver.ComputeCapability;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** NVIDIA's figures: each toolkit's driver, each architecture's toolkits, and what compatibility modes there are. */
public final class CompatibilityTable {

    private static final List<String> COLUMNS = List.of(
            "kind",
            "name",
            "linux_x86_64_min_driver",
            "windows_min_driver",
            "below_driver",
            "compute_capabilities",
            "first_toolkit",
            "last_toolkit",
            "last_driver_branch",
            "note",
            "source");

    private static final class Holder {
        static final CompatibilityTable TABLE =
                new CompatibilityTable(CsvTable.resource(CompatibilityTable.class, "cuda-driver.csv"));
    }

    private final List<ToolkitRelease> toolkits = new ArrayList<>();
    private final List<MinorFamily> families = new ArrayList<>();
    private final List<Architecture> architectures = new ArrayList<>();
    private final List<FrameworkBuild> frameworks = new ArrayList<>();
    private String forwardCompatibility = "";
    private String forwardCompatibilitySource = "";

    /** The product's table. */
    public static CompatibilityTable get() {
        return Holder.TABLE;
    }

    CompatibilityTable(CsvTable table) {
        table.require(COLUMNS);
        for (TableRow row : table.rows()) {
            String source = row.required("source");
            String note = row.text("note").orElse("");
            switch (row.required("kind")) {
                case "toolkit" -> toolkits.add(toolkit(row, note, source));
                case "minor-compat" ->
                    families.add(new MinorFamily(
                            number(row, "name", row.required("name").replace(".x", "")),
                            driver(row, "linux_x86_64_min_driver"),
                            driver(row, "windows_min_driver"),
                            note,
                            source));
                case "forward-compat" -> {
                    forwardCompatibility = note;
                    forwardCompatibilitySource = source;
                }
                case "architecture" -> {
                    // They are read below: the last toolkit of a family is looked up among the toolkits.
                }
                case "framework" -> frameworks.add(framework(row, source));
                default -> throw row.wrong("kind", "'" + row.required("kind") + "' is none of this table's kinds");
            }
        }
        toolkits.sort(Comparator.comparing(ToolkitRelease::version)
                .thenComparing(Comparator.comparing(ToolkitRelease::preview).reversed())
                .thenComparingInt(ToolkitRelease::update));
        table.rows().stream()
                .filter(row -> row.required("kind").equals("architecture"))
                .forEach(row -> architectures.add(architecture(row)));
    }

    /** Every toolkit, oldest first. */
    public List<ToolkitRelease> toolkits() {
        return List.copyOf(toolkits);
    }

    public List<Architecture> architectures() {
        return List.copyOf(architectures);
    }

    public List<FrameworkBuild> frameworks() {
        return List.copyOf(frameworks);
    }

    /** What forward-compatibility packages do, and on what cards. */
    public String forwardCompatibility() {
        return forwardCompatibility;
    }

    public String forwardCompatibilitySource() {
        return forwardCompatibilitySource;
    }

    /**
     * The toolkit that {@code 12.8}, {@code 12.8 Update 1} or {@code 12.8.1} names. An update that the table lacks is
     * answered by the last one before it; a release that the table lacks is empty.
     */
    public Optional<ToolkitRelease> toolkit(String name) {
        var exact = toolkits.stream()
                .filter(toolkit -> toolkit.name().equals(name.strip()))
                .findFirst();
        return exact.or(
                () -> CudaVersion.parse(name).flatMap(version -> toolkit(version, ToolkitRelease.update(name))));
    }

    private Optional<ToolkitRelease> toolkit(CudaVersion version, int update) {
        var releases = toolkits.stream()
                .filter(toolkit -> toolkit.version().equals(version) && !toolkit.preview())
                .toList();
        return releases.stream()
                .filter(toolkit -> toolkit.update() <= update)
                .max(Comparator.comparingInt(ToolkitRelease::update))
                .or(() -> releases.stream().findFirst());
    }

    /** The first release of this version, as a driver reports it. */
    public Optional<ToolkitRelease> toolkit(CudaVersion version) {
        return toolkit(version, 0);
    }

    /** The newest toolkit of which a driver has all features; empty for a driver older than the table. */
    public Optional<ToolkitRelease> newestOf(DriverVersion driver, boolean windows) {
        return toolkits.stream()
                .filter(toolkit -> !toolkit.preview())
                .filter(toolkit -> toolkit.driver(windows)
                        .map(own -> !driver.isBefore(own))
                        .orElse(false))
                .reduce((older, newer) -> newer);
    }

    /** The compatibility rules of a major release. */
    public Optional<MinorFamily> family(int major) {
        return families.stream().filter(family -> family.major() == major).findFirst();
    }

    /** The generation with this compute capability. */
    public Optional<Architecture> architecture(ComputeCapability capability) {
        return architectures.stream()
                .filter(architecture -> architecture.capabilities().contains(capability))
                .findFirst();
    }

    /** The first driver that knows an architecture: that of its first toolkit; empty before CUDA 10. */
    public Optional<DriverVersion> firstDriver(Architecture architecture, boolean windows) {
        return toolkit(architecture.firstToolkit()).flatMap(toolkit -> toolkit.driver(windows));
    }

    // ------------------------------------------------------------------ rows

    private static ToolkitRelease toolkit(TableRow row, String note, String source) {
        String name = row.required("name");
        CudaVersion version =
                CudaVersion.parse(name).orElseThrow(() -> row.wrong("name", "'" + name + "' is no release"));
        boolean preview = name.contains("Preview") || name.contains("RC");
        // 11.0.2 and 10.2.89 are first releases: only a name with "Update" is one.
        int update = name.contains("Update") ? ToolkitRelease.update(name) : 0;
        return new ToolkitRelease(
                name,
                version,
                update,
                preview,
                driver(row, "linux_x86_64_min_driver"),
                driver(row, "windows_min_driver"),
                note,
                source);
    }

    private Architecture architecture(TableRow row) {
        String first = row.required("first_toolkit");
        return new Architecture(
                row.required("name"),
                capabilities(row, row.required("compute_capabilities")),
                CudaVersion.parse(first).orElseThrow(() -> row.wrong("first_toolkit", "'" + first + "' is no release")),
                row.text("last_toolkit").map(last -> lastToolkit(row, last)),
                row.text("last_driver_branch")
                        .map(branch -> OptionalInt.of(number(row, "last_driver_branch", branch.replace("R", ""))))
                        .orElseGet(OptionalInt::empty),
                row.text("note").orElse(""),
                row.required("source"));
    }

    /** {@code 12.x} is the last release of 12. */
    private CudaVersion lastToolkit(TableRow row, String text) {
        if (text.endsWith(".x")) {
            int major = number(row, "last_toolkit", text.replace(".x", ""));
            return toolkits.stream()
                    .map(ToolkitRelease::version)
                    .filter(version -> version.major() == major)
                    .max(Comparator.naturalOrder())
                    .orElseThrow(() -> row.wrong("last_toolkit", "no toolkit " + text + " is in the table"));
        }
        return CudaVersion.parse(text).orElseThrow(() -> row.wrong("last_toolkit", "'" + text + "' is no release"));
    }

    private static FrameworkBuild framework(TableRow row, String source) {
        String text = row.required("compute_capabilities");
        return new FrameworkBuild(
                row.required("name"), capabilities(row, text.replace("+PTX", "")), text.endsWith("+PTX"), source);
    }

    private static List<ComputeCapability> capabilities(TableRow row, String text) {
        return Arrays.stream(text.split(" ")).map(word -> capability(row, word)).toList();
    }

    private static ComputeCapability capability(TableRow row, String text) {
        if (!text.matches("\\d{1,2}\\.\\d")) {
            throw row.wrong("compute_capabilities", "'" + text + "' is none; write it like 8.9");
        }
        int dot = text.indexOf('.');
        return new ComputeCapability(
                Integer.parseInt(text.substring(0, dot)), Integer.parseInt(text.substring(dot + 1)));
    }

    private static Optional<DriverVersion> driver(TableRow row, String column) {
        return row.text(column)
                .map(text -> DriverVersion.parse(text)
                        .orElseThrow(() -> row.wrong(column, "'" + text + "' is no driver; write 535.104.05")));
    }

    private static int number(TableRow row, String column, String digits) {
        if (!digits.matches("\\d{1,4}")) {
            throw row.wrong(column, "'" + digits + "' is no number");
        }
        return Integer.parseInt(digits);
    }
}
