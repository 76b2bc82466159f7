// Comparisons of bfloat16 and of pairs. With a u before the 2, or at the end, NaN makes them true.

__device__ __forceinline__ bool __hbeq2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __heq2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hbne2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __hne2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hble2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __hle2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hbge2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __hge2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hblt2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __hlt2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hbgt2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __hgt2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hbequ2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __hequ2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hbneu2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __hneu2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hbleu2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __hleu2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hbgeu2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __hgeu2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hbltu2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __hltu2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hbgtu2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __hgtu2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hisnan(__nv_bfloat16 a) {
    return (a.__x & 0x7FFF) > 0x7F80;
}

__device__ __forceinline__ int __hisinf(__nv_bfloat16 a) {
    return a.__x == 0x7F80 ? 1 : a.__x == (0x7F80 | 0x8000) ? -1 : 0;
}
