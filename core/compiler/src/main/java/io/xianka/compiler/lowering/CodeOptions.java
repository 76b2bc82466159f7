package io.xianka.compiler.lowering;

import io.xianka.ptx.PtxModule;

/**
 * What code to write.
 *
 * @param architecture such as {@code sm_90}
 * @param contract a * b + c becomes one fma
 * @param flushSubnormals single-precision arithmetic takes and gives zeros for subnormal numbers
 * @param preciseDivision single-precision division rounds correctly
 * @param fastDivision where it need not, the fastest one will do
 */
public record CodeOptions(
        PtxModule.Version version,
        String architecture,
        boolean contract,
        boolean flushSubnormals,
        boolean preciseDivision,
        boolean fastDivision) {

    /** CUDA's defaults. */
    public static CodeOptions of(String architecture) {
        return new CodeOptions(new PtxModule.Version(8, 3), architecture, true, false, true, false);
    }

    public CodeOptions withContract(boolean wanted) {
        return new CodeOptions(version, architecture, wanted, flushSubnormals, preciseDivision, fastDivision);
    }

    public CodeOptions withFlushSubnormals(boolean wanted) {
        return new CodeOptions(version, architecture, contract, wanted, preciseDivision, fastDivision);
    }

    public CodeOptions withPreciseDivision(boolean wanted) {
        return new CodeOptions(version, architecture, contract, flushSubnormals, wanted, fastDivision);
    }

    /** What {@code -use_fast_math} asks of lowering. */
    public CodeOptions withFastMath() {
        return new CodeOptions(version, architecture, true, true, false, true);
    }

    public CodeOptions withVersion(PtxModule.Version newVersion) {
        return new CodeOptions(newVersion, architecture, contract, flushSubnormals, preciseDivision, fastDivision);
    }
}
