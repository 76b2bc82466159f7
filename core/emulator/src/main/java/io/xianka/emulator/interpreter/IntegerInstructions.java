package io.xianka.emulator.interpreter;

import static io.xianka.emulator.interpreter.RegisterBits.extend;
import static io.xianka.emulator.interpreter.RegisterBits.high;
import static io.xianka.emulator.interpreter.RegisterBits.low;
import static io.xianka.emulator.interpreter.RegisterBits.pack;

import io.xianka.emulator.semantics.BitOperations;
import io.xianka.emulator.semantics.IntegerArithmetic;
import io.xianka.ptx.Modifier.Combiner;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;

/** Integer arithmetic, bits, shifts. Each method answers null for an operation that is not of its family. */
final class IntegerInstructions {
    private IntegerInstructions() {}

    static LaneFunction of(Operation operation) {
        if (!operation.hasType()) {
            return null;
        }
        PtxType type = operation.type();
        return switch (type) {
            case PRED -> logic(operation, true);
            case U16X2, S16X2 -> packed(operation, type == PtxType.S16X2);
            case B1, B8, B16, B32, B64, U8, U16, U32, U64, S8, S16, S32, S64 -> {
                LaneFunction arithmetic = arithmetic(operation, type);
                if (arithmetic != null) {
                    yield arithmetic;
                }
                LaneFunction logic = logic(operation, false);
                yield logic != null ? logic : bits(operation, type);
            }
            default -> null;
        };
    }

    private static LaneFunction arithmetic(Operation operation, PtxType type) {
        boolean signed = type.isSigned();
        boolean wide64 = type.bits() == 64;
        return switch (operation.opcode()) {
            case ADD ->
                operation.sat() ? (a, b, c) -> IntegerArithmetic.addSaturated((int) a, (int) b) : (a, b, c) -> a + b;
            case SUB ->
                operation.sat()
                        ? (a, b, c) -> IntegerArithmetic.subtractSaturated((int) a, (int) b)
                        : (a, b, c) -> a - b;
            case MUL -> multiply(operation, type);
            case MAD -> {
                if (operation.sat()) {
                    yield (a, b, c) -> IntegerArithmetic.multiplyHighAddSaturated((int) a, (int) b, (int) c);
                }
                LaneFunction product = multiply(operation, type);
                yield product == null ? null : (a, b, c) -> product.apply(a, b, 0) + c;
            }
            case MUL24 -> multiply24(operation, signed);
            case MAD24 -> {
                LaneFunction product = multiply24(operation, signed);
                yield operation.sat()
                        ? (a, b, c) -> IntegerArithmetic.addSaturated((int) product.apply(a, b, 0), (int) c)
                        : (a, b, c) -> product.apply(a, b, 0) + c;
            }
            case SAD ->
                signed || !wide64
                        ? (a, b, c) -> IntegerArithmetic.sumOfAbsoluteDifference(extend(type, a), extend(type, b), c)
                        : IntegerArithmetic::sumOfAbsoluteDifferenceUnsigned;
            case DIV ->
                signed || !wide64
                        ? (a, b, c) -> IntegerArithmetic.divide(extend(type, a), extend(type, b))
                        : (a, b, c) -> IntegerArithmetic.divideUnsigned(a, b);
            case REM ->
                signed || !wide64
                        ? (a, b, c) -> IntegerArithmetic.remainder(extend(type, a), extend(type, b))
                        : (a, b, c) -> IntegerArithmetic.remainderUnsigned(a, b);
            case ABS -> (a, b, c) -> Math.abs(extend(type, a));
            case NEG -> (a, b, c) -> -a;
            case MIN -> {
                if (operation.has(Keyword.RELU)) {
                    yield (a, b, c) -> Math.max(Math.min((int) a, (int) b), 0);
                }
                yield signed || !wide64
                        ? (a, b, c) -> Math.min(extend(type, a), extend(type, b))
                        : (a, b, c) -> IntegerArithmetic.minUnsigned(a, b);
            }
            case MAX -> {
                if (operation.has(Keyword.RELU)) {
                    yield (a, b, c) -> Math.max(Math.max((int) a, (int) b), 0);
                }
                yield signed || !wide64
                        ? (a, b, c) -> Math.max(extend(type, a), extend(type, b))
                        : (a, b, c) -> IntegerArithmetic.maxUnsigned(a, b);
            }
            case DP4A -> {
                boolean otherSigned = operation.sourceType().isSigned();
                yield (a, b, c) -> IntegerArithmetic.dotProduct4((int) a, signed, (int) b, otherSigned, (int) c);
            }
            case DP2A -> {
                boolean otherSigned = operation.sourceType().isSigned();
                boolean high = operation.has(Keyword.HI);
                yield (a, b, c) -> IntegerArithmetic.dotProduct2((int) a, signed, (int) b, otherSigned, high, (int) c);
            }
            // Of the SIMD video instructions, those that nvcc writes.
            case VABSDIFF2 -> absoluteDifferences(operation, 16, signed);
            case VABSDIFF4 -> absoluteDifferences(operation, 8, signed);
            default -> null;
        };
    }

    private static LaneFunction absoluteDifferences(Operation operation, int width, boolean signed) {
        if (operation.sat()) {
            return null;
        }
        return operation.combiner() == Combiner.ADD
                ? (a, b, c) -> c + IntegerArithmetic.sumOfAbsoluteDifferences((int) a, (int) b, width, signed)
                : (a, b, c) -> IntegerArithmetic.absoluteDifferences((int) a, (int) b, width, signed);
    }

    private static LaneFunction multiply(Operation operation, PtxType type) {
        if (operation.has(Keyword.WIDE)) {
            return (a, b, c) -> extend(type, a) * extend(type, b);
        }
        if (!operation.has(Keyword.HI)) {
            return (a, b, c) -> a * b;
        }
        if (type.bits() == 64) {
            return type.isSigned()
                    ? (a, b, c) -> Math.multiplyHigh(a, b)
                    : (a, b, c) -> Math.unsignedMultiplyHigh(a, b);
        }
        int width = type.bits();
        return (a, b, c) -> (extend(type, a) * extend(type, b)) >> width;
    }

    private static LaneFunction multiply24(Operation operation, boolean signed) {
        boolean high = operation.has(Keyword.HI);
        if (signed) {
            return high
                    ? (a, b, c) -> IntegerArithmetic.multiply24High((int) a, (int) b)
                    : (a, b, c) -> IntegerArithmetic.multiply24Low((int) a, (int) b);
        }
        return high
                ? (a, b, c) -> IntegerArithmetic.multiply24HighUnsigned((int) a, (int) b)
                : (a, b, c) -> IntegerArithmetic.multiply24LowUnsigned((int) a, (int) b);
    }

    private static LaneFunction logic(Operation operation, boolean predicate) {
        return switch (operation.opcode()) {
            case AND -> (a, b, c) -> a & b;
            case OR -> (a, b, c) -> a | b;
            case XOR -> (a, b, c) -> a ^ b;
            case NOT -> predicate ? (a, b, c) -> a ^ 1 : (a, b, c) -> ~a;
            default -> null;
        };
    }

    private static LaneFunction bits(Operation operation, PtxType type) {
        boolean wide = type.bits() == 64;
        boolean signed = type.isSigned();
        boolean clamp = operation.has(Keyword.CLAMP);
        return switch (operation.opcode()) {
            case CNOT -> (a, b, c) -> extend(type, a) == 0 ? 1 : 0;
            case POPC -> wide ? (a, b, c) -> Long.bitCount(a) : (a, b, c) -> Integer.bitCount((int) a);
            case CLZ ->
                wide ? (a, b, c) -> Long.numberOfLeadingZeros(a) : (a, b, c) -> Integer.numberOfLeadingZeros((int) a);
            case BREV -> wide ? (a, b, c) -> Long.reverse(a) : (a, b, c) -> Integer.reverse((int) a);
            case BFIND -> find(operation, signed, wide);
            case FNS -> (a, b, c) -> BitOperations.findNthSet((int) a, (int) b, (int) c);
            case BMSK -> (a, b, c) -> BitOperations.mask((int) a, (int) b, clamp);
            case SZEXT -> (a, b, c) -> BitOperations.extend((int) a, (int) b, clamp, signed);
            case SHL ->
                switch (type.bits()) {
                    case 16 -> (a, b, c) -> BitOperations.shiftLeft16((int) a, (int) b);
                    case 32 -> (a, b, c) -> BitOperations.shiftLeft((int) a, (int) b);
                    default -> (a, b, c) -> BitOperations.shiftLeft(a, (int) b);
                };
            case SHR ->
                switch (type.bits()) {
                    case 16 ->
                        signed
                                ? (a, b, c) -> BitOperations.shiftRight16((int) a, (int) b)
                                : (a, b, c) -> BitOperations.shiftRightUnsigned16((int) a, (int) b);
                    case 32 ->
                        signed
                                ? (a, b, c) -> BitOperations.shiftRight((int) a, (int) b)
                                : (a, b, c) -> BitOperations.shiftRightUnsigned((int) a, (int) b);
                    default ->
                        signed
                                ? (a, b, c) -> BitOperations.shiftRight(a, (int) b)
                                : (a, b, c) -> BitOperations.shiftRightUnsigned(a, (int) b);
                };
            case SHF -> {
                boolean left = operation.has(Keyword.L);
                yield left
                        ? (clamp
                                ? (a, b, c) -> BitOperations.funnelLeftClamp((int) a, (int) b, (int) c)
                                : (a, b, c) -> BitOperations.funnelLeftWrap((int) a, (int) b, (int) c))
                        : (clamp
                                ? (a, b, c) -> BitOperations.funnelRightClamp((int) a, (int) b, (int) c)
                                : (a, b, c) -> BitOperations.funnelRightWrap((int) a, (int) b, (int) c));
            }
            case BFE ->
                wide
                        ? (signed
                                ? (a, b, c) -> BitOperations.extract(a, (int) b, (int) c)
                                : (a, b, c) -> BitOperations.extractUnsigned(a, (int) b, (int) c))
                        : (signed
                                ? (a, b, c) -> BitOperations.extract((int) a, (int) b, (int) c)
                                : (a, b, c) -> BitOperations.extractUnsigned((int) a, (int) b, (int) c));
            case PRMT -> permute(operation);
            default -> null;
        };
    }

    private static LaneFunction find(Operation operation, boolean signed, boolean wide) {
        boolean asShift = operation.has(Keyword.SHIFTAMT);
        int width = wide ? 64 : 32;
        return (a, b, c) -> {
            int place = wide
                    ? (signed ? BitOperations.find(a) : BitOperations.findUnsigned(a))
                    : (signed ? BitOperations.find((int) a) : BitOperations.findUnsigned((int) a));
            return asShift ? BitOperations.shiftAmount(place, width) : place;
        };
    }

    private static LaneFunction permute(Operation operation) {
        if (operation.has(Keyword.F4E)) {
            return (a, b, c) -> BitOperations.permuteForward((int) a, (int) b, (int) c);
        }
        if (operation.has(Keyword.B4E)) {
            return (a, b, c) -> BitOperations.permuteBackward((int) a, (int) b, (int) c);
        }
        if (operation.has(Keyword.RC8)) {
            return (a, b, c) -> BitOperations.permuteReplicate8((int) a, (int) b, (int) c);
        }
        if (operation.has(Keyword.ECL)) {
            return (a, b, c) -> BitOperations.permuteEdgeLeft((int) a, (int) b, (int) c);
        }
        if (operation.has(Keyword.ECR)) {
            return (a, b, c) -> BitOperations.permuteEdgeRight((int) a, (int) b, (int) c);
        }
        if (operation.has(Keyword.RC16)) {
            return (a, b, c) -> BitOperations.permuteReplicate16((int) a, (int) b, (int) c);
        }
        return (a, b, c) -> BitOperations.permute((int) a, (int) b, (int) c);
    }

    private static LaneFunction packed(Operation operation, boolean signed) {
        PtxType half = signed ? PtxType.S16 : PtxType.U16;
        boolean relu = operation.has(Keyword.RELU);
        LaneFunction one = switch (operation.opcode()) {
            case ADD -> (a, b, c) -> a + b;
            case MIN -> (a, b, c) -> Math.min(extend(half, a), extend(half, b));
            case MAX -> (a, b, c) -> Math.max(extend(half, a), extend(half, b));
            default -> null;
        };
        if (one == null) {
            return null;
        }
        LaneFunction clamped = relu ? (a, b, c) -> Math.max(one.apply(a, b, c), 0) : one;
        return (a, b, c) -> pack((int) clamped.apply(low(a), low(b), 0), (int) clamped.apply(high(a), high(b), 0));
    }
}
