package io.xianka.compiler.semantics;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parts of CUDA that the device library does not have yet, known by the names that begin their use. */
enum KnownGaps {
    TEMPLATE_LIBRARIES("template libraries", "cub|cute|cutlass|thrust"),
    RANDOM_NUMBERS("cuRAND's device functions", "curand\\w*"),
    CUDA_STANDARD_LIBRARY("the CUDA C++ standard library", "cuda"),
    TENSOR_MEMORY("the tensor memory accelerator", "CUtensorMap\\w*|wgmma\\w*|tcgen05\\w*"),
    DEVICE_RUNTIME("kernels that launch kernels", "cudaDeviceSynchronize|cudaLaunchDevice\\w*"),
    STACK_MEMORY("memory asked of the stack", "alloca|__builtin_alloca");

    /** Instructions that need more of the compiler than to pass them on: descriptors, or an architecture of their own. */
    private static final Pattern INSTRUCTIONS = Pattern.compile(
            "\\b(wgmma|tcgen05|cp(?:\\.reduce)?\\.async\\.bulk|multimem|tensormap|clusterlaunchcontrol)\\b");

    private final String feature;
    private final Pattern names;

    KnownGaps(String feature, String names) {
        this.feature = feature;
        this.names = Pattern.compile(names);
    }

    /** The feature that a name which nobody declared belongs to, or null. */
    static String featureOf(String name) {
        return featureOf(name, name);
    }

    /** The same of a member of a namespace, which is shown whole. */
    static String featureOf(String namespace, String shown) {
        for (KnownGaps gap : values()) {
            if (gap.names.matcher(namespace).matches()) {
                return gap.feature + " ('" + shown + "')";
            }
        }
        return null;
    }

    /** The instruction of inline assembly that is not supported, or null. */
    static String featureOfAssembly(String text) {
        Matcher found = INSTRUCTIONS.matcher(text);
        return found.find() ? "the instruction " + found.group() + " in asm" : null;
    }
}
