package io.xianka.driver;

/** Memory that a kernel can be given a pointer to. */
public sealed interface DeviceMemory permits DeviceBuffer, PinnedBuffer, ManagedBuffer {

    /** Its address on the device. */
    long pointer();

    /** Its size. */
    long bytes();

    /** The device whose kernels may use it. */
    Device device();

    /** Whether it was not closed yet. */
    boolean isOpen();
}
