package io.xianka.tensor.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import io.xianka.tensor.execution.OutOfDeviceMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostCapacityTest {
    @TempDir
    private Path root;

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void aMachineHasItsMemory() throws IOException {
        write("proc/meminfo", "MemTotal:       1000 kB\nMemFree:  1 kB\nMemAvailable:  600 kB\nSwapFree: 100 kB\n");
        write("proc/self/cgroup", "0::/user.slice\n");
        write("sys/fs/cgroup/user.slice/memory.max", "max\n");
        var capacity = new HostCapacity(root);
        assertEquals(1000 * 1024, capacity.bytes());
        assertEquals(700 * 1024, capacity.freeBytes());
    }

    @Test
    void aContainerHasWhatItIsLimitedTo() throws IOException {
        write("proc/meminfo", "MemTotal:       1000 kB\n");
        write("proc/self/cgroup", "0::/a/b\n");
        write("sys/fs/cgroup/a/memory.max", "4096\n");
        write("sys/fs/cgroup/a/b/memory.max", "8192\n");
        assertEquals(4096, new HostCapacity(root).bytes());
        write("sys/fs/cgroup/memory.max", "2048\n");
        assertEquals(2048, new HostCapacity(root).bytes());
    }

    @Test
    void soHasOneOfTheFirstVersion() throws IOException {
        write("proc/meminfo", "MemTotal:       1000 kB\n");
        write("proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/docker/1\n0::/\n");
        write("sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes", "5000\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        assertEquals(5000, new HostCapacity(root).bytes());
    }

    @Test
    void whatNobodyTellsIsTheHeaps() {
        assertEquals(Runtime.getRuntime().maxMemory(), new HostCapacity(root).bytes());
        assertEquals(Long.MAX_VALUE, new HostCapacity(root).freeBytes());
    }

    @Test
    void moreThanThereIsIsRefusedAtOnce() {
        Device cpu = Device.of("cpu");
        long elements = cpu.memoryBytes() / 2;
        String refused = assertThrows(
                        OutOfDeviceMemory.class,
                        () -> Tensor.zeros(Shape.of(elements), DType.FLOAT32, cpu)
                                .realise())
                .getMessage();
        assertTrue(refused.startsWith("out of memory on cpu: asked for " + 4 * elements + " bytes; "), refused);
    }
}
