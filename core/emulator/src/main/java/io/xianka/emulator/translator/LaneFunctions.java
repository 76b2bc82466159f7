package io.xianka.emulator.translator;

import io.xianka.emulator.interpreter.LaneFunction;
import io.xianka.ptx.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rarer operations of a kernel, which generated code leaves to the interpreter's functions, by number. */
final class LaneFunctions {
    private final Map<Operation, Integer> numbers = new HashMap<>();
    private final List<LaneFunction> functions = new ArrayList<>();

    int number(Operation operation, LaneFunction function) {
        return numbers.computeIfAbsent(operation, _ -> {
            functions.add(function);
            return functions.size() - 1;
        });
    }

    LaneFunction[] toArray() {
        return functions.toArray(LaneFunction[]::new);
    }
}
