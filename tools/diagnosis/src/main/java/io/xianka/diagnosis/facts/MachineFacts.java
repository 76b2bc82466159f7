package io.xianka.diagnosis.facts;

import java.util.List;
import java.util.Map;

/**
 * Everything that was asked about one machine. Holds no user names, no host name, no addresses and no secrets.
 *
 * @param format {@link FactsJson#FORMAT} of the Xianka that wrote them
 * @param xiankaVersion which Xianka looked
 * @param collectedAt when, in UTC: {@code 2026-11-30T12:00:00Z}
 * @param platform operating system, container, WSL, Jetson
 * @param cpu the processor
 * @param memory of the host, and its limits
 * @param disks those that matter here: the temporary folder, the home folder, the compile cache
 * @param jvm the Java that ran this
 * @param pciDevices NVIDIA's devices and other display adapters, in the order of their addresses
 * @param modules the kernel's modules for NVIDIA's and rival drivers, loaded, built and signed
 * @param nodes the device files of {@code /dev}
 * @param loader how the dynamic loader finds libcuda
 * @param libraries NVIDIA's libraries found
 * @param driver what libcuda answered
 * @param nvml what NVML answered
 * @param gpus as NVML lists them; unknown without NVML
 * @param kernelLog lines of the kernel's log about GPUs
 * @param services persistence daemon, fabric manager and the like
 * @param containerTools what lets containers have GPUs, on the host
 * @param cgroup which devices this process may open
 * @param environment variables whose names tell of CUDA, NVIDIA, NCCL or loading, with secrets removed
 * @param toolkits CUDA toolkits installed
 * @param wheels NVIDIA's libraries installed by Python's package managers
 * @param pythonFrameworks what PyTorch, TensorFlow, JAX and CuPy of each Python see
 * @param javaFrameworks DJL, ONNX Runtime and TensorFlow-Java on the class path
 * @param interconnect what several GPUs and machines talk through
 */
public record MachineFacts(
        int format,
        Fact<String> xiankaVersion,
        Fact<String> collectedAt,
        Platform platform,
        Cpu cpu,
        HostMemory memory,
        Fact<List<Disk>> disks,
        Jvm jvm,
        Fact<List<PciDevice>> pciDevices,
        KernelModules modules,
        Fact<List<DeviceNode>> nodes,
        Loader loader,
        Fact<List<LibraryFinding>> libraries,
        CudaDriver driver,
        Nvml nvml,
        Fact<List<Gpu>> gpus,
        Fact<List<KernelLogLine>> kernelLog,
        Services services,
        ContainerTools containerTools,
        Cgroup cgroup,
        Fact<Map<String, String>> environment,
        Fact<List<Toolkit>> toolkits,
        Fact<List<Wheel>> wheels,
        Fact<List<PythonFramework>> pythonFrameworks,
        Fact<List<JavaFramework>> javaFrameworks,
        Interconnect interconnect) {}
