package io.xianka.tensor.cpu;

import io.xianka.tensor.DType;
import io.xianka.tensor.IndexOutOfRange;
import io.xianka.tensor.cpu.Operand.Register;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.ReduceOp;
import io.xianka.tensor.graph.UnaryOp;
import io.xianka.tensor.plain.Philox;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * One operation over the lanes of registers. An instruction whose result is one value for all lanes computes lane 0 alone.
 */
sealed interface Instruction {
    /** Computes n lanes from the frame's place on. */
    void run(Frame f, int n);

    /** {@return the registers it reads} */
    List<Register> reads();

    /** {@return the register it writes, or null} */
    Register writes();

    private static List<Register> registers(Operand... operands) {
        return Stream.of(operands)
                .filter(Register.class::isInstance)
                .map(Register.class::cast)
                .toList();
    }

    private static int lanes(Register register, int n) {
        return register.lanes() ? n : 1;
    }

    /** Elements of a tensor. */
    record Load(DType dtype, int tensor, Places places, List<Register> indices, Register z) implements Instruction {
        @Override
        public void run(Frame f, int n) {
            int count = lanes(z, n);
            if (count == 1 || isContiguous()) {
                Elements.load(f, dtype, address(f), z, count);
            } else {
                long[] offsets = f.takeOffsets();
                places.lanes(f, count, offsets);
                Elements.gather(f, dtype, f.pointers[tensor], offsets, z, count);
                f.giveBackOffsets();
            }
        }

        boolean isContiguous() {
            return places.hasStep() && places.step() == 1;
        }

        long address(Frame f) {
            return f.pointers[tensor] + dtype.bytes() * places.first(f);
        }

        @Override
        public List<Register> reads() {
            return indices;
        }

        @Override
        public Register writes() {
            return z;
        }
    }

    /** To elements of a tensor. */
    record Store(DType dtype, int tensor, Places places, List<Register> indices, Register x) implements Instruction {
        @Override
        public void run(Frame f, int n) {
            int count = lanes(x, n);
            if (count == 1 || isContiguous()) {
                Elements.store(f, dtype, x, address(f), count);
            } else {
                long[] offsets = f.takeOffsets();
                places.lanes(f, count, offsets);
                Elements.scatter(f, dtype, x, f.pointers[tensor], offsets, count);
                f.giveBackOffsets();
            }
        }

        boolean isContiguous() {
            return places.hasStep() && places.step() == 1;
        }

        long address(Frame f) {
            return f.pointers[tensor] + dtype.bytes() * places.first(f);
        }

        @Override
        public List<Register> reads() {
            return Stream.concat(Stream.of(x), indices.stream()).toList();
        }

        @Override
        public Register writes() {
            return null;
        }
    }

    /** With floats; what vector code can do. Operands beyond those of the operation are null. */
    record Arithmetic(FloatOp op, Operand a, Operand b, Operand c, Operand d, Register z) implements Instruction {
        @Override
        public void run(Frame f, int n) {
            FloatLoops.run(op, in(f, a), in(f, b), in(f, c), in(f, d), f.floats[z.number()], lanes(z, n));
        }

        private static FloatLoops.In in(Frame f, Operand operand) {
            return switch (operand) {
                case null -> null;
                case Register register -> new FloatLoops.In(f.floats[register.number()], register.lanes());
                case Operand.Literal literal -> new FloatLoops.In(literal.array(), false);
            };
        }

        @Override
        public List<Register> reads() {
            return registers(a, b, c, d);
        }

        @Override
        public Register writes() {
            return z;
        }
    }

    /** Of one operand of a type. */
    record Unary(UnaryOp op, DType dtype, Register x, Register z) implements Instruction {
        @Override
        public void run(Frame f, int n) {
            int count = lanes(z, n);
            if (op == UnaryOp.IS_NAN || op == UnaryOp.IS_INFINITE) {
                classify(f, f.ints[z.number()], count);
                return;
            }
            switch (x.kind()) {
                case FLOAT -> LaneLoops.unary(op, f.floats[x.number()], f.floats[z.number()], count);
                case DOUBLE -> LaneLoops.unary(op, f.doubles[x.number()], f.doubles[z.number()], count);
                case INT -> LaneLoops.unary(op, dtype, f.ints[x.number()], f.ints[z.number()], count);
                case LONG -> LaneLoops.unary(op, f.longs[x.number()], f.longs[z.number()], count);
                case COMPLEX -> complex(f, count);
            }
        }

        private void complex(Frame f, int n) {
            float[] re = f.floats[x.number()];
            float[] im = f.floats[x.imaginary()];
            float[] to = f.floats[z.number()];
            switch (op) {
                case REAL -> System.arraycopy(re, 0, to, 0, n);
                case IMAGINARY -> System.arraycopy(im, 0, to, 0, n);
                case ABS -> ComplexLoops.absolute(new ComplexLoops.In(re, im, -1), to, n);
                default -> ComplexLoops.unary(op, new ComplexLoops.In(re, im, -1), to, f.floats[z.imaginary()], n);
            }
        }

        private void classify(Frame f, int[] to, int n) {
            boolean nan = op == UnaryOp.IS_NAN;
            for (int i = 0; i < n; i++) {
                double value = switch (x.kind()) {
                    case FLOAT -> f.floats[x.number()][i];
                    case DOUBLE -> f.doubles[x.number()][i];
                    case INT, LONG -> 0;
                    case COMPLEX -> (double) Math.abs(f.floats[x.number()][i]) + Math.abs(f.floats[x.imaginary()][i]);
                };
                boolean is = nan ? isNan(f, value, i) : isInfinite(f, value, i);
                to[i] = is ? 1 : 0;
            }
        }

        private boolean isNan(Frame f, double value, int i) {
            return x.kind() == Kind.COMPLEX
                    ? Float.isNaN(f.floats[x.number()][i]) || Float.isNaN(f.floats[x.imaginary()][i])
                    : Double.isNaN(value);
        }

        private boolean isInfinite(Frame f, double value, int i) {
            return x.kind() == Kind.COMPLEX
                    ? Float.isInfinite(f.floats[x.number()][i]) || Float.isInfinite(f.floats[x.imaginary()][i])
                    : Double.isInfinite(value);
        }

        @Override
        public List<Register> reads() {
            return List.of(x);
        }

        @Override
        public Register writes() {
            return z;
        }
    }

    /** Of two operands of a type. */
    record Binary(BinaryOp op, DType dtype, Register x, Register y, Register z) implements Instruction {
        @Override
        public void run(Frame f, int n) {
            int count = lanes(z, n);
            int mx = x.mask();
            int my = y.mask();
            switch (x.kind()) {
                case FLOAT -> {
                    float[] a = f.floats[x.number()];
                    float[] b = f.floats[y.number()];
                    if (op == BinaryOp.COMPLEX) {
                        pair(a, mx, f.floats[z.number()], count);
                        pair(b, my, f.floats[z.imaginary()], count);
                    } else if (op.isComparison()) {
                        LaneLoops.compare(op, a, mx, b, my, f.ints[z.number()], count);
                    } else {
                        LaneLoops.binary(op, a, mx, b, my, f.floats[z.number()], count);
                    }
                }
                case DOUBLE -> {
                    double[] a = f.doubles[x.number()];
                    double[] b = f.doubles[y.number()];
                    if (op.isComparison()) {
                        LaneLoops.compare(op, a, mx, b, my, f.ints[z.number()], count);
                    } else {
                        LaneLoops.binary(op, a, mx, b, my, f.doubles[z.number()], count);
                    }
                }
                case INT ->
                    LaneLoops.binary(
                            op, dtype, f.ints[x.number()], mx, f.ints[y.number()], my, f.ints[z.number()], count);
                case LONG -> {
                    long[] a = f.longs[x.number()];
                    long[] b = f.longs[y.number()];
                    if (op.isComparison()) {
                        LaneLoops.compare(op, a, mx, b, my, f.ints[z.number()], count);
                    } else {
                        LaneLoops.binary(op, a, mx, b, my, f.longs[z.number()], count);
                    }
                }
                case COMPLEX -> complex(f, count);
            }
        }

        private static void pair(float[] from, int mask, float[] to, int n) {
            for (int i = 0; i < n; i++) {
                to[i] = from[i & mask];
            }
        }

        private void complex(Frame f, int n) {
            var a = new ComplexLoops.In(f.floats[x.number()], f.floats[x.imaginary()], x.mask());
            var b = new ComplexLoops.In(f.floats[y.number()], f.floats[y.imaginary()], y.mask());
            if (op.isComparison()) {
                ComplexLoops.compare(op == BinaryOp.EQ, a, b, f.ints[z.number()], n);
            } else {
                ComplexLoops.binary(op, a, b, f.floats[z.number()], f.floats[z.imaginary()], n);
            }
        }

        @Override
        public List<Register> reads() {
            return List.of(x, y);
        }

        @Override
        public Register writes() {
            return z;
        }
    }

    /** One or the other, by an int. */
    record Select(Register condition, Register yes, Register no, Register z) implements Instruction {
        @Override
        public void run(Frame f, int n) {
            int count = lanes(z, n);
            int[] c = f.ints[condition.number()];
            int mc = condition.mask();
            int my = yes.mask();
            int mn = no.mask();
            int a = yes.number();
            int b = no.number();
            switch (z.kind()) {
                case FLOAT -> LaneLoops.select(c, mc, f.floats[a], my, f.floats[b], mn, f.floats[z.number()], count);
                case DOUBLE ->
                    LaneLoops.select(c, mc, f.doubles[a], my, f.doubles[b], mn, f.doubles[z.number()], count);
                case INT -> LaneLoops.select(c, mc, f.ints[a], my, f.ints[b], mn, f.ints[z.number()], count);
                case LONG -> LaneLoops.select(c, mc, f.longs[a], my, f.longs[b], mn, f.longs[z.number()], count);
                case COMPLEX -> {
                    LaneLoops.select(c, mc, f.floats[a], my, f.floats[b], mn, f.floats[z.number()], count);
                    LaneLoops.select(
                            c,
                            mc,
                            f.floats[yes.imaginary()],
                            my,
                            f.floats[no.imaginary()],
                            mn,
                            f.floats[z.imaginary()],
                            count);
                }
            }
        }

        @Override
        public List<Register> reads() {
            return List.of(condition, yes, no);
        }

        @Override
        public Register writes() {
            return z;
        }
    }

    /** To another type. */
    record Convert(DType from, Register x, DType to, Register z) implements Instruction {
        @Override
        public void run(Frame f, int n) {
            Conversion.run(f, from, x, to, z, lanes(z, n));
        }

        @Override
        public List<Register> reads() {
            return List.of(x);
        }

        @Override
        public Register writes() {
            return z;
        }
    }

    /** An index that is refused when it is out of range. */
    record InRange(String operation, Register x, long least, long size, Register z) implements Instruction {
        @Override
        public void run(Frame f, int n) {
            int count = lanes(z, n);
            long[] from = f.longs[x.number()];
            long[] to = f.longs[z.number()];
            boolean outside = false;
            for (int i = 0; i < count; i++) {
                long index = from[i];
                outside |= index < least | index >= size;
                to[i] = index;
            }
            if (outside) {
                refuse(from);
            }
        }

        private void refuse(long[] indices) {
            int at = 0;
            while (indices[at] >= least && indices[at] < size) {
                at++;
            }
            throw IndexOutOfRange.of(operation, indices[at], least, size);
        }

        @Override
        public List<Register> reads() {
            return List.of(x);
        }

        @Override
        public Register writes() {
            return z;
        }
    }

    /** A number: a constant, or a parameter of the run. */
    record Scalar(Number number, int parameter, Register z) implements Instruction {
        @Override
        public void run(Frame f, int n) {
            Number value = number != null ? number : f.parameters[parameter];
            switch (z.kind()) {
                case FLOAT -> f.floats[z.number()][0] = value.floatValue();
                case DOUBLE -> f.doubles[z.number()][0] = value.doubleValue();
                case INT -> f.ints[z.number()][0] = value.intValue();
                case LONG -> f.longs[z.number()][0] = value.longValue();
                case COMPLEX -> {
                    f.floats[z.number()][0] = value.floatValue();
                    f.floats[z.imaginary()][0] = 0;
                }
            }
        }

        @Override
        public List<Register> reads() {
            return List.of();
        }

        @Override
        public Register writes() {
            return z;
        }
    }

    /** Lane 0 to all lanes. */
    record Spread(Register x, Register z) implements Instruction {
        @Override
        public void run(Frame f, int n) {
            switch (z.kind()) {
                case FLOAT -> Arrays.fill(f.floats[z.number()], 0, n, f.floats[x.number()][0]);
                case DOUBLE -> Arrays.fill(f.doubles[z.number()], 0, n, f.doubles[x.number()][0]);
                case INT -> Arrays.fill(f.ints[z.number()], 0, n, f.ints[x.number()][0]);
                case LONG -> Arrays.fill(f.longs[z.number()], 0, n, f.longs[x.number()][0]);
                case COMPLEX -> {
                    Arrays.fill(f.floats[z.number()], 0, n, f.floats[x.number()][0]);
                    Arrays.fill(f.floats[z.imaginary()], 0, n, f.floats[x.imaginary()][0]);
                }
            }
        }

        @Override
        public List<Register> reads() {
            return List.of(x);
        }

        @Override
        public Register writes() {
            return z;
        }
    }

    /** A place as a number. */
    record Place(Places places, List<Register> indices, Register z) implements Instruction {
        @Override
        public void run(Frame f, int n) {
            int count = lanes(z, n);
            long[] values = f.takeOffsets();
            if (count == 1) {
                values[0] = places.first(f);
            } else {
                places.lanes(f, count, values);
            }
            if (z.kind() == Kind.LONG) {
                System.arraycopy(values, 0, f.longs[z.number()], 0, count);
            } else {
                int[] to = f.ints[z.number()];
                for (int i = 0; i < count; i++) {
                    to[i] = (int) values[i];
                }
            }
            f.giveBackOffsets();
        }

        @Override
        public List<Register> reads() {
            return indices;
        }

        @Override
        public Register writes() {
            return z;
        }
    }

    /** Whether a place lies from low up to high, without it. */
    record Within(Places places, List<Register> indices, long low, long high, Register z) implements Instruction {
        @Override
        public void run(Frame f, int n) {
            int count = lanes(z, n);
            long[] values = f.takeOffsets();
            if (count == 1) {
                values[0] = places.first(f);
            } else {
                places.lanes(f, count, values);
            }
            int[] to = f.ints[z.number()];
            for (int i = 0; i < count; i++) {
                to[i] = values[i] >= low && values[i] < high ? 1 : 0;
            }
            f.giveBackOffsets();
        }

        @Override
        public List<Register> reads() {
            return indices;
        }

        @Override
        public Register writes() {
            return z;
        }
    }

    /** Random bits of elements. */
    record Random(Register seed, Register offset, Places places, List<Register> indices, Register z)
            implements Instruction {
        @Override
        public void run(Frame f, int n) {
            int count = lanes(z, n);
            long key = f.longs[seed.number()][0];
            long base = f.longs[offset.number()][0];
            long[] values = f.takeOffsets();
            if (count == 1) {
                values[0] = places.first(f);
            } else {
                places.lanes(f, count, values);
            }
            long[] to = f.longs[z.number()];
            int[] words = new int[4];
            long counter = -1;
            for (int i = 0; i < count; i++) {
                if (values[i] >> 2 != counter) {
                    counter = values[i] >> 2;
                    Philox.words(key, base + counter, words);
                }
                to[i] = Integer.toUnsignedLong(words[(int) values[i] & 3]);
            }
            f.giveBackOffsets();
        }

        @Override
        public List<Register> reads() {
            return Stream.concat(Stream.of(seed, offset), indices.stream()).toList();
        }

        @Override
        public Register writes() {
            return z;
        }
    }

    /** Lanes folded into partial results, which are read and written. */
    record Fold(ReduceOp op, boolean row, Register x, Register z) implements Instruction {
        @Override
        public void run(Frame f, int n) {
            FoldLoops.step(op, f, x, z, row, n);
        }

        @Override
        public List<Register> reads() {
            return List.of(x, z);
        }

        @Override
        public Register writes() {
            return z;
        }
    }

    /** Keeps lanes for a later pass over the row. */
    record SaveRow(Register x, int row) implements Instruction {
        @Override
        public void run(Frame f, int n) {
            System.arraycopy(f.floats[x.number()], 0, f.rows[row], (int) f.column, n);
        }

        @Override
        public List<Register> reads() {
            return List.of(x);
        }

        @Override
        public Register writes() {
            return null;
        }
    }

    /** Lanes that an earlier pass kept. */
    record LoadRow(int row, Register z) implements Instruction {
        @Override
        public void run(Frame f, int n) {
            System.arraycopy(f.rows[row], (int) f.column, f.floats[z.number()], 0, n);
        }

        @Override
        public List<Register> reads() {
            return List.of();
        }

        @Override
        public Register writes() {
            return z;
        }
    }

    /** A run of instructions that vector code can do as one loop. */
    record Vectorised(VectorRun vectors) implements Instruction {
        @Override
        public void run(Frame f, int n) {
            vectors.run(f, n);
        }

        @Override
        public List<Register> reads() {
            return vectors.instructions().stream()
                    .flatMap(instruction -> instruction.reads().stream())
                    .toList();
        }

        @Override
        public Register writes() {
            return null;
        }
    }
}
