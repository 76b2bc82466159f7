package io.xianka.emulator.matrix;

import io.xianka.emulator.semantics.DoubleArithmetic;
import io.xianka.emulator.semantics.Rounding;
import io.xianka.ptx.PtxType;

/**
 * {@code D = A * B + C} over the fragments of a warp.
 *
 * @param xor whether bits are compared rather than multiplied ({@code .xor.popc})
 */
public record MatrixProduct(
        Operand a, Operand b, Operand c, Operand d, Rounding rounding, boolean satfinite, boolean xor) {
    /** A matrix: where its elements stand, and what they are. */
    public record Operand(Fragment fragment, PtxType type) {
        private double[] read(Registers registers) {
            double[] matrix = new double[fragment.rows() * fragment.columns() * fragment.problems()];
            int perRegister = fragment.elementsPerRegister();
            for (int lane = 0; lane < Fragment.LANES; lane++) {
                for (int register = 0; register < fragment.registers(); register++) {
                    long raw = registers.read(lane, register);
                    for (int i = 0; i < perRegister; i++) {
                        matrix[fragment.place(lane, register * perRegister + i)] =
                                Elements.value(type, raw >>> (i * fragment.bits()));
                    }
                }
            }
            return matrix;
        }
    }

    /** Reads a register of a lane as raw bits. */
    @FunctionalInterface
    public interface Registers {
        long read(int lane, int register);
    }

    /** Takes a register of a lane as raw bits. */
    @FunctionalInterface
    public interface Results {
        void write(int lane, int register, long raw);
    }

    public void multiply(Registers ofA, Registers ofB, Registers ofC, Results results) {
        double[] product = products(a.read(ofA), b.read(ofB), c.read(ofC));
        Fragment fragment = d.fragment;
        int perRegister = fragment.elementsPerRegister();
        for (int lane = 0; lane < Fragment.LANES; lane++) {
            for (int register = 0; register < fragment.registers(); register++) {
                long raw = 0;
                for (int i = 0; i < perRegister; i++) {
                    double value = product[fragment.place(lane, register * perRegister + i)];
                    raw |= Elements.raw(d.type, value, satfinite) << (i * fragment.bits());
                }
                results.write(lane, register, raw);
            }
        }
    }

    private double[] products(double[] left, double[] right, double[] sums) {
        int m = a.fragment.rows();
        int k = a.fragment.columns();
        int n = b.fragment.columns();
        boolean fused = d.type == PtxType.F64;
        double[] result = new double[sums.length];
        double[] column = new double[k];
        for (int problem = 0; problem < a.fragment.problems(); problem++) {
            int leftAt = problem * m * k;
            int rightAt = problem * k * n;
            int resultAt = problem * m * n;
            for (int j = 0; j < n; j++) {
                for (int i = 0; i < k; i++) {
                    column[i] = right[rightAt + i * n + j];
                }
                for (int row = 0; row < m; row++) {
                    int at = resultAt + row * n + j;
                    int from = leftAt + row * k;
                    result[at] = fused
                            ? fused(left, from, column, sums[at])
                            : xor ? differences(left, from, column, sums[at]) : sum(left, from, column, sums[at]);
                }
            }
        }
        return result;
    }

    private static double sum(double[] left, int from, double[] column, double start) {
        double sum = 0;
        for (int i = 0; i < column.length; i++) {
            sum += left[from + i] * column[i];
        }
        return sum + start;
    }

    private static double differences(double[] left, int from, double[] column, double start) {
        double sum = start;
        for (int i = 0; i < column.length; i++) {
            sum += left[from + i] == column[i] ? 0 : 1;
        }
        return sum;
    }

    private double fused(double[] left, int from, double[] column, double start) {
        double sum = start;
        for (int i = 0; i < column.length; i++) {
            sum = DoubleArithmetic.fma(left[from + i], column[i], sum, rounding);
        }
        return sum;
    }
}
