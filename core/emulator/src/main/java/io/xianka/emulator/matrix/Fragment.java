package io.xianka.emulator.matrix;

import io.xianka.ptx.Modifier.MatrixShape;
import io.xianka.ptx.PtxType;

/**
 * Which elements of a matrix the 32 lanes of a warp hold. A lane's elements are numbered through its registers, low bits first:
 * element {@code e} stands in register {@code e / elementsPerRegister}.
 *
 * <p>All fragments are made of tiles 8 wide. With {@code group = lane / 4} and {@code member = lane % 4}, a register of A
 * holds elements of row {@code group} that follow each other along k, those of the next member behind them; the same holds
 * for B with columns for rows, and the accumulator has two neighbours of a row in each lane.
 */
public final class Fragment {
    /** Lanes of a warp. */
    public static final int LANES = 32;

    private static final int TILE = 8;
    private static final int MEMBERS = 4;

    private final int rows;
    private final int columns;
    private final int problems;
    private final int bits;
    private final int registers;
    private final int perRegister;
    private final int[] places;

    /** What a matrix is in the product {@code D = A * B + C}. */
    public enum Role {
        A,
        B,
        /** C and D. */
        ACCUMULATOR
    }

    private Fragment(int rows, int columns, int problems, PtxType type, int registers) {
        this.rows = rows;
        this.columns = columns;
        this.problems = problems;
        this.bits = Elements.bits(type);
        this.registers = registers;
        this.perRegister = bits >= 32 ? 1 : 32 / bits;
        this.places = new int[LANES * registers * perRegister];
    }

    /**
     * The fragment of an instruction.
     *
     * @param registers as many as the instruction names; where they have room for more than the fragment, it repeats
     * @return null where the shape does not go with the type, or there are too few registers
     */
    public static Fragment of(Role role, MatrixShape shape, PtxType type, int registers) {
        if (!Elements.isKnown(type) || shape.m() % TILE != 0 || shape.n() % TILE != 0 || shape.k() == 0) {
            return null;
        }
        int alongK = MEMBERS * Math.max(1, 32 / Elements.bits(type));
        if (role != Role.ACCUMULATOR && shape.k() % alongK != 0) {
            return null;
        }
        Fragment fragment = switch (role) {
            case A -> new Fragment(shape.m(), shape.k(), 1, type, registers);
            case B -> new Fragment(shape.k(), shape.n(), 1, type, registers);
            case ACCUMULATOR -> new Fragment(shape.m(), shape.n(), 1, type, registers);
        };
        int elements = registers * fragment.perRegister;
        int distinct = fragment.rows * fragment.columns / LANES;
        if (elements < distinct || elements % distinct != 0) {
            return null;
        }
        int tilesDown = Math.min(shape.m(), 2 * TILE) / TILE;
        int perMTile = distinct / Math.max(1, shape.m() / (2 * TILE));
        int perNTile = distinct / (shape.n() / TILE);
        for (int lane = 0; lane < LANES; lane++) {
            int group = lane / MEMBERS;
            int member = lane % MEMBERS;
            for (int e = 0; e < elements; e++) {
                int element = e % distinct;
                int inRegister = element % fragment.perRegister;
                int row;
                int column;
                switch (role) {
                    case A -> {
                        int tile = element / perMTile;
                        int register = element % perMTile / fragment.perRegister;
                        row = tile * 2 * TILE + group + register % tilesDown * TILE;
                        column = member * fragment.perRegister + inRegister + register / tilesDown * alongK;
                    }
                    case B -> {
                        int register = element % perNTile / fragment.perRegister;
                        row = member * fragment.perRegister + inRegister + register * alongK;
                        column = element / perNTile * TILE + group;
                    }
                    default -> {
                        // Two neighbours of a row, then the row 8 below, then the next tile to the right, then down.
                        int perTile = 2 * tilesDown;
                        int tile = element / perTile;
                        int across = shape.n() / TILE;
                        row = tile / across * 2 * TILE + group + element % perTile / 2 * TILE;
                        column = tile % across * TILE + member * 2 + element % 2;
                    }
                }
                fragment.places[lane * elements + e] = row * fragment.columns + column;
            }
        }
        return fragment;
    }

    /**
     * The fragment of {@code mma.m8n8k4} on {@code .f16}, which is four products: one for each quad of lanes and the quad 16
     * lanes above it.
     *
     * @param isRowMajor of A or B; without meaning for the accumulator
     */
    public static Fragment ofQuadPairs(Role role, PtxType type, int registers, boolean isRowMajor) {
        Fragment fragment = switch (role) {
            case A -> new Fragment(8, 4, 4, type, registers);
            case B -> new Fragment(4, 8, 4, type, registers);
            case ACCUMULATOR -> new Fragment(8, 8, 4, type, registers);
        };
        int elements = registers * fragment.perRegister;
        if (elements * LANES != fragment.rows * fragment.columns * 4) {
            return null;
        }
        for (int lane = 0; lane < LANES; lane++) {
            int upper = lane < 16 ? 0 : 4;
            int problem = lane % 16 / 4;
            for (int e = 0; e < elements; e++) {
                int row;
                int column;
                switch (role) {
                    case A -> {
                        row = isRowMajor ? lane % 4 + upper : e % 4 + upper;
                        column = isRowMajor ? e : lane % 4;
                    }
                    case B -> {
                        row = isRowMajor ? lane % 4 : e;
                        column = isRowMajor ? e + upper : lane % 4 + upper;
                    }
                    default -> {
                        boolean isWide = fragment.bits == 32;
                        row = (isWide ? (lane & 1) + (e & 2) : lane % 4) + upper;
                        column = isWide ? (e & 4) + (lane & 2) + (e & 1) : e;
                    }
                }
                fragment.places[lane * elements + e] = (problem * fragment.rows + row) * fragment.columns + column;
            }
        }
        return fragment;
    }

    /** How many products the instruction computes side by side. */
    int problems() {
        return problems;
    }

    public int rows() {
        return rows;
    }

    public int columns() {
        return columns;
    }

    public int registers() {
        return registers;
    }

    public int elementsPerRegister() {
        return perRegister;
    }

    /** Bits of an element. */
    public int bits() {
        return bits;
    }

    /** The row of a lane's element. */
    public int row(int lane, int element) {
        return place(lane, element) / columns;
    }

    /** The column of a lane's element. */
    public int column(int lane, int element) {
        return place(lane, element) % columns;
    }

    /** {@code row * columns + column}; the products' matrices one after the other. */
    int place(int lane, int element) {
        return places[lane * registers * perRegister + element];
    }
}
