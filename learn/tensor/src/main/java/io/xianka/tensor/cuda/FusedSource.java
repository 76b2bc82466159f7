package io.xianka.tensor.cuda;

import io.xianka.tensor.DType;
import io.xianka.tensor.fusion.Index;
import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.Value;
import io.xianka.tensor.graph.Node;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A fused kernel as CUDA C, with how it is launched.
 *
 * <p>Without folds a thread computes a few neighbouring points. With folds there are two ways to lie over the domain: when elements
 * of a row are neighbours in memory a warp or a block takes a row, and keeps it in registers when it is short enough, so that every
 * element is read once; when rows are neighbours instead, threads take a row each, and a few share it. Few long rows are cut into
 * parts, whose results a second kernel folds. Parts, and which elements a thread takes, depend on the shape alone, so that results do
 * not change from run to run, nor where a fold is computed again in another kernel.
 *
 * @param text the source, without the prelude
 * @param launches what is launched, in order
 * @param workspaceBytes memory wanted between the launches
 */
record FusedSource(String text, List<Part> launches, long workspaceBytes) {
    /** One launch of the kernel with this name; the last argument of each is the workspace if there is one. */
    record Part(String name, int gridX, int gridY, int blockX, int blockY, int sharedBytes) {
        Part(String name, int gridX, int gridY, int blockX, int blockY) {
            this(name, gridX, gridY, blockX, blockY, 0);
        }
    }

    private static final int MOST_STATEMENTS = 1_500;
    private static final int LANES_A_THREAD = 16;
    private static final int LANES_IN_A_WARP = 32;
    private static final int LOOP_THREADS = 256;
    private static final int FEW_BLOCKS = 264;
    private static final long LONG_ROW = 4_096;
    private static final int LONG_TEXT = 24;
    private static final long MANY_POINTS = 1 << 22;
    private static final int PARTS_AT_ONCE = 512;
    private static final int SHARED_BYTES = 48 << 10;
    private static final int MOST_KEPT_BYTES = 104 << 10;

    /** Makes the source. The name is that of the first kernel and begins those of others. */
    static FusedSource of(Kernel kernel, String name, Map<Node, Integer> parameters) {
        return of(kernel, name, parameters, 0);
    }

    /**
     * Makes the source for a device whose blocks may have so much shared memory: long rows are kept there from one fold to the next.
     */
    static FusedSource of(Kernel kernel, String name, Map<Node, Integer> parameters, int sharedBytes) {
        return of(kernel, name, parameters, sharedBytes, false);
    }

    /**
     * Makes the source of a kernel that runs several times at once, on memory of its own each: instead of its pointers and its workspace
     * it takes a table of them, a line for each of the grid's layers.
     */
    static FusedSource ofLayers(Kernel kernel, String name, Map<Node, Integer> parameters) {
        return of(kernel, name, parameters, 0, true);
    }

    private static FusedSource of(
            Kernel kernel, String name, Map<Node, Integer> parameters, int sharedBytes, boolean hasLayers) {
        var maker = new Maker(kernel, name, parameters, sharedBytes, hasLayers);
        if (kernel.folds().isEmpty()) {
            return maker.loop();
        }
        if (kernel.domain().columns() == 0) {
            return maker.emptyRows();
        }
        return maker.isColumnar() ? maker.columns() : maker.rows();
    }

    private static final class Maker {
        private final Kernel kernel;
        private final String name;
        private final Map<Node, Integer> parameters;
        private final int sharedBytes;
        private final boolean hasLayers;
        private final long rows;
        private final long columns;

        Maker(Kernel kernel, String name, Map<Node, Integer> parameters, int sharedBytes, boolean hasLayers) {
            this.sharedBytes = sharedBytes;
            this.hasLayers = hasLayers;
            this.kernel = kernel;
            this.name = name;
            this.parameters = parameters;
            this.rows = kernel.domain().rows();
            this.columns = kernel.domain().columns();
        }

        private KernelText text(Lanes lanes, int firstChunked) {
            var text = new KernelText(kernel, lanes, firstChunked);
            parameters.forEach(text::parameterAt);
            return text;
        }

        private String kernel(String name, int threads, KernelText text, String workspace) {
            return kernel(name, String.valueOf(threads), text, workspace);
        }

        /**
         * A kernel's text.
         *
         * @param bounds threads of a block, and after a comma how many blocks a multiprocessor shall have room for
         * @param workspace null where it has none
         */
        private String kernel(String name, String bounds, KernelText text, String workspace) {
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
            return "extern \"C\" __global__ void __launch_bounds__(" + bounds + ") " + name + "("
                    + String.join(", ", list) + ") {\n" + pointers + text + "}\n";
        }

        private static int blocks(long count) {
            if (count > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("a kernel over " + count + " blocks: more than a grid has");
            }
            return (int) Math.max(1, count);
        }

        /** Neighbours along the last axis. */
        private Lanes lanes() {
            return Lanes.along(kernel, kernel.domain().rank() - 1, 8);
        }

        private KernelText scalars() {
            return text(Lanes.one(kernel), kernel.domain().firstInner());
        }

        // -------------------------------------------------------------- without folds

        FusedSource loop() {
            Lanes along = lanes();
            int lanes = along.count();
            int rank = kernel.domain().rank();
            int apart = pointsApart(along);
            long points = rows / apart;
            KernelText text = apart == 1 ? text(along, 0) : textAlongFirstAxis(along);
            String place = text.place();
            text.line("const " + place + " p = ((" + place + ") blockIdx.x * " + LOOP_THREADS + " + threadIdx.x) * "
                    + lanes + ";");
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
            return new FusedSource(source, List.of(new Part(name, grid, 1, LOOP_THREADS, 1)), 0);
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
                    .anyMatch(value ->
                            !(value.form() instanceof Value.Load) && along.change(value) && !down.change(value));
            boolean isShort = kernel.values().size() * 4L * along.count() <= MOST_STATEMENTS;
            return shares && isShort && kernel.domain().size(0) % 4 == 0 ? 4 : 1;
        }

        private static void storePoints(KernelText text, List<KernelText.Chunk> chunks, List<Kernel.Store> stores) {
            for (KernelText.Chunk chunk : chunks) {
                Set<String> before = chunk.active() == null ? null : text.open("if (" + chunk.active() + ")");
                stores.forEach(store -> text.store(store, chunk));
                if (before != null) {
                    text.close(before);
                }
            }
        }

        private Set<Value> stored(java.util.function.Predicate<Kernel.Store> which) {
            Set<Value> values = new LinkedHashSet<>();
            kernel.stores().stream().filter(which).forEach(store -> values.add(store.value()));
            return values;
        }

        // -------------------------------------------------------------- how rows lie

        /** Whether neighbours in memory belong to different rows. */
        boolean isColumnar() {
            int inner = kernel.domain().rank() - 1;
            int outer = kernel.domain().firstInner() - 1;
            long along = 0;
            long across = 0;
            for (Value value : kernel.values()) {
                if (value.form() instanceof Value.Load(Node node, Index offset)) {
                    along += Math.abs(offset.usualStep(inner)) == 1 ? node.bytes() : 0;
                    across += outer >= 0 && Math.abs(offset.usualStep(outer)) == 1 ? node.bytes() : 0;
                }
            }
            for (Kernel.Store store : kernel.stores()) {
                if (store.eachPoint()) {
                    along += Math.abs(store.offset().usualStep(inner)) == 1
                            ? store.node().bytes()
                            : 0;
                    across += outer >= 0 && Math.abs(store.offset().usualStep(outer)) == 1
                            ? store.node().bytes()
                            : 0;
                }
            }
            return across > along && rows >= 32;
        }

        private boolean isOneLevel() {
            return KernelText.levels(kernel).size() == 1
                    && kernel.stores().stream().noneMatch(Kernel.Store::eachPoint);
        }

        /** Rows without points: folds give what they begin with. */
        FusedSource emptyRows() {
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
            return new FusedSource(source, List.of(new Part(name, blocks(Math.ceilDiv(rows, 256)), 1, 256, 1)), 0);
        }

        // -------------------------------------------------------------- rows of neighbours

        FusedSource rows() {
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
                text.line("const " + place + " row = (" + place + ") blockIdx.x * " + rowsABlock
                        + " + (threadIdx.x >> 5);");
                // A whole warp leaves, so that those that stay can still exchange values.
                if (ragged) {
                    text.line("if (row >= " + rows + ") return;");
                }
            } else {
                text.line("const int t = threadIdx.x;");
                text.line("const " + place + " row = blockIdx.x;");
            }
            String[] outer = text.axes("row", 0, firstInner, "");
            int count = (int) Math.ceilDiv(columns, (long) threads * lanes);
            List<KernelText.Chunk> chunks = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String c = "c" + i;
                boolean partial = (i + 1L) * threads * lanes > columns;
                text.line("const " + place + " " + c + "a = (" + (i * threads) + " + t) * " + lanes + ";");
                if (partial) {
                    text.line("const bool " + c + "ok = " + c + "a < " + columns + ";");
                    text.line("const " + place + " " + c + " = " + c + "ok ? " + c + "a : 0;");
                } else {
                    text.line("const " + place + " " + c + " = " + c + "a;");
                }
                String[] inner = text.axes(c, firstInner, kernel.domain().rank(), "_" + i);
                chunks.add(new KernelText.Chunk("_" + i, KernelText.both(outer, inner), partial ? c + "ok" : null));
            }
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
                    List.of(new Part(name, blocks(Math.ceilDiv(rows, rowsABlock)), 1, threads * rowsABlock, 1)),
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
            return new FusedSource(source, List.of(new Part(name, blocks(rows), 1, threads, 1, keptBytes)), 0);
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
                if (isLoaded
                        && walks.stream().filter(walk -> walk.contains(value)).count() > 1) {
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

        /** What does not change along the row is computed before a loop over it. */
        private Set<Value> uniform() {
            Set<Value> values = new LinkedHashSet<>();
            for (Value value : kernel.values()) {
                if (!value.dependsOnAxesFrom(kernel.domain().firstInner())) {
                    values.add(value);
                }
            }
            return values;
        }

        private interface Body {
            void at(KernelText.Chunk chunk);
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
                            new Part(name, blocks(parts), blocks(rows), threads, 1),
                            new Part(name + "_finish", blocks(Math.ceilDiv(rows, 8)), 1, 256, 1)),
                    workspaceOffset(kernel.folds().size(), rows * parts));
        }

        /** A warp folds the parts of a row and stores what is made of them. */
        private String finish(long parts) {
            int firstInner = kernel.domain().firstInner();
            KernelText text = scalars();
            text.line("const int t = threadIdx.x & 31;");
            text.line("const " + text.place() + " row = (" + text.place() + ") blockIdx.x * 8 + (threadIdx.x >> 5);");
            text.line("if (row >= " + rows + ") return;");
            String[] outer = text.axes("row", 0, firstInner, "");
            List<Integer> level = KernelText.levels(kernel).getFirst();
            begin(text, level);
            for (int fold : level) {
                String from = "((const " + accumulator(fold) + "*) (workspace + " + workspaceOffset(fold, rows * parts)
                        + "))";
                if (parts > PARTS_AT_ONCE) {
                    Set<String> before = text.open("for (int part = t; part < " + parts + "; part += 32)");
                    text.line("const " + accumulator(fold) + " x = " + from + "[part * " + rows + " + row];");
                    text.line("a" + fold + " = " + carry(fold, "a" + fold, "x") + ";");
                    text.close(before);
                    continue;
                }
                // All loaded before any is folded: a warp waits once.
                Kernel.Fold of = kernel.folds().get(fold);
                String nothing = Operations.identity(of.op(), of.accumulator());
                for (int part = 0; part < parts; part += LANES_IN_A_WARP) {
                    text.line("const " + accumulator(fold) + " x" + fold + "_" + part + " = " + from + "[min(t + "
                            + part + ", " + (parts - 1) + ") * " + rows + " + row];");
                }
                for (int part = 0; part < parts; part += LANES_IN_A_WARP) {
                    String x = "x" + fold + "_" + part;
                    boolean isPartial = part + LANES_IN_A_WARP > parts;
                    String found = isPartial ? "(t + " + part + " < " + parts + " ? " + x + " : " + nothing + ")" : x;
                    text.line("a" + fold + " = " + carry(fold, "a" + fold, found) + ";");
                }
            }
            combine(text, level, 32);
            storeRow(text, new KernelText.Chunk("", outer, null), "t == 0");
            return kernel(name + "_finish", 256, text, "const char* workspace");
        }

        private long workspaceOffset(int fold, long count) {
            long offset = 0;
            for (int before = 0; before < fold; before++) {
                long bytes = count * kernel.folds().get(before).accumulator().bytes();
                offset += (bytes + 255) / 256 * 256;
            }
            return offset;
        }

        // -------------------------------------------------------------- neighbours in different rows

        FusedSource columns() {
            int firstInner = kernel.domain().firstInner();
            boolean isShort = kernel.values().size() <= LONG_TEXT;
            // Narrow matrices keep a warp's threads busy first; many folds are many registers a lane.
            long most = Math.min(Math.min(isShort ? 8 : 4, 32 / kernel.folds().size()), rows / LANES_IN_A_WARP);
            Lanes along = Lanes.along(kernel, firstInner - 1, Math.max(1, (int) Long.highestOneBit(most)));
            int lanes = along.count();
            int wide = 32;
            int high = columns <= 8 ? 1 : columns <= 64 ? 4 : 8;
            while (high > 1 && exchangedBytes(wide, high, lanes) > SHARED_BYTES) {
                high /= 2;
            }
            int threads = wide * high;
            long across = Math.ceilDiv(rows, (long) wide * lanes);
            boolean atOnce = lanes > 1 && isShort;
            // Of the shape alone, not of the lanes: a sum has the same bits whatever else its kernel reads and keeps.
            // Four blocks of short
            // kernels run on a multiprocessor at once, and those are all.
            long fewest = Math.ceilDiv(rows, wide * 8L);
            boolean cut = fewest < FEW_BLOCKS && columns >= 512 && isOnePass();
            long parts = cut ? Math.min(Math.ceilDiv(columns, high * 8L), Math.max(1, 2 * FEW_BLOCKS / fewest)) : 1;
            long length = Math.ceilDiv(columns, parts);
            parts = Math.max(1, Math.ceilDiv(columns, Math.max(1, length)));
            KernelText text = text(along, firstInner);
            String place = text.place();
            String first = "((" + place + ") blockIdx.x * " + wide + " + x)" + (lanes > 1 ? " * " + lanes : "");
            text.line("const int x = threadIdx.x, y = threadIdx.y;");
            text.line("const bool ok = " + first + " < " + rows + ";");
            text.line("const " + place + " row = ok ? " + first + " : " + (rows - lanes) + ";");
            var span = new Span("y", String.valueOf(columns), high, length);
            if (parts > 1) {
                text.line("const " + place + " from = (" + place + ") blockIdx.y * " + length + ";");
                text.line("const " + place + " to = from + " + length + " < " + columns + " ? from + " + length + " : "
                        + columns + ";");
                span = new Span("from + y", "to", high, length);
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
                                new Part(name, blocks(across), blocks(parts), wide, high),
                                new Part(name + "_finish", blocks(Math.ceilDiv(rows, 8)), 1, 256, 1)),
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
            return new FusedSource(source, List.of(new Part(name, blocks(across), 1, wide, high)), 0);
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
         * @param length of the row, or of its part
         */
        private record Span(String from, String to, int step, long length) {}

        /** Several points a turn, all loaded before any is stored: what is loaded at once hides how long it takes. */
        private void inColumns(KernelText text, String[] outer, Span span, Set<Value> computed, int lanes, Body body) {
            int firstInner = kernel.domain().firstInner();
            int rank = kernel.domain().rank();
            int turns = (int) Math.ceilDiv(span.length, (long) span.step);
            int points = turns < 16 / lanes || kernel.values().size() > 80 ? 1 : pointsAtOnce(lanes);
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
                text.line("__shared__ " + accumulator(fold) + " h" + fold + "[" + high + "][" + lanes + "]["
                        + (wide + 1) + "];");
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

        // -------------------------------------------------------------- folding

        private String accumulator(int fold) {
            return CType.of(kernel.folds().get(fold).accumulator()).value();
        }

        private Set<Value> folded(List<Integer> level) {
            Set<Value> values = new LinkedHashSet<>();
            level.forEach(fold -> values.add(kernel.folds().get(fold).value()));
            return values;
        }

        private void begin(KernelText text, List<Integer> level) {
            for (int fold : level) {
                Kernel.Fold of = kernel.folds().get(fold);
                for (int lane = 0; lane < text.rowsAtOnce(); lane++) {
                    text.line(accumulator(fold) + " " + text.carried(fold, lane) + " = "
                            + Operations.identity(of.op(), of.accumulator()) + ";");
                }
            }
        }

        private String carry(int fold, String carried, String value) {
            Kernel.Fold of = kernel.folds().get(fold);
            return Operations.fold(of.op(), of.accumulator(), carried, value);
        }

        private void accumulate(KernelText text, List<Integer> level, KernelText.Chunk chunk, int lanes) {
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
        private void combine(KernelText text, List<Integer> level, int threads) {
            combineRaw(text, level, threads);
            results(text, level);
        }

        private void results(KernelText text, List<Integer> level) {
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

        private void combineRaw(KernelText text, List<Integer> level, int threads) {
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

        private void overWarp(KernelText text, int fold, int widest) {
            Kernel.Fold of = kernel.folds().get(fold);
            for (int mask = widest; mask > 0; mask /= 2) {
                // Named first: written twice, as in a > b ? a : b, lanes would part before they exchange.
                text.line("{ " + accumulator(fold) + " other = xk_shuffle(a" + fold + ", " + mask + "); a" + fold
                        + " = " + Operations.fold(of.op(), of.accumulator(), "a" + fold, "other") + "; }");
            }
        }

        private void storeRow(KernelText text, KernelText.Chunk row, String condition) {
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
}
