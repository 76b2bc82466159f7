package io.xianka.emulator.interpreter;

import io.xianka.emulator.machine.RawMemory;
import io.xianka.emulator.matrix.Fragment;
import io.xianka.emulator.matrix.Fragment.Role;
import io.xianka.emulator.matrix.MatrixProduct;
import io.xianka.ptx.Modifier;
import io.xianka.ptx.Modifier.Combiner;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Modifier.MatrixShape;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;
import java.util.List;

/**
 * Matrices in the registers of a warp. All lanes take part: they meet before, so each function is called for a whole warp. Answers
 * null for shapes and types that do not go together.
 */
final class MatrixInstructions {
    private static final MatrixShape QUAD_PAIRS = new MatrixShape(8, 8, 4);
    private static final int ROW_BYTES = 16;
    private static final int ROWS = 8;

    private MatrixInstructions() {}

    /** {@code mma} and {@code wmma.mma}. */
    static Step.Together.WarpFunction product(Operation operation, int[] d, int[] a, int[] b, int[] c) {
        MatrixShape shape = operation.find(MatrixShape.class).orElse(null);
        List<PtxType> types = operation.types();
        if (shape == null || (types.size() != 4 && types.size() != 2)) {
            return null;
        }
        // wmma on .f16 names the types of D and C only.
        PtxType typeA = types.size() == 2 ? PtxType.F16 : types.get(1);
        PtxType typeB = types.size() == 2 ? PtxType.F16 : types.get(2);
        PtxType typeC = types.getLast();
        PtxType typeD = types.getFirst();
        boolean inQuadPairs = operation.opcode() == Opcode.MMA && shape.equals(QUAD_PAIRS) && typeA == PtxType.F16;
        List<Modifier> layouts = operation.modifiers().stream()
                .filter(modifier -> modifier == Keyword.ROW || modifier == Keyword.COL)
                .toList();
        if (layouts.size() != 2) {
            return null;
        }
        boolean isRowA = layouts.getFirst() == Keyword.ROW;
        boolean isRowB = layouts.getLast() == Keyword.ROW;
        MatrixProduct.Operand[] operands = {
            operand(inQuadPairs, Role.A, shape, typeA, a, isRowA),
            operand(inQuadPairs, Role.B, shape, typeB, b, isRowB),
            operand(inQuadPairs, Role.ACCUMULATOR, shape, typeC, c, true),
            operand(inQuadPairs, Role.ACCUMULATOR, shape, typeD, d, true)
        };
        for (MatrixProduct.Operand operand : operands) {
            if (operand == null) {
                return null;
            }
        }
        MatrixProduct product = new MatrixProduct(
                operands[0],
                operands[1],
                operands[2],
                operands[3],
                FloatInstructions.rounding(operation),
                operation.has(Keyword.SATFINITE),
                operation.combiner() == Combiner.XOR);
        return (warp, lanes) -> {
            requireWholeWarp(warp, lanes, operation);
            product.multiply(
                    (lane, register) -> warp.get(lane, a[register]),
                    (lane, register) -> warp.get(lane, b[register]),
                    (lane, register) -> warp.get(lane, c[register]),
                    (lane, register, raw) -> set(warp, lane, d[register], raw));
        };
    }

    private static MatrixProduct.Operand operand(
            boolean inQuadPairs, Role role, MatrixShape shape, PtxType type, int[] registers, boolean isRowMajor) {
        Fragment fragment = inQuadPairs
                ? Fragment.ofQuadPairs(role, type, registers.length, isRowMajor)
                : Fragment.of(role, shape, type, registers.length);
        return fragment == null ? null : new MatrixProduct.Operand(fragment, type);
    }

    private static void requireWholeWarp(LaneState warp, int lanes, Operation operation) {
        if (warp.lanes() != Fragment.LANES || lanes != -1) {
            throw Faults.illegal("%s by the lanes of mask 0x%08x; all 32 lanes of a warp must execute it"
                    .formatted(operation.opcode().text(), lanes));
        }
    }

    private static void set(LaneState warp, int lane, int register, long raw) {
        if (register != Step.NONE) {
            warp.set(lane, register, raw);
        }
    }

    /** The fragment of {@code wmma.load} and {@code wmma.store}; null where there is none. */
    private static Fragment fragment(Operation operation, int registers) {
        Role role = operation.has(Keyword.A)
                ? Role.A
                : operation.has(Keyword.B)
                        ? Role.B
                        : operation.has(Keyword.C) || operation.has(Keyword.D) ? Role.ACCUMULATOR : null;
        MatrixShape shape = operation.find(MatrixShape.class).orElse(null);
        return role == null || shape == null || operation.types().size() != 1
                ? null
                : Fragment.of(role, shape, operation.type(), registers);
    }

    /** {@code wmma.load}; the stride is in elements, {@link Step#NONE} for that of a dense matrix. */
    static Step.Together.WarpFunction load(Operation operation, int[] targets, MemoryPlace place, int stride) {
        Fragment fragment = fragment(operation, targets.length);
        if (fragment == null) {
            return null;
        }
        Walk walk = new Walk(fragment, operation.has(Keyword.ROW), stride);
        return (warp, lanes) -> {
            requireWholeWarp(warp, lanes, operation);
            for (int lane = 0; lane < Fragment.LANES; lane++) {
                for (int register = 0; register < targets.length; register++) {
                    long raw = 0;
                    for (int i = 0; i < fragment.elementsPerRegister(); i++) {
                        long bit = walk.bit(warp, lane, register * fragment.elementsPerRegister() + i);
                        int bytes = Math.max(1, fragment.bits() / 8);
                        long host = place.locate(warp, lane, bit >> 3, bytes, false);
                        long element = read(bytes, host) >>> (bit & 7);
                        raw |= (element & (-1L >>> (64 - fragment.bits()))) << (i * fragment.bits());
                    }
                    set(warp, lane, targets[register], raw);
                }
            }
        };
    }

    /** {@code wmma.store}. */
    static Step.Together.WarpFunction store(Operation operation, int[] sources, MemoryPlace place, int stride) {
        Fragment fragment = fragment(operation, sources.length);
        if (fragment == null || fragment.bits() < 8) {
            return null;
        }
        Walk walk = new Walk(fragment, operation.has(Keyword.ROW), stride);
        int bytes = fragment.bits() / 8;
        return (warp, lanes) -> {
            requireWholeWarp(warp, lanes, operation);
            for (int lane = 0; lane < Fragment.LANES; lane++) {
                for (int register = 0; register < sources.length; register++) {
                    long raw = warp.get(lane, sources[register]);
                    for (int i = 0; i < fragment.elementsPerRegister(); i++) {
                        long bit = walk.bit(warp, lane, register * fragment.elementsPerRegister() + i);
                        long host = place.locate(warp, lane, bit >> 3, bytes, true);
                        long element = raw >>> (i * fragment.bits());
                        switch (bytes) {
                            case 2 -> RawMemory.putShort(host, (short) element);
                            case 4 -> RawMemory.putInt(host, (int) element);
                            default -> RawMemory.putLong(host, element);
                        }
                    }
                }
            }
        };
    }

    private static long read(int bytes, long host) {
        return switch (bytes) {
            case 1 -> RawMemory.getByte(host) & 0xffL;
            case 2 -> RawMemory.getShort(host) & 0xffffL;
            case 4 -> RawMemory.getInt(host) & 0xffff_ffffL;
            default -> RawMemory.getLong(host);
        };
    }

    /** Where elements of a fragment lie in memory, in bits from the matrix's begin. */
    private record Walk(Fragment fragment, boolean isRowMajor, int stride) {
        long bit(LaneState warp, int lane, int element) {
            int row = fragment.row(lane, element);
            int column = fragment.column(lane, element);
            long apart = stride == Step.NONE
                    ? isRowMajor ? fragment.columns() : fragment.rows()
                    : (int) warp.get(lane, stride) & 0xffff_ffffL;
            return (isRowMajor ? row * apart + column : column * apart + row) * fragment.bits();
        }
    }

    /** {@code ldmatrix}: lane {@code 8 * i + row} says where a row of matrix i begins. */
    static Step.Together.WarpFunction loadRows(Operation operation, int[] targets, MemoryPlace place) {
        if (!isOfHalves(operation, targets.length)) {
            return null;
        }
        boolean transposes = operation.has(Keyword.TRANS);
        return (warp, lanes) -> {
            requireWholeWarp(warp, lanes, operation);
            long[] rows = new long[ROWS * targets.length];
            for (int lane = 0; lane < rows.length; lane++) {
                rows[lane] = place.locate(warp, lane, ROW_BYTES, false);
            }
            long[] read = new long[Fragment.LANES * targets.length];
            for (int matrix = 0; matrix < targets.length; matrix++) {
                for (int lane = 0; lane < Fragment.LANES; lane++) {
                    int first = transposes
                            ? half(rows, matrix, lane % 4 * 2, lane / 4)
                            : half(rows, matrix, lane / 4, lane % 4 * 2);
                    int second = transposes
                            ? half(rows, matrix, lane % 4 * 2 + 1, lane / 4)
                            : half(rows, matrix, lane / 4, lane % 4 * 2 + 1);
                    read[matrix * Fragment.LANES + lane] = RegisterBits.pack(first, second);
                }
            }
            for (int matrix = 0; matrix < targets.length; matrix++) {
                for (int lane = 0; lane < Fragment.LANES; lane++) {
                    set(warp, lane, targets[matrix], read[matrix * Fragment.LANES + lane]);
                }
            }
        };
    }

    private static int half(long[] rows, int matrix, int row, int column) {
        return RawMemory.getShort(rows[matrix * ROWS + row] + column * 2L);
    }

    /** {@code stmatrix}. */
    static Step.Together.WarpFunction storeRows(Operation operation, int[] sources, MemoryPlace place) {
        if (!isOfHalves(operation, sources.length)) {
            return null;
        }
        boolean transposes = operation.has(Keyword.TRANS);
        return (warp, lanes) -> {
            requireWholeWarp(warp, lanes, operation);
            long[] rows = new long[ROWS * sources.length];
            for (int lane = 0; lane < rows.length; lane++) {
                rows[lane] = place.locate(warp, lane, ROW_BYTES, true);
            }
            for (int matrix = 0; matrix < sources.length; matrix++) {
                for (int lane = 0; lane < Fragment.LANES; lane++) {
                    long raw = warp.get(lane, sources[matrix]);
                    for (int i = 0; i < 2; i++) {
                        int row = transposes ? lane % 4 * 2 + i : lane / 4;
                        int column = transposes ? lane / 4 : lane % 4 * 2 + i;
                        RawMemory.putShort(rows[matrix * ROWS + row] + column * 2L, (short) (raw >>> (16 * i)));
                    }
                }
            }
        };
    }

    private static boolean isOfHalves(Operation operation, int matrices) {
        int named = operation.has(Keyword.X1) ? 1 : operation.has(Keyword.X2) ? 2 : operation.has(Keyword.X4) ? 4 : 0;
        MatrixShape shape = operation.find(MatrixShape.class).orElse(null);
        return named == matrices
                && operation.hasType()
                && operation.type() == PtxType.B16
                && shape != null
                && shape.m() == ROWS
                && shape.n() == ROWS;
    }

    /** {@code movmatrix}: transposes the 8 by 8 matrix that a warp holds in a register. */
    static Step.Together.WarpFunction transpose(Operation operation, int target, int source) {
        return (warp, lanes) -> {
            requireWholeWarp(warp, lanes, operation);
            int[][] matrix = new int[ROWS][ROWS];
            for (int lane = 0; lane < Fragment.LANES; lane++) {
                long raw = warp.get(lane, source);
                matrix[lane / 4][lane % 4 * 2] = RegisterBits.low(raw);
                matrix[lane / 4][lane % 4 * 2 + 1] = RegisterBits.high(raw);
            }
            for (int lane = 0; lane < Fragment.LANES; lane++) {
                warp.set(
                        lane,
                        target,
                        RegisterBits.pack(matrix[lane % 4 * 2][lane / 4], matrix[lane % 4 * 2 + 1][lane / 4]));
            }
        };
    }
}
