package io.xianka.emulator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.FunctionAttribute;
import io.xianka.driver.api.JitOptions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes wrong: by its status, with a message that says what and where. */
@Timeout(60)
class DriverErrorsTest {
    private static final String HEADER = ".version 8.3\n.target sm_90\n.address_size 64\n";

    /** Adds one to the word of each thread. */
    private static final String INCREMENT = HEADER + """
            .visible .entry increment(.param .u64 words)
            {
            .reg .b32 %r<5>;
            .reg .b64 %d<4>;
            .loc 1 7 3
            ld.param.u64 %d1, [words];
            mov.u32 %r1, %tid.x;
            mov.u32 %r2, %ctaid.x;
            mov.u32 %r3, %ntid.x;
            mad.lo.s32 %r1, %r2, %r3, %r1;
            mul.wide.u32 %d2, %r1, 4;
            add.s64 %d3, %d1, %d2;
            .loc 1 9 3
            ld.global.u32 %r4, [%d3];
            add.u32 %r4, %r4, 1;
            st.global.u32 [%d3], %r4;
            ret;
            }
            .file 1 "increment.cu"
            """;

    private static final String ENDLESS = HEADER + """
            .visible .entry endless(.param .u64 words)
            {
            AGAIN: bra AGAIN;
            }
            """;

    private PtxLab lab;
    private DriverApi driver;

    @BeforeEach
    void open() {
        lab = new PtxLab(new EmulatorSettings(2, 64L << 20, 2, EmulatorSettings.Executor.AUTO));
        driver = lab.driver();
    }

    @AfterEach
    void close() {
        lab.close();
    }

    private static CudaException refused(CudaStatus status, Executable call) {
        CudaException failure = assertThrows(CudaException.class, call);
        assertEquals(status.code(), failure.code(), failure::getMessage);
        return failure;
    }

    private long load(String ptx) {
        return driver.moduleLoadDataEx(new DeviceImage.Ptx(ptx), JitOptions.DEFAULT)
                .module();
    }

    // ---- kernels

    @Test
    void anOutOfBoundsAccessNamesKernelLineBlockThreadAndAllocation() {
        long words = driver.memAlloc(40);
        lab.launch(lab.load(INCREMENT), 2, 8, lab.pointers(words));
        CudaException failure = refused(CudaStatus.CUDA_ERROR_ILLEGAL_ADDRESS, () -> driver.streamSynchronize(0));
        String message = failure.getMessage();
        for (String part : new String[] {
            "kernel increment",
            "increment.cu:9",
            "PTX line 17",
            "block (1,0,0)",
            "thread (2,0,0)",
            "0 bytes after the end of the nearest allocation, 40 bytes at"
        }) {
            assertTrue(message.contains(part), () -> message + " lacks " + part);
        }
    }

    @Test
    void afterAnErrorTheDeviceIsOfUseAgain() {
        long words = driver.memAlloc(32);
        driver.memsetD32Async(words, 5, 8, 0);
        long increment = lab.load(INCREMENT);
        lab.launch(increment, 1, 64, lab.pointers(words));
        lab.launch(increment, 1, 8, lab.pointers(words));
        refused(CudaStatus.CUDA_ERROR_ILLEGAL_ADDRESS, () -> driver.ctxSynchronize());
        driver.ctxSynchronize();
        driver.memsetD32Async(words, 5, 8, 0);
        lab.launch(increment, 1, 8, lab.pointers(words));
        int[] back = new int[8];
        driver.memcpyDtoH(MemorySegment.ofArray(back), words, 0);
        assertArrayEquals(new int[] {6, 6, 6, 6, 6, 6, 6, 6}, back);
    }

    @Test
    void theErrorBelongsToItsStream() {
        long bad = driver.streamCreateWithPriority(true, 0);
        long good = driver.streamCreateWithPriority(true, 0);
        long words = driver.memAlloc(32);
        long increment = lab.load(INCREMENT);
        driver.launchKernel(increment, 1, 1, 1, 64, 1, 1, 0, bad, lab.pointers(words));
        long event = driver.eventCreate(true, false);
        driver.eventRecord(event, bad);
        driver.launchKernel(increment, 1, 1, 1, 8, 1, 1, 0, good, lab.pointers(words));
        driver.streamSynchronize(good);
        refused(CudaStatus.CUDA_ERROR_ILLEGAL_ADDRESS, () -> driver.eventSynchronize(event));
        driver.streamSynchronize(bad);
        assertTrue(driver.streamQuery(bad));
        driver.streamDestroy(bad);
        driver.streamDestroy(good);
        refused(CudaStatus.CUDA_ERROR_INVALID_HANDLE, () -> driver.streamSynchronize(good));
    }

    @ParameterizedTest
    @CsvSource({
        "ld.global.u32 %r1|[%d1+2], CUDA_ERROR_MISALIGNED_ADDRESS, misaligned",
        "ld.global.u32 %r1|[8], CUDA_ERROR_ILLEGAL_ADDRESS, null pointer",
        "ld.shared.u32 %r1|[4], CUDA_ERROR_ILLEGAL_ADDRESS, shared memory",
        "st.const.u32 [%d1]|%r1, CUDA_ERROR_INVALID_PTX, st.const",
        "trap, CUDA_ERROR_LAUNCH_FAILED, trap",
        "ld.global.v4.u32 {%r1|%r1|%r1|%r1}|[%d1+8], CUDA_ERROR_MISALIGNED_ADDRESS, 16 bytes",
    })
    void faultsHaveTheirStatus(String instruction, CudaStatus status, String part) {
        String ptx = HEADER + ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<4>;\n.reg .b64 %d<4>;\n"
                + "ld.param.u64 %d1, [p];\nmov.u32 %r1, 0;\n" + instruction.replace('|', ',') + ";\nret;\n}\n";
        long words = driver.memAlloc(64);
        CudaException failure = refused(status, () -> {
            lab.launch(lab.load(ptx), 1, 1, lab.pointers(words));
            driver.streamSynchronize(0);
        });
        assertTrue(failure.getMessage().contains(part), failure::getMessage);
    }

    @Test
    void kernelsMayNotWriteConstants() {
        String ptx = HEADER + """
                .const .align 4 .u32 limit = 7;
                .visible .entry k(.param .u64 p)
                {
                .reg .b64 %d<4>;
                .reg .b32 %r<2>;
                mov.u64 %d1, limit;
                mov.u32 %r1, 3;
                st.u32 [%d1], %r1;
                ret;
                }
                """;
        CudaException failure = refused(CudaStatus.CUDA_ERROR_ILLEGAL_ADDRESS, () -> {
            lab.launch(lab.load(ptx), 1, 1, lab.pointers(0));
            driver.streamSynchronize(0);
        });
        assertTrue(failure.getMessage().contains("constant"), failure::getMessage);
    }

    @Test
    void memoryThatWasFreedIsSaidToBeFreed() {
        long words = driver.memAlloc(4096);
        driver.memFree(words);
        lab.launch(lab.load(INCREMENT), 1, 8, lab.pointers(words));
        CudaException failure = refused(CudaStatus.CUDA_ERROR_ILLEGAL_ADDRESS, () -> driver.streamSynchronize(0));
        assertTrue(failure.getMessage().contains("freed"), failure::getMessage);
    }

    @Test
    void anInterruptOfTheWaitingThreadStopsAnEndlessKernel() throws Exception {
        long stream = driver.streamCreateWithPriority(true, 0);
        driver.launchKernel(lab.load(ENDLESS), 4, 1, 1, 64, 1, 1, 0, stream, lab.pointers(0));
        assertFalse(driver.streamQuery(stream));
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread waiting = Thread.ofPlatform().start(() -> {
            try {
                driver.streamSynchronize(stream);
            } catch (CudaException failure) {
                thrown.set(failure);
            }
        });
        Thread.sleep(50);
        waiting.interrupt();
        waiting.join();
        assertTrue(((CudaException) thrown.get()).is(CudaStatus.CUDA_ERROR_LAUNCH_TIMEOUT), () -> "" + thrown.get());
        driver.streamSynchronize(stream);
    }

    // ---- launches

    @ParameterizedTest
    @CsvSource({"0,1,1", "1,0,1", "1,65536,1", "1,1,65536", "-1,1,1"})
    void refusesGridsOverTheLimits(int x, int y, int z) {
        long increment = lab.load(INCREMENT);
        refused(
                CudaStatus.CUDA_ERROR_INVALID_VALUE,
                () -> driver.launchKernel(increment, x, y, z, 1, 1, 1, 0, 0, lab.pointers(0)));
    }

    @ParameterizedTest
    @CsvSource({"0,1,1", "1025,1,1", "1,1,65", "32,33,1", "-1,-1,1"})
    void refusesBlocksOverTheLimits(int x, int y, int z) {
        long increment = lab.load(INCREMENT);
        refused(
                CudaStatus.CUDA_ERROR_INVALID_VALUE,
                () -> driver.launchKernel(increment, 1, 1, 1, x, y, z, 0, 0, lab.pointers(0)));
    }

    @Test
    void sharedMemoryAbove48KilobytesIsOptIn() {
        long increment = lab.load(INCREMENT);
        long words = driver.memAlloc(4);
        refused(
                CudaStatus.CUDA_ERROR_INVALID_VALUE,
                () -> driver.launchKernel(increment, 1, 1, 1, 1, 1, 1, 49_153, 0, lab.pointers(words)));
        refused(
                CudaStatus.CUDA_ERROR_INVALID_VALUE,
                () -> driver.funcSetAttribute(
                        increment, FunctionAttribute.MAX_DYNAMIC_SHARED_SIZE_BYTES, (227 << 10) + 1));
        driver.funcSetAttribute(increment, FunctionAttribute.MAX_DYNAMIC_SHARED_SIZE_BYTES, 227 << 10);
        driver.launchKernel(increment, 1, 1, 1, 1, 1, 1, 227 << 10, 0, lab.pointers(words));
        driver.streamSynchronize(0);
    }

    @Test
    void refusesWrongParametersAndTooManyCooperativeBlocks() {
        long increment = lab.load(INCREMENT);
        refused(
                CudaStatus.CUDA_ERROR_INVALID_VALUE,
                () -> driver.launchKernel(increment, 1, 1, 1, 1, 1, 1, 0, 0, lab.pointers(0, 0)));
        CudaException failure = refused(
                CudaStatus.CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
                () -> driver.launchCooperativeKernel(increment, 5, 1, 1, 1024, 1, 1, 0, 0, lab.pointers(0)));
        assertTrue(failure.getMessage().contains("5 blocks, but 4 can be resident"), failure::getMessage);
    }

    // ---- memory

    @Test
    void outOfMemorySaysHowMuchThereIs() {
        long half = driver.memAlloc(40L << 20);
        CudaException failure = refused(CudaStatus.CUDA_ERROR_OUT_OF_MEMORY, () -> driver.memAlloc(30L << 20));
        assertTrue(
                failure.getMessage().contains("31457280 bytes asked for, 25165824 of 67108864 are free"),
                failure::getMessage);
        driver.memFree(half);
        driver.memFree(driver.memAlloc(60L << 20));
        refused(CudaStatus.CUDA_ERROR_INVALID_VALUE, () -> driver.memAlloc(0));
        refused(CudaStatus.CUDA_ERROR_INVALID_VALUE, () -> driver.memFree(half));
    }

    @Test
    void copiesAndFillsStayWithinTheirAllocation() {
        long pointer = driver.memAlloc(16);
        refused(
                CudaStatus.CUDA_ERROR_INVALID_VALUE,
                () -> driver.memcpyHtoD(pointer, MemorySegment.ofArray(new byte[17]), 0));
        refused(
                CudaStatus.CUDA_ERROR_INVALID_VALUE,
                () -> driver.memcpyDtoH(MemorySegment.ofArray(new byte[4]), pointer + 13, 0));
        refused(CudaStatus.CUDA_ERROR_INVALID_VALUE, () -> driver.memsetD8Async(pointer, (byte) 0, 17, 0));
        refused(CudaStatus.CUDA_ERROR_INVALID_VALUE, () -> driver.memsetD32Async(pointer + 2, 0, 1, 0));
        refused(CudaStatus.CUDA_ERROR_INVALID_VALUE, () -> driver.memsetD32Async(pointer, 0, Long.MAX_VALUE, 0));
        refused(CudaStatus.CUDA_ERROR_INVALID_VALUE, () -> driver.memcpyDtoDAsync(pointer, pointer + 8, 16, 0));
        refused(
                CudaStatus.CUDA_ERROR_INVALID_VALUE,
                () -> driver.memcpyHtoDAsync(pointer, MemorySegment.ofArray(new byte[4]), 0));
    }

    @Test
    void kernelsReachAPeerOnceItIsEnabled() {
        long first = driver.devicePrimaryCtxRetain(0);
        long second = driver.devicePrimaryCtxRetain(1);
        driver.ctxSetCurrent(second);
        long there = driver.memAlloc(32);
        driver.memsetD32Async(there, 1, 8, 0);
        driver.ctxSynchronize();
        driver.ctxSetCurrent(first);
        long increment = lab.load(INCREMENT);
        lab.launch(increment, 1, 8, lab.pointers(there));
        refused(CudaStatus.CUDA_ERROR_ILLEGAL_ADDRESS, () -> driver.streamSynchronize(0));
        driver.ctxEnablePeerAccess(second);
        refused(CudaStatus.CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, () -> driver.ctxEnablePeerAccess(second));
        lab.launch(increment, 1, 8, lab.pointers(there));
        int[] back = new int[8];
        driver.memcpyDtoH(MemorySegment.ofArray(back), there, 0);
        assertEquals(2, back[7]);
        driver.ctxDisablePeerAccess(second);
        refused(CudaStatus.CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, () -> driver.ctxDisablePeerAccess(second));
        refused(CudaStatus.CUDA_ERROR_INVALID_DEVICE, () -> driver.deviceGet(2));
    }

    @Test
    void memoryIsMappedOnce() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(4096);
            driver.memHostRegister(memory, false);
            refused(CudaStatus.CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, () -> driver.memHostRegister(memory, false));
            assertEquals(memory.address(), driver.memHostGetDevicePointer(memory));
            driver.memHostUnregister(memory);
            refused(CudaStatus.CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, () -> driver.memHostUnregister(memory));
        }
    }

    // ---- modules

    @Test
    void oneKernelThatCannotRunRefusesNoOther() {
        long module = load(HEADER + ".visible .entry good() { ret; }\n.visible .entry bad()\n{\n"
                + "wgmma.fence.sync.aligned;\nret;\n}\n");

        driver.moduleGetFunction(module, "good");
        CudaException bad = refused(CudaStatus.CUDA_ERROR_NOT_SUPPORTED, () -> driver.moduleGetFunction(module, "bad"));

        assertTrue(bad.getMessage().contains("PTX line 7 of bad"), bad::getMessage);
        assertTrue(bad.getMessage().contains("wgmma.fence"), bad::getMessage);
        assertEquals(List.of("good", "bad"), driver.moduleFunctionNames(module).orElseThrow());
    }

    @Test
    void saysWhyAModuleDoesNotLoad() {
        CudaException syntax =
                refused(CudaStatus.CUDA_ERROR_INVALID_PTX, () -> load(INCREMENT.replace("add.u32 %r4", "add.u32 %zz")));
        assertTrue(syntax.getMessage().contains("18:"), syntax::getMessage);
        CudaException version = refused(
                CudaStatus.CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
                () -> load(INCREMENT.replace(".version 8.3", ".version 9.9")));
        assertTrue(version.getMessage().contains("9.9 is newer than 9.0"), version::getMessage);
        refused(CudaStatus.CUDA_ERROR_NO_BINARY_FOR_GPU, () -> load(INCREMENT.replace("sm_90", "sm_100")));
        CudaException cubin = refused(
                CudaStatus.CUDA_ERROR_NO_BINARY_FOR_GPU,
                () -> driver.moduleLoadDataEx(
                        new DeviceImage.Cubin(new byte[] {0x7f, 'E', 'L', 'F'}), JitOptions.DEFAULT));
        assertTrue(cubin.getMessage().contains("load the PTX"), cubin::getMessage);
        CudaException foreign = refused(
                CudaStatus.CUDA_ERROR_NOT_SUPPORTED,
                () -> load(HEADER + ".visible .entry k()\n{\n.reg .b64 %d<2>;\nmov.u64 %d1, 0;\n"
                        + "wgmma.fence.sync.aligned;\nret;\n}\n"));
        assertTrue(foreign.getMessage().contains("PTX line 8"), foreign::getMessage);
        assertTrue(foreign.getMessage().contains("wgmma.fence"), foreign::getMessage);
        CudaException linked = refused(
                CudaStatus.CUDA_ERROR_INVALID_PTX,
                () -> load(HEADER + ".extern .global .u32 elsewhere;\n.visible .entry k() { ret; }\n"));
        assertTrue(linked.getMessage().contains("'elsewhere'"), linked::getMessage);
        CudaException call = assertThrows(
                CudaException.class,
                () -> load(HEADER + ".extern .func away();\n.visible .entry k() { call away; ret; }\n"));
        assertTrue(call.getMessage().contains("'away'"), call::getMessage);
    }

    @Test
    void aRefusedModuleLeavesNoMemoryBehind() {
        long before = driver.memGetInfo().freeBytes();
        assertThrows(
                CudaException.class,
                () -> load(
                        HEADER + ".global .align 4 .b8 large[1000000];\n.visible .entry k()\n{\ntensor.magic;\n}\n"));
        assertEquals(before, driver.memGetInfo().freeBytes());
    }

    @Test
    void globalsBeginWithTheirInitialValues() {
        long module = driver.moduleLoadDataEx(new DeviceImage.Ptx(HEADER + """
                                .global .align 4 .f32 f[3] = {0f3F800000, 2.5, 0f40400000};
                                .global .align 8 .u64 p[2] = {f, generic(f)+8};
                                .const .align 2 .b16 h[2][2] = {{1, 2}, {3}};
                                .global .align 1 .b8 text[6] = {104, 105};
                                .visible .entry k() { ret; }
                                """), JitOptions.DEFAULT)
                .module();
        float[] floats = new float[3];
        driver.memcpyDtoH(
                MemorySegment.ofArray(floats),
                driver.moduleGetGlobal(module, "f").pointer(),
                0);
        assertArrayEquals(new float[] {1, 2.5f, 3}, floats);
        long[] pointers = new long[2];
        driver.memcpyDtoH(
                MemorySegment.ofArray(pointers),
                driver.moduleGetGlobal(module, "p").pointer(),
                0);
        long f = driver.moduleGetGlobal(module, "f").pointer();
        assertArrayEquals(new long[] {f, f + 8}, pointers);
        short[] halves = new short[4];
        driver.memcpyDtoH(
                MemorySegment.ofArray(halves),
                driver.moduleGetGlobal(module, "h").pointer(),
                0);
        assertArrayEquals(new short[] {1, 2, 3, 0}, halves);
        assertEquals(6, driver.moduleGetGlobal(module, "text").bytes());
        refused(CudaStatus.CUDA_ERROR_NOT_FOUND, () -> driver.moduleGetGlobal(module, "q"));
        driver.moduleUnload(module);
        refused(CudaStatus.CUDA_ERROR_INVALID_HANDLE, () -> driver.moduleGetFunction(module, "k"));
    }

    @Test
    void damagedPtxIsRefusedNeverWorse() {
        String[] seeds = {
            INCREMENT,
            ENDLESS,
            NvccCase.named("03-block-sum").ptx(),
            NvccCase.named("11-cg-tile-reduce").ptx()
        };
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        String alphabet = "%rdpf0123456789.,;:[]{}()+-@!<>_ \n$xabcu";
        for (int i = 0; i < 600; i++) {
            StringBuilder text = new StringBuilder(seeds[i % seeds.length]);
            for (int edits = random.nextInt(1, 4); edits > 0; edits--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(4)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.insert(at, alphabet.charAt(random.nextInt(alphabet.length())));
                    case 2 -> text.setCharAt(at, alphabet.charAt(random.nextInt(alphabet.length())));
                    default -> text.delete(at, Math.min(text.length(), at + random.nextInt(40)));
                }
            }
            try {
                driver.moduleUnload(driver.moduleLoadDataEx(new DeviceImage.Ptx(text.toString()), JitOptions.DEFAULT)
                        .module());
            } catch (CudaException refused) {
                assertFalse(refused.detail().isBlank());
            } catch (RuntimeException | Error worse) {
                throw new AssertionError("seed " + seed + ", text\n" + text, worse);
            }
        }
    }

    // ---- captures

    @Test
    void aCaptureRefusesWhatCannotBeCaptured() {
        refused(
                CudaStatus.CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
                () -> driver.streamBeginCapture(0, io.xianka.driver.api.CaptureMode.RELAXED));
        long stream = driver.streamCreateWithPriority(true, 0);
        long other = driver.streamCreateWithPriority(true, 0);
        long event = driver.eventCreate(false, false);
        refused(CudaStatus.CUDA_ERROR_ILLEGAL_STATE, () -> driver.streamEndCapture(stream));
        driver.streamBeginCapture(stream, io.xianka.driver.api.CaptureMode.RELAXED);
        refused(CudaStatus.CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, () -> driver.streamSynchronize(stream));
        refused(CudaStatus.CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, () -> driver.streamEndCapture(stream));
        long words = driver.memAlloc(32);
        driver.streamBeginCapture(stream, io.xianka.driver.api.CaptureMode.RELAXED);
        driver.memsetD32Async(words, 1, 8, stream);
        driver.eventRecord(event, stream);
        driver.streamWaitEvent(other, event);
        driver.memsetD32Async(words, 2, 8, other);
        refused(CudaStatus.CUDA_ERROR_CAPTURED_EVENT, () -> driver.eventSynchronize(event));
        refused(CudaStatus.CUDA_ERROR_STREAM_CAPTURE_UNJOINED, () -> driver.streamEndCapture(stream));
        driver.streamSynchronize(other);
    }

    @Test
    void textThatIsNoPtxAtAll() {
        for (String text : new String[] {
            "",
            "\0\0\0",
            "int main() {}",
            "{".repeat(100_000),
            new String(new byte[] {(byte) 0xff, 1, 2}, StandardCharsets.ISO_8859_1)
        }) {
            refused(CudaStatus.CUDA_ERROR_INVALID_PTX, () -> load(text));
        }
    }
}
