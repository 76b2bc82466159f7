package io.xianka.compiler.typed;

import io.xianka.compiler.source.SourceSpan;

/** A variable, with an identity. Its facts are settled when the {@link Program} is handed over. */
public final class Variable implements ConstantImage.Symbol {
    /** Where a variable lives. */
    public enum Storage {
        /** One a thread and call: registers or local memory. */
        LOCAL,
        PARAMETER,
        /** {@code __shared__}, of known size. */
        SHARED,
        /** {@code extern __shared__}: the memory whose size the launch gives; all such variables start there. */
        EXTERN_SHARED,
        /** {@code __constant__}. */
        CONSTANT,
        /** {@code __device__}, static locals of device functions, and tables of constants. */
        GLOBAL
    }

    private final String name;
    private final String linkName;
    private final Type type;
    private final Storage storage;
    private final SourceSpan span;
    private int alignment;
    private boolean addressTaken;
    private boolean modified;
    private boolean internal;
    private boolean declaredOnly;
    private boolean managed;
    private ConstantImage image;
    private Value constant;

    public Variable(String name, String linkName, Type type, Storage storage, SourceSpan span) {
        this.name = name;
        this.linkName = linkName;
        this.type = type;
        this.storage = storage;
        this.span = span;
        this.alignment = type.alignment();
    }

    /** The name in the source, or empty. */
    public String name() {
        return name;
    }

    /** The symbol in PTX; unique in the program for variables that are not local. */
    @Override
    public String linkName() {
        return linkName;
    }

    /** May be qualified, or a Reference. */
    public Type type() {
        return type;
    }

    public Storage storage() {
        return storage;
    }

    public SourceSpan span() {
        return span;
    }

    /** In bytes, at least the type's. */
    public int alignment() {
        return alignment;
    }

    /** True when a pointer or reference to it or to a part of it is made, other than by decay for a subscript. */
    public boolean isAddressTaken() {
        return addressTaken;
    }

    /** True when something may write it after its initialisation. */
    public boolean isModified() {
        return modified;
    }

    /** True for {@code static}: the host does not ask for it by name. */
    public boolean isInternal() {
        return internal;
    }

    /** Reachable by the host under the same address. */
    public boolean isManaged() {
        return managed;
    }

    public void makeManaged() {
        managed = true;
    }

    /** True when another module defines it. */
    public boolean isDeclaredOnly() {
        return declaredOnly;
    }

    /** What a CONSTANT or GLOBAL variable holds at the start, or null for zeros. */
    public ConstantImage image() {
        return image;
    }

    /** The value of a const variable of scalar type that is known, or null; reading it became this value. */
    public Value constant() {
        return constant;
    }

    public void alignTo(int bytes) {
        alignment = Math.max(alignment, bytes);
    }

    public void takeAddress() {
        addressTaken = true;
    }

    public void modify() {
        modified = true;
    }

    public void makeInternal() {
        internal = true;
    }

    public void makeDeclaredOnly() {
        declaredOnly = true;
    }

    public void initialise(ConstantImage bytes) {
        image = bytes;
    }

    public void hold(Value known) {
        constant = known;
    }

    @Override
    public String toString() {
        return name;
    }
}
