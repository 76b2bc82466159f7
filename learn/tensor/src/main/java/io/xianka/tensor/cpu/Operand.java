package io.xianka.tensor.cpu;

/** What an instruction takes. */
sealed interface Operand {
    /** A register. Which of a {@link Frame}'s it is, is said by {@link Registers} when all instructions are known. */
    final class Register implements Operand {
        private final Kind kind;
        private final boolean lanes;
        private int number = -1;
        private int imaginary = -1;

        Register(Kind kind, boolean lanes) {
            this.kind = kind;
            this.lanes = lanes;
        }

        Kind kind() {
            return kind;
        }

        /** {@return whether each lane has a value of its own, or lane 0 stands for all} */
        boolean lanes() {
            return lanes;
        }

        /** {@return its number among those of its kind; complex values have their real parts there} */
        int number() {
            return number;
        }

        /** {@return where the imaginary parts are} */
        int imaginary() {
            return imaginary;
        }

        void assign(int of, int imaginaryParts) {
            number = of;
            imaginary = imaginaryParts;
        }

        int mask() {
            return lanes ? -1 : 0;
        }
    }

    /**
     * A float that never changes.
     *
     * @param array with the value alone, for loops that read operands from arrays
     */
    record Literal(float value, float[] array) implements Operand {
        Literal(float value) {
            this(value, new float[] {value});
        }
    }
}
