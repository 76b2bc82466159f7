// The fast, less exact functions: one or two instructions of the special function unit. Errors as in the CUDA
// programming guide, "Intrinsic Functions": __expf 2 + floor(1.16 |x|) ulp, __sinf 2^-21.41 absolute in [-pi, pi], ...
// The __xk_ names flush subnormals to zero; the functions that use them scale their arguments first.

__device__ __forceinline__ float __saturatef(float x) {
    float r;
    asm("cvt.sat.f32.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __xk_ex2(float x) {
    float r;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __xk_lg2(float x) {
    float r;
    asm("lg2.approx.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __xk_rcp(float x) {
    float r;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __xk_sqrt(float x) {
    float r;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __xk_rsqrt(float x) {
    float r;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __tanhf(float x) {
    float r;
    asm("tanh.approx.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __sinf(float x) {
    float r;
    asm("sin.approx.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __cosf(float x) {
    float r;
    asm("cos.approx.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

// 20 bits of 1 / x.
__device__ __forceinline__ double __xk_rcp_d(double x) {
    double r;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ float __fdividef(float x, float y) {
    float r;
    asm("div.approx.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
}

__device__ __forceinline__ float __log2f(float x) {
    float r;
    asm("lg2.approx.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float fdividef(float x, float y) {
    return __fdiv_rn(x, y);
}

__device__ __forceinline__ float __logf(float x) {
    return __log2f(x) * 0.693147182f;
}

__device__ __forceinline__ float __log10f(float x) {
    return __log2f(x) * 0.30103001f;
}

__device__ __forceinline__ float __exp2f(float x) {
    float r;
    asm("ex2.approx.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __expf(float x) {
    return __exp2f(x * 1.44269502f);
}

__device__ __forceinline__ float __exp10f(float x) {
    return __exp2f(x * 3.32192802f);
}

__device__ __forceinline__ float __powf(float x, float y) {
    return __exp2f(y * __log2f(x));
}

__device__ __forceinline__ float __tanf(float x) {
    return __fdividef(__sinf(x), __cosf(x));
}

__device__ __forceinline__ void __sincosf(float x, float* s, float* c) {
    *s = __sinf(x);
    *c = __cosf(x);
}

// The quotient and the root are exact to 2^-53, and no 1/sqrt(x) comes that near to the middle of two floats
// (all 2^24 significands of two octaves were tried).
__device__ __forceinline__ float __frsqrt_rn(float x) {
    return __double2float_rn(__drcp_rn(__dsqrt_rn((double)x)));
}

__device__ __forceinline__ double fdivide(double x, double y) {
    return __ddiv_rn(x, y);
}
