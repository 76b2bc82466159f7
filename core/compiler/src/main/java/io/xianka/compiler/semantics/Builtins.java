package io.xianka.compiler.semantics;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Scalar;
import io.xianka.compiler.typed.Value;
import io.xianka.compiler.typed.Value.SpecialRegister;
import java.util.ArrayList;
import java.util.List;

/** Names that neither the program nor the device library declares. */
final class Builtins {
    static final List<String> NAMES = List.of("threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "printf");

    private final Analysis a;

    Builtins(Analysis analysis) {
        a = analysis;
    }

    /** The built-in variable of that name, or null. */
    Term variable(String name, SourceSpan span, Scope scope) {
        return switch (name) {
            case "threadIdx" ->
                triple("uint3", span, SpecialRegister.THREAD_X, SpecialRegister.THREAD_Y, SpecialRegister.THREAD_Z);
            case "blockIdx" ->
                triple("uint3", span, SpecialRegister.BLOCK_X, SpecialRegister.BLOCK_Y, SpecialRegister.BLOCK_Z);
            case "blockDim" ->
                triple(
                        "dim3",
                        span,
                        SpecialRegister.BLOCK_DIM_X,
                        SpecialRegister.BLOCK_DIM_Y,
                        SpecialRegister.BLOCK_DIM_Z);
            case "gridDim" ->
                triple(
                        "dim3",
                        span,
                        SpecialRegister.GRID_DIM_X,
                        SpecialRegister.GRID_DIM_Y,
                        SpecialRegister.GRID_DIM_Z);
            case "warpSize" -> new Value.Special(span, SpecialRegister.WARP_SIZE);
            default -> null;
        };
    }

    private Value triple(String typeName, SourceSpan span, SpecialRegister... registers) {
        if (!(a.lookup.own(a.library, typeName) instanceof Symbol.TypeName t)) {
            throw new IllegalStateException("the device library lacks " + typeName);
        }
        List<Value.Slot> slots = new ArrayList<>(3);
        for (int i = 0; i < registers.length; i++) {
            slots.add(new Value.Slot(i, new Value.Special(span, registers[i])));
        }
        return new Value.Aggregate(span, t.type(), slots);
    }

    /** The call of a built-in function of that name, or null. */
    Term call(String name, List<Operand> arguments, SourceSpan span) {
        return switch (name) {
            case "printf" -> printf(arguments, span);
            case "__builtin_expect" ->
                arguments.size() == 2 && arguments.getFirst() instanceof Operand.Typed t
                        ? a.conversions.convert(t.term(), Scalar.LONG, "in '__builtin_expect'")
                        : wrong(name, span);
            case "__builtin_assume", "__assume" -> new Value.Discard(span, Terms.integer(span, 0, Scalar.INT));
            case "__builtin_assume_aligned" ->
                !arguments.isEmpty() && arguments.getFirst() instanceof Operand.Typed t
                        ? a.conversions.convert(t.term(), Types.VOID_POINTER, "in '" + name + "'")
                        : wrong(name, span);
            case "__builtin_constant_p" -> {
                boolean constant = arguments.size() == 1
                        && arguments.getFirst() instanceof Operand.Typed t
                        && Terms.isConstant(Terms.value(t.term()));
                yield Terms.integer(span, constant ? 1 : 0, Scalar.INT);
            }
            case "__builtin_is_constant_evaluated" -> Terms.bool(span, false);
            case "__builtin_inff", "__builtin_huge_valf" ->
                new Value.FloatingConstant(span, Double.POSITIVE_INFINITY, Scalar.FLOAT);
            case "__builtin_inf", "__builtin_huge_val" ->
                new Value.FloatingConstant(span, Double.POSITIVE_INFINITY, Scalar.DOUBLE);
            case "__builtin_nanf" -> new Value.FloatingConstant(span, Double.NaN, Scalar.FLOAT);
            case "__builtin_nan" -> new Value.FloatingConstant(span, Double.NaN, Scalar.DOUBLE);
            default -> null;
        };
    }

    private Value wrong(String name, SourceSpan span) {
        return a.expressions.erroneous(span, "wrong arguments of '" + name + "'");
    }

    private Term printf(List<Operand> arguments, SourceSpan span) {
        if (arguments.isEmpty()) {
            return a.expressions.erroneous(span, "printf needs a format");
        }
        Type text = new Type.Pointer(Types.constant(Scalar.CHAR));
        Value format = a.conversions.convert(arguments.getFirst(), text, "in the format of printf");
        if (Terms.isErroneous(format)) {
            return format;
        }
        List<Value> values = new ArrayList<>();
        for (Operand argument : arguments.subList(1, arguments.size())) {
            Value value = a.calls.variableArgument(argument);
            if (value == null) {
                return Terms.erroneous(span);
            }
            if (!Types.isScalar(value.type())) {
                return a.expressions.erroneous(
                        argument.span(),
                        "printf cannot print a value of type '" + value.type().spelling() + "'");
            }
            values.add(value);
        }
        return new Value.Print(span, format, values);
    }
}
