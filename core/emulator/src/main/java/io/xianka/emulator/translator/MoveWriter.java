package io.xianka.emulator.translator;

import io.xianka.emulator.machine.AddressWindows;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Operand;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import io.xianka.ptx.SpecialRegister;
import io.xianka.ptx.StateSpace;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/** Writes moves: between registers, of special registers, and of addresses between spaces. */
final class MoveWriter extends OperandWriter {
    MoveWriter(CodeBuilder code, TranslationPlan plan, LaneScope block) {
        super(code, plan, block);
    }

    void writeMove(Instruction instruction) throws Untranslatable {
        PtxType type = instruction.operation().type();
        Operand target = instruction.operand(0);
        Operand source = instruction.operand(1);
        switch (source) {
            case SpecialRegister special -> {
                writeSpecial(special);
                boolean isArray = target instanceof Register register
                        && !plan.shapes().of(register).isScalar();
                if (isArray && plan.form().shapeOf(special) instanceof Shape.Affine32(int stride)) {
                    // What was pushed is lane 0's.
                    code.iload(block.laneLocal()).loadConstant(stride).imul().iadd();
                }
                pop(
                        target,
                        switch (special.type().bits()) {
                            case 64 -> PtxType.B64;
                            case 1 -> PtxType.PRED;
                            default -> PtxType.B32;
                        });
            }
            case Operand.Vector vector -> {
                packed(vector.elements(), type);
                pop(target, type.bits() == 64 ? PtxType.B64 : PtxType.B32);
            }
            default -> {
                if (target instanceof Operand.Vector vector) {
                    unpack(source, vector.elements(), type);
                } else {
                    push(source, type, plan.nans().leavesNans(plan.registers(), instruction));
                    pop(target, type);
                }
            }
        }
    }

    static PtxType part(PtxType whole, int count) throws Untranslatable {
        return switch (whole.bits() / count) {
            case 8 -> PtxType.B8;
            case 16 -> PtxType.B16;
            case 32 -> PtxType.B32;
            default -> throw new Untranslatable("mov of parts of ." + whole.text());
        };
    }

    private void packed(List<Operand> elements, PtxType whole) throws Untranslatable {
        PtxType part = part(whole, elements.size());
        boolean wide = whole.bits() == 64;
        for (int i = 0; i < elements.size(); i++) {
            push(elements.get(i), part);
            if (wide) {
                code.i2l().loadConstant(0xffff_ffffL).land();
            }
            if (i > 0) {
                code.loadConstant(i * part.bits());
                if (wide) {
                    code.lshl().lor();
                } else {
                    code.ishl().ior();
                }
            }
        }
    }

    private void unpack(Operand source, List<Operand> elements, PtxType whole) throws Untranslatable {
        PtxType part = part(whole, elements.size());
        boolean wide = whole.bits() == 64;
        // Into a local first: an element may be the source.
        int local = code.allocateLocal(wide ? TypeKind.LONG : TypeKind.INT);
        push(source, wide ? PtxType.B64 : PtxType.B32);
        code.storeLocal(wide ? TypeKind.LONG : TypeKind.INT, local);
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i) instanceof Operand.Sink) {
                continue;
            }
            if (wide) {
                code.lload(local).loadConstant(i * part.bits()).lushr().l2i();
            } else {
                code.iload(local).loadConstant(i * part.bits()).iushr();
            }
            pop(elements.get(i), part);
        }
    }

    private void writeSpecial(SpecialRegister special) throws Untranslatable {
        switch (special) {
            case TID_X, TID_Y, TID_Z -> {
                int axis = special.ordinal() - SpecialRegister.TID_X.ordinal();
                if (plan.form().isRow()) {
                    code.aload(LaneScope.WARP)
                            .getfield(Names.WARP, axis == 0 ? "tidX" : axis == 1 ? "tidY" : "tidZ", I);
                } else {
                    code.aload(LaneScope.WARP)
                            .loadConstant(axis)
                            .invokevirtual(Names.WARP, "tids", MethodTypeDesc.of(I.arrayType(), I))
                            .iload(block.laneLocal())
                            .iaload();
                }
            }
            case LANEID -> code.iconst_0();
            case LANEMASK_EQ, LANEMASK_LE, LANEMASK_LT, LANEMASK_GE, LANEMASK_GT -> {
                code.iload(block.laneLocal());
                String name = switch (special) {
                    case LANEMASK_EQ -> "maskEqual";
                    case LANEMASK_LE -> "maskLessOrEqual";
                    case LANEMASK_LT -> "maskLess";
                    case LANEMASK_GE -> "maskGreaterOrEqual";
                    default -> "maskGreater";
                };
                call(Names.EXCHANGES, name, I, I);
            }
            case CLOCK64, GLOBALTIMER -> call(Names.SYSTEM, "nanoTime", J);
            case CLOCK, GLOBALTIMER_LO -> {
                call(Names.SYSTEM, "nanoTime", J);
                code.l2i();
            }
            case CLOCK_HI, GLOBALTIMER_HI -> {
                call(Names.SYSTEM, "nanoTime", J);
                code.loadConstant(32).lushr().l2i();
            }
            case GRIDID, CURRENT_GRAPH_EXEC -> code.lconst_0();
            case TID_W, CTAID_W, CLUSTERID_W, CLUSTER_CTAID_X, CLUSTER_CTAID_Y, CLUSTER_CTAID_Z, CLUSTER_CTAID_W ->
                code.iconst_0();
            case CLUSTER_CTARANK, IS_EXPLICIT_CLUSTER, SMID -> code.iconst_0();
            // Every block is a cluster of its own.
            case CLUSTER_NCTAID_X, CLUSTER_NCTAID_Y, CLUSTER_NCTAID_Z, CLUSTER_NCTARANK -> code.iconst_1();
            case RESERVED_SMEM_OFFSET_BEGIN, RESERVED_SMEM_OFFSET_0 ->
                code.loadConstant(AddressWindows.RESERVED_SHARED_OFFSET);
            case RESERVED_SMEM_OFFSET_1 ->
                code.loadConstant(AddressWindows.RESERVED_SHARED_OFFSET + AddressWindows.RESERVED_SHARED_BYTES / 2);
            case RESERVED_SMEM_OFFSET_END, RESERVED_SMEM_OFFSET_CAP ->
                code.loadConstant(AddressWindows.RESERVED_SHARED_OFFSET + AddressWindows.RESERVED_SHARED_BYTES);
            case NTID_W, NCTAID_W, NCLUSTERID_W, CLUSTER_NCTAID_W, NSMID -> code.iconst_1();
            default -> {
                String name = specialName(special);
                if (name != null) {
                    code.aload(LaneScope.WARP).invokevirtual(Names.WARP, name, MethodTypeDesc.of(I));
                } else if (special.type().bits() == 64) {
                    code.lconst_0();
                } else {
                    // Counters and registers of the driver that nothing here counts or sets.
                    code.iconst_0();
                }
            }
        }
    }

    private static String specialName(SpecialRegister special) {
        return switch (special) {
            case NTID_X -> "sizeX";
            case NTID_Y -> "sizeY";
            case NTID_Z -> "sizeZ";
            case CTAID_X, CLUSTERID_X -> "blockX";
            case CTAID_Y, CLUSTERID_Y -> "blockY";
            case CTAID_Z, CLUSTERID_Z -> "blockZ";
            case NCTAID_X, NCLUSTERID_X -> "gridX";
            case NCTAID_Y, NCLUSTERID_Y -> "gridY";
            case NCTAID_Z, NCLUSTERID_Z -> "gridZ";
            case WARPID -> "warpId";
            case NWARPID -> "warps";
            case DYNAMIC_SMEM_SIZE -> "dynamicSharedBytes";
            case TOTAL_SMEM_SIZE, AGGR_SMEM_SIZE -> "sharedBytes";
            case ENVREG1 -> "gridWorkspaceHigh";
            case ENVREG2 -> "gridWorkspaceLow";
            default -> null;
        };
    }

    void writeAddressConversion(Instruction instruction) throws Untranslatable {
        StateSpace space = instruction.operation().space();
        boolean toSpace = instruction.operation().has(Keyword.TO);
        push(instruction.operand(1), PtxType.U64);
        if (space.isShared()) {
            code.loadConstant(toSpace ? -AddressWindows.SHARED : AddressWindows.SHARED)
                    .ladd();
        } else if (space.isParam()) {
            code.loadConstant(toSpace ? -AddressWindows.PARAMETERS : AddressWindows.PARAMETERS)
                    .ladd();
        } else if (space == StateSpace.LOCAL) {
            code.aload(LaneScope.WARP)
                    .iload(block.laneLocal())
                    .invokevirtual(Names.WARP, "localAddress", MethodTypeDesc.of(J, I));
            if (toSpace) {
                code.lsub();
            } else {
                code.ladd();
            }
        }
        pop(instruction.operand(0), PtxType.U64);
    }

    void writeSpaceTest(Instruction instruction) throws Untranslatable {
        push(instruction.operand(1), PtxType.U64);
        StateSpace space = instruction.operation().space();
        String name = space.isShared()
                ? "isShared"
                : space.isParam() ? "isParameter" : space == StateSpace.LOCAL ? "isLocal" : "isGlobal";
        call(Names.WINDOWS, name, Z, J);
        pop(instruction.operand(0), PtxType.PRED);
    }
}
