package io.xianka.tensor.graph;

/** The elements of a realised node on its device: row-major, without gaps. */
public interface Storage {
    /** {@return the size, in bytes} */
    long bytes();

    /** {@return whether the memory is still there} */
    boolean isOpen();

    /** {@return another handle on the same memory, which is given back when all handles are closed} */
    Storage shared();

    /** {@return whether a handle is one on the same memory} */
    boolean isSameMemory(Storage other);

    /** {@return whether no other handle on the memory is open} */
    boolean isSole();

    /** Gives the memory back, once all work on it is done. Closing twice is the same as closing once. */
    void close();
}
