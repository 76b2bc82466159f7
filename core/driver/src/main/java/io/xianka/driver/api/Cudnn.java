package io.xianka.driver.api;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * cuDNN, NVIDIA's library for neural networks, as the machine has it: the part that takes a graph of operations and fuses it.
 * Found by {@code io.xianka.driver.Libraries}. Safe for several threads at once. What it prepares lives as long as the
 * process.
 */
public interface Cudnn {

    /** Types of elements that are used. */
    enum Number {
        FLOAT32,
        FLOAT16,
        BFLOAT16,
        INT32,
        BOOLEAN
    }

    /** What a pointwise operation computes of x and, where it has two inputs, b. */
    enum Mode {
        ADD,
        SUBTRACT,
        MULTIPLY,
        DIVIDE,
        EXP,
        LOG,
        IDENTITY,
        /** Whether x is at least b. */
        AT_LEAST,
        /** Along one axis, the index of the element. */
        INDEX,
        /** x where the third input is true, else b. */
        SELECT
    }

    /** How a reduction combines. */
    enum Reducer {
        SUM,
        MAX
    }

    /** Where a tensor's elements are. */
    enum Residence {
        /** In memory, at an address given to {@link Plan#enqueue}. */
        MEMORY,
        /** Nowhere: it lies between two operations. */
        VIRTUAL,
        /** One number, known now. */
        CONSTANT
    }

    /**
     * A tensor of a graph.
     *
     * @param id its own in the graph
     * @param sizes of up to eight dimensions
     * @param strides elements from one index to the next, for each dimension
     * @param constant the number, when it is one
     */
    record Tensor(long id, Number type, List<Long> sizes, List<Long> strides, Residence residence, float constant) {
        public Tensor {
            Objects.requireNonNull(type, "type");
            Objects.requireNonNull(residence, "residence");
            sizes = List.copyOf(sizes);
            strides = List.copyOf(strides);
            if (sizes.size() != strides.size()) {
                throw new IllegalArgumentException(
                        "a tensor of sizes " + sizes + " cannot have " + strides.size() + " strides");
            }
        }
    }

    /** One operation; tensors are the edges of the graph. */
    sealed interface Operation {
        /** c = a b, over the last two dimensions. */
        record Matmul(Tensor a, Tensor b, Tensor c) implements Operation {}

        /**
         * Element by element, with sizes of 1 repeated.
         *
         * @param math what is computed in
         * @param axis of {@link Mode#INDEX}
         */
        record Pointwise(
                Mode mode, Number math, Tensor x, Optional<Tensor> b, Optional<Tensor> condition, Tensor y, int axis)
                implements Operation {}

        /** Over all dimensions in which y has size 1. */
        record Reduction(Reducer reducer, Tensor x, Tensor y) implements Operation {}

        /** The same elements with other dimensions. */
        record Reshape(Tensor x, Tensor y) implements Operation {}
    }

    /** A graph with the engine chosen for it. */
    interface Plan {
        /** What the engine wants beside the tensors. */
        long workspaceBytes();

        /**
         * Enqueues the graph; the calling thread's context is that which was current when it was planned.
         *
         * @param addresses of the tensors in memory, in the order in which the plan was asked for them
         * @param workspace address of {@link #workspaceBytes}
         */
        void enqueue(long stream, long[] addresses, long workspace);
    }

    /** Where it was loaded from. */
    String origin();

    /** {@code 9.19.0}. */
    String version();

    /**
     * Prepares a graph with the first engine of the library's heuristics that takes it.
     *
     * @param context the CUcontext that is current on this thread
     * @param inMemory the graph's tensors in memory, in the order of addresses
     * @throws UnsupportedOperationException when no engine takes it, with the library's reason
     */
    Plan plan(long context, List<Operation> operations, List<Tensor> inMemory);
}
