package io.xianka.emulator.translator;

import io.xianka.ptx.Instruction;
import io.xianka.ptx.Operand;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import io.xianka.ptx.StateSpace;
import java.util.List;

/**
 * What is known of 32-bit values by how they are computed: masked indices, shifted, added to the address of an array. Accesses
 * of shared memory that cannot leave its static part need no check.
 */
final class Ranges {
    private static final int MOST_STEPS = 8;
    private static final long LARGEST = 0xffff_ffffL;
    private static final Range ANY = new Range(LARGEST, 0);

    private final TranslationPlan plan;

    Ranges(TranslationPlan plan) {
        this.plan = plan;
    }

    /** From 0 to {@code most} as unsigned numbers, and multiples of {@code 1 << zeros}. */
    private record Range(long most, int zeros) {
        static Range constant(long value) {
            long unsigned = value & LARGEST;
            return new Range(unsigned, unsigned == 0 ? 31 : Long.numberOfTrailingZeros(unsigned));
        }

        /** Nothing is known of what may have wrapped, but for its low bits. */
        static Range of(long most, int zeros) {
            return new Range(most > LARGEST ? LARGEST : most, Math.min(zeros, 31));
        }
    }

    /** Whether all bytes of an access lie in static shared memory, and it is aligned, whatever the lane. */
    boolean isInShared(Operand.Address address, int bytes) {
        if (!(address.base() instanceof Register base) || base.type().bits() != 32 || address.offsetBytes() < 0) {
            return false;
        }
        Range range = of(base, 0);
        return range.most + address.offsetBytes() + bytes <= plan.image().staticSharedBytes()
                && 1L << range.zeros >= bytes
                && address.offsetBytes() % bytes == 0;
    }

    private Range of(Operand operand, int steps) {
        return switch (operand) {
            case Operand.IntegerImmediate immediate -> Range.constant(immediate.value());
            case Operand.Symbol symbol -> {
                var place = plan.image().find(symbol.name());
                yield place == null || place.space() != StateSpace.SHARED
                        ? ANY
                        : Range.constant(place.address() + symbol.offsetBytes());
            }
            case Register register -> of(register, steps);
            default -> ANY;
        };
    }

    private Range of(Register register, int steps) {
        List<Integer> definitions = plan.registers().definedBy(plan.registers().numberOf(register));
        if (steps > MOST_STEPS || definitions.size() != 1 || register.type().bits() != 32) {
            return ANY;
        }
        Instruction instruction = plan.flow().body().instruction(definitions.getFirst());
        if (instruction.guard() != null || !(instruction.operand(0) instanceof Register)) {
            return ANY;
        }
        PtxType type = instruction.operation().type();
        return switch (instruction.opcode()) {
            case LD -> isNarrowUnsigned(type) ? new Range((1L << type.bits()) - 1, 0) : ANY;
            default -> type.bits() == 32 && type.isInteger() ? computed(instruction, type, steps + 1) : ANY;
        };
    }

    private static boolean isNarrowUnsigned(PtxType type) {
        return type == PtxType.U8 || type == PtxType.B8 || type == PtxType.U16 || type == PtxType.B16;
    }

    private Range computed(Instruction instruction, PtxType type, int steps) {
        return switch (instruction.opcode()) {
            case MOV -> of(instruction.operand(1), steps);
            case CVT ->
                isNarrowUnsigned(instruction.operation().sourceType())
                        ? new Range((1L << instruction.operation().sourceType().bits()) - 1, 0)
                        : ANY;
            case AND -> {
                Range a = of(instruction.operand(1), steps);
                Range b = of(instruction.operand(2), steps);
                yield new Range(Math.min(a.most, b.most), Math.max(a.zeros, b.zeros));
            }
            case SHR -> {
                int amount = amount(instruction.operand(2));
                yield amount < 0 || type.isSigned()
                        ? ANY
                        : new Range(of(instruction.operand(1), steps).most >>> amount, 0);
            }
            case SHL -> {
                int amount = amount(instruction.operand(2));
                Range a = of(instruction.operand(1), steps);
                yield amount < 0 ? ANY : Range.of(a.most << amount, a.zeros + amount);
            }
            case ADD -> {
                Range a = of(instruction.operand(1), steps);
                Range b = of(instruction.operand(2), steps);
                yield Range.of(a.most + b.most, Math.min(a.zeros, b.zeros));
            }
            default -> ANY;
        };
    }

    /** How far to shift; negative where that is not known, or all bits go. */
    private static int amount(Operand operand) {
        return operand instanceof Operand.IntegerImmediate immediate && immediate.value() >= 0 && immediate.value() < 32
                ? (int) immediate.value()
                : -1;
    }
}
