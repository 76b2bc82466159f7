package io.xianka.diagnosis.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.FailureAdviser;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoctorsAdviceTest {

    private static FixtureReport report(String name) {
        return FixtureReport.all().stream()
                .filter(fixture -> fixture.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Optional<String> cause(String report, int status) {
        return new DoctorsAdvice(() -> report(report).facts()).cause(status);
    }

    @ParameterizedTest
    @CsvSource({
        "nouveau-loaded, 100, the open-source driver nouveau holds the GPU (GPU 0000:01:00.0 is bound to nouveau)",
        "library-module-mismatch, 803, the driver's library and its kernel module are of different versions",
        "fabric-manager-stopped, 802, the fabric manager does not run",
        "uvm-missing, 999, the node /dev/nvidia-uvm is missing",
        "driver-too-old-for-xianka, 222, the driver does not take the PTX that Xianka's compiler writes",
        "memory-taken, 2, other processes hold most of a GPU's memory",
        "exclusive-taken, 46, 'a GPU allows one process, and one has it'",
    })
    void endsAFailureWithItsCause(String report, int status, String expected) {
        String cause = cause(report, status).orElseThrow();
        assertTrue(cause.startsWith(expected), cause);
        assertTrue(cause.endsWith("xianka doctor says what to do") && !cause.contains("\n"), cause);
    }

    @ParameterizedTest
    @CsvSource({"bare-metal, 100", "nouveau-loaded, 700", "launch-blocking, 100", "disk-full, 2", "hgx, 802"})
    void saysNothingThatDoesNotExplainTheStatus(String report, int status) {
        assertEquals(Optional.empty(), cause(report, status));
    }

    @Test
    void aFailureWhileLookingIsNoCause() {
        var advice = new DoctorsAdvice(() -> {
            throw new IllegalStateException("no facts");
        });
        assertEquals(Optional.empty(), advice.cause(100));
    }

    @Test
    void theDriverRoomFindsIt() {
        assertInstanceOf(
                DoctorsAdvice.class,
                ServiceLoader.load(FailureAdviser.class).findFirst().orElseThrow());
        // A launch that failed by itself is nothing that the machine explains; nothing is looked at.
        assertEquals(
                new CudaException("cuLaunchKernel", 700).getMessage(),
                CudaException.ofRealDriver("", "cuLaunchKernel", 700).getMessage());
    }
}
