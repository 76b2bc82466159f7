package io.xianka.tensor.cuda;

import io.xianka.tensor.DType;
import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.Value;
import io.xianka.tensor.graph.Node;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** What the ways of writing a fused kernel share: heads and pointers, folds over warps, blocks and parts, stores of rows. */
abstract class KernelMaker {
    private static final int LANES_IN_A_WARP = 32;
    private static final int PARTS_AT_ONCE = 512;

    final Kernel kernel;
    final String name;
    final Map<Node, Integer> parameters;
    final int sharedBytes;
    final boolean hasLayers;
    final long rows;
    final long columns;

    KernelMaker(Kernel kernel, String name, Map<Node, Integer> parameters, int sharedBytes, boolean hasLayers) {
        this.sharedBytes = sharedBytes;
        this.hasLayers = hasLayers;
        this.kernel = kernel;
        this.name = name;
        this.parameters = parameters;
        this.rows = kernel.domain().rows();
        this.columns = kernel.domain().columns();
    }

    /** Makes the source. */
    abstract FusedSource make();

    KernelText text(Lanes lanes, int firstChunked) {
        var text = new KernelText(kernel, lanes, firstChunked);
        parameters.forEach(text::parameterAt);
        return text;
    }

    String kernel(String name, int threads, KernelText text, String workspace) {
        return kernel(name, String.valueOf(threads), text, workspace);
    }

    /**
     * A kernel's text.
     *
     * @param bounds threads of a block, and after a comma how many blocks a multiprocessor shall have room for
     * @param workspace null where it has none
     */
    String kernel(String name, String bounds, KernelText text, String workspace) {
        List<String> list = new ArrayList<>();
        var pointers = new StringBuilder();
        if (hasLayers) {
            List<String> own = text.pointerList(workspace);
            list.add("const unsigned long long* T");
            for (int i = 0; i < own.size(); i++) {
                String type = own.get(i).substring(0, own.get(i).lastIndexOf(' '));
                pointers.append("    ")
                        .append(own.get(i))
                        .append(" = (")
                        .append(type)
                        .append(") T[blockIdx.z * ");
                pointers.append(own.size()).append(" + ").append(i).append("];\n");
            }
            list.addAll(text.sharedList());
        } else {
            list.addAll(text.pointerList(null));
            list.addAll(text.sharedList());
            if (workspace != null) {
                list.add(workspace);
            }
        }
        return "extern \"C\" __global__ void __launch_bounds__(" + bounds + ") " + name + "(" + String.join(", ", list)
                + ") {\n" + pointers + text + "}\n";
    }

    static int blocks(long count) {
        if (count > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a kernel over " + count + " blocks: more than a grid has");
        }
        return (int) Math.max(1, count);
    }

    /** Neighbours along the last axis. */
    Lanes lanes() {
        return Lanes.along(kernel, kernel.domain().rank() - 1, 8);
    }

    KernelText scalars() {
        return text(Lanes.one(kernel), kernel.domain().firstInner());
    }

    /**
     * The points of a row that a thread takes: neighbours, of which those of a turn lie beside each other among {@code threads} threads.
     *
     * @param outer the axes that say which row; none where they are not known yet
     */
    List<KernelText.Chunk> pointsOfRow(KernelText text, String[] outer, int threads, int lanes) {
        int firstInner = kernel.domain().firstInner();
        List<KernelText.Chunk> chunks = new ArrayList<>();
        for (int i = 0; (long) i * threads * lanes < columns; i++) {
            String c = "c" + i;
            boolean partial = (i + 1L) * threads * lanes > columns;
            text.line("const " + text.place() + " " + c + "a = (" + (i * threads) + " + t) * " + lanes + ";");
            if (partial) {
                text.line("const bool " + c + "ok = " + c + "a < " + columns + ";");
                text.line("const " + text.place() + " " + c + " = " + c + "ok ? " + c + "a : 0;");
            } else {
                text.line("const " + text.place() + " " + c + " = " + c + "a;");
            }
            String[] inner = text.axes(c, firstInner, kernel.domain().rank(), "_" + i);
            chunks.add(new KernelText.Chunk("_" + i, KernelText.both(outer, inner), partial ? c + "ok" : null));
        }
        return chunks;
    }

    static void storePoints(KernelText text, List<KernelText.Chunk> chunks, List<Kernel.Store> stores) {
        for (KernelText.Chunk chunk : chunks) {
            Set<String> before = chunk.active() == null ? null : text.open("if (" + chunk.active() + ")");
            stores.forEach(store -> text.store(store, chunk));
            if (before != null) {
                text.close(before);
            }
        }
    }

    Set<Value> stored(Predicate<Kernel.Store> which) {
        Set<Value> values = new LinkedHashSet<>();
        kernel.stores().stream().filter(which).forEach(store -> values.add(store.value()));
        return values;
    }

    boolean isOneLevel() {
        return KernelText.levels(kernel).size() == 1 && kernel.stores().stream().noneMatch(Kernel.Store::eachPoint);
    }

    /** What does not change along the row is computed before a loop over it. */
    Set<Value> uniform() {
        Set<Value> values = new LinkedHashSet<>();
        for (Value value : kernel.values()) {
            if (!value.dependsOnAxesFrom(kernel.domain().firstInner())) {
                values.add(value);
            }
        }
        return values;
    }

    interface Body {
        void at(KernelText.Chunk chunk);
    }

    /** A warp folds the parts of a row and stores what is made of them. */
    String finish(long parts) {
        int firstInner = kernel.domain().firstInner();
        KernelText text = scalars();
        text.line("const int t = threadIdx.x & 31;");
        text.line("const " + text.place() + " row = (" + text.place() + ") blockIdx.x * 8 + (threadIdx.x >> 5);");
        text.line("if (row >= " + rows + ") return;");
        String[] outer = text.axes("row", 0, firstInner, "");
        List<Integer> level = KernelText.levels(kernel).getFirst();
        begin(text, level);
        for (int fold : level) {
            long offset = workspaceOffset(fold, rows * parts);
            foldParts(text, kernel.folds().get(fold), "a" + fold, offset, rows, parts);
        }
        combine(text, level, 32);
        storeRow(text, new KernelText.Chunk("", outer, null), "t == 0");
        return kernel(name + "_finish", 256, text, "const char* workspace");
    }

    /**
     * Folds the parts of a row, of which a warp's threads take each 32nd, into a variable.
     *
     * @param offset of what was found, in bytes: for each part a line with an element for each of so many rows
     */
    static void foldParts(KernelText text, Kernel.Fold fold, String into, long offset, long rows, long parts) {
        String type = CType.of(fold.accumulator()).value();
        String from = "((const " + type + "*) (workspace + " + offset + "))";
        if (parts > PARTS_AT_ONCE) {
            Set<String> before = text.open("for (int part = t; part < " + parts + "; part += 32)");
            text.line("const " + type + " x = " + from + "[part * " + rows + " + row];");
            text.line(into + " = " + carry(fold, into, "x") + ";");
            text.close(before);
            return;
        }
        // All loaded before any is folded: a warp waits once.
        for (int part = 0; part < parts; part += LANES_IN_A_WARP) {
            text.line("const " + type + " x" + into + "_" + part + " = " + from + "[min(t + " + part + ", "
                    + (parts - 1) + ") * " + rows + " + row];");
        }
        String nothing = Operations.identity(fold.op(), fold.accumulator());
        for (int part = 0; part < parts; part += LANES_IN_A_WARP) {
            String x = "x" + into + "_" + part;
            boolean isPartial = part + LANES_IN_A_WARP > parts;
            String found = isPartial ? "(t + " + part + " < " + parts + " ? " + x + " : " + nothing + ")" : x;
            text.line(into + " = " + carry(fold, into, found) + ";");
        }
    }

    long workspaceOffset(int fold, long count) {
        return workspaceOffset(kernel.folds().subList(0, fold), count);
    }

    /** The bytes of so many elements of some folds. */
    static long workspaceOffset(List<Kernel.Fold> folds, long count) {
        return folds.stream()
                .mapToLong(fold -> (count * fold.accumulator().bytes() + 255) / 256 * 256)
                .sum();
    }

    // -------------------------------------------------------------- folding

    String accumulator(int fold) {
        return CType.of(kernel.folds().get(fold).accumulator()).value();
    }

    Set<Value> folded(List<Integer> level) {
        Set<Value> values = new LinkedHashSet<>();
        level.forEach(fold -> values.add(kernel.folds().get(fold).value()));
        return values;
    }

    void begin(KernelText text, List<Integer> level) {
        for (int fold : level) {
            Kernel.Fold of = kernel.folds().get(fold);
            for (int lane = 0; lane < text.rowsAtOnce(); lane++) {
                text.line(accumulator(fold) + " " + text.carried(fold, lane) + " = "
                        + Operations.identity(of.op(), of.accumulator()) + ";");
            }
        }
    }

    String carry(int fold, String carried, String value) {
        return carry(kernel.folds().get(fold), carried, value);
    }

    static String carry(Kernel.Fold fold, String carried, String value) {
        return Operations.fold(fold.op(), fold.accumulator(), carried, value);
    }

    void accumulate(KernelText text, List<Integer> level, KernelText.Chunk chunk, int lanes) {
        for (int fold : level) {
            Kernel.Fold of = kernel.folds().get(fold);
            for (int lane = 0; lane < lanes; lane++) {
                String value = "(" + accumulator(fold) + ") " + text.name(of.value(), chunk, lane);
                if (of.accumulator() == DType.COMPLEX64) {
                    value = text.name(of.value(), chunk, lane);
                }
                if (chunk.active() != null) {
                    value = "(" + chunk.active() + " ? " + value + " : "
                            + Operations.identity(of.op(), of.accumulator()) + ")";
                }
                String carried = text.carried(fold, lane);
                text.line(carried + " = " + carry(fold, carried, value) + ";");
            }
        }
    }

    /** All threads of the row have the folds' results afterwards. */
    void combine(KernelText text, List<Integer> level, int threads) {
        combineRaw(text, level, threads);
        results(text, level);
    }

    void results(KernelText text, List<Integer> level) {
        for (int fold : level) {
            Kernel.Fold of = kernel.folds().get(fold);
            DType dtype = of.value().dtype();
            for (int lane = 0; lane < text.rowsAtOnce(); lane++) {
                String carried = text.carried(fold, lane);
                String value =
                        of.accumulator() == dtype ? carried : Operations.convert(of.accumulator(), dtype, carried);
                text.line("const " + CType.of(dtype).value() + " " + text.folded(fold, lane) + " = " + value + ";");
            }
        }
    }

    void combineRaw(KernelText text, List<Integer> level, int threads) {
        for (int fold : level) {
            overWarp(text, fold, 16);
        }
        if (threads == 32) {
            return;
        }
        int warps = threads / 32;
        for (int fold : level) {
            text.line("__shared__ " + accumulator(fold) + " h" + fold + "[" + warps + "];");
            text.line("if ((t & 31) == 0) h" + fold + "[t >> 5] = a" + fold + ";");
        }
        text.line("__syncthreads();");
        for (int fold : level) {
            Kernel.Fold of = kernel.folds().get(fold);
            text.line("a" + fold + " = (t & 31) < " + warps + " ? h" + fold + "[t & 31] : "
                    + Operations.identity(of.op(), of.accumulator()) + ";");
            overWarp(text, fold, warps > 16 ? 16 : warps > 8 ? 8 : warps > 4 ? 4 : warps > 2 ? 2 : 1);
            // The partners of lanes past the warps' number hold nothing: take what the first lanes found.
            text.line("a" + fold + " = xk_first(a" + fold + ");");
        }
    }

    void overWarp(KernelText text, int fold, int widest) {
        overWarp(text, kernel.folds().get(fold), "a" + fold, widest);
    }

    static void overWarp(KernelText text, Kernel.Fold fold, String carried, int widest) {
        for (int mask = widest; mask > 0; mask /= 2) {
            // Named first: written twice, as in a > b ? a : b, lanes would part before they exchange.
            text.line("{ " + CType.of(fold.accumulator()).value() + " other = xk_shuffle(" + carried + ", " + mask
                    + "); " + carried + " = " + carry(fold, carried, "other") + "; }");
        }
    }

    void storeRow(KernelText text, KernelText.Chunk row, String condition) {
        List<Kernel.Store> stores =
                kernel.stores().stream().filter(store -> !store.eachPoint()).toList();
        if (stores.isEmpty()) {
            return;
        }
        Set<String> before = text.open("if (" + condition + ")");
        text.compute(stored(store -> !store.eachPoint()), List.of(row));
        stores.forEach(store -> text.store(store, row));
        text.close(before);
    }
}
