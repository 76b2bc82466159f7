package io.xianka.tensor.cpu;

import io.xianka.tensor.fusion.Domain;
import io.xianka.tensor.fusion.Index;
import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.Value;
import java.util.ArrayList;
import java.util.List;

/** What the values of a kernel change with: axes, as bits of a long, and folds, as the pass over the row that a value belongs to. */
final class Dependence {
    private final Domain domain;
    private final long[] axes;
    private final int[] passes;
    private final int[] foldPasses;

    Dependence(Kernel kernel) {
        this.domain = kernel.domain();
        int count = kernel.values().size();
        this.axes = new long[count];
        this.passes = new int[count];
        this.foldPasses = new int[kernel.folds().size()];
        // A value is computed after its operands, a fold's result after the fold's value: numbers are in an order that
        // fits both.
        for (Value value : kernel.values()) {
            int number = value.number();
            if (value.form() instanceof Value.Folded(int fold)) {
                foldPasses[fold] = passes[kernel.folds().get(fold).value().number()];
                passes[number] = foldPasses[fold] + 1;
                axes[number] = (1L << domain.firstInner()) - 1;
                continue;
            }
            for (Value operand : operands(value)) {
                passes[number] = Math.max(passes[number], passes[operand.number()]);
                axes[number] |= axes[operand.number()];
            }
            for (Index index : indices(value)) {
                axes[number] |= axes(index);
            }
        }
        for (int fold = 0; fold < foldPasses.length; fold++) {
            foldPasses[fold] = passes[kernel.folds().get(fold).value().number()];
        }
    }

    /** {@return the axes a value changes with} */
    long axes(Value value) {
        return axes[value.number()];
    }

    /** {@return the first pass over the row in which a value can be computed} */
    int pass(Value value) {
        return passes[value.number()];
    }

    int foldPass(int fold) {
        return foldPasses[fold];
    }

    long axes(Index index) {
        long mask = 0;
        for (Index.Term term : index.terms()) {
            mask |= switch (term.atom()) {
                case Index.Axis(int number, long _) -> 1L << number;
                case Index.Quotient(Index of, long _) -> axes(of);
                case Index.Remainder(Index of, long _) -> axes(of);
                case Index.Clamp(Index of, long _) -> axes(of);
                case Index.Element(Value value, long _) -> axes[value.number()];
            };
        }
        return mask;
    }

    /** {@return the values a value is computed from, those that say where an element is among them} */
    static List<Value> operands(Value value) {
        List<Value> operands = new ArrayList<>();
        switch (value.form()) {
            case Value.Random(Value seed, Value offset, Index _) -> operands.addAll(List.of(seed, offset));
            case Value.Unary(var _, Value operand) -> operands.add(operand);
            case Value.Binary(var _, Value left, Value right) -> operands.addAll(List.of(left, right));
            case Value.Select(Value condition, Value yes, Value no) -> operands.addAll(List.of(condition, yes, no));
            case Value.Convert(Value operand) -> operands.add(operand);
            case Value.InRange(String _, Value operand, long _, long _) -> operands.add(operand);
            case Value.Load _, Value.Constant _, Value.Parameter _, Value.Place _, Value.Within _, Value.Folded _ -> {}
        }
        for (Index index : indices(value)) {
            elements(index, operands);
        }
        return operands;
    }

    static List<Index> indices(Value value) {
        return switch (value.form()) {
            case Value.Load(var _, Index offset) -> List.of(offset);
            case Value.Place(Index index) -> List.of(index);
            case Value.Within(Index index, long _, long _) -> List.of(index);
            case Value.Random(Value _, Value _, Index element) -> List.of(element);
            case Value.Constant _,
                    Value.Parameter _,
                    Value.Unary _,
                    Value.Binary _,
                    Value.Select _,
                    Value.Convert _,
                    Value.InRange _,
                    Value.Folded _ -> List.of();
        };
    }

    /** Adds the values read from memory that an index is made of. */
    static void elements(Index index, List<Value> into) {
        for (Index.Term term : index.terms()) {
            switch (term.atom()) {
                case Index.Axis _ -> {}
                case Index.Quotient(Index of, long _) -> elements(of, into);
                case Index.Remainder(Index of, long _) -> elements(of, into);
                case Index.Clamp(Index of, long _) -> elements(of, into);
                case Index.Element(Value value, long _) -> into.add(value);
            }
        }
    }
}
