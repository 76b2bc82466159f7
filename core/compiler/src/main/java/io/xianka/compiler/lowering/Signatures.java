package io.xianka.compiler.lowering;

import io.xianka.ptx.Param;
import io.xianka.ptx.PtxType;
import java.util.ArrayList;
import java.util.List;

/** How parameters and results are declared. */
final class Signatures {
    private Signatures() {}

    static List<Param> parameters(List<CallTarget.Shape> shapes, String prefix) {
        List<Param> parameters = new ArrayList<>(shapes.size());
        for (int i = 0; i < shapes.size(); i++) {
            parameters.add(parameter(shapes.get(i), prefix.equals("_") ? "_" : prefix + i, false));
        }
        return parameters;
    }

    static List<Param> results(CallTarget.Shape shape) {
        return shape == null ? List.of() : List.of(parameter(shape, "_", false));
    }

    /** @param narrow a kernel's scalars keep their size; between functions small integers travel in 32 bits */
    static Param parameter(CallTarget.Shape shape, String name, boolean narrow) {
        if (shape.scalar() == null) {
            return Param.bytes(name, shape.alignmentBytes(), Math.max(1, shape.bytes()));
        }
        return Param.scalar(narrow ? shape.scalar().type : type(shape.scalar()), name);
    }

    static PtxType type(Access access) {
        return switch (access) {
            case BOOL, S8, U8, S16, U16, B32 -> PtxType.B32;
            case B64 -> PtxType.B64;
            case F32 -> PtxType.F32;
            case F64 -> PtxType.F64;
        };
    }
}
