package io.xianka.emulator.translator;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Statements of a {@link RandomProgram} beyond the usual: a choice of texts, in which {@code [a|b]} stands for one of both,
 * {@code R D F G P} for a register of 32 bits, 64 bits, single, double precision, or a predicate, {@code N} for a small number,
 * and digits behind such a letter for registers that must differ.
 */
final class RareStatements {
    /** Functions that statements call. */
    static final String FUNCTIONS = """
            .func (.param .b32 back) deep(.param .b32 n)
            {
            .reg .b32 %a<6>;
            .reg .pred %p;
            ld.param.b32 %a0, [n];
            mov.b32 %a3, 17;
            setp.eq.u32 %p, %a0, 0;
            @%p bra done;
            sub.u32 %a1, %a0, 1;
            {
            .param .b32 less;
            .param .b32 got;
            st.param.b32 [less], %a1;
            call.uni (got), deep, (less);
            ld.param.b32 %a2, [got];
            }
            mad.lo.u32 %a3, %a2, 31, %a0;
            done:
            st.param.b32 [back], %a3;
            ret;
            }
            .func (.param .align 16 .b8 back[16]) twist(.param .align 8 .b8 pair[16], .param .b32 by)
            {
            .reg .b64 %a<6>;
            .reg .b32 %n;
            .local .align 8 .b8 slots[16];
            ld.param.b64 %a0, [pair];
            ld.param.b64 %a1, [pair+8];
            ld.param.u8 %n, [by];
            mov.u64 %a4, slots;
            st.local.b64 [%a4], %a1;
            add.s64 %a2, %a0, %a1;
            shl.b64 %a2, %a2, %n;
            ld.local.b64 %a3, [slots];
            xor.b64 %a3, %a3, %a0;
            st.param.v2.b64 [back], {%a2, %a3};
            ret;
            }
            """;

    private static final List<String> ALONE = List.of(
            "[add|sub|mul].[f16x2|bf16x2] R, R, R",
            "[add|mul].[rn.ftz|rn.sat|rn.ftz.sat].f16x2 R, R, R",
            "fma.rn[.relu|].[f16x2|bf16x2] R, R, R, R",
            "[min|max][.NaN|][.xorsign.abs|].[f16x2|bf16x2] R, R, R",
            "[min|max][.ftz|][.NaN|][.xorsign.abs|].f32 F, F, F",
            "[neg|abs].[f16x2|bf16x2] R, R",
            "[ex2.approx|tanh.approx].f16x2 R, R",
            "set.[lt|eq|neu|nan|ge].[f16x2.f16x2|bf16x2.bf16x2] R, R, R",
            "set.[lt|eq|neu|nan|ge][.ftz|].[u32.f32 R|f32.f32 F], F, F",
            "set.[lt|ge].[u32.u64 R|f32.s64 F], D, D",
            "cvt.u16.u32 %h0, R; cvt.u16.u32 %h1, R; set.[lt|nan].f16.f16 %h3, %h0, %h1; cvt.u32.u16 R, %h3",
            "setp.[gt|le|ne].f16x2 P1|P2, R, R",
            "setp.[lt|equ].[and|or|xor].[f16x2|bf16x2] P1|P2, R, R, [!|]P",
            "setp.[lt|ge].[and|or].f64 P1|P2, G, G, P",
            "slct.[b32|s32].[f32 R, R, R, F|s32 R, R, R, R]",
            "slct.f32.f32 F, F, F, F",
            "slct.u64.f32 D, D, D, F",
            "prmt.b32[|.f4e|.b4e|.rc8|.ecl|.ecr|.rc16] R, R, R, [R|N|0x7531]",
            "dp4a.[u32|s32].[u32|s32] R, R, R, R",
            "dp2a.[lo|hi].[u32|s32].[u32|s32] R, R, R, R",
            "shf.[l|r].[wrap|clamp].b32 R, R, R, [R|N]",
            "sad.[s32|u32] R, R, R, R",
            "mul24.[lo|hi].[s32|u32] R, R, R",
            "mad24.[lo|hi].[s32|u32] R, R, R, R",
            "[bfind|bfind.shiftamt].[u32|s32] R, R",
            "[bfind|bfind.shiftamt].[u64|s64] R, D",
            "lop3.b32 R, R, R, R, [0xE8|0x96|0x1B|0x80]",
            "lop3.[or|and].b32 R|P1, R, R, R, 0x6A, P2",
            "cvt.pack.sat.[s8|u8|s4|u4].s32.b32 R, R, R, R",
            "cvt.pack.sat.[s16|u16].s32 R, R, R",
            "cvt.rn.satfinite[.relu|].[e4m3x2|e5m2x2].f32 %h2, F, F; cvt.rn.f16x2.[e4m3x2|e5m2x2] R, %h2",
            "cvt.[rn|rz][.relu|].[f16x2|bf16x2].f32 R, F, F",
            "cvt.[rna|rn|rz].tf32.f32 R, F",
            "cvt.[rzi|rni|rmi|rpi].[s64|u64].[f64 D, G|f32 D, F]",
            "cvt.[rn|rz|rm|rp].[f64|f32].[s64|u64] X, D",
            "cvt.[rni|rzi].f32.f32 F, F",
            "testp.[finite|infinite|number|normal|subnormal].f32 P, F",
            "copysign.[f32 F, F, F|f64 G, G, G]",
            "bfe.[s64|u64] D, D, R, [R|N]",
            "bfi.b64 D, D, D, N, N",
            "[popc|clz].b64 R, D",
            "brev.b64 D, D",
            "[div|rem|min|max].[s64|u64] D, D, D",
            "mul.hi.[s64|u64] D, D, D",
            "mad.hi.[s64|u64] D, D, D, D",
            "add.cc.u64 D1, D, D; addc.u64 D2, D, D",
            "sub.cc.u32 R1, R, R; subc.cc.u32 R2, R, R; subc.u32 R, R, R",
            "mad.lo.cc.u32 R1, R, R, R; madc.hi.u32 R2, R, R, R",
            "[bmsk.clamp.b32|bmsk.wrap.b32|szext.wrap.s32|szext.clamp.u32] R, R, R",
            "fns.b32 R, R, N, N",
            "[rcp.rn|sqrt.rn|rcp.rz|sqrt.rp].f64 G, G",
            "fma.[rn|rz|rm|rp].f64 G, G, G, G",
            "[sin|cos|lg2|tanh|rsqrt|sqrt|rcp].approx.f32 F, F",
            "[add|sub|mul].[rn|rz|rm|rp].[f32 F, F, F|f64 G, G, G]",
            "mov.b128 %w0, {D, D}; mov.b128 {D1, D2}, %w0",
            "ld.global.b128 %w1, [%xd3+[0|16|32]]; mov.b128 {D1, _}, %w1",
            "mov.b32 {%h0, %h1}, R; mov.b32 R, {%h1, %h0}",
            "mov.b64 {R1, R2}, D; mov.b64 D, {R2, R1}",
            "cvta.local.u64 D1, 8; isspacep.[local|shared|global] P, D1; mov.u64 D1, 5",
            "prefetch.global.L2 [%xd3]; fence.[sc|acq_rel].[cta|gpu]; nanosleep.u32 1",
            "createpolicy.fractional.L2::evict_first.b64 %xd12; ld.global.L2::cache_hint.u32 R, [%xd3+N4], %xd12",
            "mapa.u32 R, R, 0; getctarank.shared::cluster.u32 R, R",
            "and.b32 %x15, R, 7; { .param .b32 pn; .param .b32 pb; st.param.b32 [pn], %x15; call.uni (pb), deep, (pn);"
                    + " ld.param.b32 R, [pb]; }",
            "{ .param .align 8 .b8 pa[16]; .param .b32 pn; .param .align 16 .b8 po[16]; st.param.b64 [pa], D;"
                    + " st.param.b64 [pa+8], D; st.param.b32 [pn], R; call.uni (po), twist, (pa, pn);"
                    + " ld.param.v2.b64 {D1, D2}, [po]; }");

    private static final List<String> TOGETHER = List.of(
            "match.any.sync.b64 R, D, -1",
            "match.any.sync.b32 R, R, -1",
            "match.all.sync.b32 R1|P, R, -1",
            "match.all.sync.b64 R1|P, D, -1",
            "match.all.sync.b64 R1, D, -1",
            "elect.sync R|P, -1",
            "redux.sync.[and|or|xor].b32 R, R, -1");

    private static final List<String> WHOLE_WARPS = List.of(
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {F1, F2, F3, F4}, {R, R, R, R}, {R, R}, {F, F, F, F}",
            "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {R1, R2}, {R, R}, {R}, {R, R}",
            "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {F1, F2, F3, F4}, {R, R, R, R}, {R, R}, {F, F, F, F}",
            "mma.sync.aligned.m16n8k32.row.col[.satfinite|].s32.[s8|u8].[s8|u8].s32 {R1, R2, R3, R4}, {R, R, R, R}, {R, R},"
                    + " {R, R, R, R}",
            "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {G1, G2}, {G}, {G}, {G, G}",
            "movmatrix.sync.aligned.m8n8.trans.b16 R, R",
            "bar.sync 0; and.b32 %x14, %x6, 31; shl.b32 %x14, %x14, 4; mov.u32 %x15, buffer; add.u32 %x15, %x15, %x14;"
                    + " ldmatrix.sync.aligned.m8n8.x4[.trans|].shared.b16 {R1, R2, R3, R4}, [%x15]; bar.sync 0",
            "bar.sync 0; and.b32 %x14, %x6, 31; shl.b32 %x14, %x14, 3; mov.u32 %x15, buffer;"
                    + " wmma.load.a.sync.aligned.[row|col].m16n16k16.shared.s8 {R1, R2}, [%x15]; bar.sync 0");

    private static final int COUNT_R = RandomProgram.INTS;

    private final Random random;

    RareStatements(Random random) {
        this.random = random;
    }

    /** What a thread does on its own. */
    List<String> alone() {
        return write(ALONE);
    }

    /** What lanes do together, of warps that may be incomplete or not. */
    List<String> together(boolean hasWholeWarps) {
        return write(hasWholeWarps && random.nextBoolean() ? WHOLE_WARPS : TOGETHER);
    }

    private List<String> write(List<String> choices) {
        String text = choices.get(random.nextInt(choices.size()));
        StringBuilder chosen = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            int end = text.indexOf(']', i);
            // Brackets without a bar in them are addresses.
            if (text.charAt(i) == '['
                    && text.substring(i, end).indexOf('|') >= 0
                    && text.indexOf('[', i + 1) != i + 1
                    && text.substring(i + 1, end).indexOf('[') < 0) {
                String[] options = text.substring(i + 1, end).split("\\|", -1);
                chosen.append(options[random.nextInt(options.length)]);
                i = end;
            } else {
                chosen.append(text.charAt(i));
            }
        }
        return named(chosen.toString());
    }

    /** Gives letters their registers. */
    private List<String> named(String text) {
        int shift = random.nextInt(64);
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isLetter = "RDFGPNX".indexOf(c) >= 0
                    && i > 0
                    && !Character.isLetterOrDigit(text.charAt(i - 1))
                    && "._:%".indexOf(text.charAt(i - 1)) < 0;
            if (!isLetter) {
                out.append(c);
                continue;
            }
            boolean isNumbered = i + 1 < text.length() && Character.isDigit(text.charAt(i + 1));
            int number = isNumbered ? shift + text.charAt(i + 1) - '0' : random.nextInt(64);
            i += isNumbered ? 1 : 0;
            switch (c) {
                case 'R' -> out.append("%r").append(number % COUNT_R);
                case 'D' -> out.append("%rd").append(number % RandomProgram.LONGS);
                case 'F' -> out.append("%f").append(number % RandomProgram.FLOATS);
                case 'G' -> out.append("%fd").append(number % RandomProgram.DOUBLES);
                case 'P' -> out.append("%p").append(number % RandomProgram.PREDICATES);
                case 'N' -> out.append(isNumbered ? 4 * random.nextInt(16) : random.nextInt(40));
                case 'X' -> out.append(text.contains(".f64.") ? "%fd1" : "%f2");
                default -> throw new AssertionError(c);
            }
        }
        List<String> statements = new ArrayList<>();
        for (String statement : out.toString().split(";", -1)) {
            statements.add(statement.strip());
        }
        return statements;
    }
}
