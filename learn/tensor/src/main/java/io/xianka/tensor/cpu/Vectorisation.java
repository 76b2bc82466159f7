package io.xianka.tensor.cpu;

import io.xianka.tensor.DType;
import io.xianka.tensor.cpu.Operand.Register;
import io.xianka.tensor.cpu.VectorCode.Line;
import io.xianka.tensor.cpu.VectorCode.Source;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds runs of instructions that vector code can do, and puts each into one loop. */
final class Vectorisation {
    /** Longer loops would take HotSpot long, or be too much for it. */
    private static final int MOST_INSTRUCTIONS = 120;

    private Vectorisation() {}

    private static boolean isVector(Instruction instruction) {
        return switch (instruction) {
            case Instruction.Load load ->
                load.dtype() == DType.FLOAT32 && load.z().lanes() && load.isContiguous();
            case Instruction.Store store ->
                store.dtype() == DType.FLOAT32 && store.x().lanes() && store.isContiguous();
            case Instruction.Arithmetic arithmetic -> arithmetic.z().lanes();
            case Instruction.Spread spread -> spread.z().kind() == Kind.FLOAT;
            case Instruction.Fold fold -> fold.z().kind() == Kind.FLOAT;
            case Instruction.SaveRow _, Instruction.LoadRow _ -> true;
            case Instruction.Unary _,
                    Instruction.Binary _,
                    Instruction.Select _,
                    Instruction.Convert _,
                    Instruction.InRange _,
                    Instruction.Scalar _,
                    Instruction.Place _,
                    Instruction.Within _,
                    Instruction.Random _,
                    Instruction.Vectorised _ -> false;
        };
    }

    /**
     * The same instructions in an order that puts together what vector code can do. Stores stay last, as they may write over what
     * others read.
     */
    static List<Instruction> ordered(List<Instruction> body) {
        List<Instruction> rest = new ArrayList<>();
        List<Instruction> stores = new ArrayList<>();
        Set<Register> missing = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Instruction instruction : body) {
            (instruction instanceof Instruction.Store ? stores : rest).add(instruction);
            if (instruction.writes() != null && !(instruction instanceof Instruction.Fold)) {
                missing.add(instruction.writes());
            }
        }
        List<Instruction> ordered = new ArrayList<>(body.size());
        boolean vector = false;
        while (!rest.isEmpty()) {
            int before = ordered.size();
            for (int i = 0; i < rest.size(); ) {
                Instruction instruction = rest.get(i);
                if (isVector(instruction) == vector
                        && instruction.reads().stream().noneMatch(missing::contains)) {
                    ordered.add(rest.remove(i));
                    missing.remove(instruction.writes());
                } else {
                    i++;
                }
            }
            if (ordered.size() == before) {
                vector = !vector;
            }
        }
        stores.stream().filter(Vectorisation::isVector).forEach(ordered::add);
        stores.stream().filter(store -> !isVector(store)).forEach(ordered::add);
        return ordered;
    }

    /** The body with its runs as loops. Registers must have their places. */
    static Instruction[] vectorised(List<Instruction> body, VectorLoops.Use use, int rowLength) {
        if (use == VectorLoops.Use.NEVER || !VectorCode.isPossible()) {
            return body.toArray(Instruction[]::new);
        }
        List<Instruction> result = new ArrayList<>();
        List<Instruction> run = new ArrayList<>();
        for (Instruction instruction : body) {
            if (!isVector(instruction) || run.size() == MOST_INSTRUCTIONS) {
                close(run, body, result, use, rowLength);
            }
            if (isVector(instruction)) {
                run.add(instruction);
            } else {
                result.add(instruction);
            }
        }
        close(run, body, result, use, rowLength);
        return result.toArray(Instruction[]::new);
    }

    private static void close(
            List<Instruction> run,
            List<Instruction> body,
            List<Instruction> result,
            VectorLoops.Use use,
            int rowLength) {
        boolean computes = run.stream()
                .anyMatch(instruction ->
                        instruction instanceof Instruction.Arithmetic || instruction instanceof Instruction.Fold);
        if (computes && run.size() > 1) {
            result.add(new Writer(run, body).finish(use, rowLength));
        } else {
            result.addAll(run);
        }
        run.clear();
    }

    /** Writes one run down as lines, which name nothing of the kernel: equal runs of different kernels share a loop. */
    private static final class Writer {
        private final List<Instruction> run;
        private final List<Line> lines = new ArrayList<>();
        private final Map<Register, Source> sources = new IdentityHashMap<>();
        private final List<Instruction> memory = new ArrayList<>();
        private final List<Register> scalars = new ArrayList<>();
        private final List<Register> arrays = new ArrayList<>();
        private final Map<Integer, Integer> rows = new HashMap<>();
        private final List<Integer> rowOfArray = new ArrayList<>();

        Writer(List<Instruction> instructions, List<Instruction> body) {
            this.run = List.copyOf(instructions);
            Set<Register> readElsewhere = Collections.newSetFromMap(new IdentityHashMap<>());
            Set<Instruction> here = Collections.newSetFromMap(new IdentityHashMap<>());
            here.addAll(run);
            for (Instruction instruction : body) {
                if (!here.contains(instruction)) {
                    readElsewhere.addAll(instruction.reads());
                }
            }
            for (Instruction instruction : run) {
                line(instruction);
                Register written = instruction.writes();
                if (written != null && readElsewhere.contains(written) && !(instruction instanceof Instruction.Fold)) {
                    lines.add(new Line.WriteArray(array(written), false, sources.get(written)));
                }
            }
        }

        private void line(Instruction instruction) {
            switch (instruction) {
                case Instruction.Load load -> {
                    memory.add(load);
                    made(load.z(), new Line.Load(memory.size() - 1));
                }
                case Instruction.Store store -> {
                    Source value = source(store.x());
                    memory.add(store);
                    lines.add(new Line.Store(memory.size() - 1, value));
                }
                case Instruction.Arithmetic arithmetic -> {
                    List<Source> operands = new ArrayList<>();
                    for (Operand operand :
                            new Operand[] {arithmetic.a(), arithmetic.b(), arithmetic.c(), arithmetic.d()}) {
                        if (operand != null) {
                            operands.add(source(operand));
                        }
                    }
                    made(arithmetic.z(), new Line.Compute(arithmetic.op(), List.copyOf(operands)));
                }
                case Instruction.Spread(Register x, Register z) -> sources.put(z, source(x));
                case Instruction.Fold(var op, boolean row, Register x, Register z) ->
                    lines.add(new Line.Fold(op, !row, array(z), source(x)));
                case Instruction.SaveRow(Register x, int row) ->
                    lines.add(new Line.WriteArray(row(row), true, source(x)));
                case Instruction.LoadRow(int row, Register z) -> made(z, new Line.ReadArray(row(row), true));
                case Instruction.Unary _,
                        Instruction.Binary _,
                        Instruction.Select _,
                        Instruction.Convert _,
                        Instruction.InRange _,
                        Instruction.Scalar _,
                        Instruction.Place _,
                        Instruction.Within _,
                        Instruction.Random _,
                        Instruction.Vectorised _ -> throw new IllegalStateException("no vector code: " + instruction);
            }
        }

        private void made(Register register, Line line) {
            sources.put(register, new Source.Made(lines.size()));
            lines.add(line);
        }

        private Source source(Operand operand) {
            return switch (operand) {
                case Operand.Literal(float value, float[] _) -> new Source.Literal(Float.floatToRawIntBits(value));
                case Register register -> {
                    Source known = sources.get(register);
                    if (known != null) {
                        yield known;
                    }
                    if (register.lanes()) {
                        made(register, new Line.ReadArray(array(register), false));
                    } else {
                        scalars.add(register);
                        sources.put(register, new Source.Scalar(scalars.size() - 1));
                    }
                    yield sources.get(register);
                }
            };
        }

        private int array(Register register) {
            int known = arrays.indexOf(register);
            if (known >= 0) {
                return known;
            }
            arrays.add(register);
            rowOfArray.add(-1);
            return arrays.size() - 1;
        }

        private int row(int row) {
            return rows.computeIfAbsent(row, _ -> {
                arrays.add(null);
                rowOfArray.add(row);
                return arrays.size() - 1;
            });
        }

        Instruction finish(VectorLoops.Use use, int rowLength) {
            return new Instruction.Vectorised(
                    new VectorRun(run, List.copyOf(lines), memory, scalars, arrays, rowOfArray, use, rowLength));
        }
    }
}
