package io.xianka.driver.libcuda;

import static io.xianka.driver.libcuda.Downcalls.call;

import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.driver.api.DriverApi;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What all native calls need: the library's functions, looked up when they are first called, and what their failures say. */
abstract class NativeCalls implements DriverApi {
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    final DriverLibrary library;
    private final MemorySegment[] functions = new MemorySegment[CudaCall.values().length];

    NativeCalls(DriverLibrary library) {
        this.library = library;
    }

    @SuppressWarnings("EnumOrdinal") // an index into an array of this object only
    static int slot(CudaCall call) {
        return call.ordinal();
    }

    MemorySegment function(CudaCall call) {
        MemorySegment known = functions[slot(call)];
        return known != null ? known : resolve(call);
    }

    MemorySegment resolve(CudaCall call) {
        MemorySegment found = library.symbols()
                .find(call.symbol())
                .orElseThrow(() -> CudaException.withDetail(
                        library.origin() + " lacks it; it came with CUDA " + call.sinceVersion() / 1000 + "."
                                + call.sinceVersion() % 1000 / 10 + ", so update the NVIDIA driver",
                        call.callName(),
                        CudaStatus.CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER.code()));
        functions[slot(call)] = found;
        return found;
    }

    boolean lacks(CudaCall call) {
        return functions[slot(call)] == null
                && library.symbols().find(call.symbol()).isEmpty();
    }

    static CudaException failed(CudaCall call, int status, Object... arguments) {
        return CudaException.ofRealDriver("", call.callName(), status, arguments);
    }

    static String hex(long handle) {
        return "0x" + Long.toHexString(handle);
    }

    interface OneInt {
        int fill(long address);
    }

    int readInt(CudaCall call, OneInt body, Object... arguments) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(INT);
            int status = body.fill(out.address());
            if (status != 0) {
                throw failed(call, status, arguments);
            }
            return out.get(INT, 0);
        }
    }

    long readLong(CudaCall call, OneInt body, Object... arguments) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(LONG);
            int status = body.fill(out.address());
            if (status != 0) {
                throw failed(call, status, arguments);
            }
            return out.get(LONG, 0);
        }
    }

    String readText(CudaCall call, int capacity, int device) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(capacity);
            int status = call(function(call), text.address(), capacity, device);
            if (status != 0) {
                throw failed(call, status, device);
            }
            return text.getString(0);
        }
    }
}
