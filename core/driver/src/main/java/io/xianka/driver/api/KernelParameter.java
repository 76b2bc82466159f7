package io.xianka.driver.api;

import java.util.Objects;

/**
 * One parameter of a kernel.
 *
 * @param name as declared; empty where it is not known
 * @param type as C writes it, such as {@code const float *}; empty where it is not known
 * @param sizeBytes size in the parameter block
 * @param alignmentBytes alignment in the parameter block
 * @param pointee what a pointer points at; {@link ParameterKind#OPAQUE} for {@code void} or unknown, and for no pointer
 * @param pointeeBytes size of an element behind a pointer; 0 where it is not known or this is no pointer
 */
public record KernelParameter(
        String name,
        String type,
        ParameterKind kind,
        int sizeBytes,
        int alignmentBytes,
        ParameterKind pointee,
        int pointeeBytes) {

    public KernelParameter {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(pointee, "pointee");
        if (sizeBytes <= 0 || Integer.bitCount(alignmentBytes) != 1 || pointeeBytes < 0) {
            throw new IllegalArgumentException("parameter '" + name + "': size " + sizeBytes + ", alignment "
                    + alignmentBytes + ", element size " + pointeeBytes + " are not those of a C type");
        }
    }

    /** A pointer to elements of a kind and size. */
    public static KernelParameter pointer(String name, String type, ParameterKind pointee, int pointeeBytes) {
        return new KernelParameter(name, type, ParameterKind.POINTER, 8, 8, pointee, pointeeBytes);
    }

    /** A scalar by value. */
    public static KernelParameter scalar(String name, String type, ParameterKind kind) {
        return new KernelParameter(name, type, kind, kind.sizeBytes(), kind.sizeBytes(), ParameterKind.OPAQUE, 0);
    }

    /** A struct, union or vector by value. */
    public static KernelParameter struct(String name, String type, int sizeBytes, int alignmentBytes) {
        return new KernelParameter(
                name, type, ParameterKind.STRUCT, sizeBytes, alignmentBytes, ParameterKind.OPAQUE, 0);
    }

    /** A parameter of which only the size is known. */
    public static KernelParameter opaque(int sizeBytes, int alignmentBytes) {
        return new KernelParameter("", "", ParameterKind.OPAQUE, sizeBytes, alignmentBytes, ParameterKind.OPAQUE, 0);
    }

    String declaration() {
        if (type.isEmpty()) {
            return sizeBytes + " bytes" + (name.isEmpty() ? "" : " " + name);
        }
        return type.endsWith("*") ? type + name : type + " " + name;
    }
}
