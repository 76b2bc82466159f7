package io.xianka.compiler.lowering;

/**
 * A scalar of a parameter.
 *
 * @param isGlobal it is a pointer that the host gave, so it points to global memory
 * @param isReadOnly nobody writes what it points to while the kernel runs
 */
record ParameterRead(String name, Access access, long offsetBytes, boolean isGlobal, boolean isReadOnly) {}
