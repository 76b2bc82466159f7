package io.xianka.ptx;

import io.xianka.ptx.Operand.Address;
import io.xianka.ptx.Operand.Arguments;
import io.xianka.ptx.Operand.CompoundAddress;
import io.xianka.ptx.Operand.DoubleImmediate;
import io.xianka.ptx.Operand.FloatImmediate;
import io.xianka.ptx.Operand.IntegerImmediate;
import io.xianka.ptx.Operand.LabelName;
import io.xianka.ptx.Operand.Negated;
import io.xianka.ptx.Operand.Pair;
import io.xianka.ptx.Operand.Symbol;
import io.xianka.ptx.Operand.Vector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** Reads operands, and knows which names are registers where it stands. */
final class OperandParser {
    /** Integers so common that they are shared. */
    private static final IntegerImmediate[] SMALL = new IntegerImmediate[256];

    private static final int SMALL_LOWEST = -64;
    private static final int MOST_INDEX_DIGITS = 9;
    private static final int MOST_ELEMENTS = 1 << 10;
    private static final IntegerImmediate WARP_SIZE = new IntegerImmediate(32);

    static {
        for (int i = 0; i < SMALL.length; i++) {
            SMALL[i] = new IntegerImmediate(i + SMALL_LOWEST);
        }
    }

    private final PtxLexer lexer;
    private final NumberReader number;
    /** What {@code %3} of inline assembly stands for; null for plain PTX. */
    private final IntFunction<Operand> placeholders;

    private final SpanMap<Operand> names;
    private final SpanMap<Statement.Registers> ranges = new SpanMap<>(16);
    private int depth;
    private int nestedRanges;
    /** Of what {@link #range} found last. */
    private int rangeDepth;

    private Operand[] operands = new Operand[8];

    OperandParser(PtxLexer lexer, NumberReader number, IntFunction<Operand> placeholders) {
        this.lexer = lexer;
        this.number = number;
        this.placeholders = placeholders;
        this.names = new SpanMap<>(placeholders == null ? 256 : 16);
    }

    /** What was known when a scope opened. */
    record Mark(int names, int ranges, int nestedRanges) {}

    Mark enterScope() {
        depth++;
        return new Mark(names.size(), ranges.size(), nestedRanges);
    }

    void leaveScope(Mark mark) {
        depth--;
        names.truncate(mark.names);
        ranges.truncate(mark.ranges);
        nestedRanges = mark.nestedRanges;
    }

    int depth() {
        return depth;
    }

    void declare(Statement.Registers registers) {
        if (registers.isSingle()) {
            declare(new Register(registers.name(), registers.type()));
        } else {
            String prefix = registers.name();
            char[] text = prefix.toCharArray();
            int known = ranges.find(text, 0, text.length, prefix.hashCode());
            if (known >= 0 && ranges.depth(known) == depth) {
                throw lexer.error("registers " + prefix + "<...> are declared twice in this scope");
            }
            ranges.put(prefix, registers, depth);
            // A range at the outermost level is declared before its names are used, and hides nothing.
            if (depth > (placeholders == null ? 1 : 0)) {
                nestedRanges++;
            }
        }
    }

    void declare(Register register) {
        names.put(register.name(), register, depth);
    }

    void declareSymbol(String name) {
        names.put(name, new Symbol(name), depth);
    }

    /** The operands of an instruction; the lexer ends on the semicolon. */
    List<Operand> operands(Opcode opcode) {
        if (lexer.kind == ';') {
            return opcode == Opcode.CALL ? normalisedCall(0) : List.of();
        }
        if (lexer.kind == '}' || lexer.kind == PtxLexer.END) {
            throw lexer.expected("';' or an operand");
        }
        int count = 0;
        while (true) {
            if (count == operands.length) {
                operands = Arrays.copyOf(operands, count * 2);
            }
            boolean isLabel = (opcode == Opcode.BRA && count == 0) || (opcode == Opcode.BRX_IDX && count == 1);
            operands[count] = isLabel ? labelName() : operand();
            count++;
            if (lexer.kind == ';') {
                break;
            }
            if (lexer.kind != ',') {
                throw lexer.expected("',' or ';' after an operand");
            }
            if (count >= MOST_ELEMENTS) {
                throw lexer.error("no instruction has more than " + MOST_ELEMENTS + " operands");
            }
            lexer.next();
        }
        if (opcode == Opcode.CALL) {
            return normalisedCall(count);
        }
        return switch (count) {
            case 1 -> List.of(operands[0]);
            case 2 -> List.of(operands[0], operands[1]);
            case 3 -> List.of(operands[0], operands[1], operands[2]);
            case 4 -> List.of(operands[0], operands[1], operands[2], operands[3]);
            default -> List.of(Arrays.copyOf(operands, count));
        };
    }

    /** PTX leaves out what is empty: {@code call f} is {@code call (), f, ()}. */
    private List<Operand> normalisedCall(int count) {
        int next = 0;
        Operand results = Arguments.NONE;
        if (next < count && operands[next] instanceof Arguments written) {
            results = written;
            next++;
        }
        if (next >= count || !(operands[next] instanceof Register || operands[next] instanceof Symbol)) {
            throw lexer.error("a call needs the function's name, or a register that holds its address");
        }
        Operand target = operands[next];
        next++;
        Operand arguments = Arguments.NONE;
        if (next < count && operands[next] instanceof Arguments written) {
            arguments = written;
            next++;
        }
        if (next == count) {
            return List.of(results, target, arguments);
        }
        if (next == count - 1 && operands[next] instanceof Symbol prototype) {
            return List.of(results, target, arguments, prototype);
        }
        throw lexer.error("after a call's arguments only the name of a prototype or of a target list may stand");
    }

    private LabelName labelName() {
        if (lexer.kind != PtxLexer.NAME) {
            throw lexer.expected("a label");
        }
        LabelName label = new LabelName(lexer.text());
        lexer.next();
        return label;
    }

    Guard guard() {
        lexer.next();
        boolean isNegated = lexer.kind == '!';
        if (isNegated) {
            lexer.next();
        }
        return new Guard(predicate(), isNegated);
    }

    private Register predicate() {
        if (lexer.kind != PtxLexer.NAME && lexer.kind != PtxLexer.PLACEHOLDER) {
            throw lexer.expected("a predicate register");
        }
        Operand operand = lexer.kind == PtxLexer.NAME ? resolve() : placeholder();
        if (!(operand instanceof Register register)) {
            throw lexer.expected("a declared predicate register");
        }
        lexer.next();
        return register;
    }

    private Operand operand() {
        Operand first = single();
        if (lexer.kind == '|') {
            lexer.next();
            return new Pair(first, single());
        }
        return first;
    }

    private Operand single() {
        return switch (lexer.kind) {
            case PtxLexer.NAME -> named();
            case PtxLexer.PLACEHOLDER -> {
                Operand operand = placeholder();
                lexer.next();
                yield operand;
            }
            case PtxLexer.NUMBER, '-', '+' -> immediate();
            case '[' -> address();
            case '{' -> vector();
            case '(' -> arguments();
            case '!' -> {
                lexer.next();
                yield new Negated(predicate());
            }
            default -> throw lexer.expected("an operand");
        };
    }

    private Operand named() {
        if (lexer.source[lexer.start] == '_' && lexer.end - lexer.start == 1) {
            lexer.next();
            return Operand.SINK;
        }
        Operand operand = resolve();
        lexer.next();
        if (operand instanceof Symbol symbol && (lexer.kind == '+' || lexer.kind == '-')) {
            return new Symbol(symbol.name(), signedOffset());
        }
        return operand;
    }

    private Operand placeholder() {
        Operand operand = placeholders.apply(lexer.placeholder);
        if (operand == null) {
            throw lexer.error("the assembly statement has no operand %" + lexer.placeholder);
        }
        return operand;
    }

    private Operand immediate() {
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
            case INTEGER -> integer(isNegative ? -bits : bits);
            case FLOAT -> new FloatImmediate((int) bits ^ (isNegative ? Integer.MIN_VALUE : 0));
            case DOUBLE -> new DoubleImmediate(bits ^ (isNegative ? Long.MIN_VALUE : 0));
        };
    }

    private static IntegerImmediate integer(long value) {
        long index = value - SMALL_LOWEST;
        return index >= 0 && index < SMALL.length ? SMALL[(int) index] : new IntegerImmediate(value);
    }

    /** {@code +8}, {@code -8} and the {@code +-8} that NVIDIA's compiler writes; the lexer is on the first sign. */
    long signedOffset() {
        boolean isNegative = lexer.kind == '-';
        lexer.next();
        if (lexer.kind == '-') {
            isNegative = !isNegative;
            lexer.next();
        }
        if (lexer.kind != PtxLexer.NUMBER) {
            throw lexer.expected("a number of bytes");
        }
        number.read();
        if (number.kind != NumberReader.Kind.INTEGER) {
            throw lexer.error("an offset is a whole number of bytes, not " + lexer.found());
        }
        long value = isNegative ? -number.bits : number.bits;
        lexer.next();
        return value;
    }

    private Operand address() {
        lexer.next();
        Operand base = null;
        long offset = 0;
        switch (lexer.kind) {
            case PtxLexer.NAME, PtxLexer.PLACEHOLDER -> {
                base = lexer.kind == PtxLexer.NAME ? resolve() : placeholder();
                lexer.next();
                if (base instanceof IntegerImmediate immediate) {
                    offset = immediate.value();
                    base = null;
                } else if (base instanceof Symbol symbol && symbol.offsetBytes() != 0) {
                    offset = symbol.offsetBytes();
                    base = new Symbol(symbol.name());
                } else if (!(base instanceof Register || base instanceof Symbol)) {
                    throw lexer.error("an address starts from a register, a variable or a number, not from " + base);
                }
                if (lexer.kind == '+' || lexer.kind == '-') {
                    offset += signedOffset();
                }
            }
            case PtxLexer.NUMBER, '-' -> {
                if (!(immediate() instanceof IntegerImmediate immediate)) {
                    throw lexer.error("an address is a whole number of bytes");
                }
                offset = immediate.value();
            }
            default -> throw lexer.expected("an address: a register, a variable or a number");
        }
        if (lexer.kind == ']') {
            lexer.next();
            return new Address(base, offset);
        }
        if (lexer.kind != ',' || offset != 0 || base == null) {
            throw lexer.expected("']' after an address");
        }
        List<Operand> parts = new ArrayList<>(3);
        parts.add(base);
        while (lexer.kind == ',') {
            lexer.next();
            parts.add(element());
            if (parts.size() > MOST_ELEMENTS) {
                throw lexer.error("no address has this many parts");
            }
        }
        if (lexer.kind != ']') {
            throw lexer.expected("']' after the coordinates");
        }
        lexer.next();
        return new CompoundAddress(parts);
    }

    private Operand element() {
        return lexer.kind == '{' ? vector() : plain("a coordinate");
    }

    /** An operand without brackets: what may stand within brackets, so that nothing nests without end. */
    private Operand plain(String what) {
        return switch (lexer.kind) {
            case '[', '{', '(' -> throw lexer.expected(what);
            default -> single();
        };
    }

    private Vector vector() {
        List<Operand> elements = new ArrayList<>(4);
        do {
            lexer.next();
            elements.add(plain("an element of the vector"));
            if (elements.size() > MOST_ELEMENTS) {
                throw lexer.error("no vector has this many elements");
            }
        } while (lexer.kind == ',');
        if (lexer.kind != '}') {
            throw lexer.expected("',' or '}' in a vector");
        }
        lexer.next();
        return new Vector(elements);
    }

    private Arguments arguments() {
        lexer.next();
        if (lexer.kind == ')') {
            lexer.next();
            return Arguments.NONE;
        }
        List<Operand> values = new ArrayList<>(4);
        while (true) {
            values.add(plain("an argument"));
            if (lexer.kind != ',') {
                break;
            }
            lexer.next();
        }
        if (lexer.kind != ')') {
            throw lexer.expected("',' or ')' after an argument");
        }
        lexer.next();
        return new Arguments(values);
    }

    /** What the name at hand means: a register, a special register, or a symbol. The lexer stays on it. */
    private Operand resolve() {
        boolean isRegisterLike = lexer.source[lexer.start] == '%';
        boolean hasComponent = isRegisterLike && lexer.component();
        int entry = names.find(lexer.source, lexer.start, lexer.end, lexer.hash);
        if (entry >= 0 && nestedRanges == 0) {
            return names.value(entry);
        }
        Statement.Registers range = hasComponent ? null : range(entry < 0 ? -1 : names.depth(entry));
        if (range != null) {
            Register register = new Register(lexer.text(), range.type());
            names.put(register.name(), register, rangeDepth);
            return register;
        }
        if (entry >= 0) {
            return names.value(entry);
        }
        String text = lexer.text();
        Operand meaning;
        if (isRegisterLike) {
            meaning = SpecialRegister.named(text);
            if (meaning == null) {
                throw lexer.error(
                        hasComponent
                                ? text + " is no special register; elements of vector registers are not read here"
                                : "register " + text + " is not declared; declare it with .reg in this scope");
            }
        } else {
            meaning = text.equals("WARP_SZ") ? WARP_SIZE : new Symbol(text);
        }
        names.put(text, meaning, 0);
        return meaning;
    }

    /** The declaration {@code name<n>} that covers the name at hand, if it is deeper than {@code depthToBeat}. */
    private Statement.Registers range(int depthToBeat) {
        char[] source = lexer.source;
        int firstDigit = lexer.end;
        while (firstDigit > lexer.start + 1
                && lexer.end - firstDigit < MOST_INDEX_DIGITS
                && source[firstDigit - 1] >= '0'
                && source[firstDigit - 1] <= '9') {
            firstDigit--;
        }
        int prefixHash = 0;
        for (int p = lexer.start; p < firstDigit; p++) {
            prefixHash = prefixHash * 31 + source[p];
        }
        for (int split = firstDigit; split < lexer.end; split++) {
            boolean hasLeadingZero = source[split] == '0' && split < lexer.end - 1;
            int entry = hasLeadingZero ? -1 : ranges.find(source, lexer.start, split, prefixHash);
            while (entry >= 0 && ranges.depth(entry) > depthToBeat) {
                if (index(split) < ranges.value(entry).count()) {
                    rangeDepth = ranges.depth(entry);
                    return ranges.value(entry);
                }
                entry = ranges.hidden(source, lexer.start, split, prefixHash, entry);
            }
            prefixHash = prefixHash * 31 + source[split];
        }
        return null;
    }

    private int index(int from) {
        int value = 0;
        for (int p = from; p < lexer.end; p++) {
            value = value * 10 + (lexer.source[p] - '0');
        }
        return value;
    }
}
