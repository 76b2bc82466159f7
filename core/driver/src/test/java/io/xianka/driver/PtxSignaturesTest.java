package io.xianka.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.driver.api.KernelParameter;
import io.xianka.driver.api.KernelSignature;
import io.xianka.driver.api.ParameterKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class PtxSignaturesTest {
    @Test
    void readsWhatNvccWrites() {
        List<KernelSignature> found = PtxSignatures.read("""
                .version 8.3
                .target sm_90
                .address_size 64
                // .entry not_this(
                .visible .entry scale(
                	.param .u64 .ptr .align 1 scale_param_0,
                	.param .f32 scale_param_1,
                	.param .u32 scale_param_2, /* count */
                	.param .align 8 .b8 scale_param_3[24]
                )
                .maxntid 256, 1, 1
                { ret; }
                .entry bare { ret; }
                .visible .entry own(.param .f64 factor, .param .u64 x) { ret; }
                """);
        assertEquals(
                List.of(
                        new KernelSignature(
                                "scale",
                                List.of(
                                        KernelParameter.pointer("", ".u64 .ptr", ParameterKind.OPAQUE, 0),
                                        KernelParameter.scalar("", ".f32", ParameterKind.F32),
                                        new KernelParameter(
                                                "", ".u32", ParameterKind.OPAQUE, 4, 4, ParameterKind.OPAQUE, 0),
                                        KernelParameter.struct("", ".b192", 24, 8))),
                        new KernelSignature("bare", List.of()),
                        new KernelSignature(
                                "own",
                                List.of(
                                        KernelParameter.scalar("factor", ".f64", ParameterKind.F64),
                                        new KernelParameter(
                                                "x", ".u64", ParameterKind.OPAQUE, 8, 8, ParameterKind.OPAQUE, 0)))),
                found);
    }

    @Test
    void leavesWhatItDoesNotUnderstandToTheDriver() {
        assertEquals(List.of(), PtxSignatures.read("\177ELF"));
        assertEquals(List.of(), PtxSignatures.read(".entry k(.param .u32)"));
    }
}
