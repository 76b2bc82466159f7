package io.xianka.compiler.syntax;

/** {@code const}, {@code volatile} and {@code __restrict__} on a type. */
public record Qualifiers(boolean isConst, boolean isVolatile, boolean isRestrict) {
    public static final Qualifiers NONE = new Qualifiers(false, false, false);
    public static final Qualifiers CONST = new Qualifiers(true, false, false);

    public Qualifiers and(Qualifiers more) {
        return new Qualifiers(isConst || more.isConst, isVolatile || more.isVolatile, isRestrict || more.isRestrict);
    }
}
