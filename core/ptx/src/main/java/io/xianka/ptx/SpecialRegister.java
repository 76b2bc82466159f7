package io.xianka.ptx;

import java.util.HashMap;
import java.util.Map;

/** A register that the machine fills: where a thread is, and what it can read of its surroundings. */
public enum SpecialRegister implements Operand {
    TID_X("%tid.x", PtxType.U32),
    TID_Y("%tid.y", PtxType.U32),
    TID_Z("%tid.z", PtxType.U32),
    TID_W("%tid.w", PtxType.U32),
    NTID_X("%ntid.x", PtxType.U32),
    NTID_Y("%ntid.y", PtxType.U32),
    NTID_Z("%ntid.z", PtxType.U32),
    NTID_W("%ntid.w", PtxType.U32),
    CTAID_X("%ctaid.x", PtxType.U32),
    CTAID_Y("%ctaid.y", PtxType.U32),
    CTAID_Z("%ctaid.z", PtxType.U32),
    CTAID_W("%ctaid.w", PtxType.U32),
    NCTAID_X("%nctaid.x", PtxType.U32),
    NCTAID_Y("%nctaid.y", PtxType.U32),
    NCTAID_Z("%nctaid.z", PtxType.U32),
    NCTAID_W("%nctaid.w", PtxType.U32),
    LANEID("%laneid", PtxType.U32),
    WARPID("%warpid", PtxType.U32),
    NWARPID("%nwarpid", PtxType.U32),
    SMID("%smid", PtxType.U32),
    NSMID("%nsmid", PtxType.U32),
    GRIDID("%gridid", PtxType.U64),
    LANEMASK_EQ("%lanemask_eq", PtxType.U32),
    LANEMASK_LE("%lanemask_le", PtxType.U32),
    LANEMASK_LT("%lanemask_lt", PtxType.U32),
    LANEMASK_GE("%lanemask_ge", PtxType.U32),
    LANEMASK_GT("%lanemask_gt", PtxType.U32),
    CLUSTERID_X("%clusterid.x", PtxType.U32),
    CLUSTERID_Y("%clusterid.y", PtxType.U32),
    CLUSTERID_Z("%clusterid.z", PtxType.U32),
    CLUSTERID_W("%clusterid.w", PtxType.U32),
    NCLUSTERID_X("%nclusterid.x", PtxType.U32),
    NCLUSTERID_Y("%nclusterid.y", PtxType.U32),
    NCLUSTERID_Z("%nclusterid.z", PtxType.U32),
    NCLUSTERID_W("%nclusterid.w", PtxType.U32),
    CLUSTER_CTAID_X("%cluster_ctaid.x", PtxType.U32),
    CLUSTER_CTAID_Y("%cluster_ctaid.y", PtxType.U32),
    CLUSTER_CTAID_Z("%cluster_ctaid.z", PtxType.U32),
    CLUSTER_CTAID_W("%cluster_ctaid.w", PtxType.U32),
    CLUSTER_NCTAID_X("%cluster_nctaid.x", PtxType.U32),
    CLUSTER_NCTAID_Y("%cluster_nctaid.y", PtxType.U32),
    CLUSTER_NCTAID_Z("%cluster_nctaid.z", PtxType.U32),
    CLUSTER_NCTAID_W("%cluster_nctaid.w", PtxType.U32),
    CLUSTER_CTARANK("%cluster_ctarank", PtxType.U32),
    CLUSTER_NCTARANK("%cluster_nctarank", PtxType.U32),
    IS_EXPLICIT_CLUSTER("%is_explicit_cluster", PtxType.PRED),
    CLOCK("%clock", PtxType.U32),
    CLOCK_HI("%clock_hi", PtxType.U32),
    CLOCK64("%clock64", PtxType.U64),
    GLOBALTIMER("%globaltimer", PtxType.U64),
    GLOBALTIMER_LO("%globaltimer_lo", PtxType.U32),
    GLOBALTIMER_HI("%globaltimer_hi", PtxType.U32),
    TOTAL_SMEM_SIZE("%total_smem_size", PtxType.U32),
    AGGR_SMEM_SIZE("%aggr_smem_size", PtxType.U32),
    DYNAMIC_SMEM_SIZE("%dynamic_smem_size", PtxType.U32),
    RESERVED_SMEM_OFFSET_BEGIN("%reserved_smem_offset_begin", PtxType.U32),
    RESERVED_SMEM_OFFSET_END("%reserved_smem_offset_end", PtxType.U32),
    RESERVED_SMEM_OFFSET_CAP("%reserved_smem_offset_cap", PtxType.U32),
    RESERVED_SMEM_OFFSET_0("%reserved_smem_offset_0", PtxType.U32),
    RESERVED_SMEM_OFFSET_1("%reserved_smem_offset_1", PtxType.U32),
    CURRENT_GRAPH_EXEC("%current_graph_exec", PtxType.U64),
    PM0("%pm0", PtxType.U32),
    PM1("%pm1", PtxType.U32),
    PM2("%pm2", PtxType.U32),
    PM3("%pm3", PtxType.U32),
    PM4("%pm4", PtxType.U32),
    PM5("%pm5", PtxType.U32),
    PM6("%pm6", PtxType.U32),
    PM7("%pm7", PtxType.U32),
    PM0_64("%pm0_64", PtxType.U64),
    PM1_64("%pm1_64", PtxType.U64),
    PM2_64("%pm2_64", PtxType.U64),
    PM3_64("%pm3_64", PtxType.U64),
    PM4_64("%pm4_64", PtxType.U64),
    PM5_64("%pm5_64", PtxType.U64),
    PM6_64("%pm6_64", PtxType.U64),
    PM7_64("%pm7_64", PtxType.U64),
    ENVREG0("%envreg0", PtxType.U32),
    ENVREG1("%envreg1", PtxType.U32),
    ENVREG2("%envreg2", PtxType.U32),
    ENVREG3("%envreg3", PtxType.U32),
    ENVREG4("%envreg4", PtxType.U32),
    ENVREG5("%envreg5", PtxType.U32),
    ENVREG6("%envreg6", PtxType.U32),
    ENVREG7("%envreg7", PtxType.U32),
    ENVREG8("%envreg8", PtxType.U32),
    ENVREG9("%envreg9", PtxType.U32),
    ENVREG10("%envreg10", PtxType.U32),
    ENVREG11("%envreg11", PtxType.U32),
    ENVREG12("%envreg12", PtxType.U32),
    ENVREG13("%envreg13", PtxType.U32),
    ENVREG14("%envreg14", PtxType.U32),
    ENVREG15("%envreg15", PtxType.U32),
    ENVREG16("%envreg16", PtxType.U32),
    ENVREG17("%envreg17", PtxType.U32),
    ENVREG18("%envreg18", PtxType.U32),
    ENVREG19("%envreg19", PtxType.U32),
    ENVREG20("%envreg20", PtxType.U32),
    ENVREG21("%envreg21", PtxType.U32),
    ENVREG22("%envreg22", PtxType.U32),
    ENVREG23("%envreg23", PtxType.U32),
    ENVREG24("%envreg24", PtxType.U32),
    ENVREG25("%envreg25", PtxType.U32),
    ENVREG26("%envreg26", PtxType.U32),
    ENVREG27("%envreg27", PtxType.U32),
    ENVREG28("%envreg28", PtxType.U32),
    ENVREG29("%envreg29", PtxType.U32),
    ENVREG30("%envreg30", PtxType.U32),
    ENVREG31("%envreg31", PtxType.U32);

    private static final Map<String, SpecialRegister> BY_TEXT = HashMap.newHashMap(128);

    static {
        for (SpecialRegister register : values()) {
            BY_TEXT.put(register.text, register);
        }
    }

    private final String text;
    private final PtxType type;

    SpecialRegister(String text, PtxType type) {
        this.text = text;
        this.type = type;
    }

    /** As written: {@code %tid.x}. */
    public String text() {
        return text;
    }

    public PtxType type() {
        return type;
    }

    /** Null for a name that is not a special register. */
    static SpecialRegister named(String text) {
        return BY_TEXT.get(text);
    }

    @Override
    public String toString() {
        return text;
    }
}
