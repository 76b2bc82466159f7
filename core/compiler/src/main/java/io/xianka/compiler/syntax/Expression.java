package io.xianka.compiler.syntax;

import io.xianka.compiler.source.SourceSpan;
import java.util.List;

/** An expression. */
public sealed interface Expression extends Node {

    /** How characters are encoded: {@code 'a'}, {@code L'a'}, {@code u8"a"}, {@code u'a'}, {@code U'a'}. */
    enum Encoding {
        PLAIN,
        WIDE,
        UTF8,
        UTF16,
        UTF32
    }

    /** The length suffix of an integer literal. */
    enum IntegerLength {
        NONE,
        LONG,
        LONG_LONG
    }

    /** The type of a floating literal. */
    enum FloatWidth {
        FLOAT,
        DOUBLE,
        LONG_DOUBLE
    }

    /**
     * {@code 42}, {@code 0xFFu}, {@code 1'000ull}.
     *
     * @param value 64 bits, unsigned
     * @param decimal true when written in base 10, which limits the types it may take
     * @param isUnsigned true with the suffix u
     */
    record IntegerLiteral(SourceSpan span, long value, boolean decimal, boolean isUnsigned, IntegerLength length)
            implements Expression {}

    /**
     * {@code 1.5f}, {@code 0x1p-3}.
     *
     * @param value rounded once, to the literal's own type; a float's value is exact in it. A long double is a double
     */
    record FloatLiteral(SourceSpan span, double value, FloatWidth width) implements Expression {}

    /** {@code 'a'}; a plain one is a signed char's value. */
    record CharacterLiteral(SourceSpan span, int value, Encoding encoding) implements Expression {}

    /**
     * Adjacent string literals joined, without the final zero.
     *
     * @param units code units in the encoding: bytes 0 to 255 (PLAIN, UTF8), 16 bits (UTF16) or 32 bits (WIDE, UTF32)
     */
    record StringLiteral(SourceSpan span, List<Integer> units, Encoding encoding) implements Expression {}

    /** {@code true} and {@code false}. */
    record BoolLiteral(SourceSpan span, boolean value) implements Expression {}

    /** {@code nullptr}. */
    record NullptrLiteral(SourceSpan span) implements Expression {}

    /** {@code this}. */
    record This(SourceSpan span) implements Expression {}

    /** A name used as a value, function or template. */
    record NameUse(SourceSpan span, Name name) implements Expression {}

    /** {@code (inner)}. */
    record Parenthesised(SourceSpan span, Expression inner) implements Expression {}

    /** An operator on one operand. */
    record Unary(SourceSpan span, UnaryOperator operator, Expression operand) implements Expression {}

    /** An operator between two operands; comma included. */
    record Binary(SourceSpan span, BinaryOperator operator, SourceSpan operatorSpan, Expression left, Expression right)
            implements Expression {}

    /**
     * {@code target = value} or {@code target op= value}.
     *
     * @param operator of a compound assignment, or null
     * @param value may be a BraceList when the operator is null
     */
    record Assign(
            SourceSpan span, BinaryOperator operator, SourceSpan operatorSpan, Expression target, Expression value)
            implements Expression {}

    /**
     * {@code condition ? then : otherwise}.
     *
     * @param then null in GNU's {@code condition ?: otherwise}
     */
    record Conditional(SourceSpan span, Expression condition, Expression then, Expression otherwise)
            implements Expression {}

    /** {@code callee(arguments)}; the callee may name a type that the parser could not know, then this constructs it. */
    record Call(SourceSpan span, Expression callee, List<Expression> arguments) implements Expression {}

    /** {@code kernel<<<configuration>>>(arguments)}: host code. */
    record KernelLaunch(SourceSpan span, Expression kernel, List<Expression> configuration, List<Expression> arguments)
            implements Expression {}

    /** {@code base[index]}. */
    record Subscript(SourceSpan span, Expression base, Expression index) implements Expression {}

    /**
     * {@code object.member} or {@code object->member}.
     *
     * @param member may be qualified, a template-id, an operator or a destructor
     */
    record Member(SourceSpan span, Expression object, boolean arrow, Name member) implements Expression {}

    /** How a cast is written. */
    enum CastForm {
        C_STYLE,
        STATIC,
        REINTERPRET,
        CONST,
        DYNAMIC
    }

    /** {@code (type) operand} or {@code static_cast<type>(operand)}. */
    record Cast(SourceSpan span, CastForm form, TypeSyntax type, Expression operand) implements Expression {}

    /** {@code type(arguments)}; {@code T()} has none. */
    record Construct(SourceSpan span, TypeSyntax type, List<Expression> arguments) implements Expression {}

    /** <code>type{...}</code>, and C's <code>(type){...}</code>. */
    record ConstructBraces(SourceSpan span, TypeSyntax type, BraceList list) implements Expression {}

    /** <code>{a, b}</code>, <code>{.x = 1}</code>; its elements may be BraceList, Designated, PackExpansion. */
    record BraceList(SourceSpan span, List<Expression> elements) implements Expression {}

    /** {@code .field = value} in a BraceList. */
    record Designated(SourceSpan span, NamePart.Identifier field, Expression value) implements Expression {}

    /** {@code sizeof(type)}. */
    record SizeofType(SourceSpan span, TypeSyntax type) implements Expression {}

    /** {@code sizeof expression}. */
    record SizeofValue(SourceSpan span, Expression operand) implements Expression {}

    /** {@code sizeof...(pack)}. */
    record SizeofPack(SourceSpan span, NamePart.Identifier pack) implements Expression {}

    /** {@code alignof(type)}. */
    record AlignofType(SourceSpan span, TypeSyntax type) implements Expression {}

    /** {@code alignof(expression)}. */
    record AlignofValue(SourceSpan span, Expression operand) implements Expression {}

    /**
     * {@code __builtin_offsetof(type, a.b[2])}.
     *
     * @param path a NameUse of the first field, under Members and Subscripts
     */
    record Offsetof(SourceSpan span, TypeSyntax type, Expression path) implements Expression {}

    /** {@code __is_same(T, U)}, {@code __is_class(T)} and their kin: a constant computed from types. */
    record TypeTrait(SourceSpan span, String trait, List<TypeSyntax> arguments) implements Expression {}

    /** {@code noexcept(expression)}. */
    record NoexceptOf(SourceSpan span, Expression operand) implements Expression {}

    /**
     * {@code typeid(...)}: one of the two is null.
     *
     * @param type or null
     * @param operand or null
     */
    record Typeid(SourceSpan span, TypeSyntax type, Expression operand) implements Expression {}

    /**
     * {@code new (placement) type[count](arguments)}.
     *
     * @param type an Array when it allocates an array; the size need not be constant
     * @param initialiser None, Parens or Braces
     */
    record New(SourceSpan span, List<Expression> placement, TypeSyntax type, Initialiser initialiser)
            implements Expression {}

    /**
     * {@code delete[] operand}.
     *
     * @param array true with {@code []}
     */
    record Delete(SourceSpan span, boolean array, Expression operand) implements Expression {}

    /**
     * {@code throw operand}.
     *
     * @param operand or null
     */
    record Throw(SourceSpan span, Expression operand) implements Expression {}

    /** What a lambda captures that it does not name. */
    enum CaptureDefault {
        NONE,
        COPY,
        REFERENCE
    }

    /**
     * One capture: {@code x}, {@code &x}, {@code x = value}, {@code this}, {@code *this}.
     *
     * @param name null for this
     * @param byReference true behind {@code &}; for this: true unless {@code *this}
     * @param value of an init-capture, or null
     * @param pack true with {@code ...}
     */
    record Capture(SourceSpan span, NamePart.Identifier name, boolean byReference, Expression value, boolean pack)
            implements Node {}

    /**
     * {@code [captures]<templateParameters>(parameters) -> result { body }}.
     *
     * @param templateParameters as written; {@code auto} parameters add more
     * @param specifiers {@code mutable}, {@code constexpr}, {@code __device__}...
     * @param type its result is Auto when none is written
     */
    record Lambda(
            SourceSpan span,
            CaptureDefault captureDefault,
            List<Capture> captures,
            List<TemplateParameter> templateParameters,
            Specifiers specifiers,
            TypeSyntax.Function type,
            Statement.Compound body)
            implements Expression {}

    /**
     * {@code (pack op ...)}, {@code (... op pack)}, {@code (first op ... op pack)}.
     *
     * @param assign true when the operator is a compound assignment of {@code operator}, or plain {@code =} when that is
     *     null
     * @param left what stands left of the dots, or null
     * @param right what stands right of the dots, or null
     */
    record Fold(SourceSpan span, BinaryOperator operator, boolean assign, Expression left, Expression right)
            implements Expression {}

    /** {@code pattern...} in a list. */
    record PackExpansion(SourceSpan span, Expression pattern) implements Expression {}

    /** GNU's <code>({ ... })</code>. */
    record StatementExpression(SourceSpan span, Statement.Compound block) implements Expression {}

    /** Text that did not parse; the error is reported. */
    record Malformed(SourceSpan span) implements Expression {}
}
