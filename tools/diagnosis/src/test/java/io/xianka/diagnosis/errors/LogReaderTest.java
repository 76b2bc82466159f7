package io.xianka.diagnosis.errors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogReaderTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CUDA error: no kernel image is available for execution on the device | CUDA_ERROR_NO_BINARY_FOR_GPU",
                "CUDA error: no kernel image is available | CUDA_ERROR_NO_BINARY_FOR_GPU",
                "no kernel image is available | CUDA_ERROR_NO_BINARY_FOR_GPU",
                "RuntimeError: CUDA error: an illegal memory | CUDA_ERROR_ILLEGAL_ADDRESS",
                "Error code 100 | CUDA_ERROR_NO_DEVICE",
                "100 | CUDA_ERROR_NO_DEVICE",
                "error: 35 | cudaErrorInsufficientDriver",
                "Failed to initialize NVML: Driver/library version mismatch | NVML_ERROR_LIB_RM_VERSION_MISMATCH",
                "NVML: Driver/library version mismatch | NVML_ERROR_LIB_RM_VERSION_MISMATCH",
                "CUDA driver version is insufficient for CUDA runtime version | cudaErrorInsufficientDriver",
                "RuntimeError: CUDA out of memory. | CUDA_ERROR_OUT_OF_MEMORY",
                "RuntimeError: CUDA error: out of memory | CUDA_ERROR_OUT_OF_MEMORY",
                "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB | CUDA_ERROR_OUT_OF_MEMORY",
                "RuntimeError: NCCL error in: ProcessGroupNCCL.cpp:1970, unhandled system error, NCCL version 2.27.3 | ncclSystemError",
                "ncclUnhandledCudaError: Call to CUDA function failed. | ncclUnhandledCudaError",
                "RuntimeError: cuDNN error: CUDNN_STATUS_EXECUTION_FAILED | CUDNN_STATUS_EXECUTION_FAILED",
                "RuntimeError: CUDA error: CUBLAS_STATUS_NOT_INITIALIZED when calling `cublasCreate(handle)` | CUBLAS_STATUS_NOT_INITIALIZED",
                "[Tue] NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus. | NVML_ERROR_GPU_IS_LOST",
                "NVRM: Xid (PCI:0000:3b:00): 31, pid=1234, Ch 00000008, MMU Fault | Xid 31",
                "Xid 48 | Xid 48",
                "CUDA initialization: CUDA unknown error - this may be due to an incorrectly set up environment | CUDA_ERROR_UNKNOWN",
                "cuInit failed: 803 | CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
                "cudaErrorSystemNotReady: system not yet initialized | CUDA_ERROR_SYSTEM_NOT_READY",
                "the provided PTX was compiled with an unsupported toolchain. | CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
                "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. | NVML_ERROR_DRIVER_NOT_LOADED",
                "No devices were found | NVML_ERROR_GPU_NOT_FOUND",
                "nvrtc: error: invalid value for --gpu-architecture (-arch) | NVRTC_ERROR_INVALID_OPTION",
                "ImportError: libcuda.so.1: cannot open shared object file: No such file or directory | libcuda.so.1 missing",
                "ImportError: libtorch_cuda.so: undefined symbol: ncclMemFree | undefined symbol nccl*",
                "AssertionError: Torch not compiled with CUDA enabled | CPU-only PyTorch",
                "Loaded runtime CuDNN library: CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH | CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH",
                "RuntimeError: CUDA error: an illegal memory access was encountered | CUDA_ERROR_ILLEGAL_ADDRESS",
                "CUDA error: device-side assert triggered | CUDA_ERROR_ASSERT",
                "cuMemAlloc(1099511627776): CUDA_ERROR_OUT_OF_MEMORY (2): out of memory | CUDA_ERROR_OUT_OF_MEMORY",
                "NVML error 18 | NVML_ERROR_LIB_RM_VERSION_MISMATCH",
                "nccl error 6 | ncclRemoteError",
                "Cannot re-initialize CUDA in forked subprocess. | fork after CUDA",
            })
    void knowsWhatProgramsPrint(String text, String expected) {
        var explanations = LogReader.explain(text.strip());
        assertFalse(explanations.isEmpty(), text);
        assertTrue(
                explanations.stream().anyMatch(each -> each.error().name().equals(expected.strip())),
                () -> text + ": "
                        + explanations.stream().map(Explanation::title).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Process finished with exit code 1",
                "HTTP error 404",
                "Segmentation fault (core dumped)",
                "operation not supported",
                "line 100: invalid argument",
                "12345",
                "epoch 100 loss 2.31",
                "read /proc/driver: file not found",
                "loader: no such key in the file",
            })
    void staysSilentAboutWhatIsNotOfCuda(String text) {
        assertEquals(List.of(), LogReader.explain(text));
    }

    @Test
    void readsAWholeLogAndCountsWhatComesAgain() {
        String log = """
                [rank0]: Traceback (most recent call last):
                [rank0]:   File "train.py", line 88, in <module>
                [rank0]: torch.distributed.DistBackendError: NCCL error in: ProcessGroupNCCL.cpp:2006, remote process exited or there was a network error, NCCL version 2.21.5
                [rank0]: ncclRemoteError: A call failed possibly due to a network error or a remote process exiting prematurely.
                kernel: NVRM: Xid (PCI:0000:9d:00): 45, pid=77, Ch 00000008
                kernel: NVRM: Xid (PCI:0000:9d:00): 31, pid=77, MMU Fault
                kernel: NVRM: Xid (PCI:0000:9d:00): 31, pid=77, MMU Fault
                """;
        var explanations = LogReader.explain(log);
        Map<String, Integer> counts = explanations.stream()
                .collect(Collectors.toMap(each -> each.error().name(), Explanation::count));
        assertEquals(Map.of("ncclRemoteError", 2, "Xid 31", 2, "Xid 45", 1), counts);
        assertEquals("Xid 45", explanations.getLast().error().name(), "a consequence comes last");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // pytorch/pytorch#35901
                "CUDA out of memory. Tried to allocate 3.37 GiB (GPU 0; 23.70 GiB total capacity; 11.02 GiB already allocated; 0.50 GiB free; 21.90 GiB reserved in total by PyTorch) | fragmentation: 10.9 GiB",
                "CUDA out of memory. Tried to allocate 96.00 GiB. GPU 0 has a total capacity of 23.64 GiB of which 22.10 GiB is free. Of the allocated memory 1.00 GiB is allocated by PyTorch, and 20.00 MiB is reserved by PyTorch but unallocated. | larger than the whole card",
                "CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 23.64 GiB of which 1.20 GiB is free. Process 4121 has 18.00 GiB memory in use. Of the allocated memory 3.90 GiB is allocated by PyTorch, and 100.00 MiB is reserved by PyTorch but unallocated. | other processes hold about 18.4 GiB",
                "CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 23.64 GiB of which 1.20 GiB is free. Of the allocated memory 21.90 GiB is allocated by PyTorch, and 100.00 MiB is reserved by PyTorch but unallocated. | needs more than the card has",
            })
    void tellsTheFourKindsOfExhaustedMemoryApart(String text, String expected) {
        String cause = LogReader.explain(text).getFirst().cause();
        assertTrue(cause.contains(expected.strip()), cause);
    }

    @Test
    void survivesAnyText() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        List<String> pieces = List.of(
                "CUDA",
                "error",
                " ",
                "100",
                "(",
                ")",
                ":",
                "Xid",
                "NVRM:",
                "NCCL",
                "\n",
                "\u0000",
                "é",
                "Tried to allocate 9999999.9999 GiB",
                "total capacity of 1.0 GiB",
                "CUDA_ERROR_",
                "out of memory",
                "9".repeat(30));
        for (int i = 0; i < 300; i++) {
            var text = new StringBuilder();
            for (int j = random.nextInt(60); j > 0; j--) {
                text.append(pieces.get(random.nextInt(pieces.size())));
            }
            for (var explanation : LogReader.explain(text.toString())) {
                assertFalse(explanation.line().contains("\u0000"), "seed " + seed);
            }
        }
        long start = System.nanoTime();
        LogReader.explain("error code (".repeat(400_000) + "\n".repeat(1000));
        assertTrue(System.nanoTime() - start < 20_000_000_000L, "a long line is cut");
    }

    static List<String> messages() throws IOException {
        try (var stream = LogReaderTest.class.getResourceAsStream("messages.txt")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void knowsWhatProgramsOfAllKindsPrint(String line) {
        String expected = line.substring(0, line.indexOf('|'));
        String text = line.substring(line.indexOf('|') + 1);
        var found = LogReader.explain(text).stream()
                .map(each -> each.error().name())
                .toList();
        assertTrue(found.contains(expected), () -> text + ": " + found);
        assertTrue(found.size() <= 2, () -> "not so many: " + found);
    }

    @Test
    void everyWordingMeansAnErrorOfTheTable() {
        for (Wording wording : Wording.ALL) {
            assertTrue(ErrorTable.get().find(wording.error()).isPresent(), wording.error());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Epoch 3, step -1, loss 0.35, error 0.02",
                "GET /unknown device 404",
                "Segmentation fault (core dumped)",
                "No such file or directory",
                "warning: unused variable 'code'",
                "make: *** [all] Error 2",
            })
    void whatIsNoneOfThemIsNotGuessedAt(String text) {
        assertEquals(List.of(), LogReader.explain(text));
    }
}
