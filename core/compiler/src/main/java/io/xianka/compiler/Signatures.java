package io.xianka.compiler;

import io.xianka.compiler.typed.EnumType;
import io.xianka.compiler.typed.Function;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Variable;
import io.xianka.driver.api.KernelParameter;
import io.xianka.driver.api.KernelSignature;
import io.xianka.driver.api.ParameterKind;

/** What the host is told of a kernel's parameters. */
final class Signatures {
    private Signatures() {}

    static KernelSignature of(Function kernel) {
        return new KernelSignature(
                kernel.linkName(),
                kernel.parameters().stream().map(Signatures::of).toList());
    }

    private static KernelParameter of(Variable parameter) {
        Type type = parameter.type().unqualified();
        String spelling = type.spelling();
        int alignment = Math.max(type.alignment(), parameter.alignment());
        Type pointee = switch (type) {
            case Type.Pointer pointer -> pointer.pointee();
            case Type.Reference reference -> reference.referent();
            default -> null;
        };
        if (pointee != null) {
            return KernelParameter.pointer(
                    parameter.name(), spelling, elementKind(pointee.unqualified()), Math.toIntExact(pointee.bytes()));
        }
        return new KernelParameter(
                parameter.name(),
                spelling,
                kind(type),
                Math.toIntExact(type.bytes()),
                alignment,
                ParameterKind.OPAQUE,
                0);
    }

    /** An array of pairs is an array of numbers, too. */
    private static ParameterKind elementKind(Type pointee) {
        return switch (pointee.spelling()) {
            case "__half2" -> ParameterKind.F16;
            case "__nv_bfloat162" -> ParameterKind.BF16;
            default -> kind(pointee);
        };
    }

    private static ParameterKind kind(Type type) {
        return switch (type) {
            case Type.Scalar scalar -> kind(scalar);
            case Type.Pointer ignored -> ParameterKind.POINTER;
            case Type.Reference ignored -> ParameterKind.POINTER;
            case EnumType enumeration -> kind(enumeration.underlying().unqualified());
            case RecordType struct ->
                switch (struct.spelling()) {
                    case "__half" -> ParameterKind.F16;
                    case "__nv_bfloat16" -> ParameterKind.BF16;
                    default -> ParameterKind.STRUCT;
                };
            default -> ParameterKind.OPAQUE;
        };
    }

    private static ParameterKind kind(Type.Scalar scalar) {
        return switch (scalar) {
            case BOOL -> ParameterKind.BOOL;
            case FLOAT -> ParameterKind.F32;
            case DOUBLE -> ParameterKind.F64;
            default ->
                switch (scalar.bits()) {
                    case 8 -> scalar.signed() ? ParameterKind.I8 : ParameterKind.U8;
                    case 16 -> scalar.signed() ? ParameterKind.I16 : ParameterKind.U16;
                    case 32 -> scalar.signed() ? ParameterKind.I32 : ParameterKind.U32;
                    default -> scalar.signed() ? ParameterKind.I64 : ParameterKind.U64;
                };
        };
    }
}
