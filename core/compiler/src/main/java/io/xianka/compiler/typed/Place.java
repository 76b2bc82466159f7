package io.xianka.compiler.typed;

import io.xianka.compiler.source.SourceSpan;

/** An expression that designates an object. Evaluating it may have effects; its type may be qualified. */
public sealed interface Place extends Term {

    /** The variable itself; of a variable of reference type: the reference, not what it refers to. */
    record OfVariable(SourceSpan span, Variable variable) implements Place {
        @Override
        public Type type() {
            return variable.type();
        }
    }

    /** The object to which a reference refers. */
    record Referent(SourceSpan span, Value reference) implements Place {
        @Override
        public Type type() {
            return ((Type.Reference) reference.type()).referent();
        }
    }

    /** {@code *pointer}. */
    record Dereference(SourceSpan span, Value pointer) implements Place {
        @Override
        public Type type() {
            return ((Type.Pointer) pointer.type()).pointee();
        }
    }

    /**
     * {@code object.field}; {@code p->field} is a Member of a Dereference.
     *
     * @param type the field's, with the object's qualifiers added; of a reference field: the Reference
     */
    record Member(SourceSpan span, Place object, RecordType.Field field, Type type) implements Place {}

    /** The base class subobject of an object. */
    record BaseOf(SourceSpan span, Place object, RecordType.Base base, Type type) implements Place {}

    /**
     * {@code array[index]} of an array object; {@code pointer[index]} is Dereference(PointerOffset) instead.
     *
     * @param index of type long
     */
    record Element(SourceSpan span, Place array, Value index) implements Place {
        @Override
        public Type type() {
            return ((Type.Array) array.type()).element();
        }
    }

    /** A nameless object that holds a value, made where it is evaluated; it lives to the end of the block. */
    record Temporary(SourceSpan span, Variable variable, Value value) implements Place {
        @Override
        public Type type() {
            return variable.type();
        }
    }

    /** A string literal: an array in constant data, shared by equal literals. */
    record Text(SourceSpan span, Variable variable) implements Place {
        @Override
        public Type type() {
            return variable.type();
        }
    }

    /** {@code target = value}, of scalars and of records that are copied member by member; designates the target. */
    record Assign(SourceSpan span, Place target, Value value) implements Place {
        @Override
        public Type type() {
            return target.type();
        }
    }

    /**
     * {@code target op= operand}: the target is evaluated once, converted to the computation type, combined with the
     * operand and converted back. For pointers (ADD and SUBTRACT) the computation type is the pointer's and the operand a
     * number of elements of type long. Designates the target.
     *
     * @param operand already of the computation type; for shifts of its own promoted type
     */
    record CompoundAssign(SourceSpan span, Place target, Value.BinaryOperator operator, Value operand, Type computation)
            implements Place {
        @Override
        public Type type() {
            return target.type();
        }
    }

    /** {@code ++target} (delta 1) or {@code --target} (delta -1); of a pointer: by one element. */
    record Increment(SourceSpan span, Place target, int delta) implements Place {
        @Override
        public Type type() {
            return target.type();
        }
    }

    /** {@code condition ? then : otherwise} of two objects of one type. */
    record Conditional(SourceSpan span, Value condition, Place then, Place otherwise) implements Place {
        @Override
        public Type type() {
            return then.type();
        }
    }

    /** {@code first, second}. */
    record Comma(SourceSpan span, Term first, Place second) implements Place {
        @Override
        public Type type() {
            return second.type();
        }
    }

    /** The place seen as another type of the same size: {@code (const T &)place} and reinterpret_cast to a reference. */
    record Reinterpreted(SourceSpan span, Place place, Type type) implements Place {}
}
