package io.xianka.driver;

import io.xianka.driver.api.DriverApi;
import java.util.ArrayList;
import java.util.List;

/** Work that a stream captured. {@link #instantiate} makes it launchable. */
public final class Graph extends Owned {
    private final Device device;
    private final long handle;

    private record Native(DriverApi api, long context, String place, long handle) implements Lease.Resource {
        @Override
        public String describe() {
            return "graph of " + place;
        }

        @Override
        public void release() {
            api.ctxSetCurrent(context);
            api.graphDestroy(handle);
        }
    }

    private Graph(Device device, Lease lease, long handle) {
        super(lease);
        this.device = device;
        this.handle = handle;
    }

    static Graph of(Device device, long handle) {
        return new Graph(
                device, device.lease.child(new Native(device.api(), device.context(), device.place(), handle)), handle);
    }

    DriverApi bind(String use) {
        requireOpen(use);
        return device.bind(use);
    }

    long handle() {
        return handle;
    }

    Device device() {
        return device;
    }

    /** How many nodes there are: launches, copies, fills, host functions. */
    public int nodeCount() {
        return bind("read").graphGetNodes(handle).size();
    }

    /** The launches, in no particular order. They end with this graph. */
    public List<GraphKernelNode> kernelNodes() {
        DriverApi api = bind("read");
        List<GraphKernelNode> nodes = new ArrayList<>();
        for (long node : api.graphGetNodes(handle)) {
            if (api.graphNodeGetType(node) == DriverApi.GRAPH_NODE_KERNEL) {
                nodes.add(new GraphKernelNode(this, node, api.graphKernelNodeGetParams(node)));
            }
        }
        return nodes;
    }

    /** Makes the graph launchable. The result does not depend on this object, save for updating single launches. */
    public GraphExec instantiate() {
        return GraphExec.of(this, bind("instantiate").graphInstantiate(handle));
    }
}
