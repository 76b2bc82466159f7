package io.xianka.tensor.graph;

/** Where nodes are computed: a device. Compared by identity. */
public interface Place {
    /** {@return such as {@code cuda:0}} */
    String name();
}
