package io.xianka.tensor.execution;

import io.xianka.tensor.graph.Storage;
import java.util.List;

/** A compiled graph. Runs as often as wanted, each time over other leaves. */
public interface Program {
    /**
     * Computes the outputs. May return before the device is done; whoever reads them waits.
     *
     * @param leaves in the order of the graph's leaves
     * @param parameters in the order of the graph's parameters
     * @return in the order of the graph's outputs
     */
    List<Storage> run(List<Storage> leaves, List<Number> parameters);

    /** {@return what it does, in lines for a reader} */
    String explain();

    /** {@return the most memory it holds at once over its leaves and outputs, in bytes} */
    long peakBytes();
}
