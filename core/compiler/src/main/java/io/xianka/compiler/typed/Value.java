package io.xianka.compiler.typed;

import io.xianka.compiler.source.SourceSpan;
import java.util.List;

/** An expression that computes a value: a scalar, a pointer, a reference, a record, an array initialiser or nothing. */
public sealed interface Value extends Term {

    /**
     * A constant of integer, bool, character or enumeration type.
     *
     * @param value sign- or zero-extended as the type says
     */
    record IntegerConstant(SourceSpan span, long value, Type type) implements Value {}

    /**
     * A constant of type float or double.
     *
     * @param value exactly representable in the type
     */
    record FloatingConstant(SourceSpan span, double value, Type type) implements Value {}

    /** A null pointer of pointer type or of type nullptr_t. */
    record Null(SourceSpan span, Type type) implements Value {}

    /** Reads an object; of an object of reference type: the reference. */
    record Load(SourceSpan span, Place place) implements Value {
        @Override
        public Type type() {
            return place.type().unqualified();
        }
    }

    /** A reference to an object. */
    record Refer(SourceSpan span, Place place, Type type) implements Value {}

    /** {@code &place}. */
    record AddressOf(SourceSpan span, Place place, Type type) implements Value {}

    /** Pointer to the first element of an array object. */
    record Decay(SourceSpan span, Place array, Type type) implements Value {}

    /** Pointer to a function. */
    record FunctionAddress(SourceSpan span, Function function, Type type) implements Value {}

    /** Special registers. All are unsigned int, WARP_SIZE is int. */
    enum SpecialRegister {
        THREAD_X,
        THREAD_Y,
        THREAD_Z,
        BLOCK_X,
        BLOCK_Y,
        BLOCK_Z,
        BLOCK_DIM_X,
        BLOCK_DIM_Y,
        BLOCK_DIM_Z,
        GRID_DIM_X,
        GRID_DIM_Y,
        GRID_DIM_Z,
        WARP_SIZE
    }

    /** {@code threadIdx.x} and its kin. */
    record Special(SourceSpan span, SpecialRegister register) implements Value {
        @Override
        public Type type() {
            return register == SpecialRegister.WARP_SIZE ? Type.Scalar.INT : Type.Scalar.UNSIGNED_INT;
        }
    }

    /** Operators on one operand. */
    enum UnaryOperator {
        /** Of an integer or floating type, at least as wide as int. */
        NEGATE,
        /** Of an integer type, at least as wide as int. */
        COMPLEMENT,
        /** Of bool. */
        NOT
    }

    /** The operand has the type of the result. */
    record Unary(SourceSpan span, UnaryOperator operator, Value operand) implements Value {
        @Override
        public Type type() {
            return operand.type();
        }
    }

    /** Operators between two operands of one arithmetic type; comparisons also of pointers. */
    enum BinaryOperator {
        MULTIPLY,
        DIVIDE,
        REMAINDER,
        ADD,
        SUBTRACT,
        SHIFT_LEFT,
        SHIFT_RIGHT,
        AND,
        XOR,
        OR,
        LESS,
        GREATER,
        LESS_EQUAL,
        GREATER_EQUAL,
        EQUAL,
        NOT_EQUAL;

        public boolean isComparison() {
            return compareTo(LESS) >= 0;
        }

        public boolean isShift() {
            return this == SHIFT_LEFT || this == SHIFT_RIGHT;
        }
    }

    /**
     * {@code left op right}.
     *
     * @param type bool for comparisons, else the left operand's
     */
    record Binary(SourceSpan span, BinaryOperator operator, Value left, Value right, Type type) implements Value {}

    /** {@code left && right}, {@code left || right} of bools; the right one is evaluated only when needed. */
    record ShortCircuit(SourceSpan span, boolean isAnd, Value left, Value right) implements Value {
        @Override
        public Type type() {
            return Type.Scalar.BOOL;
        }
    }

    /** {@code condition ? then : otherwise}; both have the type, which may be void. */
    record Conditional(SourceSpan span, Value condition, Value then, Value otherwise, Type type) implements Value {}

    /** {@code first, second}. */
    record Comma(SourceSpan span, Term first, Value second) implements Value {
        @Override
        public Type type() {
            return second.type();
        }
    }

    /**
     * {@code pointer + index}.
     *
     * @param index number of elements, of type long
     */
    record PointerOffset(SourceSpan span, Value pointer, Value index) implements Value {
        @Override
        public Type type() {
            return pointer.type();
        }
    }

    /** {@code left - right} in elements, of type long. */
    record PointerDifference(SourceSpan span, Value left, Value right) implements Value {
        @Override
        public Type type() {
            return Type.Scalar.LONG;
        }
    }

    /** {@code target++} (delta 1) or {@code target--} (delta -1): the value before. */
    record PostIncrement(SourceSpan span, Place target, int delta) implements Value {
        @Override
        public Type type() {
            return target.type().unqualified();
        }
    }

    /** What a conversion does to the bits. */
    enum Conversion {
        /** Integer, bool, character or enumeration to an integer (not bool) or enumeration type: extend or cut. */
        INTEGRAL,
        /** Any of those to float or double, rounding to nearest even. */
        INTEGRAL_TO_FLOATING,
        /** Float or double to an integer type (not bool), towards zero. */
        FLOATING_TO_INTEGRAL,
        /** Between float and double. */
        FLOATING,
        /** Arithmetic, enumeration or pointer to bool: differs from zero. */
        TO_BOOL,
        /** Pointer to pointer, or reference to reference: the same address. */
        POINTER,
        /** Pointer to a 64-bit integer; a narrower one comes by a further INTEGRAL. */
        POINTER_TO_INTEGRAL,
        /** 64-bit integer to pointer. */
        INTEGRAL_TO_POINTER,
        /** Anything to void. */
        TO_VOID
    }

    /** A conversion, implicit or written. */
    record Convert(SourceSpan span, Conversion conversion, Value operand, Type type) implements Value {}

    /** The value of a place, discarded or evaluated for its effects; of type void. */
    record Discard(SourceSpan span, Term operand) implements Value {
        @Override
        public Type type() {
            return Type.Void.VOID;
        }
    }

    /**
     * A call. The arguments are evaluated in order; {@code this} is the first one of a member function.
     *
     * @param type of the result: void, a value or a Reference
     */
    record Call(SourceSpan span, Function function, List<Value> arguments, Type type) implements Value {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /** A call through a pointer to a function. */
    record CallPointer(SourceSpan span, Value pointer, List<Value> arguments, Type type) implements Value {
        public CallPointer {
            arguments = List.copyOf(arguments);
        }
    }

    /** {@code printf}: arguments promoted as for {@code ...}; the result is an int. */
    record Print(SourceSpan span, Value format, List<Value> arguments) implements Value {
        public Print {
            arguments = List.copyOf(arguments);
        }

        @Override
        public Type type() {
            return Type.Scalar.INT;
        }
    }

    /**
     * A record value made by a constructor: the object (a fresh one, or the one that this value initialises) is zeroed
     * first when asked, then the constructor runs on it. Its first parameter, {@code this}, is not among the arguments.
     */
    record Construct(SourceSpan span, Function constructor, List<Value> arguments, boolean zeroFirst, Type type)
            implements Value {
        public Construct {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * One member or element of an aggregate.
     *
     * @param index of the field or element; of a base: -1 - its index
     */
    record Slot(long index, Value value) {}

    /**
     * A record or array given member by member; what has no slot is zero. Slots come in order of evaluation. A record or
     * array of zeros has no slots.
     */
    record Aggregate(SourceSpan span, Type type, List<Slot> slots) implements Value {
        public Aggregate {
            slots = List.copyOf(slots);
        }
    }

    /** An array whose every element is initialised by evaluating the value anew. */
    record Repeat(SourceSpan span, Value element, Type type) implements Value {}

    /** A member of a record value that is no object. */
    record Extract(SourceSpan span, Value record, RecordType.Field field) implements Value {
        @Override
        public Type type() {
            return field.type().unqualified();
        }
    }

    /** A full expression that made objects with destructors: the value is computed, then the statements run. */
    record WithCleanup(SourceSpan span, Value value, List<Statement> after) implements Value {
        public WithCleanup {
            after = List.copyOf(after);
        }

        @Override
        public Type type() {
            return value.type();
        }
    }

    /** The bits of an operand of the same size seen as another scalar type ({@code __builtin_bit_cast}). */
    record BitCast(SourceSpan span, Value operand, Type type) implements Value {}
}
