package io.xianka.tensor.cuda;

import io.xianka.tensor.fusion.Index;
import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.Value;
import io.xianka.tensor.graph.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A kernel that folds rows of which neighbours in memory belong to different ones: threads take a few of them each, and a few share them. */
final class ColumnMaker extends KernelMaker {
    private static final int LANES_IN_A_WARP = 32;
    private static final int LONG_TEXT = 24;
    private static final int SHARED_BYTES = 48 << 10;

    ColumnMaker(Kernel kernel, String name, Map<Node, Integer> parameters, int sharedBytes, boolean hasLayers) {
        super(kernel, name, parameters, sharedBytes, hasLayers);
    }

    @Override
    FusedSource make() {
        int firstInner = kernel.domain().firstInner();
        boolean isShort = kernel.values().size() <= LONG_TEXT;
        // Narrow matrices keep a warp's threads busy first; many folds are many registers a lane.
        long most = Math.min(Math.min(isShort ? 8 : 4, 32 / kernel.folds().size()), rows / LANES_IN_A_WARP);
        Lanes along = Lanes.along(kernel, firstInner - 1, Math.max(1, (int) Long.highestOneBit(most)));
        int lanes = along.count();
        int wide = 32;
        int high = columns <= 8 ? 1 : columns <= 64 ? 4 : ColumnParts.WALKERS;
        while (high > 1 && exchangedBytes(wide, high, lanes) > SHARED_BYTES) {
            high /= 2;
        }
        int threads = wide * high;
        long across = Math.ceilDiv(rows, (long) wide * lanes);
        boolean atOnce = lanes > 1 && isShort;
        ColumnParts cut = isOnePass() ? ColumnParts.of(rows, columns) : ColumnParts.whole(columns);
        long parts = cut.count();
        long length = cut.length();
        KernelText text = text(along, firstInner);
        String place = text.place();
        String first = "((" + place + ") blockIdx.x * " + wide + " + x)" + (lanes > 1 ? " * " + lanes : "");
        text.line("const int x = threadIdx.x, y = threadIdx.y;");
        text.line("const bool ok = " + first + " < " + rows + ";");
        text.line("const " + place + " row = ok ? " + first + " : " + (rows - lanes) + ";");
        var span = new Span("y", String.valueOf(columns), high, Math.ceilDiv(length, high));
        if (parts > 1) {
            cut.bound(text, "blockIdx.y", high, columns);
            span = new Span("from + y", "to", cut.step(high), Math.ceilDiv(length, high));
        }
        String[] outer = text.axes("row", 0, firstInner, "");
        var row = new KernelText.Chunk("", outer, null);
        List<Kernel.Store> eachPoint =
                kernel.stores().stream().filter(Kernel.Store::eachPoint).toList();
        for (List<Integer> level : KernelText.levels(kernel)) {
            begin(text, level);
            Set<Value> computed = folded(level);
            if (parts > 1) {
                computed.addAll(stored(Kernel.Store::eachPoint));
            }
            List<Kernel.Store> stores = parts > 1 ? eachPoint : List.of();
            text.computeUniform(computed, row);
            inColumns(text, outer, span, computed, lanes, chunk -> {
                text.compute(computed, List.of(chunk));
                accumulate(text, level, chunk, lanes);
                storeColumn(text, chunk, stores);
            });
            if (high > 1 || parts > 1) {
                exchange(text, level, wide, high);
            }
            if (parts == 1) {
                combineAcross(text, level, high);
                results(text, level);
            }
        }
        if (parts > 1) {
            leaveParts(text, KernelText.levels(kernel).getFirst(), wide, high, parts);
            String bounds = atOnce ? threads + ", " + 1024 / threads : String.valueOf(threads);
            String source = kernel(name, bounds, text, "char* workspace") + finish(parts);
            return new FusedSource(
                    source,
                    List.of(
                            new FusedSource.Part(name, blocks(across), blocks(parts), wide, high),
                            new FusedSource.Part(name + "_finish", blocks(Math.ceilDiv(rows, 8)), 1, 256, 1)),
                    workspaceOffset(kernel.folds().size(), rows * parts));
        }
        if (!eachPoint.isEmpty()) {
            Set<Value> computed = stored(Kernel.Store::eachPoint);
            text.computeUniform(computed, row);
            inColumns(text, outer, span, computed, lanes, chunk -> {
                text.compute(computed, List.of(chunk));
                storeColumn(text, chunk, eachPoint);
            });
        }
        storeRow(text, row, "ok && y == 0");
        String source = kernel(name, threads, text, null);
        return new FusedSource(source, List.of(new FusedSource.Part(name, blocks(across), 1, wide, high)), 0);
    }

    /** Whether folds and stores are made of what was loaded, and of no fold: then each part of a row can do both. */
    private boolean isOnePass() {
        return KernelText.levels(kernel).size() == 1
                && kernel.stores().stream()
                        .filter(Kernel.Store::eachPoint)
                        .noneMatch(store -> KernelText.usesFold(kernel, store.value()));
    }

    /**
     * The points of a row that a thread walks over.
     *
     * @param step from one to the next
     * @param turns how many
     */
    private record Span(String from, String to, long step, long turns) {}

    /** Several points a turn, all loaded before any is stored: what is loaded at once hides how long it takes. */
    private void inColumns(KernelText text, String[] outer, Span span, Set<Value> computed, int lanes, Body body) {
        int firstInner = kernel.domain().firstInner();
        int rank = kernel.domain().rank();
        int points = span.turns < 16 / lanes || kernel.values().size() > 80 ? 1 : pointsAtOnce(lanes);
        Set<String> before = text.open("for (" + text.place() + " p = " + span.from + "; p < " + span.to + "; p += "
                + span.step * points + ")");
        List<KernelText.Chunk> chunks = new ArrayList<>();
        for (int i = 0; i < points; i++) {
            String active = null;
            String number = "p";
            if (i > 0) {
                active = "ok" + i;
                number = "p" + i;
                text.line("const bool ok" + i + " = p + " + i * span.step + " < " + span.to + ";");
                text.line("const " + text.place() + " p" + i + " = ok" + i + " ? p + " + i * span.step + " : p;");
            }
            String suffix = "_" + i;
            String[] inner = text.axes(number, firstInner, rank, suffix);
            chunks.add(new KernelText.Chunk(suffix, KernelText.both(outer, inner), active));
        }
        text.load(computed, chunks);
        chunks.forEach(body::at);
        text.close(before);
    }

    /** So many that a thread waits for 64 bytes or more. */
    private int pointsAtOnce(int lanes) {
        if (lanes == 1) {
            return 4;
        }
        long bytes = 0;
        for (Value value : kernel.values()) {
            boolean streams = value.form() instanceof Value.Load(Node _, Index offset)
                    && offset.usualStep(kernel.domain().firstInner() - 1) == 1
                    && value.dependsOnAxesFrom(kernel.domain().firstInner());
            bytes += streams ? (long) lanes * value.dtype().bytes() : 0;
        }
        return bytes >= 64 ? 1 : bytes >= 32 ? 2 : 4;
    }

    private static void storeColumn(KernelText text, KernelText.Chunk chunk, List<Kernel.Store> stores) {
        if (stores.isEmpty()) {
            return;
        }
        Set<String> before = text.open(chunk.active() == null ? "if (ok)" : "if (ok && " + chunk.active() + ")");
        stores.forEach(store -> text.store(store, chunk));
        text.close(before);
    }

    private long exchangedBytes(int wide, int high, int lanes) {
        return kernel.folds().stream()
                .mapToLong(fold -> (long) fold.accumulator().bytes() * high * lanes * (wide + 1))
                .sum();
    }

    /** What the threads of a column carry, laid side by side. */
    private void exchange(KernelText text, List<Integer> level, int wide, int high) {
        int lanes = text.rowsAtOnce();
        for (int fold : level) {
            text.line("__shared__ " + accumulator(fold) + " h" + fold + "[" + high + "][" + lanes + "][" + (wide + 1)
                    + "];");
            for (int lane = 0; lane < lanes; lane++) {
                text.line("h" + fold + "[y][" + lane + "][x] = " + text.carried(fold, lane) + ";");
            }
        }
        text.line("__syncthreads();");
    }

    /** Every thread has what was found in its columns afterwards. */
    private void combineAcross(KernelText text, List<Integer> level, int high) {
        if (high == 1) {
            return;
        }
        for (int fold : level) {
            for (int lane = 0; lane < text.rowsAtOnce(); lane++) {
                String carried = text.carried(fold, lane);
                text.line(carried + " = h" + fold + "[0][" + lane + "][x];");
                text.line("for (int j = 1; j < " + high + "; j++) " + carried + " = "
                        + carry(fold, carried, "h" + fold + "[j][" + lane + "][x]") + ";");
            }
        }
    }

    /** What was found in this part of the columns goes to the workspace, a column's by each thread, neighbours beside each other. */
    private void leaveParts(KernelText text, List<Integer> level, int wide, int high, long parts) {
        int lanes = text.rowsAtOnce();
        int across = wide * lanes;
        Set<String> before =
                text.open("for (int i = y * " + wide + " + x; i < " + across + "; i += " + wide * high + ")");
        text.line("const " + text.place() + " column = (" + text.place() + ") blockIdx.x * " + across + " + i;");
        text.line("if (column >= " + rows + ") break;");
        String found = "[i % " + lanes + "][i / " + lanes + "]";
        for (int fold : level) {
            text.line(accumulator(fold) + " all" + fold + " = h" + fold + "[0]" + found + ";");
            text.line("for (int j = 1; j < " + high + "; j++) all" + fold + " = "
                    + carry(fold, "all" + fold, "h" + fold + "[j]" + found) + ";");
            text.line("((" + accumulator(fold) + "*) (workspace + " + workspaceOffset(fold, rows * parts)
                    + "))[blockIdx.y * " + rows + " + column] = all" + fold + ";");
        }
        text.close(before);
    }
}
