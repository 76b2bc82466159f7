package io.xianka.tensor.product;

import io.xianka.driver.Device;
import io.xianka.driver.Stream;
import io.xianka.driver.api.Cudnn;
import io.xianka.driver.api.Cudnn.Plan;
import io.xianka.tensor.DType;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Attention by cuDNN, as a graph of matrix products, pointwise operations and reductions that its engines recognise and fuse.
 * Gradients of queries are summed by atomic additions, so that their last bits may differ from run to run.
 */
final class CudnnAttentions implements Attentions {
    private final Device device;
    private final Cudnn library;
    private final Map<Attention, Prepared> prepared = new ConcurrentHashMap<>();

    /** Both ways, or why not. */
    private record Prepared(Optional<Plan> forward, Optional<Plan> backward, String reason) {}

    CudnnAttentions(Device device, Cudnn library) {
        this.device = device;
        this.library = library;
    }

    @Override
    public String how() {
        return "cuDNN " + library.version();
    }

    @Override
    public boolean supports(Attention attention) {
        return prepare(attention).backward.isPresent();
    }

    @Override
    public long forwardWorkspaceBytes(Attention attention) {
        return Scratch.of(attention).rowBytes
                + plan(attention, prepare(attention).forward).workspaceBytes();
    }

    @Override
    public long backwardWorkspaceBytes(Attention attention) {
        return Scratch.of(attention).bytes()
                + plan(attention, prepare(attention).backward).workspaceBytes();
    }

    @Override
    public void forward(
            Stream stream, Attention attention, long q, long k, long v, long o, long logSumExp, long workspace) {
        Plan plan = plan(attention, prepare(attention).forward);
        long rows = logSumExp == 0 ? workspace : logSumExp;
        long rest = workspace + Scratch.of(attention).rowBytes;
        stream.enqueue(handle -> plan.enqueue(handle, new long[] {q, k, v, o, rows}, rest));
    }

    @Override
    public void backward(
            Stream stream,
            Attention attention,
            long q,
            long k,
            long v,
            long o,
            long logSumExp,
            long gradientOfO,
            long gradientOfQ,
            long gradientOfK,
            long gradientOfV,
            long workspace) {
        Plan plan = plan(attention, prepare(attention).backward);
        Scratch scratch = Scratch.of(attention);
        long[] addresses = {
            q,
            k,
            v,
            o,
            logSumExp,
            gradientOfO,
            gradientOfQ,
            gradientOfK,
            gradientOfV,
            workspace,
            workspace + scratch.queryBytes
        };
        stream.enqueue(handle -> plan.enqueue(handle, addresses, workspace + scratch.bytes()));
    }

    /** What graphs keep in memory: float sums for the gradient of queries, and one number a row. */
    private record Scratch(long queryBytes, long rowBytes) {
        private static final long ALIGNMENT = 256;

        static Scratch of(Attention attention) {
            return new Scratch(
                    rounded(attention.rows() * attention.headSize() * Float.BYTES),
                    rounded(attention.rows() * Float.BYTES));
        }

        private static long rounded(long bytes) {
            return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
        }

        long bytes() {
            return queryBytes + rowBytes;
        }
    }

    private Plan plan(Attention attention, Optional<Plan> plan) {
        return plan.orElseThrow(() -> new UnsupportedOperationException(how() + " does not compute " + attention + ": "
                + prepare(attention).reason + "; Attentions.own(device) computes it"));
    }

    private Prepared prepare(Attention attention) {
        Prepared known = prepared.get(attention);
        return known != null ? known : prepared.computeIfAbsent(attention, this::ask);
    }

    private Prepared ask(Attention attention) {
        if (attention.type() == DType.FLOAT32) {
            return new Prepared(Optional.empty(), Optional.empty(), "it fuses half types alone");
        }
        int elements = 16 / attention.type().bytes();
        boolean aligned = attention.headSize() % elements == 0
                && attention.q().isMultipleOf(elements)
                && attention.k().isMultipleOf(elements)
                && attention.v().isMultipleOf(elements)
                && attention.o().isMultipleOf(elements);
        if (!aligned) {
            return new Prepared(
                    Optional.empty(), Optional.empty(), "head size and strides must be multiples of " + elements);
        }
        AttentionGraph forward = AttentionGraph.forward(attention);
        AttentionGraph backward = AttentionGraph.backward(attention);
        try {
            return device.inContext(context -> new Prepared(
                    Optional.of(library.plan(context, forward.operations(), forward.inMemory())),
                    Optional.of(library.plan(context, backward.operations(), backward.inMemory())),
                    ""));
        } catch (UnsupportedOperationException refused) {
            return new Prepared(Optional.empty(), Optional.empty(), refused.getMessage());
        }
    }
}
