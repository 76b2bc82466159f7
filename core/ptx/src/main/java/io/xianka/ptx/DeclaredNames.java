package io.xianka.ptx;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What is declared in a scope of a function and in those around it. */
final class DeclaredNames {
    /** A variable or parameter. */
    record Memory(StateSpace space, long sizeBytes) {}

    private final DeclaredNames outer;
    private final Map<String, PtxType> registers = new HashMap<>();
    private final RegisterRanges<PtxType> ranges = new RegisterRanges<>();
    private final Map<String, Memory> memories = new HashMap<>();
    private final Set<String> labels = new HashSet<>();
    private final Map<String, Statement.Targets> targets = new HashMap<>();
    private final Map<String, Statement.Prototype> prototypes = new HashMap<>();

    DeclaredNames(DeclaredNames outer) {
        this.outer = outer;
    }

    /** False for a name that this scope has already; so with the other add methods. */
    boolean addRegister(String name, PtxType type) {
        return registers.put(name, type) == null && range(name) == null;
    }

    boolean addRegisters(Statement.Registers declared) {
        return declared.isSingle()
                ? addRegister(declared.name(), declared.type())
                : ranges.add(declared, declared.type());
    }

    boolean addMemory(String name, StateSpace space, long sizeBytes) {
        return memories.put(name, new Memory(space, sizeBytes)) == null;
    }

    boolean addLabel(String name) {
        return labels.add(name);
    }

    boolean addTargets(Statement.Targets declared) {
        return targets.put(declared.label(), declared) == null && !labels.contains(declared.label());
    }

    boolean addPrototype(Statement.Prototype declared) {
        return prototypes.put(declared.label(), declared) == null && !labels.contains(declared.label());
    }

    /** What is wrong with a register as an operand here; null if nothing is. */
    String registerFault(Register register) {
        for (DeclaredNames scope = this; scope != null; scope = scope.outer) {
            PtxType declared = scope.registers.get(register.name());
            if (declared == null) {
                declared = scope.range(register.name());
            }
            if (declared != null) {
                return declared == register.type()
                        ? null
                        : "- register " + register + " is declared as ." + declared.text() + " and used as ."
                                + register.type().text();
            }
        }
        return "- register " + register + " is not declared";
    }

    private PtxType range(String name) {
        RegisterRanges.Entry<PtxType> entry = ranges.covering(name);
        return entry == null ? null : entry.value();
    }

    /** Null for a name that is no variable or parameter of the function. */
    Memory memory(String name) {
        for (DeclaredNames scope = this; scope != null; scope = scope.outer) {
            Memory found = scope.memories.get(name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    boolean hasLabel(String name) {
        for (DeclaredNames scope = this; scope != null; scope = scope.outer) {
            if (scope.labels.contains(name)) {
                return true;
            }
        }
        return false;
    }

    /** Null for a name without a target list. */
    Statement.Targets targets(String name) {
        for (DeclaredNames scope = this; scope != null; scope = scope.outer) {
            Statement.Targets found = scope.targets.get(name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Null for a name without a prototype. */
    Statement.Prototype prototype(String name) {
        for (DeclaredNames scope = this; scope != null; scope = scope.outer) {
            Statement.Prototype found = scope.prototypes.get(name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
