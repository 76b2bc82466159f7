package io.xianka.emulator.machine;

/**
 * Blocks that run side by side do to memory what may come out otherwise in another order. The {@link DeviceWatch.LaunchWatch} that
 * throws it says how the launch goes on.
 */
public final class OrderMatters extends RuntimeException {
    private static final long serialVersionUID = 1;

    public OrderMatters(String what) {
        super(what, null, false, false);
    }
}
