// Comparisons of bfloat16 and of pairs. With a u before the 2, or at the end, NaN makes them true.

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

__device__ __forceinline__ __nv_bfloat162 __hisnan2(__nv_bfloat162 a) {
    __nv_bfloat162 r;
    asm("set.nan.bf16x2.bf16x2 %0, %1, %2;" : "=r"((unsigned int&)r) : "r"((unsigned int&)a), "r"((unsigned int&)a));
    return r;
}

__device__ __forceinline__ int __hisinf(__nv_bfloat16 a) {
    return a.__x == 0x7F80 ? 1 : a.__x == (0x7F80 | 0x8000) ? -1 : 0;
}
