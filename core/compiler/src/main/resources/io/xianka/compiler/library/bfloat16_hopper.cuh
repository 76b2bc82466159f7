// Instructions on bfloat16 that began with sm_90; bfloat16_ampere.cuh does without.

__device__ __forceinline__ __nv_bfloat16 __double2bfloat16(double x) {
    __nv_bfloat16 r;
    asm("cvt.rn.bf16.f64 %0, %1;" : "=h"(r.__x) : "d"(x));
    return r;
}

__device__ __forceinline__ short __bfloat162short_rn(__nv_bfloat16 a) {
    short r;
    asm("cvt.rni.s16.bf16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ short __bfloat162short_rz(__nv_bfloat16 a) {
    short r;
    asm("cvt.rzi.s16.bf16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ short __bfloat162short_rd(__nv_bfloat16 a) {
    short r;
    asm("cvt.rmi.s16.bf16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ short __bfloat162short_ru(__nv_bfloat16 a) {
    short r;
    asm("cvt.rpi.s16.bf16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __short2bfloat16_rn(short x) {
    __nv_bfloat16 r;
    asm("cvt.rn.bf16.s16 %0, %1;" : "=h"(r.__x) : "h"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __short2bfloat16_rz(short x) {
    __nv_bfloat16 r;
    asm("cvt.rz.bf16.s16 %0, %1;" : "=h"(r.__x) : "h"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __short2bfloat16_rd(short x) {
    __nv_bfloat16 r;
    asm("cvt.rm.bf16.s16 %0, %1;" : "=h"(r.__x) : "h"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __short2bfloat16_ru(short x) {
    __nv_bfloat16 r;
    asm("cvt.rp.bf16.s16 %0, %1;" : "=h"(r.__x) : "h"(x));
    return r;
}

__device__ __forceinline__ unsigned short __bfloat162ushort_rn(__nv_bfloat16 a) {
    unsigned short r;
    asm("cvt.rni.u16.bf16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ unsigned short __bfloat162ushort_rz(__nv_bfloat16 a) {
    unsigned short r;
    asm("cvt.rzi.u16.bf16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ unsigned short __bfloat162ushort_rd(__nv_bfloat16 a) {
    unsigned short r;
    asm("cvt.rmi.u16.bf16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ unsigned short __bfloat162ushort_ru(__nv_bfloat16 a) {
    unsigned short r;
    asm("cvt.rpi.u16.bf16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __ushort2bfloat16_rn(unsigned short x) {
    __nv_bfloat16 r;
    asm("cvt.rn.bf16.u16 %0, %1;" : "=h"(r.__x) : "h"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __ushort2bfloat16_rz(unsigned short x) {
    __nv_bfloat16 r;
    asm("cvt.rz.bf16.u16 %0, %1;" : "=h"(r.__x) : "h"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __ushort2bfloat16_rd(unsigned short x) {
    __nv_bfloat16 r;
    asm("cvt.rm.bf16.u16 %0, %1;" : "=h"(r.__x) : "h"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __ushort2bfloat16_ru(unsigned short x) {
    __nv_bfloat16 r;
    asm("cvt.rp.bf16.u16 %0, %1;" : "=h"(r.__x) : "h"(x));
    return r;
}

__device__ __forceinline__ int __bfloat162int_rn(__nv_bfloat16 a) {
    int r;
    asm("cvt.rni.s32.bf16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ int __bfloat162int_rz(__nv_bfloat16 a) {
    int r;
    asm("cvt.rzi.s32.bf16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ int __bfloat162int_rd(__nv_bfloat16 a) {
    int r;
    asm("cvt.rmi.s32.bf16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ int __bfloat162int_ru(__nv_bfloat16 a) {
    int r;
    asm("cvt.rpi.s32.bf16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __int2bfloat16_rn(int x) {
    __nv_bfloat16 r;
    asm("cvt.rn.bf16.s32 %0, %1;" : "=h"(r.__x) : "r"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __int2bfloat16_rz(int x) {
    __nv_bfloat16 r;
    asm("cvt.rz.bf16.s32 %0, %1;" : "=h"(r.__x) : "r"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __int2bfloat16_rd(int x) {
    __nv_bfloat16 r;
    asm("cvt.rm.bf16.s32 %0, %1;" : "=h"(r.__x) : "r"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __int2bfloat16_ru(int x) {
    __nv_bfloat16 r;
    asm("cvt.rp.bf16.s32 %0, %1;" : "=h"(r.__x) : "r"(x));
    return r;
}

__device__ __forceinline__ unsigned int __bfloat162uint_rn(__nv_bfloat16 a) {
    unsigned int r;
    asm("cvt.rni.u32.bf16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ unsigned int __bfloat162uint_rz(__nv_bfloat16 a) {
    unsigned int r;
    asm("cvt.rzi.u32.bf16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ unsigned int __bfloat162uint_rd(__nv_bfloat16 a) {
    unsigned int r;
    asm("cvt.rmi.u32.bf16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ unsigned int __bfloat162uint_ru(__nv_bfloat16 a) {
    unsigned int r;
    asm("cvt.rpi.u32.bf16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __uint2bfloat16_rn(unsigned int x) {
    __nv_bfloat16 r;
    asm("cvt.rn.bf16.u32 %0, %1;" : "=h"(r.__x) : "r"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __uint2bfloat16_rz(unsigned int x) {
    __nv_bfloat16 r;
    asm("cvt.rz.bf16.u32 %0, %1;" : "=h"(r.__x) : "r"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __uint2bfloat16_rd(unsigned int x) {
    __nv_bfloat16 r;
    asm("cvt.rm.bf16.u32 %0, %1;" : "=h"(r.__x) : "r"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __uint2bfloat16_ru(unsigned int x) {
    __nv_bfloat16 r;
    asm("cvt.rp.bf16.u32 %0, %1;" : "=h"(r.__x) : "r"(x));
    return r;
}

__device__ __forceinline__ long long __bfloat162ll_rn(__nv_bfloat16 a) {
    long long r;
    asm("cvt.rni.s64.bf16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ long long __bfloat162ll_rz(__nv_bfloat16 a) {
    long long r;
    asm("cvt.rzi.s64.bf16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ long long __bfloat162ll_rd(__nv_bfloat16 a) {
    long long r;
    asm("cvt.rmi.s64.bf16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ long long __bfloat162ll_ru(__nv_bfloat16 a) {
    long long r;
    asm("cvt.rpi.s64.bf16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __ll2bfloat16_rn(long long x) {
    __nv_bfloat16 r;
    asm("cvt.rn.bf16.s64 %0, %1;" : "=h"(r.__x) : "l"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __ll2bfloat16_rz(long long x) {
    __nv_bfloat16 r;
    asm("cvt.rz.bf16.s64 %0, %1;" : "=h"(r.__x) : "l"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __ll2bfloat16_rd(long long x) {
    __nv_bfloat16 r;
    asm("cvt.rm.bf16.s64 %0, %1;" : "=h"(r.__x) : "l"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __ll2bfloat16_ru(long long x) {
    __nv_bfloat16 r;
    asm("cvt.rp.bf16.s64 %0, %1;" : "=h"(r.__x) : "l"(x));
    return r;
}

__device__ __forceinline__ unsigned long long __bfloat162ull_rn(__nv_bfloat16 a) {
    unsigned long long r;
    asm("cvt.rni.u64.bf16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ unsigned long long __bfloat162ull_rz(__nv_bfloat16 a) {
    unsigned long long r;
    asm("cvt.rzi.u64.bf16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ unsigned long long __bfloat162ull_rd(__nv_bfloat16 a) {
    unsigned long long r;
    asm("cvt.rmi.u64.bf16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ unsigned long long __bfloat162ull_ru(__nv_bfloat16 a) {
    unsigned long long r;
    asm("cvt.rpi.u64.bf16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __ull2bfloat16_rn(unsigned long long x) {
    __nv_bfloat16 r;
    asm("cvt.rn.bf16.u64 %0, %1;" : "=h"(r.__x) : "l"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __ull2bfloat16_rz(unsigned long long x) {
    __nv_bfloat16 r;
    asm("cvt.rz.bf16.u64 %0, %1;" : "=h"(r.__x) : "l"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __ull2bfloat16_rd(unsigned long long x) {
    __nv_bfloat16 r;
    asm("cvt.rm.bf16.u64 %0, %1;" : "=h"(r.__x) : "l"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __ull2bfloat16_ru(unsigned long long x) {
    __nv_bfloat16 r;
    asm("cvt.rp.bf16.u64 %0, %1;" : "=h"(r.__x) : "l"(x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) {
    __nv_bfloat16 r;
    asm("add.bf16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("add.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __hadd_rn(__nv_bfloat16 a, __nv_bfloat16 b) {
    __nv_bfloat16 r;
    asm("add.rn.bf16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hadd2_rn(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("add.rn.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) {
    __nv_bfloat16 r;
    asm("sub.bf16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("sub.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __hsub_rn(__nv_bfloat16 a, __nv_bfloat16 b) {
    __nv_bfloat16 r;
    asm("sub.rn.bf16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hsub2_rn(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("sub.rn.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) {
    __nv_bfloat16 r;
    asm("mul.bf16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("mul.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __hmul_rn(__nv_bfloat16 a, __nv_bfloat16 b) {
    __nv_bfloat16 r;
    asm("mul.rn.bf16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hmul2_rn(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("mul.rn.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ bool __heq(__nv_bfloat16 a, __nv_bfloat16 b) {
    int r;
    asm("{ .reg .pred p; setp.eq.bf16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hne(__nv_bfloat16 a, __nv_bfloat16 b) {
    int r;
    asm("{ .reg .pred p; setp.ne.bf16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hle(__nv_bfloat16 a, __nv_bfloat16 b) {
    int r;
    asm("{ .reg .pred p; setp.le.bf16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hge(__nv_bfloat16 a, __nv_bfloat16 b) {
    int r;
    asm("{ .reg .pred p; setp.ge.bf16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hlt(__nv_bfloat16 a, __nv_bfloat16 b) {
    int r;
    asm("{ .reg .pred p; setp.lt.bf16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hgt(__nv_bfloat16 a, __nv_bfloat16 b) {
    int r;
    asm("{ .reg .pred p; setp.gt.bf16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hequ(__nv_bfloat16 a, __nv_bfloat16 b) {
    int r;
    asm("{ .reg .pred p; setp.equ.bf16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hneu(__nv_bfloat16 a, __nv_bfloat16 b) {
    int r;
    asm("{ .reg .pred p; setp.neu.bf16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hleu(__nv_bfloat16 a, __nv_bfloat16 b) {
    int r;
    asm("{ .reg .pred p; setp.leu.bf16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hgeu(__nv_bfloat16 a, __nv_bfloat16 b) {
    int r;
    asm("{ .reg .pred p; setp.geu.bf16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hltu(__nv_bfloat16 a, __nv_bfloat16 b) {
    int r;
    asm("{ .reg .pred p; setp.ltu.bf16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hgtu(__nv_bfloat16 a, __nv_bfloat16 b) {
    int r;
    asm("{ .reg .pred p; setp.gtu.bf16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ __nv_bfloat162 __heq2(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("set.eq.bf16x2.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hne2(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("set.ne.bf16x2.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hle2(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("set.le.bf16x2.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hge2(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("set.ge.bf16x2.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hlt2(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("set.lt.bf16x2.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hgt2(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("set.gt.bf16x2.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hequ2(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("set.equ.bf16x2.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hneu2(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("set.neu.bf16x2.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hleu2(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("set.leu.bf16x2.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hgeu2(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("set.geu.bf16x2.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hltu2(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("set.ltu.bf16x2.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hgtu2(__nv_bfloat162 a, __nv_bfloat162 b) {
    __nv_bfloat162 r;
    asm("set.gtu.bf16x2.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __heq2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    unsigned int r;
    asm("set.eq.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hne2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    unsigned int r;
    asm("set.ne.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hle2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    unsigned int r;
    asm("set.le.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hge2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    unsigned int r;
    asm("set.ge.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hlt2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    unsigned int r;
    asm("set.lt.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hgt2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    unsigned int r;
    asm("set.gt.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hequ2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    unsigned int r;
    asm("set.equ.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hneu2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    unsigned int r;
    asm("set.neu.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hleu2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    unsigned int r;
    asm("set.leu.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hgeu2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    unsigned int r;
    asm("set.geu.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hltu2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    unsigned int r;
    asm("set.ltu.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hgtu2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
    unsigned int r;
    asm("set.gtu.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __hisnan2(__nv_bfloat162 a) {
    __nv_bfloat162 r;
    asm("set.nan.bf16x2.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)a));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 atomicAdd(__nv_bfloat16* address, __nv_bfloat16 value) {
    __nv_bfloat16 old;
    asm volatile("atom.add.noftz.bf16 %0, [%1], %2;" : "=h"(old.__x) : "l"(address), "h"(value.__x) : "memory");
    return old;
}

__device__ __forceinline__ __nv_bfloat162 atomicAdd(__nv_bfloat162* address, __nv_bfloat162 value) {
    __nv_bfloat162 old;
    asm volatile("atom.add.noftz.bf16x2 %0, [%1], %2;" : "=r"((unsigned int&)old) : "l"(address), "r"((unsigned int&)value) : "memory");
    return old;
}

__device__ __forceinline__ __nv_bfloat16 htrunc(__nv_bfloat16 a) {
    __nv_bfloat16 r;
    asm("cvt.rzi.bf16.bf16 %0, %1;" : "=h"(r.__x) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 hceil(__nv_bfloat16 a) {
    __nv_bfloat16 r;
    asm("cvt.rpi.bf16.bf16 %0, %1;" : "=h"(r.__x) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 hfloor(__nv_bfloat16 a) {
    __nv_bfloat16 r;
    asm("cvt.rmi.bf16.bf16 %0, %1;" : "=h"(r.__x) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 hrint(__nv_bfloat16 a) {
    __nv_bfloat16 r;
    asm("cvt.rni.bf16.bf16 %0, %1;" : "=h"(r.__x) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 htanh_approx(__nv_bfloat16 a) {
    __nv_bfloat16 r;
    asm("tanh.approx.bf16 %0, %1;" : "=h"(r.__x) : "h"(a.__x));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 h2tanh_approx(__nv_bfloat162 a) {
    __nv_bfloat162 r;
    asm("tanh.approx.bf16x2 %0, %1;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a));
    return r;
}
