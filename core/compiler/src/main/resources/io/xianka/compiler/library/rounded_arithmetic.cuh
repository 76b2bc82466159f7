// Arithmetic with a stated rounding. These operations are never contracted: __fadd_rn(__fmul_rn(a, b), c) keeps both
// roundings, where a * b + c becomes one fma.

__device__ __forceinline__ float __fadd_rn(float x, float y) {
    float r;
    asm("add.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
}

__device__ __forceinline__ float __fadd_rz(float x, float y) {
    float r;
    asm("add.rz.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
}

__device__ __forceinline__ float __fadd_ru(float x, float y) {
    float r;
    asm("add.rp.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
}

__device__ __forceinline__ float __fadd_rd(float x, float y) {
    float r;
    asm("add.rm.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
}

__device__ __forceinline__ float __fsub_rn(float x, float y) {
    float r;
    asm("sub.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
}

__device__ __forceinline__ float __fsub_rz(float x, float y) {
    float r;
    asm("sub.rz.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
}

__device__ __forceinline__ float __fsub_ru(float x, float y) {
    float r;
    asm("sub.rp.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
}

__device__ __forceinline__ float __fsub_rd(float x, float y) {
    float r;
    asm("sub.rm.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
}

__device__ __forceinline__ float __fmul_rn(float x, float y) {
    float r;
    asm("mul.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
}

__device__ __forceinline__ float __fmul_rz(float x, float y) {
    float r;
    asm("mul.rz.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
}

__device__ __forceinline__ float __fmul_ru(float x, float y) {
    float r;
    asm("mul.rp.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
}

__device__ __forceinline__ float __fmul_rd(float x, float y) {
    float r;
    asm("mul.rm.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
}

__device__ __forceinline__ float __fmaf_rn(float x, float y, float z) {
    float r;
    asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(x), "f"(y), "f"(z));
    return r;
}

__device__ __forceinline__ float __fmaf_rz(float x, float y, float z) {
    float r;
    asm("fma.rz.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(x), "f"(y), "f"(z));
    return r;
}

__device__ __forceinline__ float __fmaf_ru(float x, float y, float z) {
    float r;
    asm("fma.rp.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(x), "f"(y), "f"(z));
    return r;
}

__device__ __forceinline__ float __fmaf_rd(float x, float y, float z) {
    float r;
    asm("fma.rm.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(x), "f"(y), "f"(z));
    return r;
}

__device__ __forceinline__ float __fdiv_rn(float x, float y) {
    float r;
    asm("div.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
}

__device__ __forceinline__ float __frcp_rn(float x) {
    float r;
    asm("rcp.rn.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __fsqrt_rn(float x) {
    float r;
    asm("sqrt.rn.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __fdiv_rz(float x, float y) {
    float r;
    asm("div.rz.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
}

__device__ __forceinline__ float __frcp_rz(float x) {
    float r;
    asm("rcp.rz.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __fsqrt_rz(float x) {
    float r;
    asm("sqrt.rz.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __fdiv_ru(float x, float y) {
    float r;
    asm("div.rp.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
}

__device__ __forceinline__ float __frcp_ru(float x) {
    float r;
    asm("rcp.rp.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __fsqrt_ru(float x) {
    float r;
    asm("sqrt.rp.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __fdiv_rd(float x, float y) {
    float r;
    asm("div.rm.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
}

__device__ __forceinline__ float __frcp_rd(float x) {
    float r;
    asm("rcp.rm.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __fsqrt_rd(float x) {
    float r;
    asm("sqrt.rm.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ double __dadd_rn(double x, double y) {
    double r;
    asm("add.rn.f64 %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y));
    return r;
}

__device__ __forceinline__ double __dadd_rz(double x, double y) {
    double r;
    asm("add.rz.f64 %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y));
    return r;
}

__device__ __forceinline__ double __dadd_ru(double x, double y) {
    double r;
    asm("add.rp.f64 %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y));
    return r;
}

__device__ __forceinline__ double __dadd_rd(double x, double y) {
    double r;
    asm("add.rm.f64 %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y));
    return r;
}

__device__ __forceinline__ double __dsub_rn(double x, double y) {
    double r;
    asm("sub.rn.f64 %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y));
    return r;
}

__device__ __forceinline__ double __dsub_rz(double x, double y) {
    double r;
    asm("sub.rz.f64 %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y));
    return r;
}

__device__ __forceinline__ double __dsub_ru(double x, double y) {
    double r;
    asm("sub.rp.f64 %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y));
    return r;
}

__device__ __forceinline__ double __dsub_rd(double x, double y) {
    double r;
    asm("sub.rm.f64 %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y));
    return r;
}

__device__ __forceinline__ double __dmul_rn(double x, double y) {
    double r;
    asm("mul.rn.f64 %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y));
    return r;
}

__device__ __forceinline__ double __dmul_rz(double x, double y) {
    double r;
    asm("mul.rz.f64 %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y));
    return r;
}

__device__ __forceinline__ double __dmul_ru(double x, double y) {
    double r;
    asm("mul.rp.f64 %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y));
    return r;
}

__device__ __forceinline__ double __dmul_rd(double x, double y) {
    double r;
    asm("mul.rm.f64 %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y));
    return r;
}

__device__ __forceinline__ double __fma_rn(double x, double y, double z) {
    double r;
    asm("fma.rn.f64 %0, %1, %2, %3;" : "=d"(r) : "d"(x), "d"(y), "d"(z));
    return r;
}

__device__ __forceinline__ double __fma_rz(double x, double y, double z) {
    double r;
    asm("fma.rz.f64 %0, %1, %2, %3;" : "=d"(r) : "d"(x), "d"(y), "d"(z));
    return r;
}

__device__ __forceinline__ double __fma_ru(double x, double y, double z) {
    double r;
    asm("fma.rp.f64 %0, %1, %2, %3;" : "=d"(r) : "d"(x), "d"(y), "d"(z));
    return r;
}

__device__ __forceinline__ double __fma_rd(double x, double y, double z) {
    double r;
    asm("fma.rm.f64 %0, %1, %2, %3;" : "=d"(r) : "d"(x), "d"(y), "d"(z));
    return r;
}

__device__ __forceinline__ double __ddiv_rn(double x, double y) {
    double r;
    asm("div.rn.f64 %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y));
    return r;
}

__device__ __forceinline__ double __drcp_rn(double x) {
    double r;
    asm("rcp.rn.f64 %0, %1;" : "=d"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ double __dsqrt_rn(double x) {
    double r;
    asm("sqrt.rn.f64 %0, %1;" : "=d"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ double __ddiv_rz(double x, double y) {
    double r;
    asm("div.rz.f64 %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y));
    return r;
}

__device__ __forceinline__ double __drcp_rz(double x) {
    double r;
    asm("rcp.rz.f64 %0, %1;" : "=d"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ double __dsqrt_rz(double x) {
    double r;
    asm("sqrt.rz.f64 %0, %1;" : "=d"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ double __ddiv_ru(double x, double y) {
    double r;
    asm("div.rp.f64 %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y));
    return r;
}

__device__ __forceinline__ double __drcp_ru(double x) {
    double r;
    asm("rcp.rp.f64 %0, %1;" : "=d"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ double __dsqrt_ru(double x) {
    double r;
    asm("sqrt.rp.f64 %0, %1;" : "=d"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ double __ddiv_rd(double x, double y) {
    double r;
    asm("div.rm.f64 %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y));
    return r;
}

__device__ __forceinline__ double __drcp_rd(double x) {
    double r;
    asm("rcp.rm.f64 %0, %1;" : "=d"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ double __dsqrt_rd(double x) {
    double r;
    asm("sqrt.rm.f64 %0, %1;" : "=d"(r) : "d"(x));
    return r;
}

// Subnormals stay what they are, whatever the options say.
__device__ __forceinline__ float __fmaf_ieee_rn(float a, float b, float c) {
    float r;
    asm volatile("fma.rn.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c));
    return r;
}

__device__ __forceinline__ float __fmaf_ieee_rz(float a, float b, float c) {
    float r;
    asm volatile("fma.rz.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c));
    return r;
}

__device__ __forceinline__ float __fmaf_ieee_rd(float a, float b, float c) {
    float r;
    asm volatile("fma.rm.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c));
    return r;
}

__device__ __forceinline__ float __fmaf_ieee_ru(float a, float b, float c) {
    float r;
    asm volatile("fma.rp.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c));
    return r;
}
