package io.xianka.checks;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All that cuda_fp16.h and cuda_bf16.h compute, against NVIDIA's compiler: for all numbers where one goes in, and for
 * special and random ones where more do.
 */
class NarrowFloatsTest extends NvidiaTwin {
    @ParameterizedTest
    @ValueSource(strings = {"half", "bfloat16"})
    void functionsOfOneNumberAgreeForAllNumbers(String file) throws IOException {
        compare(file, "unary", NarrowInputs.NUMBERS, List::of);
    }

    @ParameterizedTest
    @ValueSource(strings = {"half", "bfloat16"})
    void functionsOfSeveralNumbersAgree(String file) throws IOException {
        compare(file, "binary", NarrowInputs.PAIRS, new NarrowInputs(random).pairs(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"half", "bfloat16"})
    void conversionsFromOtherTypesAgree(String file) throws IOException {
        compare(file, "conversions", NarrowInputs.CONVERSIONS, new NarrowInputs(random).conversions());
    }
}
