// What bfloat16_hopper.cuh has, for architectures before sm_90: those know the fused product and sum, extremes and the
// conversions from and to float, of which all else is made, to the same bits.

// Rounded to odd, so that rounding once more is as good as rounding once.
__device__ __forceinline__ float __xk_odd(float truncated, bool exact) {
    const unsigned int bits = __float_as_uint(truncated);
    return exact ? truncated : __uint_as_float(bits | 1u);
}

__device__ __forceinline__ __nv_bfloat16 __double2bfloat16(double x) {
    const float truncated = __double2float_rz(x);
    const bool finite = fabsf(truncated) < __int_as_float(0x7F800000);
    return __float2bfloat16_rn(__xk_odd(truncated, !finite || (double)truncated == x));
}

__device__ __forceinline__ short __bfloat162short_rn(__nv_bfloat16 a) {
    short r;
    asm("cvt.rni.s16.f32 %0, %1;" : "=h"(r) : "f"(__bfloat162float(a)));
    return r;
}

__device__ __forceinline__ short __bfloat162short_rz(__nv_bfloat16 a) {
    short r;
    asm("cvt.rzi.s16.f32 %0, %1;" : "=h"(r) : "f"(__bfloat162float(a)));
    return r;
}

__device__ __forceinline__ short __bfloat162short_rd(__nv_bfloat16 a) {
    short r;
    asm("cvt.rmi.s16.f32 %0, %1;" : "=h"(r) : "f"(__bfloat162float(a)));
    return r;
}

__device__ __forceinline__ short __bfloat162short_ru(__nv_bfloat16 a) {
    short r;
    asm("cvt.rpi.s16.f32 %0, %1;" : "=h"(r) : "f"(__bfloat162float(a)));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __short2bfloat16_rn(short x) {
    return __float2bfloat16_rn((float)x);
}

__device__ __forceinline__ __nv_bfloat16 __short2bfloat16_rz(short x) {
    return __float2bfloat16_rz((float)x);
}

__device__ __forceinline__ __nv_bfloat16 __short2bfloat16_rd(short x) {
    return __float2bfloat16_rd((float)x);
}

__device__ __forceinline__ __nv_bfloat16 __short2bfloat16_ru(short x) {
    return __float2bfloat16_ru((float)x);
}

__device__ __forceinline__ unsigned short __bfloat162ushort_rn(__nv_bfloat16 a) {
    unsigned short r;
    asm("cvt.rni.u16.f32 %0, %1;" : "=h"(r) : "f"(__bfloat162float(a)));
    return r;
}

__device__ __forceinline__ unsigned short __bfloat162ushort_rz(__nv_bfloat16 a) {
    unsigned short r;
    asm("cvt.rzi.u16.f32 %0, %1;" : "=h"(r) : "f"(__bfloat162float(a)));
    return r;
}

__device__ __forceinline__ unsigned short __bfloat162ushort_rd(__nv_bfloat16 a) {
    unsigned short r;
    asm("cvt.rmi.u16.f32 %0, %1;" : "=h"(r) : "f"(__bfloat162float(a)));
    return r;
}

__device__ __forceinline__ unsigned short __bfloat162ushort_ru(__nv_bfloat16 a) {
    unsigned short r;
    asm("cvt.rpi.u16.f32 %0, %1;" : "=h"(r) : "f"(__bfloat162float(a)));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __ushort2bfloat16_rn(unsigned short x) {
    return __float2bfloat16_rn((float)x);
}

__device__ __forceinline__ __nv_bfloat16 __ushort2bfloat16_rz(unsigned short x) {
    return __float2bfloat16_rz((float)x);
}

__device__ __forceinline__ __nv_bfloat16 __ushort2bfloat16_rd(unsigned short x) {
    return __float2bfloat16_rd((float)x);
}

__device__ __forceinline__ __nv_bfloat16 __ushort2bfloat16_ru(unsigned short x) {
    return __float2bfloat16_ru((float)x);
}

__device__ __forceinline__ int __bfloat162int_rn(__nv_bfloat16 a) {
    return __float2int_rn(__bfloat162float(a));
}

__device__ __forceinline__ int __bfloat162int_rz(__nv_bfloat16 a) {
    return __float2int_rz(__bfloat162float(a));
}

__device__ __forceinline__ int __bfloat162int_rd(__nv_bfloat16 a) {
    return __float2int_rd(__bfloat162float(a));
}

__device__ __forceinline__ int __bfloat162int_ru(__nv_bfloat16 a) {
    return __float2int_ru(__bfloat162float(a));
}

__device__ __forceinline__ __nv_bfloat16 __int2bfloat16_rn(int x) {
    const float truncated = __int2float_rz(x);
    return __float2bfloat16_rn(__xk_odd(truncated, __float2int_rz(truncated) == x));
}

__device__ __forceinline__ __nv_bfloat16 __int2bfloat16_rz(int x) {
    return __float2bfloat16_rz(__int2float_rz(x));
}

__device__ __forceinline__ __nv_bfloat16 __int2bfloat16_rd(int x) {
    return __float2bfloat16_rd(__int2float_rd(x));
}

__device__ __forceinline__ __nv_bfloat16 __int2bfloat16_ru(int x) {
    return __float2bfloat16_ru(__int2float_ru(x));
}

__device__ __forceinline__ unsigned int __bfloat162uint_rn(__nv_bfloat16 a) {
    return __float2uint_rn(__bfloat162float(a));
}

__device__ __forceinline__ unsigned int __bfloat162uint_rz(__nv_bfloat16 a) {
    return __float2uint_rz(__bfloat162float(a));
}

__device__ __forceinline__ unsigned int __bfloat162uint_rd(__nv_bfloat16 a) {
    return __float2uint_rd(__bfloat162float(a));
}

__device__ __forceinline__ unsigned int __bfloat162uint_ru(__nv_bfloat16 a) {
    return __float2uint_ru(__bfloat162float(a));
}

__device__ __forceinline__ __nv_bfloat16 __uint2bfloat16_rn(unsigned int x) {
    const float truncated = __uint2float_rz(x);
    return __float2bfloat16_rn(__xk_odd(truncated, __float2uint_rz(truncated) == x));
}

__device__ __forceinline__ __nv_bfloat16 __uint2bfloat16_rz(unsigned int x) {
    return __float2bfloat16_rz(__uint2float_rz(x));
}

__device__ __forceinline__ __nv_bfloat16 __uint2bfloat16_rd(unsigned int x) {
    return __float2bfloat16_rd(__uint2float_rd(x));
}

__device__ __forceinline__ __nv_bfloat16 __uint2bfloat16_ru(unsigned int x) {
    return __float2bfloat16_ru(__uint2float_ru(x));
}

__device__ __forceinline__ long long __bfloat162ll_rn(__nv_bfloat16 a) {
    return __float2ll_rn(__bfloat162float(a));
}

__device__ __forceinline__ long long __bfloat162ll_rz(__nv_bfloat16 a) {
    return __float2ll_rz(__bfloat162float(a));
}

__device__ __forceinline__ long long __bfloat162ll_rd(__nv_bfloat16 a) {
    return __float2ll_rd(__bfloat162float(a));
}

__device__ __forceinline__ long long __bfloat162ll_ru(__nv_bfloat16 a) {
    return __float2ll_ru(__bfloat162float(a));
}

__device__ __forceinline__ __nv_bfloat16 __ll2bfloat16_rn(long long x) {
    const float truncated = __ll2float_rz(x);
    return __float2bfloat16_rn(__xk_odd(truncated, __float2ll_rz(truncated) == x));
}

__device__ __forceinline__ __nv_bfloat16 __ll2bfloat16_rz(long long x) {
    return __float2bfloat16_rz(__ll2float_rz(x));
}

__device__ __forceinline__ __nv_bfloat16 __ll2bfloat16_rd(long long x) {
    return __float2bfloat16_rd(__ll2float_rd(x));
}

__device__ __forceinline__ __nv_bfloat16 __ll2bfloat16_ru(long long x) {
    return __float2bfloat16_ru(__ll2float_ru(x));
}

__device__ __forceinline__ unsigned long long __bfloat162ull_rn(__nv_bfloat16 a) {
    return __float2ull_rn(__bfloat162float(a));
}

__device__ __forceinline__ unsigned long long __bfloat162ull_rz(__nv_bfloat16 a) {
    return __float2ull_rz(__bfloat162float(a));
}

__device__ __forceinline__ unsigned long long __bfloat162ull_rd(__nv_bfloat16 a) {
    return __float2ull_rd(__bfloat162float(a));
}

__device__ __forceinline__ unsigned long long __bfloat162ull_ru(__nv_bfloat16 a) {
    return __float2ull_ru(__bfloat162float(a));
}

__device__ __forceinline__ __nv_bfloat16 __ull2bfloat16_rn(unsigned long long x) {
    const float truncated = __ull2float_rz(x);
    return __float2bfloat16_rn(__xk_odd(truncated, __float2ull_rz(truncated) == x));
}

__device__ __forceinline__ __nv_bfloat16 __ull2bfloat16_rz(unsigned long long x) {
    return __float2bfloat16_rz(__ull2float_rz(x));
}

__device__ __forceinline__ __nv_bfloat16 __ull2bfloat16_rd(unsigned long long x) {
    return __float2bfloat16_rd(__ull2float_rd(x));
}

__device__ __forceinline__ __nv_bfloat16 __ull2bfloat16_ru(unsigned long long x) {
    return __float2bfloat16_ru(__ull2float_ru(x));
}

__device__ __forceinline__ __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __hfma(a, __ushort_as_bfloat16(0x3F80), b);
}

__device__ __forceinline__ __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __hfma(b, __ushort_as_bfloat16(0xBF80), a);
}

__device__ __forceinline__ __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __hfma(a, b, __ushort_as_bfloat16(0x8000));
}

__device__ __forceinline__ __nv_bfloat16 __hadd_rn(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __hfma(a, __ushort_as_bfloat16(0x3F80), b);
}

__device__ __forceinline__ __nv_bfloat16 __hsub_rn(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __hfma(b, __ushort_as_bfloat16(0xBF80), a);
}

__device__ __forceinline__ __nv_bfloat16 __hmul_rn(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __hfma(a, b, __ushort_as_bfloat16(0x8000));
}

__device__ __forceinline__ __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __hfma2(a, __bfloat162bfloat162(__ushort_as_bfloat16(0x3F80)), b);
}

__device__ __forceinline__ __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __hfma2(b, __bfloat162bfloat162(__ushort_as_bfloat16(0xBF80)), a);
}

__device__ __forceinline__ __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __hfma2(a, b, __bfloat162bfloat162(__ushort_as_bfloat16(0x8000)));
}

__device__ __forceinline__ __nv_bfloat162 __hadd2_rn(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __hfma2(a, __bfloat162bfloat162(__ushort_as_bfloat16(0x3F80)), b);
}

__device__ __forceinline__ __nv_bfloat162 __hsub2_rn(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __hfma2(b, __bfloat162bfloat162(__ushort_as_bfloat16(0xBF80)), a);
}

__device__ __forceinline__ __nv_bfloat162 __hmul2_rn(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __hfma2(a, b, __bfloat162bfloat162(__ushort_as_bfloat16(0x8000)));
}

__device__ __forceinline__ bool __heq(__nv_bfloat16 a, __nv_bfloat16 b) {
    const float x = __bfloat162float(a);
    const float y = __bfloat162float(b);
    return x == y;
}

__device__ __forceinline__ bool __hne(__nv_bfloat16 a, __nv_bfloat16 b) {
    const float x = __bfloat162float(a);
    const float y = __bfloat162float(b);
    return x < y || x > y;
}

__device__ __forceinline__ bool __hle(__nv_bfloat16 a, __nv_bfloat16 b) {
    const float x = __bfloat162float(a);
    const float y = __bfloat162float(b);
    return x <= y;
}

__device__ __forceinline__ bool __hge(__nv_bfloat16 a, __nv_bfloat16 b) {
    const float x = __bfloat162float(a);
    const float y = __bfloat162float(b);
    return x >= y;
}

__device__ __forceinline__ bool __hlt(__nv_bfloat16 a, __nv_bfloat16 b) {
    const float x = __bfloat162float(a);
    const float y = __bfloat162float(b);
    return x < y;
}

__device__ __forceinline__ bool __hgt(__nv_bfloat16 a, __nv_bfloat16 b) {
    const float x = __bfloat162float(a);
    const float y = __bfloat162float(b);
    return x > y;
}

__device__ __forceinline__ bool __hequ(__nv_bfloat16 a, __nv_bfloat16 b) {
    const float x = __bfloat162float(a);
    const float y = __bfloat162float(b);
    return !(x < y || x > y);
}

__device__ __forceinline__ bool __hneu(__nv_bfloat16 a, __nv_bfloat16 b) {
    const float x = __bfloat162float(a);
    const float y = __bfloat162float(b);
    return x != y;
}

__device__ __forceinline__ bool __hleu(__nv_bfloat16 a, __nv_bfloat16 b) {
    const float x = __bfloat162float(a);
    const float y = __bfloat162float(b);
    return !(x > y);
}

__device__ __forceinline__ bool __hgeu(__nv_bfloat16 a, __nv_bfloat16 b) {
    const float x = __bfloat162float(a);
    const float y = __bfloat162float(b);
    return !(x < y);
}

__device__ __forceinline__ bool __hltu(__nv_bfloat16 a, __nv_bfloat16 b) {
    const float x = __bfloat162float(a);
    const float y = __bfloat162float(b);
    return !(x >= y);
}

__device__ __forceinline__ bool __hgtu(__nv_bfloat16 a, __nv_bfloat16 b) {
    const float x = __bfloat162float(a);
    const float y = __bfloat162float(b);
    return !(x <= y);
}

__device__ __forceinline__ __nv_bfloat162 __heq2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(__ushort_as_bfloat16(__heq(a.x, b.x) ? 0x3F80 : 0), __ushort_as_bfloat16(__heq(a.y, b.y) ? 0x3F80 : 0));
}

__device__ __forceinline__ __nv_bfloat162 __hne2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(__ushort_as_bfloat16(__hne(a.x, b.x) ? 0x3F80 : 0), __ushort_as_bfloat16(__hne(a.y, b.y) ? 0x3F80 : 0));
}

__device__ __forceinline__ __nv_bfloat162 __hle2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(__ushort_as_bfloat16(__hle(a.x, b.x) ? 0x3F80 : 0), __ushort_as_bfloat16(__hle(a.y, b.y) ? 0x3F80 : 0));
}

__device__ __forceinline__ __nv_bfloat162 __hge2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(__ushort_as_bfloat16(__hge(a.x, b.x) ? 0x3F80 : 0), __ushort_as_bfloat16(__hge(a.y, b.y) ? 0x3F80 : 0));
}

__device__ __forceinline__ __nv_bfloat162 __hlt2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(__ushort_as_bfloat16(__hlt(a.x, b.x) ? 0x3F80 : 0), __ushort_as_bfloat16(__hlt(a.y, b.y) ? 0x3F80 : 0));
}

__device__ __forceinline__ __nv_bfloat162 __hgt2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(__ushort_as_bfloat16(__hgt(a.x, b.x) ? 0x3F80 : 0), __ushort_as_bfloat16(__hgt(a.y, b.y) ? 0x3F80 : 0));
}

__device__ __forceinline__ __nv_bfloat162 __hequ2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(__ushort_as_bfloat16(__hequ(a.x, b.x) ? 0x3F80 : 0), __ushort_as_bfloat16(__hequ(a.y, b.y) ? 0x3F80 : 0));
}

__device__ __forceinline__ __nv_bfloat162 __hneu2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(__ushort_as_bfloat16(__hneu(a.x, b.x) ? 0x3F80 : 0), __ushort_as_bfloat16(__hneu(a.y, b.y) ? 0x3F80 : 0));
}

__device__ __forceinline__ __nv_bfloat162 __hleu2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(__ushort_as_bfloat16(__hleu(a.x, b.x) ? 0x3F80 : 0), __ushort_as_bfloat16(__hleu(a.y, b.y) ? 0x3F80 : 0));
}

__device__ __forceinline__ __nv_bfloat162 __hgeu2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(__ushort_as_bfloat16(__hgeu(a.x, b.x) ? 0x3F80 : 0), __ushort_as_bfloat16(__hgeu(a.y, b.y) ? 0x3F80 : 0));
}

__device__ __forceinline__ __nv_bfloat162 __hltu2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(__ushort_as_bfloat16(__hltu(a.x, b.x) ? 0x3F80 : 0), __ushort_as_bfloat16(__hltu(a.y, b.y) ? 0x3F80 : 0));
}

__device__ __forceinline__ __nv_bfloat162 __hgtu2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(__ushort_as_bfloat16(__hgtu(a.x, b.x) ? 0x3F80 : 0), __ushort_as_bfloat16(__hgtu(a.y, b.y) ? 0x3F80 : 0));
}

__device__ __forceinline__ unsigned int __heq2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    return (__heq(a.x, b.x) ? 0xFFFFu : 0u) | (__heq(a.y, b.y) ? 0xFFFF0000u : 0u);
}

__device__ __forceinline__ unsigned int __hne2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    return (__hne(a.x, b.x) ? 0xFFFFu : 0u) | (__hne(a.y, b.y) ? 0xFFFF0000u : 0u);
}

__device__ __forceinline__ unsigned int __hle2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    return (__hle(a.x, b.x) ? 0xFFFFu : 0u) | (__hle(a.y, b.y) ? 0xFFFF0000u : 0u);
}

__device__ __forceinline__ unsigned int __hge2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    return (__hge(a.x, b.x) ? 0xFFFFu : 0u) | (__hge(a.y, b.y) ? 0xFFFF0000u : 0u);
}

__device__ __forceinline__ unsigned int __hlt2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    return (__hlt(a.x, b.x) ? 0xFFFFu : 0u) | (__hlt(a.y, b.y) ? 0xFFFF0000u : 0u);
}

__device__ __forceinline__ unsigned int __hgt2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    return (__hgt(a.x, b.x) ? 0xFFFFu : 0u) | (__hgt(a.y, b.y) ? 0xFFFF0000u : 0u);
}

__device__ __forceinline__ unsigned int __hequ2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    return (__hequ(a.x, b.x) ? 0xFFFFu : 0u) | (__hequ(a.y, b.y) ? 0xFFFF0000u : 0u);
}

__device__ __forceinline__ unsigned int __hneu2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    return (__hneu(a.x, b.x) ? 0xFFFFu : 0u) | (__hneu(a.y, b.y) ? 0xFFFF0000u : 0u);
}

__device__ __forceinline__ unsigned int __hleu2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    return (__hleu(a.x, b.x) ? 0xFFFFu : 0u) | (__hleu(a.y, b.y) ? 0xFFFF0000u : 0u);
}

__device__ __forceinline__ unsigned int __hgeu2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    return (__hgeu(a.x, b.x) ? 0xFFFFu : 0u) | (__hgeu(a.y, b.y) ? 0xFFFF0000u : 0u);
}

__device__ __forceinline__ unsigned int __hltu2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    return (__hltu(a.x, b.x) ? 0xFFFFu : 0u) | (__hltu(a.y, b.y) ? 0xFFFF0000u : 0u);
}

__device__ __forceinline__ unsigned int __hgtu2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    return (__hgtu(a.x, b.x) ? 0xFFFFu : 0u) | (__hgtu(a.y, b.y) ? 0xFFFF0000u : 0u);
}

__device__ __forceinline__ __nv_bfloat162 __hisnan2(__nv_bfloat162 a) {
    return __nv_bfloat162(__ushort_as_bfloat16(__hisnan(a.x) ? 0x3F80 : 0), __ushort_as_bfloat16(__hisnan(a.y) ? 0x3F80 : 0));
}

__device__ __forceinline__ __nv_bfloat16 htrunc(__nv_bfloat16 a) {
    return __float2bfloat16_rn(truncf(__bfloat162float(a)));
}

__device__ __forceinline__ __nv_bfloat16 hceil(__nv_bfloat16 a) {
    return __float2bfloat16_rn(ceilf(__bfloat162float(a)));
}

__device__ __forceinline__ __nv_bfloat16 hfloor(__nv_bfloat16 a) {
    return __float2bfloat16_rn(floorf(__bfloat162float(a)));
}

__device__ __forceinline__ __nv_bfloat16 hrint(__nv_bfloat16 a) {
    return __float2bfloat16_rn(rintf(__bfloat162float(a)));
}

__device__ __forceinline__ __nv_bfloat16 htanh_approx(__nv_bfloat16 a) {
    return htanh(a);
}

__device__ __forceinline__ __nv_bfloat162 h2tanh_approx(__nv_bfloat162 a) {
    return h2tanh(a);
}

__device__ __forceinline__ __nv_bfloat16 atomicAdd(__nv_bfloat16* address, __nv_bfloat16 value) {
    unsigned short* bits = (unsigned short*)address;
    unsigned short old = *(volatile unsigned short*)bits;
    unsigned short expected;
    do {
        expected = old;
        old = atomicCAS(bits, expected, __hadd_rn(__ushort_as_bfloat16(expected), value).__x);
    } while (old != expected);
    return __ushort_as_bfloat16(old);
}

__device__ __forceinline__ __nv_bfloat162 atomicAdd(__nv_bfloat162* address, __nv_bfloat162 value) {
    unsigned int* bits = (unsigned int*)address;
    unsigned int old = *(volatile unsigned int*)bits;
    unsigned int expected;
    do {
        expected = old;
        const __nv_bfloat162 sum = __hadd2_rn((__nv_bfloat162&)expected, value);
        old = atomicCAS(bits, expected, (const unsigned int&)sum);
    } while (old != expected);
    return (__nv_bfloat162&)old;
}
