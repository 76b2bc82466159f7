package io.xianka.tensor.cuda;

import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.Value;
import io.xianka.tensor.graph.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A kernel that folds rows whose elements are neighbours: a warp or a block takes a row, in registers when it is short enough; few long
 * ones are cut into parts.
 */
final class RowMaker extends KernelMaker {
    private static final int MOST_STATEMENTS = 1_500;
    private static final int LANES_A_THREAD = 16;
    private static final int LANES_IN_A_WARP = 32;
    private static final int FEW_BLOCKS = 264;
    private static final long LONG_ROW = 4_096;
    private static final int MOST_KEPT_BYTES = 104 << 10;

    RowMaker(Kernel kernel, String name, Map<Node, Integer> parameters, int sharedBytes, boolean hasLayers) {
        super(kernel, name, parameters, sharedBytes, hasLayers);
    }

    @Override
    FusedSource make() {
        return columns == 0 ? emptyRows() : rows();
    }

    /** Rows without points: folds give what they begin with. */
    private FusedSource emptyRows() {
        int firstInner = kernel.domain().firstInner();
        KernelText text = scalars();
        text.line("const " + text.place() + " row = (" + text.place() + ") blockIdx.x * 256 + threadIdx.x;");
        text.line("if (row >= " + rows + ") return;");
        String[] outer = text.axes("row", 0, firstInner, "");
        for (List<Integer> level : KernelText.levels(kernel)) {
            begin(text, level);
            results(text, level);
        }
        storeRow(text, new KernelText.Chunk("", outer, null), "true");
        String source = kernel(name, 256, text, null);
        return new FusedSource(
                source, List.of(new FusedSource.Part(name, blocks(Math.ceilDiv(rows, 256)), 1, 256, 1)), 0);
    }

    private FusedSource rows() {
        int inWarp = LANES_IN_A_WARP * 32;
        int inBlock = LANES_A_THREAD * 1024;
        // A block's rows are mostly of floats, whose stores want neighbours in neighbouring threads: eight lanes
        // cost a seventh.
        Lanes along = Lanes.ofRows(kernel, columns > inWarp && columns <= inBlock ? 4 : 8);
        int lanes = along.count();
        long statements = kernel.values().size();
        boolean few = rows < FEW_BLOCKS && columns > LONG_ROW && isOneLevel();
        if (few) {
            return partsOfRows(along);
        }
        if (columns <= inWarp && statements * Math.ceilDiv(columns, 32L) <= MOST_STATEMENTS) {
            return rowsInRegisters(along, 32, 8);
        }
        for (int threads = 64; threads <= 1024; threads *= 2) {
            long each = Math.ceilDiv(columns, (long) threads * lanes) * lanes;
            if (each <= LANES_A_THREAD && statements * each <= MOST_STATEMENTS) {
                return rowsInRegisters(along, threads, 1);
            }
        }
        return rowsInLoops(along);
    }

    private FusedSource rowsInRegisters(Lanes along, int threads, int rowsABlock) {
        int lanes = along.count();
        int firstInner = kernel.domain().firstInner();
        KernelText text = text(along, firstInner);
        String place = text.place();
        boolean byWarp = rowsABlock > 1;
        boolean ragged = byWarp && rows % rowsABlock != 0;
        if (byWarp) {
            text.line("const int t = threadIdx.x & 31;");
            text.line(
                    "const " + place + " row = (" + place + ") blockIdx.x * " + rowsABlock + " + (threadIdx.x >> 5);");
            // A whole warp leaves, so that those that stay can still exchange values.
            if (ragged) {
                text.line("if (row >= " + rows + ") return;");
            }
        } else {
            text.line("const int t = threadIdx.x;");
            text.line("const " + place + " row = blockIdx.x;");
        }
        String[] outer = text.axes("row", 0, firstInner, "");
        List<KernelText.Chunk> chunks = pointsOfRow(text, outer, threads, lanes);
        var row = new KernelText.Chunk("", outer, null);
        for (List<Integer> level : KernelText.levels(kernel)) {
            begin(text, level);
            text.compute(folded(level), chunks);
            chunks.forEach(chunk -> accumulate(text, level, chunk, lanes));
            combine(text, level, threads);
        }
        text.compute(stored(Kernel.Store::eachPoint), chunks);
        storePoints(
                text,
                chunks,
                kernel.stores().stream().filter(Kernel.Store::eachPoint).toList());
        storeRow(text, row, "t == 0");
        String source = kernel(name, threads * rowsABlock, text, null);
        return new FusedSource(
                source,
                List.of(new FusedSource.Part(name, blocks(Math.ceilDiv(rows, rowsABlock)), 1, threads * rowsABlock, 1)),
                0);
    }

    private FusedSource rowsInLoops(Lanes along) {
        // Two rows on a multiprocessor where it can keep them: one is loaded while the other is computed. By the
        // shape alone.
        boolean isInPairs = rows >= FEW_BLOCKS && columns * 2 <= MOST_KEPT_BYTES;
        int threads = isInPairs ? 512 : 1024;
        int lanes = along.count();
        int firstInner = kernel.domain().firstInner();
        KernelText text = text(along, firstInner);
        text.line("const int t = threadIdx.x;");
        text.line("const " + text.place() + " row = blockIdx.x;");
        String[] outer = text.axes("row", 0, firstInner, "");
        var row = new KernelText.Chunk("", outer, null);
        int keptBytes = keep(text, along);
        String from = "t * " + lanes;
        for (List<Integer> level : KernelText.levels(kernel)) {
            begin(text, level);
            inLoop(text, outer, from, String.valueOf(columns), threads * lanes, chunk -> {
                text.compute(folded(level), List.of(chunk));
                accumulate(text, level, chunk, lanes);
            });
            combine(text, level, threads);
        }
        if (kernel.stores().stream().anyMatch(Kernel.Store::eachPoint)) {
            text.compute(uniform(), List.of(row));
            inLoop(text, outer, from, String.valueOf(columns), threads * lanes, chunk -> {
                text.compute(stored(Kernel.Store::eachPoint), List.of(chunk));
                kernel.stores().stream().filter(Kernel.Store::eachPoint).forEach(store -> text.store(store, chunk));
            });
        }
        storeRow(text, row, "t == 0");
        String source = kernel(name, threads + ", " + 1024 / threads, text, null);
        return new FusedSource(source, List.of(new FusedSource.Part(name, blocks(rows), 1, threads, 1, keptBytes)), 0);
    }

    /**
     * Keeps what more than one walk over a row loads in shared memory, when two rows fit on a multiprocessor. A thread finds there
     * what it put there itself, so that none waits.
     *
     * @return the bytes that a block takes
     */
    private int keep(KernelText text, Lanes along) {
        List<Set<Value>> walks = new ArrayList<>();
        KernelText.levels(kernel).forEach(level -> walks.add(text.needed(folded(level))));
        walks.add(text.needed(stored(Kernel.Store::eachPoint)));
        List<Value> kept = new ArrayList<>();
        long bytes = 0;
        for (Value value : kernel.values()) {
            boolean isLoaded = text.isLoadedTogether(value)
                    && along.count() * value.dtype().bytes() % 16 == 0;
            if (isLoaded && walks.stream().filter(walk -> walk.contains(value)).count() > 1) {
                kept.add(value);
                bytes += columns * value.dtype().bytes();
            }
        }
        if (kept.isEmpty() || bytes > Math.min(MOST_KEPT_BYTES, sharedBytes - 1_024)) {
            return 0;
        }
        text.line("extern __shared__ uint4 kept[];");
        text.keep(kept, columns / along.count());
        return (int) bytes;
    }

    private void inLoop(KernelText text, String[] outer, String from, String to, int step, Body body) {
        Set<String> before =
                text.open("for (" + text.place() + " c = " + from + "; c < " + to + "; c += " + step + ")");
        String[] inner =
                text.axes("c", kernel.domain().firstInner(), kernel.domain().rank(), "");
        body.at(new KernelText.Chunk("_", KernelText.both(outer, inner), null));
        text.close(before);
    }

    private FusedSource partsOfRows(Lanes along) {
        int threads = 512;
        int lanes = along.count();
        int firstInner = kernel.domain().firstInner();
        KernelText text = text(along, firstInner);
        String place = text.place();
        long step = (long) threads * lanes;
        long parts = Math.min(Math.ceilDiv(columns, step * 4), Math.max(1, 1_056 / Math.max(1, rows)));
        long length = Math.ceilDiv(Math.ceilDiv(columns, parts), step) * step;
        parts = Math.ceilDiv(columns, length);
        text.line("const int t = threadIdx.x;");
        text.line("const " + place + " row = blockIdx.y;");
        text.line("const " + place + " from = (" + place + ") blockIdx.x * " + length + ";");
        text.line("const " + place + " to = from + " + length + " < " + columns + " ? from + " + length + " : "
                + columns + ";");
        String[] outer = text.axes("row", 0, firstInner, "");
        List<Integer> level = KernelText.levels(kernel).getFirst();
        begin(text, level);
        inLoop(text, outer, "from + t * " + lanes, "to", (int) step, chunk -> {
            text.compute(folded(level), List.of(chunk));
            accumulate(text, level, chunk, lanes);
        });
        combineRaw(text, level, threads);
        Set<String> before = text.open("if (t == 0)");
        for (int fold : level) {
            text.line("((" + accumulator(fold) + "*) (workspace + " + workspaceOffset(fold, rows * parts)
                    + "))[blockIdx.x * " + rows + " + row] = a" + fold + ";");
        }
        text.close(before);
        String source = kernel(name, threads, text, "char* workspace") + finish(parts);
        return new FusedSource(
                source,
                List.of(
                        new FusedSource.Part(name, blocks(parts), blocks(rows), threads, 1),
                        new FusedSource.Part(name + "_finish", blocks(Math.ceilDiv(rows, 8)), 1, 256, 1)),
                workspaceOffset(kernel.folds().size(), rows * parts));
    }
}
