package io.xianka.driver;

/** Which generation of GPU a device is: 9.0 is Hopper. */
public record ComputeCapability(int major, int minor) implements Comparable<ComputeCapability> {

    /** What compilers call it: {@code sm_90}. */
    public String architecture() {
        return "sm_" + major + minor;
    }

    @Override
    public int compareTo(ComputeCapability other) {
        return major != other.major ? Integer.compare(major, other.major) : Integer.compare(minor, other.minor);
    }

    /** {@code 9.0}. */
    @Override
    public String toString() {
        return major + "." + minor;
    }
}
