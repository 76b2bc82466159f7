package io.xianka.compiler.lowering;

import io.xianka.compiler.typed.ConstantImage;
import io.xianka.compiler.typed.Variable;
import io.xianka.ptx.Initializer;
import io.xianka.ptx.Linkage;
import io.xianka.ptx.PtxLine;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.StateSpace;
import java.util.ArrayList;
import java.util.List;

/** Declares the variables of a program in PTX. */
final class Globals {
    private Globals() {}

    static StateSpace space(Variable variable) {
        return switch (variable.storage()) {
            case SHARED, EXTERN_SHARED -> StateSpace.SHARED;
            case CONSTANT -> StateSpace.CONST;
            case GLOBAL -> StateSpace.GLOBAL;
            case LOCAL, PARAMETER -> throw new IllegalArgumentException(variable + " is local");
        };
    }

    /** @param exported other modules and the host may ask for it by name */
    static io.xianka.ptx.Variable declare(Variable variable, boolean exported) {
        StateSpace space = space(variable);
        if (variable.storage() == Variable.Storage.EXTERN_SHARED) {
            return new io.xianka.ptx.Variable(
                    Linkage.EXTERN,
                    space,
                    List.of(),
                    Math.max(16, variable.alignment()),
                    1,
                    PtxType.B8,
                    variable.linkName(),
                    List.of(io.xianka.ptx.Variable.UNSIZED),
                    null,
                    PtxLine.NONE);
        }
        Linkage linkage = variable.isDeclaredOnly()
                ? Linkage.EXTERN
                : exported && !variable.isInternal() && variable.storage() != Variable.Storage.SHARED
                        ? Linkage.VISIBLE
                        : Linkage.INTERNAL;
        ConstantImage image = variable.image();
        boolean addresses = image != null && !image.relocations().isEmpty();
        List<String> attributes = variable.isManaged() ? List.of(".managed") : List.of();
        Access scalar = Access.of(variable.type());
        if (scalar != null && !addresses) {
            return new io.xianka.ptx.Variable(
                    linkage,
                    space,
                    attributes,
                    variable.alignment(),
                    1,
                    scalar.type,
                    variable.linkName(),
                    List.of(),
                    image == null || image.isZero() ? null : scalar(image.bytes(), scalar),
                    PtxLine.NONE);
        }
        long bytes = Math.max(1, variable.type().bytes());
        PtxType element = addresses ? PtxType.U64 : PtxType.B8;
        long count = addresses ? (bytes + 7) / 8 : bytes;
        Initializer initializer =
                image == null || image.isZero() ? null : addresses ? words(image, (int) count) : bytes(image.bytes());
        return new io.xianka.ptx.Variable(
                linkage,
                space,
                attributes,
                Math.max(variable.alignment(), element.bytes()),
                1,
                element,
                variable.linkName(),
                List.of(count),
                initializer,
                PtxLine.NONE);
    }

    private static Initializer scalar(byte[] bytes, Access access) {
        long value = little(bytes, 0, access.bytes);
        return switch (access) {
            case F32 -> new Initializer.FloatValue((int) value);
            case F64 -> new Initializer.DoubleValue(value);
            case S8 -> new Initializer.IntegerValue((byte) value);
            case S16 -> new Initializer.IntegerValue((short) value);
            case BOOL, U8, U16, B32, B64 -> new Initializer.IntegerValue(value);
        };
    }

    private static long little(byte[] bytes, int offset, int count) {
        long value = 0;
        for (int i = count - 1; i >= 0; i--) {
            value = value << 8 | (offset + i < bytes.length ? bytes[offset + i] & 0xFF : 0);
        }
        return value;
    }

    private static Initializer bytes(byte[] bytes) {
        int end = bytes.length;
        while (end > 1 && bytes[end - 1] == 0) {
            end--;
        }
        List<Initializer> elements = new ArrayList<>(end);
        for (int i = 0; i < end; i++) {
            elements.add(new Initializer.IntegerValue(bytes[i] & 0xFF));
        }
        return new Initializer.Array(elements);
    }

    private static Initializer words(ConstantImage image, int count) {
        byte[] bytes = image.bytes();
        Initializer[] elements = new Initializer[count];
        for (int i = 0; i < count; i++) {
            elements[i] = new Initializer.IntegerValue(little(bytes, i * 8, 8));
        }
        for (ConstantImage.Relocation relocation : image.relocations()) {
            if (relocation.offsetBytes() % 8 != 0) {
                throw new IllegalArgumentException(
                        "an address at byte " + relocation.offsetBytes() + " of an initial value");
            }
            boolean variable = relocation.target() instanceof Variable;
            elements[(int) (relocation.offsetBytes() / 8)] =
                    new Initializer.AddressOf(relocation.target().linkName(), relocation.addend(), variable, 0);
        }
        return new Initializer.Array(List.of(elements));
    }
}
