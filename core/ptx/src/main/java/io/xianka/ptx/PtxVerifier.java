package io.xianka.ptx;

import io.xianka.ptx.Operand.Address;
import io.xianka.ptx.Operand.Arguments;
import io.xianka.ptx.Operand.LabelName;
import io.xianka.ptx.Operand.Symbol;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds in a module what an executor could not rely on: names that are not declared or declared twice, opcodes and
 * modifiers that do not exist or do not go together, operands of the wrong kind, type or width, branches to nowhere,
 * calls that do not fit the function. What passes is not for that correct on every GPU: which architecture has which
 * instruction is for NVIDIA's assembler to say.
 */
public final class PtxVerifier {
    private static final int MOST_PROBLEMS = 100;

    private final PtxModule module;
    private final List<PtxProblem> problems = new ArrayList<>();
    private final Map<String, Function> functions = new HashMap<>();
    private final Map<String, Variable> variables = new HashMap<>();
    private final Map<Operation, String> operationFaults = new HashMap<>();
    private final OperandChecker operandChecker;
    private String functionName = "";

    private PtxVerifier(PtxModule module) {
        this.module = module;
        this.operandChecker = new OperandChecker(module.addressBits() != 32);
    }

    /** All problems, in the order of the module, at most 100. */
    public static List<PtxProblem> verify(PtxModule module) {
        PtxVerifier verifier = new PtxVerifier(module);
        verifier.module();
        return List.copyOf(verifier.problems);
    }

    /** Throws {@link PtxInvalidException} where {@link #verify} finds something. */
    public static void require(PtxModule module) {
        List<PtxProblem> problems = verify(module);
        if (!problems.isEmpty()) {
            throw new PtxInvalidException(problems);
        }
    }

    private void problem(PtxLine line, String fact) {
        if (problems.size() < MOST_PROBLEMS) {
            problems.add(new PtxProblem(functionName, line, fact));
        }
    }

    private void module() {
        for (PtxModule.Item item : module.items()) {
            switch (item) {
                case Function function -> declare(function);
                case Variable variable -> declare(variable);
                case PtxModule.Alias alias -> declare(alias);
                case PtxModule.SourceFile _, PtxModule.Section _, Pragma _ -> {}
            }
        }
        for (PtxModule.Item item : module.items()) {
            if (problems.size() == MOST_PROBLEMS) {
                return;
            }
            switch (item) {
                case Function function -> function(function);
                case Variable variable -> initializer(variable, variable.initializer());
                case PtxModule.Alias _, PtxModule.SourceFile _, PtxModule.Section _, Pragma _ -> {}
            }
        }
    }

    private void declare(Function function) {
        Function known = functions.get(function.name());
        if (variables.containsKey(function.name())) {
            problem(function.line(), function.name() + " is both a function and a variable");
        }
        if (known == null) {
            functions.put(function.name(), function);
            return;
        }
        if (known.isDefinition() && function.isDefinition()) {
            problem(function.line(), "function " + function.name() + " has two bodies");
        }
        if (sizes(known.parameters()).equals(sizes(function.parameters()))
                && sizes(known.results()).equals(sizes(function.results()))) {
            if (function.isDefinition()) {
                functions.put(function.name(), function);
            }
        } else {
            problem(function.line(), "function " + function.name() + " is declared with other parameters before");
        }
    }

    private static List<Long> sizes(List<Param> params) {
        return params.stream().map(Param::sizeBytes).toList();
    }

    private void declare(Variable variable) {
        if (functions.containsKey(variable.name())) {
            problem(variable.line(), variable.name() + " is both a function and a variable");
        }
        Variable known = variables.put(variable.name(), variable);
        if (known != null && known.linkage() != Linkage.EXTERN && variable.linkage() != Linkage.EXTERN) {
            problem(variable.line(), "variable " + variable.name() + " is declared twice");
        }
    }

    private void declare(PtxModule.Alias alias) {
        Function target = functions.get(alias.target());
        if (target == null) {
            problem(PtxLine.NONE, "alias " + alias.name() + " stands for " + alias.target() + ", which is no function");
        } else {
            functions.putIfAbsent(alias.name(), target);
        }
    }

    private void initializer(Variable variable, Initializer initializer) {
        switch (initializer) {
            case null -> {}
            case Initializer.Array array -> {
                for (Initializer element : array.elements()) {
                    initializer(variable, element);
                }
            }
            case Initializer.AddressOf address -> {
                if (!variables.containsKey(address.name()) && !functions.containsKey(address.name())) {
                    problem(
                            variable.line(),
                            "the initializer of " + variable.name() + " names " + address.name()
                                    + ", which is not declared");
                }
            }
            case Initializer.IntegerValue _, Initializer.FloatValue _, Initializer.DoubleValue _ -> {}
            case Initializer.Difference _, Initializer.Property _ -> {}
        }
    }

    private void function(Function function) {
        if (function.body() == null) {
            return;
        }
        functionName = function.name();
        DeclaredNames names = new DeclaredNames(null);
        for (List<Param> params : List.of(function.results(), function.parameters())) {
            for (Param param : params) {
                boolean isNew = param.space() == StateSpace.REG
                        ? names.addRegister(param.name(), param.type())
                        : names.addMemory(param.name(), StateSpace.PARAM, param.sizeBytes());
                if (!isNew) {
                    problem(function.line(), "parameter " + param.name() + " is declared twice");
                }
            }
        }
        statements(function.body(), names);
        functionName = "";
    }

    private void statements(List<Statement> statements, DeclaredNames names) {
        for (Statement statement : statements) {
            declare(statement, names);
        }
        for (Statement statement : statements) {
            if (problems.size() == MOST_PROBLEMS) {
                return;
            }
            switch (statement) {
                case Instruction instruction -> instruction(instruction, names);
                case Statement.Scope scope -> statements(scope.statements(), new DeclaredNames(names));
                case Statement.Targets targets -> targets(targets, names);
                case Variable variable -> initializer(variable, variable.initializer());
                case Statement.Label _, Statement.Loc _, Statement.Registers _ -> {}
                case Statement.Prototype _, Pragma _ -> {}
            }
        }
    }

    private void declare(Statement statement, DeclaredNames names) {
        boolean isNew = switch (statement) {
            case Statement.Registers registers -> names.addRegisters(registers);
            case Variable variable -> names.addMemory(variable.name(), variable.space(), variable.sizeBytes());
            case Statement.Label label -> names.addLabel(label.name());
            case Statement.Targets targets -> names.addTargets(targets);
            case Statement.Prototype prototype -> names.addPrototype(prototype);
            case Instruction _, Statement.Scope _, Statement.Loc _, Pragma _ -> true;
        };
        if (!isNew) {
            switch (statement) {
                case Statement.Registers registers ->
                    problem(PtxLine.NONE, "register " + registers.name() + " is declared twice in one scope");
                case Variable variable ->
                    problem(variable.line(), "variable " + variable.name() + " is declared twice in one scope");
                case Statement.Label label ->
                    problem(label.line(), "label " + label.name() + " stands twice in one scope");
                case Statement.Targets targets ->
                    problem(targets.line(), "label " + targets.label() + " stands twice in one scope");
                case Statement.Prototype prototype ->
                    problem(prototype.line(), "label " + prototype.label() + " stands twice in one scope");
                case Instruction _, Statement.Scope _, Statement.Loc _, Pragma _ -> {}
            }
        }
    }

    private void targets(Statement.Targets targets, DeclaredNames names) {
        for (String name : targets.names()) {
            boolean isKnown = targets.ofCalls() ? functions.containsKey(name) : names.hasLabel(name);
            if (!isKnown) {
                String what = targets.ofCalls() ? "function " : "label ";
                problem(targets.line(), targets.label() + " lists " + what + name + ", which is not there");
            }
        }
    }

    private void instruction(Instruction instruction, DeclaredNames names) {
        String fault = operationFault(instruction.operation());
        if (fault == null) {
            fault = guardFault(instruction.guard(), names);
        }
        for (Operand operand : instruction.operands()) {
            fault = fault == null ? nameFault(operand, instruction, names) : fault;
        }
        if (fault == null) {
            fault = operandChecker.fault(instruction);
        }
        if (fault == null && instruction.opcode() == Opcode.CALL) {
            fault = callFault(instruction, names);
        }
        if (fault != null) {
            problem(instruction.line(), instruction + " " + fault);
        }
    }

    /** Computed once for each operation of the module; empty text stands for none. */
    private String operationFault(Operation operation) {
        String known = operationFaults.get(operation);
        if (known == null) {
            String fault = findOperationFault(operation);
            known = fault == null ? "" : fault;
            operationFaults.put(operation, known);
        }
        return known.isEmpty() ? null : known;
    }

    private static String findOperationFault(Operation operation) {
        if (operation.opcode() == Opcode.UNKNOWN) {
            String name = operation.text();
            return "- there is no instruction " + (name.indexOf('.') < 0 ? name : name.substring(0, name.indexOf('.')));
        }
        for (Modifier modifier : operation.modifiers()) {
            if (modifier instanceof Modifier.Unknown unknown) {
                return "- there is no modifier ." + unknown.text();
            }
        }
        InstructionRules.Rule rule = InstructionRules.of(operation.opcode());
        String fault = rule == null ? null : rule.fault(operation);
        fault = rule == null || fault != null ? fault : ModifierRequirements.fault(operation);
        return fault == null ? null : "- " + operation.opcode().text() + " " + fault;
    }

    private static String guardFault(Guard guard, DeclaredNames names) {
        if (guard == null) {
            return null;
        }
        return guard.predicate().type() != PtxType.PRED
                ? "- its guard is no predicate but ." + guard.predicate().type().text()
                : names.registerFault(guard.predicate());
    }

    private String nameFault(Operand operand, Instruction instruction, DeclaredNames names) {
        return switch (operand) {
            case Register register -> names.registerFault(register);
            case Operand.Negated negated -> names.registerFault(negated.predicate());
            case Symbol symbol -> isDeclared(symbol.name(), names) ? null : undeclared(symbol.name());
            case Address address -> addressNameFault(address, instruction, names);
            case LabelName label -> labelFault(label, instruction, names);
            case Operand.CompoundAddress address -> firstNameFault(address.parts(), instruction, names);
            case Operand.Vector vector -> firstNameFault(vector.elements(), instruction, names);
            case Arguments arguments -> firstNameFault(arguments.values(), instruction, names);
            case Operand.Pair pair -> firstNameFault(List.of(pair.first(), pair.second()), instruction, names);
            case SpecialRegister _, Operand.IntegerImmediate _, Operand.FloatImmediate _ -> null;
            case Operand.DoubleImmediate _, Operand.Sink _ -> null;
        };
    }

    private String firstNameFault(List<Operand> operands, Instruction instruction, DeclaredNames names) {
        for (Operand operand : operands) {
            String fault = nameFault(operand, instruction, names);
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private static String undeclared(String name) {
        return "- " + name + " is not declared";
    }

    private boolean isDeclared(String name, DeclaredNames names) {
        return names.memory(name) != null
                || names.prototype(name) != null
                || names.targets(name) != null
                || variables.containsKey(name)
                || functions.containsKey(name);
    }

    private static String labelFault(LabelName label, Instruction instruction, DeclaredNames names) {
        if (instruction.opcode() == Opcode.BRX_IDX) {
            Statement.Targets targets = names.targets(label.name());
            return targets == null || targets.ofCalls()
                    ? "- there is no .branchtargets " + label.name() + " in this function"
                    : null;
        }
        return names.hasLabel(label.name()) ? null : "- there is no label " + label.name() + " in this function";
    }

    private String addressNameFault(Address address, Instruction instruction, DeclaredNames names) {
        return switch (address.base()) {
            case null -> null;
            case Register register -> {
                String fault = names.registerFault(register);
                yield fault != null ? fault : operandChecker.addressFault(register, instruction.operation());
            }
            case Symbol symbol -> {
                DeclaredNames.Memory memory = names.memory(symbol.name());
                Variable variable = memory == null ? variables.get(symbol.name()) : null;
                if (memory == null && variable == null) {
                    yield functions.containsKey(symbol.name())
                            ? "- " + symbol.name() + " is a function, not memory"
                            : undeclared(symbol.name());
                }
                yield spaceFault(
                        symbol.name(), memory != null ? memory.space() : variable.space(), instruction.operation());
            }
            default -> throw new AssertionError(address);
        };
    }

    private static String spaceFault(String name, StateSpace actual, Operation operation) {
        StateSpace wanted = operation.space();
        boolean saysSpace = switch (operation.opcode()) {
            case LD, ST, ATOM, RED -> wanted != StateSpace.GENERIC;
            default -> false;
        };
        boolean fits =
                wanted == actual || (wanted.isShared() && actual.isShared()) || (wanted.isParam() && actual.isParam());
        return !saysSpace || fits
                ? null
                : "- " + name + " lies in ." + actual.text() + ", and " + operation + " reaches ." + wanted.text();
    }

    private String callFault(Instruction call, DeclaredNames names) {
        if (!(call.operand(0) instanceof Arguments results) || !(call.operand(2) instanceof Arguments arguments)) {
            return "- a call has results, a target and arguments, in this order";
        }
        if (call.operand(1) instanceof Symbol target) {
            Function function = functions.get(target.name());
            if (function == null) {
                return "- " + target.name() + " is no function";
            }
            if (function.isEntry()) {
                return "- " + target.name() + " is a kernel; only the host launches it";
            }
            String fault = argumentsFault("result", results.values(), function.results(), names);
            return fault != null ? fault : argumentsFault("argument", arguments.values(), function.parameters(), names);
        }
        if (call.operands().size() < 4 || !(call.operand(3) instanceof Symbol symbol)) {
            return "- an indirect call needs the name of a .callprototype or .calltargets";
        }
        String name = symbol.name();
        Statement.Prototype prototype = names.prototype(name);
        if (prototype != null) {
            String fault = argumentsFault("result", results.values(), prototype.results(), names);
            return fault != null
                    ? fault
                    : argumentsFault("argument", arguments.values(), prototype.parameters(), names);
        }
        return names.targets(name) == null ? "- " + name + " is neither .callprototype nor .calltargets" : null;
    }

    private String argumentsFault(String what, List<Operand> passed, List<Param> wanted, DeclaredNames names) {
        if (passed.size() != wanted.size()) {
            return "- passes " + passed.size() + " " + what + "s, the function has " + wanted.size();
        }
        for (int i = 0; i < passed.size(); i++) {
            Param param = wanted.get(i);
            long size = switch (passed.get(i)) {
                case Symbol symbol -> {
                    DeclaredNames.Memory memory = names.memory(symbol.name());
                    yield memory == null ? -1 : memory.sizeBytes();
                }
                case Register register -> register.type().bytes();
                default -> param.sizeBytes();
            };
            if (param.count() != Param.UNSIZED && size != param.sizeBytes()) {
                return "- " + what + " " + (i + 1) + ", " + passed.get(i)
                        + (size < 0 ? ", is not declared as .param" : ", has " + size + " bytes")
                        + "; the function has " + param.sizeBytes() + " bytes there";
            }
        }
        return null;
    }
}
