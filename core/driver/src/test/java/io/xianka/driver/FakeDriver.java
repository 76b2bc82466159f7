package io.xianka.driver;

import io.xianka.driver.api.BlockSizeSuggestion;
import io.xianka.driver.api.CaptureStatus;
import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.driver.api.DeviceAttribute;
import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.FunctionAttribute;
import io.xianka.driver.api.GlobalSymbol;
import io.xianka.driver.api.KernelNode;
import io.xianka.driver.api.LaunchParameters;
import io.xianka.driver.api.LoadedImage;
import io.xianka.driver.api.ManagedMemory;
import io.xianka.driver.api.MemoryInfo;
import io.xianka.driver.api.ParameterExtent;
import io.xianka.driver.api.StreamPriorityRange;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A driver that keeps device memory in maps, records each call, and runs kernels that a test gives as Java functions.
 * It refuses what a real driver would crash on: freeing twice, unknown handles.
 */
final class FakeDriver implements InvocationHandler {
    /** A kernel's parameters, and the memory behind its pointers. */
    record Invocation(FakeDriver driver, LaunchParameters parameters) {
        MemorySegment memory(int parameter) {
            return driver.at(parameters.values().get(ValueLayout.JAVA_LONG, parameters.offsetBytes(parameter)));
        }

        int intValue(int parameter) {
            return parameters.values().get(ValueLayout.JAVA_INT, parameters.offsetBytes(parameter));
        }
    }

    final DriverApi api = (DriverApi)
            Proxy.newProxyInstance(FakeDriver.class.getClassLoader(), new Class<?>[] {DriverApi.class}, this);
    final ConcurrentLinkedQueue<String> calls = new ConcurrentLinkedQueue<>();
    final ConcurrentHashMap<Long, MemorySegment> memory = new ConcurrentHashMap<>();
    final ConcurrentHashMap<Long, String> handles = new ConcurrentHashMap<>();
    final Map<String, List<ParameterExtent>> extents = new HashMap<>();
    final Map<String, CudaStatus> failures = new ConcurrentHashMap<>();
    final Map<DeviceAttribute, Integer> attributes = new HashMap<>(Map.ofEntries(
            Map.entry(DeviceAttribute.COMPUTE_CAPABILITY_MAJOR, 9),
            Map.entry(DeviceAttribute.COMPUTE_CAPABILITY_MINOR, 0),
            Map.entry(DeviceAttribute.MAX_GRID_DIM_X, Integer.MAX_VALUE),
            Map.entry(DeviceAttribute.MAX_GRID_DIM_Y, 65535),
            Map.entry(DeviceAttribute.MAX_GRID_DIM_Z, 65535),
            Map.entry(DeviceAttribute.MAX_BLOCK_DIM_X, 1024),
            Map.entry(DeviceAttribute.MAX_BLOCK_DIM_Y, 1024),
            Map.entry(DeviceAttribute.MAX_BLOCK_DIM_Z, 64),
            Map.entry(DeviceAttribute.MAX_THREADS_PER_BLOCK, 1024),
            Map.entry(DeviceAttribute.WARP_SIZE, 32),
            Map.entry(DeviceAttribute.MULTIPROCESSOR_COUNT, 4),
            Map.entry(DeviceAttribute.MAX_THREADS_PER_MULTIPROCESSOR, 2048),
            Map.entry(DeviceAttribute.MAX_SHARED_MEMORY_PER_BLOCK, 49152),
            Map.entry(DeviceAttribute.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 232448),
            Map.entry(DeviceAttribute.COOPERATIVE_LAUNCH, 1),
            Map.entry(DeviceAttribute.CLUSTER_LAUNCH, 1)));
    Consumer<Invocation> kernel = invocation -> {};
    boolean capturing;
    private final String name;
    private final AtomicLong next = new AtomicLong(0x7000_0000_0000L);

    FakeDriver() {
        this("fake");
    }

    FakeDriver(String name) {
        this.name = name;
    }

    /** The calls since the last time, by name. */
    List<String> takeCalls() {
        List<String> taken = List.copyOf(calls);
        calls.clear();
        return taken;
    }

    private long newHandle(String kind) {
        long handle = next.getAndAdd(1 << 20);
        handles.put(handle, kind);
        return handle;
    }

    private void drop(long handle, String call) {
        if (handles.remove(handle) == null) {
            throw CudaException.of(call, CudaStatus.CUDA_ERROR_INVALID_HANDLE, handle);
        }
    }

    /** The device memory from an address to the end of its allocation. */
    MemorySegment at(long pointer) {
        for (Map.Entry<Long, MemorySegment> entry : memory.entrySet()) {
            long offset = pointer - entry.getKey();
            if (offset >= 0 && offset < entry.getValue().byteSize()) {
                return entry.getValue().asSlice(offset);
            }
        }
        throw CudaException.of("access", CudaStatus.CUDA_ERROR_ILLEGAL_ADDRESS, pointer);
    }

    private long allocate(long bytes, String call) {
        if (bytes > 1L << 40) {
            throw CudaException.of(call, CudaStatus.CUDA_ERROR_OUT_OF_MEMORY, bytes);
        }
        long pointer = next.getAndAdd((bytes + 0x1f_ffff) & -0x10_0000);
        memory.put(pointer, MemorySegment.ofArray(new byte[(int) Math.min(bytes, 1 << 23)]));
        handles.put(pointer, "memory");
        return pointer;
    }

    private void free(long pointer, String call) {
        drop(pointer, call);
        memory.remove(pointer);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a proxy is itself
    public Object invoke(Object proxy, Method method, Object[] a) throws Throwable {
        String call = method.getName();
        if (method.isDefault()) {
            return InvocationHandler.invokeDefault(proxy, method, a);
        }
        if (!call.equals("ctxSetCurrent") && method.getDeclaringClass() != Object.class && !call.equals("name")) {
            calls.add(call);
        }
        if (failures.containsKey(call)) {
            throw CudaException.of(call, failures.get(call), a == null ? new Object[0] : a);
        }
        return switch (call) {
            case "name" -> name;
            case "origin" -> "a fake";
            case "toString" -> "FakeDriver";
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == a[0];
            case "init",
                    "ctxSynchronize",
                    "streamSynchronize",
                    "streamWaitEvent",
                    "eventRecord",
                    "eventSynchronize",
                    "memHostRegister",
                    "memHostUnregister",
                    "funcSetAttribute",
                    "graphLaunch",
                    "memPrefetchAsync",
                    "memAdvise",
                    "ctxSetCurrent",
                    "devicePrimaryCtxRelease",
                    "ctxEnablePeerAccess",
                    "ctxDisablePeerAccess",
                    "graphExecKernelNodeSetParams" -> null;
            case "driverGetVersion" -> 13000;
            case "deviceGetCount" -> 2;
            case "deviceGet" -> (int) a[0];
            case "deviceGetName" -> "Fake " + a[0];
            case "deviceGetAttribute" -> attributes.getOrDefault((DeviceAttribute) a[0], 0);
            case "deviceGetUuid" -> new byte[16];
            case "deviceGetPCIBusId" -> "0000:0" + a[0] + ":00.0";
            case "deviceTotalMem" -> 1L << 30;
            case "devicePrimaryCtxRetain" -> 100L + (int) a[0];
            case "ctxGetStreamPriorityRange" -> new StreamPriorityRange(0, -5);
            case "memGetInfo" -> new MemoryInfo(1 << 30, 1 << 30);
            case "memAlloc" -> allocate((long) a[0], "cuMemAlloc");
            case "memAllocAsync" -> allocate((long) a[0], "cuMemAllocAsync");
            case "memFree" -> {
                free((long) a[0], "cuMemFree");
                yield null;
            }
            case "memFreeAsync" -> {
                free((long) a[0], "cuMemFreeAsync");
                yield null;
            }
            case "memHostAlloc" -> {
                MemorySegment host = ((Arena) a[3]).allocate((long) a[0], 64);
                handles.put(host.address(), "pinned");
                yield host;
            }
            case "memFreeHost" -> {
                drop((long) a[0], "cuMemFreeHost");
                yield null;
            }
            case "memHostGetDevicePointer" -> ((MemorySegment) a[0]).address();
            case "memAllocManaged" -> {
                MemorySegment host = ((Arena) a[1]).allocate((long) a[0], 64);
                memory.put(host.address(), host);
                handles.put(host.address(), "memory");
                yield new ManagedMemory(host.address(), host);
            }
            case "memcpyHtoD", "memcpyHtoDAsync" -> {
                MemorySegment source = (MemorySegment) a[1];
                MemorySegment.copy(source, 0, at((long) a[0]), 0, source.byteSize());
                yield null;
            }
            case "memcpyDtoH", "memcpyDtoHAsync" -> {
                MemorySegment target = (MemorySegment) a[0];
                MemorySegment.copy(at((long) a[1]), 0, target, 0, target.byteSize());
                yield null;
            }
            case "memcpyDtoDAsync" -> {
                MemorySegment.copy(at((long) a[1]), 0, at((long) a[0]), 0, (long) a[2]);
                yield null;
            }
            case "memcpyPeerAsync" -> {
                MemorySegment.copy(at((long) a[2]), 0, at((long) a[0]), 0, (long) a[4]);
                yield null;
            }
            case "memsetD8Async" -> {
                at((long) a[0]).asSlice(0, (long) a[2]).fill((byte) a[1]);
                yield null;
            }
            case "memsetD32Async" -> {
                for (long i = 0; i < (long) a[2]; i++) {
                    at((long) a[0]).setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i, (int) a[1]);
                }
                yield null;
            }
            case "streamCreateWithPriority" -> newHandle("stream");
            case "eventCreate" -> newHandle("event");
            case "eventElapsedTime" -> 1.5f;
            case "streamDestroy", "eventDestroy", "graphDestroy", "graphExecDestroy", "moduleUnload" -> {
                drop((long) a[0], "cu" + call);
                yield null;
            }
            case "streamQuery", "eventQuery", "deviceCanAccessPeer", "graphExecUpdate" -> true;
            case "streamBeginCapture" -> {
                capturing = true;
                yield null;
            }
            case "streamEndCapture" -> {
                capturing = false;
                yield newHandle("graph");
            }
            case "streamIsCapturing" -> capturing ? CaptureStatus.ACTIVE : CaptureStatus.NONE;
            case "graphInstantiate" -> newHandle("exec");
            case "graphGetNodes" -> List.of(1L);
            case "graphNodeGetType" -> DriverApi.GRAPH_NODE_KERNEL;
            case "graphKernelNodeGetParams" -> new KernelNode(1, 1, 1, 1, 32, 1, 1, 0);
            case "moduleLoadDataEx" -> new LoadedImage(newHandle("module"), "");
            case "moduleGetFunction" -> {
                if (a[1].equals("missing")) {
                    throw CudaException.of("cuModuleGetFunction", CudaStatus.CUDA_ERROR_NOT_FOUND, a[0], a[1]);
                }
                yield 5000L;
            }
            case "moduleFunctionNames" -> Optional.of(List.of("multiply_them"));
            case "moduleGetGlobal" -> new GlobalSymbol(allocate(64, "global"), 64);
            case "funcGetAttribute" -> a[0] == FunctionAttribute.MAX_THREADS_PER_BLOCK ? 512 : 32;
            case "funcGetParamInfo" -> Optional.ofNullable(extents.get("kernel"));
            case "occupancyMaxActiveBlocksPerMultiprocessor" -> 2;
            case "occupancyMaxPotentialBlockSize" -> new BlockSizeSuggestion(8, 256);
            case "launchKernel", "launchCooperativeKernel" -> {
                kernel.accept(new Invocation(this, (LaunchParameters) a[9]));
                yield null;
            }
            case "launchKernelEx" -> {
                kernel.accept(new Invocation(this, (LaunchParameters) a[10]));
                yield null;
            }
            case "launchHostFunc" -> {
                ((Runnable) a[1]).run();
                yield null;
            }
            default -> throw new AssertionError("the fake lacks " + call + Arrays.toString(a));
        };
    }
}
