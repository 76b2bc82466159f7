package io.xianka.driver.api;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A kernel's name and parameters in order.
 *
 * @param name the symbol in the module, which is the source's name for {@code extern "C"}
 */
public record KernelSignature(String name, List<KernelParameter> parameters) {

    public KernelSignature {
        Objects.requireNonNull(name, "name");
        parameters = List.copyOf(parameters);
    }

    /** As C declares it: {@code multiply_them(float *dest, const float *a)}. */
    @Override
    public String toString() {
        return name + parameters.stream().map(KernelParameter::declaration).collect(Collectors.joining(", ", "(", ")"));
    }
}
