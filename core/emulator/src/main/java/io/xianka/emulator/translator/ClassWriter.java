package io.xianka.emulator.translator;

import io.xianka.emulator.translator.BasicBlock.Terminator;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/** Writes the class of a kernel: a {@link BlockRunner} whose two methods select the method of a basic block. */
final class ClassWriter {
    private static final ClassDesc I = ConstantDescs.CD_int;
    static final MethodTypeDesc RANGE = MethodTypeDesc.of(I, Names.WARP, I, I);
    static final MethodTypeDesc LISTED = MethodTypeDesc.of(I, Names.WARP, I.arrayType(), I);

    /** Blocks a method selects among: more go to further methods, which keeps each small enough to be compiled. */
    private static final int CASES = 256;

    /** Blocks that a method with the jumps between them holds. */
    private static final int MOST_TOGETHER = 120;

    private final TranslationPlan plan;
    private final ClassDesc self;
    private Untranslatable failure;

    ClassWriter(TranslationPlan plan) {
        this.plan = plan;
        this.self = ClassDesc.of(KernelTranslator.class.getPackageName() + ".Kernel");
    }

    byte[] write() throws Untranslatable {
        byte[] bytes;
        try {
            bytes = ClassFile.of().build(self, this::writeClass);
        } catch (Stopped _) {
            throw failure;
        } catch (IllegalArgumentException limit) {
            // A limit of class files: bytes of a method, entries of the constant pool.
            throw new Untranslatable("a kernel too large for a class: " + limit.getMessage());
        }
        return bytes;
    }

    /** Carries {@link #failure} through the class-file library. */
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1;

        Stopped() {
            super(null, null, false, false);
        }
    }

    /** The class of a region, a {@link RegionRunner}. */
    byte[] writeRegion(SerialRegion region) {
        return ClassFile.of().build(self, builder -> {
            writeStart(builder, Names.REGION_RUNNER);
            writeRegionMethod(builder, "run", "range", RANGE, region);
            writeRegionMethod(builder, "runListed", "listed", LISTED, region);
        });
    }

    private void writeRegionMethod(
            ClassBuilder builder, String name, String ownName, MethodTypeDesc type, SerialRegion region) {
        builder.withMethodBody(name, type, 0, code -> {
            code.aload(1);
            pushRest(code, type, 2);
            code.invokestatic(self, ownName, type).ireturn();
        });
        builder.withMethodBody(ownName, type, ClassFile.ACC_STATIC | ClassFile.ACC_PRIVATE, code -> {
            try {
                new RegionWriter(code, plan, region, plan.shapes().liveness(), type == LISTED).write();
            } catch (Untranslatable impossible) {
                throw new IllegalStateException("a region of blocks that were translated", impossible);
            }
        });
    }

    private static void writeStart(ClassBuilder builder, ClassDesc superclass) {
        builder.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER);
        builder.withSuperclass(superclass);
        builder.withMethodBody(
                ConstantDescs.INIT_NAME,
                ConstantDescs.MTD_void,
                0,
                code -> code.aload(0)
                        .invokespecial(superclass, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                        .return_());
    }

    private void writeClass(ClassBuilder builder) {
        writeStart(builder, Names.RUNNER);
        writeSelection(builder, "run", "range", RANGE);
        writeSelection(builder, "runListed", "listed", LISTED);
        if (plan.flow().size() <= MOST_TOGETHER) {
            builder.withMethodBody("runTogether", RANGE.insertParameterTypes(0, I), 0, this::writeTogether);
        }
        for (BasicBlock block : plan.flow().blocks()) {
            for (BlockWriter.Way way : BlockWriter.Way.values()) {
                if (way != way.fallback() || BlockWriter.needsFallback(plan, block, way)) {
                    writeBlock(builder, block, way);
                }
            }
        }
    }

    private void writeBlock(ClassBuilder builder, BasicBlock block, BlockWriter.Way way) {
        builder.withMethodBody(
                way.methodName(block.index()),
                way.isListed() ? LISTED : RANGE,
                ClassFile.ACC_STATIC | ClassFile.ACC_PRIVATE,
                code -> {
                    try {
                        new BlockWriter(code, plan, block, way, self).write();
                    } catch (Untranslatable untranslatable) {
                        failure = untranslatable;
                        throw new Stopped();
                    }
                });
    }

    private void writeSelection(ClassBuilder builder, String name, String prefix, MethodTypeDesc blockType) {
        int count = plan.flow().size();
        MethodTypeDesc type = blockType.insertParameterTypes(0, I);
        if (count <= CASES) {
            builder.withMethodBody(name, type, 0, code -> writeCases(code, prefix, blockType, 0, count, 1));
            return;
        }
        for (int from = 0; from < count; from += CASES) {
            int first = from;
            builder.withMethodBody(
                    name + from,
                    type,
                    ClassFile.ACC_STATIC | ClassFile.ACC_PRIVATE,
                    code -> writeCases(code, prefix, blockType, first, Math.min(first + CASES, count), 0));
        }
        builder.withMethodBody(name, type, 0, code -> {
            List<SwitchCase> cases = new ArrayList<>();
            Label none = code.newLabel();
            for (int i = 0; i * CASES < count; i++) {
                cases.add(SwitchCase.of(i, code.newLabel()));
            }
            code.iload(1).loadConstant(CASES).idiv();
            code.tableswitch(none, cases);
            for (SwitchCase one : cases) {
                code.labelBinding(one.target());
                code.iload(1).aload(2);
                pushRest(code, blockType, 3);
                code.invokestatic(self, name + one.caseValue() * CASES, type).ireturn();
            }
            code.labelBinding(none).iconst_m1().ireturn();
        });
    }

    private void writeCases(
            CodeBuilder code, String prefix, MethodTypeDesc blockType, int from, int to, int firstArgument) {
        List<SwitchCase> cases = new ArrayList<>();
        Label none = code.newLabel();
        for (int b = from; b < to; b++) {
            cases.add(SwitchCase.of(b, code.newLabel()));
        }
        code.iload(firstArgument);
        code.tableswitch(none, cases);
        for (SwitchCase one : cases) {
            code.labelBinding(one.target());
            code.aload(firstArgument + 1);
            pushRest(code, blockType, firstArgument + 2);
            code.invokestatic(self, prefix + one.caseValue(), blockType).ireturn();
        }
        code.labelBinding(none).iconst_m1().ireturn();
    }

    /**
     * The blocks with the jumps between them, which all lanes take together. Jumps back go through the selection, so that whatever
     * the kernel's loops are, HotSpot sees one.
     */
    private void writeTogether(CodeBuilder code) {
        int block = 1;
        int warp = 2;
        int from = 3;
        int to = 4;
        int taken = code.allocateLocal(TypeKind.INT);
        List<SwitchCase> cases = new ArrayList<>();
        for (BasicBlock each : plan.flow().blocks()) {
            cases.add(SwitchCase.of(each.index(), code.newLabel()));
        }
        Label select = code.newLabel();
        Label stop = code.newLabel();
        Label end = code.newLabel();
        code.labelBinding(select).iload(block).tableswitch(stop, cases);
        for (BasicBlock each : plan.flow().blocks()) {
            int own = each.index();
            code.labelBinding(cases.get(own).target());
            code.loadConstant(own).istore(block);
            code.aload(warp)
                    .aload(warp)
                    .getfield(Names.WARP, "budget", I)
                    .loadConstant(TranslatedKernel.cost(plan, each, plan.form().usualLanes()))
                    .isub()
                    .dup_x1()
                    .putfield(Names.WARP, "budget", I)
                    .iflt(stop);
            code.aload(warp).iload(from).iload(to);
            code.invokestatic(self, BlockWriter.Way.RANGE.methodName(own), RANGE);
            switch (each.terminator()) {
                case Terminator.Jump jump -> {
                    code.pop();
                    writeGo(code, own, jump.next(), cases, block, select);
                }
                case Terminator.Branch branch -> {
                    Label some = code.newLabel();
                    code.istore(taken).iload(taken).ifne(some);
                    writeGo(code, own, branch.next(), cases, block, select);
                    code.labelBinding(some)
                            .iload(taken)
                            .iload(to)
                            .iload(from)
                            .isub()
                            .if_icmpne(end);
                    writeGo(code, own, branch.taken(), cases, block, select);
                }
                case Terminator.Switch _, Terminator.Exit _ ->
                    code.istore(taken).goto_(end);
                case Terminator.Barrier _, Terminator.BarrierResult _, Terminator.Exchange _ ->
                    code.istore(taken).goto_(end);
            }
        }
        code.labelBinding(stop).iconst_m1().istore(taken);
        code.labelBinding(end);
        code.aload(warp).iload(block).putfield(Names.WARP, "lastBlock", I);
        code.iload(taken).ireturn();
    }

    private static void writeGo(CodeBuilder code, int from, int to, List<SwitchCase> cases, int block, Label select) {
        if (to > from) {
            code.goto_(cases.get(to).target());
        } else {
            code.loadConstant(to).istore(block).goto_(select);
        }
    }

    private static void pushRest(CodeBuilder code, MethodTypeDesc blockType, int argument) {
        if (blockType.parameterType(1).isArray()) {
            code.aload(argument);
        } else {
            code.iload(argument);
        }
        code.iload(argument + 1);
    }
}
