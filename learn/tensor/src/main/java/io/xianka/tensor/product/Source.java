package io.xianka.tensor.product;

import io.xianka.driver.Device;
import io.xianka.driver.KernelModule;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;
import io.xianka.tensor.DType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** CUDA C put together from this package's resources, with the macros they take. */
final class Source {
    private final String name;
    private final StringBuilder text = new StringBuilder();
    private CompileOptions options = CompileOptions.DEFAULT.withCompiler(CompileOptions.Compiler.OWN);

    Source(String name) {
        this.name = name;
    }

    Source define(String macro, String value) {
        options = options.withDefine(macro, value);
        return this;
    }

    Source define(String macro, int value) {
        return define(macro, Integer.toString(value));
    }

    Source define(String macro, boolean value) {
        return define(macro, value ? "1" : "0");
    }

    /** Adds the text of a resource. */
    Source append(String resource) {
        try (InputStream in = Source.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(
                        "resource " + resource + " is missing beside " + Source.class.getName());
            }
            text.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read resource " + resource, e);
        }
    }

    KernelModule compile(Device device) {
        return device.compile(SourceText.of(name, text.toString()), options);
    }

    /** The C type of elements. */
    static String type(DType type) {
        return switch (type) {
            case FLOAT64 -> "double";
            case FLOAT32 -> "float";
            case FLOAT16 -> "__half";
            case BFLOAT16 -> "__nv_bfloat16";
            case BOOL, UINT8, INT8, INT16, INT32, INT64, COMPLEX64 ->
                throw new IllegalArgumentException("no product of " + type);
        };
    }

    /** The macro KIND of warp_matrices.cu. */
    static int kind(DType type) {
        return switch (type) {
            case FLOAT32 -> 0;
            case FLOAT16 -> 1;
            case BFLOAT16 -> 2;
            case FLOAT64, BOOL, UINT8, INT8, INT16, INT32, INT64, COMPLEX64 ->
                throw new IllegalArgumentException("no tensor-core product of " + type);
        };
    }
}
