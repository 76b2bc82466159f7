package io.xianka.ptx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PtxParserTest {
    private static final String HEAD = ".version 8.3\n.target sm_90\n.address_size 64\n";

    private static List<Statement> body(String statements) {
        return PtxParser.parse(HEAD + ".entry k(.param .u64 p)\n{\n" + statements + "\n}\n")
                .function("k")
                .orElseThrow()
                .body();
    }

    private static Instruction instruction(String text) {
        List<Statement> statements =
                body(".reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>;\n" + text);
        return (Instruction) statements.getLast();
    }

    private static PtxSyntaxException fault(String text) {
        return assertThrows(PtxSyntaxException.class, () -> PtxParser.parse(text));
    }

    private static PtxSyntaxException bodyFault(String statements) {
        return assertThrows(PtxSyntaxException.class, () -> body(statements));
    }

    @Test
    void readsAnInstructionWithGuardAndModifiers() {
        Instruction load = instruction("@!%p1 ld.global.nc.v2.f32 {%f1, %f2}, [%rd3+-16];");
        assertEquals(new Guard(new Register("%p1", PtxType.PRED), true), load.guard());
        assertEquals(Opcode.LD, load.opcode());
        assertEquals(StateSpace.GLOBAL, load.operation().space());
        assertEquals(2, load.operation().vectorWidth());
        assertEquals(PtxType.F32, load.operation().type());
        assertTrue(load.operation().has(Modifier.Keyword.NC));
        assertEquals(Operand.Address.of(new Register("%rd3", PtxType.B64), -16), load.operand(1));
        assertEquals("@!%p1 ld.global.nc.v2.f32 {%f1, %f2}, [%rd3+-16];", load.toString());
    }

    @Test
    void tellsTheTwoMeaningsOfAWordByTheOpcode() {
        assertEquals(
                Modifier.Comparison.LO,
                instruction("setp.lo.u32 %p1, %r1, 5;").operation().comparison());
        assertTrue(instruction("mul.lo.s32 %r1, %r2, %r3;").operation().has(Modifier.Keyword.LO));
        assertEquals(
                Opcode.BAR_WARP_SYNC, instruction("bar.warp.sync 0xffffffff;").opcode());
        assertEquals(
                Modifier.VoteMode.ALL,
                instruction("vote.sync.all.pred %p1, %p2, -1;")
                        .operation()
                        .find(Modifier.VoteMode.class)
                        .orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({
        "5, 5",
        "-7, -7",
        "0x1F, 31",
        "0xFFFFFFFFFFFFFFFF, -1",
        "0b101, 5",
        "017, 15",
        "42U, 42",
        "18446744073709551615, -1",
        "-9223372036854775808, -9223372036854775808",
        "WARP_SZ, 32"
    })
    void readsIntegers(String text, long value) {
        assertEquals(
                new Operand.IntegerImmediate(value),
                instruction("mov.b64 %rd1, " + text + ";").operand(1));
    }

    @Test
    void readsFloatsBitByBit() {
        assertEquals(
                new Operand.FloatImmediate(0x7FC00001),
                instruction("mov.f32 %f1, 0f7FC00001;").operand(1));
        assertEquals(
                Operand.FloatImmediate.of(-1f),
                instruction("mov.f32 %f1, -0f3F800000;").operand(1));
        assertEquals(
                Operand.DoubleImmediate.of(0.1),
                instruction("mov.f32 %f1, 0.1;").operand(1));
        assertEquals(
                Operand.DoubleImmediate.of(1e-5),
                instruction("mov.f32 %f1, 1e-5;").operand(1));
        assertEquals(
                Operand.DoubleImmediate.of(1.5),
                instruction("mov.f32 %f1, 0d3FF8000000000000;").operand(1));
    }

    @Test
    void callsAlwaysHaveResultsTargetAndArguments() {
        assertEquals(
                List.of(Operand.Arguments.NONE, new Operand.Symbol("f"), Operand.Arguments.NONE),
                instruction("call f;").operands());
        Instruction indirect = instruction("call (p), %rd1, (p, p), proto;");
        assertEquals(4, indirect.operands().size());
        assertInstanceOf(Register.class, indirect.operand(1));
        assertEquals("call (p), %rd1, (p, p), proto;", indirect.toString());
        assertEquals("call f;", instruction("call f;").toString());
    }

    @Test
    void acceptsBlanksBetweenOpcodeAndModifiers() {
        assertEquals(
                Operation.of("ld.global.f32"),
                instruction("ld .global\n.f32 %f1, [%rd1];").operation());
        assertEquals(Operation.of("call"), instruction("call (p), f, (p);").operation());
    }

    @Test
    void equalOperationsAreOneObject() {
        assertSame(instruction("add.s32 %r1, %r2, %r3;").operation(), Operation.of(Opcode.ADD, PtxType.S32));
    }

    @Test
    void keepsUnknownWordsForTheVerifier() {
        assertEquals(Opcode.UNKNOWN, instruction("frobnicate.u32 %r1;").opcode());
        assertEquals(
                new Modifier.Unknown("sideways"),
                instruction("add.sideways.u32 %r1, %r2, %r3;")
                        .operation()
                        .modifiers()
                        .getFirst());
    }

    @Test
    void aScopesRegisterHidesTheOuterOne() {
        List<Statement> statements = body(".reg .b32 t; .reg .f32 %x<4>; mov.b32 t, 1; mov.f32 %x1, 0f00000000;"
                + "{ .reg .b64 t; .reg .b64 %x<2>; mov.b64 t, %x1; mov.f32 %x3, %x2; } mov.b32 t, 2;");
        Statement.Scope scope = (Statement.Scope) statements.get(4);
        Instruction inner = (Instruction) scope.statements().get(2);
        assertEquals(List.of(new Register("t", PtxType.B64), new Register("%x1", PtxType.B64)), inner.operands());
        assertEquals(
                new Register("%x3", PtxType.F32),
                ((Instruction) scope.statements().get(3)).operand(0));
        assertEquals(new Register("t", PtxType.B32), ((Instruction) statements.getLast()).operand(0));
    }

    @Test
    void readsVariablesWithTheirInitializers() {
        PtxModule module = PtxParser.parse(HEAD
                + ".visible .global .align 8 .b8 x[16] = {1, 0xFF(y), 0xFF00(y+4)};\n"
                + ".const .v4 .f32 c[2] = {{0f3F800000, 1.0}, {2.0}};\n"
                + ".global .u64 a = generic(x)+8, b = x - y;\n"
                + ".extern .shared .align 16 .b8 dynamic[];\n"
                + ".global .attribute(.managed, .unified(1, 2)) .u32 m;\n"
                + ".global .samplerref s = {addr_mode_0 = clamp_to_edge, filter_mode = linear};\n");
        assertEquals(module, PtxParser.parse(PtxPrinter.print(module)));
        List<Variable> variables = module.variables().toList();
        assertEquals(7, variables.size());
        assertEquals(16, variables.get(0).sizeBytes());
        assertEquals(32, variables.get(1).sizeBytes());
        assertEquals(16, variables.get(1).effectiveAlignmentBytes());
        assertEquals(
                new Initializer.AddressOf("x", 8, true, 0), variables.get(2).initializer());
        assertTrue(variables.get(4).isUnsized());
        assertTrue(variables.get(5).isManaged());
    }

    @Test
    void readsPointerParametersAndBounds() {
        Function kernel = PtxParser.parse(HEAD
                        + ".visible .entry k(.param .u64 .ptr .global .align 16 a, .param .align 4 .b8 s[12])\n"
                        + ".maxntid 256, 1, 1 .minnctapersm 2 { ret; }")
                .function("k")
                .orElseThrow();
        assertEquals(
                new Param.PointerInfo(StateSpace.GLOBAL, 16),
                kernel.parameters().get(0).pointer());
        assertEquals(12, kernel.parameters().get(1).sizeBytes());
        assertEquals(List.of(256, 1, 1), kernel.bound(Function.BoundKind.MAXNTID));
        assertEquals(List.of(), kernel.bound(Function.BoundKind.MAXNREG));
    }

    @Test
    void keepsPathsWithQuotesAndBackslashes() {
        var module = new PtxModule(
                new PtxModule.Version(8, 3),
                new PtxModule.Target("sm_90"),
                64,
                List.of(new PtxModule.SourceFile(1, "C:\\new \"kernel\"\n\\101.cu")));
        assertEquals(module, PtxParser.parse(PtxPrinter.print(module)));
    }

    @Test
    void showsTheLineWithACaret() {
        PtxSyntaxException fault = bodyFault("\t.reg .b32 %r<4>;\n\tadd.s32 %r1, %r2, ;");
        assertEquals(7, fault.line());
        assertEquals(20, fault.column());
        assertEquals("expected an operand, found ';'", fault.fact());
        assertEquals(
                List.of(
                        "PTX 7:20: expected an operand, found ';'",
                        "     add.s32 %r1, %r2, ;",
                        "                       ^"),
                fault.getMessage().lines().toList());
    }

    @Test
    void namesAnUndeclaredRegister() {
        assertTrue(bodyFault("mov.u32 %r1, 0;").fact().contains("register %r1 is not declared"));
        assertTrue(bodyFault(".reg .b32 %r<4>; mov.u32 %r4, 0;").fact().contains("%r4"));
        assertTrue(bodyFault(".reg .b32 %r<4>; mov.u32 %r01, 0;").fact().contains("%r01"));
    }

    @Test
    void refusesANewerVersionByName() {
        PtxSyntaxException fault = fault(".version 9.3\n.target sm_90\n");
        assertTrue(fault.fact().startsWith("PTX version 9.3 is newer than 9.0"), fault.fact());
        assertEquals(
                new PtxModule.Version(9, 0),
                PtxParser.parse(".version 9.0\n.target sm_100\n").version());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|.version",
                "hello|.version",
                "#include <cuda_runtime.h>|expected .version, with which PTX starts, found '#'",
                ".version 8|version",
                ".version 8.3|.target",
                ".version 8.3 .target sm_90 .entry k(|.param",
                ".version 8.3 .target sm_90 .entry k() {|'}' is missing",
                ".version 8.3 .target sm_90 .entry k() { /* never|comment has no end",
                ".version 8.3 .target sm_90 .file 1 \"never|text has no end",
                ".version 8.3 .target sm_90 .global .u32 x[99999999999999999999];|64 bits",
                ".version 8.3 .target sm_90 .global .u32 x[999999999999999999];|no memory",
                ".version 8.3 .target sm_90 .global .f32 x = 0f12;|8 hexadecimal digits",
                ".version 8.3 .target sm_90 .global .align 3 .f32 x;|power of two",
                ".version 8.3 .target sm_90 .visible .extern .global .u32 x;|exclude",
                ".version 8.3 .target sm_90 .address_size 48|32 or 64",
                ".version 8.3 .target sm_90 .entry k() { .reg .v4 .f32 v; }|vector registers",
                ".version 8.3 .target sm_90 .entry k() { mov.u32 %0, 1; }|%0 is not declared",
                ".version 8.3 .target sm_90 .entry k() { ret }|expected ';' or an operand",
                ".version 8.3 .target sm_90 .entry k() { é; }|no meaning",
            })
    void faultsNameWhatWasExpected(String text, String part) {
        String message = fault(text).getMessage();
        assertTrue(message.contains(part), message);
    }

    @Test
    void readsInlineAssemblyWithItsOperands() {
        List<Operand> operands = List.of(
                new Register("%r7", PtxType.B32), new Operand.IntegerImmediate(3), new Register("%rd2", PtxType.B64));
        List<Statement> plain = PtxParser.parseAssembly(
                "mov.u32 %0, %%laneid;\n\tld.global.u32 %0, [%2+4]; shl.b32 %0, %0, %1;",
                i -> i < operands.size() ? operands.get(i) : null);
        assertEquals(3, plain.size());
        assertEquals("mov.u32 %r7, %laneid;", plain.get(0).toString());
        assertEquals("ld.global.u32 %r7, [%rd2+4];", plain.get(1).toString());
        assertEquals("shl.b32 %r7, %r7, 3;", plain.get(2).toString());
        assertEquals(PtxLine.NONE.number(), ((Instruction) plain.get(0)).line().number());
        PtxSyntaxException fault =
                assertThrows(PtxSyntaxException.class, () -> PtxParser.parseAssembly("mov.u32 %5, 1;", i -> null));
        assertEquals("the assembly statement has no operand %5", fault.fact());
    }

    @Test
    void inlineAssemblyThatDeclaresComesInAScope() {
        String text = ".reg .pred p; setp.ne.u32 p, %0, 0; @p bra L; L: ";
        List<Statement> loose = PtxParser.parseAssembly(text, _ -> new Register("%r1", PtxType.B32));
        List<Statement> braced = PtxParser.parseAssembly("{" + text + "}", _ -> new Register("%r1", PtxType.B32));
        assertEquals(braced, loose);
        assertEquals(1, loose.size());
        assertInstanceOf(Statement.Scope.class, loose.getFirst());
        Function twice = FunctionBuilder.entry("k")
                .addAll(loose)
                .addAll(loose)
                .emit(Operation.of("ret"))
                .build();
        FlatBody body = FlatBody.of(twice);
        assertEquals(2, body.labels().size());
        assertEquals(
                2,
                body.registers().stream().filter(r -> r.type() == PtxType.PRED).count());
        assertNull(body.location(0));
    }
}
