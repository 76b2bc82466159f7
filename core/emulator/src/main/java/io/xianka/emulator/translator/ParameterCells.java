package io.xianka.emulator.translator;

import io.xianka.ptx.Function;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Operation;
import io.xianka.ptx.Param;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import io.xianka.ptx.StateSpace;
import io.xianka.ptx.Variable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How parameters and results of functions are passed. A {@code .param} variable that is only loaded and stored piece by piece, by
 * caller and callee alike, needs no memory: each piece is a register, a cell. Others lie in local memory.
 */
final class ParameterCells {
    /** A {@code .param} variable of a function: a formal, a result, or what a call passes. */
    record Place(int function, String name) {}

    /** What is passed to each other: places that must be alike. */
    private static final class Group {
        private Group parent;
        private boolean isInMemory;
        private final NavigableMap<Long, Integer> cells = new TreeMap<>();
    }

    private final CallGraph graph;
    private final Map<Place, Group> groups = new HashMap<>();
    private final Map<Place, Long> sizes = new HashMap<>();

    ParameterCells(CallGraph graph) throws Untranslatable {
        this.graph = graph;
        for (int f = 0; f < graph.size(); f++) {
            declare(f);
        }
        for (int f = 0; f < graph.size(); f++) {
            for (Instruction instruction : graph.body(f).instructions()) {
                if (instruction.opcode() == Opcode.CALL) {
                    call(instruction, f);
                } else {
                    note(instruction, f);
                }
            }
        }
        for (Group group : groups.values()) {
            if (group.parent != null) {
                merge(group, root(group));
            }
        }
        for (Group group : groups.values()) {
            if (group.parent == null) {
                long end = 0;
                for (Map.Entry<Long, Integer> cell : group.cells.entrySet()) {
                    group.isInMemory |= cell.getKey() < end;
                    end = cell.getKey() + cell.getValue();
                }
            }
        }
    }

    private void declare(int f) {
        Function function = graph.function(f);
        if (f != 0) {
            for (List<Param> params : List.of(function.parameters(), function.results())) {
                for (Param param : params) {
                    if (param.space() != StateSpace.REG) {
                        declare(new Place(f, param.name()), param.sizeBytes());
                    }
                }
            }
        }
        for (Variable variable : graph.body(f).variables()) {
            if (variable.space().isParam()) {
                declare(new Place(f, variable.name()), variable.sizeBytes());
            }
        }
    }

    private void declare(Place place, long bytes) {
        groups.put(place, new Group());
        sizes.put(place, bytes);
    }

    private static Group root(Group group) {
        Group root = group;
        while (root.parent != null) {
            root = root.parent;
        }
        return root;
    }

    private static void merge(Group from, Group into) {
        into.isInMemory |= from.isInMemory;
        from.cells.forEach((offset, bytes) -> {
            Integer known = into.cells.putIfAbsent(offset, bytes);
            into.isInMemory |= known != null && !known.equals(bytes);
        });
    }

    private void note(Instruction instruction, int f) {
        Operation operation = instruction.operation();
        boolean isAccess =
                operation.space().isParam() && (instruction.opcode() == Opcode.LD || instruction.opcode() == Opcode.ST);
        for (Operand operand : instruction.operands()) {
            switch (operand) {
                case Operand.Address address
                when address.base() instanceof Operand.Symbol symbol -> {
                    Group group = groups.get(new Place(f, symbol.name()));
                    if (group == null) {
                        continue;
                    }
                    int bytes = isAccess ? operation.type().bytes() : 0;
                    for (int i = 0; i < (isAccess ? operation.vectorWidth() : 0); i++) {
                        Integer known = group.cells.putIfAbsent(address.offsetBytes() + (long) i * bytes, bytes);
                        group.isInMemory |= known != null && known != bytes;
                    }
                    group.isInMemory |= !isAccess || bytes > 8 || address.offsetBytes() < 0;
                }
                case Operand.Symbol symbol -> {
                    Group group = groups.get(new Place(f, symbol.name()));
                    if (group != null) {
                        group.isInMemory = true;
                    }
                }
                default -> {}
            }
        }
    }

    private void call(Instruction call, int caller) throws Untranslatable {
        boolean isSystemCall = graph.isSystemCall(call);
        for (boolean areResults : new boolean[] {false, true}) {
            List<Operand> passed = ((Operand.Arguments) call.operand(areResults ? 0 : 2)).values();
            for (int i = 0; i < passed.size(); i++) {
                Group actual = passed.get(i) instanceof Operand.Symbol symbol
                        ? groups.get(new Place(caller, symbol.name()))
                        : null;
                if (isSystemCall) {
                    if (actual != null) {
                        actual.isInMemory = true;
                    }
                    continue;
                }
                for (int callee : graph.callees(call, caller)) {
                    Function function = graph.function(callee);
                    List<Param> params = areResults ? function.results() : function.parameters();
                    if (params.size() != passed.size()) {
                        throw new Untranslatable(call.toString());
                    }
                    Group formal = groups.get(new Place(callee, params.get(i).name()));
                    if ((formal == null) != (actual == null)) {
                        throw new Untranslatable(call.toString());
                    }
                    if (formal != null && root(formal) != root(actual)) {
                        root(formal).parent = root(actual);
                    }
                }
            }
        }
    }

    /** Whether a name is that of a {@code .param} variable, a kernel's own parameters left out. */
    boolean isPlace(int function, String name) {
        return groups.containsKey(new Place(function, name));
    }

    boolean isInMemory(int function, String name) {
        return root(groups.get(new Place(function, name))).isInMemory;
    }

    long sizeBytes(int function, String name) {
        return sizes.get(new Place(function, name));
    }

    /** The cells of a place that is not in memory: bytes by offset. */
    NavigableMap<Long, Integer> cells(int function, String name) {
        return root(groups.get(new Place(function, name))).cells;
    }

    /** The register of a cell. */
    static Register cell(int function, String name, long offset, int bytes) {
        PtxType type = switch (bytes) {
            case 1, 2 -> PtxType.B16;
            case 4 -> PtxType.B32;
            default -> PtxType.B64;
        };
        return new Register("%" + name + "." + offset + "@" + function, type);
    }
}
