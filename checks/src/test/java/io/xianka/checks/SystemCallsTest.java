package io.xianka.checks;

import static io.xianka.driver.Arg.inOut;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.Device;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.driver.api.SourceText;
import org.junit.jupiter.api.Test;

/** What the driver provides to kernels: failing assertions and memory. */
class SystemCallsTest {
    private static final String SOURCE = """
            #include <cassert>

            extern "C" __global__ void squares(int *p, int limit)
            {
                const int i = threadIdx.x;
                assert(i < limit && "too many threads");
                int *mine = (int *)malloc(2 * sizeof(int));
                mine[1] = i * i;
                p[i] = mine[1];
                free(mine);
            }
            """;

    @Test
    void aFailingAssertionNamesItsPlace() {
        CudaException failure = assertThrows(CudaException.class, () -> run(3));
        assertTrue(failure.is(CudaStatus.CUDA_ERROR_ASSERT), failure.getMessage());
        assertTrue(
                failure.getMessage()
                        .contains("kernel.cu:6: squares: assertion 'i < limit && \"too many threads\"' failed"),
                failure.getMessage());
        assertTrue(failure.getMessage().contains("thread (3,0,0)"), failure.getMessage());
    }

    @Test
    void threadsAllocateAndFree() {
        assertArrayEquals(new int[] {0, 1, 4, 9}, run(4));
    }

    private static int[] run(int limit) {
        int[] p = new int[4];
        var options =
                CompileOptions.DEFAULT.withCompiler(CompileOptions.Compiler.OWN).withCache(false);
        try (var emulator = Device.emulated();
                var module = emulator.compile(SourceText.of(SOURCE), options)) {
            module.kernel("squares").launch(Launch.of(1, 4), inOut(p), limit);
        }
        return p;
    }
}
