package io.xianka.driver.libcuda;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Java functions that the driver calls from a stream: one C function for all, told apart by their user data. */
final class HostFunctions {
    private static final Map<Long, Runnable> WAITING = new ConcurrentHashMap<>();
    private static final AtomicLong NEXT = new AtomicLong(1);

    private HostFunctions() {}

    private static final class Stub {
        static final MemorySegment ADDRESS = create();

        private static MemorySegment create() {
            try {
                MethodHandle run = MethodHandles.lookup()
                        .findStatic(HostFunctions.class, "run", MethodType.methodType(void.class, long.class));
                return Downcalls.LINKER.upcallStub(
                        run, FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG), Arena.global());
            } catch (ReflectiveOperationException impossible) {
                throw new LinkageError("HostFunctions.run", impossible);
            }
        }
    }

    static long address() {
        return Stub.ADDRESS.address();
    }

    static long register(Runnable function) {
        long ticket = NEXT.getAndIncrement();
        WAITING.put(ticket, function);
        return ticket;
    }

    static void forget(long ticket) {
        WAITING.remove(ticket);
    }

    /** An exception that left here would end the JVM. */
    @SuppressWarnings("UnusedMethod") // found by name, above
    private static void run(long ticket) {
        Runnable function = WAITING.remove(ticket);
        if (function != null) {
            try {
                function.run();
            } catch (Throwable failure) {
                Thread thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
            }
        }
    }
}
