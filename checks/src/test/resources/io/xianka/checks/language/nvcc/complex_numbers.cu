// cuComplex.h: the same bits as NVIDIA's.
#include <cuComplex.h>

__device__ long long *put(long long *o, cuFloatComplex c)
{
    *o++ = __float_as_int(cuCrealf(c));
    *o++ = __float_as_int(cuCimagf(c));
    return o;
}

__device__ long long *put(long long *o, cuDoubleComplex c)
{
    *o++ = __double_as_longlong(cuCreal(c));
    *o++ = __double_as_longlong(cuCimag(c));
    return o;
}

extern "C" __global__ void k(long long *o, int small)
{
    cuFloatComplex a = make_cuFloatComplex(small + 0.1f, -2.7f), b = make_cuComplex(small * 0.3f, 1e-3f);
    o = put(o, cuCaddf(a, b)); o = put(o, cuCsubf(a, b)); o = put(o, cuCmulf(a, b)); o = put(o, cuCdivf(a, b));
    o = put(o, cuConjf(a)); o = put(o, cuCfmaf(a, b, a)); *o++ = __float_as_int(cuCabsf(a)); *o++ = __float_as_int(cuCabsf(b));
    *o++ = __float_as_int(cuCabsf(make_cuFloatComplex(0, small - 3.0f))); *o++ = __float_as_int(cuCabsf(make_cuFloatComplex(small * 1e38f, 3e38f)));
    cuDoubleComplex c = cuComplexFloatToDouble(a), d = make_cuDoubleComplex(small * 0.3, 1e-200);
    o = put(o, cuCadd(c, d)); o = put(o, cuCsub(c, d)); o = put(o, cuCmul(c, d)); o = put(o, cuCdiv(c, d));
    o = put(o, cuConj(d)); o = put(o, cuCfma(c, d, c)); *o++ = __double_as_longlong(cuCabs(c)); *o++ = __double_as_longlong(cuCabs(d));
    o = put(o, cuComplexDoubleToFloat(cuCdiv(d, c)));
}
