package io.xianka.compiler.preprocessor;

import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceFile;
import io.xianka.compiler.source.SourceSpan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The macros that are there before the first line: those that NVRTC 13.0 predefines for C++17 on 64-bit Linux, those of
 * the host compiler, and those of the headers that nvcc includes unasked.
 */
final class PredefinedMacros {
    private static final SourceFile FILE = SourceFile.of("<predefined>", """
                    #define __cplusplus 201703L
                    #define __STDC__ 1
                    #define __STDC_HOSTED__ 1
                    #define __CUDACC__ 1
                    #define __CUDACC_RTC__ 1
                    #define __CUDACC_RTC_INT128__ 1
                    #define __CUDACC_VER_MAJOR__ 13
                    #define __CUDACC_VER_MINOR__ 0
                    #define __CUDACC_VER_BUILD__ 0
                    #define __CUDACC_EXTENDED_LAMBDA__ 1
                    #define __CUDACC_RELAXED_CONSTEXPR__ 1
                    #define __NVCC_DIAG_PRAGMA_SUPPORT__ 1
                    #define __XIANKA__ 1
                    #define CUDART_VERSION 13000
                    #define __CUDART_API_VERSION 13000
                    #define __GNUC__ 12
                    #define __GNUC_MINOR__ 2
                    #define __GNUC_PATCHLEVEL__ 0
                    #define __linux__ 1
                    #define __unix__ 1
                    #define __x86_64__ 1
                    #define __amd64__ 1
                    #define __LP64__ 1
                    #define _LP64 1
                    #define __CHAR_BIT__ 8
                    #define __SIZEOF_SHORT__ 2
                    #define __SIZEOF_INT__ 4
                    #define __SIZEOF_LONG__ 8
                    #define __SIZEOF_LONG_LONG__ 8
                    #define __SIZEOF_FLOAT__ 4
                    #define __SIZEOF_DOUBLE__ 8
                    #define __SIZEOF_POINTER__ 8
                    #define __SIZEOF_SIZE_T__ 8
                    #define __SCHAR_MAX__ 127
                    #define __SHRT_MAX__ 32767
                    #define __INT_MAX__ 2147483647
                    #define __LONG_MAX__ 9223372036854775807L
                    #define __LONG_LONG_MAX__ 9223372036854775807LL
                    #define __ORDER_LITTLE_ENDIAN__ 1234
                    #define __ORDER_BIG_ENDIAN__ 4321
                    #define __BYTE_ORDER__ 1234
                    #define NULL nullptr
                    """);

    /** cuda_runtime.h includes these. */
    private static final SourceFile UNASKED = SourceFile.of("<cuda_runtime.h>", """
                    #include <stddef.h>
                    #include <limits.h>
                    #include <math.h>
                    #include <assert.h>
                    """);

    private static final Map<String, Macro> COMMON = common("");
    private static final Map<String, Macro> COMMON_WITHOUT_ASSERTIONS = common("#define NDEBUG 1\n");

    private PredefinedMacros() {}

    private static Map<String, Macro> common(String first) {
        Map<String, Macro> macros = new HashMap<>();
        Preprocessor.define(FILE, macros, new Diagnostics());
        Preprocessor.define(SourceFile.of("<command line>", first), macros, new Diagnostics());
        Preprocessor.define(UNASKED, macros, new Diagnostics());
        macros.remove("NDEBUG");
        SourceSpan at = new SourceSpan(FILE, 0, 0);
        macros.put("__FILE__", Macro.special("__FILE__", at, Macro.Special.FILE));
        macros.put("__LINE__", Macro.special("__LINE__", at, Macro.Special.LINE));
        macros.put("__COUNTER__", Macro.special("__COUNTER__", at, Macro.Special.COUNTER));
        macros.put("__DATE__", Macro.special("__DATE__", at, Macro.Special.DATE));
        macros.put("__TIME__", Macro.special("__TIME__", at, Macro.Special.TIME));
        macros.put("__INCLUDE_LEVEL__", Macro.special("__INCLUDE_LEVEL__", at, Macro.Special.INCLUDE_LEVEL));
        macros.put("__BASE_FILE__", Macro.special("__BASE_FILE__", at, Macro.Special.BASE_FILE));
        return Map.copyOf(macros);
    }

    static Map<String, Macro> of(PreprocessorOptions options) {
        boolean silent =
                options.definitions().stream().anyMatch(one -> one.equals("NDEBUG") || one.startsWith("NDEBUG="));
        Map<String, Macro> macros = new HashMap<>(silent ? COMMON_WITHOUT_ASSERTIONS : COMMON);
        String number = Integer.toString(options.architectureMacro());
        number(macros, "__CUDA_ARCH__", number);
        number(macros, "__CUDA_ARCH_LIST__", number);
        if (options.architecture().endsWith("a")) {
            String digits = number.substring(0, number.length() - 1);
            number(macros, "__CUDA_ARCH_FEAT_SM" + digits + "_ALL", "1");
            number(macros, "__CUDA_ARCH_SPECIFIC__", number);
        }
        return macros;
    }

    private static void number(Map<String, Macro> macros, String name, String value) {
        SourceSpan at = new SourceSpan(FILE, 0, 0);
        macros.put(name, Macro.object(name, at, List.of(new Token(TokenKind.NUMBER, value, at, true, false, false))));
    }

    /** The text that {@code -D} and {@code -U} amount to. */
    static SourceFile commandLine(PreprocessorOptions options) {
        StringBuilder text = new StringBuilder();
        for (String definition : options.definitions()) {
            String line = definition.replace('\n', ' ').replace('\r', ' ');
            int equals = line.indexOf('=');
            String name = equals < 0 ? line : line.substring(0, equals);
            String value = equals < 0 ? "1" : line.substring(equals + 1);
            text.append("#define ").append(name).append(' ').append(value).append('\n');
        }
        for (String name : options.undefinitions()) {
            text.append("#undef ").append(name.replace('\n', ' ')).append('\n');
        }
        return SourceFile.of("<command line>", text.toString());
    }
}
