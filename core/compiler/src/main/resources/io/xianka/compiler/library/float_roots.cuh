// Roots, lengths and error functions of floats.
//
// Cube roots start from the special function unit's 2^(log2(x) / 3) and take one Newton step. Lengths are scaled by a
// power of two so that squares neither overflow nor vanish. erfcx follows M. M. Shepherd and J. G. Laframboise,
// "Chebyshev approximation of (1 + 2x) exp(x^2) erfc x", 1981, with own minimax coefficients in (x - 3.75) / (x + 3.75);
// erfinv is a minimax polynomial in w = -log(1 - x^2) as in M. Giles, "Approximating the erfinv function", 2012.
// Errors (ulp): sqrt 0, rsqrt 2, cbrt, rcbrt 1, hypot, norm3d, norm4d 3, rhypot, rnorm3d, rnorm4d 2, erf 2, erfc 4,
// erfcx 4, erfinv 2, erfcinv 4, normcdf 5, normcdfinv 5.

__device__ __forceinline__ float sqrtf(float x) {
    return __fsqrt_rn(x);
}

__device__ __forceinline__ float rsqrtf(float x) {
    float r;
    asm("rsqrt.approx.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float cbrtf(float x) {
    float a = fabsf(x);
    float t = __xk_ex2(__fmul_rn(__xk_lg2(a), 0.333333343f));
    float inverse = __xk_rcp(__fmul_rn(t, t));
    float r = fmaf(fmaf(inverse, a, -t), 0.333333343f, t);
    r = copysignf(r, x);
    return x + x == x ? x : r;
}

__device__ __forceinline__ float rcbrtf(float x) {
    float a = fabsf(x);
    float scale = 1.0f;
    if (a < 1e-37f) {
        a = __fmul_rn(a, 16777216.0f);
        scale = 256.0f;
    }
    float t = __xk_ex2(__fmul_rn(__xk_lg2(a), -0.333333343f));
    float square = __fmul_rn(t, t);
    float cube = __fmul_rn(square, t);
    float low = fmaf(t, square, -cube);
    float miss = fmaf(-a, cube, 1.0f);
    miss = fmaf(-a, low, miss);
    float r = scale * fmaf(__fmul_rn(miss, 0.333333343f), t, t);
    if (x + x == x) {
        r = a == 0.0f ? __int_as_float(0x7f800000) : 0.0f;
    }
    return copysignf(r, x);
}

// The power of two whose product with a lies in [1, 2), kept within 2^-126 .. 2^126.
__device__ __forceinline__ float __xk_scale_to_one_f(float a) {
    int k = __float_as_int(a) & 0x7f800000;
    return __int_as_float(max(min(0x7f000000 - k, 0x7e800000), 0x00800000));
}

__device__ __forceinline__ float __xk_unscale_f(float scale) {
    return __int_as_float(0x7f000000 - __float_as_int(scale));
}

__device__ __forceinline__ float norm4df(float a, float b, float c, float d) {
    a = fabsf(a);
    b = fabsf(b);
    c = fabsf(c);
    d = fabsf(d);
    float greatest = fmaxf(fmaxf(a, b), fmaxf(c, d));
    float s = __xk_scale_to_one_f(greatest);
    float sum = __fmul_rn(a * s, a * s);
    sum = fmaf(b * s, b * s, sum);
    sum = fmaf(c * s, c * s, sum);
    sum = fmaf(d * s, d * s, sum);
    float r = __fmul_rn(__fsqrt_rn(sum), __xk_unscale_f(s));
    return greatest == __int_as_float(0x7f800000) ? greatest : r;
}

__device__ __forceinline__ float norm3df(float a, float b, float c) {
    a = fabsf(a);
    b = fabsf(b);
    c = fabsf(c);
    float greatest = fmaxf(fmaxf(a, b), c);
    float s = __xk_scale_to_one_f(greatest);
    float sum = __fmul_rn(a * s, a * s);
    sum = fmaf(b * s, b * s, sum);
    sum = fmaf(c * s, c * s, sum);
    float r = __fmul_rn(__fsqrt_rn(sum), __xk_unscale_f(s));
    return greatest == __int_as_float(0x7f800000) ? greatest : r;
}

__device__ __forceinline__ float hypotf(float x, float y) {
    x = fabsf(x);
    y = fabsf(y);
    float greatest = fmaxf(x, y);
    float s = __xk_scale_to_one_f(greatest);
    float sum = __fmul_rn(x * s, x * s);
    sum = fmaf(y * s, y * s, sum);
    float r = __fmul_rn(__fsqrt_rn(sum), __xk_unscale_f(s));
    return greatest == __int_as_float(0x7f800000) ? greatest : r;
}

__device__ __forceinline__ float rnorm4df(float a, float b, float c, float d) {
    a = fabsf(a);
    b = fabsf(b);
    c = fabsf(c);
    d = fabsf(d);
    float greatest = fmaxf(fmaxf(a, b), fmaxf(c, d));
    float s = __xk_scale_to_one_f(greatest);
    float sum = __fmul_rn(a * s, a * s);
    sum = fmaf(b * s, b * s, sum);
    sum = fmaf(c * s, c * s, sum);
    sum = fmaf(d * s, d * s, sum);
    float r = __fmul_rn(__frcp_rn(__fsqrt_rn(sum)), s);
    return greatest == __int_as_float(0x7f800000) ? 0.0f : r;
}

__device__ __forceinline__ float rnorm3df(float a, float b, float c) {
    return rnorm4df(a, b, c, 0.0f);
}

__device__ __forceinline__ float rhypotf(float x, float y) {
    return rnorm4df(x, y, 0.0f, 0.0f);
}

__device__ __forceinline__ float normf(int n, const float* p) {
    float greatest = 0.0f;
    bool bad = false;
    for (int i = 0; i < n; ++i) {
        greatest = fmaxf(greatest, fabsf(p[i]));
        bad = bad || p[i] != p[i];
    }
    float s = __xk_scale_to_one_f(greatest);
    float sum = 0.0f;
    for (int i = 0; i < n; ++i) {
        sum = fmaf(p[i] * s, p[i] * s, sum);
    }
    if (greatest == __int_as_float(0x7f800000)) {
        return greatest;
    }
    return bad ? __int_as_float(0x7fffffff) : __fmul_rn(__fsqrt_rn(sum), __xk_unscale_f(s));
}

__device__ __forceinline__ float rnormf(int n, const float* p) {
    return 1.0f / normf(n, p);
}

__device__ __forceinline__ float erff(float x) {
    float a = fabsf(x);
    float z = __fmul_rn(x, x);
    float small = 7.8538731e-5f;
    small = fmaf(small, z, -0.00080101972f);
    small = fmaf(small, z, 0.00518832821f);
    small = fmaf(small, z, -0.0268538129f);
    small = fmaf(small, z, 0.112835854f);
    small = fmaf(small, z, -0.37612626f);
    small = fmaf(small, z, 0.128379166f);
    small = fmaf(small, x, x);
    float c = fminf(a, 4.0f);
    float p = 1.37528377e-5f;
    p = fmaf(p, c, -0.000347047375f);
    p = fmaf(p, c, 0.00373746222f);
    p = fmaf(p, c, -0.0239563677f);
    p = fmaf(p, c, 0.106455751f);
    p = fmaf(p, c, 0.635022461f);
    p = fmaf(p, c, 1.12867951f);
    p = __fmul_rn(p, c);
    float large = copysignf(1.0f - __xk_ex2(__fmul_rn(p, -1.44269502f)), x);
    return a >= 1.0f ? large : a <= 1.0f ? small : x + x;
}

// exp(x^2) erfc(x) for x >= 0.
__device__ __forceinline__ float __xk_erfcx_positive_f(float a) {
    float d = __xk_rcp(a + 3.75f);
    float q = __fmul_rn(a - 3.75f, d);
    float miss = fmaf(q + 1.0f, -3.75f, a);
    miss = fmaf(q, -a, miss);
    q = fmaf(miss, d, q);
    float p = -0.000220235655f;
    p = fmaf(p, q, 0.00039561087f);
    p = fmaf(p, q, 0.00166527729f);
    p = fmaf(p, q, -0.00984273478f);
    p = fmaf(p, q, 0.0284198318f);
    p = fmaf(p, q, -0.0586484186f);
    p = fmaf(p, q, 0.0922861919f);
    p = fmaf(p, q, -0.108813718f);
    p = fmaf(p, q, 0.0822792202f);
    p = fmaf(p, q, 0.0035863244f);
    p = fmaf(p, q, -0.140240699f);
    p = fmaf(p, q, 0.237512559f);
    d = __xk_rcp(fmaf(2.0f, a, 1.0f));
    float r = fmaf(p, d, d);
    miss = fmaf(r * -2.0f, a, p) + (1.0f - r);
    return fmaf(miss, d, r);
}

// erfc(x + xlow), where xlow is a small correction of x.
__device__ __forceinline__ float __xk_erfc_f(float x, float xlow) {
    float a = fabsf(x);
    float c = fminf(a, 15.0f);
    float s = __fmul_rn(c, c);
    float miss = fmaf(c, c, -s);
    miss = fmaf(c + c, x < 0.0f ? -xlow : xlow, miss);
    float e = __xk_expf_scaled(-s, 1.44269502f, 1.92596303e-8f, 0.005702352f, 1.0f);
    float r = __xk_erfcx_positive_f(c);
    r = __fmul_rn(fmaf(-miss, r, r), e);
    if (a > 15.0f) {
        r = 0.0f;
    }
    return x < 0.0f ? 2.0f - r : r;
}

__device__ __forceinline__ float erfcf(float x) {
    float r = __xk_erfc_f(x, 0.0f);
    return x != x ? x + x : r;
}

__device__ __forceinline__ float erfcxf(float x) {
    float a = fabsf(x);
    float r = a < 1e6f ? __xk_erfcx_positive_f(a) : 0.564189553f / a;
    if (x < 0.0f) {
        float s = __fmul_rn(x, x);
        float miss = fmaf(x, x, -s);
        float e = __xk_expf(s);
        if (e < __int_as_float(0x7f800000)) {
            e = fmaf(e, miss, e);
        }
        r = fmaf(2.0f, e, -r);
    }
    return r;
}

__device__ __forceinline__ float normcdff(float x) {
    float c = fminf(fmaxf(x, -15.0f), 15.0f);
    float t = __fmul_rn(c, -0.707106769f);
    float low = fmaf(c, -0.707106769f, -t);
    low = fmaf(c, -1.21016175e-8f, low);
    float r = 0.5f * __xk_erfc_f(t, low);
    return x != x ? x + x : r;
}

__device__ __forceinline__ float erfinvf(float x) {
    float w = -__xk_logf(__fmul_rn(1.0f - x, 1.0f + x));
    float p;
    if (w < 5.0f) {
        w = w - 2.5f;
        p = 2.85350374e-8f;
        p = fmaf(p, w, 3.43727237e-7f);
        p = fmaf(p, w, -3.52886218e-6f);
        p = fmaf(p, w, -4.39678388e-6f);
        p = fmaf(p, w, 0.000218602203f);
        p = fmaf(p, w, -0.00125370745f);
        p = fmaf(p, w, -0.00417770818f);
        p = fmaf(p, w, 0.246640727f);
        p = fmaf(p, w, 1.50140941f);
    } else {
        w = __fsqrt_rn(w) - 3.0f;
        p = -0.00013802739f;
        p = fmaf(p, w, 7.23965059e-5f);
        p = fmaf(p, w, 0.00125466567f);
        p = fmaf(p, w, -0.0036446685f);
        p = fmaf(p, w, 0.00578591367f);
        p = fmaf(p, w, -0.0076296418f);
        p = fmaf(p, w, 0.0094315093f);
        p = fmaf(p, w, 1.00167441f);
        p = fmaf(p, w, 2.83297706f);
    }
    float a = fabsf(x);
    return a == 1.0f ? x * __int_as_float(0x7f800000) : p * x;
}

__device__ __forceinline__ float erfcinvf(float x) {
    return (float)erfcinv((double)x);
}

__device__ __forceinline__ float normcdfinvf(float x) {
    return (float)normcdfinv((double)x);
}
