package io.xianka.ptx;

import java.util.List;
import java.util.Objects;

/**
 * A variable in memory: at the top of a module, in a function ({@code .local}, {@code .shared}), or in a call's scope
 * ({@code .param}).
 *
 * @param alignmentBytes 0 where none is written: the element's natural alignment
 * @param vectorWidth 1, 2 or 4: {@code .v4 .f32}
 * @param dimensions empty for a scalar; a first dimension of {@link #UNSIZED} is {@code name[]}, whose size is decided
 *     by the initializer, or by the launch for {@code .extern .shared}
 * @param initializer null for zeros
 */
public record Variable(
        Linkage linkage,
        StateSpace space,
        List<String> attributes,
        int alignmentBytes,
        int vectorWidth,
        PtxType type,
        String name,
        List<Long> dimensions,
        Initializer initializer,
        PtxLine line)
        implements Statement, PtxModule.Item {
    public static final long UNSIZED = -1;

    public Variable {
        Objects.requireNonNull(linkage);
        Objects.requireNonNull(space);
        attributes = List.copyOf(attributes);
        Objects.requireNonNull(type);
        Objects.requireNonNull(name);
        dimensions = List.copyOf(dimensions);
        Objects.requireNonNull(line);
    }

    /** A scalar without initializer. */
    public static Variable scalar(StateSpace space, PtxType type, String name) {
        return new Variable(Linkage.INTERNAL, space, List.of(), 0, 1, type, name, List.of(), null, PtxLine.NONE);
    }

    /** An array of {@code count} elements without initializer. */
    public static Variable array(StateSpace space, int alignmentBytes, PtxType type, String name, long count) {
        return new Variable(
                Linkage.INTERNAL, space, List.of(), alignmentBytes, 1, type, name, List.of(count), null, PtxLine.NONE);
    }

    public Variable withLinkage(Linkage newLinkage) {
        return new Variable(
                newLinkage, space, attributes, alignmentBytes, vectorWidth, type, name, dimensions, initializer, line);
    }

    public Variable withInitializer(Initializer newInitializer) {
        return new Variable(
                linkage, space, attributes, alignmentBytes, vectorWidth, type, name, dimensions, newInitializer, line);
    }

    /** {@code .extern .shared name[]} and the like: the launch decides the size. */
    public boolean isUnsized() {
        return !dimensions.isEmpty() && dimensions.getFirst() == UNSIZED && initializer == null;
    }

    /** {@code __managed__} memory, {@code .attribute(.managed)}. */
    public boolean isManaged() {
        return attributes.contains(".managed");
    }

    /** The size in memory; 0 where only the launch decides it. */
    public long sizeBytes() {
        long count = 1;
        for (int i = 0; i < dimensions.size(); i++) {
            long dimension = dimensions.get(i);
            if (dimension == UNSIZED) {
                dimension = initializer instanceof Initializer.Array array
                        ? array.elements().size()
                        : 0;
            }
            count = Math.multiplyExact(count, dimension);
        }
        return Math.multiplyExact(count, (long) vectorWidth * type.bytes());
    }

    /** The alignment in memory, natural where none is written. */
    public int effectiveAlignmentBytes() {
        return alignmentBytes != 0 ? alignmentBytes : vectorWidth * type.bytes();
    }
}
