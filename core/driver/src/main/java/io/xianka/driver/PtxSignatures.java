package io.xianka.driver;

import io.xianka.driver.api.KernelParameter;
import io.xianka.driver.api.KernelSignature;
import io.xianka.driver.api.ParameterKind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the kernels' parameter lists out of PTX text that was loaded directly. PTX tells sizes, floats and structs; an
 * integer may be a pointer unless {@code .ptr} says so, and then its kind stays open.
 */
final class PtxSignatures {
    private static final Pattern COMMENT = Pattern.compile("//[^\\n]*|/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern ENTRY = Pattern.compile("\\.entry\\s+([\\w$%.]+)\\s*(?:\\(([^)]*)\\))?");
    private static final Pattern PARAMETER = Pattern.compile(
            "\\.param\\s+(?:\\.align\\s+(\\d+)\\s+)?\\.(\\w+)\\s+(?:(\\.ptr)\\s+)?(?:\\.\\w+\\s+)*?(?:\\.align\\s+\\d+\\s+)?([\\w$%]+)\\s*(?:\\[(\\d+)\\])?");

    private PtxSignatures() {}

    static List<KernelSignature> read(String ptx) {
        if (!ptx.contains(".entry")) {
            return List.of();
        }
        List<KernelSignature> signatures = new ArrayList<>();
        Matcher entry = ENTRY.matcher(COMMENT.matcher(ptx).replaceAll(" "));
        while (entry.find()) {
            List<KernelParameter> parameters = new ArrayList<>();
            if (entry.group(2) != null && !entry.group(2).isBlank()) {
                for (String text : entry.group(2).split(",", -1)) {
                    Matcher parameter = PARAMETER.matcher(text.strip());
                    if (!parameter.matches()) {
                        return List.of();
                    }
                    parameters.add(parameter(parameter, entry.group(1)));
                }
            }
            signatures.add(new KernelSignature(entry.group(1), parameters));
        }
        return signatures;
    }

    private static KernelParameter parameter(Matcher text, String kernel) {
        String type = text.group(2);
        String name = text.group(4);
        // Compilers call parameters kernel_param_0, which tells users nothing.
        String shown = name.startsWith(kernel + "_param_") ? "" : name;
        int elementBytes = Integer.parseInt(type.replaceAll("\\D", "")) / 8;
        if (text.group(5) != null) {
            int size = Integer.parseInt(text.group(5)) * elementBytes;
            int alignment = text.group(1) == null ? elementBytes : Integer.parseInt(text.group(1));
            return KernelParameter.struct(shown, ".b" + size * 8L, Math.max(size, 1), alignment);
        }
        if (text.group(3) != null) {
            return KernelParameter.pointer(shown, "." + type + " .ptr", ParameterKind.OPAQUE, 0);
        }
        return switch (type) {
            case "f32" -> KernelParameter.scalar(shown, ".f32", ParameterKind.F32);
            case "f64" -> KernelParameter.scalar(shown, ".f64", ParameterKind.F64);
            case "f16" -> KernelParameter.scalar(shown, ".f16", ParameterKind.F16);
            default ->
                new KernelParameter(
                        shown, "." + type, ParameterKind.OPAQUE, elementBytes, elementBytes, ParameterKind.OPAQUE, 0);
        };
    }
}
