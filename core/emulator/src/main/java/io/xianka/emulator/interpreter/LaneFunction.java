package io.xianka.emulator.interpreter;

/** What an instruction computes from up to three operands, on raw register bits; operands that it lacks are 0. */
@FunctionalInterface
interface LaneFunction {
    long apply(long a, long b, long c);
}
