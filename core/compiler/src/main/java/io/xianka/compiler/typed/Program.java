package io.xianka.compiler.typed;

import java.util.List;

/**
 * A program ready for lowering.
 *
 * @param functions the kernels in source order, then each function that they reach, callees before callers where there
 *     is no recursion
 * @param variables of storage SHARED, EXTERN_SHARED, CONSTANT and GLOBAL: those reached by the functions or by an
 *     initial value, and those of the user's that the host can ask for by name; in source order, targets of relocations
 *     before what names them where there is no cycle
 * @param asked the kernels that were asked for by expressions, in that order; they are among the functions
 */
public record Program(List<Function> functions, List<Variable> variables, List<Function> asked) {
    public Program {
        functions = List.copyOf(functions);
        asked = List.copyOf(asked);
        variables = List.copyOf(variables);
    }

    public List<Function> kernels() {
        return functions.stream()
                .filter(function -> function.kind() == Function.Kind.KERNEL)
                .toList();
    }
}
