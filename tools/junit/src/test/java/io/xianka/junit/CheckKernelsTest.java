package io.xianka.junit;

import static io.xianka.driver.Arg.in;
import static io.xianka.driver.Arg.out;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.xianka.driver.Device;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;
import io.xianka.emulator.check.CheckTool;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;

class CheckKernelsTest {
    private static final SourceText SHIFT = SourceText.of("shift.cu", """
            extern "C" __global__ void shift(const float *x, float *y, int n)
            {
                int i = blockIdx.x * blockDim.x + threadIdx.x;
                if (i < n)
                    y[i] = x[i + 1];
            }
            """);

    /** The samples are run by the tests below, not by themselves. */
    @CheckKernels
    static class Samples {
        @Test
        void readsOneTooMany(Device device) {
            shift(device, 64, 64);
        }

        @Test
        void staysInside(Device device) {
            shift(device, 64, 63);
        }

        @Test
        void opensItsOwnDevice() {
            try (var device = Device.best()) {
                shift(device, 64, 64);
            }
        }

        @Test
        void forgetsMemory(Device device) {
            device.allocate(4096);
        }

        @CheckKernels(tools = CheckTool.RACECHECK)
        @Test
        void looksForRacesOnly(Device device) {
            shift(device, 64, 64);
        }

        private static void shift(Device device, int length, int n) {
            try (var module = device.compile(SHIFT, CompileOptions.DEFAULT)) {
                module.kernel("shift").launch(Launch.of(1, 64), in(new float[length]), out(new float[length]), n);
            }
        }
    }

    @Test
    void aTestFailsWithTheReport() {
        String report = failures("readsOneTooMany").getFirst();
        assertTrue(report.startsWith("1 finding in the kernels of this test\n========= "), report);
        assertTrue(report.contains("Invalid __global__ read of size 4 bytes"), report);
        assertTrue(report.contains("at shift in shift.cu:5"), report);
        assertTrue(report.contains("by thread (63,0,0) in block (0,0,0)"), report);
    }

    @Test
    void aCorrectTestPasses() {
        assertEquals(List.of(), failures("staysInside"));
    }

    @Test
    void devicesThatATestOpensAreCheckedToo() {
        assertEquals(1, failures("opensItsOwnDevice").size());
        try (var device = Device.emulated()) {
            assertFalse(device.why().contains("checked"), device.why());
        }
    }

    @Test
    void memoryThatIsNotGivenBackFailsTheTest() {
        String report = failures("forgetsMemory").getFirst();
        assertTrue(report.contains("Leaked 4,096 bytes"), report);
        assertTrue(report.contains("CheckKernelsTest.java"), report);
    }

    @Test
    void aMethodsAnnotationNarrowsItsClass() {
        assertEquals(List.of(), failures("looksForRacesOnly"));
    }

    private static Method method(String name) {
        return Arrays.stream(Samples.class.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Why a sample fails; nothing if it passes. */
    private static List<String> failures(String sample) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(Samples.class, method(sample)))
                .execute()
                .testEvents()
                .finished()
                .stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                .flatMap(result -> result.getThrowable().stream())
                .map(Throwable::getMessage)
                .toList();
    }
}
