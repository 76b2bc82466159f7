package io.xianka.emulator.interpreter;

import static io.xianka.emulator.interpreter.RegisterBits.high;
import static io.xianka.emulator.interpreter.RegisterBits.low;
import static io.xianka.emulator.interpreter.RegisterBits.ofReal;
import static io.xianka.emulator.interpreter.RegisterBits.ofSingle;
import static io.xianka.emulator.interpreter.RegisterBits.pack;
import static io.xianka.emulator.interpreter.RegisterBits.real;
import static io.xianka.emulator.interpreter.RegisterBits.single;

import io.xianka.emulator.machine.RawMemory;
import io.xianka.emulator.semantics.HalfArithmetic;
import io.xianka.emulator.semantics.IntegerArithmetic;
import io.xianka.ptx.Modifier.CacheOperator;
import io.xianka.ptx.Modifier.Combiner;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Modifier.MemoryOrder;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;
import java.util.function.LongBinaryOperator;

/** Loads, stores and atomic operations on checked places. */
final class MemoryInstructions {
    /** What shortens a warp's turn: a look at what another thread may write, and an atomic that changes nothing. */
    private static final int STRONG_LOAD_STEPS = 16;

    private static final int FRUITLESS_ATOMIC_STEPS = 256;

    private MemoryInstructions() {}

    /** An atomic operation at an address of this process; answers what was there. */
    @FunctionalInterface
    interface Atomic {
        long apply(long host, long b, long c);
    }

    /** {@code ld} of elements of a type; a target is {@link Step#NONE} where the element is not wanted. */
    static Step.LaneAction load(Operation operation, PtxType type, MemoryPlace place, int[] targets) {
        int bytes = type.bytes();
        boolean strong = isStrong(operation);
        return (warp, lane) -> {
            if (strong) {
                warp.seemsToSpin(STRONG_LOAD_STEPS);
            }
            long host = place.locate(warp, lane, bytes * targets.length, false);
            for (int i = 0; i < targets.length; i++) {
                if (targets[i] != Step.NONE) {
                    warp.set(lane, targets[i], read(type, host + (long) i * bytes, strong));
                }
            }
        };
    }

    /** {@code st} of elements of a type. */
    static Step.LaneAction store(Operation operation, PtxType type, MemoryPlace place, int[] sources) {
        int bytes = type.bytes();
        boolean strong = isStrong(operation);
        return (warp, lane) -> {
            long host = place.locate(warp, lane, bytes * sources.length, true);
            for (int i = 0; i < sources.length; i++) {
                write(bytes, host + (long) i * bytes, warp.get(lane, sources[i]), strong);
            }
        };
    }

    private static boolean isStrong(Operation operation) {
        MemoryOrder order = operation.order();
        return (order != null && order != MemoryOrder.WEAK)
                || operation.has(Keyword.MMIO)
                || operation.find(CacheOperator.class).orElse(null) == CacheOperator.CV;
    }

    private static long read(PtxType type, long host, boolean strong) {
        long bits = switch (type.bytes()) {
            case 1 -> strong ? RawMemory.getByteVolatile(host) : RawMemory.getByte(host);
            case 2 -> strong ? RawMemory.getShortVolatile(host) : RawMemory.getShort(host);
            case 4 -> strong ? RawMemory.getIntVolatile(host) : RawMemory.getInt(host);
            default -> strong ? RawMemory.getLongVolatile(host) : RawMemory.getLong(host);
        };
        return RegisterBits.extend(type, bits);
    }

    private static void write(int bytes, long host, long value, boolean strong) {
        switch (bytes) {
            case 1 -> {
                if (strong) {
                    RawMemory.putByteVolatile(host, (byte) value);
                } else {
                    RawMemory.putByte(host, (byte) value);
                }
            }
            case 2 -> {
                if (strong) {
                    RawMemory.putShortVolatile(host, (short) value);
                } else {
                    RawMemory.putShort(host, (short) value);
                }
            }
            case 4 -> {
                if (strong) {
                    RawMemory.putIntVolatile(host, (int) value);
                } else {
                    RawMemory.putInt(host, (int) value);
                }
            }
            default -> {
                if (strong) {
                    RawMemory.putLongVolatile(host, value);
                } else {
                    RawMemory.putLong(host, value);
                }
            }
        }
    }

    /** {@code atom} and {@code red}; null for a combination of operation and type that is not known. */
    static Step.LaneAction atomic(Operation operation, MemoryPlace place, int target, int b, int c) {
        if (operation.combiner() == null || !operation.hasType()) {
            return null;
        }
        PtxType type = operation.type();
        Atomic atomic = atomicOf(operation, type);
        if (atomic == null) {
            return null;
        }
        int bytes = type.bytes();
        Combiner combiner = operation.combiner();
        return (warp, lane) -> {
            long host = place.locate(warp, lane, bytes, true);
            long operand = warp.get(lane, b);
            long old = atomic.apply(host, operand, warp.get(lane, c));
            boolean isEqual = RegisterBits.extend(type, old) == RegisterBits.extend(type, operand);
            boolean isFruitless = switch (combiner) {
                case CAS -> !isEqual;
                case EXCH -> isEqual;
                case ADD, OR -> RegisterBits.extend(type, operand) == 0;
                case MIN, MAX, AND, XOR, INC, DEC, POPC -> false;
            };
            if (isFruitless) {
                warp.seemsToSpin(FRUITLESS_ATOMIC_STEPS);
            }
            if (target != Step.NONE) {
                warp.set(lane, target, old);
            }
        };
    }

    /** {@code atom.v2} and its like: atomic in each element; null for a combination that is not known. */
    static Step.LaneAction atomicVector(Operation operation, MemoryPlace place, int[] targets, int[] sources) {
        PtxType type = operation.type();
        Atomic atomic = operation.combiner() == null ? null : atomicOf(operation, type);
        if (atomic == null) {
            return null;
        }
        int bytes = type.bytes();
        return (warp, lane) -> {
            long host = place.locate(warp, lane, bytes * sources.length, true);
            for (int i = 0; i < sources.length; i++) {
                long old = atomic.apply(host + (long) i * bytes, warp.get(lane, sources[i]), 0);
                if (i < targets.length && targets[i] != Step.NONE) {
                    warp.set(lane, targets[i], old);
                }
            }
        };
    }

    /** Java has no atomic access of 128 bits: these exclude each other, but no narrower access. */
    private static final Object WIDE_ATOMICS = new Object();

    /**
     * {@code atom.exch.b128} and {@code atom.cas.b128}; registers are the low halves, the high ones follow.
     *
     * @param c {@link Step#NONE} for exch
     */
    static Step.LaneAction atomicWide(MemoryPlace place, int target, int b, int c) {
        return (warp, lane) -> {
            long host = place.locate(warp, lane, 16, true);
            long low;
            long high;
            synchronized (WIDE_ATOMICS) {
                low = RawMemory.getLongVolatile(host);
                high = RawMemory.getLongVolatile(host + 8);
                boolean swaps = c == Step.NONE || (low == warp.get(lane, b) && high == warp.get(lane, b + 1));
                if (swaps) {
                    RawMemory.putLongVolatile(host, warp.get(lane, c == Step.NONE ? b : c));
                    RawMemory.putLongVolatile(host + 8, warp.get(lane, c == Step.NONE ? b + 1 : c + 1));
                }
            }
            if (c != Step.NONE && (low != warp.get(lane, b) || high != warp.get(lane, b + 1))) {
                warp.seemsToSpin(FRUITLESS_ATOMIC_STEPS);
            }
            if (target != Step.NONE) {
                warp.set(lane, target, low);
                warp.set(lane, target + 1, high);
            }
        };
    }

    private static Atomic atomicOf(Operation operation, PtxType type) {
        LongBinaryOperator combined = combine(operation, type);
        return switch (type.bits()) {
            case 16 -> {
                if (operation.combiner() == Combiner.CAS) {
                    yield (host, b, c) -> RawMemory.compareAndExchangeShort(host, (short) b, (short) c);
                }
                yield combined == null
                        ? null
                        : (host, b, c) -> {
                            while (true) {
                                short old = RawMemory.getShortVolatile(host);
                                short next = (short) combined.applyAsLong(old, b);
                                if (RawMemory.compareAndExchangeShort(host, old, next) == old) {
                                    return old;
                                }
                            }
                        };
            }
            case 32 ->
                switch (operation.combiner()) {
                    case CAS -> (host, b, c) -> RawMemory.compareAndExchangeInt(host, (int) b, (int) c);
                    case EXCH -> (host, b, c) -> RawMemory.exchangeInt(host, (int) b);
                    case ADD, MIN, MAX, AND, OR, XOR, INC, DEC, POPC ->
                        type.isInteger() && operation.combiner() == Combiner.ADD
                                ? (host, b, c) -> RawMemory.addInt(host, (int) b)
                                : combined == null
                                        ? null
                                        : (host, b, c) -> {
                                            while (true) {
                                                int old = RawMemory.getIntVolatile(host);
                                                int next = (int) combined.applyAsLong(old, b);
                                                if (RawMemory.compareAndExchangeInt(host, old, next) == old) {
                                                    return old;
                                                }
                                            }
                                        };
                };
            case 64 ->
                switch (operation.combiner()) {
                    case CAS -> RawMemory::compareAndExchangeLong;
                    case EXCH -> (host, b, c) -> RawMemory.exchangeLong(host, b);
                    case ADD, MIN, MAX, AND, OR, XOR, INC, DEC, POPC ->
                        type.isInteger() && operation.combiner() == Combiner.ADD
                                ? (host, b, c) -> RawMemory.addLong(host, b)
                                : combined == null
                                        ? null
                                        : (host, b, c) -> {
                                            while (true) {
                                                long old = RawMemory.getLongVolatile(host);
                                                long next = combined.applyAsLong(old, b);
                                                if (RawMemory.compareAndExchangeLong(host, old, next) == old) {
                                                    return old;
                                                }
                                            }
                                        };
                };
            default -> null;
        };
    }

    /** Null for types that atomics have no minimum of. */
    private static LongBinaryOperator extremeOfHalves(PtxType type, boolean smaller) {
        LongBinaryOperator half = smaller
                ? (a, b) -> HalfArithmetic.minHalf(low(a), low(b))
                : (a, b) -> HalfArithmetic.maxHalf(low(a), low(b));
        LongBinaryOperator bfloat = smaller
                ? (a, b) -> HalfArithmetic.minBfloat(low(a), low(b))
                : (a, b) -> HalfArithmetic.maxBfloat(low(a), low(b));
        return switch (type) {
            case F16 -> half;
            case BF16 -> bfloat;
            case F16X2 -> (a, b) -> pack((int) half.applyAsLong(a, b), (int) half.applyAsLong(high(a), high(b)));
            case BF16X2 -> (a, b) -> pack((int) bfloat.applyAsLong(a, b), (int) bfloat.applyAsLong(high(a), high(b)));
            default -> null;
        };
    }

    /** What a combiner makes of the old value and the operand; null where it is not defined for the type. */
    static LongBinaryOperator combine(Operation operation, PtxType type) {
        boolean wide = type.bits() == 64;
        return switch (operation.combiner()) {
            case ADD ->
                switch (type) {
                    case F32 -> (a, b) -> ofSingle(single(a) + single(b));
                    case F64 -> (a, b) -> ofReal(real(a) + real(b));
                    case F16 -> (a, b) -> HalfArithmetic.addHalf((int) a, (int) b);
                    case BF16 -> (a, b) -> HalfArithmetic.addBfloat((int) a, (int) b);
                    case F16X2 ->
                        (a, b) ->
                                pack(HalfArithmetic.addHalf(low(a), low(b)), HalfArithmetic.addHalf(high(a), high(b)));
                    case BF16X2 ->
                        (a, b) -> pack(
                                HalfArithmetic.addBfloat(low(a), low(b)), HalfArithmetic.addBfloat(high(a), high(b)));
                    default -> type.isInteger() ? Long::sum : null;
                };
            case MIN, MAX -> {
                boolean smaller = operation.combiner() == Combiner.MIN;
                if (!type.isInteger()) {
                    yield extremeOfHalves(type, smaller);
                }
                if (type.isSigned()) {
                    yield wide
                            ? (smaller ? Math::min : Math::max)
                            : smaller ? (a, b) -> Math.min((int) a, (int) b) : (a, b) -> Math.max((int) a, (int) b);
                }
                if (wide) {
                    yield smaller ? IntegerArithmetic::minUnsigned : IntegerArithmetic::maxUnsigned;
                }
                yield smaller
                        ? (a, b) -> IntegerArithmetic.minUnsigned((int) a, (int) b)
                        : (a, b) -> IntegerArithmetic.maxUnsigned((int) a, (int) b);
            }
            case AND -> (a, b) -> a & b;
            case OR -> (a, b) -> a | b;
            case XOR -> (a, b) -> a ^ b;
            case INC -> (a, b) -> Integer.compareUnsigned((int) a, (int) b) >= 0 ? 0 : a + 1;
            case DEC -> (a, b) -> (int) a == 0 || Integer.compareUnsigned((int) a, (int) b) > 0 ? b : a - 1;
            case EXCH -> (a, b) -> b;
            case CAS, POPC -> null;
        };
    }
}
