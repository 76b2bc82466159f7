package io.xianka.ptx;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What a launch of a kernel must pass, as far as PTX says it: sizes and kinds, for {@code .ptr} also spaces. */
public record EntrySignature(String name, List<Parameter> parameters) {
    /**
     * One parameter.
     *
     * @param type the element's type for an array
     * @param count {@link Param#SCALAR} or the number of elements
     * @param sizeBytes of the whole parameter
     * @param offsetBytes where it lies in the kernel's parameter memory
     * @param pointer what {@code .ptr} says; null where PTX does not say that this is a pointer, which it may be
     */
    public record Parameter(
            String name,
            PtxType type,
            long count,
            long sizeBytes,
            int alignmentBytes,
            long offsetBytes,
            Param.PointerInfo pointer) {
        public boolean isArray() {
            return count != Param.SCALAR;
        }
    }

    public EntrySignature {
        Objects.requireNonNull(name);
        parameters = List.copyOf(parameters);
    }

    public static EntrySignature of(Function entry) {
        List<Parameter> parameters = new ArrayList<>(entry.parameters().size());
        long offset = 0;
        for (Param param : entry.parameters()) {
            int alignment = param.effectiveAlignmentBytes();
            offset = Math.ceilDiv(offset, alignment) * alignment;
            parameters.add(new Parameter(
                    param.name(), param.type(), param.count(), param.sizeBytes(), alignment, offset, param.pointer()));
            offset += param.sizeBytes();
        }
        return new EntrySignature(entry.name(), parameters);
    }

    /** Of all kernels of a module, in order. */
    public static List<EntrySignature> of(PtxModule module) {
        return module.entries().stream().map(EntrySignature::of).toList();
    }

    /** The size of the parameter memory. */
    public long sizeBytes() {
        return parameters.isEmpty()
                ? 0
                : parameters.getLast().offsetBytes() + parameters.getLast().sizeBytes();
    }
}
