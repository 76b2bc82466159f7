package io.xianka.driver;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The life of one native object, apart from the Java object that users hold, so that a cleaner can end it when that
 * object was dropped. Ends once, whoever comes first: {@code close()}, the parent's end, or the cleaner.
 */
final class Lease implements Runnable {

    /** What a lease holds: how messages call it, and how it is given back. Holds no reference to the user's object. */
    interface Resource {
        String describe();

        void release();

        /** Whether leaving it to the end of its device is a leak; modules live as long as their device by design. */
        default boolean leaks() {
            return true;
        }
    }

    private final Lease parent;
    private final Resource resource;
    private final LeakPolicy policy;
    private final Optional<String> site;
    private final Set<Lease> children = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<String> leaks = new ConcurrentLinkedQueue<>();
    private volatile boolean open = true;
    private volatile String endedWith = "";

    private Lease(Lease parent, Resource resource, LeakPolicy policy) {
        this.parent = parent;
        this.resource = resource;
        this.policy = policy;
        this.site = policy.allocationSite();
    }

    /** A lease without a parent. */
    static Lease root(Resource resource, LeakPolicy policy) {
        return new Lease(null, resource, policy);
    }

    /** A lease that ends at the latest with this one. When this one ended already the resource is released at once. */
    Lease child(Resource held) {
        Lease child = new Lease(this, held, policy);
        children.add(child);
        if (!open) {
            child.end(describe());
            throw closed("allocate " + held.describe());
        }
        return child;
    }

    boolean isOpen() {
        return open;
    }

    String describe() {
        return resource.describe();
    }

    /** Ends this lease because its owner was closed. */
    void close() {
        end("");
        if (parent == null && policy == LeakPolicy.STRICT && !leaks.isEmpty()) {
            List<String> found = new ArrayList<>(leaks);
            leaks.clear();
            throw new IllegalStateException(describe() + " was closed with " + found.size()
                    + (found.size() == 1 ? " leak:\n" : " leaks:\n") + String.join("\n", found));
        }
    }

    /** Ends this lease because its owner was dropped. */
    @Override
    public void run() {
        if (open && end("")) {
            leaked("was dropped without close() and freed by the garbage collector");
        }
    }

    private synchronized boolean end(String with) {
        if (!open) {
            return false;
        }
        endedWith = with;
        open = false;
        RuntimeException failure = null;
        for (Lease child : children) {
            failure = join(failure, () -> {
                if (child.end(describe())) {
                    child.leaked("was still open when " + describe() + " was closed");
                }
            });
        }
        failure = join(failure, resource::release);
        if (parent != null) {
            parent.children.remove(this);
        }
        if (failure != null) {
            throw failure;
        }
        return true;
    }

    private static RuntimeException join(RuntimeException earlier, Runnable step) {
        try {
            step.run();
            return earlier;
        } catch (RuntimeException failure) {
            if (earlier == null) {
                return failure;
            }
            earlier.addSuppressed(failure);
            return earlier;
        }
    }

    private void leaked(String how) {
        if (policy == LeakPolicy.OFF || !resource.leaks()) {
            return;
        }
        String text = "leak: " + describe()
                + site.map(place -> ", allocated at " + place).orElse("") + ", " + how;
        Lease root = this;
        while (root.parent != null) {
            root = root.parent;
        }
        root.leaks.add(text);
        policy.report(text);
    }

    Collection<String> leaks() {
        return List.copyOf(leaks);
    }

    IllegalStateException closed(String use) {
        String with = endedWith;
        return new IllegalStateException("cannot " + use + ": " + describe() + " was closed"
                + (with.isEmpty() ? "" : ", together with " + with) + "; use it inside of the scope that opened it");
    }
}
