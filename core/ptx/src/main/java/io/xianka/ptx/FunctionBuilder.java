package io.xianka.ptx;

import io.xianka.ptx.Operand.Arguments;
import io.xianka.ptx.Operand.LabelName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Makes one {@link Function}: fresh registers by type, labels, instructions one after the other.
 *
 * <pre>{@code
 * var twice = FunctionBuilder.entry("twice").parameter(Param.scalar(PtxType.U64, "x"));
 * Register pointer = twice.compute(Operation.of("ld.param.u64"), Address.of("x"));
 * Register value = twice.compute(Operation.of("ld.global.f32"), Address.of(pointer));
 * Register sum = twice.compute(Operation.of("add.f32"), value, value);
 * twice.emit(Operation.of("st.global.f32"), Address.of(pointer), sum);
 * twice.emit(Operation.of("ret"));
 * Function function = twice.build();
 * }</pre>
 *
 * <p>Not safe for use by several threads.
 */
public final class FunctionBuilder {
    private static final Operation BRANCH = Operation.of("bra");
    private static final Operation CALL = Operation.of("call");

    /** The registers that PTX distinguishes, named as NVIDIA's compiler names them. */
    private enum Bank {
        PREDICATES(PtxType.PRED, "%p"),
        SHORTS(PtxType.B16, "%rs"),
        WORDS(PtxType.B32, "%r"),
        LONGS(PtxType.B64, "%rd"),
        QUADS(PtxType.B128, "%rq"),
        FLOATS(PtxType.F32, "%f"),
        DOUBLES(PtxType.F64, "%fd");

        final PtxType type;
        final String prefix;

        Bank(PtxType type, String prefix) {
            this.type = type;
            this.prefix = prefix;
        }

        static Bank of(PtxType type) {
            return switch (type) {
                case PRED -> PREDICATES;
                case F32 -> FLOATS;
                case F64 -> DOUBLES;
                default ->
                    switch (type.bits()) {
                        case 1, 4, 8, 16 -> SHORTS;
                        case 32 -> WORDS;
                        case 64 -> LONGS;
                        default -> QUADS;
                    };
            };
        }
    }

    private static final class Counter {
        final Bank bank;
        int last;

        Counter(Bank bank) {
            this.bank = bank;
        }
    }

    private final String name;
    private final boolean isEntry;
    private Linkage linkage;
    private final List<Param> results = new ArrayList<>();
    private final List<Param> parameters = new ArrayList<>();
    private final List<Function.Directive> directives = new ArrayList<>();
    private final List<Statement> declarations = new ArrayList<>();
    private final List<Statement> statements = new ArrayList<>();
    private final List<Counter> counters =
            Arrays.stream(Bank.values()).map(Counter::new).toList();
    private Statement.Loc here;
    private Statement.Loc written;
    private int lastLabel;

    private FunctionBuilder(String name, boolean isEntry) {
        this.name = Objects.requireNonNull(name);
        this.isEntry = isEntry;
        this.linkage = isEntry ? Linkage.VISIBLE : Linkage.INTERNAL;
    }

    /** A kernel, {@code .visible}. */
    public static FunctionBuilder entry(String name) {
        return new FunctionBuilder(name, true);
    }

    /** A device function of this module alone. */
    public static FunctionBuilder function(String name) {
        return new FunctionBuilder(name, false);
    }

    public FunctionBuilder linkage(Linkage newLinkage) {
        linkage = Objects.requireNonNull(newLinkage);
        return this;
    }

    public FunctionBuilder parameter(Param parameter) {
        parameters.add(Objects.requireNonNull(parameter));
        return this;
    }

    public FunctionBuilder result(Param result) {
        results.add(Objects.requireNonNull(result));
        return this;
    }

    public FunctionBuilder directive(Function.Directive directive) {
        directives.add(Objects.requireNonNull(directive));
        return this;
    }

    /**
     * A register not used before. Integers and packed types get untyped registers of their width, at least 16 bits;
     * {@code .f32} and {@code .f64} their own.
     */
    public Register register(PtxType type) {
        Bank wanted = Bank.of(type);
        for (Counter counter : counters) {
            if (counter.bank == wanted) {
                counter.last++;
                return new Register(wanted.prefix + counter.last, wanted.type);
            }
        }
        throw new AssertionError(wanted);
    }

    /** A label name not used before; {@link #label(String)} places it. */
    public String newLabel() {
        lastLabel++;
        return "$L_" + name + "_" + lastLabel;
    }

    /** Declares a variable at the head of the body ({@code .shared}, {@code .local}). */
    public FunctionBuilder declare(Variable variable) {
        declarations.add(Objects.requireNonNull(variable));
        return this;
    }

    /** From here on instructions come from this place; a {@code .loc} is written when the next one is emitted. */
    public FunctionBuilder at(int file, int line, int column) {
        if (here == null
                || here.line() != line
                || here.column() != column
                || here.file() != file
                || here.inlinedAt() != null) {
            here = new Statement.Loc(file, line, column);
        }
        return this;
    }

    /** As {@link #at(int, int, int)}, for a place inside an inlined function. */
    public FunctionBuilder at(Statement.Loc place) {
        here = Objects.requireNonNull(place);
        return this;
    }

    public FunctionBuilder label(String label) {
        statements.add(new Statement.Label(label));
        return this;
    }

    public FunctionBuilder emit(Operation operation, Operand... operands) {
        return emit(null, operation, operands);
    }

    /** With a guard, which may be null. */
    public FunctionBuilder emit(Guard guard, Operation operation, Operand... operands) {
        return add(new Instruction(guard, operation, List.of(operands), PtxLine.NONE));
    }

    /**
     * Emits an operation whose first operand is a fresh register of its first type, and returns that register.
     * Comparisons ({@code setp}) and the other operations with a predicate result get a predicate; {@code mul.wide} and
     * {@code mad.wide} a register of twice the width.
     */
    public Register compute(Operation operation, Operand... sources) {
        Register result = register(resultType(operation));
        List<Operand> operands = new ArrayList<>(sources.length + 1);
        operands.add(result);
        operands.addAll(Arrays.asList(sources));
        add(new Instruction(null, operation, operands, PtxLine.NONE));
        return result;
    }

    /** The type of the first result of an operation, which is not the first type written for comparisons and .wide. */
    public static PtxType resultType(Operation operation) {
        return switch (operation.opcode()) {
            case SETP, TESTP, ISSPACEP -> PtxType.PRED;
            case VOTE ->
                operation.find(Modifier.VoteMode.class).orElse(null) == Modifier.VoteMode.BALLOT
                        ? PtxType.B32
                        : PtxType.PRED;
            case POPC, CLZ, BFIND, ACTIVEMASK, MATCH -> PtxType.B32;
            case MUL, MAD -> {
                if (!operation.has(Modifier.Keyword.WIDE)) {
                    yield operation.type();
                }
                yield switch (operation.type().bits()) {
                    case 16 -> PtxType.B32;
                    case 32 -> PtxType.B64;
                    default -> PtxType.B128;
                };
            }
            default -> operation.type();
        };
    }

    public FunctionBuilder branch(String label) {
        return emit(BRANCH, new LabelName(label));
    }

    /** Branches where the predicate equals {@code wanted}. */
    public FunctionBuilder branchIf(Register predicate, boolean wanted, String label) {
        return emit(new Guard(predicate, !wanted), BRANCH, new LabelName(label));
    }

    /** Calls a function by name; the operands are {@code .param} symbols declared in an enclosing {@link Statement.Scope}. */
    public FunctionBuilder call(List<Operand> callResults, String function, List<Operand> arguments) {
        return emit(CALL, new Arguments(callResults), new Operand.Symbol(function), new Arguments(arguments));
    }

    /** Adds statements made elsewhere, as those of inline assembly. Registers they name must be known here. */
    public FunctionBuilder addAll(List<? extends Statement> more) {
        for (Statement statement : more) {
            add(statement);
        }
        return this;
    }

    public FunctionBuilder add(Statement statement) {
        Objects.requireNonNull(statement);
        boolean hasPlace = statement instanceof Instruction || statement instanceof Statement.Scope;
        if (hasPlace && here != null && !here.equals(written)) {
            statements.add(here);
            written = here;
        }
        if (statement instanceof Statement.Loc loc) {
            written = loc;
        }
        statements.add(statement);
        return this;
    }

    /** Whether the last statement is one that control never passes, so that what would follow needs a label. */
    public boolean isClosed() {
        return !statements.isEmpty()
                && statements.getLast() instanceof Instruction last
                && !last.isGuarded()
                && last.opcode().endsBlock();
    }

    public Function build() {
        List<Statement> body = new ArrayList<>(statements.size() + declarations.size() + counters.size());
        body.addAll(declarations);
        for (Counter counter : counters) {
            if (counter.last > 0) {
                body.add(new Statement.Registers(counter.bank.type, counter.bank.prefix, counter.last + 1));
            }
        }
        body.addAll(statements);
        return new Function(linkage, isEntry, results, name, parameters, directives, body, PtxLine.NONE);
    }
}
