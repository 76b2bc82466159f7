package io.xianka.compiler.lowering;

import io.xianka.compiler.typed.Function;
import java.util.List;

/**
 * Whom a call reaches, and how arguments and results travel.
 *
 * @param function null for a call through a pointer, the first input of the node
 * @param parameters how each argument lies in memory
 * @param result null where there is none
 * @param parts where each further input of the node goes: which parameter, and where in it
 * @param resultParts what the results of the node are
 */
record CallTarget(Function function, List<Shape> parameters, Shape result, List<Part> parts, List<Part> resultParts) {
    /**
     * A parameter or result.
     *
     * @param scalar null for a record, which travels as bytes
     */
    record Shape(Access scalar, long bytes, int alignmentBytes) {}

    /** A scalar of a parameter or result. */
    record Part(int parameter, long offsetBytes, Access access) {}
}
