package io.xianka.ptx;

import io.xianka.ptx.Operand.Address;
import io.xianka.ptx.Operand.Arguments;
import io.xianka.ptx.Operand.CompoundAddress;
import io.xianka.ptx.Operand.LabelName;
import io.xianka.ptx.Operand.Negated;
import io.xianka.ptx.Operand.Pair;
import io.xianka.ptx.Operand.Symbol;
import io.xianka.ptx.Operand.Vector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A function's body as an executor wants it: instructions in a row, each with its place in the source; labels as
 * positions in that row; scopes gone, and with them double names (what a nested scope declares is renamed where the
 * name is taken, in operands too). Immutable.
 */
public final class FlatBody {
    private final List<Instruction> instructions;
    private final List<Statement.Loc> locations;
    private final Map<String, Integer> labels;
    private final List<Variable> variables;
    private final Map<String, Statement.Prototype> prototypes;
    private final Map<String, Statement.Targets> targets;

    private FlatBody(Flattening flattening) {
        this.instructions = Collections.unmodifiableList(flattening.instructions);
        this.locations = Collections.unmodifiableList(flattening.locations);
        this.labels = Collections.unmodifiableMap(flattening.labels);
        this.variables = Collections.unmodifiableList(flattening.variables);
        this.prototypes = Collections.unmodifiableMap(flattening.prototypes);
        this.targets = Collections.unmodifiableMap(flattening.targets);
    }

    private FlatBody(
            List<Instruction> instructions,
            List<Statement.Loc> locations,
            Map<String, Integer> labels,
            List<Variable> variables,
            Map<String, Statement.Targets> targets) {
        this.instructions = Collections.unmodifiableList(new ArrayList<>(instructions));
        this.locations = Collections.unmodifiableList(new ArrayList<>(locations));
        this.labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        this.variables = List.copyOf(variables);
        this.prototypes = Map.of();
        this.targets = Collections.unmodifiableMap(new LinkedHashMap<>(targets));
    }

    /**
     * A body that an executor made of others.
     *
     * @param locations one for each instruction, null where there is none
     * @param labels by name, the index of the instruction each stands before
     */
    public static FlatBody of(
            List<Instruction> instructions,
            List<Statement.Loc> locations,
            Map<String, Integer> labels,
            List<Variable> variables,
            Map<String, Statement.Targets> targets) {
        if (instructions.size() != locations.size()) {
            throw new IllegalArgumentException(
                    instructions.size() + " instructions, but " + locations.size() + " places in the source");
        }
        return new FlatBody(instructions, locations, labels, variables, targets);
    }

    /** Throws {@link IllegalArgumentException} for a declaration, which has no body. */
    public static FlatBody of(Function function) {
        if (function.body() == null) {
            throw new IllegalArgumentException("function " + function.name() + " is declared here without a body");
        }
        Flattening flattening = new Flattening();
        flattening.enter(function.body(), null);
        return new FlatBody(flattening);
    }

    public List<Instruction> instructions() {
        return instructions;
    }

    public int size() {
        return instructions.size();
    }

    public Instruction instruction(int index) {
        return instructions.get(index);
    }

    /** The place in the source of an instruction; null where no {@code .loc} stands before it. */
    public Statement.Loc location(int index) {
        return locations.get(index);
    }

    /** Label names and the index of the instruction each stands before; {@link #size()} at the end. */
    public Map<String, Integer> labels() {
        return labels;
    }

    /** The variables declared anywhere in the body: {@code .shared}, {@code .local}, {@code .param} of calls. */
    public List<Variable> variables() {
        return variables;
    }

    /** Signatures of indirect calls, by label. */
    public Map<String, Statement.Prototype> prototypes() {
        return prototypes;
    }

    /** Target lists of {@code brx.idx} and indirect calls, by label. */
    public Map<String, Statement.Targets> targets() {
        return targets;
    }

    /** The registers that occur, in order of first occurrence; computed at each call. */
    public List<Register> registers() {
        Set<Register> found = new LinkedHashSet<>();
        for (Instruction instruction : instructions) {
            if (instruction.guard() != null) {
                found.add(instruction.guard().predicate());
            }
            for (Operand operand : instruction.operands()) {
                collect(operand, found);
            }
        }
        return List.copyOf(found);
    }

    private static void collect(Operand operand, Set<Register> found) {
        switch (operand) {
            case Register register -> found.add(register);
            case Address address -> {
                if (address.base() instanceof Register register) {
                    found.add(register);
                }
            }
            case CompoundAddress address -> address.parts().forEach(part -> collect(part, found));
            case Vector vector -> vector.elements().forEach(element -> collect(element, found));
            case Arguments arguments -> arguments.values().forEach(value -> collect(value, found));
            case Pair pair -> {
                collect(pair.first(), found);
                collect(pair.second(), found);
            }
            case Negated negated -> found.add(negated.predicate());
            case SpecialRegister _, Operand.IntegerImmediate _, Operand.FloatImmediate _ -> {}
            case Operand.DoubleImmediate _, Symbol _, LabelName _, Operand.Sink _ -> {}
        }
    }

    /** The new names of what one scope declares; empty where nothing was renamed, which is the common case. */
    private static final class Names {
        final Names outer;
        final Map<String, String> renamed = new HashMap<>();
        /** The values are the new prefixes. */
        final RegisterRanges<String> ranges = new RegisterRanges<>();

        Names(Names outer) {
            this.outer = outer;
        }

        boolean isEmpty() {
            return renamed.isEmpty() && ranges.isEmpty() && (outer == null || outer.isEmpty());
        }

        String rename(String name) {
            for (Names scope = this; scope != null; scope = scope.outer) {
                String newName = scope.renamed.get(name);
                if (newName != null) {
                    return newName;
                }
                RegisterRanges.Entry<String> range = scope.ranges.covering(name);
                if (range != null) {
                    return range.value()
                            + name.substring(range.registers().name().length());
                }
            }
            return name;
        }
    }

    private static final class Flattening {
        final List<Instruction> instructions = new ArrayList<>();
        final List<Statement.Loc> locations = new ArrayList<>();
        final Map<String, Integer> labels = new LinkedHashMap<>();
        final List<Variable> variables = new ArrayList<>();
        final Map<String, Statement.Prototype> prototypes = new LinkedHashMap<>();
        final Map<String, Statement.Targets> targets = new LinkedHashMap<>();
        private final Set<String> taken = new HashSet<>();
        private final RegisterRanges<Boolean> takenRanges = new RegisterRanges<>();
        private int renames;
        private Statement.Loc here;

        void enter(List<Statement> statements, Names outer) {
            Names names = new Names(outer);
            for (Statement statement : statements) {
                declare(statement, names);
            }
            boolean isPlain = names.isEmpty();
            for (Statement statement : statements) {
                switch (statement) {
                    case Instruction instruction -> {
                        instructions.add(isPlain ? instruction : rename(instruction, names));
                        locations.add(here);
                    }
                    case Statement.Loc loc -> here = loc;
                    case Statement.Label label -> labels.put(names.rename(label.name()), instructions.size());
                    case Statement.Scope scope -> enter(scope.statements(), names);
                    case Variable variable -> variables.add(rename(variable, names));
                    case Statement.Prototype prototype -> prototypes.put(names.rename(prototype.label()), prototype);
                    case Statement.Targets list -> {
                        List<String> renamed =
                                list.names().stream().map(names::rename).toList();
                        String label = names.rename(list.label());
                        targets.put(label, new Statement.Targets(label, list.ofCalls(), renamed, list.line()));
                    }
                    case Statement.Registers _, Pragma _ -> {}
                }
            }
        }

        private void declare(Statement statement, Names names) {
            switch (statement) {
                case Statement.Registers registers -> {
                    if (registers.isSingle()) {
                        take(registers.name(), names);
                    } else {
                        takeRange(registers, names);
                    }
                }
                case Variable variable -> take(variable.name(), names);
                case Statement.Label label -> take(label.name(), names);
                case Statement.Prototype prototype -> take(prototype.label(), names);
                case Statement.Targets list -> take(list.label(), names);
                case Instruction _, Statement.Loc _, Statement.Scope _, Pragma _ -> {}
            }
        }

        private void take(String name, Names names) {
            if (!taken.add(name) || takenRanges.covering(name) != null) {
                names.renamed.put(name, fresh(name));
            }
        }

        private void takeRange(Statement.Registers registers, Names names) {
            if (names.outer == null) {
                takenRanges.add(registers, true);
            } else {
                // Whether the range meets another name is dear to find out, and ranges in scopes are rare.
                names.ranges.add(registers, fresh(registers.name()) + "_");
            }
        }

        private String fresh(String name) {
            String candidate;
            do {
                renames++;
                candidate = name + "$" + renames;
            } while (!taken.add(candidate) || takenRanges.covering(candidate) != null);
            return candidate;
        }

        private static Variable rename(Variable variable, Names names) {
            String name = names.rename(variable.name());
            return name.equals(variable.name())
                    ? variable
                    : new Variable(
                            variable.linkage(),
                            variable.space(),
                            variable.attributes(),
                            variable.alignmentBytes(),
                            variable.vectorWidth(),
                            variable.type(),
                            name,
                            variable.dimensions(),
                            variable.initializer(),
                            variable.line());
        }

        private static Instruction rename(Instruction instruction, Names names) {
            Guard guard = instruction.guard();
            if (guard != null) {
                guard = new Guard(rename(guard.predicate(), names), guard.negated());
            }
            return new Instruction(
                    guard, instruction.operation(), rename(instruction.operands(), names), instruction.line());
        }

        private static Register rename(Register register, Names names) {
            String name = names.rename(register.name());
            return name.equals(register.name()) ? register : new Register(name, register.type());
        }

        private static List<Operand> rename(List<Operand> operands, Names names) {
            List<Operand> renamed = new ArrayList<>(operands.size());
            for (Operand operand : operands) {
                renamed.add(rename(operand, names));
            }
            return renamed;
        }

        private static Operand rename(Operand operand, Names names) {
            return switch (operand) {
                case Register register -> rename(register, names);
                case Symbol symbol -> new Symbol(names.rename(symbol.name()), symbol.offsetBytes());
                case LabelName label -> new LabelName(names.rename(label.name()));
                case Address address ->
                    address.base() == null
                            ? address
                            : new Address(rename(address.base(), names), address.offsetBytes());
                case CompoundAddress address -> new CompoundAddress(rename(address.parts(), names));
                case Vector vector -> new Vector(rename(vector.elements(), names));
                case Arguments arguments -> new Arguments(rename(arguments.values(), names));
                case Pair pair -> new Pair(rename(pair.first(), names), rename(pair.second(), names));
                case Negated negated -> new Negated(rename(negated.predicate(), names));
                case SpecialRegister _, Operand.IntegerImmediate _, Operand.FloatImmediate _ -> operand;
                case Operand.DoubleImmediate _, Operand.Sink _ -> operand;
            };
        }
    }
}
