package io.xianka.emulator.interpreter;

import io.xianka.ptx.Function;
import io.xianka.ptx.PtxModule;
import java.util.HashMap;
import java.util.Map;

/**
 * The addresses of a module's functions, for pointers to functions. They lie below every window of memory, so that a
 * load through one is a fault; the first 64 KiB stay free, for null pointers with an offset.
 */
public final class FunctionAddresses {
    private static final long FIRST = 0x0000_0000_0010_0000L;
    private static final long STRIDE_BYTES = 16;

    private FunctionAddresses() {}

    /** By name; a function declared and defined has one address. */
    public static Map<String, Long> of(PtxModule module) {
        Map<String, Long> addresses = new HashMap<>();
        module.functions()
                .map(Function::name)
                .forEach(name -> addresses.putIfAbsent(name, FIRST + addresses.size() * STRIDE_BYTES));
        return addresses;
    }
}
