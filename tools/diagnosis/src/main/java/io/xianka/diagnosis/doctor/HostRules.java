package io.xianka.diagnosis.doctor;

import static io.xianka.diagnosis.doctor.Patient.all;
import static io.xianka.diagnosis.doctor.Patient.any;
import static io.xianka.diagnosis.doctor.Patient.gib;
import static io.xianka.diagnosis.doctor.Patient.when;
import static io.xianka.diagnosis.doctor.Rule.error;
import static io.xianka.diagnosis.doctor.Rule.note;
import static io.xianka.diagnosis.doctor.Rule.warning;

import io.xianka.diagnosis.facts.Disk;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** The host beside the GPU: Java, memory, disks, and what several GPUs talk through. */
final class HostRules {

    /** What Docker gives a container's /dev/shm when nobody says otherwise. */
    private static final long DOCKER_SHARED_BYTES = 64L << 20;

    private static final String NCCL = "NVIDIA: NCCL Troubleshooting";

    static final List<Rule> RULES = List.of(
            error("native-access-denied", "Java forbids the driver room to call native code")
                    .when(m -> when(
                            m.facts().jvm().nativeAccessDenied().is(true)
                                    && m.facts().jvm().nativeAccess().is(false),
                            "--illegal-native-access=deny is set, and io.xianka.driver has no native access"))
                    .because("libcuda is called through java.lang.foreign, which this JVM was told to refuse")
                    .fix("java --enable-native-access=io.xianka.driver ... (ALL-UNNAMED on the class path)")
                    .explains(
                            "cuda-init-failed",
                            "cuda-no-device",
                            "nvml-missing",
                            "libcuda-unloadable",
                            "native-access-warns")
                    .cited("JEP 472"),
            note("native-access-warns", "Java warns about the driver room's native calls")
                    .when(m -> when(m.facts().jvm().nativeAccess().is(false), "io.xianka.driver has no native access"))
                    .because("a later Java will refuse what this one warns about")
                    .fix("java --enable-native-access=io.xianka.driver ... (ALL-UNNAMED on the class path)")
                    .cited("JEP 472"),
            warning("heap-above-limit", "Java's heap may grow beyond what the container allows")
                    .when(m -> m.facts()
                            .memory()
                            .limitBytes()
                            .known()
                            .flatMap(limit -> limit)
                            .filter(limit -> m.facts().jvm().heapMaxBytes().holds(heap -> heap > limit))
                            .map(limit -> List.of("-Xmx is "
                                    + gib(m.facts().jvm().heapMaxBytes().orElse(0L)) + ", the limit " + gib(limit)))
                            .orElse(List.of()))
                    .because(
                            "the kernel ends the process without a word when it passes the limit; pinned and direct memory count too")
                    .fix("java -XX:MaxRAMPercentage=60 ... in place of -Xmx, or a larger limit (docker run --memory)")
                    .practice("JDK documentation: java"),
            warning("memlock-low", "too little memory may be locked for transfers over InfiniBand")
                    .when(m -> all(
                            // One GPU has nobody to talk to over the network.
                            when(m.gpus().size() > 1, m.gpus().size() + " GPUs"),
                            m.facts()
                                    .interconnect()
                                    .infinibandDevices()
                                    .known()
                                    .filter(list -> !list.isEmpty())
                                    .map(list -> List.of("InfiniBand: " + String.join(", ", list)))
                                    .orElse(List.of()),
                            m.facts()
                                    .memory()
                                    .lockedLimitBytes()
                                    .known()
                                    .flatMap(limit -> limit)
                                    .filter(limit -> limit < 1L << 30)
                                    .map(limit -> List.of("ulimit -l is " + gib(limit)))
                                    .orElse(List.of())))
                    .because(
                            "NCCL registers its buffers with the adapter and fails with unhandled system error when it may not lock them")
                    .fix(
                            "docker run --ulimit memlock=-1 ...",
                            "bare metal: * - memlock unlimited in /etc/security/limits.conf, or"
                                    + " LimitMEMLOCK=infinity in the unit")
                    .cited(NCCL),
            warning("shared-memory-small", "/dev/shm is too small for several GPUs")
                    .when(m -> all(
                            when(m.gpus().size() > 1, m.gpus().size() + " GPUs"),
                            m.facts()
                                    .memory()
                                    .sharedFolderBytes()
                                    .known()
                                    .flatMap(size -> size)
                                    .filter(size -> size <= DOCKER_SHARED_BYTES)
                                    .map(size -> List.of("/dev/shm has " + gib(size)))
                                    .orElse(List.of())))
                    .because(
                            "NCCL and data loaders pass buffers through it; Docker gives 64 MiB when nobody says otherwise")
                    .fix(
                            "docker run --shm-size=1g ... (or --ipc=host)",
                            "Kubernetes: an emptyDir with medium: Memory at /dev/shm")
                    .cited(NCCL),
            error("nccl-interface-absent", "NCCL is told to use a network interface that is not here")
                    .when(m -> m.variable("NCCL_SOCKET_IFNAME")
                            .filter(value -> !value.isEmpty() && !value.startsWith("^"))
                            .flatMap(value -> m.facts()
                                    .interconnect()
                                    .networkInterfaces()
                                    .known()
                                    .filter(list -> !list.isEmpty())
                                    .filter(list -> Arrays.stream(value.split(","))
                                            .map(name -> name.startsWith("=") ? name.substring(1) : name)
                                            .noneMatch(name -> list.stream().anyMatch(there -> there.startsWith(name))))
                                    .map(list -> List.of(
                                            "NCCL_SOCKET_IFNAME=" + value,
                                            "interfaces that are up: " + String.join(", ", list))))
                            .orElse(List.of()))
                    .because("the variable was copied from another machine")
                    .fix("unset NCCL_SOCKET_IFNAME, or name one that ip -br link shows as up")
                    .citedInPart(NCCL),
            warning("nccl-transport-off", "NCCL is kept from its fast ways between GPUs")
                    .when(m -> any(
                            when(
                                    m.gpus().size() > 1 && m.variableIsOn("NCCL_P2P_DISABLE"),
                                    "NCCL_P2P_DISABLE is set: no direct copies between GPUs"),
                            when(
                                    m.gpus().size() > 1 && m.variableIsOn("NCCL_SHM_DISABLE"),
                                    "NCCL_SHM_DISABLE is set: the network in place of shared memory"),
                            when(
                                    m.variableIsOn("NCCL_IB_DISABLE")
                                            && m.facts()
                                                    .interconnect()
                                                    .infinibandDevices()
                                                    .holds(list -> !list.isEmpty()),
                                    "NCCL_IB_DISABLE is set, although InfiniBand is here")))
                    .because("these variables are for finding faults; left set they make training much slower")
                    .fix("unset NCCL_P2P_DISABLE NCCL_SHM_DISABLE NCCL_IB_DISABLE, and measure again")
                    .cited("NVIDIA: NCCL Environment Variables"),
            warning("peers-redirected", "traffic between GPUs goes through the host")
                    .when(m -> all(
                            when(
                                    m.gpus().size() > 1 && m.outsideContainers(),
                                    m.gpus().size() + " GPUs"),
                            m.facts()
                                    .interconnect()
                                    .accessControlRedirect()
                                    .known()
                                    .filter(list -> !list.isEmpty())
                                    .map(list -> List.of("PCI bridges with access control: " + String.join(", ", list)))
                                    .orElse(List.of())))
                    .because(
                            "access control services (ACS) send what one GPU writes to another up to the processor; it is slow, and"
                                    + " with an IOMMU it may hang")
                    .fix(
                            "switch ACS off in the firmware, or sudo setpci -s BRIDGE ECAP_ACS+6.w=0000 for each of them",
                            "nvidia-smi topo -p2p r shows who reaches whom")
                    .cited(NCCL),
            warning("disk-full", "a disk that compiled kernels and temporary files need is full")
                    .when(m -> disks(
                            m,
                            disk -> disk.freeBytes().holds(free -> free < 200L << 20),
                            disk -> gib(disk.freeBytes().orElse(0L)) + " free"))
                    .because("compiled kernels cannot be kept, and frameworks fail while unpacking libraries")
                    .fix(
                            "free some space; rm -rf ~/.nv/ComputeCache removes the driver's old kernels",
                            "or put it elsewhere: CUDA_CACHE_PATH, TMPDIR")
                    .practice("NVIDIA: CUDA Programming Guide, environment variables"),
            note("disk-read-only", "compiled kernels cannot be kept")
                    .when(m -> disks(
                            m,
                            disk -> disk.purpose().equals("cache")
                                    && disk.writable().is(false),
                            _ -> "cannot be written"))
                    .because("the folder is read-only or another user's, so each start compiles again")
                    .fix("make it writable, or choose another: XDG_CACHE_HOME=/a/folder/that/is")
                    .practice("XDG Base Directory Specification"),
            note("temporary-noexec", "programs cannot be run from the temporary folder")
                    .when(m -> disks(
                            m,
                            disk -> disk.purpose().equals("temporary")
                                    && disk.runsPrograms().is(false),
                            _ -> "mounted noexec"))
                    .because(
                            "Java frameworks unpack native libraries there and fail to load them (failed to map segment)")
                    .fix("java -Djava.io.tmpdir=/a/folder/that/allows/it ..., or TMPDIR")
                    .practice("mount(8)"));

    private HostRules() {}

    private static List<String> disks(Patient m, Predicate<Disk> condition, Function<Disk, String> words) {
        return m.facts().disks().orElse(List.of()).stream()
                .filter(condition)
                .map(disk -> disk.path() + " (" + disk.purpose() + "): " + words.apply(disk))
                .toList();
    }
}
