package io.xianka.emulator;

import io.xianka.driver.api.DeviceAttribute;
import io.xianka.driver.api.MemoryPoolAttribute;
import io.xianka.emulator.machine.DeviceMemory;
import io.xianka.emulator.machine.DeviceWatch;
import io.xianka.emulator.machine.Engine;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** One emulated device: memory, an engine, and what it says of itself. */
final class EmulatedDevice {
    static final int MAX_THREADS_PER_BLOCK = 1024;
    static final int MAX_SHARED_BYTES = 48 << 10;
    static final int MAX_SHARED_BYTES_OPT_IN = 227 << 10;
    static final int MAX_CONSTANT_BYTES = 64 << 10;

    private final int ordinal;
    private final EmulatorSettings settings;
    private final DeviceMemory memory;
    private final Engine engine;
    private final EmulatedContext context;
    private final DeviceWatch watch;
    private final Pool pool;
    private final AtomicInteger references = new AtomicInteger();

    /** @param watch what checks kernels; null for nothing */
    EmulatedDevice(
            int ordinal,
            EmulatorSettings settings,
            DeviceMemory memory,
            long contextHandle,
            long poolHandle,
            DeviceWatch watch) {
        this.watch = watch;
        this.ordinal = ordinal;
        this.settings = settings;
        this.memory = memory;
        this.engine = new Engine(settings.workers());
        this.context = new EmulatedContext(contextHandle, this);
        this.pool = new Pool(poolHandle);
    }

    /** How often its primary context is retained. */
    AtomicInteger references() {
        return references;
    }

    /** Figures of the default memory pool; the memory itself is the device's. */
    static final class Pool {
        private final long handle;
        private long releaseThreshold;
        private long used;
        private long mostUsed;

        Pool(long handle) {
            this.handle = handle;
        }

        long handle() {
            return handle;
        }

        synchronized void take(long bytes) {
            used += bytes;
            mostUsed = Math.max(mostUsed, used);
        }

        synchronized void giveBack(long bytes) {
            used -= bytes;
        }

        synchronized long get(MemoryPoolAttribute attribute) {
            return switch (attribute) {
                case RELEASE_THRESHOLD -> releaseThreshold;
                case RESERVED_MEM_CURRENT, USED_MEM_CURRENT -> used;
                case RESERVED_MEM_HIGH, USED_MEM_HIGH -> mostUsed;
            };
        }

        /** Answers false for a figure that cannot be set to this. */
        synchronized boolean set(MemoryPoolAttribute attribute, long value) {
            return switch (attribute) {
                case RELEASE_THRESHOLD -> {
                    releaseThreshold = value;
                    yield true;
                }
                case RESERVED_MEM_HIGH, USED_MEM_HIGH -> {
                    mostUsed = used;
                    yield value == 0;
                }
                case RESERVED_MEM_CURRENT, USED_MEM_CURRENT -> false;
            };
        }
    }

    /** Null where kernels are not checked. */
    DeviceWatch watch() {
        return watch;
    }

    int ordinal() {
        return ordinal;
    }

    DeviceMemory memory() {
        return memory;
    }

    Engine engine() {
        return engine;
    }

    EmulatedContext context() {
        return context;
    }

    Pool pool() {
        return pool;
    }

    int workers() {
        return settings.workers();
    }

    EmulatorSettings.Executor executor() {
        return watch != null && watch.isArithmetic() ? EmulatorSettings.Executor.INTERPRETER : settings.executor();
    }

    String name() {
        return "Xianka emulator (sm_90, " + settings.workers() + (settings.workers() == 1 ? " worker)" : " workers)");
    }

    byte[] uuid() {
        UUID uuid = UUID.nameUUIDFromBytes(("xianka emulator " + ordinal).getBytes(StandardCharsets.UTF_8));
        return ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }

    String pciBusId() {
        return "FFFF:%02X:00.0".formatted(ordinal);
    }

    /** The limits are those of compute capability 9.0; what tells of speed is 0. */
    int attribute(DeviceAttribute attribute) {
        return switch (attribute) {
            case MAX_THREADS_PER_BLOCK, MAX_BLOCK_DIM_X, MAX_BLOCK_DIM_Y -> MAX_THREADS_PER_BLOCK;
            case MAX_BLOCK_DIM_Z -> 64;
            case MAX_GRID_DIM_X -> Integer.MAX_VALUE;
            case MAX_GRID_DIM_Y, MAX_GRID_DIM_Z -> 65_535;
            case MAX_SHARED_MEMORY_PER_BLOCK -> MAX_SHARED_BYTES;
            case MAX_SHARED_MEMORY_PER_BLOCK_OPTIN -> MAX_SHARED_BYTES_OPT_IN;
            case MAX_SHARED_MEMORY_PER_MULTIPROCESSOR -> Occupancy.SHARED_BYTES_PER_MULTIPROCESSOR;
            case RESERVED_SHARED_MEMORY_PER_BLOCK -> Occupancy.RESERVED_SHARED_BYTES;
            case TOTAL_CONSTANT_MEMORY -> MAX_CONSTANT_BYTES;
            case WARP_SIZE -> 32;
            case MAX_PITCH -> Integer.MAX_VALUE;
            case MAX_REGISTERS_PER_BLOCK, MAX_REGISTERS_PER_MULTIPROCESSOR -> Occupancy.REGISTERS_PER_MULTIPROCESSOR;
            case MULTIPROCESSOR_COUNT -> settings.workers();
            case MAX_THREADS_PER_MULTIPROCESSOR -> Occupancy.THREADS_PER_MULTIPROCESSOR;
            case MAX_BLOCKS_PER_MULTIPROCESSOR -> Occupancy.BLOCKS_PER_MULTIPROCESSOR;
            case COMPUTE_CAPABILITY_MAJOR -> 9;
            case COMPUTE_CAPABILITY_MINOR -> 0;
            case INTEGRATED,
                    CAN_MAP_HOST_MEMORY,
                    CONCURRENT_KERNELS,
                    UNIFIED_ADDRESSING,
                    STREAM_PRIORITIES_SUPPORTED,
                    GLOBAL_L1_CACHE_SUPPORTED,
                    LOCAL_L1_CACHE_SUPPORTED,
                    MANAGED_MEMORY,
                    HOST_NATIVE_ATOMIC_SUPPORTED,
                    CONCURRENT_MANAGED_ACCESS,
                    COMPUTE_PREEMPTION_SUPPORTED,
                    CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM,
                    COOPERATIVE_LAUNCH,
                    HOST_REGISTER_SUPPORTED,
                    DIRECT_MANAGED_MEM_ACCESS_FROM_HOST,
                    MEMORY_POOLS_SUPPORTED,
                    ASYNC_ENGINE_COUNT -> 1;
            case PCI_BUS_ID -> ordinal;
            case PCI_DOMAIN_ID -> 0xffff;
            case HOST_NUMA_ID, NUMA_ID -> -1;
            case CLOCK_RATE,
                    KERNEL_EXEC_TIMEOUT,
                    COMPUTE_MODE,
                    ECC_ENABLED,
                    PCI_DEVICE_ID,
                    TCC_DRIVER,
                    MEMORY_CLOCK_RATE,
                    GLOBAL_MEMORY_BUS_WIDTH,
                    L2_CACHE_SIZE,
                    MULTI_GPU_BOARD,
                    MULTI_GPU_BOARD_GROUP_ID,
                    SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO,
                    PAGEABLE_MEMORY_ACCESS,
                    CAN_FLUSH_REMOTE_WRITES,
                    PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES,
                    VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED,
                    HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED,
                    HANDLE_TYPE_WIN32_HANDLE_SUPPORTED,
                    HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED,
                    GENERIC_COMPRESSION_SUPPORTED,
                    MAX_PERSISTING_L2_CACHE_SIZE,
                    MAX_ACCESS_POLICY_WINDOW_SIZE,
                    GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED,
                    SPARSE_CUDA_ARRAY_SUPPORTED,
                    READ_ONLY_HOST_REGISTER_SUPPORTED,
                    TIMELINE_SEMAPHORE_INTEROP_SUPPORTED,
                    GPU_DIRECT_RDMA_SUPPORTED,
                    GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS,
                    GPU_DIRECT_RDMA_WRITES_ORDERING,
                    MEMPOOL_SUPPORTED_HANDLE_TYPES,
                    CLUSTER_LAUNCH,
                    DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED,
                    CAN_USE_64_BIT_STREAM_MEM_OPS,
                    CAN_USE_STREAM_WAIT_VALUE_NOR,
                    DMA_BUF_SUPPORTED,
                    IPC_EVENT_SUPPORTED,
                    MEM_SYNC_DOMAIN_COUNT,
                    TENSOR_MAP_ACCESS_SUPPORTED,
                    HANDLE_TYPE_FABRIC_SUPPORTED,
                    UNIFIED_FUNCTION_POINTERS,
                    NUMA_CONFIG,
                    MULTICAST_SUPPORTED,
                    MPS_ENABLED,
                    D3D12_CIG_SUPPORTED,
                    MEM_DECOMPRESS_ALGORITHM_MASK,
                    MEM_DECOMPRESS_MAXIMUM_LENGTH,
                    VULKAN_CIG_SUPPORTED,
                    GPU_PCI_SUBSYSTEM_ID,
                    HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED,
                    HOST_NUMA_MEMORY_POOLS_SUPPORTED,
                    HOST_NUMA_MULTINODE_IPC_SUPPORTED,
                    HOST_MEMORY_POOLS_SUPPORTED,
                    HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED,
                    HOST_ALLOC_DMA_BUF_SUPPORTED,
                    ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED -> 0;
        };
    }
}
