package io.xianka.ptx;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Modules that hold anything the records allow; what they compute makes no sense. */
final class RandomModules {
    private static final List<String> OPERATIONS = List.of(
            "add.s32",
            "mad.lo.u32",
            "ld.global.nc.v4.f32",
            "ld.shared::cluster.b32",
            "st.global.wt.f64",
            "setp.lo.and.u32",
            "shfl.sync.bfly.b32",
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
            "cp.async.cg.shared.global",
            "tex.2d.v4.f32.s32",
            "atom.acq_rel.gpu.global.cas.b32",
            "cvt.rni.sat.s32.f32",
            "frobnicate.sideways");

    private final SplittableRandom random;
    private int names;

    RandomModules(long seed) {
        this.random = new SplittableRandom(seed);
    }

    private <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private <T> T oneOf(T[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    private <T> List<T> some(int most, Supplier<T> maker) {
        int count = random.nextInt(most + 1);
        List<T> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            made.add(maker.get());
        }
        return made;
    }

    private String name() {
        names++;
        return oneOf(List.of("n", "$L__", "_Z3foo", "x_")) + names;
    }

    private long number() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(10);
            case 1 -> random.nextLong();
            case 2 -> -random.nextInt(1000);
            default -> oneOf(List.of(Long.MIN_VALUE, Long.MAX_VALUE, 255L, 256L, -1L));
        };
    }

    PtxModule module() {
        return new PtxModule(
                new PtxModule.Version(8, random.nextInt(9)),
                new PtxModule.Target(
                        oneOf(List.of("sm_75", "sm_90a")), some(2, () -> oneOf(List.of("debug", "texmode_unified")))),
                oneOf(List.of(0, 64)),
                some(6, this::item));
    }

    private PtxModule.Item item() {
        return switch (random.nextInt(7)) {
            case 0 -> variable(oneOf(List.of(StateSpace.GLOBAL, StateSpace.CONST, StateSpace.SHARED)));
            case 1 ->
                chance(2)
                        ? new PtxModule.SourceFile(random.nextInt(9), "a \\ \"b\"\t" + name())
                        : new PtxModule.SourceFile(random.nextInt(9), name(), random.nextInt(99), random.nextInt(99));
            case 2 -> new PtxModule.Section(".debug_str", some(4, this::sectionItem));
            case 3 -> new PtxModule.Alias(name(), name());
            case 4 -> new Pragma("nounroll");
            default -> function();
        };
    }

    private PtxModule.SectionItem sectionItem() {
        if (chance(3)) {
            return new PtxModule.SectionLabel(name());
        }
        List<Initializer> values = new ArrayList<>(some(5, () -> value(0)));
        values.add(new Initializer.IntegerValue(number()));
        values.add(
                chance(2)
                        ? new Initializer.Difference(name(), name())
                        : new Initializer.AddressOf(".debug_loc", 8, false, 0));
        return new PtxModule.SectionData(oneOf(List.of(PtxType.B8, PtxType.B64)), values);
    }

    private Initializer value(int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 5)) {
            case 0 -> new Initializer.IntegerValue(number());
            case 1 -> new Initializer.FloatValue(random.nextInt());
            case 2 -> new Initializer.DoubleValue(random.nextLong());
            case 3 ->
                new Initializer.AddressOf(name(), random.nextInt(-8, 8), chance(2), oneOf(List.of(0L, 0xFFL, 0xFF00L)));
            default -> new Initializer.Array(some(50, () -> value(depth - 1)));
        };
    }

    private Variable variable(StateSpace space) {
        Initializer initializer = chance(2) ? null : value(3);
        List<Long> dimensions = new ArrayList<>(some(2, () -> (long) random.nextInt(100)));
        if (chance(4)) {
            dimensions.addFirst(Variable.UNSIZED);
        }
        return new Variable(
                oneOf(List.of(Linkage.INTERNAL, Linkage.INTERNAL, Linkage.INTERNAL)),
                space,
                chance(5) ? List.of(".managed") : List.of(),
                oneOf(List.of(0, 1, 8)),
                oneOf(List.of(1, 2, 4)),
                oneOf(List.of(PtxType.B8, PtxType.F32, PtxType.U64)),
                name(),
                dimensions,
                initializer,
                new PtxLine(random.nextInt(50)));
    }

    private Param param() {
        return new Param(
                StateSpace.PARAM,
                oneOf(List.of(0, 4)),
                oneOf(List.of(PtxType.B8, PtxType.U64, PtxType.F32)),
                name(),
                oneOf(List.of(Param.SCALAR, Param.UNSIZED, 12L)),
                chance(3)
                        ? new Param.PointerInfo(
                                oneOf(List.of(StateSpace.GENERIC, StateSpace.GLOBAL)), oneOf(List.of(0, 4)))
                        : null);
    }

    private Function.Directive directive() {
        return chance(4)
                ? new Pragma("nounroll")
                : new Function.Bound(oneOf(Function.BoundKind.values()), some(3, () -> random.nextInt(1000)));
    }

    private Function function() {
        return new Function(
                oneOf(Linkage.values()),
                chance(2),
                some(2, this::param),
                name(),
                some(4, this::param),
                some(3, this::directive),
                chance(5) ? null : body(3, new ArrayList<>()),
                PtxLine.NONE);
    }

    private List<Statement> body(int depth, List<Register> outer) {
        List<Register> registers = new ArrayList<>(outer);
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            PtxType type = oneOf(List.of(PtxType.PRED, PtxType.B32, PtxType.F64));
            String name = "%" + name();
            int count = chance(2) ? Statement.Registers.SINGLE : 5;
            statements.add(new Statement.Registers(type, name, count));
            registers.add(new Register(count == 5 ? name + random.nextInt(5) : name, type));
        }
        for (int i = random.nextInt(12); i > 0; i--) {
            statements.add(statement(depth, registers));
        }
        return statements;
    }

    private Statement statement(int depth, List<Register> registers) {
        return switch (random.nextInt(14)) {
            case 0 -> new Statement.Label(name());
            case 1 -> new Statement.Loc(random.nextInt(9), random.nextInt(9), random.nextInt(9));
            case 2 -> new Statement.Loc(1, 2, 3, new Statement.InlinedAt(name(), random.nextInt(-3, 3), 4, 5, 6));
            case 3 -> depth > 0 ? new Statement.Scope(body(depth - 1, registers), PtxLine.NONE) : new Pragma("x");
            case 4 -> new Statement.Targets(name(), chance(2), List.of(name(), name()), PtxLine.NONE);
            case 5 ->
                new Statement.Prototype(name(), some(1, this::param), some(3, this::param), chance(2), PtxLine.NONE);
            case 6 -> variable(oneOf(List.of(StateSpace.LOCAL, StateSpace.SHARED, StateSpace.PARAM)));
            case 7 -> Instruction.of(Operation.of("bra"), new Operand.LabelName(name()));
            case 8 ->
                Instruction.of(
                        Operation.of("call.uni"),
                        new Operand.Arguments(some(1, () -> new Operand.Symbol(name()))),
                        chance(2) ? oneOf(registers) : new Operand.Symbol(name()),
                        new Operand.Arguments(some(3, () -> plain(registers))));
            default ->
                new Instruction(
                        chance(3) ? new Guard(oneOf(registers), chance(2)) : null,
                        Operation.of(oneOf(OPERATIONS)),
                        some(6, () -> operand(registers)),
                        new PtxLine(random.nextInt(99)));
        };
    }

    private Operand plain(List<Register> registers) {
        return switch (random.nextInt(8)) {
            case 0 -> new Operand.IntegerImmediate(number());
            case 1 -> new Operand.FloatImmediate(random.nextInt());
            case 2 -> new Operand.DoubleImmediate(random.nextLong());
            case 3 -> oneOf(SpecialRegister.values());
            case 4 -> Operand.SINK;
            case 5 -> new Operand.Symbol(name(), random.nextInt(-9, 9));
            default -> oneOf(registers);
        };
    }

    private Operand address(List<Register> registers) {
        return switch (random.nextInt(3)) {
            case 0 -> Operand.Address.of(oneOf(registers), number());
            case 1 -> Operand.Address.of(name(), random.nextInt(-9, 9));
            default -> new Operand.Address(null, number());
        };
    }

    private Operand operand(List<Register> registers) {
        return switch (random.nextInt(9)) {
            case 0 -> address(registers);
            case 1 ->
                new Operand.CompoundAddress(
                        List.of(oneOf(registers), Operand.Vector.of(oneOf(registers), plain(registers))));
            case 2 -> Operand.Vector.of(plain(registers), oneOf(registers));
            case 3 -> new Operand.Pair(oneOf(registers), chance(2) ? Operand.SINK : oneOf(registers));
            case 4 -> new Operand.Negated(oneOf(registers));
            default -> plain(registers);
        };
    }
}
