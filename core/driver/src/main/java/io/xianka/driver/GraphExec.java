package io.xianka.driver;

import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.KernelNode;
import java.util.Objects;

/** A graph ready to launch, as a whole, many times. */
public final class GraphExec extends Owned {
    private final Device device;
    private final long handle;

    private record Native(DriverApi api, long context, String place, long handle) implements Lease.Resource {
        @Override
        public String describe() {
            return "instantiated graph of " + place;
        }

        @Override
        public void release() {
            api.ctxSetCurrent(context);
            api.graphExecDestroy(handle);
        }
    }

    private GraphExec(Device device, Lease lease, long handle) {
        super(lease);
        this.device = device;
        this.handle = handle;
    }

    static GraphExec of(Graph graph, long handle) {
        Device device = graph.device();
        return new GraphExec(
                device, device.lease.child(new Native(device.api(), device.context(), device.place(), handle)), handle);
    }

    /** Enqueues all work of the graph. Allocates nothing. */
    public void launch(Stream stream) {
        requireOpen("launch");
        stream.bind("launch").graphLaunch(handle, stream.handle());
    }

    /**
     * Takes over the parameters of another capture of the same shape.
     *
     * @return false, leaving this as it was, when the shapes differ: instantiate the other graph then
     */
    public boolean update(Graph changed) {
        requireOpen("update");
        return changed.bind("update").graphExecUpdate(handle, changed.handle());
    }

    /** Changes one launch: sizes and arguments of a kernel, which replaces the node's. No host arrays. */
    public void update(GraphKernelNode node, Kernel kernel, Launch launch, Object... arguments) {
        Objects.requireNonNull(node, "node");
        requireOpen("update");
        node.graph().requireOpen("update");
        PreparedLaunch prepared = kernel.prepare(launch, arguments);
        prepared.requireComplete();
        device.bind("update")
                .graphExecKernelNodeSetParams(
                        handle,
                        node.handle(),
                        new KernelNode(
                                kernel.handle(),
                                launch.grid().x(),
                                launch.grid().y(),
                                launch.grid().z(),
                                launch.block().x(),
                                launch.block().y(),
                                launch.block().z(),
                                launch.sharedBytes()),
                        prepared.parameters());
    }
}
