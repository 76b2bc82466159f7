package io.xianka.compiler.typed;

/** An enumeration. Its values are integers of the underlying type. */
public final class EnumType implements Type.Named {
    private final String name;
    private final boolean scoped;
    private Type.Scalar underlying;

    public EnumType(String name, boolean scoped, Type.Scalar underlying) {
        this.name = name;
        this.scoped = scoped;
        this.underlying = underlying;
    }

    @Override
    public String name() {
        return name;
    }

    /** True for {@code enum class}. */
    public boolean scoped() {
        return scoped;
    }

    public Type.Scalar underlying() {
        return underlying;
    }

    /** Sets the type that holds all enumerators, where the source names none. */
    public void settle(Type.Scalar type) {
        underlying = type;
    }

    @Override
    public long bytes() {
        return underlying.bytes();
    }

    @Override
    public int alignment() {
        return underlying.alignment();
    }

    @Override
    public String toString() {
        return name;
    }
}
