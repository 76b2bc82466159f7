package io.xianka.emulator.translator;

import io.xianka.driver.Dim3;
import io.xianka.emulator.image.KernelImage;
import io.xianka.emulator.machine.KernelCode;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Operand;
import io.xianka.ptx.SpecialRegister;
import java.lang.invoke.MethodHandles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Translates a kernel into JVM bytecode: a hidden class with two methods for each basic block, one for lanes that are
 * neighbours and one for a list of lanes. Translated once for each {@link WarpForm}, at first use. Safe for use by several
 * threads.
 */
public final class KernelTranslator {
    /** Larger kernels are left to the interpreter: analysis takes time and memory by the square of the blocks. */
    private static final int MOST_BLOCKS = 4000;

    /** Larger kernels get longer blocks, whose code takes less time to make. */
    private static final int MOST_SMALL_BLOCKS = 500;

    private final KernelImage image;
    private final Cut cut;
    private final boolean needsNarrow;

    /** Whether the threads of a block have nothing in common that those of another have not; false as soon as shapes say no. */
    private boolean allowsSeveralBlocks;

    /** Whether a close watch may be asked for more lanes than the hardware's warps have; false as soon as a plan says no. */
    private boolean allowsWideRows;

    private final Map<WarpForm, KernelCode> translated = new HashMap<>();

    /** @throws Untranslatable when the kernel is better left to the interpreter, with the reason */
    public KernelTranslator(KernelImage image) throws Untranslatable {
        KernelImage linked = CallLinker.link(image);
        this.image = linked.isWatched() ? linked : Selects.of(linked);
        boolean isWatched = image.isWatchedClosely();
        List<Instruction> instructions = this.image.body().instructions();
        boolean tellsWidth = instructions.stream().anyMatch(KernelTranslator::tellsWidth);
        this.needsNarrow = isWatched || tellsWidth;
        this.cut = cut(needsNarrow);
        boolean isOfThreads = !tellsWidth
                && this.image.staticSharedBytes() == 0
                && instructions.stream().noneMatch(KernelTranslator::tellsBlock);
        this.allowsSeveralBlocks = isOfThreads && !image.isWatched();
        this.allowsWideRows = isOfThreads && isWatched;
        if (cut.flow.size() > MOST_BLOCKS) {
            throw new Untranslatable("a kernel of " + cut.flow.size() + " basic blocks");
        }
    }

    /** The kernel as basic blocks of the length that suits the warps. */
    private record Cut(ControlFlow flow, Registers registers) {}

    private Cut cut(boolean isNarrow) throws Untranslatable {
        ControlFlow flow = ControlFlow.of(image.body(), isNarrow, image.isWatchedClosely());
        if (flow.size() > MOST_SMALL_BLOCKS && !isNarrow) {
            flow = ControlFlow.of(image.body(), true, image.isWatchedClosely());
        }
        return new Cut(flow, new Registers(flow));
    }

    /** Whether an instruction tells how many lanes a warp has. */
    private static boolean tellsWidth(Instruction instruction) {
        if (ControlFlow.isExchange(instruction.opcode()) || Asides.isExchange(instruction)) {
            return true;
        }
        for (Operand operand : instruction.operands()) {
            if (operand instanceof SpecialRegister special) {
                switch (special) {
                    case LANEID, WARPID, LANEMASK_EQ, LANEMASK_LE, LANEMASK_LT, LANEMASK_GE, LANEMASK_GT -> {
                        return true;
                    }
                    default -> {}
                }
            }
        }
        return false;
    }

    /** Whether an instruction is for the threads of a block, or tells which block that is otherwise than by its place in the grid. */
    private static boolean tellsBlock(Instruction instruction) {
        if (ControlFlow.isBarrier(instruction.opcode())
                || Asides.isAside(instruction)
                || instruction.operation().space().isShared()) {
            return true;
        }
        for (Operand operand : instruction.operands()) {
            if (operand instanceof SpecialRegister special) {
                switch (special) {
                    case TID_X, TID_Y, TID_Z, NTID_X, NTID_Y, NTID_Z -> {}
                    case CTAID_X, CTAID_Y, CTAID_Z, NCTAID_X, NCTAID_Y, NCTAID_Z -> {}
                    case CLOCK, CLOCK_HI, CLOCK64, GLOBALTIMER, GLOBALTIMER_LO, GLOBALTIMER_HI -> {}
                    default -> {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /**
     * The code for blocks of this size.
     *
     * @throws Untranslatable for an instruction that is left to the interpreter
     */
    public KernelCode codeFor(Dim3 block) throws Untranslatable {
        synchronized (translated) {
            if (allowsSeveralBlocks && block.y() == 1 && block.z() == 1) {
                KernelCode code = codeFor(WarpForm.overBlocks(block));
                if (code != null) {
                    return code;
                }
                allowsSeveralBlocks = false;
            }
            WarpForm wide = WarpForm.of(block, false);
            if (allowsWideRows && !wide.isNarrow() && wide.isOfWholeWarps(block)) {
                KernelCode code = codeFor(wide);
                if (code != null) {
                    return code;
                }
                allowsWideRows = false;
            }
            return codeFor(WarpForm.of(block, needsNarrow));
        }
    }

    private KernelCode codeFor(WarpForm form) throws Untranslatable {
        KernelCode code = translated.get(form);
        if (code == null) {
            code = translate(form);
            translated.put(form, code);
        }
        return code;
    }

    /** Null where warps cannot be of this form. */
    private KernelCode translate(WarpForm form) throws Untranslatable {
        Cut own = form.isNarrow() == needsNarrow ? cut : cut(form.isNarrow());
        ControlFlow flow = own.flow;
        Registers registers = own.registers;
        Shapes shapes = new Shapes(flow, registers, form, !image.isWatchedClosely(), !image.isWatched());
        if (form.isOverBlocks() && !shapes.allowSeveralBlocks()) {
            return null;
        }
        AccessSites sites = new AccessSites(image.body());
        TranslationPlan plan = new TranslationPlan(
                image,
                form,
                flow,
                registers,
                shapes,
                new RegisterFile(registers, shapes),
                new NanForms(image.body(), registers),
                sites,
                new LaneFunctions(),
                Asides.of(image, registers, sites));
        if (image.isWatchedClosely() && !form.isNarrow() && !WatchedRows.isAllOf(plan)) {
            return null;
        }
        return new TranslatedKernel(plan, define(BlockRunner.class, new ClassWriter(plan).write()));
    }

    /** An instance of a generated class. */
    static <T> T define(Class<T> type, byte[] bytes) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup().defineHiddenClass(bytes, true);
            return type.cast(lookup.lookupClass().getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException impossible) {
            throw new LinkageError("a class for a kernel", impossible);
        }
    }
}
