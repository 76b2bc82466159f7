package io.xianka.tensor.cuda;

import io.xianka.tensor.fusion.Index;
import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.Value;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.UnaryOp;
import java.util.ArrayList;
import java.util.List;

/**
 * Neighbouring points that a thread takes at once: which of the domain's axes they lie along and how many they are, what changes from
 * one to the next, and which elements can be loaded and stored together. The first of them is at a multiple of their number.
 */
final class Lanes {
    private static final int MOST_STATEMENTS = 1_500;
    private static final int MOST_BYTES = 16;

    private final int axis;
    private final int count;
    private final boolean[] changing;

    private Lanes(Kernel kernel, int axis, int count) {
        this.axis = axis;
        this.count = count;
        this.changing = new boolean[kernel.values().size()];
        for (Value value : kernel.values()) {
            changing[value.number()] = isMadeOfChanging(kernel, value);
        }
    }

    /** One point, so that nothing changes. */
    static Lanes one(Kernel kernel) {
        return new Lanes(kernel, kernel.domain().rank() - 1, 1);
    }

    /** One point, and what changes along an axis. */
    static Lanes oneAlong(Kernel kernel, int axis) {
        return new Lanes(kernel, axis, 1);
    }

    /**
     * As many along rows as their length allows, with a warp's threads busy: sums have the same bits in every kernel over such rows,
     * whatever else it reads and keeps. What cannot be loaded or stored together there is taken one by one.
     */
    static Lanes ofRows(Kernel kernel, int most) {
        int axis = kernel.domain().rank() - 1;
        int count = most;
        while (count > 1
                && (kernel.domain().size(axis) % count != 0
                        || kernel.domain().columns() < 32L * count
                        || kernel.values().size() * (long) count > MOST_STATEMENTS)) {
            count /= 2;
        }
        return new Lanes(kernel, axis, count);
    }

    /**
     * As many along an axis as fit a load of 16 bytes where all that lies along the axis can be loaded so, and kernels stay short. No
     * more than fit a store: what a warp stores with gaps costs twice.
     */
    static Lanes along(Kernel kernel, int axis, int most) {
        if (axis < 0) {
            return one(kernel);
        }
        List<Index> streams = new ArrayList<>();
        int narrowest = MOST_BYTES;
        int widest = 1;
        for (Value value : kernel.values()) {
            if (value.form() instanceof Value.Load(var _, Index offset) && isStream(kernel, axis, offset)) {
                streams.add(offset);
                narrowest = Math.min(narrowest, value.dtype().bytes());
            }
        }
        for (Kernel.Store store : kernel.stores()) {
            if (isStream(kernel, axis, store.offset())) {
                int bytes = store.node().dtype().bytes();
                streams.add(store.offset());
                narrowest = Math.min(narrowest, bytes);
                widest = Math.max(widest, bytes);
            }
        }
        int count = streams.isEmpty()
                ? 1
                : Math.min(Math.min(most, MOST_BYTES / widest), MOST_BYTES / Math.max(2, narrowest));
        for (; count > 1; count /= 2) {
            var lanes = new Lanes(kernel, axis, count);
            if (kernel.domain().size(axis) % count == 0
                    && kernel.values().size() * (long) count <= MOST_STATEMENTS
                    && streams.stream().allMatch(lanes::isVector)) {
                return lanes;
            }
        }
        return new Lanes(kernel, axis, 1);
    }

    /** Along the last axis what lies beside each other only between bounds may be loaded one by one, along another it must not. */
    private static boolean isStream(Kernel kernel, int axis, Index offset) {
        return axis == kernel.domain().rank() - 1 ? offset.stride(axis) == 1 : offset.usualStep(axis) == 1;
    }

    int count() {
        return count;
    }

    /** Whether they lie along this axis. */
    boolean areAlong(int number) {
        return number == axis;
    }

    /** Whether a value differs from one to the next. */
    boolean change(Value value) {
        return changing[value.number()];
    }

    /** Whether a place differs from one to the next. */
    boolean change(Index index) {
        return index.terms().stream().anyMatch(term -> switch (term.atom()) {
            case Index.Axis(int number, long _) -> number == axis;
            case Index.Quotient(Index of, long _) -> change(of);
            case Index.Remainder(Index of, long _) -> change(of);
            case Index.Clamp(Index of, long _) -> change(of);
            case Index.Element(Value value, long _) -> changing[value.number()];
        });
    }

    private boolean isMadeOfChanging(Kernel kernel, Value value) {
        return switch (value.form()) {
            case Value.Load(var _, Index offset) -> change(offset);
            case Value.Constant _, Value.Parameter _ -> false;
            case Value.Place(Index index) -> change(index);
            case Value.Within(Index index, long _, long _) -> change(index);
            case Value.Random(Value seed, Value offset, Index element) ->
                change(seed) || change(offset) || change(element);
            case Value.Unary(UnaryOp _, Value operand) -> change(operand);
            case Value.Binary(BinaryOp _, Value left, Value right) -> change(left) || change(right);
            case Value.Select(Value condition, Value yes, Value no) -> change(condition) || change(yes) || change(no);
            case Value.Convert(Value operand) -> change(operand);
            case Value.InRange(String _, Value operand, long _, long _) -> change(operand);
            case Value.Folded _ -> axis < kernel.domain().firstInner();
        };
    }

    // ------------------------------------------------------------------ places

    /** How a place moves along the lanes: by one or not at all, and whether it begins at a multiple of their number. */
    private enum Course {
        STILL,
        STILL_AT_MULTIPLE,
        STEPS_FROM_MULTIPLE,
        OTHER;

        boolean isStill() {
            return this == STILL || this == STILL_AT_MULTIPLE;
        }
    }

    /** Whether the elements at these places are neighbours that begin at a multiple of their number. */
    boolean isVector(Index offset) {
        return count > 1 && course(offset) == Course.STEPS_FROM_MULTIPLE;
    }

    private Course course(Index index) {
        boolean steps = false;
        boolean atMultiple = index.constant() % count == 0;
        for (Index.Term term : index.terms()) {
            Course course = course(term.atom());
            if (course.isStill()) {
                atMultiple &= course == Course.STILL_AT_MULTIPLE || term.factor() % count == 0;
            } else if (course == Course.OTHER || steps || term.factor() != 1) {
                return Course.OTHER;
            } else {
                steps = true;
            }
        }
        if (steps) {
            return atMultiple ? Course.STEPS_FROM_MULTIPLE : Course.OTHER;
        }
        return atMultiple ? Course.STILL_AT_MULTIPLE : Course.STILL;
    }

    private Course course(Index.Atom atom) {
        return switch (atom) {
            case Index.Axis(int number, long _) -> number == axis ? Course.STEPS_FROM_MULTIPLE : Course.STILL;
            case Index.Element(Value value, long _) -> changing[value.number()] ? Course.OTHER : Course.STILL;
            case Index.Quotient(Index of, long divisor) -> {
                Course course = course(of);
                boolean within = course == Course.STEPS_FROM_MULTIPLE && divisor % count == 0;
                yield course.isStill() || within ? Course.STILL : Course.OTHER;
            }
            case Index.Remainder(Index of, long divisor) ->
                switch (course(of)) {
                    case STILL -> Course.STILL;
                    case STILL_AT_MULTIPLE -> divisor % count == 0 ? Course.STILL_AT_MULTIPLE : Course.STILL;
                    case STEPS_FROM_MULTIPLE -> divisor % count == 0 ? Course.STEPS_FROM_MULTIPLE : Course.OTHER;
                    case OTHER -> Course.OTHER;
                };
            // Bounded so that all of them are within, see firstWithin; what is outside is not used.
            case Index.Clamp(Index of, long greatest) -> {
                Course course = course(of);
                boolean fits = course == Course.STEPS_FROM_MULTIPLE && (greatest + 1) % count == 0;
                yield course.isStill() ? Course.STILL : fits ? Course.STEPS_FROM_MULTIPLE : Course.OTHER;
            }
        };
    }

    /** The greatest place of the first of them where all are at most at this one. */
    long firstWithin(Index.Clamp clamp) {
        return change(clamp.of()) ? clamp.greatest() + 1 - count : clamp.greatest();
    }
}
