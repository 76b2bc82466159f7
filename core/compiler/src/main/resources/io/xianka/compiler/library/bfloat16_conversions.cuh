// Conversions of bfloat16: from and to floats and integers with stated roundings, and between numbers, pairs and bits.

__device__ __forceinline__ __nv_bfloat16 __float2bfloat16(float x) {
    __nv_bfloat16 r;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(r.__x) : "f"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __float2bfloat16_rn(float x) {
    __nv_bfloat16 r;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(r.__x) : "f"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __float2bfloat16_rz(float x) {
    __nv_bfloat16 r;
    asm("cvt.rz.bf16.f32 %0, %1;" : "=h"(r.__x) : "f"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __float2bfloat16_rd(float x) {
    __nv_bfloat16 r = __float2bfloat16_rz(x);
    if (x < __bfloat162float(r)) {
        r.__x = r.__x & 0x8000 ? r.__x + 1 : r.__x == 0 ? 0x8001 : r.__x - 1;
    }
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __float2bfloat16_ru(float x) {
    __nv_bfloat16 r = __float2bfloat16_rz(x);
    if (__bfloat162float(r) < x) {
        r.__x = r.__x & 0x8000 ? r.__x - 1 : r.__x + 1;
    }
    return r;
}

__device__ __forceinline__ float __bfloat162float(__nv_bfloat16 a) {
    float r;
    asm("cvt.f32.bf16 %0, %1;" : "=f"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ signed char __bfloat162char_rz(__nv_bfloat16 a) {
    int r;
    asm("cvt.rzi.s8.f32 %0, %1;" : "=r"(r) : "f"(__bfloat162float(a)));
    return (signed char)r;
}

__device__ __forceinline__ unsigned char __bfloat162uchar_rz(__nv_bfloat16 a) {
    int r;
    asm("cvt.rzi.u8.f32 %0, %1;" : "=r"(r) : "f"(__bfloat162float(a)));
    return (unsigned char)r;
}

__device__ __forceinline__ __nv_bfloat162 __float2bfloat162_rn(float x) {
    return __floats2bfloat162_rn(x, x);
}

__device__ __forceinline__ __nv_bfloat162 __floats2bfloat162_rn(float a, float b) {
    __nv_bfloat162 r;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"((unsigned int&)r) : "f"(b), "f"(a));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __float22bfloat162_rn(float2 a) {
    return __floats2bfloat162_rn(a.x, a.y);
}

__device__ __forceinline__ float2 __bfloat1622float2(__nv_bfloat162 a) {
    return make_float2(__bfloat162float(a.x), __bfloat162float(a.y));
}

__device__ __forceinline__ float __low2float(__nv_bfloat162 a) {
    return __bfloat162float(a.x);
}

__device__ __forceinline__ float __high2float(__nv_bfloat162 a) {
    return __bfloat162float(a.y);
}

__device__ __forceinline__ __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) {
    return __nv_bfloat162(x, y);
}

__device__ __forceinline__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) {
    return __nv_bfloat162(a, a);
}

__device__ __forceinline__ __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __nv_bfloat162(a, b);
}

__device__ __forceinline__ __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) {
    return __nv_bfloat162(a.y, a.x);
}

__device__ __forceinline__ __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(a.x, b.x);
}

__device__ __forceinline__ __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(a.y, b.y);
}

__device__ __forceinline__ __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) {
    return a.x;
}

__device__ __forceinline__ __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) {
    return a.y;
}

__device__ __forceinline__ __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) {
    return __nv_bfloat162(a.x, a.x);
}

__device__ __forceinline__ __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) {
    return __nv_bfloat162(a.y, a.y);
}

__device__ __forceinline__ short __bfloat16_as_short(__nv_bfloat16 a) {
    return (short)a.__x;
}

__device__ __forceinline__ unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) {
    return a.__x;
}

__device__ __forceinline__ __nv_bfloat16 __short_as_bfloat16(short bits) {
    __nv_bfloat16 r;
    r.__x = (unsigned short)bits;
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
    __nv_bfloat16 r;
    r.__x = bits;
    return r;
}
