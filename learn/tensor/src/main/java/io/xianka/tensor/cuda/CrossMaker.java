package io.xianka.tensor.cuda;

import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.Value;
import io.xianka.tensor.graph.Node;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A kernel that folds along rows and down columns. A block has the rows of a part ({@link ColumnParts}), and its warps walk over them, one
 * row at a time in registers, each with what it found so far down the columns of its threads, in shared memory where that is
 * large enough. What the warps found is folded there, what the blocks found by a second launch: in the order of a kernel of columns alone.
 */
final class CrossMaker extends KernelMaker {
    private static final int LANES_IN_A_WARP = 32;
    private static final int WARPS = ColumnParts.WALKERS;
    private static final int THREADS = WARPS * LANES_IN_A_WARP;
    private static final int MOST_LANES = 8;

    private static final int MOST_WIDE = 4;

    /** Of a row, in a thread: with more than these no two blocks fit the registers of a multiprocessor. */
    private static final int PAIRED_ELEMENTS = 24;

    private static final int PAIRED_VALUES = 48;

    private final Lanes along;
    private final ColumnParts parts;
    private final List<Kernel.Fold> down;
    /** Floats that a thread carries beside each other, and how many such pieces for a fold. */
    private final int wide;

    private final int pieces;
    private final int foldBytes;
    /** Whether what is carried down the columns fits in shared memory; else it is in registers, and twice as many warps have no room. */
    private final boolean isShared;

    CrossMaker(Kernel kernel, String name, Map<Node, Integer> parameters, int sharedBytes, boolean hasLayers) {
        super(kernel, name, parameters, sharedBytes, hasLayers);
        along = Lanes.ofRows(kernel, MOST_LANES);
        wide = Math.min(along.count(), MOST_WIDE);
        int chunks = (int) Math.ceilDiv(columns, (long) LANES_IN_A_WARP * along.count());
        pieces = chunks * along.count() / wide;
        parts = ColumnParts.of(columns, rows);
        down = kernel.columnFolds().stream().map(Kernel.ColumnFold::fold).toList();
        foldBytes = pieces * wide * THREADS * Float.BYTES;
        isShared = (long) foldBytes * down.size() <= sharedBytes - 1_024;
    }

    @Override
    FusedSource make() {
        String source = walk() + finishColumns();
        return new FusedSource(
                source,
                List.of(
                        new FusedSource.Part(name, blocks(parts.count()), 1, THREADS, 1, foldBytes * foldsAtOnce()),
                        new FusedSource.Part(name + "_finish", blocks(Math.ceilDiv(columns, WARPS)), 1, THREADS, 1)),
                workspaceOffset(down, columns * parts.count()));
    }

    private String walk() {
        int firstInner = kernel.domain().firstInner();
        KernelText text = text(along, firstInner);
        String place = text.place();
        text.line("extern __shared__ " + vector() + " shared[];");
        text.line("const int t = threadIdx.x & 31, y = threadIdx.x >> 5;");
        parts.bound(text, "blockIdx.x", WARPS, rows);
        text.line(vector() + "* const own = shared + y * " + pieces * LANES_IN_A_WARP * foldsAtOnce() + " + t;");
        List<KernelText.Chunk> columnsOfThread =
                pointsOfRow(text, new String[kernel.domain().rank()], LANES_IN_A_WARP, along.count());
        for (int fold = 0; fold < down.size(); fold++) {
            beginDown(text, fold, columnsOfThread);
        }
        Set<String> before =
                text.open("for (" + place + " row = from + y; row < to; row += " + parts.step(WARPS) + ")");
        String[] outer = text.axes("row", 0, firstInner, "");
        alongRow(
                text,
                new KernelText.Chunk("", outer, null),
                columnsOfThread.stream()
                        .map(chunk -> new KernelText.Chunk(
                                chunk.name(), KernelText.both(outer, chunk.axes()), chunk.active()))
                        .toList());
        text.close(before);
        leaveParts(text, columnsOfThread);
        // So short a row, and so little made of it, leave room for twice as many warps.
        boolean inPairs =
                isShared && pieces * wide <= PAIRED_ELEMENTS && kernel.values().size() <= PAIRED_VALUES;
        return kernel(name, inPairs ? THREADS + ", 2" : String.valueOf(THREADS), text, "char* workspace");
    }

    /**
     * What is folded along a row, level by level. As soon as it can be computed it is folded down the columns, and stored, so that threads
     * need not hold it for longer.
     */
    private void alongRow(KernelText text, KernelText.Chunk row, List<KernelText.Chunk> chunks) {
        List<List<Integer>> levels = KernelText.levels(kernel);
        Set<Value> computed = new LinkedHashSet<>();
        Set<Kernel.Store> stored = new LinkedHashSet<>();
        for (int level = 0; level <= levels.size(); level++) {
            List<Integer> folds = level < levels.size() ? levels.get(level) : List.of();
            begin(text, folds);
            text.compute(folded(folds), chunks);
            computed.addAll(folded(folds));
            chunks.forEach(chunk -> accumulate(text, folds, chunk, along.count()));
            for (int fold = 0; fold < down.size(); fold++) {
                Value value = down.get(fold).value();
                if (KernelText.level(kernel, value) == level) {
                    text.compute(List.of(value), chunks);
                    computed.add(value);
                    foldDown(text, fold, chunks);
                }
            }
            for (Kernel.Store store : kernel.stores()) {
                boolean isReady = store.eachPoint() && KernelText.level(kernel, store.value()) <= level;
                if (isReady && !stored.contains(store) && mayStore(text, store, computed)) {
                    text.compute(List.of(store.value()), chunks);
                    computed.add(store.value());
                    storePoints(text, chunks, List.of(store));
                    stored.add(store);
                }
            }
            combine(text, folds, LANES_IN_A_WARP);
        }
        // What is left waits for each other's loads: all is computed before any of it is stored.
        List<Kernel.Store> left = kernel.stores().stream()
                .filter(store -> store.eachPoint() && !stored.contains(store))
                .toList();
        text.compute(left.stream().map(Kernel.Store::value).toList(), chunks);
        storePoints(text, chunks, left);
        storeRow(text, row, "t == 0");
    }

    /** Whether none of what is still to be loaded may lie where a store goes: it writes over elements of its size alone. */
    private boolean mayStore(KernelText text, Kernel.Store store, Set<Value> computed) {
        Set<Value> all = new LinkedHashSet<>(computed);
        all.add(store.value());
        Set<Value> loaded = text.needed(all);
        return kernel.values().stream()
                .noneMatch(value -> value.form() instanceof Value.Load
                        && value.dtype().bytes() == store.node().dtype().bytes()
                        && !loaded.contains(value));
    }

    // ------------------------------------------------------------------ what is carried down the columns

    private String vector() {
        return wide == 1 ? "float" : "float" + wide;
    }

    private String made(List<String> floats) {
        return wide == 1 ? floats.getFirst() : "make_float" + wide + "(" + String.join(", ", floats) + ")";
    }

    private String part(String vector, int at) {
        return wide == 1 ? vector : vector + "." + "xyzw".charAt(at);
    }

    private int foldsAtOnce() {
        return isShared ? down.size() : 1;
    }

    /** The place of one of a thread's pieces, of which {@code wide} floats lie beside each other, a warp's together. */
    private String piece(int fold, int chunk, int lane) {
        int number = (isShared ? fold * pieces : 0) + (chunk * along.count() + lane) / wide;
        return "own[" + number * LANES_IN_A_WARP + "]";
    }

    private void beginDown(KernelText text, int fold, List<KernelText.Chunk> chunks) {
        for (int chunk = 0; chunk < chunks.size(); chunk++) {
            for (int lane = 0; lane < along.count(); lane++) {
                if (!isShared) {
                    text.line("float " + carried(fold, chunks.get(chunk), lane) + " = " + nothing(fold) + ";");
                } else if (lane % wide == 0) {
                    String nothing = nothing(fold);
                    text.line(piece(fold, chunk, lane) + " = " + made(Collections.nCopies(wide, nothing)) + ";");
                }
            }
        }
    }

    private void foldDown(KernelText text, int fold, List<KernelText.Chunk> chunks) {
        Kernel.Fold of = down.get(fold);
        for (int chunk = 0; chunk < chunks.size(); chunk++) {
            for (int lane = 0; lane < along.count(); lane++) {
                String value = "(float) " + text.name(of.value(), chunks.get(chunk), lane);
                if (!isShared) {
                    String carried = carried(fold, chunks.get(chunk), lane);
                    text.line(carried + " = " + carry(of, carried, value) + ";");
                    continue;
                }
                if (lane % wide == 0) {
                    text.line("{ " + vector() + " down = " + piece(fold, chunk, lane) + ";");
                }
                String carried = part("down", lane % wide);
                text.line(carried + " = " + carry(of, carried, value) + ";");
                if (lane % wide == wide - 1) {
                    text.line(piece(fold, chunk, lane) + " = down; }");
                }
            }
        }
    }

    /** Folds what the warps found, in their order. */
    private void leaveParts(KernelText text, List<KernelText.Chunk> chunks) {
        int lanes = along.count();
        int words = pieces * LANES_IN_A_WARP * wide;
        int each = LANES_IN_A_WARP * wide;
        for (int fold = 0; fold < down.size(); fold++) {
            if (!isShared) {
                text.line("__syncthreads();");
                for (int chunk = 0; chunk < chunks.size(); chunk++) {
                    for (int lane = 0; lane < lanes; lane += wide) {
                        List<String> floats = new ArrayList<>();
                        for (int at = lane; at < lane + wide; at++) {
                            floats.add(carried(fold, chunks.get(chunk), at));
                        }
                        text.line(piece(fold, chunk, lane) + " = " + made(floats) + ";");
                    }
                }
            }
            if (!isShared || fold == 0) {
                text.line("__syncthreads();");
            }
            Set<String> before = text.open("for (unsigned i = threadIdx.x; i < " + words + "; i += " + THREADS + ")");
            text.line("const float* found = (const float*) shared + " + (isShared ? fold * words : 0) + " + i;");
            text.line("float all = found[0];");
            text.line("for (int j = 1; j < " + WARPS + "; j++) all = "
                    + carry(down.get(fold), "all", "found[j * " + words * foldsAtOnce() + "]") + ";");
            text.line("const unsigned piece = i / " + each + "u;");
            text.line("const unsigned column = (piece / " + lanes / wide + "u * 32 + i % " + each + "u / " + wide
                    + "u) * " + lanes + " + piece % " + lanes / wide + "u * " + wide + " + i % " + wide + "u;");
            text.line("if (column < " + columns + ") ((float*) (workspace + " + offset(fold) + "))[blockIdx.x * "
                    + columns + " + column] = all;");
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
            text.line("float d" + fold + " = " + nothing(fold) + ";");
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
