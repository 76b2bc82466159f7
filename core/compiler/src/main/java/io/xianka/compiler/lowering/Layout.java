package io.xianka.compiler.lowering;

import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Type;
import java.util.Arrays;

/** The scalars that a type is made of, with their offsets, in order. */
final class Layout {
    /** Beyond this an object is no longer taken apart. */
    static final int MOST_SCALARS = 1024;

    private long[] offsets = new long[4];
    private Access[] accesses = new Access[4];
    private int count;

    private Layout() {}

    /** Null for a type of more than {@link #MOST_SCALARS} scalars. */
    static Layout of(Type type) {
        Layout layout = new Layout();
        return layout.add(type.unqualified(), 0) ? layout : null;
    }

    int count() {
        return count;
    }

    long offset(int index) {
        return offsets[index];
    }

    Access access(int index) {
        return accesses[index];
    }

    private boolean add(Type type, long offset) {
        Access access = Access.of(type);
        if (access != null) {
            return add(offset, access);
        }
        if (type instanceof Type.Array array) {
            Type element = array.element().unqualified();
            for (long i = 0; i < array.count(); i++) {
                if (!add(element, offset + i * element.bytes())) {
                    return false;
                }
            }
            return true;
        }
        if (type instanceof RecordType record) {
            int before = count;
            for (int i = 0; i < record.bases().size(); i++) {
                RecordType.Base base = record.bases().get(i);
                if (!add(base.type(), offset + base.offsetBytes())) {
                    return false;
                }
            }
            if (record.isUnion()) {
                RecordType.Field widest = widest(record);
                return widest == null || add(widest.type().unqualified(), offset);
            }
            for (int i = 0; i < record.fields().size(); i++) {
                RecordType.Field field = record.fields().get(i);
                // A bool of one bit shares its byte with others.
                boolean added = field.isBitField() && Access.of(field.type()) == Access.BOOL
                        ? add(offset + field.offsetBytes(), Access.U8)
                        : add(field.type().unqualified(), offset + field.offsetBytes());
                if (!added) {
                    return false;
                }
            }
            // A pair of halves lives in one register.
            if (isWord(record) && count == before + 2 && accesses[before].bytes == 2) {
                count = before;
                return add(offset, Access.B32);
            }
        }
        return true;
    }

    private static boolean isWord(RecordType record) {
        return record.bytes() == 4 && record.alignment() >= 4;
    }

    static RecordType.Field widest(RecordType union) {
        RecordType.Field widest = null;
        for (int i = 0; i < union.fields().size(); i++) {
            RecordType.Field field = union.fields().get(i);
            if (widest == null || field.type().bytes() > widest.type().bytes()) {
                widest = field;
            }
        }
        return widest;
    }

    private boolean add(long offset, Access access) {
        for (int i = count - 1; i >= 0 && i >= count - 8; i--) {
            if (offsets[i] == offset && accesses[i].bytes == access.bytes) {
                return true; // another bit-field of the same unit
            }
        }
        if (count == MOST_SCALARS) {
            return false;
        }
        if (count == offsets.length) {
            offsets = Arrays.copyOf(offsets, count * 2);
            accesses = Arrays.copyOf(accesses, count * 2);
        }
        offsets[count] = offset;
        accesses[count] = access;
        count++;
        return true;
    }
}
