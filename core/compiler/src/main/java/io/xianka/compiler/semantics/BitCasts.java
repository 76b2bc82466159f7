package io.xianka.compiler.semantics;

import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Value;
import java.util.Set;

/**
 * The library's bit casts at compile time. They are inline assembly there, but INFINITY and the constants of math_constants.h
 * are made of them, so they must serve as initial values.
 */
final class BitCasts {
    private static final Set<String> NAMES = Set.of(
            "__int_as_float",
            "__uint_as_float",
            "__float_as_int",
            "__float_as_uint",
            "__longlong_as_double",
            "__double_as_longlong");

    private BitCasts() {}

    static boolean names(String function) {
        return NAMES.contains(function);
    }

    /** The constant, or the argument where it is none. */
    static Object of(String function, Object argument, Type result) {
        return switch (argument) {
            case Value.IntegerConstant c ->
                new Value.FloatingConstant(
                        c.span(),
                        function.equals("__longlong_as_double")
                                ? Double.longBitsToDouble(c.value())
                                : Float.intBitsToFloat((int) c.value()),
                        result);
            case Value.FloatingConstant c -> {
                long bits = switch (function) {
                    case "__float_as_int" -> Float.floatToRawIntBits((float) c.value());
                    case "__float_as_uint" -> Integer.toUnsignedLong(Float.floatToRawIntBits((float) c.value()));
                    default -> Double.doubleToRawLongBits(c.value());
                };
                yield new Value.IntegerConstant(c.span(), bits, result);
            }
            default -> argument;
        };
    }
}
