package io.xianka.tensor.cpu;

import io.xianka.tensor.fusion.Domain;
import io.xianka.tensor.fusion.Index;
import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.Value;

/**
 * How lanes lie in a kernel's domain.
 *
 * @param axis the axis that neighbouring lanes run along
 */
record Orientation(Way way, int axis) {
    enum Way {
        /** No folds: lanes are neighbouring points. */
        POINTS,
        /** Lanes are neighbouring points of one row, which are folded into each other. */
        ROWS,
        /** Lanes are neighbouring rows, each with its own fold: where elements of a row lie apart and rows lie together. */
        COLUMNS
    }

    private static final long SHORT = 32;

    static Orientation of(Kernel kernel) {
        Domain domain = kernel.domain();
        if (domain.inner().isEmpty()) {
            return new Orientation(Way.POINTS, domain.outer().size() - 1);
        }
        int inner = domain.rank() - 1;
        int outer = domain.firstInner() - 1;
        if (outer < 0) {
            return new Orientation(Way.ROWS, inner);
        }
        int alongInner = 0;
        int alongOuter = 0;
        for (Value value : kernel.values()) {
            if (value.form() instanceof Value.Load(var _, Index offset)) {
                // What is the same for a whole row or column is little beside what is not.
                long inside = Math.abs(offset.usualStep(inner));
                long outside = Math.abs(offset.usualStep(outer));
                alongInner += inside == 1 && outside != 0 ? 1 : 0;
                alongOuter += outside == 1 && inside != 0 ? 1 : 0;
            }
        }
        // Lines that are short, as those of images, make long rows together: what lies along them is read along them.
        boolean isShort = domain.size(inner) < SHORT && domain.size(outer) > domain.size(inner);
        boolean columns = isShort && (alongInner <= alongOuter || domain.columns() < SHORT)
                || alongOuter > alongInner && domain.size(outer) >= Math.min(SHORT, domain.size(inner));
        return columns ? new Orientation(Way.COLUMNS, outer) : new Orientation(Way.ROWS, inner);
    }
}
