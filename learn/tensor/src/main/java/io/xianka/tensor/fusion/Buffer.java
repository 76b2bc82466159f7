package io.xianka.tensor.fusion;

import io.xianka.tensor.graph.Node;

/**
 * Memory that a plan reads or writes: one result of a node. Nodes that only rename it share it.
 *
 * @param owner what computes it, or the leaf it is
 * @param result which of the owner's results
 */
public record Buffer(Node owner, int result) {
    /** {@return the size, in bytes} */
    public long bytes() {
        return owner.results().get(result).bytes();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Buffer buffer && owner == buffer.owner && result == buffer.result;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(owner) * 31 + result;
    }
}
