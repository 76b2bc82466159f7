package io.xianka.tensor.cuda;

import io.xianka.driver.Event;
import io.xianka.driver.PinnedBuffer;
import io.xianka.tensor.execution.HostMemory;
import io.xianka.tensor.graph.Storage;
import java.lang.foreign.MemorySegment;

/** Page-locked memory: copies from it are enqueued in the stream of the tensors, and an event says when they are done. */
final class PinnedMemory implements HostMemory {
    private final PinnedBuffer buffer;
    private final CudaExecutor executor;
    private final Event copied;
    private boolean pending;

    PinnedMemory(CudaExecutor executor, long bytes) {
        buffer = executor.device().pinned(bytes);
        this.executor = executor;
        copied = executor.device().eventWithoutClock();
    }

    @Override
    public MemorySegment segment() {
        await();
        return buffer.segment();
    }

    private void await() {
        if (pending) {
            copied.synchronize();
            pending = false;
        }
    }

    @Override
    public void upload(long from, Storage target) {
        MemorySegment part = buffer.segment().asSlice(from, target.bytes());
        executor.besideCaptures(() -> {
            ((DevicePool.Block) target).buffer().copyFromAsync(part, executor.stream());
            copied.record(executor.stream());
        });
        pending = true;
    }

    @Override
    public void close() {
        await();
        copied.close();
        buffer.close();
    }
}
