package io.xianka.driver.api;

import java.util.Optional;

/**
 * Statuses that CUDA driver calls return, numbered and named as {@code CUresult} of cuda.h 13.0, each with what it
 * says in words and what a user can do next.
 */
public enum CudaStatus {
    CUDA_SUCCESS(0, "success", ""),
    CUDA_ERROR_INVALID_VALUE(
            1, "invalid argument", "check the arguments printed above against the sizes of the buffers"),
    CUDA_ERROR_OUT_OF_MEMORY(
            2, "out of memory", "free buffers, ask for less, or see which processes hold memory with nvidia-smi"),
    CUDA_ERROR_NOT_INITIALIZED(
            3, "initialization error", "open a Device before other calls, and start workers by spawn rather than fork"),
    CUDA_ERROR_DEINITIALIZED(4, "driver shutting down", "close CUDA objects before the JVM exits"),
    CUDA_ERROR_PROFILER_DISABLED(5, "the profiler is disabled for this run", ""),
    CUDA_ERROR_PROFILER_NOT_INITIALIZED(6, "the profiler was not initialised", ""),
    CUDA_ERROR_PROFILER_ALREADY_STARTED(7, "the profiler is already started", ""),
    CUDA_ERROR_PROFILER_ALREADY_STOPPED(8, "the profiler is already stopped", ""),
    CUDA_ERROR_STUB_LIBRARY(
            34,
            "CUDA driver is a stub library",
            "remove the toolkit's lib64/stubs folder from LD_LIBRARY_PATH so that the driver's own libcuda.so.1 is found"),
    CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER(
            36,
            "API call is not supported in the installed CUDA driver",
            "update the NVIDIA driver, or use the older form of the call"),
    CUDA_ERROR_DEVICE_UNAVAILABLE(
            46,
            "CUDA-capable device(s) is/are busy or unavailable",
            "see who holds the device with nvidia-smi, and set compute mode to default (nvidia-smi -c 0)"),
    CUDA_ERROR_NO_DEVICE(
            100,
            "no CUDA-capable device is detected",
            "check that nvidia-smi lists a GPU and that CUDA_VISIBLE_DEVICES does not hide it"),
    CUDA_ERROR_INVALID_DEVICE(
            101,
            "invalid device ordinal",
            "use a device number below the device count; CUDA_VISIBLE_DEVICES renumbers devices"),
    CUDA_ERROR_DEVICE_NOT_LICENSED(
            102, "device doesn't have valid Grid license", "install the vGPU licence of the guest"),
    CUDA_ERROR_INVALID_IMAGE(
            200,
            "device kernel image is invalid",
            "load PTX text or a cubin of this device, and rebuild it if it was cut off"),
    CUDA_ERROR_INVALID_CONTEXT(
            201, "invalid device context", "open the Device in this process again; its context is gone"),
    CUDA_ERROR_CONTEXT_ALREADY_CURRENT(202, "the context is already current", ""),
    CUDA_ERROR_MAP_FAILED(205, "mapping failed", ""),
    CUDA_ERROR_UNMAP_FAILED(206, "unmapping failed", ""),
    CUDA_ERROR_ARRAY_IS_MAPPED(207, "the array is mapped and cannot be destroyed", ""),
    CUDA_ERROR_ALREADY_MAPPED(208, "the resource is already mapped", ""),
    CUDA_ERROR_NO_BINARY_FOR_GPU(
            209,
            "no kernel image is available for execution on the device",
            "compile for this compute capability, or load PTX instead of a cubin"),
    CUDA_ERROR_ALREADY_ACQUIRED(210, "the resource is already acquired", ""),
    CUDA_ERROR_NOT_MAPPED(211, "the resource is not mapped", ""),
    CUDA_ERROR_NOT_MAPPED_AS_ARRAY(212, "the resource is not mapped as an array", ""),
    CUDA_ERROR_NOT_MAPPED_AS_POINTER(213, "the resource is not mapped as a pointer", ""),
    CUDA_ERROR_ECC_UNCORRECTABLE(
            214,
            "uncorrectable ECC error encountered",
            "restart the process; reset or replace the GPU if it happens again"),
    CUDA_ERROR_UNSUPPORTED_LIMIT(215, "this device does not support the limit", ""),
    CUDA_ERROR_CONTEXT_ALREADY_IN_USE(216, "the context is in use by another thread", ""),
    CUDA_ERROR_PEER_ACCESS_UNSUPPORTED(
            217,
            "peer access is not supported between these two devices",
            "copy through the host instead, or see nvidia-smi topo -m"),
    CUDA_ERROR_INVALID_PTX(
            218, "a PTX JIT compilation failed", "read the log of the PTX assembler printed with this error"),
    CUDA_ERROR_INVALID_GRAPHICS_CONTEXT(219, "the graphics context is not valid", ""),
    CUDA_ERROR_NVLINK_UNCORRECTABLE(
            220,
            "uncorrectable NVLink error detected during the execution",
            "restart the process; check the NVLink counters with nvidia-smi nvlink -e"),
    CUDA_ERROR_JIT_COMPILER_NOT_FOUND(
            221,
            "PTX JIT compiler library not found",
            "install libnvidia-ptxjitcompiler beside libcuda; in a container NVIDIA_DRIVER_CAPABILITIES must hold compute"),
    CUDA_ERROR_UNSUPPORTED_PTX_VERSION(
            222,
            "the provided PTX was compiled with an unsupported toolchain",
            "update the driver, or emit an older PTX .version"),
    CUDA_ERROR_JIT_COMPILATION_DISABLED(
            223, "PTX JIT compilation was disabled", "unset CUDA_DISABLE_PTX_JIT, or load a cubin"),
    CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY(
            224,
            "the provided execution affinity is not supported",
            "use a device that supports this execution affinity"),
    CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC(
            225,
            "the provided PTX contains unsupported call to cudaDeviceSynchronize",
            "remove cudaDeviceSynchronize from device code"),
    CUDA_ERROR_CONTAINED(
            226,
            "Invalid access of peer GPU memory over nvlink or a hardware error",
            "restart the process; check nvidia-smi for hardware errors"),
    CUDA_ERROR_INVALID_SOURCE(300, "device kernel image is invalid", "load PTX text or a cubin of this device"),
    CUDA_ERROR_FILE_NOT_FOUND(301, "file not found", "check the path"),
    CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND(
            302, "shared object symbol not found", "install all libraries of the same driver version"),
    CUDA_ERROR_SHARED_OBJECT_INIT_FAILED(
            303, "shared object initialization failed", "install all libraries of the same driver version"),
    CUDA_ERROR_OPERATING_SYSTEM(
            304,
            "OS call failed or operation not supported on this OS",
            "check /dev/nvidia*, permissions and memory limits (ulimit -l)"),
    CUDA_ERROR_INVALID_HANDLE(400, "invalid resource handle", "the object was destroyed or belongs to another context"),
    CUDA_ERROR_ILLEGAL_STATE(
            401,
            "the operation cannot be performed in the present state",
            "end the operation in progress first, such as a stream capture"),
    CUDA_ERROR_LOSSY_QUERY(402, "the answer would lose information", ""),
    CUDA_ERROR_NOT_FOUND(500, "named symbol not found", "list the names there are with KernelModule.kernelNames()"),
    CUDA_ERROR_NOT_READY(600, "the work is not finished yet", "wait with synchronize()"),
    CUDA_ERROR_ILLEGAL_ADDRESS(
            700,
            "an illegal memory access was encountered",
            "run the kernel on the emulator, which names the access: Device.emulated() or --device emulated; this process must restart to use the GPU again"),
    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES(
            701,
            "too many resources requested for launch",
            "use fewer threads in a block, fewer registers (__launch_bounds__) or less shared memory"),
    CUDA_ERROR_LAUNCH_TIMEOUT(
            702, "the launch timed out and was terminated", "make the kernel shorter, or use a GPU without a display"),
    CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING(703, "the launch uses a texturing mode that does not fit", ""),
    CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED(
            704, "peer access is already enabled", "peer access needs enabling once only"),
    CUDA_ERROR_PEER_ACCESS_NOT_ENABLED(705, "peer access was not enabled", "enable peer access first"),
    CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE(708, "the primary context is already active", ""),
    CUDA_ERROR_CONTEXT_IS_DESTROYED(709, "context is destroyed", "open the Device again; all its objects are gone"),
    CUDA_ERROR_ASSERT(
            710,
            "device-side assert triggered",
            "read the assert message on standard output; this process must restart to use the GPU again"),
    CUDA_ERROR_TOO_MANY_PEERS(711, "peer mapping resources exhausted", "disable peer access that is no longer used"),
    CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED(
            712, "part or all of the requested memory range is already mapped", "register each host range once"),
    CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED(
            713, "pointer does not correspond to a registered memory region", "register the host range first"),
    CUDA_ERROR_HARDWARE_STACK_ERROR(
            714, "hardware stack error", "run the kernel on the emulator to find the cause; this process must restart"),
    CUDA_ERROR_ILLEGAL_INSTRUCTION(
            715,
            "an illegal instruction was encountered",
            "check that the code was compiled for this device; this process must restart"),
    CUDA_ERROR_MISALIGNED_ADDRESS(
            716,
            "misaligned address",
            "align the access to its size; the emulator names it (Device.emulated()); this process must restart"),
    CUDA_ERROR_INVALID_ADDRESS_SPACE(
            717,
            "operation not supported on global/shared address space",
            "check the address spaces of pointers; this process must restart"),
    CUDA_ERROR_INVALID_PC(
            718, "invalid program counter", "check function pointers in device code; this process must restart"),
    CUDA_ERROR_LAUNCH_FAILED(
            719,
            "unspecified launch failure",
            "run the kernel on the emulator (Device.emulated()) or under compute-sanitizer; this process must restart"),
    CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE(
            720,
            "too many blocks in cooperative launch",
            "launch at most occupancy x multiprocessors blocks; Kernel.maxCooperativeBlocks tells how many"),
    CUDA_ERROR_TENSOR_MEMORY_LEAK(
            721, "tensor memory not completely freed", "free tensor memory in the kernel before it ends"),
    CUDA_ERROR_NOT_PERMITTED(
            800,
            "operation not permitted",
            "check permissions; profiling needs root or NVreg_RestrictProfilingToAdminUsers=0"),
    CUDA_ERROR_NOT_SUPPORTED(
            801, "operation not supported", "ask Device.attribute whether this device supports the feature"),
    CUDA_ERROR_SYSTEM_NOT_READY(
            802, "system not yet initialized", "start the fabric manager (nvidia-fabricmanager) and wait for it"),
    CUDA_ERROR_SYSTEM_DRIVER_MISMATCH(
            803,
            "system has unsupported display driver / cuda driver combination",
            "reboot, or reload the kernel module so that it matches libcuda (nvidia-smi names both)"),
    CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE(
            804,
            "forward compatibility was attempted on non supported HW",
            "use the libcuda of the installed driver instead of the compat package"),
    CUDA_ERROR_MPS_CONNECTION_FAILED(
            805,
            "MPS client failed to connect to the MPS control daemon or the MPS server",
            "start nvidia-cuda-mps-control, or unset CUDA_MPS_PIPE_DIRECTORY"),
    CUDA_ERROR_MPS_RPC_FAILURE(
            806,
            "the remote procedural call between the MPS server and the MPS client failed",
            "restart the MPS server"),
    CUDA_ERROR_MPS_SERVER_NOT_READY(
            807, "MPS server is not ready to accept new MPS client requests", "wait for the MPS server"),
    CUDA_ERROR_MPS_MAX_CLIENTS_REACHED(
            808, "the hardware resources required to create MPS client have been exhausted", "use fewer MPS clients"),
    CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED(
            809,
            "the hardware resources required to support device connections have been exhausted",
            "use fewer MPS connections"),
    CUDA_ERROR_MPS_CLIENT_TERMINATED(810, "the MPS client has been terminated by the server", "restart the process"),
    CUDA_ERROR_CDP_NOT_SUPPORTED(
            811,
            "is using CUDA Dynamic Parallelism, but the current configuration, like MPS, does not support it",
            "turn MPS off for kernels that launch kernels"),
    CUDA_ERROR_CDP_VERSION_MISMATCH(
            812,
            "unsupported interaction between different versions of CUDA Dynamic Parallelism",
            "compile all device code with one CUDA version"),
    CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED(
            900,
            "operation not permitted when stream is capturing",
            "move this call out of the capture; waits and allocations are not captured"),
    CUDA_ERROR_STREAM_CAPTURE_INVALIDATED(
            901, "operation failed due to a previous error during capture", "end the capture and begin it again"),
    CUDA_ERROR_STREAM_CAPTURE_MERGE(902, "merging two captures is not permitted", ""),
    CUDA_ERROR_STREAM_CAPTURE_UNMATCHED(
            903, "the capture was not begun on this stream", "end the capture on the stream where it began"),
    CUDA_ERROR_STREAM_CAPTURE_UNJOINED(
            904,
            "capturing stream has unjoined work",
            "let the first stream wait for events of the others before ending the capture"),
    CUDA_ERROR_STREAM_CAPTURE_ISOLATION(
            905, "dependency created on uncaptured work in another stream", "record the event inside the capture"),
    CUDA_ERROR_STREAM_CAPTURE_IMPLICIT(
            906,
            "operation would make the legacy stream depend on a capturing blocking stream",
            "capture on a non-blocking stream, and do not use the default stream meanwhile"),
    CUDA_ERROR_CAPTURED_EVENT(907, "the event was recorded in a capture", "record the event outside of the capture"),
    CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD(
            908,
            "attempt to terminate a thread-local capture sequence from another thread",
            "end the capture on the thread that began it"),
    CUDA_ERROR_TIMEOUT(909, "wait operation timed out", "wait longer, or look for the cause of the delay"),
    CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE(
            910, "the graph differs too much from the instantiated one", "instantiate the graph again"),
    CUDA_ERROR_EXTERNAL_DEVICE(911, "an asynchronous error happened in an external device", ""),
    CUDA_ERROR_INVALID_CLUSTER_SIZE(
            912,
            "a kernel launch error has occurred due to cluster misconfiguration",
            "use a cluster size that divides the grid and that the device allows (8 blocks are portable)"),
    CUDA_ERROR_FUNCTION_NOT_LOADED(913, "the function is not loaded", ""),
    CUDA_ERROR_INVALID_RESOURCE_TYPE(914, "the resource type does not fit", ""),
    CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION(915, "the resource configuration does not fit", ""),
    CUDA_ERROR_KEY_ROTATION(916, "an access raced with the change of an encryption key", ""),
    CUDA_ERROR_UNKNOWN(999, "unknown error", "look for Xid lines in dmesg; after suspend reload nvidia_uvm");

    private static final CudaStatus[] STATUSES = values();

    private final int code;
    private final String message;
    private final String nextStep;

    CudaStatus(int code, String message, String nextStep) {
        this.code = code;
        this.message = message;
        this.nextStep = nextStep;
    }

    /** The number that driver calls return. */
    public int code() {
        return code;
    }

    /** What the status says, in lower case, without a full stop. */
    public String message() {
        return message;
    }

    /** What to do about it, or an empty text where nothing useful is known. */
    public String nextStep() {
        return nextStep;
    }

    /** The status with this number; empty for a number newer than this table. */
    public static Optional<CudaStatus> of(int code) {
        for (CudaStatus status : STATUSES) {
            if (status.code == code) {
                return Optional.of(status);
            }
        }
        return Optional.empty();
    }
}
