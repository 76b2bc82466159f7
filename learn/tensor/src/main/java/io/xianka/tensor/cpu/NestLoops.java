package io.xianka.tensor.cpu;

import io.xianka.driver.memory.NativeHeap;
import io.xianka.tensor.fusion.Domain;
import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.graph.Node;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A kernel's nest: plain loops, and where vectors can do the last of them that as well, once it is fast. Either gives the same bits.
 */
final class NestLoops {
    /** After so many points a nest of vectors is worth its making. */
    private static final long WORTH = 1 << 20;

    /** Points of a run that warms. */
    private static final long WARM_POINTS = 1 << 13;

    /** HotSpot counts runs: short ones between, wherever they begin, bring it sooner to compile all. */
    private static final int SHORT_RUNS = 64;

    private static final long MOST_SCRATCH_BYTES = 1L << 30;

    private static final Map<ByteBuffer, Optional<NestLoop>> FAST = new ConcurrentHashMap<>();
    private static final Map<ByteBuffer, Boolean> REQUESTED = new ConcurrentHashMap<>();

    private final Kernel kernel;
    private final NestPlan plan;
    private final Translation translation;
    private final Optional<NestLanes> lanes;
    private final NestLoop plain;
    private ByteBuffer vectors;
    private volatile NestLoop fast;
    private volatile boolean isDecided;
    private long points;

    NestLoops(Kernel kernel, NestPlan plan, Translation translation, VectorLoops.Use use) {
        this.kernel = kernel;
        this.plan = plan;
        this.translation = translation;
        this.lanes = NestLanes.of(kernel, plan, translation.dependence());
        this.plain = NestCode.loop(kernel, plan, translation);
        this.isDecided = lanes.isEmpty();
        if (lanes.isPresent() && use == VectorLoops.Use.AT_ONCE) {
            fast = NestCode.object(code());
            isDecided = true;
        }
    }

    /** {@return the nest to run} */
    NestLoop loop() {
        if (!isDecided) {
            consider();
        }
        NestLoop loop = fast;
        return loop == null ? plain : loop;
    }

    /** {@return how many nests of vectors are fast by now} */
    static int count() {
        return (int) FAST.values().stream().filter(Optional::isPresent).count();
    }

    private byte[] code() {
        return NestCode.vectors(kernel, plan, translation, lanes.orElseThrow());
    }

    private synchronized void consider() {
        points += kernel.domain().rows() * kernel.domain().columns();
        if (isDecided || points < WORTH) {
            return;
        }
        if (vectors == null) {
            vectors = ByteBuffer.wrap(code());
            if (REQUESTED.putIfAbsent(vectors, true) == null) {
                byte[] code = vectors.array();
                var warming = new Warming(NestCode.object(code), kernel, plan, lanes.orElseThrow(), translation);
                ByteBuffer key = vectors;
                VectorLoops.request(() -> FAST.put(key, warming.warm()));
            }
        }
        Optional<NestLoop> ready = FAST.get(vectors);
        if (ready != null) {
            fast = ready.orElse(null);
            isDecided = true;
        }
    }

    /** Runs of one nest over scratch memory. */
    private record Warming(NestLoop loop, Kernel kernel, NestPlan plan, NestLanes lanes, Translation translation) {
        Optional<NestLoop> warm() throws InterruptedException {
            Domain domain = kernel.domain();
            long bytes =
                    translation.tensors().stream().mapToLong(Node::bytes).max().orElse(0);
            if (bytes > MOST_SCRATCH_BYTES) {
                return Optional.empty();
            }
            long units = plan.units(domain);
            long all = domain.rows() * domain.columns();
            int some = Math.toIntExact(Math.clamp(WARM_POINTS * units / all, 1, units));
            long lines = all / units * some / lanes.size();
            long vectors = lines
                    * Math.ceilDiv(lanes.size(), lanes.width())
                    * kernel.values().size();
            long memory = NativeHeap.allocate(bytes);
            try {
                Elements.MEMORY.asSlice(memory, bytes).fill((byte) 0);
                long[] pointers = new long[translation.tensors().size()];
                Arrays.fill(pointers, memory);
                Number[] parameters = new Number[translation.parameters().size()];
                Arrays.fill(parameters, 0.0);
                float[][] partials = new float[kernel.folds().size()][plan.partials()];
                int columns = Math.toIntExact(domain.columns());
                var random = new SplittableRandom(0);
                int last = Math.toIntExact(Math.max(1, units - 1));
                Runnable shortRuns = () -> {
                    for (int i = 0; i < SHORT_RUNS; i++) {
                        int from = random.nextInt(last);
                        int to = Math.toIntExact(Math.min(units, from + 2));
                        loop.run(pointers, parameters, partials, from, to, 0, columns, NestLoop.ALL);
                    }
                };
                Runnable longRun = () -> loop.run(pointers, parameters, partials, 0, some, 0, columns, NestLoop.ALL);
                boolean fast = VectorLoops.becomesFast(vectors, shortRuns, longRun);
                return fast ? Optional.of(loop) : Optional.empty();
            } finally {
                NativeHeap.free(memory);
            }
        }
    }
}
