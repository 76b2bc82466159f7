package io.xianka.diagnosis.survey;

import io.xianka.diagnosis.facts.Fact;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The variables that steer CUDA and those who use it. */
record EnvironmentSurvey(Host host, Privacy privacy) {
    private static final Pattern RELEVANT = Pattern.compile(
            "(?:CUDA|NVIDIA|NCCL|NVML|CUDNN|CUBLAS|NVRTC|XIANKA)_\\w+|LD_LIBRARY_PATH|LD_PRELOAD|PYTORCH_(?:CUDA_|HIP_)?ALLOC_CONF"
                    + "|TORCH_CUDA_ARCH_LIST|TF_(?:FORCE_GPU_ALLOW_GROWTH|GPU_ALLOCATOR)|XLA_FLAGS|XLA_PYTHON_CLIENT_\\w+"
                    + "|JAX_PLATFORMS|CUPY_\\w+");

    Fact<Map<String, String>> look() {
        Map<String, String> kept = new TreeMap<>();
        host.environment().forEach((name, value) -> {
            if (RELEVANT.matcher(name).matches()) {
                kept.put(name, privacy.value(name, value));
            }
        });
        return Fact.of(kept);
    }
}
