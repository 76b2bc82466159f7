package io.xianka.ptx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.ptx.Operand.Address;
import java.util.List;
import org.junit.jupiter.api.Test;

class FunctionBuilderTest {
    private static PtxModule module(Function function) {
        return new PtxModule(new PtxModule.Version(8, 3), new PtxModule.Target("sm_90"), 64, List.of(function));
    }

    @Test
    void makesAKernelThatReadsBackEqual() {
        FunctionBuilder twice = FunctionBuilder.entry("twice")
                .parameter(Param.scalar(PtxType.U64, "x"))
                .directive(Function.Bound.of(Function.BoundKind.MAXNTID, 128, 1, 1))
                .declare(Variable.array(StateSpace.SHARED, 16, PtxType.B8, "tile", 64))
                .at(1, 3, 5);
        Register pointer = twice.compute(Operation.of("ld.param.u64"), Address.of("x"));
        Register value = twice.compute(Operation.of("ld.global.f32"), Address.of(pointer, 4));
        Register isZero = twice.compute(Operation.of("setp.eq.f32"), value, Operand.FloatImmediate.of(0));
        String end = twice.newLabel();
        twice.branchIf(isZero, true, end).at(1, 4, 9);
        twice.emit(Operation.of("st.global.f32"), Address.of(pointer), value).label(end);
        twice.emit(Operation.of("ret"));
        assertTrue(twice.isClosed());
        Function function = twice.build();
        String text = PtxPrinter.print(module(function));
        assertEquals(module(function), PtxParser.parse(text));
        assertEquals("""
                .visible .entry twice(
                \t.param .u64 x
                )
                .maxntid 128, 1, 1
                {
                \t.shared .align 16 .b8 tile[64];
                \t.reg .pred %p<2>;
                \t.reg .b64 %rd<2>;
                \t.reg .f32 %f<2>;
                \t.loc 1 3 5
                \tld.param.u64 %rd1, [x];
                \tld.global.f32 %f1, [%rd1+4];
                \tsetp.eq.f32 %p1, %f1, 0f00000000;
                \t@%p1 bra $L_twice_1;
                \t.loc 1 4 9
                \tst.global.f32 [%rd1], %f1;
                $L_twice_1:
                \tret;
                }

                """, PtxPrinter.print(function));
    }

    @Test
    void wideProductsAndComparisonsGetTheirOwnTypes() {
        assertEquals(PtxType.B64, FunctionBuilder.resultType(Operation.of("mul.wide.s32")));
        assertEquals(PtxType.B32, FunctionBuilder.resultType(Operation.of("mad.wide.u16")));
        assertEquals(PtxType.PRED, FunctionBuilder.resultType(Operation.of("setp.lt.f64")));
        assertEquals(PtxType.F32, FunctionBuilder.resultType(Operation.of("cvt.rn.f32.s32")));
        assertEquals(PtxType.B32, FunctionBuilder.resultType(Operation.of("popc.b64")));
        assertEquals(PtxType.B32, FunctionBuilder.resultType(Operation.of("vote.sync.ballot.b32")));
    }
}
