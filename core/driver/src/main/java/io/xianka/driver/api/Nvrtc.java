package io.xianka.driver.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * NVIDIA's run-time compiler as the machine has it. Found by {@code io.xianka.driver.Libraries}. Safe for several
 * threads at once.
 */
public interface Nvrtc {

    /** Where it was loaded from. */
    String origin();

    /** {@code 13.0}. */
    String version();

    /** Architectures it compiles for, as in {@code 90} for {@code sm_90}, ascending; empty before CUDA 11.2. */
    List<Integer> supportedArchitectures();

    /**
     * Compiles one translation unit.
     *
     * @param source the text
     * @param name what diagnostics call it
     * @param headers texts that {@code #include} finds by name
     * @param options as NVRTC takes them: {@code --gpu-architecture=compute_90} gives PTX, {@code sm_90} a cubin
     * @param nameExpressions template instances to keep, whose symbols are told
     */
    Result compile(
            String source,
            String name,
            Map<String, String> headers,
            List<String> options,
            List<String> nameExpressions);

    /**
     * What came of it.
     *
     * @param image PTX or cubin; empty when the source has errors
     * @param log what the compiler said, errors or warnings or nothing
     * @param loweredNames from name expression to symbol
     */
    record Result(Optional<DeviceImage> image, String log, Map<String, String> loweredNames) {}
}
