package io.xianka.compiler.semantics;

import java.util.regex.Pattern;

/** Parts of CUDA that the device library does not have yet, known by the names that begin their use. */
enum KnownGaps {
    BFLOAT16("bfloat16", "_*(nv_)?bfloat16\\w*|__\\w*bfloat16\\w*"),
    HALF(
            "half precision",
            "half2?|_*half2?_raw|__half\\w*|__\\w+2half\\w*|__(low|high)2?half\\w*|__lows2half2|__highs2half2"
                    + "|__h(add|sub|mul|div|fma|neg|abs|eq|ne|lt|le|gt|ge|max|min|isnan|isinf)2?(_\\w+)?"
                    + "|h(sqrt|rsqrt|exp2?|log2?|sin|cos|rcp|floor|ceil|rint|trunc)|h2\\w+"),
    WMMA("wmma", "nvcuda|wmma"),
    TEXTURES(
            "textures and surfaces",
            "cudaTextureObject_t|cudaSurfaceObject_t|texture|surface|tex[123]D\\w*|surf[123]D\\w*"),
    TEMPLATE_LIBRARIES("template libraries", "cub|thrust|cute|cutlass");

    private final String feature;
    private final Pattern names;

    KnownGaps(String feature, String names) {
        this.feature = feature;
        this.names = Pattern.compile(names);
    }

    /** The feature that a name which nobody declared belongs to, or null. */
    static String featureOf(String name) {
        for (KnownGaps gap : values()) {
            if (gap.names.matcher(name).matches()) {
                return gap.feature + " ('" + name + "')";
            }
        }
        return null;
    }
}
