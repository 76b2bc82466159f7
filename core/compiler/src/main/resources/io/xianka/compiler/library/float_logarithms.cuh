// Logarithms of floats, and the inverse hyperbolic functions made of them.
//
// x = 2^e m with m in [sqrt(1/2), sqrt(2)); ln m = f + f^2 q(f), f = m - 1, with q a minimax polynomial of degree 8 (Remez).
// Errors (ulp): log 1, log2 1, log10 2, log1p 1, asinh 3, acosh 4, atanh 3.

// ln(1 + f) for 1 + f in [sqrt(1/2), sqrt(2)].
__device__ __forceinline__ float __xk_log1p_core(float f) {
    float q = -0.0762498304f;
    q = fmaf(q, f, 0.129072234f);
    q = fmaf(q, f, -0.132431328f);
    q = fmaf(q, f, 0.141814277f);
    q = fmaf(q, f, -0.166090176f);
    q = fmaf(q, f, 0.200019911f);
    q = fmaf(q, f, -0.250015855f);
    q = fmaf(q, f, 0.333333254f);
    q = fmaf(q, f, -0.499999881f);
    q = __fmul_rn(q, f);
    return fmaf(q, f, f);
}

__device__ __forceinline__ float __xk_logf(float x) {
    float a = x;
    float e = 0.0f;
    if (a < 1.17549435e-38f) {
        a = __fmul_rn(a, 8388608.0f);
        e = -23.0f;
    }
    int bits = __float_as_int(a);
    int k = (bits - 0x3f3504f3) & 0xff800000;
    e = fmaf((float)k, 1.1920929e-7f, e);
    float r = fmaf(e, 0.693147182f, __xk_log1p_core(__fadd_rn(__int_as_float(bits - k), -1.0f)));
    if ((unsigned int)bits >= 0x7f800000u) {
        r = fmaf(a, __int_as_float(0x7f800000), __int_as_float(0x7f800000));
    }
    return a == 0.0f ? __int_as_float(0xff800000) : r;
}

__device__ __forceinline__ float logf(float x) {
    return __xk_logf(x);
}

__device__ __forceinline__ float log2f(float x) {
    float a = x;
    float e = 0.0f;
    if (a < 1.17549435e-38f) {
        a = __fmul_rn(a, 8388608.0f);
        e = -23.0f;
    }
    int bits = __float_as_int(a);
    int k = (bits - 0x3f3504f3) & 0xff800000;
    e = fmaf((float)k, 1.1920929e-7f, e);
    float r = __xk_log1p_core(__fadd_rn(__int_as_float(bits - k), -1.0f));
    r = fmaf(r, 1.44269502f, fmaf(r, 1.92596303e-8f, e));
    if ((unsigned int)bits >= 0x7f800000u) {
        r = fmaf(a, __int_as_float(0x7f800000), __int_as_float(0x7f800000));
    }
    return a == 0.0f ? __int_as_float(0xff800000) : r;
}

__device__ __forceinline__ float log10f(float x) {
    float r = __fmul_rn(__xk_logf(x), 0.434294492f);
    return r;
}

// The significand of 1 + x is brought to [sqrt(1/2), sqrt(2)) by the power of two s; then s (1 + x) - 1 = s x + (s - 1) keeps the
// digits of x that 1 + x has lost.
__device__ __forceinline__ float log1pf(float x) {
    float u = __fadd_rn(1.0f, x);
    int k = (__float_as_int(u) - 0x3f3504f3) & 0xff800000;
    float scaled = __int_as_float(__float_as_int(x) - k);
    float f = __fadd_rn(scaled, fmaf(0.25f, __int_as_float(0x40800000 - k), -1.0f));
    float r = fmaf((float)k, 8.26295832e-8f, __xk_log1p_core(f));
    if (!(x > -1.0f && x < __int_as_float(0x7f800000))) {
        r = x == -1.0f ? __int_as_float(0xff800000) : fmaf(x, __int_as_float(0x7f800000), __int_as_float(0x7f800000));
    }
    return x == 0.0f ? x : r;
}

__device__ __forceinline__ float asinhf(float x) {
    float a = fabsf(x);
    float t = fmaf(a, __fdividef(a, 1.0f + __fsqrt_rn(fmaf(a, a, 1.0f))), a);
    bool huge = a > 1e9f;
    float r = log1pf(huge ? a : t);
    if (huge) {
        r = r + 0.693147182f;
    }
    return copysignf(r, x);
}

__device__ __forceinline__ float acoshf(float x) {
    float t = x - 1.0f;
    bool huge = x > 1e9f;
    float r = log1pf(huge ? x : t + __fsqrt_rn(fmaf(t, t, t + t)));
    r = huge ? r + 0.693147182f : r;
    return x < 1.0f ? __int_as_float(0x7fffffff) : r;
}

__device__ __forceinline__ float atanhf(float x) {
    float a = fabsf(x);
    float r = 0.5f * log1pf(__fdiv_rn(a + a, 1.0f - a));
    return copysignf(r, x);
}
