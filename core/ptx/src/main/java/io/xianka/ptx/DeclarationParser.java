package io.xianka.ptx;

import java.util.ArrayList;
import java.util.List;

/** Reads what is declared alike at the top of a module and in a body: variables, parameters, initializers. */
final class DeclarationParser {
    private static final SpanMap<PtxType> TYPES = new SpanMap<>(128);
    private static final SpanMap<StateSpace> SPACES = new SpanMap<>(32);
    private static final Initializer.IntegerValue[] BYTES = new Initializer.IntegerValue[256];
    /** Arrays have few dimensions. */
    private static final int DEEPEST_INITIALIZER = 16;

    static {
        for (PtxType type : PtxType.values()) {
            TYPES.put(type.text(), type, 0);
        }
        for (StateSpace space : StateSpace.values()) {
            if (space != StateSpace.GENERIC) {
                SPACES.put(space.text(), space, 0);
            }
        }
        for (int i = 0; i < BYTES.length; i++) {
            BYTES[i] = new Initializer.IntegerValue(i);
        }
    }

    private final PtxLexer lexer;
    private final NumberReader number;

    DeclarationParser(PtxLexer lexer, NumberReader number) {
        this.lexer = lexer;
        this.number = number;
    }

    void skip(char punctuation) {
        if (lexer.kind != punctuation) {
            throw lexer.expected("'" + punctuation + "'");
        }
        lexer.next();
    }

    String name(String what) {
        if (lexer.kind != PtxLexer.NAME) {
            throw lexer.expected(what);
        }
        String name = lexer.text();
        lexer.next();
        return name;
    }

    /** A number from 0 to 1,000,000,000. */
    int smallInteger(String what) {
        long value = integer(what);
        if (value < 0 || value > 1_000_000_000) {
            throw lexer.error(what + " is at most 1000000000, this is " + Long.toUnsignedString(value));
        }
        return (int) value;
    }

    private long integer(String what) {
        if (lexer.kind != PtxLexer.NUMBER) {
            throw lexer.expected(what);
        }
        number.read();
        if (number.kind != NumberReader.Kind.INTEGER) {
            throw lexer.expected(what);
        }
        long value = number.bits;
        lexer.next();
        return value;
    }

    PtxType type(String what) {
        PtxType type = typeOrNull();
        if (type != null) {
            return type;
        }
        if (lexer.kind == PtxLexer.DOTTED && (lexer.is("v2") || lexer.is("v4"))) {
            throw lexer.error("vector registers are not read here; declare one register for each element");
        }
        throw lexer.expected(what + ", as .b32");
    }

    private PtxType typeOrNull() {
        if (lexer.kind != PtxLexer.DOTTED) {
            return null;
        }
        PtxType type = TYPES.get(lexer.source, lexer.start, lexer.end, lexer.hash);
        if (type != null) {
            lexer.next();
        }
        return type;
    }

    private StateSpace spaceOrNull() {
        return lexer.kind == PtxLexer.DOTTED ? SPACES.get(lexer.source, lexer.start, lexer.end, lexer.hash) : null;
    }

    Pragma pragma() {
        lexer.next();
        if (lexer.kind != PtxLexer.STRING) {
            throw lexer.expected("the pragma's text in quotes");
        }
        String text = lexer.unescaped();
        lexer.next();
        skip(';');
        return new Pragma(text);
    }

    private int alignment() {
        lexer.next();
        int alignment = smallInteger("an alignment in bytes");
        if (Integer.bitCount(alignment) != 1) {
            throw lexer.error("an alignment is a power of two, not " + alignment);
        }
        return alignment;
    }

    /** {@code .space ... name [n] = value, name = value;}: the lexer is on the space. */
    void variables(Linkage linkage, PtxLine line, List<? super Variable> found) {
        StateSpace space = spaceOrNull();
        if (space == null) {
            throw lexer.expected("a directive that may stand here");
        }
        if (space == StateSpace.REG) {
            throw lexer.error("registers are declared inside functions");
        }
        lexer.next();
        int alignment = 0;
        int vectorWidth = 1;
        PtxType type = null;
        List<String> attributes = List.of();
        while (type == null) {
            if (lexer.kind != PtxLexer.DOTTED) {
                throw lexer.expected("the type of the variable");
            }
            if (lexer.is("align")) {
                alignment = alignment();
            } else if (lexer.is("attribute")) {
                attributes = attributes();
            } else if (lexer.is("v2") || lexer.is("v4") || lexer.is("v8")) {
                vectorWidth = lexer.source[lexer.start + 1] - '0';
                lexer.next();
            } else {
                type = type("the type of the variable");
            }
        }
        while (true) {
            String name = name("the name of the variable");
            List<Long> dimensions = dimensions();
            Initializer initializer = null;
            if (lexer.kind == '=') {
                lexer.next();
                initializer = initializer(0);
            }
            found.add(new Variable(
                    linkage, space, attributes, alignment, vectorWidth, type, name, dimensions, initializer, line));
            if (lexer.kind != ',') {
                break;
            }
            lexer.next();
        }
        skip(';');
    }

    private List<String> attributes() {
        List<String> attributes = new ArrayList<>(1);
        lexer.next();
        skip('(');
        while (true) {
            if (lexer.kind != PtxLexer.DOTTED) {
                throw lexer.expected("an attribute, as .managed");
            }
            StringBuilder attribute = new StringBuilder(".").append(lexer.text());
            lexer.next();
            if (lexer.kind == '(') {
                attribute.append('(');
                do {
                    lexer.next();
                    attribute.append(attribute.charAt(attribute.length() - 1) == '(' ? "" : ", ");
                    attribute.append(Long.toUnsignedString(integer("a number")));
                } while (lexer.kind == ',');
                skip(')');
                attribute.append(')');
            }
            attributes.add(attribute.toString());
            if (lexer.kind != ',') {
                break;
            }
            lexer.next();
        }
        skip(')');
        return attributes;
    }

    private List<Long> dimensions() {
        if (lexer.kind != '[') {
            return List.of();
        }
        List<Long> dimensions = new ArrayList<>(1);
        long product = 1;
        while (lexer.kind == '[') {
            lexer.next();
            if (lexer.kind == ']') {
                if (!dimensions.isEmpty()) {
                    throw lexer.error("only the first dimension may be left open");
                }
                dimensions.add(Variable.UNSIZED);
            } else {
                long size = integer("a number of elements");
                product = size < 0 ? Long.MAX_VALUE : Math.multiplyHigh(product, size) != 0 ? -1 : product * size;
                if (size < 0 || product < 0 || product >= 1L << 56) {
                    throw lexer.error("an array of this size fits in no memory");
                }
                dimensions.add(size);
            }
            skip(']');
        }
        return dimensions;
    }

    private Initializer initializer(int depth) {
        if (lexer.kind != '{') {
            return initialValue();
        }
        if (depth == DEEPEST_INITIALIZER) {
            throw lexer.error("initializers are nested more than " + DEEPEST_INITIALIZER + " deep");
        }
        List<Initializer> elements = new ArrayList<>();
        lexer.next();
        while (lexer.kind != '}') {
            elements.add(initializer(depth + 1));
            if (lexer.kind == ',') {
                lexer.next();
            } else if (lexer.kind != '}') {
                throw lexer.expected("',' or '}' in an initializer");
            }
        }
        lexer.next();
        return new Initializer.Array(elements);
    }

    /** One value of an initializer or of a debug section. */
    Initializer initialValue() {
        return switch (lexer.kind) {
            case PtxLexer.NUMBER, '-', '+' -> numberOrMask();
            case PtxLexer.NAME, PtxLexer.DOTTED -> address(0);
            default -> throw lexer.expected("a value");
        };
    }

    private Initializer numberOrMask() {
        boolean isNegative = lexer.kind == '-';
        if (isNegative || lexer.kind == '+') {
            lexer.next();
            if (lexer.kind != PtxLexer.NUMBER) {
                throw lexer.expected("a number after the sign");
            }
        }
        number.read();
        long bits = number.bits;
        lexer.next();
        return switch (number.kind) {
            case INTEGER -> {
                if (lexer.kind == '(' && !isNegative && bits != 0) {
                    lexer.next();
                    Initializer masked = address(bits);
                    skip(')');
                    yield masked;
                }
                yield isNegative || bits < 0 || bits >= BYTES.length
                        ? new Initializer.IntegerValue(isNegative ? -bits : bits)
                        : BYTES[(int) bits];
            }
            case FLOAT -> new Initializer.FloatValue((int) bits ^ (isNegative ? Integer.MIN_VALUE : 0));
            case DOUBLE -> new Initializer.DoubleValue(bits ^ (isNegative ? Long.MIN_VALUE : 0));
        };
    }

    private Initializer address(long mask) {
        boolean isGeneric = lexer.kind == PtxLexer.NAME && lexer.is("generic");
        String name = addressName();
        if (isGeneric && lexer.kind == '(') {
            lexer.next();
            name = addressName();
            skip(')');
        } else {
            isGeneric = false;
        }
        if (lexer.kind == '=' && mask == 0 && !isGeneric) {
            lexer.next();
            String value = lexer.text();
            if (lexer.kind != PtxLexer.NAME && lexer.kind != PtxLexer.NUMBER) {
                throw lexer.expected("the value of a property");
            }
            lexer.next();
            return new Initializer.Property(name, value);
        }
        long offset = 0;
        while (lexer.kind == '+' || lexer.kind == '-') {
            boolean isMinus = lexer.kind == '-';
            lexer.next();
            if (isMinus && lexer.kind != PtxLexer.NUMBER && mask == 0 && !isGeneric && offset == 0) {
                return new Initializer.Difference(name, addressName());
            }
            long step = integer("a number of bytes");
            offset += isMinus ? -step : step;
        }
        return new Initializer.AddressOf(name, offset, isGeneric, mask);
    }

    /** The name of a variable, function or label, or of a debug section, which starts with a dot. */
    private String addressName() {
        if (lexer.kind != PtxLexer.NAME && lexer.kind != PtxLexer.DOTTED) {
            throw lexer.expected("a name");
        }
        String name = lexer.kind == PtxLexer.DOTTED ? "." + lexer.text() : lexer.text();
        lexer.next();
        return name;
    }

    /** {@code (.param .u64 a, .param .b32 b)}: the lexer is on the parenthesis. */
    List<Param> params() {
        lexer.next();
        if (lexer.kind == ')') {
            lexer.next();
            return List.of();
        }
        List<Param> params = new ArrayList<>();
        while (true) {
            params.add(param());
            if (lexer.kind != ',') {
                break;
            }
            lexer.next();
        }
        skip(')');
        return params;
    }

    private Param param() {
        StateSpace space = spaceOrNull();
        if (space != StateSpace.PARAM && space != StateSpace.REG) {
            throw lexer.expected(".param or .reg");
        }
        lexer.next();
        int alignment = 0;
        if (lexer.kind == PtxLexer.DOTTED && lexer.is("align")) {
            alignment = alignment();
        }
        PtxType type = type("the type of the parameter");
        Param.PointerInfo pointer = null;
        if (lexer.kind == PtxLexer.DOTTED && lexer.is("ptr")) {
            lexer.next();
            StateSpace target = spaceOrNull();
            if (target != null) {
                lexer.next();
            }
            int targetAlignment = lexer.kind == PtxLexer.DOTTED && lexer.is("align") ? alignment() : 0;
            pointer = new Param.PointerInfo(target == null ? StateSpace.GENERIC : target, targetAlignment);
        } else if (lexer.kind == PtxLexer.DOTTED && lexer.is("align")) {
            alignment = alignment();
        }
        String name = name("the name of the parameter");
        long count = Param.SCALAR;
        List<Long> dimensions = dimensions();
        if (!dimensions.isEmpty()) {
            count = 1;
            for (long dimension : dimensions) {
                count = dimension == Variable.UNSIZED ? Param.UNSIZED : count * dimension;
            }
        }
        return new Param(space, alignment, type, name, count, pointer);
    }
}
