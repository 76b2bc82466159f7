package io.xianka.tensor;

import io.xianka.tensor.meta.MetaExecutor;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a program would take on a device, found by running it on {@link Device#meta}, where operations are recorded and planned but not
 * computed: bytes at the peak, and by {@link #estimate} the least time on a card. Needs no device and no memory.
 *
 * {@snippet :
 * var model = new Gpt(GptConfig.GPT2_124M, Placement.current().withDevice(Device.meta()));
 * var optimizer = new Optimizer(AdamW.DEFAULT, 3e-4, model.parameters());
 * var rehearsal = Rehearsal.of(() -> {
 *     Tensor loss = model.loss(x, y);
 *     optimizer.zeroGrad();
 *     loss.backward();
 *     optimizer.step(loss);
 * });
 * rehearsal.peakBytes();
 * }
 *
 * <p>The work is a step that is done again and again, and is rehearsed three times; the second counts. A tensor is held from the plan
 * that makes it to the last one that reads it, as by a program that gives back what it no longer needs. Libraries' own workspaces are
 * not counted.
 */
public final class Rehearsal {
    private static final int TURNS = 3;

    private final List<Plan> plans;
    private final long peakBytes;
    private final long keptBytes;

    private Rehearsal(List<Plan> plans, long peakBytes, long keptBytes) {
        this.plans = plans;
        this.peakBytes = peakBytes;
        this.keptBytes = keptBytes;
    }

    /** Rehearses one step of work, whose tensors are on {@link Device#meta}, in this thread. */
    public static Rehearsal of(Runnable step) {
        var executor = (MetaExecutor) Device.meta().realisation().executor();
        List<MetaExecutor.Run> runs = new ArrayList<>();
        int[] ends = new int[TURNS];
        for (int turn = 0; turn < TURNS; turn++) {
            executor.listen(runs::add, step);
            ends[turn] = runs.size();
        }
        Map<MetaExecutor.Memory, Integer> made = new IdentityHashMap<>();
        Map<MetaExecutor.Memory, Integer> lastRead = new IdentityHashMap<>();
        for (int at = 0; at < runs.size(); at++) {
            for (MetaExecutor.Memory memory : runs.get(at).made()) {
                made.put(memory, at);
            }
            for (MetaExecutor.Memory memory : runs.get(at).read()) {
                lastRead.put(memory, at);
            }
        }
        List<Plan> plans = new ArrayList<>();
        long peak = 0;
        for (int at = ends[0]; at < ends[1]; at++) {
            MetaExecutor.Run run = runs.get(at);
            plans.add(new Plan(run.schedule(), run.memory()));
            peak = Math.max(peak, heldBytes(at, made, lastRead) + run.memory().peakBytes());
        }
        // What is held between steps: made in one of them or before, read in the next.
        return new Rehearsal(List.copyOf(plans), peak, heldBytes(ends[1], made, lastRead));
    }

    /** What was made before a run and is read in it or later. */
    private static long heldBytes(
            int run, Map<MetaExecutor.Memory, Integer> made, Map<MetaExecutor.Memory, Integer> lastRead) {
        long bytes = 0;
        for (Map.Entry<MetaExecutor.Memory, Integer> memory : lastRead.entrySet()) {
            if (memory.getValue() >= run && made.getOrDefault(memory.getKey(), -1) < run) {
                bytes += memory.getKey().bytes();
            }
        }
        return bytes;
    }

    /** {@return the plans of one step, in the order in which they run} */
    public List<Plan> plans() {
        return plans;
    }

    /** {@return the most memory that tensors hold at once, in bytes} */
    public long peakBytes() {
        return peakBytes;
    }

    /** {@return what is held from one step to the next, in bytes: parameters, the optimizer's state, inputs that are used again} */
    public long keptBytes() {
        return keptBytes;
    }

    /** {@return the least time of a step on a card, and whether its memory suffices} */
    public Estimate estimate(DeviceSpec device) {
        double seconds = 0;
        double flops = 0;
        long moved = 0;
        for (Plan plan : plans) {
            Estimate part = plan.estimate(device);
            seconds += part.seconds();
            flops += part.flops();
            moved += part.bytesMoved();
        }
        return new Estimate(device, seconds, moved, flops, peakBytes);
    }
}
