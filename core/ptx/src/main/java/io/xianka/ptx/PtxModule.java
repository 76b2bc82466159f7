package io.xianka.ptx;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A PTX module: what one PTX text says, in the order of the text. */
public record PtxModule(Version version, Target target, int addressBits, List<Item> items) {

    /** What stands at the top level. */
    public sealed interface Item permits Function, Variable, SourceFile, Section, Alias, Pragma {}

    /** {@code .version 8.3} */
    public record Version(int major, int minor) implements Comparable<Version> {
        @Override
        public int compareTo(Version other) {
            return major != other.major ? Integer.compare(major, other.major) : Integer.compare(minor, other.minor);
        }

        @Override
        public String toString() {
            return major + "." + minor;
        }
    }

    /** {@code .target sm_90a, debug} */
    public record Target(String architecture, List<String> options) {
        public Target {
            Objects.requireNonNull(architecture);
            options = List.copyOf(options);
        }

        public Target(String architecture) {
            this(architecture, List.of());
        }

        /** 90 for {@code sm_90a}; 0 where the name has no number. */
        public int computeCapability() {
            int value = 0;
            for (int i = architecture.indexOf('_') + 1; i < architecture.length() && value < 10_000; i++) {
                char c = architecture.charAt(i);
                if (c < '0' || c > '9') {
                    break;
                }
                value = value * 10 + (c - '0');
            }
            return value;
        }
    }

    /** {@code .file 1 "kernel.cu"}, with a time stamp and a size where they are written (-1 where not). */
    public record SourceFile(int number, String path, long timestamp, long sizeBytes) implements Item {
        public SourceFile {
            Objects.requireNonNull(path);
        }

        public SourceFile(int number, String path) {
            this(number, path, -1, -1);
        }
    }

    /** {@code .section .debug_str { ... }}: debug data. */
    public record Section(String name, List<SectionItem> items) implements Item {
        public Section {
            Objects.requireNonNull(name);
            items = List.copyOf(items);
        }
    }

    public sealed interface SectionItem permits SectionLabel, SectionData {}

    public record SectionLabel(String name) implements SectionItem {}

    /** {@code .b8 1,2,3} */
    public record SectionData(PtxType type, List<Initializer> values) implements SectionItem {
        public SectionData {
            Objects.requireNonNull(type);
            values = List.copyOf(values);
        }
    }

    /** {@code .alias name, target;} */
    public record Alias(String name, String target) implements Item {}

    public PtxModule {
        Objects.requireNonNull(version);
        Objects.requireNonNull(target);
        items = List.copyOf(items);
    }

    /** The definition of a kernel or function; failing that, its declaration. */
    public Optional<Function> function(String name) {
        Function found = null;
        for (Item item : items) {
            if (item instanceof Function function && function.name().equals(name)) {
                if (function.isDefinition()) {
                    return Optional.of(function);
                }
                found = function;
            }
        }
        return Optional.ofNullable(found);
    }

    /** The kernels with a body, in order. */
    public List<Function> entries() {
        return functions().filter(f -> f.isEntry() && f.isDefinition()).toList();
    }

    public Stream<Function> functions() {
        return items.stream().filter(Function.class::isInstance).map(Function.class::cast);
    }

    /** The variables at the top level, in order. */
    public Stream<Variable> variables() {
        return items.stream().filter(Variable.class::isInstance).map(Variable.class::cast);
    }

    /** The path of a source file that a {@link Statement.Loc} names by number. */
    public Optional<String> sourcePath(int fileNumber) {
        for (Item item : items) {
            if (item instanceof SourceFile file && file.number() == fileNumber) {
                return Optional.of(file.path());
            }
        }
        return Optional.empty();
    }
}
