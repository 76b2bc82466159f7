package io.xianka.ptx;

/**
 * What an executor could not rely on.
 *
 * @param function the function it is in; empty at the top level
 * @param line of the PTX text
 */
public record PtxProblem(String function, PtxLine line, String fact) {
    @Override
    public String toString() {
        String place = line.number() == 0 ? "" : "line " + line.number() + (function.isEmpty() ? ": " : ", ");
        return place + (function.isEmpty() ? "" : "in " + function + ": ") + fact;
    }
}
