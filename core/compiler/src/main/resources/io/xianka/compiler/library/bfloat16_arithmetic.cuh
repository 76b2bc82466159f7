// Arithmetic on bfloat16 and pairs of it. Without _rn a product and a sum may be contracted by the driver, as in CUDA.

__device__ __forceinline__ __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
    __nv_bfloat16 r;
    asm("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
    __nv_bfloat162 r;
    asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b), "r"((unsigned int&)c));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __hfma_relu(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
    __nv_bfloat16 r;
    asm("fma.rn.relu.bf16 %0, %1, %2, %3;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hfma2_relu(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
    __nv_bfloat162 r;
    asm("fma.rn.relu.bf16x2 %0, %1, %2, %3;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b), "r"((unsigned int&)c));
    return r;
}

// There is no saturating instruction. NaN becomes 0.
__device__ __forceinline__ __nv_bfloat16 __xk_saturated(__nv_bfloat16 a) {
    return __hmin(__hmax(a, __ushort_as_bfloat16(0)), __ushort_as_bfloat16(0x3F80));
}

__device__ __forceinline__ __nv_bfloat162 __xk_saturated(__nv_bfloat162 a) {
    return __hmin2(__hmax2(a, __bfloat162bfloat162(__ushort_as_bfloat16(0))), __bfloat162bfloat162(__ushort_as_bfloat16(0x3F80)));
}

__device__ __forceinline__ __nv_bfloat16 __hadd_sat(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __xk_saturated(__hadd_rn(a, b));
}

__device__ __forceinline__ __nv_bfloat16 __hsub_sat(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __xk_saturated(__hsub_rn(a, b));
}

__device__ __forceinline__ __nv_bfloat16 __hmul_sat(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __xk_saturated(__hmul_rn(a, b));
}

__device__ __forceinline__ __nv_bfloat16 __hfma_sat(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
    return __xk_saturated(__hfma(a, b, c));
}

__device__ __forceinline__ __nv_bfloat162 __hadd2_sat(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __xk_saturated(__hadd2_rn(a, b));
}

__device__ __forceinline__ __nv_bfloat162 __hsub2_sat(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __xk_saturated(__hsub2_rn(a, b));
}

__device__ __forceinline__ __nv_bfloat162 __hmul2_sat(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __xk_saturated(__hmul2_rn(a, b));
}

__device__ __forceinline__ __nv_bfloat162 __hfma2_sat(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
    return __xk_saturated(__hfma2(a, b, c));
}

__device__ __forceinline__ __nv_bfloat16 __hneg(__nv_bfloat16 a) {
    __nv_bfloat16 r;
    asm("neg.bf16 %0, %1;" : "=h"(r.__x) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hneg2(__nv_bfloat162 a) {
    __nv_bfloat162 r;
    asm("neg.bf16x2 %0, %1;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __habs(__nv_bfloat16 a) {
    __nv_bfloat16 r;
    asm("abs.bf16 %0, %1;" : "=h"(r.__x) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __habs2(__nv_bfloat162 a) {
    __nv_bfloat162 r;
    asm("abs.bf16x2 %0, %1;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) {
    __nv_bfloat16 r;
    asm("max.bf16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hmax2(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("max.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __hmax_nan(__nv_bfloat16 a, __nv_bfloat16 b) {
    __nv_bfloat16 r;
    asm("max.NaN.bf16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hmax2_nan(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("max.NaN.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) {
    __nv_bfloat16 r;
    asm("min.bf16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hmin2(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("min.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __hmin_nan(__nv_bfloat16 a, __nv_bfloat16 b) {
    __nv_bfloat16 r;
    asm("min.NaN.bf16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hmin2_nan(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("min.NaN.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

// The fast division gives 0 for divisors from 2^126 up: those are scaled.
__device__ __forceinline__ __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) {
    const float x = __bfloat162float(a);
    const float y = __bfloat162float(b);
    const bool huge = fabsf(y) >= 8.50705917e37f;
    const float quotient = __fdividef(x, huge ? __fmul_rn(y, 0.25f) : y);
    return __float2bfloat16_rn(huge ? __fmul_rn(quotient, 0.25f) : quotient);
}

__device__ __forceinline__ __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}

// a * b + c of complex numbers, real parts first.
__device__ __forceinline__ __nv_bfloat162 __hcmadd(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
    const __nv_bfloat16 real = __hfma(a.x, b.x, c.x);
    const __nv_bfloat16 imaginary = __hfma(a.x, b.y, c.y);
    return __nv_bfloat162(__hfma(__hneg(a.y), b.y, real), __hfma(a.y, b.x, imaginary));
}
