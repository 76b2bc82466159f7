package io.xianka.tensor.product;

import io.xianka.driver.Device;
import io.xianka.driver.Stream;
import io.xianka.driver.api.Cudnn;
import io.xianka.driver.api.Cudnn.Plan;
import io.xianka.tensor.DType;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Attention by cuDNN, as a graph of matrix products, pointwise operations and reductions that its engines recognise and fuse.
 * Gradients of queries are summed by atomic additions, so that their last bits may differ from run to run.
 */
final class CudnnAttentions implements Attentions {
    private final Device device;
    private final Cudnn library;
    private final Map<Attention, Answer> forwards = new ConcurrentHashMap<>();
    private final Map<Attention, Answer> backwards = new ConcurrentHashMap<>();

    /** A plan, or why there is none. Making one takes a second, as the library compiles. */
    private record Answer(Optional<Plan> plan, String reason) {}

    CudnnAttentions(Device device, Cudnn library) {
        this.device = device;
        this.library = library;
    }

    @Override
    public String how() {
        return "cuDNN " + library.version();
    }

    @Override
    public boolean supportsForward(Attention attention) {
        return forward(attention).plan.isPresent();
    }

    @Override
    public boolean supportsBackward(Attention attention) {
        return backward(attention).plan.isPresent();
    }

    @Override
    public long forwardWorkspaceBytes(Attention attention) {
        return Scratch.of(attention).rowBytes
                + plan(attention, forward(attention)).workspaceBytes();
    }

    @Override
    public long backwardWorkspaceBytes(Attention attention) {
        return Scratch.of(attention).bytes()
                + plan(attention, backward(attention)).workspaceBytes();
    }

    @Override
    public void forward(
            Stream stream, Attention attention, long q, long k, long v, long o, long logSumExp, long workspace) {
        Plan plan = plan(attention, forward(attention));
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
        Plan plan = plan(attention, backward(attention));
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

    private Plan plan(Attention attention, Answer answer) {
        return answer.plan.orElseThrow(() -> new UnsupportedOperationException(how() + " does not compute " + attention
                + ": " + answer.reason + "; Attentions.own(device) computes it"));
    }

    private Answer forward(Attention attention) {
        Answer known = forwards.get(attention);
        return known != null
                ? known
                : forwards.computeIfAbsent(attention, wanted -> ask(wanted, AttentionGraph::forward));
    }

    private Answer backward(Attention attention) {
        Answer known = backwards.get(attention);
        return known != null
                ? known
                : backwards.computeIfAbsent(attention, wanted -> ask(wanted, AttentionGraph::backward));
    }

    private Answer ask(Attention attention, Function<Attention, AttentionGraph> build) {
        if (attention.type() == DType.FLOAT32) {
            return new Answer(Optional.empty(), "it fuses half types alone");
        }
        int elements = 16 / attention.type().bytes();
        boolean aligned = attention.headSize() % elements == 0 && attention.isMultipleOf(elements);
        if (!aligned) {
            return new Answer(Optional.empty(), "head size and strides must be multiples of " + elements);
        }
        AttentionGraph graph = build.apply(attention);
        try {
            return device.inContext(context ->
                    new Answer(Optional.of(library.plan(context, graph.operations(), graph.inMemory())), ""));
        } catch (UnsupportedOperationException refused) {
            return new Answer(Optional.empty(), refused.getMessage());
        }
    }
}
