package io.xianka.driver;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * An argument of a launch that is more than a number or a buffer: host memory that travels to the device, back, or
 * both ways, as PyCUDA's {@code In}, {@code Out} and {@code InOut}; a struct's bytes; a raw device address.
 *
 * <p>A launch with host memory returns when the results are there.
 */
public sealed interface Arg {

    /** Which way host memory travels. */
    enum Direction {
        /** To the device before the kernel. */
        IN,
        /** From the device after the kernel, which starts on zeros. */
        OUT,
        /** Both. */
        IN_OUT
    }

    /** Host memory. */
    final class Host implements Arg {
        final Direction direction;
        final MemorySegment memory;
        final JavaElement element;

        private Host(Direction direction, MemorySegment memory, JavaElement element) {
            this.direction = direction;
            this.memory = memory;
            this.element = element;
        }

        boolean goesIn() {
            return direction != Direction.OUT;
        }

        boolean comesOut() {
            return direction != Direction.IN;
        }

        /** Which way it travels. */
        public Direction direction() {
            return direction;
        }

        /** {@code out(float[400])}. */
        @Override
        public String toString() {
            String name = switch (direction) {
                case IN -> "in";
                case OUT -> "out";
                case IN_OUT -> "inOut";
            };
            long count = memory.byteSize() / element.bytes();
            return name
                    + (element == JavaElement.UNTYPED
                            ? "(MemorySegment of " + count + " bytes)"
                            : "(" + element.javaName() + "[" + count + "])");
        }
    }

    /** The bytes of a parameter by value. */
    record Value(MemorySegment bytes) implements Arg {
        public Value {
            Objects.requireNonNull(bytes, "bytes");
        }

        @Override
        public String toString() {
            return "struct(" + bytes.byteSize() + " bytes)";
        }
    }

    /** A device address that the program vouches for. */
    record Pointer(long address) implements Arg {
        @Override
        public String toString() {
            return address == 0 ? "nullPointer()" : "pointer(0x" + Long.toHexString(address) + ")";
        }
    }

    /** The kernel reads this array. */
    static Arg in(float[] array) {
        return new Host(Direction.IN, MemorySegment.ofArray(array), JavaElement.FLOAT);
    }

    /** The kernel reads this array. */
    static Arg in(double[] array) {
        return new Host(Direction.IN, MemorySegment.ofArray(array), JavaElement.DOUBLE);
    }

    /** The kernel reads this array. */
    static Arg in(int[] array) {
        return new Host(Direction.IN, MemorySegment.ofArray(array), JavaElement.INT);
    }

    /** The kernel reads this array. */
    static Arg in(long[] array) {
        return new Host(Direction.IN, MemorySegment.ofArray(array), JavaElement.LONG);
    }

    /** The kernel reads this array. */
    static Arg in(short[] array) {
        return new Host(Direction.IN, MemorySegment.ofArray(array), JavaElement.SHORT);
    }

    /** The kernel reads this array. */
    static Arg in(char[] array) {
        return new Host(Direction.IN, MemorySegment.ofArray(array), JavaElement.CHAR);
    }

    /** The kernel reads this array. */
    static Arg in(byte[] array) {
        return new Host(Direction.IN, MemorySegment.ofArray(array), JavaElement.BYTE);
    }

    /** The kernel reads this memory, heap or native. */
    static Arg in(MemorySegment memory) {
        return new Host(Direction.IN, Objects.requireNonNull(memory, "memory"), JavaElement.UNTYPED);
    }

    /** The kernel writes this array; on the device it starts as zeros. */
    static Arg out(float[] array) {
        return new Host(Direction.OUT, MemorySegment.ofArray(array), JavaElement.FLOAT);
    }

    /** The kernel writes this array; on the device it starts as zeros. */
    static Arg out(double[] array) {
        return new Host(Direction.OUT, MemorySegment.ofArray(array), JavaElement.DOUBLE);
    }

    /** The kernel writes this array; on the device it starts as zeros. */
    static Arg out(int[] array) {
        return new Host(Direction.OUT, MemorySegment.ofArray(array), JavaElement.INT);
    }

    /** The kernel writes this array; on the device it starts as zeros. */
    static Arg out(long[] array) {
        return new Host(Direction.OUT, MemorySegment.ofArray(array), JavaElement.LONG);
    }

    /** The kernel writes this array; on the device it starts as zeros. */
    static Arg out(short[] array) {
        return new Host(Direction.OUT, MemorySegment.ofArray(array), JavaElement.SHORT);
    }

    /** The kernel writes this array; on the device it starts as zeros. */
    static Arg out(char[] array) {
        return new Host(Direction.OUT, MemorySegment.ofArray(array), JavaElement.CHAR);
    }

    /** The kernel writes this array; on the device it starts as zeros. */
    static Arg out(byte[] array) {
        return new Host(Direction.OUT, MemorySegment.ofArray(array), JavaElement.BYTE);
    }

    /** The kernel writes this memory, heap or native; on the device it starts as zeros. */
    static Arg out(MemorySegment memory) {
        return new Host(Direction.OUT, Objects.requireNonNull(memory, "memory"), JavaElement.UNTYPED);
    }

    /** The kernel reads and writes this array. */
    static Arg inOut(float[] array) {
        return new Host(Direction.IN_OUT, MemorySegment.ofArray(array), JavaElement.FLOAT);
    }

    /** The kernel reads and writes this array. */
    static Arg inOut(double[] array) {
        return new Host(Direction.IN_OUT, MemorySegment.ofArray(array), JavaElement.DOUBLE);
    }

    /** The kernel reads and writes this array. */
    static Arg inOut(int[] array) {
        return new Host(Direction.IN_OUT, MemorySegment.ofArray(array), JavaElement.INT);
    }

    /** The kernel reads and writes this array. */
    static Arg inOut(long[] array) {
        return new Host(Direction.IN_OUT, MemorySegment.ofArray(array), JavaElement.LONG);
    }

    /** The kernel reads and writes this array. */
    static Arg inOut(short[] array) {
        return new Host(Direction.IN_OUT, MemorySegment.ofArray(array), JavaElement.SHORT);
    }

    /** The kernel reads and writes this array. */
    static Arg inOut(char[] array) {
        return new Host(Direction.IN_OUT, MemorySegment.ofArray(array), JavaElement.CHAR);
    }

    /** The kernel reads and writes this array. */
    static Arg inOut(byte[] array) {
        return new Host(Direction.IN_OUT, MemorySegment.ofArray(array), JavaElement.BYTE);
    }

    /** The kernel reads and writes this memory, heap or native. */
    static Arg inOut(MemorySegment memory) {
        return new Host(Direction.IN_OUT, Objects.requireNonNull(memory, "memory"), JavaElement.UNTYPED);
    }

    /** A struct, union or vector by value, as the bytes that C would lay out. */
    static Arg struct(MemorySegment bytes) {
        return new Value(bytes);
    }

    /** A device address that did not come from a buffer of this library; it is not checked. */
    static Arg pointer(long address) {
        return new Pointer(address);
    }

    /** The null pointer. */
    static Arg nullPointer() {
        return new Pointer(0);
    }
}
