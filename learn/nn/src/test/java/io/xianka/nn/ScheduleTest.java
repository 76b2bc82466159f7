package io.xianka.nn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ScheduleTest {
    @Test
    void warmUpIsFollowedByACosineThatCountsFromItsOwnStart() {
        Schedule schedule = Schedule.linear(0.1, 1, 4).then(4, Schedule.cosine(10, 0.2));
        assertEquals(0.2, schedule.learningRate(2, 0), 1e-12);
        assertEquals(2, schedule.learningRate(2, 4), 1e-12);
        assertEquals(1.1, schedule.learningRate(2, 9), 1e-12);
        assertEquals(0.2, schedule.learningRate(2, 14), 1e-12);
    }

    @Test
    void oneCyclePeaksAfterThirtyPercentAndEndsTenThousandTimesUnderItsStart() {
        Schedule schedule = Schedule.oneCycle(1, 10);
        assertEquals(0.04, schedule.learningRate(5, 0), 1e-12);
        assertEquals(1, schedule.learningRate(5, 2), 1e-12);
        assertEquals(0.04e-4, schedule.learningRate(5, 9), 1e-12);
        assertThrows(IllegalArgumentException.class, () -> schedule.learningRate(5, 11));
    }

    @Test
    void linearStaysWhereItEnds() {
        assertEquals(0.5, Schedule.linear(1, 0.5, 3).learningRate(1, 1_000), 1e-12);
        assertEquals(3, Schedule.constant().learningRate(3, 7));
    }

    @Test
    void refusesToTakeNoSteps() {
        assertThrows(IllegalArgumentException.class, () -> Schedule.cosine(0, 0));
        assertThrows(IllegalArgumentException.class, () -> Schedule.linear(0, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> Schedule.step(-1, 0.5));
    }
}
