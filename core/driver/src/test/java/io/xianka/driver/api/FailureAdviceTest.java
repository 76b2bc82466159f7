package io.xianka.driver.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class FailureAdviceTest {

    private static final int EXPLAINED = 70_001;
    private static final int BREAKS_THE_ADVISER = 70_002;
    private static final int ASKS_AGAIN = 70_003;

    private static int asked;

    /** Knows statuses that no driver has, so that other tests' failures stay as they are. */
    public static final class Adviser implements FailureAdviser {
        @Override
        public Optional<String> cause(int status) {
            return switch (status) {
                case EXPLAINED -> {
                    asked++;
                    yield Optional.of("the plug is out");
                }
                case BREAKS_THE_ADVISER -> throw new IllegalStateException("no facts");
                case ASKS_AGAIN ->
                    Optional.of(
                            CudaException.ofRealDriver("", "cuInit", EXPLAINED).getMessage());
                default -> Optional.empty();
            };
        }
    }

    @Test
    void theMessageOfARealDriversFailureEndsWithTheCause() {
        var failure = CudaException.ofRealDriver("", "cuInit", EXPLAINED, 0);
        assertEquals(
                "cuInit(0): status 70001 (newer than this version of Xianka); cause: the plug is out",
                failure.getMessage());
        assertEquals(
                "starting: cuInit(0): status 70001 (newer than this version of Xianka); cause: the plug is out",
                failure.during("starting").getMessage());
        assertEquals(1, asked, "the machine is looked at once");
    }

    @Test
    void othersSayNothingMore() {
        assertFalse(new CudaException("cuInit", EXPLAINED).getMessage().contains("cause"));
        assertFalse(CudaException.withDetail("emulated", "cuInit", EXPLAINED)
                .getMessage()
                .contains("cause"));
        assertFalse(
                CudaException.ofRealDriver("", "cuInit", 70_004).getMessage().contains("cause"));
    }

    @Test
    void anAdviserThatFailsLeavesTheMessageAsItIs() {
        assertEquals(
                "cuInit(): status 70002 (newer than this version of Xianka)",
                CudaException.ofRealDriver("", "cuInit", BREAKS_THE_ADVISER).getMessage());
    }

    @Test
    void anAdvisersOwnFailuresAreNotAskedAbout() {
        assertFalse(CudaException.ofRealDriver("", "cuInit", ASKS_AGAIN)
                .getMessage()
                .contains("plug"));
    }
}
