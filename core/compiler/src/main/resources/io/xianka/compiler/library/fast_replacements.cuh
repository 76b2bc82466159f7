// What -use_fast_math puts in the place of the single precision functions of the same names.

__device__ __forceinline__ float sinf(float x) {
    return __sinf(x);
}

__device__ __forceinline__ float cosf(float x) {
    return __cosf(x);
}

__device__ __forceinline__ float tanf(float x) {
    return __tanf(x);
}

__device__ __forceinline__ float expf(float x) {
    return __expf(x);
}

__device__ __forceinline__ float exp2f(float x) {
    return __exp2f(x);
}

__device__ __forceinline__ float exp10f(float x) {
    return __exp10f(x);
}

__device__ __forceinline__ float logf(float x) {
    return __logf(x);
}

__device__ __forceinline__ float log2f(float x) {
    return __log2f(x);
}

__device__ __forceinline__ float log10f(float x) {
    return __log10f(x);
}

__device__ __forceinline__ float tanhf(float x) {
    return __tanhf(x);
}

__device__ __forceinline__ float powf(float x, float y) {
    return __powf(x, y);
}

__device__ __forceinline__ void sincosf(float x, float* s, float* c) {
    __sincosf(x, s, c);
}

__device__ __forceinline__ float fdividef(float x, float y) {
    return __fdividef(x, y);
}

__device__ __forceinline__ float sqrtf(float x) {
    return __xk_sqrt(x);
}

__device__ __forceinline__ float rsqrtf(float x) {
    return __xk_rsqrt(x);
}
