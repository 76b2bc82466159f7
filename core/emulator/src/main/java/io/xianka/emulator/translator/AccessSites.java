package io.xianka.emulator.translator;

import io.xianka.ptx.FlatBody;

/** Numbers the instructions that access memory. */
final class AccessSites {
    private final int[] siteOf;
    private final int[] instructionOf;

    AccessSites(FlatBody body) {
        siteOf = new int[body.size()];
        int[] found = new int[body.size()];
        int count = 0;
        for (int i = 0; i < body.size(); i++) {
            if (Asides.isAside(body.instruction(i))) {
                siteOf[i] = -1;
                continue;
            }
            switch (body.instruction(i).opcode()) {
                case LD, LDU, ST, ATOM, RED -> {
                    siteOf[i] = count;
                    found[count++] = i;
                }
                default -> siteOf[i] = -1;
            }
        }
        instructionOf = java.util.Arrays.copyOf(found, count);
    }

    int site(int instruction) {
        return siteOf[instruction];
    }

    int instruction(int site) {
        return instructionOf[site];
    }

    int count() {
        return instructionOf.length;
    }
}
