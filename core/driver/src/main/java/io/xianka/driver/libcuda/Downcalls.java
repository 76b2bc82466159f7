package io.xianka.driver.libcuda;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Calls of C functions that return an {@code int} and take integers and pointers, which is what NVIDIA's driver and
 * libraries consist of. On the 64-bit calling conventions of Linux and Windows such an argument fills a register or an
 * eight-byte slot whatever its width, and the callee looks at the bits of its own type (bytes and shorts are
 * extended by the caller); so one handle for each number
 * of arguments serves all calls, and a process links few of them. Handles are constants, which lets the JIT compiler
 * inline them; the function's address is an argument.
 */
final class Downcalls {
    static final Linker LINKER = Linker.nativeLinker();

    private Downcalls() {}

    private static MethodHandle link(int arguments) {
        MemoryLayout[] layouts = new MemoryLayout[arguments];
        Arrays.fill(layouts, ValueLayout.JAVA_LONG);
        return LINKER.downcallHandle(FunctionDescriptor.of(ValueLayout.JAVA_INT, layouts));
    }

    private static final class With1 {
        static final MethodHandle HANDLE = link(1);
    }

    private static final class With2 {
        static final MethodHandle HANDLE = link(2);
    }

    private static final class With3 {
        static final MethodHandle HANDLE = link(3);
    }

    private static final class With4 {
        static final MethodHandle HANDLE = link(4);
    }

    private static final class With5 {
        static final MethodHandle HANDLE = link(5);
    }

    private static final class With6 {
        static final MethodHandle HANDLE = link(6);
    }

    private static final class With10 {
        static final MethodHandle HANDLE = link(10);
    }

    private static final class With11 {
        static final MethodHandle HANDLE = link(11);
    }

    private static final class With16 {
        static final MethodHandle HANDLE = link(16);
    }

    private static final class None {
        static final MethodHandle HANDLE = link(0);
    }

    /** Copies out of an array in place: while such a call runs no garbage collection can start. */
    private static final class FromHeap {
        static final MethodHandle HANDLE = LINKER.downcallHandle(
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG),
                Linker.Option.critical(true));
    }

    /** Copies into an array in place. */
    private static final class ToHeap {
        static final MethodHandle HANDLE = LINKER.downcallHandle(
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG),
                Linker.Option.critical(true));
    }

    /** Links all handles, so that later calls take no lock on their way to the driver. */
    static void linkAll() {
        Objects.requireNonNull(AllLinked.HANDLES);
    }

    private static final class AllLinked {
        static final List<MethodHandle> HANDLES = List.of(
                None.HANDLE,
                With1.HANDLE,
                With2.HANDLE,
                With3.HANDLE,
                With4.HANDLE,
                With5.HANDLE,
                With6.HANDLE,
                With10.HANDLE,
                With11.HANDLE,
                FromHeap.HANDLE,
                ToHeap.HANDLE);
    }

    static int call(MemorySegment function) {
        try {
            return (int) None.HANDLE.invokeExact(function);
        } catch (Throwable failure) {
            throw broken(failure);
        }
    }

    static int call(MemorySegment function, long a) {
        try {
            return (int) With1.HANDLE.invokeExact(function, a);
        } catch (Throwable failure) {
            throw broken(failure);
        }
    }

    static int call(MemorySegment function, long a, long b) {
        try {
            return (int) With2.HANDLE.invokeExact(function, a, b);
        } catch (Throwable failure) {
            throw broken(failure);
        }
    }

    static int call(MemorySegment function, long a, long b, long c) {
        try {
            return (int) With3.HANDLE.invokeExact(function, a, b, c);
        } catch (Throwable failure) {
            throw broken(failure);
        }
    }

    static int call(MemorySegment function, long a, long b, long c, long d) {
        try {
            return (int) With4.HANDLE.invokeExact(function, a, b, c, d);
        } catch (Throwable failure) {
            throw broken(failure);
        }
    }

    static int call(MemorySegment function, long a, long b, long c, long d, long e) {
        try {
            return (int) With5.HANDLE.invokeExact(function, a, b, c, d, e);
        } catch (Throwable failure) {
            throw broken(failure);
        }
    }

    static int call(MemorySegment function, long a, long b, long c, long d, long e, long f) {
        try {
            return (int) With6.HANDLE.invokeExact(function, a, b, c, d, e, f);
        } catch (Throwable failure) {
            throw broken(failure);
        }
    }

    static int call(
            MemorySegment function, long a, long b, long c, long d, long e, long f, long g, long h, long i, long j) {
        try {
            return (int) With10.HANDLE.invokeExact(function, a, b, c, d, e, f, g, h, i, j);
        } catch (Throwable failure) {
            throw broken(failure);
        }
    }

    static int call(
            MemorySegment function,
            long a,
            long b,
            long c,
            long d,
            long e,
            long f,
            long g,
            long h,
            long i,
            long j,
            long k) {
        try {
            return (int) With11.HANDLE.invokeExact(function, a, b, c, d, e, f, g, h, i, j, k);
        } catch (Throwable failure) {
            throw broken(failure);
        }
    }

    static int call(
            MemorySegment function,
            long a,
            long b,
            long c,
            long d,
            long e,
            long f,
            long g,
            long h,
            long i,
            long j,
            long k,
            long l,
            long m,
            long n,
            long o,
            long p) {
        try {
            return (int) With16.HANDLE.invokeExact(function, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
        } catch (Throwable failure) {
            throw broken(failure);
        }
    }

    static int copyFromHeap(MemorySegment function, long destination, MemorySegment source, long bytes) {
        try {
            return (int) FromHeap.HANDLE.invokeExact(function, destination, source, bytes);
        } catch (Throwable failure) {
            throw broken(failure);
        }
    }

    static int copyToHeap(MemorySegment function, MemorySegment destination, long source, long bytes) {
        try {
            return (int) ToHeap.HANDLE.invokeExact(function, destination, source, bytes);
        } catch (Throwable failure) {
            throw broken(failure);
        }
    }

    private static Error broken(Throwable failure) {
        if (failure instanceof Error error) {
            return error;
        }
        return new AssertionError("a native call cannot throw", failure);
    }
}
