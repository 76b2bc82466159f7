// Functions of half precision: through float and the special function unit, rounded once more. The few inputs where that is an ulp off are
// corrected, as CUDA does.

__device__ __forceinline__ __half htrunc(__half a) {
    __half r;
    asm("cvt.rzi.f16.f16 %0, %1;" : "=h"(r.__x) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __half hceil(__half a) {
    __half r;
    asm("cvt.rpi.f16.f16 %0, %1;" : "=h"(r.__x) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __half hfloor(__half a) {
    __half r;
    asm("cvt.rmi.f16.f16 %0, %1;" : "=h"(r.__x) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __half hrint(__half a) {
    __half r;
    asm("cvt.rni.f16.f16 %0, %1;" : "=h"(r.__x) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __half2 h2trunc(__half2 a) {
    return __half2(htrunc(a.x), htrunc(a.y));
}

__device__ __forceinline__ __half2 h2ceil(__half2 a) {
    return __half2(hceil(a.x), hceil(a.y));
}

__device__ __forceinline__ __half2 h2floor(__half2 a) {
    return __half2(hfloor(a.x), hfloor(a.y));
}

__device__ __forceinline__ __half2 h2rint(__half2 a) {
    return __half2(hrint(a.x), hrint(a.y));
}

__device__ __forceinline__ __half2 h2sqrt(__half2 a) {
    return __half2(hsqrt(a.x), hsqrt(a.y));
}

__device__ __forceinline__ __half2 h2rsqrt(__half2 a) {
    return __half2(hrsqrt(a.x), hrsqrt(a.y));
}

__device__ __forceinline__ __half2 h2rcp(__half2 a) {
    return __half2(hrcp(a.x), hrcp(a.y));
}

__device__ __forceinline__ __half2 h2log(__half2 a) {
    return __half2(hlog(a.x), hlog(a.y));
}

__device__ __forceinline__ __half2 h2log2(__half2 a) {
    return __half2(hlog2(a.x), hlog2(a.y));
}

__device__ __forceinline__ __half2 h2log10(__half2 a) {
    return __half2(hlog10(a.x), hlog10(a.y));
}

__device__ __forceinline__ __half2 h2exp(__half2 a) {
    return __half2(hexp(a.x), hexp(a.y));
}

__device__ __forceinline__ __half2 h2exp2(__half2 a) {
    return __half2(hexp2(a.x), hexp2(a.y));
}

__device__ __forceinline__ __half2 h2exp10(__half2 a) {
    return __half2(hexp10(a.x), hexp10(a.y));
}

__device__ __forceinline__ __half2 h2cos(__half2 a) {
    return __half2(hcos(a.x), hcos(a.y));
}

__device__ __forceinline__ __half2 h2sin(__half2 a) {
    return __half2(hsin(a.x), hsin(a.y));
}

__device__ __forceinline__ __half2 h2tanh(__half2 a) {
    return __half2(htanh(a.x), htanh(a.y));
}

__device__ __forceinline__ __half htanh_approx(__half a) {
    __half r;
    asm("tanh.approx.f16 %0, %1;" : "=h"(r.__x) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __half2 h2tanh_approx(__half2 a) {
    __half2 r;
    asm("tanh.approx.f16x2 %0, %1;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a));
    return r;
}

__device__ __forceinline__ __half hsqrt(__half a) {
    return __float2half_rn(__xk_sqrt(__half2float(a)));
}

__device__ __forceinline__ __half hrsqrt(__half a) {
    return __float2half_rn(__xk_rsqrt(__half2float(a)));
}

__device__ __forceinline__ __half hrcp(__half a) {
    return __float2half_rn(__xk_rcp(__half2float(a)));
}

__device__ __forceinline__ float __xk_lg2_ftz(float x) {
    float r;
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

// Adds a number of these bits; 0x8000 is -0 and changes nothing.
__device__ __forceinline__ __half __xk_corrected(__half r, unsigned short by) {
    return __hadd_rn(r, __ushort_as_half(by));
}

__device__ __forceinline__ __half hlog(__half a) {
    const __half r = __float2half_rn(__fmul_rn(__xk_lg2_ftz(__half2float(a)), __int_as_float(0x3F317218)));
    return __xk_corrected(r, a.__x == 0x160D ? 0x9C00 : a.__x == 0x3BFE ? 0x8010 : a.__x == 0x3C0B ? 0x8080 : a.__x == 0x6051 ? 0x1C00 : 0x8000);
}

__device__ __forceinline__ __half hlog2(__half a) {
    const __half r = __float2half_rn(__xk_lg2_ftz(__half2float(a)));
    return __xk_corrected(r, r.__x == 0xA2E2 ? 0x8080 : r.__x == 0xBF46 ? 0x9400 : 0x8000);
}

__device__ __forceinline__ __half hlog10(__half a) {
    const __half r = __float2half_rn(__fmul_rn(__xk_lg2_ftz(__half2float(a)), __int_as_float(0x3E9A209B)));
    return __xk_corrected(r, a.__x == 0x338F ? 0x1000 : a.__x == 0x33F8 ? 0x9000 : a.__x == 0x57E1 ? 0x9800 : a.__x == 0x719D ? 0x9C00 : 0x8000);
}

__device__ __forceinline__ __half hexp(__half a) {
    const __half r = __float2half_rn(__xk_ex2(__fmul_rn(__half2float(a), __int_as_float(0x3FB8AA3B))));
    return __xk_corrected(r, a.__x == 0x1F79 ? 0x9400 : a.__x == 0x25CF ? 0x9400 : a.__x == 0xC13B ? 0x0400 : a.__x == 0xC1EF ? 0x0200 : 0x8000);
}

__device__ __forceinline__ __half hexp2(__half a) {
    const float power = __xk_ex2(__half2float(a));
    return __float2half_rn(__fmaf_rn(power, __int_as_float(0x33800000), power));
}

__device__ __forceinline__ __half hexp10(__half a) {
    const __half r = __float2half_rn(__xk_ex2(__fmul_rn(__half2float(a), __int_as_float(0x40549A78))));
    return __xk_corrected(r, a.__x == 0x34DE ? 0x9800 : a.__x == 0x9766 ? 0x9000 : a.__x == 0x9972 ? 0x1000 : a.__x == 0xA5C4 ? 0x1000 : a.__x == 0xBF0A ? 0x8100 : 0x8000);
}

// Sine of x plus quarter turns: polynomials of sine and cosine in [-pi/4, pi/4].
__device__ __forceinline__ float __xk_sine(float x, unsigned int quarter) {
    const float shifted = __fmaf_rn(x, __int_as_float(0x3F22F983), 12582912.0f);
    const float turns = __fsub_rn(shifted, 12582912.0f);
    const float rest = __fmaf_rn(turns, __int_as_float(0xB3A22168), __fmaf_rn(turns, __int_as_float(0xBFC90FDA), x));
    const unsigned int quadrant = __float_as_uint(shifted) + quarter;
    const float square = __fmul_rn(rest, rest);
    const bool even = quadrant & 1;
    float p = __fmaf_rn(__int_as_float(even ? 0x37CCF5CE : 0xB94CA1F9), square, __int_as_float(even ? 0xBAB6061A : 0x3C08839E));
    p = __fmaf_rn(p, square, __int_as_float(even ? 0x3D2AAAA5 : 0xBE2AAAA3));
    p = __fmaf_rn(p, square, even ? -0.5f : 0.0f);
    p = __fmaf_rn(p, even ? square : rest, even ? 1.0f : rest);
    return quadrant & 2 ? -p : p;
}

__device__ __forceinline__ __half hcos(__half a) {
    const __half r = __float2half_rn(__xk_sine(__half2float(a), 1));
    const unsigned int size = a.__x & 0x7FFF;
    return __xk_corrected(r, size == 0x2B7C ? 0x1000 : 0x8000);
}

__device__ __forceinline__ __half hsin(__half a) {
    __half r = __float2half_rn(__xk_sine(__half2float(a), 0));
    const unsigned int sign = r.__x & 0x8000;
    const unsigned int size = a.__x & 0x7FFF;
    r.__x &= 0x7FFF;
    r = __xk_corrected(r, size == 0x32B3 ? 0x0800 : size == 0x5CB0 ? 0x9000 : 0x8000);
    r.__x |= sign;
    return r;
}

__device__ __forceinline__ __half htanh(__half a) {
    const float x = __half2float(a);
    const float size = fabsf(x);
    const float power = __xk_ex2(__fmul_rn(size, __int_as_float(0x4038AA3B)));
    const float far = __fmaf_rn(__xk_rcp(__fadd_rn(power, 1.0f)), -2.0f, 1.0f);
    if (size >= __int_as_float(0x3F19999A)) {
        return __float2half_rn(copysignf(size >= __int_as_float(0x41102CB4) ? 1.0f : far, x));
    }
    const float square = __fmul_rn(x, x);
    float p = __fmaf_rn(__int_as_float(0x3C80F082), square, __int_as_float(0xBD563CAE));
    p = __fmaf_rn(p, square, __int_as_float(0x3E085941));
    p = __fmaf_rn(p, square, __int_as_float(0xBEAAA9ED));
    p = __fmaf_rn(p, square, 0.0f);
    return __float2half_rn(__fmaf_rn(p, x, x));
}
