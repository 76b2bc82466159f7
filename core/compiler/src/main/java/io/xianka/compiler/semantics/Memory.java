package io.xianka.compiler.semantics;

import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Array;
import io.xianka.compiler.typed.Variable;

/** Objects as constant evaluation sees them: trees of cells. */
final class Memory {
    private Memory() {}

    /** A scalar, or a record or array made of cells. */
    static final class Cell {
        final Type type;
        /** Of a scalar: a constant Value, an Address, a Function, or null while undefined. */
        Object scalar;
        /** Of a record: its bases, then its fields; of an array: its elements; else null. */
        final Cell[] parts;
        /** The cell of which this is a part, or null. */
        final Cell whole;

        final int index;
        /** The variable that this is the whole of, or null. */
        Variable variable;

        private Cell(Type type, Cell[] parts, Cell whole, int index) {
            this.type = type;
            this.parts = parts;
            this.whole = whole;
            this.index = index;
        }

        static Cell of(Type type) {
            return of(type, null, 0);
        }

        private static Cell of(Type declared, Cell whole, int index) {
            Type type = declared.isReference() ? declared : declared.unqualified();
            return switch (type) {
                case RecordType record -> {
                    int bases = record.bases().size();
                    Cell cell = new Cell(type, new Cell[bases + record.fields().size()], whole, index);
                    for (int i = 0; i < bases; i++) {
                        cell.parts[i] = of(record.bases().get(i).type(), cell, i);
                    }
                    for (RecordType.Field field : record.fields()) {
                        cell.parts[bases + field.index()] = of(field.type(), cell, bases + field.index());
                    }
                    yield cell;
                }
                case Array array -> {
                    Cell cell = new Cell(type, new Cell[(int) Math.max(0, array.count())], whole, index);
                    for (int i = 0; i < cell.parts.length; i++) {
                        cell.parts[i] = of(array.element(), cell, i);
                    }
                    yield cell;
                }
                default -> new Cell(type, null, whole, index);
            };
        }

        /** Bytes from the start of the outermost object. */
        long offsetBytes() {
            if (whole == null) {
                return 0;
            }
            long own;
            if (whole.type instanceof RecordType record) {
                int bases = record.bases().size();
                own = index < bases
                        ? record.bases().get(index).offsetBytes()
                        : record.fields().get(index - bases).offsetBytes();
            } else {
                own = ((Array) whole.type).element().bytes() * index;
            }
            return whole.offsetBytes() + own;
        }

        Cell outermost() {
            Cell cell = this;
            while (cell.whole != null) {
                cell = cell.whole;
            }
            return cell;
        }

        void copyFrom(Cell other) {
            if (parts == null) {
                scalar = other.scalar;
                return;
            }
            for (int i = 0; i < parts.length; i++) {
                parts[i].copyFrom(other.parts[i]);
            }
        }

        void clear() {
            if (parts == null) {
                scalar = type.isReference() ? null : Terms.zero(null, type);
                return;
            }
            for (Cell part : parts) {
                part.clear();
            }
        }
    }

    /**
     * A pointer or reference.
     *
     * @param cell what it points to; null behind the last element of an array
     * @param array the array in which it moves, or null
     * @param index of the element in the array
     */
    record Address(Cell cell, Cell array, long index) {
        static Address of(Cell cell) {
            boolean element = cell.whole != null && cell.whole.type instanceof Array;
            return element ? new Address(cell, cell.whole, cell.index) : new Address(cell, null, 0);
        }

        /** The address some elements further; null when that leaves the array. */
        Address plus(long elements) {
            if (elements == 0) {
                return this;
            }
            long to = index + elements;
            long count = array == null ? 1 : array.parts.length;
            if (to < 0 || to > count) {
                return null;
            }
            if (array == null) {
                return to == 0 ? new Address(cell, null, 0) : new Address(null, null, to);
            }
            return new Address(to < count ? array.parts[(int) to] : null, array, to);
        }
    }
}
