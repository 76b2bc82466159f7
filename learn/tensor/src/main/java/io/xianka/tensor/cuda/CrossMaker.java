package io.xianka.tensor.cuda;

import io.xianka.tensor.fusion.Index;
import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.Value;
import io.xianka.tensor.graph.Node;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A kernel that folds along rows and down columns. A block has the rows of a part ({@link ColumnParts}), and its warps walk over them, one
 * row at a time in registers, each with what it found so far down the columns of its threads; the next row is copied to shared
 * memory meanwhile. What the warps found is folded through shared memory, what the blocks found by a second launch: in the order of a
 * kernel of columns alone.
 */
final class CrossMaker extends KernelMaker {
    private static final int LANES_IN_A_WARP = 32;
    private static final int WARPS = ColumnParts.WALKERS;
    private static final int THREADS = WARPS * LANES_IN_A_WARP;
    private static final int MOST_LANES = 8;

    private static final int PIECE_BYTES = 16;

    private final Lanes along;
    private final ColumnParts parts;
    private final List<Kernel.Fold> down;
    /** What is copied to shared memory a row ahead, and in which of a thread's pieces its first bytes lie. */
    private final Map<Value, Integer> copied = new LinkedHashMap<>();

    private int pieces;

    CrossMaker(Kernel kernel, String name, Map<Node, Integer> parameters, int sharedBytes, boolean hasLayers) {
        super(kernel, name, parameters, sharedBytes, hasLayers);
        along = Lanes.ofRows(kernel, MOST_LANES);
        parts = ColumnParts.of(columns, rows);
        down = kernel.columnFolds().stream().map(Kernel.ColumnFold::fold).toList();
    }

    @Override
    FusedSource make() {
        chooseCopies();
        String source = walk() + finishColumns();
        int bytes = Math.max(2 * pieces * PIECE_BYTES * THREADS, exchangedBytes());
        return new FusedSource(
                source,
                List.of(
                        new FusedSource.Part(name, blocks(parts.count()), 1, THREADS, 1, bytes),
                        new FusedSource.Part(name + "_finish", blocks(Math.ceilDiv(columns, WARPS)), 1, THREADS, 1)),
                workspaceOffset(down, columns * parts.count()));
    }

    private int chunks() {
        return (int) Math.ceilDiv(columns, (long) LANES_IN_A_WARP * along.count());
    }

    /** All that lies along a row in memory, when it fits twice: the next row comes while one is computed, as few warps have registers. */
    private void chooseCopies() {
        for (Value value : kernel.values()) {
            long bytes = (long) along.count() * value.dtype().bytes();
            boolean isStream = value.form() instanceof Value.Load(Node _, Index offset)
                    && along.isVector(offset)
                    && offset.isKnown()
                    && changesWithRows(offset)
                    && bytes % PIECE_BYTES == 0;
            if (isStream) {
                copied.put(value, pieces);
                pieces += (int) (chunks() * bytes / PIECE_BYTES);
            }
        }
        if (2L * pieces * PIECE_BYTES * THREADS > sharedBytes - 1_024) {
            copied.clear();
            pieces = 0;
        }
    }

    private boolean changesWithRows(Index offset) {
        return IntStream.range(0, kernel.domain().firstInner())
                .anyMatch(axis -> Lanes.oneAlong(kernel, axis).change(offset));
    }

    private String walk() {
        int lanes = along.count();
        int firstInner = kernel.domain().firstInner();
        KernelText text = text(along, firstInner);
        String place = text.place();
        text.line("extern __shared__ uint4 shared[];");
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
        if (pieces > 0) {
            text.line("uint4* const own = shared + y * " + 2 * pieces * LANES_IN_A_WARP + " + t;");
            text.line("unsigned now = 0;");
            copy(text, columnsOfThread, "from + y", "0");
            List<String> names =
                    columnsOfThread.stream().map(KernelText.Chunk::name).toList();
            text.takeFrom((value, chunk, part) ->
                    copied.containsKey(value) ? piece("now", value, names.indexOf(chunk.name()), part) : null);
        }
        Set<String> before = text.open("for (" + place + " row = from + y; row < to; row += " + WARPS + ")");
        if (pieces > 0) {
            text.line("const unsigned later = now ^ " + pieces * LANES_IN_A_WARP + ";");
            copy(text, columnsOfThread, "row + " + WARPS, "later");
            text.line("xk_await_copies<1>();");
        }
        String[] outer = text.axes("row", 0, firstInner, "");
        List<KernelText.Chunk> chunks = ofRow(columnsOfThread, outer);
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
        if (pieces > 0) {
            text.line("now = later;");
        }
        text.close(before);
        leaveParts(text, columnsOfThread);
        return kernel(name, THREADS, text, "char* workspace");
    }

    private static List<KernelText.Chunk> ofRow(List<KernelText.Chunk> columns, String[] outer) {
        return columns.stream()
                .map(chunk -> new KernelText.Chunk(chunk.name(), KernelText.both(outer, chunk.axes()), chunk.active()))
                .toList();
    }

    private String piece(String side, Value value, int chunk, int part) {
        int each = along.count() * value.dtype().bytes() / PIECE_BYTES;
        return "own[" + side + " + " + (copied.get(value) + chunk * each + part) * LANES_IN_A_WARP + "]";
    }

    /** A thread copies what it will take itself, so that none waits for others. */
    private void copy(KernelText text, List<KernelText.Chunk> columns, String row, String side) {
        Set<String> before = text.open("if (" + row + " < to)");
        text.line("const " + text.place() + " next = " + row + ";");
        List<KernelText.Chunk> chunks =
                ofRow(columns, text.axes("next", 0, kernel.domain().firstInner(), "_next"));
        for (Value value : copied.keySet()) {
            for (int chunk = 0; chunk < chunks.size(); chunk++) {
                for (int part = 0; part < along.count() * value.dtype().bytes() / PIECE_BYTES; part++) {
                    text.line("xk_copy(&" + piece(side, value, chunk, part) + ", (const uint4*) "
                            + text.address(value, chunks.get(chunk)) + " + " + part + ");");
                }
            }
        }
        text.close(before);
        text.line("xk_commit_copies();");
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

    /** Neighbouring lanes lie so far apart that no two threads of a warp meet in a bank. */
    private int apart() {
        return chunks() * LANES_IN_A_WARP + (LANES_IN_A_WARP / along.count()) % LANES_IN_A_WARP;
    }

    private int exchangedBytes() {
        return WARPS * along.count() * apart() * Integer.BYTES;
    }

    /** What warps found, one fold after the other through the same shared memory. */
    private void leaveParts(KernelText text, List<KernelText.Chunk> chunks) {
        int lanes = along.count();
        int warp = lanes * apart();
        for (int fold = 0; fold < down.size(); fold++) {
            String type = type(fold);
            String found = "((" + type + "*) shared)";
            if (fold > 0 || pieces > 0) {
                text.line("__syncthreads();");
            }
            for (int i = 0; i < chunks.size(); i++) {
                for (int lane = 0; lane < lanes; lane++) {
                    int at = lane * apart() + i * LANES_IN_A_WARP;
                    text.line(found + "[y * " + warp + " + " + at + " + t] = " + carried(fold, chunks.get(i), lane)
                            + ";");
                }
            }
            text.line("__syncthreads();");
            Set<String> before = text.open("for (unsigned i = threadIdx.x; i < " + columns + "; i += " + THREADS + ")");
            text.line("const unsigned at = i % " + lanes + "u * " + apart() + " + i / " + lanes + "u;");
            text.line(type + " all = " + found + "[at];");
            text.line("for (int j = 1; j < " + WARPS + "; j++) all = "
                    + carry(down.get(fold), "all", found + "[j * " + warp + " + at]") + ";");
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
