package io.xianka.ptx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The verdicts on single instructions agree with ptxas of CUDA 13.0. */
class PtxVerifierTest {
    private static final String HEAD = """
            .version 8.3
            .target sm_90
            .address_size 64
            .visible .global .align 8 .u32 gv[4];
            .func (.param .b32 r) f(.param .b64 a, .param .b32 b);
            .visible .entry other();
            .visible .entry k(.param .u64 p)
            {
            .shared .u32 sv;
            .reg .pred %p<9>; .reg .b16 %rs<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .f64 %fd<9>;
            """;
    private static final int FIRST_LINE = 11;

    static List<GoldenPtx> golden() {
        return GoldenPtx.all();
    }

    private static List<PtxProblem> verify(String statements) {
        return PtxVerifier.verify(PtxParser.parse(HEAD + statements + "\nL: ret;\n}\n"));
    }

    @ParameterizedTest
    @MethodSource("golden")
    void findsNothingInWhatNvccWrites(GoldenPtx golden) {
        assertEquals(List.of(), PtxVerifier.verify(PtxParser.parse(golden.text())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "add.f32 %f1, %f2, 0f3F800000;",
                "add.f32 %f1, %f2, 1.5;",
                "add.f64 %fd1, %fd2, 0f3F800000;",
                "mov.b32 %r1, %f1;",
                "mov.b32 %r1, 0f3F800000;",
                "mov.u64 %rd1, gv+4;",
                "mov.b64 %rd1, {%r1, %f2};",
                "mov.b64 {%r1, _}, %rd1;",
                "mov.u64 %rd1, %clock64;",
                "mov.u16 %rs1, %tid.x;",
                "and.pred %p1, %p2, !%p3;",
                "setp.lt.and.s32 %p1|_, %r1, 5, !%p2;",
                "selp.b32 %f1, %r1, %f2, !%p1;",
                "ld.global.u8 %r1, [%rd1];",
                "ld.shared.u32 %r1, [%r1];",
                "ld.global.v4.u32 {%r1, _, %r2, %r3}, [%rd1];",
                "ld.global.nc.L1::no_allocate.L2::256B.v4.f32 {%f1,%f2,%f3,%f4}, [%rd1];",
                "ld.param.u64 %rd1, [p];",
                "ld.global.u32 %r1, [gv+4];",
                "st.global.v2.u32 [%rd1], {1, %r2};",
                "cvt.u8.u32 %r1, %r1;",
                "cvt.rn.bf16x2.f32 %r1, %f1, %f2;",
                "mad.wide.s32 %rd1, %r1, %r2, %rd3;",
                "shl.b64 %rd1, %rd2, %r3;",
                "atom.global.cas.b32 %r1, [%rd1], %r2, %r3;",
                "atom.global.add.u32 _, [%rd1], 1;",
                "shfl.sync.bfly.b32 %r1|%p1, %r2, 1, 31, -1;",
                "bar.red.and.pred %p1, 0, 64, !%p2;",
                "match.all.sync.b32 %r1|%p1, %r2, -1;",
                "lop3.b32 %r1, %r2, %r3, %r4, 0x96;",
                "slct.f32.s32 %f1, %f2, %f3, %r1;",
                "dp4a.s32.u32 %r1, %r2, %r3, %r4;",
                "@!%p1 bra.uni L;",
                "{ .reg .b32 t; .param .b64 a; .param .b32 b; .param .b32 r; call (r), f, (a, b); }",
            })
    void takesWhatPtxasTakes(String statement) {
        assertEquals(List.of(), verify(statement));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "frobnicate.u32 %r1; | there is no instruction frobnicate",
                "add.sideways.s32 %r1, %r2, %r3; | there is no modifier .sideways",
                "add.wide.s32 %r1, %r2, %r3; | add takes no modifier .wide",
                "and.f32 %f1, %f2, %f3; | and does not work on .f32",
                "add %r1, %r2, %r3; | add lacks a type",
                "ld.global.f32.f32 %f1, [%rd1]; | ld takes no further type",
                "mul.s32 %r1, %r2, %r3; | mul needs one of .lo, .hi and .wide",
                "fma.f32 %f1, %f2, %f3, %f4; | fma needs a rounding",
                "div.f32 %f1, %f2, %f3; | div needs a rounding",
                "cvt.u32.f32 %r1, %f1; | needs a rounding",
                "setp.ltu.s32 %p1, %r1, 5; | setp has no .ltu on .s32",
                "setp.lt.b32 %p1, %r1, 5; | setp has no .lt on .b32",
                "st.const.u32 [%rd1], %r1; | cannot write constant memory",
                "add.s32 %r1, %r2, %f1; | operand 3 is %f1 (.f32); add.s32 takes a register of .s32 or a constant",
                "add.s32 %r1, %r2, %tid.x; | operand 3 is %tid.x",
                "add.u32 %r1, %rd2, 1; | operand 2 is %rd2 (.b64)",
                "add.s32 5, %r2, %r3; | operand 1 is 5",
                "add.s32 _, %r2, %r3; | operand 1 is _",
                "add.f32 %f1, %f2, 1; | operand 3 is 1",
                "add.s32 %r1, %r2; | has 2 operands; it takes 3",
                "mov.u32 %r1, %f1; | operand 2 is %f1 (.f32)",
                "mov.u32 %r1, %clock64; | operand 2 is %clock64",
                "mov.u64 %rd1, {%r1, %r2}; | operand 2 is {%r1, %r2}",
                "mul.wide.s32 %r1, %r1, 4; | operand 1 is %r1 (.b32); mul.wide.s32 takes a register of .s64",
                "ld.global.f32 %fd1, [%rd1]; | operand 1 is %fd1",
                "ld.global.v2.f32 %f1, [%rd1]; | a vector of 2",
                "ld.global.u32 %r1, %rd1; | an address in brackets",
                "ld.global.u32 %r1, [%r1]; | an address in global memory has 64 bits",
                "ld.shared.u32 %r1, [%f1]; | an address has 32 or 64 bits",
                "ld.shared.u32 %r1, [gv]; | gv lies in .global, and ld.shared.u32 reaches .shared",
                "ld.param.u32 %r1, [q]; | q is not declared",
                "ld.global.u32 %r1, [f]; | f is a function, not memory",
                "atom.global.cas.b32 %r1, [%rd1], %r2; | has 3 operands; it takes 4",
                "shfl.sync.bfly.b32 %r1, %r2, 1, 31; | has 4 operands; it takes 5",
                "vote.sync.any.pred %p1, %p2; | has 2 operands; it takes 3",
                "@%r1 add.s32 %r1, %r2, %r3; | its guard is no predicate but .b32",
                "bra M; | there is no label M",
                "brx.idx %r1, L; | there is no .branchtargets L",
                "T: .branchtargets L, N; brx.idx %r1, T; | T lists label N",
                "call nothing; | nothing is not declared",
                "call other; | other is a kernel",
                "call f; | passes 0 results, the function has 1",
                "{ .param .b32 a; .param .b32 r; call (r), f, (a, a); } | argument 1, a, has 4 bytes; the function has 8",
                "call (p), %rd1, (p); | needs the name of a .callprototype",
                "L: | label L stands twice",
                ".reg .b32 %r3; | register %r3 is declared twice",
                ".shared .u32 sv; | variable sv is declared twice",
            })
    void refusesWithTheReason(String statement, String part) {
        List<PtxProblem> problems = verify(statement);
        assertEquals(1, problems.size(), problems.toString());
        String message = problems.getFirst().toString();
        assertTrue(message.contains(part), message);
    }

    @Test
    void namesTheLineAndTheInstruction() {
        assertEquals(
                "line " + FIRST_LINE + ", in k: st.global.u32 [%rd1], %f1; - operand 2 is %f1 (.f32);"
                        + " st.global.u32 takes a register of .u32 or wider or a constant there",
                verify("st.global.u32 [%rd1], %f1;").getFirst().toString());
    }

    @Test
    void findsRegistersThatABuilderNeverDeclared() {
        Function function = FunctionBuilder.entry("k")
                .emit(Operation.of("mov.b32"), new Register("%r1", PtxType.B32), new Operand.IntegerImmediate(1))
                .emit(Operation.of("ret"))
                .build();
        var module = new PtxModule(new PtxModule.Version(8, 3), new PtxModule.Target("sm_90"), 64, List.of(function));
        PtxInvalidException invalid = assertThrows(PtxInvalidException.class, () -> PtxVerifier.require(module));
        assertEquals(
                "this PTX cannot be executed\nin k: mov.b32 %r1, 1; - register %r1 is not declared",
                invalid.getMessage());
    }

    @Test
    void findsWhatIsWrongAtTheTop() {
        PtxModule module = PtxParser.parse("""
                .version 8.3
                .target sm_90
                .global .u32 x;
                .global .u32 x;
                .global .u64 y = generic(z);
                .func f() { ret; }
                .func f() { ret; }
                .func g(.param .u32 a);
                .func g(.param .u64 a) { ret; }
                """);
        assertEquals(
                List.of(
                        "line 4: variable x is declared twice",
                        "line 7: function f has two bodies",
                        "line 9: function g is declared with other parameters before",
                        "line 5: the initializer of y names z, which is not declared"),
                PtxVerifier.verify(module).stream().map(PtxProblem::toString).toList());
    }
}
