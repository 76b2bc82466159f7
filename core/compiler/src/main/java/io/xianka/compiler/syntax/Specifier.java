package io.xianka.compiler.syntax;

/** The words before a declaration that are not part of its type. */
public enum Specifier {
    HOST("__host__"),
    DEVICE("__device__"),
    GLOBAL("__global__"),
    SHARED("__shared__"),
    CONSTANT("__constant__"),
    MANAGED("__managed__"),
    GRID_CONSTANT("__grid_constant__"),
    FORCEINLINE("__forceinline__"),
    NOINLINE("__noinline__"),
    STATIC("static"),
    EXTERN("extern"),
    THREAD_LOCAL("thread_local"),
    REGISTER("register"),
    MUTABLE("mutable"),
    INLINE("inline"),
    CONSTEXPR("constexpr"),
    VIRTUAL("virtual"),
    EXPLICIT("explicit"),
    FINAL("final"),
    OVERRIDE("override"),
    PACKED("packed");

    private final String spelling;

    Specifier(String spelling) {
        this.spelling = spelling;
    }

    /** True for CUDA's own words, which may be said several times. */
    public boolean isCuda() {
        return spelling.startsWith("__");
    }

    public String spelling() {
        return spelling;
    }
}
