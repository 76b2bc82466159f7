package io.xianka.nn;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import io.xianka.tensor.execution.OutOfDeviceMemory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the processor says when it has no memory left: here, since lines of the room of tensors are nobody's. */
class MemoryShortageTest {
    private final Device cpu = Device.cpu();

    private Tensor floats(long count) {
        return Tensor.zeros(Shape.of(count), DType.FLOAT32, cpu);
    }

    private Tensor held() {
        return floats(3 << 20).realise();
    }

    @Test
    void namesTheLinesThatHoldMostAndWhatWouldFit() {
        long tooMany = cpu.memoryBytes() / 2;
        try (Tensor one = held();
                Tensor two = held();
                Tensor other = floats(2 << 20).realise();
                Tensor gone = floats(9 << 20)) {
            gone.realise().close();
            String said = assertThrows(
                            OutOfDeviceMemory.class, () -> floats(tooMany).realise())
                    .getMessage();
            List<String> lines = said.lines().toList();
            assertTrue(
                    lines.getFirst()
                            .matches(
                                    "out of memory on cpu: asked for " + 4 * tooMany
                                            + " bytes; tensors hold \\d+, kept for reuse \\d+, free on the device \\d+ of \\d+"),
                    said);
            String name = getClass().getName();
            String of =
                    one.dtype().bytes() * (one.shape().elements() + two.shape().elements()) + " bytes held by " + name;
            int first = said.indexOf("\n  " + of + ".held(MemoryShortageTest.java:");
            int second =
                    said.indexOf("\n  " + 4 * other.shape().elements() + " bytes held by " + name + ".namesTheLines");
            assertTrue(first > 0 && second > first, said);
            assertFalse(said.contains((36L << 20) + " bytes held"), "what was given back is held: " + said);
            assertTrue(lines.getLast().matches("  up to \\d+ bytes would fit now; .*"), said);
        }
    }
}
