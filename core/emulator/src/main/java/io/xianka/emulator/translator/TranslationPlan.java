package io.xianka.emulator.translator;

import io.xianka.emulator.image.KernelImage;

/**
 * Everything known of a kernel before its code is written.
 *
 * @param asides null where the interpreter is left nothing
 */
record TranslationPlan(
        KernelImage image,
        WarpForm form,
        ControlFlow flow,
        Registers registers,
        Shapes shapes,
        RegisterFile file,
        NanForms nans,
        AccessSites sites,
        LaneFunctions functions,
        Asides asides) {}
