package io.xianka.compiler.typed;

import java.util.List;

/**
 * A struct, class or union. Created incomplete by its declaration and completed once by its definition; lowering sees
 * only complete ones, save behind pointers.
 */
public final class RecordType implements Type.Named {
    /**
     * A data member.
     *
     * @param name empty for an anonymous struct or union
     * @param type may be qualified or a reference
     * @param index position among the fields, from 0
     * @param offsetBytes from the start of the record; of a bit-field: of the unit that it is read and written in
     * @param bitOffset of a bit-field: its lowest bit in the unit, whose size is that of the type
     * @param bitWidth width of a bit-field in bits, or 0 for an ordinary member
     */
    public record Field(String name, Type type, int index, long offsetBytes, int bitOffset, int bitWidth) {
        public boolean isBitField() {
            return bitWidth > 0;
        }
    }

    /**
     * A base class subobject.
     *
     * @param offsetBytes from the start of the derived record
     */
    public record Base(RecordType type, long offsetBytes) {}

    private final String name;
    private final boolean union;
    private List<Base> bases = List.of();
    private List<Field> fields = List.of();
    private long bytes;
    private int alignment = 1;
    private boolean complete;

    public RecordType(String name, boolean union) {
        this.name = name;
        this.union = union;
    }

    /** Gives the layout; once. */
    public void complete(List<Base> ownBases, List<Field> ownFields, long sizeBytes, int alignmentBytes) {
        if (complete) {
            throw new IllegalStateException(name + " is complete already");
        }
        bases = List.copyOf(ownBases);
        fields = List.copyOf(ownFields);
        bytes = sizeBytes;
        alignment = alignmentBytes;
        complete = true;
    }

    @Override
    public String name() {
        return name;
    }

    public boolean isUnion() {
        return union;
    }

    public boolean isComplete() {
        return complete;
    }

    public List<Base> bases() {
        return bases;
    }

    /** Own data members in order, those of bases not included. */
    public List<Field> fields() {
        return fields;
    }

    /** The own field of that name, or null. */
    public Field field(String wanted) {
        for (Field field : fields) {
            if (field.name().equals(wanted)) {
                return field;
            }
        }
        return null;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public int alignment() {
        return alignment;
    }

    @Override
    public String toString() {
        return name;
    }
}
