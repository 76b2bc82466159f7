package io.xianka.diagnosis.facts;

import java.util.List;

/**
 * The Java that looked.
 *
 * @param version {@code 25.0.1+8}
 * @param vendor who built it
 * @param heapMaxBytes the most its heap may take
 * @param directMaxBytes the most its direct buffers may take
 * @param nativeAccess whether Xianka's driver may call native code without a warning
 * @param nativeAccessDenied whether illegal native access is denied, not only warned of
 * @param options those that bear on memory and native access: {@code -Xmx...}, {@code --enable-native-access=...}
 */
public record Jvm(
        Fact<String> version,
        Fact<String> vendor,
        Fact<Long> heapMaxBytes,
        Fact<Long> directMaxBytes,
        Fact<Boolean> nativeAccess,
        Fact<Boolean> nativeAccessDenied,
        Fact<List<String>> options) {}
