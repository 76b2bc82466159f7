package io.xianka.tensor.cuda;

import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.Value;
import io.xianka.tensor.graph.Node;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A kernel that folds along rows and down columns. A block has the rows of a part ({@link ColumnParts}), and its warps walk over them, one
 * row at a time in registers, each with what it found so far down the columns of its threads. What the warps found is folded through
 * shared memory, what the blocks found by a second launch: in the order of a kernel of columns alone.
 */
final class CrossMaker extends KernelMaker {
    private static final int LANES_IN_A_WARP = 32;
    private static final int WARPS = ColumnParts.WALKERS;
    private static final int THREADS = WARPS * LANES_IN_A_WARP;
    private static final int MOST_LANES = 8;

    private final Lanes along;
    private final ColumnParts parts;
    private final List<Kernel.Fold> down;

    CrossMaker(Kernel kernel, String name, Map<Node, Integer> parameters, int sharedBytes, boolean hasLayers) {
        super(kernel, name, parameters, sharedBytes, hasLayers);
        along = Lanes.ofRows(kernel, MOST_LANES);
        parts = ColumnParts.of(columns, rows);
        down = kernel.columnFolds().stream().map(Kernel.ColumnFold::fold).toList();
    }

    @Override
    FusedSource make() {
        String source = walk() + finishColumns();
        return new FusedSource(
                source,
                List.of(
                        new FusedSource.Part(name, blocks(parts.count()), 1, THREADS, 1),
                        new FusedSource.Part(name + "_finish", blocks(Math.ceilDiv(columns, WARPS)), 1, THREADS, 1)),
                workspaceOffset(down, columns * parts.count()));
    }

    private String walk() {
        int lanes = along.count();
        int firstInner = kernel.domain().firstInner();
        KernelText text = text(along, firstInner);
        String place = text.place();
        text.line("const int t = threadIdx.x & 31, y = threadIdx.x >> 5;");
        text.line("const " + place + " from = (" + place + ") blockIdx.x * " + parts.length() + ";");
        text.line("const " + place + " to = from + " + parts.length() + " < " + rows + " ? from + " + parts.length()
                + " : " + rows + ";");
        List<KernelText.Chunk> columnsOfThread =
                pointsOfRow(text, new String[kernel.domain().rank()], LANES_IN_A_WARP, lanes);
        for (int fold = 0; fold < down.size(); fold++) {
            for (KernelText.Chunk chunk : columnsOfThread) {
                for (int lane = 0; lane < lanes; lane++) {
                    text.line(type(fold) + " " + carried(fold, chunk, lane) + " = " + nothing(fold) + ";");
                }
            }
        }
        Set<String> before = text.open("for (" + place + " row = from + y; row < to; row += " + WARPS + ")");
        String[] outer = text.axes("row", 0, firstInner, "");
        List<KernelText.Chunk> chunks = columnsOfThread.stream()
                .map(chunk -> new KernelText.Chunk(chunk.name(), KernelText.both(outer, chunk.axes()), chunk.active()))
                .toList();
        alongRow(text, new KernelText.Chunk("", outer, null), chunks);
        for (int fold = 0; fold < down.size(); fold++) {
            for (KernelText.Chunk chunk : chunks) {
                for (int lane = 0; lane < lanes; lane++) {
                    String carried = carried(fold, chunk, lane);
                    String value =
                            "(" + type(fold) + ") " + text.name(down.get(fold).value(), chunk, lane);
                    text.line(carried + " = " + carry(down.get(fold), carried, value) + ";");
                }
            }
        }
        text.close(before);
        leaveParts(text, columnsOfThread);
        return kernel(name, THREADS, text, "char* workspace");
    }

    /** What is folded along a row and stored of it, and what is to be folded down the columns. */
    private void alongRow(KernelText text, KernelText.Chunk row, List<KernelText.Chunk> chunks) {
        for (List<Integer> level : KernelText.levels(kernel)) {
            begin(text, level);
            text.compute(folded(level), chunks);
            chunks.forEach(chunk -> accumulate(text, level, chunk, along.count()));
            combine(text, level, LANES_IN_A_WARP);
        }
        Set<Value> values = new LinkedHashSet<>(stored(Kernel.Store::eachPoint));
        down.forEach(fold -> values.add(fold.value()));
        text.compute(values, chunks);
        storePoints(
                text,
                chunks,
                kernel.stores().stream().filter(Kernel.Store::eachPoint).toList());
        storeRow(text, row, "t == 0");
    }

    /** One fold after the other through the same shared memory, neighbouring lanes apart so that no two threads of a warp meet in a bank. */
    private void leaveParts(KernelText text, List<KernelText.Chunk> chunks) {
        int lanes = along.count();
        int apart = chunks.size() * LANES_IN_A_WARP + (LANES_IN_A_WARP / lanes) % LANES_IN_A_WARP;
        text.line("__shared__ unsigned found[" + WARPS + "][" + lanes + "][" + apart + "];");
        for (int fold = 0; fold < down.size(); fold++) {
            String type = type(fold);
            if (fold > 0) {
                text.line("__syncthreads();");
            }
            for (int i = 0; i < chunks.size(); i++) {
                for (int lane = 0; lane < lanes; lane++) {
                    text.line("*(" + type + "*) &found[y][" + lane + "][" + i * LANES_IN_A_WARP + " + t] = "
                            + carried(fold, chunks.get(i), lane) + ";");
                }
            }
            text.line("__syncthreads();");
            Set<String> before = text.open("for (unsigned i = threadIdx.x; i < " + columns + "; i += " + THREADS + ")");
            String place = "[i % " + lanes + "u][i / " + lanes + "u]";
            text.line(type + " all = *(" + type + "*) &found[0]" + place + ";");
            text.line("for (int j = 1; j < " + WARPS + "; j++) all = "
                    + carry(down.get(fold), "all", "*(" + type + "*) &found[j]" + place) + ";");
            text.line("((" + type + "*) (workspace + " + offset(fold) + "))[blockIdx.x * " + columns + " + i] = all;");
            text.close(before);
        }
    }

    /** A warp folds the parts of a column. */
    private String finishColumns() {
        KernelText text = scalars();
        text.line("const int t = threadIdx.x & 31;");
        text.line("const int row = blockIdx.x * " + WARPS + " + (threadIdx.x >> 5);");
        text.line("if (row >= " + columns + ") return;");
        for (int fold = 0; fold < down.size(); fold++) {
            text.line(type(fold) + " d" + fold + " = " + nothing(fold) + ";");
            foldParts(text, down.get(fold), "d" + fold, offset(fold), columns, parts.count());
        }
        for (int fold = 0; fold < down.size(); fold++) {
            Kernel.Fold of = down.get(fold);
            Kernel.ColumnFold column = kernel.columnFolds().get(fold);
            CType stored = CType.of(column.node().dtype());
            overWarp(text, of, "d" + fold, LANES_IN_A_WARP / 2);
            String result = stored.dtype() == of.accumulator()
                    ? "d" + fold
                    : Operations.convert(of.accumulator(), stored.dtype(), "d" + fold);
            text.line("if (t == 0) " + text.pointer(column) + "[row] = " + stored.toMemory(result) + ";");
        }
        return kernel(name + "_finish", THREADS, text, "const char* workspace");
    }

    private String type(int fold) {
        return CType.of(down.get(fold).accumulator()).value();
    }

    private String nothing(int fold) {
        return Operations.identity(down.get(fold).op(), down.get(fold).accumulator());
    }

    private static String carried(int fold, KernelText.Chunk chunk, int lane) {
        return "d" + fold + chunk.name() + "_" + lane;
    }

    private long offset(int fold) {
        return workspaceOffset(down.subList(0, fold), columns * parts.count());
    }
}
