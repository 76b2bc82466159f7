// Arithmetic on half precision and pairs of it. Without _rn a product and a sum may be contracted by the driver, as in CUDA.

__device__ __forceinline__ __half __hadd(__half a, __half b) {
    __half r;
    asm("add.f16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __half2 __hadd2(__half2 a, __half2 b) {
    __half2 r;
    asm("add.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half __hadd_rn(__half a, __half b) {
    __half r;
    asm("add.rn.f16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __half2 __hadd2_rn(__half2 a, __half2 b) {
    __half2 r;
    asm("add.rn.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half __hsub(__half a, __half b) {
    __half r;
    asm("sub.f16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __half2 __hsub2(__half2 a, __half2 b) {
    __half2 r;
    asm("sub.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half __hsub_rn(__half a, __half b) {
    __half r;
    asm("sub.rn.f16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __half2 __hsub2_rn(__half2 a, __half2 b) {
    __half2 r;
    asm("sub.rn.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half __hmul(__half a, __half b) {
    __half r;
    asm("mul.f16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __half2 __hmul2(__half2 a, __half2 b) {
    __half2 r;
    asm("mul.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half __hmul_rn(__half a, __half b) {
    __half r;
    asm("mul.rn.f16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __half2 __hmul2_rn(__half2 a, __half2 b) {
    __half2 r;
    asm("mul.rn.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half __hfma(__half a, __half b, __half c) {
    __half r;
    asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
    return r;
}

__device__ __forceinline__ __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
    __half2 r;
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b), "r"((unsigned int&)c));
    return r;
}

__device__ __forceinline__ __half __hfma_relu(__half a, __half b, __half c) {
    __half r;
    asm("fma.rn.relu.f16 %0, %1, %2, %3;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
    return r;
}

__device__ __forceinline__ __half2 __hfma2_relu(__half2 a, __half2 b, __half2 c) {
    __half2 r;
    asm("fma.rn.relu.f16x2 %0, %1, %2, %3;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b), "r"((unsigned int&)c));
    return r;
}

__device__ __forceinline__ __half __hadd_sat(__half a, __half b) {
    __half r;
    asm("add.sat.f16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __half2 __hadd2_sat(__half2 a, __half2 b) {
    __half2 r;
    asm("add.sat.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half __hsub_sat(__half a, __half b) {
    __half r;
    asm("sub.sat.f16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __half2 __hsub2_sat(__half2 a, __half2 b) {
    __half2 r;
    asm("sub.sat.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half __hmul_sat(__half a, __half b) {
    __half r;
    asm("mul.sat.f16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __half2 __hmul2_sat(__half2 a, __half2 b) {
    __half2 r;
    asm("mul.sat.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half __hfma_sat(__half a, __half b, __half c) {
    __half r;
    asm("fma.rn.sat.f16 %0, %1, %2, %3;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
    return r;
}

__device__ __forceinline__ __half2 __hfma2_sat(__half2 a, __half2 b, __half2 c) {
    __half2 r;
    asm("fma.rn.sat.f16x2 %0, %1, %2, %3;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b), "r"((unsigned int&)c));
    return r;
}

__device__ __forceinline__ __half __hneg(__half a) {
    __half r;
    asm("neg.f16 %0, %1;" : "=h"(r.__x) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __half2 __hneg2(__half2 a) {
    __half2 r;
    asm("neg.f16x2 %0, %1;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a));
    return r;
}

__device__ __forceinline__ __half __habs(__half a) {
    __half r;
    asm("abs.f16 %0, %1;" : "=h"(r.__x) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __half2 __habs2(__half2 a) {
    __half2 r;
    asm("abs.f16x2 %0, %1;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a));
    return r;
}

__device__ __forceinline__ __half __hmax(__half a, __half b) {
    __half r;
    asm("max.f16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __half2 __hmax2(__half2 a, __half2 b) {
    __half2 r;
    asm("max.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half __hmax_nan(__half a, __half b) {
    __half r;
    asm("max.NaN.f16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __half2 __hmax2_nan(__half2 a, __half2 b) {
    __half2 r;
    asm("max.NaN.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half __hmin(__half a, __half b) {
    __half r;
    asm("min.f16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __half2 __hmin2(__half2 a, __half2 b) {
    __half2 r;
    asm("min.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half __hmin_nan(__half a, __half b) {
    __half r;
    asm("min.NaN.f16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __half2 __hmin2_nan(__half2 a, __half2 b) {
    __half2 r;
    asm("min.NaN.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

// Only among the smallest subnormals can the quotient of floats lie on the wrong side: a step of Newton mends it.
__device__ __forceinline__ __half __hdiv(__half a, __half b) {
    const float x = __half2float(a);
    const float y = __half2float(b);
    const float reciprocal = __xk_rcp(y);
    const float quotient = __fmul_rn(x, reciprocal);
    const __half r = __float2half_rn(quotient);
    const unsigned int size = r.__x & 0x7FFF;
    if (size == 0 || size >= 0x8F) {
        return r;
    }
    return __float2half_rn(__fmaf_rn(reciprocal, __fmaf_rn(-y, quotient, x), quotient));
}

__device__ __forceinline__ __half2 __h2div(__half2 a, __half2 b) {
    return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}

// a * b + c of complex numbers, real parts first.
__device__ __forceinline__ __half2 __hcmadd(__half2 a, __half2 b, __half2 c) {
    const __half real = __hfma(a.x, b.x, c.x);
    const __half imaginary = __hfma(a.x, b.y, c.y);
    return __half2(__hfma(__hneg(a.y), b.y, real), __hfma(a.y, b.x, imaginary));
}
