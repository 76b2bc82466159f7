package io.xianka.ptx;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What each opcode may be written with: a line of {@link #TABLE} has the opcodes; the types at each position (a
 * question mark: may be missing); the other modifiers; and the operands, in one or more forms. A star allows anything.
 *
 * <table>
 * <caption>Operands</caption>
 * <tr><td>d</td><td>result of the first type</td></tr>
 * <tr><td>w</td><td>result of the first type, or twice as wide with .wide</td></tr>
 * <tr><td>x</td><td>result in a register that may be wider than the first type</td></tr>
 * <tr><td>D</td><td>as x, or a vector of such registers</td></tr>
 * <tr><td>E</td><td>as d, or a pair of it and a predicate</td></tr>
 * <tr><td>I, P</td><td>a 32-bit result; a predicate result</td></tr>
 * <tr><td>Q</td><td>as P, or a pair of two</td></tr>
 * <tr><td>t, s</td><td>source of the first type; of the last type</td></tr>
 * <tr><td>W</td><td>source of the first type, or twice as wide with .wide</td></tr>
 * <tr><td>y</td><td>source of the last type, in a register that may be wider</td></tr>
 * <tr><td>Y</td><td>as y, or a vector</td></tr>
 * <tr><td>i, n, p</td><td>a 32-bit source; an integer constant; a predicate</td></tr>
 * <tr><td>g</td><td>what mov takes: as t, a special register or the address of a symbol</td></tr>
 * <tr><td>V, U</td><td>a vector of results, of sources, together as wide as the first type</td></tr>
 * <tr><td>m, M</td><td>a place in memory; the same or one with coordinates</td></tr>
 * <tr><td>l, o</td><td>a label; anything</td></tr>
 * </table>
 */
final class InstructionRules {
    private static final Map<String, String> GROUPS = Map.ofEntries(
            Map.entry("INT", "u16 u32 u64 s16 s32 s64"),
            Map.entry("INT32", "u32 s32"),
            Map.entry("BITS", "b16 b32 b64"),
            Map.entry("HALF", "f16 f16x2 bf16 bf16x2"),
            Map.entry("FLOAT", "f32 f64"),
            Map.entry("MEMORY", "b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f32 f64"),
            Map.entry(
                    "NARROW",
                    "u8 s8 b8 tf32 e4m3x2 e5m2x2 e2m3x2 e3m2x2 e2m1x2 ue8m0x2 e4m3x4 e5m2x4 e2m3x4 e3m2x4 e2m1x4"),
            Map.entry("ROUND", "rn rz rm rp"),
            Map.entry("COMPARE", "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan"),
            Map.entry("SPACES", "const global local param param::entry param::func shared shared::cta shared::cluster"),
            Map.entry("ORDER", "weak volatile relaxed acquire release acq_rel sc mmio"),
            Map.entry("SCOPE", "cta cluster gpu sys"),
            Map.entry("CACHE", "ca cg cs lu cv wb wt"),
            Map.entry(
                    "HINTS",
                    "L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate"
                            + " L2::evict_normal L2::evict_first L2::evict_last L2::cache_hint L2::64B L2::128B L2::256B"),
            Map.entry("ATOMIC", "add min max and or xor inc dec exch cas noftz"));

    private static final String TABLE = """
            add sub;       INT FLOAT HALF f32x2 u16x2 s16x2 ? f16 bf16; ROUND ftz sat cc; d s t
            addc subc;     INT; cc; d t t
            mul;           INT FLOAT HALF f32x2; ROUND ftz sat lo hi wide; w t t
            mad;           INT FLOAT; ROUND ftz sat lo hi wide cc; w t t W
            madc;          INT; lo hi cc; d t t t
            mul24;         INT32; lo hi; d t t
            mad24;         INT32; lo hi sat; d t t t
            sad;           INT; ; d t t t
            div;           INT FLOAT; ROUND approx full ftz; d t t
            rem;           INT; ; d t t
            abs neg;       s16 s32 s64 FLOAT HALF; ftz; d t
            min max;       INT FLOAT HALF u16x2 s16x2; ftz NaN xorsign abs relu; d t t t?
            popc clz;      b32 b64; ; I t
            bfind;         u32 u64 s32 s64; shiftamt; I t
            fns;           b32; ; d t i i
            brev;          b32 b64; ; d t
            bfe;           u32 u64 s32 s64; ; d t i i
            bfi;           b32 b64; ; d t t i i
            bmsk;          b32; clamp wrap; d t t
            szext;         INT32; clamp wrap; d t i
            dp4a;          INT32 , INT32; ; I i i i
            dp2a;          INT32 , INT32; lo hi; I i i i
            testp;         FLOAT; finite infinite number notanumber normal subnormal; P t
            copysign;      FLOAT; ; d t t
            fma;           FLOAT HALF f32x2 ? f16 bf16; ROUND ftz sat relu; d s s t
            rcp sqrt;      FLOAT; ROUND approx ftz; d t
            rsqrt;         FLOAT; approx ftz; d t
            sin cos lg2;   f32; approx ftz; d t
            ex2 tanh;      f32 HALF; approx ftz; d t
            set;           INT BITS FLOAT HALF , INT BITS FLOAT HALF; COMPARE and or xor ftz; d s s p?
            setp;          INT BITS FLOAT HALF; COMPARE and or xor ftz; Q t t p?
            selp;          INT BITS FLOAT HALF; ; d t t p
            slct;          INT BITS FLOAT , s32 f32; ftz; d t t s
            and or xor;    pred BITS; ; d t t
            not;           pred BITS; ; d t
            cnot;          BITS; ; d t
            lop3;          b32; and or; d t t t n | E t t t n p
            shf;           b32; l r clamp wrap; d t t i
            shl;           BITS; ; d t i
            shr;           BITS INT; ; d t i
            mov;           pred BITS b128 INT FLOAT HALF; ; d g | V t | d U
            shfl;          b32; sync up down bfly idx; E t i i i?
            prmt;          b32; f4e b4e rc8 ecl ecr rc16; d t t i
            ld;            MEMORY; SPACES ORDER SCOPE CACHE HINTS nc unified v2 v4 v8; D m o?
            ldu;           MEMORY; global v2 v4; D m
            st;            MEMORY; SPACES ORDER SCOPE CACHE HINTS v2 v4 v8; m Y o?
            prefetch;      -; global local const param tensormap L1 L2 L2::evict_last L2::evict_normal; m
            prefetchu;     -; L1; m
            isspacep;      -; SPACES; P o
            cvta;          u32 u64; SPACES to; d g
            cvt.pack;      u16 s16 u8 s8 u4 s4 , s32 ? b32; sat; I i i i?
            cvt;           INT FLOAT HALF NARROW , INT FLOAT HALF NARROW; ROUND rna rs rni rzi rmi rpi ftz sat satfinite relu scaled::n2::ue8m0; x y y? o?
            mapa;          u32 u64; shared::cluster; d g i
            getctarank;    u32 u64; shared::cluster; I g
            cp.async;      -; ca cg shared shared::cta global HINTS; m m n o? o?
            cp.async.mbarrier.arrive; b64; noinc SPACES; m
            mbarrier.init; b64; SPACES; m i
            mbarrier.inval; b64; SPACES; m
            mbarrier.expect_tx mbarrier.complete_tx; b64; SPACES ORDER SCOPE; m i
            mbarrier.arrive mbarrier.arrive_drop; b64; SPACES ORDER SCOPE expect_tx noComplete; o m i? | m i?
            mbarrier.test_wait mbarrier.try_wait; b64; SPACES ORDER SCOPE parity; P m o i?
            mbarrier.pending_count; b64; ; I t
            ldmatrix;      b16 b8; sync aligned m8n8 m8n16 m16n16 trans x1 x2 x4 SPACES; o m
            stmatrix;      b16 b8; sync aligned m8n8 m16n8 trans x1 x2 x4 SPACES; m o
            movmatrix;     b16; sync aligned m8n8 trans; I i
            istypep;       texref samplerref surfref; ; P t
            vadd vsub vabsdiff vmin vmax; INT32 , INT32 , INT32; sat add min max; I i i i?
            vshl vshr;     INT32 , INT32 , u32; sat clamp wrap add min max; I i i i?
            vmad;          INT32 , INT32 , INT32; sat shr7 shr15 po; I i i i
            vset;          INT32 , INT32; COMPARE add min max; I i i i?
            vadd2 vsub2 vavrg2 vabsdiff2 vmin2 vmax2; INT32 , INT32 , INT32; sat add; I i i i
            vadd4 vsub4 vavrg4 vabsdiff4 vmin4 vmax4; INT32 , INT32 , INT32; sat add; I i i i
            vset2 vset4;   INT32 , INT32; COMPARE add; I i i i
            cp.async.commit_group cp.async.wait_all; -; ;
            cp.async.wait_group; -; ; n
            bra;           -; uni; l
            brx.idx;       -; uni; i l
            call;          -; uni; o o o o?
            ret;           -; uni;
            exit trap brkpt; -; ;
            bar.sync bar.cta.sync barrier.sync barrier.cta.sync; -; aligned; i i?
            bar.arrive bar.cta.arrive barrier.arrive barrier.cta.arrive; -; aligned; i i
            bar.red bar.cta.red barrier.red barrier.cta.red; pred u32; and or popc aligned; d i p | d i i p
            bar.warp.sync; -; ; i
            barrier.cluster.arrive; -; release relaxed aligned;
            barrier.cluster.wait;   -; acquire aligned;
            membar;        -; cta gl sys;
            fence;         -; sc acq_rel acquire release SCOPE sync_restrict::shared::cta sync_restrict::shared::cluster;
            atom;          BITS b128 INT FLOAT HALF; ATOMIC ORDER SCOPE SPACES HINTS v2 v4 v8; D m Y o? | D m t t o?
            red;           BITS INT FLOAT HALF; ATOMIC ORDER SCOPE SPACES HINTS v2 v4 v8; m Y o?
            vote;          pred b32; sync all any uni ballot; d p i?
            match;         b32 b64; sync any all; o t i
            activemask;    b32; ; d
            redux;         INT32 b32 f32; sync add min max and or xor abs NaN; d t i
            elect;         -; sync; o i
            griddepcontrol.wait griddepcontrol.launch_dependents; -; ;
            nanosleep;     u32; ; t
            pmevent;       -; mask; n
            setmaxnreg;    u32; inc dec sync aligned; n
            stacksave;     u32 u64; ; d
            stackrestore;  u32 u64; ; t
            alloca;        u32 u64; ; d t n?
            """;

    /** One way to write an opcode's operands; those from {@code required} on may be missing. */
    record Form(String operands, int required) {
        boolean takes(int count) {
            return count >= required && count <= operands.length();
        }
    }

    /**
     * A line of the table.
     *
     * @param types by position
     * @param modifiers null where anything goes
     */
    record Rule(List<Set<PtxType>> types, int requiredTypes, Set<String> modifiers, List<Form> forms) {
        /** What is wrong with the modifiers; null if nothing is. */
        String fault(Operation operation) {
            int position = 0;
            for (Modifier modifier : operation.modifiers()) {
                if (modifier instanceof PtxType type) {
                    if (position >= types.size()) {
                        return "takes " + (types.isEmpty() ? "no type" : "no further type") + ", and ." + type.text()
                                + " stands there";
                    }
                    if (!types.get(position).contains(type)) {
                        return "does not work on ." + type.text();
                    }
                    position++;
                } else if (!modifiers.contains(modifier.text())) {
                    return "takes no modifier ." + modifier.text();
                }
            }
            return position < requiredTypes ? "lacks a type" : null;
        }
    }

    private static final Map<Opcode, Rule> RULES = new EnumMap<>(Opcode.class);

    static {
        Map<String, PtxType> types = new HashMap<>();
        for (PtxType type : PtxType.values()) {
            types.put(type.text(), type);
        }
        for (String line : TABLE.split("\n", -1)) {
            if (!line.isEmpty()) {
                addLine(line, types);
            }
        }
    }

    private InstructionRules() {}

    /** Null for an opcode whose modifiers and operands are not checked. */
    static Rule of(Opcode opcode) {
        return RULES.get(opcode);
    }

    private static void addLine(String line, Map<String, PtxType> typesByName) {
        String[] columns = line.split(";", -1);
        List<Set<PtxType>> types = new ArrayList<>();
        int required = 0;
        boolean isOptional = false;
        Set<PtxType> position = EnumSet.noneOf(PtxType.class);
        for (String word : words(columns[1])) {
            if (word.equals(",") || word.equals("?")) {
                types.add(position);
                required += isOptional ? 0 : 1;
                position = EnumSet.noneOf(PtxType.class);
                isOptional = word.equals("?");
            } else if (!word.equals("-")) {
                position.add(typesByName.get(word));
            }
        }
        if (!position.isEmpty()) {
            types.add(position);
            required += isOptional ? 0 : 1;
        }
        List<Form> forms = new ArrayList<>();
        for (String form : columns[3].split("\\|", -1)) {
            String marked = form.replace(" ", "");
            String all = marked.replace("?", "");
            int firstOptional = marked.indexOf('?');
            forms.add(new Form(all, firstOptional < 0 ? all.length() : firstOptional - 1));
        }
        Rule rule = new Rule(List.copyOf(types), required, Set.copyOf(words(columns[2])), List.copyOf(forms));
        for (String opcode : words(columns[0])) {
            RULES.put(Opcode.named(opcode), rule);
        }
    }

    private static List<String> words(String column) {
        List<String> words = new ArrayList<>();
        for (String word : column.split(" ", -1)) {
            String group = GROUPS.get(word);
            if (group != null) {
                words.addAll(List.of(group.split(" ", -1)));
            } else if (!word.isEmpty()) {
                words.add(word);
            }
        }
        return words;
    }
}
