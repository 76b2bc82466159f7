// Comparisons of half precision and of pairs. With a u before the 2, or at the end, NaN makes them true.

__device__ __forceinline__ bool __heq(__half a, __half b) {
    int r;
    asm("{ .reg .pred p; setp.eq.f16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hne(__half a, __half b) {
    int r;
    asm("{ .reg .pred p; setp.ne.f16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hle(__half a, __half b) {
    int r;
    asm("{ .reg .pred p; setp.le.f16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hge(__half a, __half b) {
    int r;
    asm("{ .reg .pred p; setp.ge.f16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hlt(__half a, __half b) {
    int r;
    asm("{ .reg .pred p; setp.lt.f16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hgt(__half a, __half b) {
    int r;
    asm("{ .reg .pred p; setp.gt.f16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hequ(__half a, __half b) {
    int r;
    asm("{ .reg .pred p; setp.equ.f16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hneu(__half a, __half b) {
    int r;
    asm("{ .reg .pred p; setp.neu.f16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hleu(__half a, __half b) {
    int r;
    asm("{ .reg .pred p; setp.leu.f16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hgeu(__half a, __half b) {
    int r;
    asm("{ .reg .pred p; setp.geu.f16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hltu(__half a, __half b) {
    int r;
    asm("{ .reg .pred p; setp.ltu.f16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ bool __hgtu(__half a, __half b) {
    int r;
    asm("{ .reg .pred p; setp.gtu.f16 p, %1, %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : "h"(a.__x), "h"(b.__x));
    return r != 0;
}

__device__ __forceinline__ __half2 __heq2(__half2 a, __half2 b) {
    __half2 r;
    asm("set.eq.f16x2.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half2 __hne2(__half2 a, __half2 b) {
    __half2 r;
    asm("set.ne.f16x2.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half2 __hle2(__half2 a, __half2 b) {
    __half2 r;
    asm("set.le.f16x2.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half2 __hge2(__half2 a, __half2 b) {
    __half2 r;
    asm("set.ge.f16x2.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half2 __hlt2(__half2 a, __half2 b) {
    __half2 r;
    asm("set.lt.f16x2.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half2 __hgt2(__half2 a, __half2 b) {
    __half2 r;
    asm("set.gt.f16x2.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half2 __hequ2(__half2 a, __half2 b) {
    __half2 r;
    asm("set.equ.f16x2.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half2 __hneu2(__half2 a, __half2 b) {
    __half2 r;
    asm("set.neu.f16x2.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half2 __hleu2(__half2 a, __half2 b) {
    __half2 r;
    asm("set.leu.f16x2.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half2 __hgeu2(__half2 a, __half2 b) {
    __half2 r;
    asm("set.geu.f16x2.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half2 __hltu2(__half2 a, __half2 b) {
    __half2 r;
    asm("set.ltu.f16x2.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ __half2 __hgtu2(__half2 a, __half2 b) {
    __half2 r;
    asm("set.gtu.f16x2.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __heq2_mask(__half2 a, __half2 b) {
    unsigned int r;
    asm("set.eq.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hne2_mask(__half2 a, __half2 b) {
    unsigned int r;
    asm("set.ne.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hle2_mask(__half2 a, __half2 b) {
    unsigned int r;
    asm("set.le.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hge2_mask(__half2 a, __half2 b) {
    unsigned int r;
    asm("set.ge.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hlt2_mask(__half2 a, __half2 b) {
    unsigned int r;
    asm("set.lt.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hgt2_mask(__half2 a, __half2 b) {
    unsigned int r;
    asm("set.gt.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hequ2_mask(__half2 a, __half2 b) {
    unsigned int r;
    asm("set.equ.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hneu2_mask(__half2 a, __half2 b) {
    unsigned int r;
    asm("set.neu.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hleu2_mask(__half2 a, __half2 b) {
    unsigned int r;
    asm("set.leu.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hgeu2_mask(__half2 a, __half2 b) {
    unsigned int r;
    asm("set.geu.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hltu2_mask(__half2 a, __half2 b) {
    unsigned int r;
    asm("set.ltu.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ unsigned int __hgtu2_mask(__half2 a, __half2 b) {
    unsigned int r;
    asm("set.gtu.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"((unsigned int&)a), "r"((unsigned int&)b));
    return r;
}

__device__ __forceinline__ bool __hbeq2(__half2 a, __half2 b) {
    return __heq2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hbne2(__half2 a, __half2 b) {
    return __hne2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hble2(__half2 a, __half2 b) {
    return __hle2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hbge2(__half2 a, __half2 b) {
    return __hge2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hblt2(__half2 a, __half2 b) {
    return __hlt2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hbgt2(__half2 a, __half2 b) {
    return __hgt2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hbequ2(__half2 a, __half2 b) {
    return __hequ2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hbneu2(__half2 a, __half2 b) {
    return __hneu2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hbleu2(__half2 a, __half2 b) {
    return __hleu2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hbgeu2(__half2 a, __half2 b) {
    return __hgeu2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hbltu2(__half2 a, __half2 b) {
    return __hltu2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hbgtu2(__half2 a, __half2 b) {
    return __hgtu2_mask(a, b) == 0xFFFFFFFF;
}

__device__ __forceinline__ bool __hisnan(__half a) {
    return (a.__x & 0x7FFF) > 0x7C00;
}

__device__ __forceinline__ __half2 __hisnan2(__half2 a) {
    __half2 r;
    asm("set.nan.f16x2.f16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)a));
    return r;
}

__device__ __forceinline__ int __hisinf(__half a) {
    return a.__x == 0x7C00 ? 1 : a.__x == (0x7C00 | 0x8000) ? -1 : 0;
}
