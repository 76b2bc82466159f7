package io.xianka.ptx;

import java.util.Locale;

/**
 * One dotted word after an opcode. What an executor branches on is its own small enum, so that a switch over it is
 * complete; words without such a family are {@link Keyword}s, and words this room does not know are kept as
 * {@link Unknown} (the verifier names them).
 *
 * <p>A word may mean two things: {@code lo} is a {@link Comparison} after setp and a {@link Keyword} after mul. The
 * opcode decides ({@link Operation}).
 */
public sealed interface Modifier
        permits PtxType,
                StateSpace,
                Modifier.Rounding,
                Modifier.Comparison,
                Modifier.Combiner,
                Modifier.ShuffleMode,
                Modifier.VoteMode,
                Modifier.CacheOperator,
                Modifier.MemoryOrder,
                Modifier.MemoryScope,
                Modifier.VectorWidth,
                Modifier.Geometry,
                Modifier.MatrixShape,
                Modifier.Keyword,
                Modifier.Unknown {

    /** As written, without the dot. */
    String text();

    /** How a result that does not fit is rounded; the {@code i} forms round to an integral value. */
    enum Rounding implements Modifier {
        RN,
        RZ,
        RM,
        RP,
        RNA,
        RS,
        RNI,
        RZI,
        RMI,
        RPI;

        private final String text = lower(name());

        @Override
        public String text() {
            return text;
        }
    }

    /** Of setp and set. The last eight are for floats and true when an operand is NaN, but for {@link #NUM}. */
    enum Comparison implements Modifier {
        EQ,
        NE,
        LT,
        LE,
        GT,
        GE,
        /** Unsigned below. */
        LO,
        /** Unsigned below or same. */
        LS,
        /** Unsigned above. */
        HI,
        /** Unsigned above or same. */
        HS,
        EQU,
        NEU,
        LTU,
        LEU,
        GTU,
        GEU,
        /** Neither operand is NaN. */
        NUM,
        /** Either operand is NaN. */
        NAN;

        private final String text = lower(name());

        @Override
        public String text() {
            return text;
        }
    }

    /** What atom, red, redux and barrier.red do to memory or across lanes, and set and setp with their predicate. */
    enum Combiner implements Modifier {
        ADD,
        MIN,
        MAX,
        AND,
        OR,
        XOR,
        INC,
        DEC,
        EXCH,
        CAS,
        POPC;

        private final String text = lower(name());

        @Override
        public String text() {
            return text;
        }
    }

    enum ShuffleMode implements Modifier {
        UP,
        DOWN,
        BFLY,
        IDX;

        private final String text = lower(name());

        @Override
        public String text() {
            return text;
        }
    }

    enum VoteMode implements Modifier {
        ALL,
        ANY,
        UNI,
        BALLOT;

        private final String text = lower(name());

        @Override
        public String text() {
            return text;
        }
    }

    enum CacheOperator implements Modifier {
        CA,
        CG,
        CS,
        LU,
        CV,
        WB,
        WT;

        private final String text = lower(name());

        @Override
        public String text() {
            return text;
        }
    }

    enum MemoryOrder implements Modifier {
        WEAK,
        VOLATILE,
        RELAXED,
        ACQUIRE,
        RELEASE,
        ACQ_REL,
        SC;

        private final String text = lower(name());

        @Override
        public String text() {
            return text;
        }
    }

    enum MemoryScope implements Modifier {
        CTA,
        CLUSTER,
        GPU,
        SYS,
        /** {@code membar}'s name for the device. */
        GL;

        private final String text = lower(name());

        @Override
        public String text() {
            return text;
        }
    }

    enum VectorWidth implements Modifier {
        V2(2),
        V4(4),
        V8(8);

        private final int count;
        private final String text = lower(name());

        VectorWidth(int count) {
            this.count = count;
        }

        public int count() {
            return count;
        }

        @Override
        public String text() {
            return text;
        }
    }

    /** The shape of a texture, surface or tensor. */
    enum Geometry implements Modifier {
        D1("1d"),
        D2("2d"),
        D3("3d"),
        D4("4d"),
        D5("5d"),
        A1D("a1d"),
        A2D("a2d"),
        CUBE("cube"),
        ACUBE("acube"),
        D2_MS("2dms"),
        A2D_MS("a2dms");

        private final String text;

        Geometry(String text) {
            this.text = text;
        }

        @Override
        public String text() {
            return text;
        }
    }

    /** The tile of a matrix instruction: {@code m16n8k16}; {@code k} is 0 where none is written, as in ldmatrix's m8n8. */
    record MatrixShape(int m, int n, int k) implements Modifier {
        @Override
        public String text() {
            return k == 0 ? "m" + m + "n" + n : "m" + m + "n" + n + "k" + k;
        }
    }

    /** A word without a family of its own. */
    enum Keyword implements Modifier {
        FTZ,
        SAT,
        SATFINITE,
        RELU,
        APPROX,
        FULL,
        /** Reads or writes the carry, in add.cc. */
        CC,
        WIDE,
        LO,
        HI,
        ABS,
        NAN("NaN"),
        XORSIGN,
        NOFTZ,
        TO,
        NC,
        MMIO,
        SYNC,
        ALIGNED,
        UNI,
        UNIFIED,
        ALL,
        ANY,
        // shf
        L,
        R,
        WRAP,
        CLAMP,
        // prmt
        F4E,
        B4E,
        RC8,
        ECL,
        ECR,
        RC16,
        SHIFTAMT,
        // testp
        FINITE,
        INFINITE,
        NUMBER,
        NOTANUMBER,
        NORMAL,
        SUBNORMAL,
        // cache hints
        L1_EVICT_NORMAL("L1::evict_normal"),
        L1_EVICT_UNCHANGED("L1::evict_unchanged"),
        L1_EVICT_FIRST("L1::evict_first"),
        L1_EVICT_LAST("L1::evict_last"),
        L1_NO_ALLOCATE("L1::no_allocate"),
        L2_EVICT_NORMAL("L2::evict_normal"),
        L2_EVICT_FIRST("L2::evict_first"),
        L2_EVICT_LAST("L2::evict_last"),
        L2_EVICT_UNCHANGED("L2::evict_unchanged"),
        L2_CACHE_HINT("L2::cache_hint"),
        L2_64B("L2::64B"),
        L2_128B("L2::128B"),
        L2_256B("L2::256B"),
        L1("L1"),
        L2("L2"),
        TENSORMAP,
        // fences
        ASYNC,
        ALIAS,
        TENSORMAP_GENERIC("tensormap::generic"),
        PROXY_ASYNC("proxy::async"),
        SYNC_RESTRICT_CTA("sync_restrict::shared::cta"),
        SYNC_RESTRICT_CLUSTER("sync_restrict::shared::cluster"),
        // asynchronous copies and barriers
        MBARRIER_COMPLETE_TX_BYTES("mbarrier::complete_tx::bytes"),
        MULTICAST_CLUSTER("multicast::cluster"),
        BULK_GROUP("bulk_group"),
        READ,
        CP_MASK("cp_mask"),
        TILE,
        TILE_GATHER4("tile::gather4"),
        TILE_SCATTER4("tile::scatter4"),
        IM2COL,
        EXPECT_TX("expect_tx"),
        NO_COMPLETE("noComplete"),
        NOINC,
        PARITY,
        // matrices
        A,
        B,
        C,
        D,
        ROW,
        COL,
        TRANS,
        X1,
        X2,
        X4,
        SP,
        SP_ORDERED_METADATA("sp::ordered_metadata"),
        // textures and surfaces
        P,
        G,
        BASE,
        LEVEL,
        GRAD,
        TRAP,
        ZERO,
        WIDTH,
        HEIGHT,
        DEPTH,
        CHANNEL_DATA_TYPE("channel_data_type"),
        CHANNEL_ORDER("channel_order"),
        NORMALIZED_COORDS("normalized_coords"),
        ARRAY_SIZE("array_size"),
        NUM_MIPMAP_LEVELS("num_mipmap_levels"),
        NUM_SAMPLES("num_samples"),
        MEMORY_LAYOUT("memory_layout"),
        MASK,
        // video
        SHR7,
        SHR15,
        PO,
        // register budget
        INC,
        DEC;

        private final String text;

        Keyword() {
            this.text = lower(name());
        }

        Keyword(String text) {
            this.text = text;
        }

        @Override
        public String text() {
            return text;
        }
    }

    /** A word of a newer or rarer instruction set: kept, printed, and refused by the verifier. */
    record Unknown(String text) implements Modifier {}

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
