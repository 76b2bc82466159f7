package io.xianka.emulator.translator;

import io.xianka.emulator.machine.AddressWindows;
import io.xianka.emulator.machine.BlockContext;
import io.xianka.emulator.machine.MemoryRegion;
import io.xianka.emulator.machine.RawMemory;
import io.xianka.emulator.semantics.BitOperations;
import io.xianka.emulator.semantics.Conversions;
import io.xianka.emulator.semantics.DoubleArithmetic;
import io.xianka.emulator.semantics.FloatArithmetic;
import io.xianka.emulator.semantics.HalfArithmetic;
import io.xianka.emulator.semantics.IntegerArithmetic;
import io.xianka.emulator.semantics.Rounding;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.invoke.VarHandle;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/** The classes that generated code names. */
final class Names {
    static final ClassDesc WARP = of(TranslatedWarp.class);
    static final ClassDesc ROWS = of(Rows.class);
    static final ClassDesc ROW_ARRAYS = of(RowArrays.class);
    static final ClassDesc RUNNER = of(BlockRunner.class);
    static final ClassDesc REGION_RUNNER = of(RegionRunner.class);
    static final ClassDesc EXCHANGES = of(Exchanges.class);
    static final ClassDesc BARRIERS = of(Barriers.class);
    static final ClassDesc EVEN_EXCHANGES = of(EvenExchanges.class);
    static final ClassDesc ATOMICS = of(Atomics.class);
    static final ClassDesc SHARED_ATOMICS = of(SharedAtomics.class);
    static final ClassDesc BLOCK = of(BlockContext.class);
    static final ClassDesc REGION = of(MemoryRegion.class);
    static final ClassDesc MEMORY = of(RawMemory.class);
    static final ClassDesc INTEGERS = of(IntegerArithmetic.class);
    static final ClassDesc BITS = of(BitOperations.class);
    static final ClassDesc FLOATS = of(FloatArithmetic.class);
    static final ClassDesc HALVES = of(HalfArithmetic.class);
    static final ClassDesc DOUBLES = of(DoubleArithmetic.class);
    static final ClassDesc CONVERSIONS = of(Conversions.class);
    static final ClassDesc ROUNDING = of(Rounding.class);
    static final ClassDesc WINDOWS = of(AddressWindows.class);
    static final ClassDesc SYSTEM = of(System.class);
    static final ClassDesc VAR_HANDLE = of(VarHandle.class);
    static final ClassDesc INT_BUFFER = of(IntBuffer.class);
    static final ClassDesc LONG_BUFFER = of(LongBuffer.class);
    static final ClassDesc FLOAT_BUFFER = of(FloatBuffer.class);
    static final ClassDesc DOUBLE_BUFFER = of(DoubleBuffer.class);
    static final ClassDesc MATH = of(Math.class);
    static final ClassDesc INTEGER = of(Integer.class);
    static final ClassDesc LONG = of(Long.class);
    static final ClassDesc FLOAT = of(Float.class);
    static final ClassDesc DOUBLE = of(Double.class);

    private Names() {}

    private static ClassDesc of(Class<?> type) {
        return type.describeConstable().orElseThrow();
    }

    static ClassDesc arrayOf(TypeKind kind) {
        return kind.upperBound().arrayType();
    }
}
