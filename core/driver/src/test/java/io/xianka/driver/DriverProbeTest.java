package io.xianka.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.api.CudaStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

class DriverProbeTest {

    @Test
    void listsDevicesWithoutOpeningOne() {
        FakeDriver fake = new FakeDriver();
        DriverProbe probe = DriverProbe.of(fake.api);
        assertEquals(0, probe.initStatus());
        assertEquals(2, probe.devices().size());
        assertEquals(new ComputeCapability(9, 0), probe.devices().getFirst().computeCapability());
        assertEquals(4, probe.devices().getFirst().multiprocessors());
        assertTrue(fake.handles.isEmpty(), "a handle was made: " + fake.handles);
        assertTrue(
                fake.calls.stream().noneMatch(call -> call.contains("Ctx") || call.contains("Alloc")),
                fake.calls::toString);
    }

    @Test
    void keepsTheStatusOfADriverThatDoesNotInitialise() {
        FakeDriver fake = new FakeDriver();
        fake.failures.put("init", CudaStatus.CUDA_ERROR_SYSTEM_NOT_READY);
        DriverProbe probe = DriverProbe.of(fake.api);
        assertEquals(802, probe.initStatus());
        assertEquals(List.of(), probe.devices());
    }
}
