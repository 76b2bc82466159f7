package io.xianka.checks;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Before sm_90 most of bfloat16 is made of other instructions, which give the same bits. */
class OlderArchitecturesTest extends NvidiaTwin {

    @Test
    void bfloat16HasTheSameBitsOnSm80() throws IOException {
        var inputs = new NarrowInputs(random);
        compareArchitectures("bfloat16", "unary", NarrowInputs.NUMBERS, List::of, "sm_80", "sm_90");
        compareArchitectures("bfloat16", "binary", NarrowInputs.PAIRS, inputs.pairs("bfloat16"), "sm_80", "sm_90");
        compareArchitectures(
                "bfloat16", "conversions", NarrowInputs.CONVERSIONS, inputs.conversions(), "sm_80", "sm_90");
    }
}
