package io.xianka.emulator.translator;

/** Where registers that live from block to block are kept in a {@link TranslatedWarp}. */
final class RegisterFile {
    private final int[] slots;
    private final int[] offsetSlots;
    private final int[] counts = new int[Bank.values().length];
    private final int[] scalarCounts = new int[Bank.values().length];

    RegisterFile(Registers registers, Shapes shapes) {
        slots = new int[registers.size()];
        offsetSlots = new int[registers.size()];
        for (int r = 0; r < slots.length; r++) {
            if (registers.isLocal(r) || registers.bank(r) == null) {
                slots[r] = -1;
                continue;
            }
            Bank bank = registers.bank(r);
            switch (shapes.of(r)) {
                case Shape.Varying _ -> slots[r] = counts[bank.ordinal()]++;
                case Shape.Uniform _ -> slots[r] = scalarCounts[scalarBank(bank).ordinal()]++;
                case Shape.Affine32 _, Shape.Turning _ -> slots[r] = scalarCounts[Bank.INT.ordinal()]++;
                case Shape.Affine64 _ -> {
                    slots[r] = scalarCounts[Bank.INT.ordinal()]++;
                    offsetSlots[r] = scalarCounts[Bank.LONG.ordinal()]++;
                }
            }
        }
    }

    /** Predicates as scalars are ints, 0 or 1. */
    static Bank scalarBank(Bank bank) {
        return bank == Bank.PREDICATE ? Bank.INT : bank;
    }

    /** The slot of the array, the scalar or the base; -1 for a register that is local to a block. */
    int slot(int register) {
        return slots[register];
    }

    /** The slot of an affine 64-bit register's offset. */
    int offsetSlot(int register) {
        return offsetSlots[register];
    }

    int count(Bank bank) {
        return counts[bank.ordinal()];
    }

    /** What a lane's registers take in the arrays. */
    int laneBytes() {
        int bytes = 0;
        for (Bank bank : Bank.values()) {
            bytes += count(bank)
                    * switch (bank) {
                        case PREDICATE -> 1;
                        case INT, FLOAT -> 4;
                        case LONG, DOUBLE -> 8;
                    };
        }
        return bytes;
    }

    int scalarCount(Bank bank) {
        return scalarCounts[bank.ordinal()];
    }
}
