package io.xianka.diagnosis.errors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.api.CudaStatus;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ErrorTableTest {

    private static final Set<String> APIS = Set.of(
            "cuda-driver",
            "cuda-runtime",
            "cuda-runtime-old",
            "loader",
            "docker",
            "nvrtc",
            "cudnn",
            "cublas",
            "nccl",
            "nvml",
            "cupti",
            "xid",
            "framework",
            "nvcc",
            "kernel-module",
            "none");

    @Test
    void everyRowIsCompleteAndOfAKnownLibrary() {
        var names = new HashSet<String>();
        for (var error : ErrorTable.get().errors()) {
            assertTrue(APIS.contains(error.api()), error.name() + " is of " + error.api());
            assertTrue(names.add(error.name()), error.name() + " stands twice");
            assertFalse(error.source().isBlank(), error.name());
            if (!error.name().equals("NVML_SUCCESS")) {
                assertFalse(error.causes().isBlank() || error.fix().isBlank(), error.name());
                assertFalse(error.steps().isEmpty(), error.name());
            }
        }
        assertTrue(names.size() >= 200, "errors: " + names.size());
    }

    /** The driver room has the names and messages of cuda.h, too. */
    @Test
    void driverStatusesAreThoseOfTheDriverRoom() {
        for (var error : ErrorTable.get().errors()) {
            if (error.api().equals("cuda-driver")) {
                var status = CudaStatus.of(error.code().orElseThrow()).orElseThrow();
                assertEquals(status.name(), error.name());
                assertEquals(status.message().replace(".", ""), error.message().replace(".", ""), error.name());
            }
        }
    }
}
