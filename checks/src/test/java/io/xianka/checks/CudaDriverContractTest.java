package io.xianka.checks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Launch;
import io.xianka.driver.PreparedLaunch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("gpu")
class CudaDriverContractTest extends DriverContract {
    @Override
    Device open() {
        return Device.cuda(0);
    }

    @Test
    void kernelsReachTheMemoryOfAPeer() {
        long devices = Device.all().stream()
                .peek(Device::close)
                .filter(found -> !found.isEmulated())
                .count();
        assumeTrue(devices > 1, "one CUDA device alone has no peer");
        try (Device peer = Device.cuda(1);
                DeviceBuffer there = peer.copyOf(new float[] {1, 2, 3, 4});
                DeviceBuffer here = device().allocate(16)) {
            here.copyFrom(there);
            assertArrayEquals(new float[] {1, 2, 3, 4}, here.toFloats());
            assumeTrue(device().canAccess(peer), "the devices have no path between them");
            device().enablePeer(peer);
            PreparedLaunch launch =
                    device().load(ContractKernels.SCALE).kernel("scale").prepare(Launch.of(1, 4), there, 2f, 0, 4);
            launch.launch();
            device().synchronize();
            device().disablePeer(peer);
            assertArrayEquals(new float[] {2, 4, 6, 8}, there.toFloats());
        }
    }
}
