package io.xianka.driver;

import java.lang.ref.Cleaner;

/**
 * A Java object that owns something native. Closing it twice does nothing, from two threads at once is safe, and use
 * after it throws {@link IllegalStateException} naming the object and, where its parent was closed, that too. What is
 * dropped without {@link #close} is freed when the garbage collector finds it.
 *
 * <p>With {@code -Dxianka.leaks=report} each such object is reported with the line of Java that allocated it; with
 * {@code strict} closing the device throws too.
 */
abstract class Owned implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();

    final Lease lease;
    private final Cleaner.Cleanable cleanable;

    Owned(Lease lease) {
        this.lease = lease;
        this.cleanable = CLEANER.register(this, lease);
    }

    /** Gives the native object back. Closing again does nothing. */
    @Override
    public void close() {
        lease.close();
        cleanable.clean();
    }

    /** Whether it was not closed yet. */
    public final boolean isOpen() {
        return lease.isOpen();
    }

    final void requireOpen(String use) {
        if (!lease.isOpen()) {
            throw lease.closed(use);
        }
    }

    @Override
    public String toString() {
        return lease.describe();
    }
}
