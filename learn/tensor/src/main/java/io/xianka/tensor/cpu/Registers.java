package io.xianka.tensor.cpu;

import io.xianka.tensor.cpu.Operand.Register;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Says which of a frame's registers each register is; one is used again when its value is not read any more. */
final class Registers {
    private final Map<Kind, Deque<Integer>> free = new EnumMap<>(Kind.class);
    private final Map<Kind, Integer> counts = new HashMap<>();
    private final Set<Register> placed = Collections.newSetFromMap(new IdentityHashMap<>());

    /** A register that lives as long as the kernel. */
    void keep(Register register) {
        if (placed.add(register)) {
            take(register);
        }
    }

    /** Places what a pass computes: first the values that its body reads again and again, then the body's own. */
    void place(List<Instruction> prologue, List<Instruction> body) {
        Map<Register, Integer> lastReads = new IdentityHashMap<>();
        int at = 0;
        for (Instruction instruction : prologue) {
            for (Register register : instruction.reads()) {
                lastReads.put(register, at);
            }
            at++;
        }
        Set<Register> hoisted = Collections.newSetFromMap(new IdentityHashMap<>());
        prologue.forEach(instruction -> {
            if (instruction.writes() != null) {
                hoisted.add(instruction.writes());
            }
        });
        int end = prologue.size() + body.size();
        for (Instruction instruction : body) {
            for (Register register : instruction.reads()) {
                lastReads.put(register, hoisted.contains(register) ? end : at);
            }
            at++;
        }
        Set<Register> own = Collections.newSetFromMap(new IdentityHashMap<>());
        at = 0;
        for (List<Instruction> part : List.of(prologue, body)) {
            for (Instruction instruction : part) {
                Register written = instruction.writes();
                if (written != null && placed.add(written)) {
                    own.add(written);
                    take(written);
                }
                int now = at++;
                own.removeIf(register -> {
                    boolean done = lastReads.getOrDefault(register, -1) <= now;
                    if (done) {
                        giveBack(register);
                    }
                    return done;
                });
            }
        }
        own.forEach(this::giveBack);
    }

    private void take(Register register) {
        Kind kind = register.kind() == Kind.COMPLEX ? Kind.FLOAT : register.kind();
        int number = take(kind);
        register.assign(number, register.kind() == Kind.COMPLEX ? take(kind) : -1);
    }

    private int take(Kind kind) {
        Deque<Integer> unused = free.computeIfAbsent(kind, _ -> new ArrayDeque<>());
        if (!unused.isEmpty()) {
            return unused.pop();
        }
        int number = counts.getOrDefault(kind, 0);
        counts.put(kind, number + 1);
        return number;
    }

    private void giveBack(Register register) {
        Kind kind = register.kind() == Kind.COMPLEX ? Kind.FLOAT : register.kind();
        free.get(kind).push(register.number());
        if (register.kind() == Kind.COMPLEX) {
            free.get(kind).push(register.imaginary());
        }
    }

    int count(Kind kind) {
        return counts.getOrDefault(kind, 0);
    }
}
