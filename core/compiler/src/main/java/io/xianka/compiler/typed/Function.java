package io.xianka.compiler.typed;

import io.xianka.compiler.source.SourceSpan;
import java.util.List;

/** A function, with an identity. Its facts are settled when the {@link Program} is handed over. */
public final class Function implements ConstantImage.Symbol {
    /** Who calls it. */
    public enum Kind {
        /** {@code __global__}. */
        KERNEL,
        /** {@code __device__} and {@code __host__ __device__}. */
        DEVICE
    }

    /** What the source asks for. */
    public enum Inlining {
        UNSPECIFIED,
        /** {@code __forceinline__}. */
        ALWAYS,
        /** {@code __noinline__}. */
        NEVER
    }

    /**
     * {@code __launch_bounds__} and {@code __cluster_dims__}; 0 where not given.
     *
     * @param threads most threads a block
     * @param blocks least resident blocks a multiprocessor
     * @param clusterBlocks most blocks a cluster
     */
    public record LaunchBounds(int threads, int blocks, int clusterBlocks) {
        public static final LaunchBounds NONE = new LaunchBounds(0, 0, 0);
    }

    private final String name;
    private final String linkName;
    private final Kind kind;
    private Type.Function type;
    private final List<Variable> parameters;
    private final SourceSpan span;
    private Inlining inlining = Inlining.UNSPECIFIED;
    private LaunchBounds launchBounds = LaunchBounds.NONE;
    private boolean addressTaken;
    private boolean recursive;
    private boolean noReturn;
    private boolean library;
    private Statement.Block body;

    public Function(
            String name, String linkName, Kind kind, Type.Function type, List<Variable> parameters, SourceSpan span) {
        this.name = name;
        this.linkName = linkName;
        this.kind = kind;
        this.type = type;
        this.parameters = List.copyOf(parameters);
        this.span = span;
    }

    /** The name in errors, such as {@code Rgb<float>::operator+}. */
    public String name() {
        return name;
    }

    /** The symbol in PTX: the name of an extern "C" function, else mangled as the Itanium C++ ABI says. */
    @Override
    public String linkName() {
        return linkName;
    }

    public Kind kind() {
        return kind;
    }

    /** Result and parameters, {@code this} not included. */
    public Type.Function type() {
        return type;
    }

    public Type result() {
        return type.result();
    }

    /** {@code this} first, where there is one. */
    public List<Variable> parameters() {
        return parameters;
    }

    /** The name in its definition; its file is the one that {@code .loc} names. */
    public SourceSpan span() {
        return span;
    }

    public Inlining inlining() {
        return inlining;
    }

    public LaunchBounds launchBounds() {
        return launchBounds;
    }

    /** True when a pointer to it is made. */
    public boolean isAddressTaken() {
        return addressTaken;
    }

    /** True when it calls itself, directly or through others. */
    public boolean isRecursive() {
        return recursive;
    }

    /** True for {@code [[noreturn]]}. */
    public boolean isNoReturn() {
        return noReturn;
    }

    /** True when it comes from the device library. */
    public boolean isLibrary() {
        return library;
    }

    /** Null only when it is declared and not defined, which the program's errors say where it is called. */
    public Statement.Block body() {
        return body;
    }

    /** Sets the type once the result of {@code auto} is known. */
    public void deduced(Type.Function known) {
        type = known;
    }

    public void inline(Inlining wish) {
        inlining = wish;
    }

    public void bound(LaunchBounds bounds) {
        launchBounds = bounds;
    }

    public void takeAddress() {
        addressTaken = true;
    }

    public void makeRecursive() {
        recursive = true;
    }

    public void makeNoReturn() {
        noReturn = true;
    }

    public void makeLibrary() {
        library = true;
    }

    public void define(Statement.Block statements) {
        body = statements;
    }

    @Override
    public String toString() {
        return name;
    }
}
