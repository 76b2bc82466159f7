package io.xianka.emulator.translator;

import io.xianka.driver.Dim3;
import io.xianka.emulator.image.KernelImage;
import io.xianka.emulator.interpreter.InterpretedKernel;
import io.xianka.emulator.machine.Cancellation;
import io.xianka.emulator.machine.DeviceMemory;
import io.xianka.emulator.machine.Engine;
import io.xianka.emulator.machine.KernelCode;
import io.xianka.emulator.machine.LaunchRequest;
import io.xianka.emulator.machine.MemoryRegion;
import io.xianka.ptx.PtxParser;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;

/** A kernel {@code (.param .u64 data)} over one allocation of words. */
final class TestLaunch implements AutoCloseable {
    final DeviceMemory memory = new DeviceMemory(1 << 30);
    final MemoryRegion data;
    final String text;
    final KernelImage image;
    final Cancellation cancellation = new Cancellation();
    private final MemorySegment parameters = MemorySegment.ofArray(new long[1]);

    /** @param body with registers %r, %rd, %f, %p and the data's address in %rd0 */
    TestLaunch(int words, String declarations, String body) {
        text = """
                .version 8.3
                .target sm_90
                .address_size 64
                .visible .entry kernel(.param .u64 data)
                {
                .reg .b32 %%r<40>;
                .reg .b64 %%rd<40>;
                .reg .f32 %%f<40>;
                .reg .pred %%p<40>;
                %s
                ld.param.u64 %%rd0, [data];
                %s
                ret;
                }
                """.formatted(declarations, body);
        var module = PtxParser.parse(text);
        image = KernelImage.of(module, module.entries().getFirst(), Map.of());
        data = memory.allocate(4L * words);
        parameters.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, data.base);
    }

    int word(int index) {
        return data.segment().getAtIndex(ValueLayout.JAVA_INT, index);
    }

    void word(int index, int value) {
        data.segment().setAtIndex(ValueLayout.JAVA_INT, index, value);
    }

    void translated(Dim3 grid, Dim3 block, int workers) {
        run(translation(block), grid, block, workers, false);
    }

    KernelCode translation(Dim3 block) {
        try {
            return new KernelTranslator(image).codeFor(block);
        } catch (Untranslatable untranslatable) {
            throw new AssertionError(untranslatable);
        }
    }

    void interpreted(Dim3 grid, Dim3 block) {
        run(InterpretedKernel.of(image), grid, block, 1, false);
    }

    void run(KernelCode code, Dim3 grid, Dim3 block, int workers, boolean isCooperative) {
        try (Engine engine = new Engine(workers)) {
            engine.run(new LaunchRequest(
                    code, memory, grid, block, image.staticSharedBytes(), 0, parameters, isCooperative, cancellation));
        }
    }

    @Override
    public void close() {
        memory.close();
    }
}
