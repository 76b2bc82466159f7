package io.xianka.emulator.machine;

/** A kernel did what it must not. The message says what, where and by which thread. */
public final class DeviceFault extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final FaultKind kind;
    private final transient FaultPlace place;
    private final transient ThreadPosition thread;
    private final long address;
    private final int accessBytes;
    private final String what;

    private DeviceFault(
            FaultKind kind, String what, long address, int accessBytes, FaultPlace place, ThreadPosition thread) {
        super(message(kind, what, place, thread));
        this.kind = kind;
        this.what = what;
        this.address = address;
        this.accessBytes = accessBytes;
        this.place = place;
        this.thread = thread;
    }

    /** A fault that is not of memory. */
    public static DeviceFault of(FaultKind kind, String what) {
        return new DeviceFault(kind, what, 0, 0, null, null);
    }

    /** A fault of an access; {@code what} says the address, the size and the nearest allocation. */
    static DeviceFault ofAccess(FaultKind kind, String what, long address, int accessBytes) {
        return new DeviceFault(kind, what, address, accessBytes, null, null);
    }

    /** The same fault, with its place and thread; either may be null. */
    public DeviceFault at(FaultPlace newPlace, ThreadPosition newThread) {
        DeviceFault located = new DeviceFault(kind, what, address, accessBytes, newPlace, newThread);
        located.setStackTrace(getStackTrace());
        return located;
    }

    public FaultKind kind() {
        return kind;
    }

    /** Null where it is not known. */
    public FaultPlace place() {
        return place;
    }

    /** Null where it is not known. */
    public ThreadPosition thread() {
        return thread;
    }

    /** The device address, 0 for a fault that is not of memory. */
    public long address() {
        return address;
    }

    public int accessBytes() {
        return accessBytes;
    }

    private static String message(FaultKind kind, String what, FaultPlace place, ThreadPosition thread) {
        StringBuilder text = new StringBuilder(kind.text()).append(": ").append(what);
        if (place != null) {
            text.append("; ").append(place);
        }
        if (thread != null) {
            text.append(", ").append(thread);
        }
        return text.toString();
    }
}
