package io.xianka.ptx;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What an instruction does, by the longest dotted name that PTX documents as an instruction of its own:
 * {@code mbarrier.init} is an opcode, {@code mul.wide} is {@link #MUL} with a modifier.
 */
public enum Opcode {
    // integer and floating-point arithmetic; a type modifier says which
    ADD,
    SUB,
    MUL,
    MAD,
    MUL24,
    MAD24,
    SAD,
    DIV,
    REM,
    ABS,
    NEG,
    MIN,
    MAX,
    ADDC,
    SUBC,
    MADC,
    // bits and bytes
    POPC,
    CLZ,
    BFIND,
    FNS,
    BREV,
    BFE,
    BFI,
    BMSK,
    SZEXT,
    DP4A,
    DP2A,
    // floating point
    TESTP,
    COPYSIGN,
    FMA,
    RCP,
    SQRT,
    RSQRT,
    SIN,
    COS,
    LG2,
    EX2,
    TANH,
    // comparison and selection
    SET,
    SETP,
    SELP,
    SLCT,
    // logic and shifts
    AND,
    OR,
    XOR,
    NOT,
    CNOT,
    LOP3,
    SHF,
    SHL,
    SHR,
    // movement
    MOV,
    SHFL,
    PRMT,
    // memory
    LD,
    LDU,
    ST,
    ST_ASYNC("st.async"),
    ST_BULK("st.bulk"),
    PREFETCH,
    PREFETCHU,
    APPLYPRIORITY,
    DISCARD,
    CREATEPOLICY_FRACTIONAL("createpolicy.fractional"),
    CREATEPOLICY_RANGE("createpolicy.range"),
    CREATEPOLICY_CVT("createpolicy.cvt"),
    // addresses and conversion
    ISSPACEP,
    CVTA,
    CVT,
    CVT_PACK("cvt.pack"),
    MAPA,
    GETCTARANK,
    // asynchronous copies
    CP_ASYNC("cp.async"),
    CP_ASYNC_COMMIT_GROUP("cp.async.commit_group"),
    CP_ASYNC_WAIT_GROUP("cp.async.wait_group"),
    CP_ASYNC_WAIT_ALL("cp.async.wait_all"),
    CP_ASYNC_MBARRIER_ARRIVE("cp.async.mbarrier.arrive"),
    CP_ASYNC_BULK("cp.async.bulk"),
    CP_ASYNC_BULK_PREFETCH("cp.async.bulk.prefetch"),
    CP_ASYNC_BULK_COMMIT_GROUP("cp.async.bulk.commit_group"),
    CP_ASYNC_BULK_WAIT_GROUP("cp.async.bulk.wait_group"),
    CP_REDUCE_ASYNC_BULK("cp.reduce.async.bulk"),
    CP_ASYNC_BULK_TENSOR("cp.async.bulk.tensor"),
    CP_ASYNC_BULK_PREFETCH_TENSOR("cp.async.bulk.prefetch.tensor"),
    CP_REDUCE_ASYNC_BULK_TENSOR("cp.reduce.async.bulk.tensor"),
    // tensor maps
    TENSORMAP_REPLACE("tensormap.replace"),
    TENSORMAP_CP_FENCEPROXY("tensormap.cp_fenceproxy"),
    // multicast memory
    MULTIMEM_LD_REDUCE("multimem.ld_reduce"),
    MULTIMEM_ST("multimem.st"),
    MULTIMEM_RED("multimem.red"),
    // textures and surfaces
    TEX,
    TLD4,
    TXQ,
    ISTYPEP,
    SULD,
    SUST,
    SURED,
    SUQ,
    // control
    BRA,
    BRX_IDX("brx.idx"),
    CALL,
    RET,
    EXIT,
    // barriers
    BAR_SYNC("bar.sync"),
    BAR_ARRIVE("bar.arrive"),
    BAR_RED("bar.red"),
    BAR_WARP_SYNC("bar.warp.sync"),
    BAR_CTA_SYNC("bar.cta.sync"),
    BAR_CTA_ARRIVE("bar.cta.arrive"),
    BAR_CTA_RED("bar.cta.red"),
    BARRIER_SYNC("barrier.sync"),
    BARRIER_ARRIVE("barrier.arrive"),
    BARRIER_RED("barrier.red"),
    BARRIER_CTA_SYNC("barrier.cta.sync"),
    BARRIER_CTA_ARRIVE("barrier.cta.arrive"),
    BARRIER_CTA_RED("barrier.cta.red"),
    BARRIER_CLUSTER_ARRIVE("barrier.cluster.arrive"),
    BARRIER_CLUSTER_WAIT("barrier.cluster.wait"),
    // memory order, atomics and warps
    MEMBAR,
    MEMBAR_PROXY("membar.proxy"),
    FENCE,
    FENCE_PROXY("fence.proxy"),
    FENCE_MBARRIER_INIT("fence.mbarrier_init"),
    ATOM,
    RED,
    RED_ASYNC("red.async"),
    VOTE,
    MATCH,
    ACTIVEMASK,
    REDUX,
    GRIDDEPCONTROL_LAUNCH_DEPENDENTS("griddepcontrol.launch_dependents"),
    GRIDDEPCONTROL_WAIT("griddepcontrol.wait"),
    ELECT,
    // memory barriers (mbarrier)
    MBARRIER_INIT("mbarrier.init"),
    MBARRIER_INVAL("mbarrier.inval"),
    MBARRIER_EXPECT_TX("mbarrier.expect_tx"),
    MBARRIER_COMPLETE_TX("mbarrier.complete_tx"),
    MBARRIER_ARRIVE("mbarrier.arrive"),
    MBARRIER_ARRIVE_DROP("mbarrier.arrive_drop"),
    MBARRIER_TEST_WAIT("mbarrier.test_wait"),
    MBARRIER_TRY_WAIT("mbarrier.try_wait"),
    MBARRIER_PENDING_COUNT("mbarrier.pending_count"),
    CLUSTERLAUNCHCONTROL_TRY_CANCEL("clusterlaunchcontrol.try_cancel"),
    CLUSTERLAUNCHCONTROL_QUERY_CANCEL("clusterlaunchcontrol.query_cancel"),
    // matrices
    WMMA_LOAD("wmma.load"),
    WMMA_STORE("wmma.store"),
    WMMA_MMA("wmma.mma"),
    MMA,
    MMA_SP("mma.sp"),
    LDMATRIX,
    STMATRIX,
    MOVMATRIX,
    // warpgroup matrices
    WGMMA_MMA_ASYNC("wgmma.mma_async"),
    WGMMA_MMA_ASYNC_SP("wgmma.mma_async.sp"),
    WGMMA_FENCE("wgmma.fence"),
    WGMMA_COMMIT_GROUP("wgmma.commit_group"),
    WGMMA_WAIT_GROUP("wgmma.wait_group"),
    // fifth-generation tensor cores
    TCGEN05_ALLOC("tcgen05.alloc"),
    TCGEN05_DEALLOC("tcgen05.dealloc"),
    TCGEN05_RELINQUISH_ALLOC_PERMIT("tcgen05.relinquish_alloc_permit"),
    TCGEN05_LD("tcgen05.ld"),
    TCGEN05_ST("tcgen05.st"),
    TCGEN05_WAIT("tcgen05.wait"),
    TCGEN05_CP("tcgen05.cp"),
    TCGEN05_SHIFT("tcgen05.shift"),
    TCGEN05_MMA("tcgen05.mma"),
    TCGEN05_MMA_SP("tcgen05.mma.sp"),
    TCGEN05_MMA_WS("tcgen05.mma.ws"),
    TCGEN05_MMA_WS_SP("tcgen05.mma.ws.sp"),
    TCGEN05_COMMIT("tcgen05.commit"),
    TCGEN05_FENCE("tcgen05.fence"),
    // miscellany
    BRKPT,
    NANOSLEEP,
    PMEVENT,
    TRAP,
    SETMAXNREG,
    ALLOCA,
    STACKSAVE,
    STACKRESTORE,
    // video
    VADD,
    VSUB,
    VABSDIFF,
    VMIN,
    VMAX,
    VSHL,
    VSHR,
    VMAD,
    VSET,
    VADD2,
    VSUB2,
    VAVRG2,
    VABSDIFF2,
    VMIN2,
    VMAX2,
    VSET2,
    VADD4,
    VSUB4,
    VAVRG4,
    VABSDIFF4,
    VMIN4,
    VMAX4,
    VSET4,
    /** A name that is not above; {@link Operation#text()} has it. The verifier refuses it. */
    UNKNOWN("");

    /** The longest names have this many dotted parts. */
    static final int MOST_PARTS = 4;

    private static final Map<String, Opcode> BY_TEXT = HashMap.newHashMap(256);

    static {
        for (Opcode opcode : values()) {
            BY_TEXT.put(opcode.text, opcode);
        }
        BY_TEXT.remove("");
    }

    private final String text;

    Opcode() {
        this.text = name().toLowerCase(Locale.ROOT);
    }

    Opcode(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /** Null for a name that is no opcode. */
    static Opcode named(String text) {
        return BY_TEXT.get(text);
    }

    /** Control does not reach the next instruction if this one is executed by all. */
    public boolean endsBlock() {
        return this == BRA || this == BRX_IDX || this == RET || this == EXIT || this == TRAP;
    }
}
