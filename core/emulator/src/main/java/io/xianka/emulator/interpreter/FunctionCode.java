package io.xianka.emulator.interpreter;

import io.xianka.ptx.FlatBody;
import io.xianka.ptx.Function;
import java.util.ArrayList;
import java.util.List;

/** A function of a program: where its steps begin, and the shape of its frames. Complete once the program is built. */
final class FunctionCode {
    private final Function function;
    private final FlatBody body;
    private final long address;
    private final int firstPoint;
    private final List<Formal> formals = new ArrayList<>();
    private final List<Formal> results = new ArrayList<>();
    private int firstStep;
    private int registers;
    private int frameBytes;

    /**
     * A parameter or result as the callee holds it.
     *
     * @param inMemory whether {@code place} is an offset in the frame's local memory, or else a register
     */
    record Formal(boolean inMemory, int place, int sizeBytes) {}

    FunctionCode(Function function, FlatBody body, long address, int firstPoint) {
        this.firstPoint = firstPoint;
        this.function = function;
        this.body = body;
        this.address = address;
    }

    void complete(int first, int registerCount, int bytes) {
        firstStep = first;
        registers = registerCount;
        frameBytes = bytes;
    }

    String name() {
        return function.name();
    }

    Function function() {
        return function;
    }

    FlatBody body() {
        return body;
    }

    /** The number of the first instruction's first point, for checked launches. */
    int firstPoint() {
        return firstPoint;
    }

    /** What a pointer to this function holds. */
    long address() {
        return address;
    }

    List<Formal> formals() {
        return formals;
    }

    List<Formal> results() {
        return results;
    }

    int firstStep() {
        return firstStep;
    }

    int registers() {
        return registers;
    }

    /** Local memory of a frame. */
    int frameBytes() {
        return frameBytes;
    }
}
