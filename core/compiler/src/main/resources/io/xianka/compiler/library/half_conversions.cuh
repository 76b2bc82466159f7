// Conversions of half precision: from and to floats and integers with stated roundings, and between numbers, pairs and bits.

__device__ __forceinline__ __half __float2half(float x) {
    __half r;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(r.__x) : "f"(x));
    return r;
}

__device__ __forceinline__ __half __float2half_rn(float x) {
    __half r;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(r.__x) : "f"(x));
    return r;
}

__device__ __forceinline__ __half __float2half_rz(float x) {
    __half r;
    asm("cvt.rz.f16.f32 %0, %1;" : "=h"(r.__x) : "f"(x));
    return r;
}

__device__ __forceinline__ __half __float2half_rd(float x) {
    __half r = __float2half_rz(x);
    if (x < __half2float(r)) {
        r.__x = r.__x & 0x8000 ? r.__x + 1 : r.__x == 0 ? 0x8001 : r.__x - 1;
    }
    return r;
}

__device__ __forceinline__ __half __float2half_ru(float x) {
    __half r = __float2half_rz(x);
    if (__half2float(r) < x) {
        r.__x = r.__x & 0x8000 ? r.__x - 1 : r.__x + 1;
    }
    return r;
}

__device__ __forceinline__ __half __double2half(double x) {
    __half r;
    asm("cvt.rn.f16.f64 %0, %1;" : "=h"(r.__x) : "d"(x));
    return r;
}

__device__ __forceinline__ float __half2float(__half a) {
    float r;
    asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ short __half2short_rn(__half a) {
    short r;
    asm("cvt.rni.s16.f16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ short __half2short_rz(__half a) {
    short r;
    asm("cvt.rzi.s16.f16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ short __half2short_rd(__half a) {
    short r;
    asm("cvt.rmi.s16.f16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ short __half2short_ru(__half a) {
    short r;
    asm("cvt.rpi.s16.f16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __half __short2half_rn(short x) {
    __half r;
    asm("cvt.rn.f16.s16 %0, %1;" : "=h"(r.__x) : "h"(x));
    return r;
}

__device__ __forceinline__ __half __short2half_rz(short x) {
    __half r;
    asm("cvt.rz.f16.s16 %0, %1;" : "=h"(r.__x) : "h"(x));
    return r;
}

__device__ __forceinline__ __half __short2half_rd(short x) {
    __half r;
    asm("cvt.rm.f16.s16 %0, %1;" : "=h"(r.__x) : "h"(x));
    return r;
}

__device__ __forceinline__ __half __short2half_ru(short x) {
    __half r;
    asm("cvt.rp.f16.s16 %0, %1;" : "=h"(r.__x) : "h"(x));
    return r;
}

__device__ __forceinline__ unsigned short __half2ushort_rn(__half a) {
    unsigned short r;
    asm("cvt.rni.u16.f16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ unsigned short __half2ushort_rz(__half a) {
    unsigned short r;
    asm("cvt.rzi.u16.f16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ unsigned short __half2ushort_rd(__half a) {
    unsigned short r;
    asm("cvt.rmi.u16.f16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ unsigned short __half2ushort_ru(__half a) {
    unsigned short r;
    asm("cvt.rpi.u16.f16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __half __ushort2half_rn(unsigned short x) {
    __half r;
    asm("cvt.rn.f16.u16 %0, %1;" : "=h"(r.__x) : "h"(x));
    return r;
}

__device__ __forceinline__ __half __ushort2half_rz(unsigned short x) {
    __half r;
    asm("cvt.rz.f16.u16 %0, %1;" : "=h"(r.__x) : "h"(x));
    return r;
}

__device__ __forceinline__ __half __ushort2half_rd(unsigned short x) {
    __half r;
    asm("cvt.rm.f16.u16 %0, %1;" : "=h"(r.__x) : "h"(x));
    return r;
}

__device__ __forceinline__ __half __ushort2half_ru(unsigned short x) {
    __half r;
    asm("cvt.rp.f16.u16 %0, %1;" : "=h"(r.__x) : "h"(x));
    return r;
}

__device__ __forceinline__ int __half2int_rn(__half a) {
    int r;
    asm("cvt.rni.s32.f16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ int __half2int_rz(__half a) {
    int r;
    asm("cvt.rzi.s32.f16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ int __half2int_rd(__half a) {
    int r;
    asm("cvt.rmi.s32.f16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ int __half2int_ru(__half a) {
    int r;
    asm("cvt.rpi.s32.f16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __half __int2half_rn(int x) {
    __half r;
    asm("cvt.rn.f16.s32 %0, %1;" : "=h"(r.__x) : "r"(x));
    return r;
}

__device__ __forceinline__ __half __int2half_rz(int x) {
    __half r;
    asm("cvt.rz.f16.s32 %0, %1;" : "=h"(r.__x) : "r"(x));
    return r;
}

__device__ __forceinline__ __half __int2half_rd(int x) {
    __half r;
    asm("cvt.rm.f16.s32 %0, %1;" : "=h"(r.__x) : "r"(x));
    return r;
}

__device__ __forceinline__ __half __int2half_ru(int x) {
    __half r;
    asm("cvt.rp.f16.s32 %0, %1;" : "=h"(r.__x) : "r"(x));
    return r;
}

__device__ __forceinline__ unsigned int __half2uint_rn(__half a) {
    unsigned int r;
    asm("cvt.rni.u32.f16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ unsigned int __half2uint_rz(__half a) {
    unsigned int r;
    asm("cvt.rzi.u32.f16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ unsigned int __half2uint_rd(__half a) {
    unsigned int r;
    asm("cvt.rmi.u32.f16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ unsigned int __half2uint_ru(__half a) {
    unsigned int r;
    asm("cvt.rpi.u32.f16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __half __uint2half_rn(unsigned int x) {
    __half r;
    asm("cvt.rn.f16.u32 %0, %1;" : "=h"(r.__x) : "r"(x));
    return r;
}

__device__ __forceinline__ __half __uint2half_rz(unsigned int x) {
    __half r;
    asm("cvt.rz.f16.u32 %0, %1;" : "=h"(r.__x) : "r"(x));
    return r;
}

__device__ __forceinline__ __half __uint2half_rd(unsigned int x) {
    __half r;
    asm("cvt.rm.f16.u32 %0, %1;" : "=h"(r.__x) : "r"(x));
    return r;
}

__device__ __forceinline__ __half __uint2half_ru(unsigned int x) {
    __half r;
    asm("cvt.rp.f16.u32 %0, %1;" : "=h"(r.__x) : "r"(x));
    return r;
}

__device__ __forceinline__ long long __half2ll_rn(__half a) {
    long long r;
    asm("cvt.rni.s64.f16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ long long __half2ll_rz(__half a) {
    long long r;
    asm("cvt.rzi.s64.f16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ long long __half2ll_rd(__half a) {
    long long r;
    asm("cvt.rmi.s64.f16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ long long __half2ll_ru(__half a) {
    long long r;
    asm("cvt.rpi.s64.f16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __half __ll2half_rn(long long x) {
    __half r;
    asm("cvt.rn.f16.s64 %0, %1;" : "=h"(r.__x) : "l"(x));
    return r;
}

__device__ __forceinline__ __half __ll2half_rz(long long x) {
    __half r;
    asm("cvt.rz.f16.s64 %0, %1;" : "=h"(r.__x) : "l"(x));
    return r;
}

__device__ __forceinline__ __half __ll2half_rd(long long x) {
    __half r;
    asm("cvt.rm.f16.s64 %0, %1;" : "=h"(r.__x) : "l"(x));
    return r;
}

__device__ __forceinline__ __half __ll2half_ru(long long x) {
    __half r;
    asm("cvt.rp.f16.s64 %0, %1;" : "=h"(r.__x) : "l"(x));
    return r;
}

__device__ __forceinline__ unsigned long long __half2ull_rn(__half a) {
    unsigned long long r;
    asm("cvt.rni.u64.f16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ unsigned long long __half2ull_rz(__half a) {
    unsigned long long r;
    asm("cvt.rzi.u64.f16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ unsigned long long __half2ull_rd(__half a) {
    unsigned long long r;
    asm("cvt.rmi.u64.f16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ unsigned long long __half2ull_ru(__half a) {
    unsigned long long r;
    asm("cvt.rpi.u64.f16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __half __ull2half_rn(unsigned long long x) {
    __half r;
    asm("cvt.rn.f16.u64 %0, %1;" : "=h"(r.__x) : "l"(x));
    return r;
}

__device__ __forceinline__ __half __ull2half_rz(unsigned long long x) {
    __half r;
    asm("cvt.rz.f16.u64 %0, %1;" : "=h"(r.__x) : "l"(x));
    return r;
}

__device__ __forceinline__ __half __ull2half_rd(unsigned long long x) {
    __half r;
    asm("cvt.rm.f16.u64 %0, %1;" : "=h"(r.__x) : "l"(x));
    return r;
}

__device__ __forceinline__ __half __ull2half_ru(unsigned long long x) {
    __half r;
    asm("cvt.rp.f16.u64 %0, %1;" : "=h"(r.__x) : "l"(x));
    return r;
}

__device__ __forceinline__ signed char __half2char_rz(__half a) {
    int r;
    asm("cvt.rzi.s8.f16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return (signed char)r;
}

__device__ __forceinline__ unsigned char __half2uchar_rz(__half a) {
    int r;
    asm("cvt.rzi.u8.f16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return (unsigned char)r;
}

__device__ __forceinline__ __half2 __float2half2_rn(float x) {
    return __floats2half2_rn(x, x);
}

__device__ __forceinline__ __half2 __floats2half2_rn(float a, float b) {
    __half2 r;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"((unsigned int&)r) : "f"(b), "f"(a));
    return r;
}

__device__ __forceinline__ __half2 __float22half2_rn(float2 a) {
    return __floats2half2_rn(a.x, a.y);
}

__device__ __forceinline__ float2 __half22float2(__half2 a) {
    return make_float2(__half2float(a.x), __half2float(a.y));
}

__device__ __forceinline__ float __low2float(__half2 a) {
    return __half2float(a.x);
}

__device__ __forceinline__ float __high2float(__half2 a) {
    return __half2float(a.y);
}

__device__ __forceinline__ __half2 make_half2(__half x, __half y) {
    return __half2(x, y);
}

__device__ __forceinline__ __half2 __half2half2(__half a) {
    return __half2(a, a);
}

__device__ __forceinline__ __half2 __halves2half2(__half a, __half b) {
    return __half2(a, b);
}

__device__ __forceinline__ __half2 __lowhigh2highlow(__half2 a) {
    return __half2(a.y, a.x);
}

__device__ __forceinline__ __half2 __lows2half2(__half2 a, __half2 b) {
    return __half2(a.x, b.x);
}

__device__ __forceinline__ __half2 __highs2half2(__half2 a, __half2 b) {
    return __half2(a.y, b.y);
}

__device__ __forceinline__ __half __low2half(__half2 a) {
    return a.x;
}

__device__ __forceinline__ __half __high2half(__half2 a) {
    return a.y;
}

__device__ __forceinline__ __half2 __low2half2(__half2 a) {
    return __half2(a.x, a.x);
}

__device__ __forceinline__ __half2 __high2half2(__half2 a) {
    return __half2(a.y, a.y);
}

__device__ __forceinline__ short __half_as_short(__half a) {
    return (short)a.__x;
}

__device__ __forceinline__ unsigned short __half_as_ushort(__half a) {
    return a.__x;
}

__device__ __forceinline__ __half __short_as_half(short bits) {
    __half r;
    r.__x = (unsigned short)bits;
    return r;
}

__device__ __forceinline__ __half __ushort_as_half(unsigned short bits) {
    __half r;
    r.__x = bits;
    return r;
}
