package io.xianka.emulator;

import io.xianka.driver.Dim3;
import io.xianka.emulator.image.KernelImage;
import io.xianka.emulator.interpreter.InterpretedKernel;
import io.xianka.emulator.machine.KernelCode;
import io.xianka.emulator.translator.KernelTranslator;
import io.xianka.emulator.translator.Untranslatable;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import java.util.Map;

/**
 * A kernel in the two ways it can run: interpreted, which costs nothing to begin with, and translated, which pays for
 * work in the millions of instructions. Launches choose by what they and those before them have to do, unless the settings do.
 */
final class ExecutableKernel {
    /** Instructions, summed over threads and launches, from which on translation pays. */
    private static final long WORTH_TRANSLATING = 1_000_000;

    /** How often a loop is thought to run. */
    private static final int LOOP_TURNS = 16;

    private final KernelImage image;
    private final EmulatorSettings.Executor executor;
    private final InterpretedKernel interpreted;
    private final long workOfThread;
    private long work;
    private KernelTranslator translator;
    private boolean isUntranslatable;

    ExecutableKernel(KernelImage image, EmulatorSettings.Executor executor) {
        this.image = image;
        this.executor = executor;
        this.interpreted = InterpretedKernel.of(image);
        this.workOfThread = (long) image.body().size() * (hasLoop(image) ? LOOP_TURNS : 1);
    }

    private static boolean hasLoop(KernelImage image) {
        Map<String, Integer> labels = image.body().labels();
        for (int i = 0; i < image.body().size(); i++) {
            Instruction instruction = image.body().instruction(i);
            if (instruction.opcode() == Opcode.BRA
                    && instruction.operand(0) instanceof Operand.LabelName label
                    && labels.getOrDefault(label.name(), Integer.MAX_VALUE) <= i) {
                return true;
            }
        }
        return false;
    }

    /** Local memory of a thread. */
    int localBytes() {
        return interpreted.localBytes();
    }

    /** The code for a launch. */
    KernelCode codeFor(Dim3 grid, Dim3 block) {
        synchronized (this) {
            work += grid.count() * block.count() * workOfThread;
            boolean isWorthIt = switch (executor) {
                case AUTO -> work >= WORTH_TRANSLATING;
                case INTERPRETER -> false;
                case TRANSLATOR -> true;
            };
            if (isUntranslatable || !isWorthIt) {
                return interpreted;
            }
            try {
                if (translator == null) {
                    translator = new KernelTranslator(image);
                }
                return translator.codeFor(block);
            } catch (Untranslatable leftToTheInterpreter) {
                isUntranslatable = true;
                return interpreted;
            }
        }
    }
}
