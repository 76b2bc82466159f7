package io.xianka.compiler.lowering;

import io.xianka.compiler.typed.ConstantImage;
import io.xianka.compiler.typed.Variable;

/** What variables hold that nobody can change. */
final class ConstantData {
    private ConstantData() {}

    /** The scalar at the address of a symbol, or null where the program or the host may have changed it. */
    static Node read(Graph graph, Node address, Access access) {
        if (!(address.data instanceof Variable variable)
                || variable.storage() != Variable.Storage.GLOBAL
                || !variable.type().isConst()
                || variable.isDeclaredOnly()) {
            return null;
        }
        long offset = address.bits;
        if (offset < 0 || offset + access.bytes > variable.type().bytes()) {
            return null;
        }
        ConstantImage image = variable.image();
        if (image == null) {
            return graph.constant(access.kind, 0);
        }
        for (int i = 0; i < image.relocations().size(); i++) {
            long at = image.relocations().get(i).offsetBytes();
            if (at < offset + access.bytes && offset < at + 8) {
                return null;
            }
        }
        byte[] bytes = image.bytes();
        long value = 0;
        for (int i = access.bytes - 1; i >= 0; i--) {
            value = value << 8 | (bytes[(int) offset + i] & 0xFF);
        }
        return switch (access) {
            case BOOL -> graph.constant(Kind.I1, value != 0 ? 1 : 0);
            case S8 -> graph.constant(Kind.I32, (byte) value);
            case S16 -> graph.constant(Kind.I32, (short) value);
            case U8, U16, B32, B64, F32, F64 -> graph.constant(access.kind, value);
        };
    }
}
