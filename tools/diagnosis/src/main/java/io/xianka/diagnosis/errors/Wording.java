package io.xianka.diagnosis.errors;

import java.util.List;
import java.util.regex.Pattern;

/**
 * How programs say what the table has under another name or in other words. A row in the table and a line here make an error known.
 *
 * @param text in lower case, found anywhere in a line
 * @param error its name in the table
 */
record Wording(Pattern text, String error) {

    static final List<Wording> ALL = List.of(
            of(
                    "cuda out of memory|torch\\.(?:cuda\\.)?outofmemoryerror|failed to allocate .{0,40}memory on .{0,10}gpu|resource_exhausted: out of memory"
                            + "|oom when allocating tensor|cupy\\.cuda\\.memory\\.outofmemoryerror|cudamalloc failed: out of memory"
                            + "|free memory on device .{0,60}less than desired gpu memory",
                    "CUDA_ERROR_OUT_OF_MEMORY"),
            of("the nvidia driver on your system is too old", "cudaErrorInsufficientDriver"),
            of(
                    "no cuda gpus are available|no supported devices found for platform cuda|failed to infer device type",
                    "CUDA_ERROR_NO_DEVICE"),
            of("all cuda-capable devices are busy", "CUDA_ERROR_DEVICE_UNAVAILABLE"),
            of("no device code compatible with cuda arch", "CUDA_ERROR_NO_BINARY_FOR_GPU"),
            of("cudnn failed to initialize|dnn library initialization failed", "CUDNN_STATUS_NOT_INITIALIZED"),
            of("failed call to cuinit: unknown error \\(303\\)", "CUDA_ERROR_SHARED_OBJECT_INIT_FAILED"),
            of("unable to determine the device handle for gpu.{0,40}: unknown error", "NVML_ERROR_UNKNOWN"),
            of("driver/library version mismatch", "NVML_ERROR_LIB_RM_VERSION_MISMATCH"),
            of("couldn't communicate with the nvidia driver", "NVML_ERROR_DRIVER_NOT_LOADED"),
            of("^no devices were found|rminitadapter failed", "NVML_ERROR_GPU_NOT_FOUND"),
            of("nvml: unknown error", "NVML_ERROR_UNKNOWN"),
            of("gpu is lost|fallen off the bus", "NVML_ERROR_GPU_IS_LOST"),
            of(
                    "libcuda\\.so[.0-9]*: cannot open shared object|unable to find cuda lib|could not (?:find|load) (?:dynamic library )?'?libcuda[.']|libcuda\\.so.{0,40}was not found",
                    "libcuda.so.1 missing"),
            of(
                    "lib(?:cublas|cublaslt|cudart|cudnn|cufft|cusparse|cusolver|nvrtc|nccl|curand|nvjitlink)[a-z_]*\\.so[.0-9]*: cannot open shared object",
                    "library of another CUDA"),
            of("undefined symbol: nccl", "undefined symbol nccl*"),
            of("invalid value for --gpu-architecture", "NVRTC_ERROR_INVALID_OPTION"),
            of("could not select device driver", "no GPU device driver in the daemon"),
            of("unsatisfied condition: cuda", "CUDA image too new"),
            of(
                    "nvml error: driver not loaded|nvidia-container-cli: .{0,60}load library failed: libnvidia-ml",
                    "no NVML in the daemon"),
            of(
                    "(?:unknown or invalid runtime name:|unknown runtime specified) nvidia",
                    "NVIDIA runtime unknown to Docker"),
            of("failed to add device rules", "device rules refused"),
            of(
                    "nvidia-container-cli: device error: .{0,60}unknown device",
                    "container asks for a GPU that is not there"),
            of("unresolvable cdi devices", "CDI device unknown"),
            of("nvidia-container-cli: ldcache error", "loader cache of the container"),
            of("wsl environment detected but no adapters", "WSL adapters"),
            of("not compiled with cuda enabled|found no nvidia driver on your system", "CPU-only PyTorch"),
            of("cannot re-initialize cuda in forked", "fork after CUDA"),
            of("could not find cuda drivers on your machine", "CPU-only TensorFlow"),
            of("cannot dlopen some gpu libraries", "TensorFlow libraries"),
            of("cuda-enabled jaxlib is not installed", "JAX without CUDA"),
            of(
                    "failed to (?:create|load).{0,60}cudaexecutionprovider|cudaexecutionprovider.{0,80}not (?:in|available)|libonnxruntime_providers_cuda",
                    "ONNX Runtime provider"),
            of("watchdog caught collective operation timeout", "NCCL watchdog timeout"),
            of("duplicate gpu detected", "NCCL Duplicate GPU"),
            of("toolchain|unsupported ptx", "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"),
            of(
                    "unsupported gpu architecture '|value 'sm_\\d+[af]?' is not defined for option 'gpu-name'",
                    "toolkit without this architecture"),
            of("unsupported \\.version \\d", "assembler older than the PTX"),
            of("unsupported gnu version|unsupported clang version", "host compiler too new"),
            of(
                    "nvcc: (?:command )?not found|cuda_home environment variable is not set|no cmake_cuda_compiler could be found"
                            + "|failed to find nvcc|nvcc.{0,20}no such file",
                    "nvcc missing"),
            of("failed to detect a default cuda architecture", "no architecture for CMake"),
            of("uses too much shared data", "too much static shared memory"),
            of("expected all tensors to be on the same device", "tensors on two devices"),
            of("attempting to deserialize object on a cuda device", "checkpoint of a GPU loaded without one"),
            of(
                    "workers are out of shared memory|posix_fallocate failed : no space left|creating shared memory segment /dev/shm",
                    "shared memory too small"),
            of("unable to find an engine to execute this computation", "no engine for this operation"),
            of("mismatches the version that was used to compile pytorch", "toolkit differs from the framework's"),
            of("multiple cupy packages are installed", "several CuPy packages"),
            of("outdated cuda installation found|but jax was built against", "CUDA older than JAX was built with"),
            of("libdevice not found|can't find libdevice directory", "libdevice missing"),
            of("couldn't invoke ptxas|cannot find.{0,20} ptxas", "assembler missing"),
            of("cudnn library needs to have matching major version", "cuDNN older than built for"),
            of(
                    "no available memory for the cache blocks|larger than the maximum number of tokens that can be stored in kv cache",
                    "no memory left for the cache"),
            of(
                    "bfloat16 is only supported on gpus|flashattention only supports ampere",
                    "precision that the card lacks"),
            of("not compiled with gpu offload support", "built without GPU support"),
            of("cuda setup failed despite gpu being available", "bitsandbytes without CUDA"),
            of("out of resource: shared memory", "more shared memory than the card has"),
            of("bootstrap : no socket interface found", "NCCL without a network interface"),
            of("net/ib : got completion from peer", "InfiniBand lost a completion"),
            of("ibv_reg_mr\\w* failed|call to ibv_reg_mr\\w* failed", "InfiniBand memory refused"),
            of(
                    "could not load library libcudnn|unable to load any of \\{libcudnn|cannot load symbol cudnn",
                    "cuDNN sublibrary not loaded"),
            of(
                    "could not insert '?nvidia'?: (?:key was rejected by service|required key not available|operation not permitted)",
                    "module refused by Secure Boot"),
            of("could not insert '?nvidia'?: no such device", "module finds no card"),
            of(
                    "module nvidia not found in directory|unable to load the kernel module 'nvidia\\.ko'"
                            + "|could not insert '?nvidia'?: (?:exec format error|invalid argument|unknown symbol)",
                    "module not built for this kernel"),
            of("the nouveau kernel driver is currently in use", "nouveau in use"),
            of(
                    "appears to (?:already )?be loaded in your kernel|appears to already be loaded",
                    "module in use during the installation"),
            of("cuda capability sm_\\d+ is not compatible", "CUDA_ERROR_NO_BINARY_FOR_GPU"));

    private static Wording of(String text, String error) {
        return new Wording(Pattern.compile(text), error);
    }
}
