package io.xianka.tensor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The parameters of a user's kernel as CuPy writes them: {@code "float32 x, raw T y"}. A single capital letter is a type that the
 * arguments say; {@code raw} hands the whole tensor over to be indexed.
 */
record KernelParameters(List<Parameter> list) {
    /** One parameter; the type is null where a letter stands for it. */
    record Parameter(DType dtype, String letter, String name, boolean raw) {}

    static KernelParameters parse(String text, boolean outputs) {
        List<Parameter> list = new ArrayList<>();
        if (text.isBlank()) {
            return new KernelParameters(list);
        }
        for (String part : text.split(",", -1)) {
            String[] words = part.strip().split("\\s+");
            boolean raw = words.length == 3 && words[0].equals("raw");
            if (words.length != (raw ? 3 : 2) || (raw && outputs)) {
                throw new IllegalArgumentException(
                        "kernel parameter '" + part.strip() + "': written as a type and a name, as in 'float32 x'"
                                + (outputs ? "" : " or 'raw float32 x'"));
            }
            String type = words[raw ? 1 : 0];
            String name = words[raw ? 2 : 1];
            if (!name.matches("[A-Za-z]\\w*") || name.equals("i") || name.equals("n")) {
                throw new IllegalArgumentException("kernel parameter '" + part.strip() + "': '" + name
                        + "' is no name for it; i is the element's place and n their number");
            }
            boolean letter = type.matches("[A-Z]");
            list.add(new Parameter(letter ? null : dtype(type), letter ? type : null, name, raw));
        }
        return new KernelParameters(List.copyOf(list));
    }

    private static DType dtype(String name) {
        for (DType dtype : DType.values()) {
            if (dtype.toString().equals(name)) {
                return dtype;
            }
        }
        throw new IllegalArgumentException(
                "kernel parameter type '" + name + "': one of bool, uint8, int8, int16, int32, int64,"
                        + " float16, bfloat16, float32, float64, complex64, or a capital letter");
    }

    /** What the letters stand for when the parameters get these arguments. */
    Map<String, DType> letters(String kernel, List<Tensor> arguments) {
        if (arguments.size() != list.size()) {
            throw new IllegalArgumentException(kernel + ": takes " + list.size() + " tensors, got " + arguments.size());
        }
        Map<String, DType> letters = new HashMap<>();
        for (int i = 0; i < list.size(); i++) {
            Parameter parameter = list.get(i);
            DType given = arguments.get(i).dtype();
            DType wanted =
                    parameter.dtype != null ? parameter.dtype : letters.computeIfAbsent(parameter.letter, _ -> given);
            if (given != wanted) {
                throw new DTypeMismatch(kernel + ": argument " + parameter.name + " is " + given + ", not " + wanted
                        + "; " + parameter.name + ".to(DType."
                        + wanted.toString().toUpperCase(Locale.ROOT) + ") would fit");
            }
        }
        return letters;
    }

    /** The type of a parameter. */
    static DType dtype(String kernel, Parameter parameter, Map<String, DType> letters) {
        DType dtype = parameter.dtype != null ? parameter.dtype : letters.get(parameter.letter);
        if (dtype == null) {
            throw new IllegalArgumentException(kernel + ": the type " + parameter.letter + " of " + parameter.name
                    + " is said by no argument; name a type");
        }
        return dtype;
    }

    /** The type in CUDA C, of an element in memory and in expressions alike. */
    static String c(DType dtype) {
        return switch (dtype) {
            case BOOL -> "bool";
            case UINT8 -> "unsigned char";
            case INT8 -> "signed char";
            case INT16 -> "short";
            case INT32 -> "int";
            case INT64 -> "long long";
            case FLOAT16 -> "__half";
            case BFLOAT16 -> "__nv_bfloat16";
            case FLOAT32 -> "float";
            case FLOAT64 -> "double";
            case COMPLEX64 -> "float2";
        };
    }

    /** What sources of kernels begin with. */
    static String head(Map<String, DType> letters) {
        var text = new StringBuilder("#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n");
        letters.forEach((letter, dtype) -> text.append("typedef ")
                .append(c(dtype))
                .append(' ')
                .append(letter)
                .append(";\n"));
        return text.toString();
    }
}
