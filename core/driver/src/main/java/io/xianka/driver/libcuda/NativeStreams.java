package io.xianka.driver.libcuda;

import static io.xianka.driver.libcuda.Downcalls.call;

import io.xianka.driver.api.CaptureMode;
import io.xianka.driver.api.CaptureStatus;
import io.xianka.driver.api.CudaStatus;
import io.xianka.driver.api.KernelNode;
import io.xianka.driver.api.LaunchParameters;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;

/** Streams, events and graphs. */
abstract class NativeStreams extends NativeMemory {
    NativeStreams(DriverLibrary library) {
        super(library);
    }

    // ------------------------------------------------------------------ streams and events

    @Override
    public long streamCreateWithPriority(boolean nonBlocking, int priority) {
        int flags = nonBlocking ? 1 : 0;
        MemorySegment function = function(CudaCall.STREAM_CREATE_WITH_PRIORITY);
        return readLong(
                CudaCall.STREAM_CREATE_WITH_PRIORITY, out -> call(function, out, flags, priority), flags, priority);
    }

    @Override
    public void streamDestroy(long stream) {
        int status = call(function(CudaCall.STREAM_DESTROY), stream);
        if (status != 0) {
            throw failed(CudaCall.STREAM_DESTROY, status, hex(stream));
        }
    }

    @Override
    public void streamSynchronize(long stream) {
        int status = call(function(CudaCall.STREAM_SYNCHRONIZE), stream);
        if (status != 0) {
            throw failed(CudaCall.STREAM_SYNCHRONIZE, status, hex(stream));
        }
    }

    @Override
    public boolean streamQuery(long stream) {
        int status = call(function(CudaCall.STREAM_QUERY), stream);
        if (status != 0 && status != CudaStatus.CUDA_ERROR_NOT_READY.code()) {
            throw failed(CudaCall.STREAM_QUERY, status, hex(stream));
        }
        return status == 0;
    }

    @Override
    public void streamWaitEvent(long stream, long event) {
        int status = call(function(CudaCall.STREAM_WAIT_EVENT), stream, event, 0);
        if (status != 0) {
            throw failed(CudaCall.STREAM_WAIT_EVENT, status, hex(stream), hex(event), 0);
        }
    }

    @Override
    public void launchHostFunc(long stream, Runnable function) {
        long ticket = HostFunctions.register(function);
        int status = call(function(CudaCall.LAUNCH_HOST_FUNC), stream, HostFunctions.address(), ticket);
        if (status != 0) {
            HostFunctions.forget(ticket);
            throw failed(CudaCall.LAUNCH_HOST_FUNC, status, hex(stream), function);
        }
    }

    @Override
    public long eventCreate(boolean timed, boolean blockingSync) {
        int flags = (blockingSync ? 1 : 0) | (timed ? 0 : 2);
        MemorySegment function = function(CudaCall.EVENT_CREATE);
        return readLong(CudaCall.EVENT_CREATE, out -> call(function, out, flags), flags);
    }

    @Override
    public void eventRecord(long event, long stream) {
        int status = call(function(CudaCall.EVENT_RECORD), event, stream);
        if (status != 0) {
            throw failed(CudaCall.EVENT_RECORD, status, hex(event), hex(stream));
        }
    }

    @Override
    public void eventSynchronize(long event) {
        int status = call(function(CudaCall.EVENT_SYNCHRONIZE), event);
        if (status != 0) {
            throw failed(CudaCall.EVENT_SYNCHRONIZE, status, hex(event));
        }
    }

    @Override
    public boolean eventQuery(long event) {
        int status = call(function(CudaCall.EVENT_QUERY), event);
        if (status != 0 && status != CudaStatus.CUDA_ERROR_NOT_READY.code()) {
            throw failed(CudaCall.EVENT_QUERY, status, hex(event));
        }
        return status == 0;
    }

    @Override
    public float eventElapsedTime(long start, long end) {
        MemorySegment function = function(CudaCall.EVENT_ELAPSED_TIME);
        return Float.intBitsToFloat(
                readInt(CudaCall.EVENT_ELAPSED_TIME, out -> call(function, out, start, end), hex(start), hex(end)));
    }

    @Override
    public void eventDestroy(long event) {
        int status = call(function(CudaCall.EVENT_DESTROY), event);
        if (status != 0) {
            throw failed(CudaCall.EVENT_DESTROY, status, hex(event));
        }
    }

    // ------------------------------------------------------------------ graphs

    @Override
    public void streamBeginCapture(long stream, CaptureMode mode) {
        int status = call(function(CudaCall.STREAM_BEGIN_CAPTURE), stream, mode.code());
        if (status != 0) {
            throw failed(CudaCall.STREAM_BEGIN_CAPTURE, status, hex(stream), mode);
        }
    }

    @Override
    public long streamEndCapture(long stream) {
        MemorySegment function = function(CudaCall.STREAM_END_CAPTURE);
        return readLong(CudaCall.STREAM_END_CAPTURE, out -> call(function, stream, out), hex(stream));
    }

    @Override
    public CaptureStatus streamIsCapturing(long stream) {
        MemorySegment function = function(CudaCall.STREAM_IS_CAPTURING);
        int code = readInt(CudaCall.STREAM_IS_CAPTURING, out -> call(function, stream, out), hex(stream));
        return switch (code) {
            case 0 -> CaptureStatus.NONE;
            case 1 -> CaptureStatus.ACTIVE;
            default -> CaptureStatus.INVALIDATED;
        };
    }

    @Override
    public List<Long> graphGetNodes(long graph) {
        MemorySegment function = function(CudaCall.GRAPH_GET_NODES);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment count = arena.allocate(LONG);
            int status = call(function, graph, 0, count.address());
            if (status != 0) {
                throw failed(CudaCall.GRAPH_GET_NODES, status, hex(graph));
            }
            MemorySegment nodes = arena.allocate(LONG, Math.max(1, count.get(LONG, 0)));
            status = call(function, graph, nodes.address(), count.address());
            if (status != 0) {
                throw failed(CudaCall.GRAPH_GET_NODES, status, hex(graph));
            }
            List<Long> found = new ArrayList<>();
            for (long i = 0; i < count.get(LONG, 0); i++) {
                found.add(nodes.getAtIndex(LONG, i));
            }
            return found;
        }
    }

    @Override
    public int graphNodeGetType(long node) {
        MemorySegment function = function(CudaCall.GRAPH_NODE_GET_TYPE);
        return readInt(CudaCall.GRAPH_NODE_GET_TYPE, out -> call(function, node, out), hex(node));
    }

    @Override
    public KernelNode graphKernelNodeGetParams(long node) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment params = arena.allocate(KernelNodeParams.BYTES, 8);
            int status = call(function(CudaCall.GRAPH_KERNEL_NODE_GET_PARAMS), node, params.address());
            if (status != 0) {
                throw failed(CudaCall.GRAPH_KERNEL_NODE_GET_PARAMS, status, hex(node));
            }
            return KernelNodeParams.read(params);
        }
    }

    @Override
    public long graphInstantiate(long graph) {
        MemorySegment function = function(CudaCall.GRAPH_INSTANTIATE_WITH_FLAGS);
        return readLong(CudaCall.GRAPH_INSTANTIATE_WITH_FLAGS, out -> call(function, out, graph, 0), hex(graph), 0);
    }

    @Override
    public boolean graphExecUpdate(long graphExec, long graph) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(16, 8);
            int status = call(function(CudaCall.GRAPH_EXEC_UPDATE), graphExec, graph, out.address(), out.address() + 8);
            if (status == CudaStatus.CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE.code()) {
                return false;
            }
            if (status != 0) {
                throw failed(CudaCall.GRAPH_EXEC_UPDATE, status, hex(graphExec), hex(graph));
            }
            return true;
        }
    }

    @Override
    public void graphExecKernelNodeSetParams(
            long graphExec, long node, KernelNode launch, LaunchParameters parameters) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment params = arena.allocate(KernelNodeParams.BYTES, 8);
            KernelNodeParams.write(params, launch, parameters.pointersAddress());
            int status;
            try {
                status = call(function(CudaCall.GRAPH_EXEC_KERNEL_NODE_SET_PARAMS), graphExec, node, params.address());
            } finally {
                Reference.reachabilityFence(parameters);
            }
            if (status != 0) {
                throw failed(CudaCall.GRAPH_EXEC_KERNEL_NODE_SET_PARAMS, status, hex(graphExec), hex(node), launch);
            }
        }
    }

    @Override
    public void graphLaunch(long graphExec, long stream) {
        int status = call(function(CudaCall.GRAPH_LAUNCH), graphExec, stream);
        if (status != 0) {
            throw failed(CudaCall.GRAPH_LAUNCH, status, hex(graphExec), hex(stream));
        }
    }

    @Override
    public void graphDestroy(long graph) {
        int status = call(function(CudaCall.GRAPH_DESTROY), graph);
        if (status != 0) {
            throw failed(CudaCall.GRAPH_DESTROY, status, hex(graph));
        }
    }

    @Override
    public void graphExecDestroy(long graphExec) {
        int status = call(function(CudaCall.GRAPH_EXEC_DESTROY), graphExec);
        if (status != 0) {
            throw failed(CudaCall.GRAPH_EXEC_DESTROY, status, hex(graphExec));
        }
    }
}
