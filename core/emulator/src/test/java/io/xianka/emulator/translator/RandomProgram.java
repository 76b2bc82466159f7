package io.xianka.emulator.translator;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes a random kernel {@code program(out, in, n)} whose result is defined: each thread works on values of its own,
 * exchanges them through shared memory only across barriers, by shuffles and votes only where all lanes come, and by atomics
 * whose order does not matter. It ends by storing all its registers.
 */
final class RandomProgram {
    static final int INTS = 8;
    static final int LONGS = 4;
    static final int FLOATS = 6;
    static final int DOUBLES = 3;
    static final int PREDICATES = 4;

    /** What a thread stores: its longs and doubles first, then ints and floats, each in 8 bytes. */
    static final int BYTES_PER_THREAD = 8 * (LONGS + DOUBLES + INTS + FLOATS);

    private static final int SHARED_WORDS = 1024;

    private static final String SHARED = ".shared .align 16 .b8 buffer[" + 4 * SHARED_WORDS + "];\n"
            + ".shared .align 8 .b64 gate;\n.shared .align 4 .b8 sums[16];\n";

    private final Random random;
    private final boolean hasExchanges;
    private final StringBuilder body = new StringBuilder();
    private final List<String> loopCounters = new ArrayList<>();
    private int labels;
    private int temporaries;
    private int loops;

    private final boolean hasWholeWarps;
    private final boolean standsAlone;
    private final RareStatements rare;
    private boolean mayEndEarly;

    /**
     * @param hasWholeWarps whether the block's size is a multiple of 32
     * @param standsAlone whether threads know nothing but their index in the grid, of which blocks are lines, and nothing
     *     of each other, so that several blocks may run as one warp
     */
    RandomProgram(long seed, boolean hasWholeWarps, boolean standsAlone) {
        this.standsAlone = standsAlone;
        this.random = new Random(seed);
        this.rare = new RareStatements(random);
        this.hasWholeWarps = hasWholeWarps;
        this.hasExchanges = random.nextInt(3) == 0;
    }

    String text() {
        prologue();
        int statements = 6 + random.nextInt(14);
        int end = random.nextInt(4 * statements);
        mayEndEarly = end < statements;
        for (int i = 0; i < statements; i++) {
            statement(2, !standsAlone);
            if (i == end) {
                line("@%s ret", p());
            }
        }
        epilogue();
        return """
                .version 8.3
                .target sm_90
                .address_size 64
                %s.visible .entry program(.param .u64 out, .param .u64 in, .param .u32 n)
                {
                .reg .b32 %%r<%d>;
                .reg .b64 %%rd<%d>;
                .reg .f32 %%f<%d>;
                .reg .f64 %%fd<%d>;
                .reg .pred %%p<%d>;
                .reg .b32 %%x<16>;
                .reg .b64 %%xd<16>;
                .reg .b32 %%t<%d>;
                .reg .pred %%q<%d>;
                .reg .b32 %%k<%d>;
                .reg .b16 %%h<4>;
                .reg .b128 %%w<2>;
                %s.local .align 8 .b8 slots[64];
                %s}
                """.formatted(
                        RareStatements.FUNCTIONS,
                        INTS,
                        LONGS,
                        FLOATS,
                        DOUBLES,
                        PREDICATES,
                        temporaries + 1,
                        temporaries + 1,
                        loops + 1,
                        standsAlone ? "" : SHARED,
                        body);
    }

    private void line(String format, Object... arguments) {
        body.append("  ").append(format.formatted(arguments)).append(";\n");
    }

    private void prologue() {
        line("ld.param.u64 %%xd0, [out]");
        line("ld.param.u64 %%xd1, [in]");
        line("ld.param.u32 %%x0, [n]");
        line("mov.u32 %%x1, %%tid.x");
        line("mov.u32 %%x2, %%ntid.x");
        line("mov.u32 %%x3, %%tid.y");
        line("mov.u32 %%x4, %%ntid.y");
        line("mov.u32 %%x5, %%tid.z");
        line("mad.lo.u32 %%x6, %%x5, %%x4, %%x3");
        line("mad.lo.u32 %%x6, %%x6, %%x2, %%x1");
        line("mov.u32 %%x7, %%ctaid.x");
        line("mov.u32 %%x8, %%ntid.z");
        line("mul.lo.u32 %%x9, %%x2, %%x4");
        line("mul.lo.u32 %%x9, %%x9, %%x8");
        line("mad.lo.u32 %%x10, %%x7, %s", standsAlone ? "%x2, %x1" : "%x9, %x6");
        // The input, 16 words a thread.
        line("mul.wide.u32 %%xd2, %%x10, 64");
        line("add.s64 %%xd3, %%xd1, %%xd2");
        for (int i = 0; i < INTS; i++) {
            switch (random.nextInt(5)) {
                case 0 -> line("mov.u32 %%r%d, %%x10", i);
                case 1 -> line("mov.u32 %%r%d, %s", i, own("%x7"));
                case 2 -> line("mov.u32 %%r%d, %d", i, random.nextInt(100));
                case 3 -> line("add.u32 %%r%d, %s, %d", i, own("%x1"), random.nextInt(9) - 4);
                default -> line("ld.global.u32 %%r%d, [%%xd3+%d]", i, 4 * random.nextInt(16));
            }
        }
        for (int i = 0; i < LONGS; i++) {
            switch (random.nextInt(4)) {
                case 0 -> line("mul.wide.s32 %%rd%d, %s, %d", i, own("%x1"), random.nextInt(20) - 4);
                case 1 -> line("cvt.u64.u32 %%rd%d, %%x10", i);
                case 2 -> line("mov.u64 %%rd%d, %d", i, random.nextLong());
                default -> line("ld.global.u64 %%rd%d, [%%xd3+%d]", i, 8 * random.nextInt(8));
            }
        }
        for (int i = 0; i < FLOATS; i++) {
            if (random.nextInt(3) == 0) {
                line("mov.f32 %%f%d, 0f%08X", i, Float.floatToRawIntBits(random.nextFloat() * 8 - 4));
            } else {
                line("ld.global.f32 %%f%d, [%%xd3+%d]", i, 4 * random.nextInt(16));
            }
        }
        for (int i = 0; i < DOUBLES; i++) {
            line("cvt.f64.f32 %%fd%d, %%f%d", i, i);
        }
        for (int i = 0; i < PREDICATES; i++) {
            line("setp.lt.s32 %%p%d, %%r%d, %d", i, random.nextInt(INTS), random.nextInt(40));
        }
    }

    private void epilogue() {
        if (!standsAlone) {
            // One of the words that all threads of the block worked on.
            line("bar.sync 0");
            line("mov.u32 %%t0, sums");
            line("ld.shared.u32 %%t0, [%%t0+%d]", 4 * random.nextInt(4));
            line("xor.b32 %%r0, %%r0, %%t0");
        }
        line("mul.wide.u32 %%xd4, %%x10, %d", BYTES_PER_THREAD);
        line("add.s64 %%xd5, %%xd0, %%xd4");
        int offset = 0;
        for (int i = 0; i < LONGS; i++, offset += 8) {
            line("st.global.u64 [%%xd5+%d], %%rd%d", offset, i);
        }
        for (int i = 0; i < DOUBLES; i++, offset += 8) {
            line("st.global.f64 [%%xd5+%d], %%fd%d", offset, i);
        }
        for (int i = 0; i < INTS; i++, offset += 8) {
            line("st.global.u32 [%%xd5+%d], %%r%d", offset, i);
        }
        for (int i = 0; i < FLOATS; i++, offset += 8) {
            line("st.global.f32 [%%xd5+%d], %%f%d", offset, i);
        }
        for (int i = 0; i < PREDICATES; i++) {
            line("selp.u32 %%t0, 1, 0, %%p%d", i);
            line("st.global.u8 [%%xd5+%d], %%t0", offset - 4 + i);
        }
        line("ret");
    }

    /** What tells a thread its place; the index in the grid where that is all it may know. */
    private String own(String register) {
        return standsAlone ? "%x10" : register;
    }

    private String r() {
        return "%r" + random.nextInt(INTS);
    }

    private String rd() {
        return "%rd" + random.nextInt(LONGS);
    }

    private String f() {
        return "%f" + random.nextInt(FLOATS);
    }

    private String fd() {
        return "%fd" + random.nextInt(DOUBLES);
    }

    private String p() {
        return "%p" + random.nextInt(PREDICATES);
    }

    private String ri() {
        if (!loopCounters.isEmpty() && random.nextInt(4) == 0) {
            return loopCounters.get(random.nextInt(loopCounters.size()));
        }
        return switch (random.nextInt(5)) {
            case 0 -> Integer.toString(random.nextInt(64) - 16);
            case 1 -> standsAlone ? one("%x0", "%x10") : "%x" + new int[] {0, 1, 6, 7, 10}[random.nextInt(5)];
            default -> r();
        };
    }

    private String one(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String guard() {
        return random.nextInt(6) == 0 ? one("@", "@!") + p() + " " : "";
    }

    /** @param together whether all threads of the block come here */
    private void statement(int depth, boolean together) {
        int kind = random.nextInt(25);
        if (kind < 6) {
            integer();
        } else if (kind < 8) {
            wide();
        } else if (kind < 11) {
            floating();
        } else if (kind == 11) {
            comparison();
        } else if (kind == 12) {
            conversion();
        } else if (kind < 15 && depth > 0) {
            branch(depth, together);
        } else if (kind == 15 && depth > 0) {
            loop(depth, together);
        } else if (kind == 16) {
            memory();
        } else if (kind == 17 && together) {
            shared();
        } else if (kind == 18 && together && hasExchanges) {
            exchange();
        } else if (kind == 19) {
            atomic();
        } else if (kind < 23 && !standsAlone) {
            rare.alone().forEach(this::plainLine);
        } else if (kind == 23 && together && hasExchanges) {
            rare.together(hasWholeWarps && !mayEndEarly).forEach(this::plainLine);
        } else if (kind == 24 && together) {
            copied();
        } else {
            integer();
        }
    }

    private void integer() {
        switch (random.nextInt(17)) {
            case 0 -> line("%smul.lo.s32 %s, %s, %s", guard(), r(), r(), ri());
            case 1 -> line("%smad.lo.s32 %s, %s, %s, %s", guard(), r(), r(), ri(), r());
            case 2 -> line("%sshl.b32 %s, %s, %s", guard(), r(), r(), ri());
            case 3 -> line("%sshr.%s %s, %s, %d", guard(), one("s32", "u32"), r(), r(), random.nextInt(40));
            case 4 -> line("%s%s.%s %s, %s, %s", guard(), one("div", "rem"), one("s32", "u32"), r(), r(), ri());
            case 5 -> line("%s%s.%s %s, %s, %s", guard(), one("min", "max"), one("s32", "u32"), r(), r(), ri());
            case 6 -> line("%s%s.b32 %s, %s, %s", guard(), one("and", "or", "xor"), r(), r(), ri());
            case 7 -> line("%sselp.b32 %s, %s, %s, %s", guard(), r(), r(), ri(), p());
            case 8 -> line("%s%s.b32 %s, %s", guard(), one("popc", "clz", "brev", "not", "cnot"), r(), r());
            case 9 ->
                line(
                        "%sbfe.%s %s, %s, %d, %d",
                        guard(), one("u32", "s32"), r(), r(), random.nextInt(34), random.nextInt(34));
            case 10 ->
                line("%sbfi.b32 %s, %s, %s, %d, %d", guard(), r(), r(), r(), random.nextInt(34), random.nextInt(34));
            case 11 -> line("%smul.hi.%s %s, %s, %s", guard(), one("u32", "s32"), r(), r(), ri());
            case 12 -> {
                line("add.cc.u32 %s, %s, %s", r(), r(), ri());
                line("addc.u32 %s, %s, %s", r(), r(), ri());
            }
            case 13 -> line("%slop3.b32 %s, %s, %s, %s, %d", guard(), r(), r(), r(), r(), random.nextInt(256));
            case 14 -> {
                String a = r();
                line(
                        "%sshf.%s.b32 %s, %s, %s, %s",
                        guard(), one("l.wrap", "r.wrap", "l.clamp", "r.clamp"), r(), a, one(a, r()), ri());
            }
            case 15 -> line("%sprmt.b32 %s, %s, %s, %d", guard(), r(), r(), r(), random.nextInt(0x10000));
            default -> line("%s%s.s32 %s, %s, %s", guard(), one("add", "sub"), r(), r(), ri());
        }
    }

    private void wide() {
        switch (random.nextInt(7)) {
            case 0 -> line("%smul.wide.%s %s, %s, %s", guard(), one("s32", "u32"), rd(), r(), ri());
            case 1 -> line("%smad.wide.%s %s, %s, %s, %s", guard(), one("s32", "u32"), rd(), r(), ri(), rd());
            case 2 -> line("%scvt.%s.%s %s, %s", guard(), one("s64", "u64"), one("s32", "u32"), rd(), r());
            case 3 -> line("%sshl.b64 %s, %s, %d", guard(), rd(), rd(), random.nextInt(20));
            case 4 -> line("%s%s.b64 %s, %s, %s", guard(), one("and", "or", "xor"), rd(), rd(), rd());
            case 5 -> line("%smul.lo.s64 %s, %s, %d", guard(), rd(), rd(), random.nextInt(9) - 2);
            default -> line("%s%s.s64 %s, %s, %s", guard(), one("add", "sub"), rd(), rd(), rd());
        }
    }

    private void floating() {
        switch (random.nextInt(9)) {
            case 0 -> line("%sfma.rn.f32 %s, %s, %s, %s", guard(), f(), f(), f(), f());
            case 1 -> line("%s%s.f32 %s, %s, %s", guard(), one("min", "max"), f(), f(), f());
            case 2 -> line("%sdiv.rn.f32 %s, %s, %s", guard(), f(), f(), f());
            case 3 -> line("%s%s.f32 %s, %s", guard(), one("neg", "abs", "sqrt.rn", "rcp.rn", "ex2.approx"), f(), f());
            case 4 -> line("%s%s.f64 %s, %s, %s", guard(), one("add", "sub", "mul"), fd(), fd(), fd());
            case 5 -> line("%sselp.f32 %s, %s, %s, %s", guard(), f(), f(), f(), p());
            case 6 -> line("%smov.f32 %s, %s", guard(), f(), f());
            case 7 ->
                line("%sadd.%s.f32 %s, %s, %s", guard(), one("rz", "rm", "rp", "rn.ftz", "rn.sat"), f(), f(), f());
            default -> line("%s%s.f32 %s, %s, %s", guard(), one("add", "sub", "mul"), f(), f(), f());
        }
    }

    private void comparison() {
        switch (random.nextInt(5)) {
            case 0 ->
                line(
                        "setp.%s.f32 %s, %s, %s",
                        one("lt", "le", "eq", "ne", "gtu", "neu", "num", "nan", "equ"), p(), f(), f());
            case 1 ->
                line("setp.%s.%s.s32 %s, %s, %s, %s", one("lt", "eq"), one("and", "or", "xor"), p(), r(), ri(), p());
            case 2 -> line("setp.%s.u64 %s, %s, %s", one("lt", "ge", "ne"), p(), rd(), rd());
            case 3 -> line("%s.pred %s, %s, %s", one("and", "or", "xor"), p(), p(), p());
            default ->
                line(
                        "setp.%s.%s %s, %s, %s",
                        one("lt", "le", "gt", "ge", "eq", "ne"), one("s32", "u32"), p(), r(), ri());
        }
    }

    private void conversion() {
        switch (random.nextInt(8)) {
            case 0 -> line("%scvt.rn.f32.%s %s, %s", guard(), one("s32", "u32"), f(), r());
            case 1 -> line("%scvt.rzi.%s.f32 %s, %s", guard(), one("s32", "u32"), r(), f());
            case 2 -> line("%smov.b32 %s, %s", guard(), r(), f());
            case 3 -> line("%smov.b32 %s, %s", guard(), f(), r());
            case 4 -> line("%scvt.u32.u64 %s, %s", guard(), r(), rd());
            case 5 -> line("%scvt.f64.f32 %s, %s", guard(), fd(), f());
            case 6 -> line("%scvt.s32.s8 %s, %s", guard(), r(), r());
            default -> {
                line("cvt.u16.u32 %%h0, %s", r());
                line("%s.%s %%h1, %%h0, %d", one("add", "mul.lo", "min"), one("u16", "s16"), random.nextInt(300));
                line("%scvt.%s %s, %%h1", guard(), one("u32.u16", "s32.s16"), r());
            }
        }
    }

    /** The value of a predicate may differ between lanes or not; either way lanes meet again behind. */
    private void branch(int depth, boolean together) {
        int label = labels++;
        boolean uniform = random.nextInt(3) == 0;
        String condition;
        if (uniform) {
            int t = ++temporaries;
            line(
                    "setp.%s.u32 %%q%d, %s, %d",
                    one("lt", "ge"), t, standsAlone ? "%x0" : one("%x7", "%x0"), random.nextInt(4));
            condition = "%q" + t;
        } else {
            condition = p();
        }
        boolean hasElse = random.nextBoolean();
        line("@%s bra $else%d", condition, label);
        block(depth, together && uniform);
        if (hasElse) {
            line("bra $end%d", label);
        }
        body.append("$else").append(label).append(":\n");
        if (hasElse) {
            block(depth, together && uniform);
            body.append("$end").append(label).append(":\n");
        }
    }

    private void block(int depth, boolean together) {
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            statement(depth - 1, together);
        }
    }

    private void loop(int depth, boolean together) {
        int label = labels++;
        int counter = ++loops;
        boolean uniform = random.nextBoolean();
        int limit = ++temporaries;
        if (uniform) {
            line("mov.u32 %%t%d, %d", limit, 1 + random.nextInt(4));
        } else {
            line("and.b32 %%t%d, %s, 3", limit, one(r(), own("%x1")));
        }
        line("mov.u32 %%k%d, 0", counter);
        body.append("$loop").append(label).append(":\n");
        loopCounters.add("%k" + counter);
        block(depth, together && uniform);
        loopCounters.removeLast();
        boolean leavesEarly = random.nextInt(3) == 0;
        if (leavesEarly && !uniform) {
            line("@%s bra $exit%d", p(), label);
        }
        int t = ++temporaries;
        line("add.u32 %%k%d, %%k%d, 1", counter, counter);
        line("setp.lt.u32 %%q%d, %%k%d, %%t%d", t, counter, limit);
        line("@%%q%d bra $loop%d", t, label);
        body.append("$exit").append(label).append(":\n");
        if (random.nextBoolean()) {
            line("add.u32 %s, %s, %%k%d", r(), r(), counter);
        }
    }

    /** Reads of the input, anywhere a thread may look; and the thread's own local memory. */
    private void memory() {
        int t = ++temporaries;
        switch (random.nextInt(4)) {
            case 0 -> {
                // Any of the words that all threads of a block have.
                line("and.b32 %%t%d, %s, 15", t, r());
                line("mul.wide.u32 %%xd6, %%t%d, 4", t);
                line("add.s64 %%xd7, %%xd1, %%xd6");
                line("%sld.global.%s %s, [%%xd7]", guard(), one("u32", "s8", "u16", "nc.u32"), r());
            }
            case 1 -> {
                line("and.b32 %%t%d, %s, 56", t, r());
                line("mov.u64 %%xd8, slots");
                line("cvt.u64.u32 %%xd9, %%t%d", t);
                line("add.s64 %%xd8, %%xd8, %%xd9");
                line("st.local.u64 [%%xd8], %s", rd());
                line("cvta.local.u64 %%xd10, %%xd8");
                line("%sld.u32 %s, [%%xd10+4]", guard(), r());
            }
            case 2 -> line("ld.global.v2.f32 {%%f0, %%f1}, [%%xd3+%d]", 8 * random.nextInt(8));
            default -> {
                line("mul.wide.u32 %%xd6, %s, 4", own("%x6"));
                line("add.s64 %%xd7, %%xd1, %%xd6");
                line("%sld.global.f32 %s, [%%xd7+%d]", guard(), f(), 4 * random.nextInt(4));
            }
        }
    }

    private void shared() {
        int t = ++temporaries;
        line("shl.b32 %%x11, %%x6, 2");
        line("mov.u32 %%x12, buffer");
        line("add.u32 %%x11, %%x12, %%x11");
        line("bar.sync 0");
        line("%sst.shared.u32 [%%x11], %s", guard(), r());
        line("bar.sync 0");
        line("xor.b32 %%t%d, %%x6, %d", t, 1 << random.nextInt(4));
        line("setp.lt.u32 %%q%d, %%t%d, %%x9", t, t);
        line("shl.b32 %%x13, %%t%d, 2", t);
        line("add.u32 %%x13, %%x12, %%x13");
        line("@%%q%d ld.shared.u32 %s, [%%x13]", t, r());
        if (random.nextInt(3) == 0) {
            line("barrier.cta.red.popc.u32 %s, 0, %s", r(), p());
        }
    }

    private void plainLine(String statement) {
        body.append("  ").append(statement);
        body.append(statement.equals("}") || statement.isEmpty() ? "\n" : ";\n");
    }

    /** Copies into shared memory, awaited by counting or by a barrier in memory. */
    private void copied() {
        int t = ++temporaries;
        line("shl.b32 %%x11, %%x6, 2");
        line("mov.u32 %%x12, buffer");
        line("add.u32 %%x11, %%x12, %%x11");
        boolean countsArrivals = !mayEndEarly && random.nextBoolean();
        line("setp.eq.u32 %%q%d, %%x6, 0", t);
        if (countsArrivals) {
            line("@%%q%d mbarrier.init.shared.b64 [gate], %%x9", t);
        }
        line("bar.sync 0");
        line("cp.async.ca.shared.global [%%x11], [%%xd3+%d], 4, %d", 4 * random.nextInt(16), random.nextInt(5));
        if (countsArrivals) {
            int label = labels++;
            line("cp.async.mbarrier.arrive.shared.b64 [gate]");
            line("mbarrier.arrive.shared.b64 %%xd13, [gate]");
            body.append("$wait").append(label).append(":\n");
            line("mbarrier.%s.shared.b64 %%q%d, [gate], %%xd13", one("test_wait", "try_wait"), t);
            line("@!%%q%d bra $wait%d", t, label);
        } else {
            line(one("cp.async.wait_all", "cp.async.commit_group;\n  cp.async.wait_group 0"));
        }
        line("bar.sync 0");
        line("ld.shared.u32 %s, [%%x11]", r());
        line("ld.shared.u32 %s, [buffer]", r());
        line("bar.sync 0");
    }

    private void exchange() {
        switch (random.nextInt(6)) {
            case 0 -> line("shfl.sync.%s.b32 %s|%s, %s, %s, 31, -1", one("bfly", "idx"), r(), p(), r(), ri());
            case 1 -> line("shfl.sync.down.b32 %s, %s, %d, 0x181f, -1", f(), f(), random.nextInt(8));
            case 2 -> line("shfl.sync.up.b32 %s, %s, %d, 0, -1", r(), r(), random.nextInt(32));
            case 3 -> line("vote.sync.ballot.b32 %s, %s, -1", r(), p());
            case 4 -> line("vote.sync.%s.pred %s, %s, -1", one("any", "all", "uni"), p(), p());
            default -> line("redux.sync.%s.%s %s, %s, -1", one("add", "min", "max"), one("s32", "u32"), r(), r());
        }
    }

    private void atomic() {
        int t = ++temporaries;
        if (!standsAlone && random.nextBoolean()) {
            line("mov.u32 %%t%d, sums", t);
            String operation = one("add.u32 [%%t%d]", "xor.b32 [%%t%d+4]", "max.s32 [%%t%d+8]", "min.s32 [%%t%d+12]");
            line("%sred.shared.%s, %s", guard(), operation.formatted(t), r());
        } else {
            // Words behind what the threads store; n says how many threads there are.
            line("mul.wide.u32 %%xd11, %%x0, %d", BYTES_PER_THREAD);
            line("add.s64 %%xd11, %%xd0, %%xd11");
            String operation = one("add.u32 [%xd11]", "max.s32 [%xd11+4]", "or.b32 [%xd11+8]", "min.u32 [%xd11+12]");
            line("%sred.global.%s, %s", guard(), operation, r());
        }
    }
}
