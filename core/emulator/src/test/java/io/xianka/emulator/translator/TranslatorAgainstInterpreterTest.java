package io.xianka.emulator.translator;

import static org.junit.jupiter.api.Assertions.fail;

import io.xianka.driver.Dim3;
import io.xianka.emulator.image.KernelImage;
import io.xianka.emulator.interpreter.InterpretedKernel;
import io.xianka.emulator.machine.Cancellation;
import io.xianka.emulator.machine.DeviceMemory;
import io.xianka.emulator.machine.Engine;
import io.xianka.emulator.machine.KernelCode;
import io.xianka.emulator.machine.LaunchRequest;
import io.xianka.emulator.machine.MemoryRegion;
import io.xianka.ptx.PtxModule;
import io.xianka.ptx.PtxParser;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random programs leave the same bits in memory, whichever of the two executes them. */
class TranslatorAgainstInterpreterTest {
    private static final Dim3[] BLOCKS = {
        Dim3.of(32),
        Dim3.of(64),
        Dim3.of(100),
        Dim3.of(16, 4),
        Dim3.of(33, 2),
        Dim3.of(256),
        Dim3.of(7, 3, 2),
        Dim3.of(1),
        Dim3.of(32, 3)
    };

    private static final Dim3[] LINES = {Dim3.of(1), Dim3.of(7), Dim3.of(32), Dim3.of(64), Dim3.of(100)};

    private static final int BLOCK_COUNT = 3;

    /** Enough for warps over several blocks, the last over fewer. */
    private static final int LINE_COUNT = 35;

    @Test
    void leavesTheSameBitsAsTheInterpreter() throws Untranslatable {
        compare(new Random().nextLong() >>> 20, 120);
    }

    @Test
    @Tag("slow")
    void leavesTheSameBitsAsTheInterpreterOverManyPrograms() throws Untranslatable {
        compare(Long.getLong("xianka.seed", System.nanoTime() >>> 8), Integer.getInteger("xianka.programs", 5_000));
    }

    private static void compare(long firstSeed, int programs) throws Untranslatable {
        try (Engine one = new Engine(1);
                Engine two = new Engine(2)) {
            for (long seed = firstSeed; seed < firstSeed + programs; seed++) {
                compare(seed, one, two);
            }
        }
    }

    private static void compare(long seed, Engine one, Engine two) throws Untranslatable {
        Random random = new Random(seed);
        boolean standsAlone = random.nextInt(3) == 0;
        Dim3[] choices = standsAlone ? LINES : BLOCKS;
        Dim3 block = choices[random.nextInt(choices.length)];
        Dim3 grid = Dim3.of(standsAlone ? LINE_COUNT : BLOCK_COUNT);
        String text = new RandomProgram(seed, block.count() % 32 == 0, standsAlone).text();
        try {
            PtxModule module = PtxParser.parse(text);
            KernelImage image = KernelImage.of(module, module.entries().getFirst(), Map.of());
            byte[] expected = run(InterpretedKernel.of(image), image, grid, block, seed, one);
            byte[] translated = run(new KernelTranslator(image).codeFor(block), image, grid, block, seed, two);
            for (int i = 0; i < expected.length; i++) {
                if (expected[i] != translated[i] && !areBothNan(expected, translated, i)) {
                    int thread = i / RandomProgram.BYTES_PER_THREAD;
                    fail("seed %d, block %s: thread %d, word %d: byte %d is %02x, not %02x%n%s"
                            .formatted(
                                    seed,
                                    block,
                                    thread,
                                    i % RandomProgram.BYTES_PER_THREAD / 8,
                                    i % 8,
                                    translated[i],
                                    expected[i],
                                    text));
                }
            }
        } catch (RuntimeException | LinkageError failure) {
            throw new AssertionError("seed " + seed + ", block " + block + "\n" + text, failure);
        }
    }

    /** Which NaN a double-precision operation on two of them returns is left to the processor. */
    private static boolean areBothNan(byte[] expected, byte[] translated, int index) {
        int word = index % RandomProgram.BYTES_PER_THREAD / 8;
        if (word < RandomProgram.LONGS || word >= RandomProgram.LONGS + RandomProgram.DOUBLES) {
            return false;
        }
        return Double.isNaN(doubleAt(expected, index & -8)) && Double.isNaN(doubleAt(translated, index & -8));
    }

    private static double doubleAt(byte[] bytes, int index) {
        return MemorySegment.ofArray(bytes).get(ValueLayout.JAVA_DOUBLE_UNALIGNED, index);
    }

    private static byte[] run(KernelCode code, KernelImage image, Dim3 grid, Dim3 block, long seed, Engine engine) {
        int threads = (int) (block.count() * grid.count());
        try (DeviceMemory memory = new DeviceMemory(1 << 30);
                Arena arena = Arena.ofConfined()) {
            MemoryRegion in = memory.allocate(64L * threads + 64);
            Random random = new Random(seed);
            for (int i = 0; i < 16 * threads; i++) {
                boolean isSmall = random.nextBoolean();
                int word = isSmall ? random.nextInt(50) : Float.floatToRawIntBits(random.nextFloat() * 4);
                if (random.nextInt(40) == 0) {
                    word = random.nextInt();
                }
                in.segment().setAtIndex(ValueLayout.JAVA_INT, i, word);
            }
            MemoryRegion out = memory.allocate((long) RandomProgram.BYTES_PER_THREAD * threads + 16);
            MemorySegment parameters = arena.allocate(24, 8);
            parameters.set(ValueLayout.JAVA_LONG, 0, out.base);
            parameters.set(ValueLayout.JAVA_LONG, 8, in.base);
            parameters.set(ValueLayout.JAVA_INT, 16, threads);
            engine.run(new LaunchRequest(
                    code, memory, grid, block, image.staticSharedBytes(), 0, parameters, false, new Cancellation()));
            return out.segment().toArray(ValueLayout.JAVA_BYTE);
        }
    }
}
