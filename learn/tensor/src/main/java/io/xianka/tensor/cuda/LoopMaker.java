package io.xianka.tensor.cuda;

import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.Value;
import io.xianka.tensor.graph.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A kernel without folds: a thread computes a few neighbouring points, of large tensors in several places. */
final class LoopMaker extends KernelMaker {
    private static final int MOST_STATEMENTS = 1_500;
    private static final int LOOP_THREADS = 256;
    private static final long MANY_POINTS = 1 << 22;

    LoopMaker(Kernel kernel, String name, Map<Node, Integer> parameters, int sharedBytes, boolean hasLayers) {
        super(kernel, name, parameters, sharedBytes, hasLayers);
    }

    @Override
    FusedSource make() {
        Lanes along = lanes();
        int lanes = along.count();
        int rank = kernel.domain().rank();
        int apart = pointsApart(along);
        long points = rows / apart;
        KernelText text = apart == 1 ? text(along, 0) : textAlongFirstAxis(along);
        String place = text.place();
        text.line("const " + place + " p = ((" + place + ") blockIdx.x * " + LOOP_THREADS + " + threadIdx.x) * " + lanes
                + ";");
        if (points % ((long) LOOP_THREADS * lanes) != 0) {
            text.line("if (p >= " + points + ") return;");
        }
        String[] axes = rank == 0 ? new String[0] : text.axes("p", 0, rank, "");
        List<KernelText.Chunk> chunks = new ArrayList<>();
        for (int i = 0; i < apart; i++) {
            String[] own = axes.clone();
            if (i > 0) {
                own[0] = "(" + axes[0] + " + " + i * (kernel.domain().size(0) / apart) + ")";
            }
            chunks.add(new KernelText.Chunk(i == 0 ? "_" : "_" + i + "_", own, null));
        }
        Set<Value> stored = stored(_ -> true);
        if (apart > 1) {
            text.computeUniform(stored, chunks.getFirst());
            text.load(stored, chunks);
        }
        for (KernelText.Chunk chunk : chunks) {
            text.compute(stored, List.of(chunk));
            kernel.stores().forEach(store -> text.store(store, chunk));
        }
        String source = kernel(name, LOOP_THREADS, text, null);
        int grid = blocks(Math.ceilDiv(Math.ceilDiv(points, lanes), LOOP_THREADS));
        return new FusedSource(source, List.of(new FusedSource.Part(name, grid, 1, LOOP_THREADS, 1)), 0);
    }

    private KernelText textAlongFirstAxis(Lanes along) {
        Lanes down = Lanes.oneAlong(kernel, 0);
        var text = new KernelText(kernel, along, down::change);
        parameters.forEach(text::parameterAt);
        return text;
    }

    /**
     * How many points apart along the first axis a thread takes: several of large tensors when something is computed that is the same
     * for all of them, as the narrow copy of a bias.
     */
    private int pointsApart(Lanes along) {
        if (kernel.domain().rank() < 2 || along.count() == 1 || rows < MANY_POINTS) {
            return 1;
        }
        Lanes down = Lanes.oneAlong(kernel, 0);
        boolean shares = kernel.values().stream()
                .anyMatch(value -> !(value.form() instanceof Value.Load) && along.change(value) && !down.change(value));
        boolean isShort = kernel.values().size() * 4L * along.count() <= MOST_STATEMENTS;
        return shares && isShort && kernel.domain().size(0) % 4 == 0 ? 4 : 1;
    }
}
