package io.xianka.compiler.preprocessor;

import java.util.List;

/**
 * What a preprocessor run is told besides the text.
 *
 * @param headers where includes are found
 * @param definitions as behind {@code -D}: {@code NAME}, {@code NAME=VALUE}, {@code NAME(x)=VALUE}
 * @param undefinitions as behind {@code -U}
 * @param architecture such as {@code sm_90} or {@code sm_90a}
 */
public record PreprocessorOptions(
        Headers headers, List<String> definitions, List<String> undefinitions, String architecture) {

    public PreprocessorOptions {
        definitions = List.copyOf(definitions);
        undefinitions = List.copyOf(undefinitions);
    }

    public static PreprocessorOptions plain() {
        return new PreprocessorOptions(Headers.none(), List.of(), List.of(), "sm_90");
    }

    /** The value of {@code __CUDA_ARCH__}: 900 for {@code sm_90}. */
    int architectureMacro() {
        String digits = architecture.replaceAll("\\D", "");
        return digits.isEmpty() || digits.length() > 4 ? 900 : Integer.parseInt(digits) * 10;
    }
}
