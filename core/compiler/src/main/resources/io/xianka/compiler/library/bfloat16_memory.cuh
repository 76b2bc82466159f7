// Shuffles, loads, stores and atomic sums of bfloat16.

__device__ __forceinline__ __nv_bfloat16 __shfl_sync(unsigned int mask, __nv_bfloat16 value, int source_lane, int width = 32) {
    __nv_bfloat16 r;
    r.__x = (unsigned short)__xk_shfl_idx(mask, value.__x, (unsigned int)source_lane, (unsigned int)(32 - width) << 8 | 31u);
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __shfl_sync(unsigned int mask, __nv_bfloat162 value, int source_lane, int width = 32) {
    __nv_bfloat162 r;
    (unsigned int&)r = __xk_shfl_idx(mask, (unsigned int&)value, (unsigned int)source_lane, (unsigned int)(32 - width) << 8 | 31u);
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __shfl_up_sync(unsigned int mask, __nv_bfloat16 value, unsigned int delta, int width = 32) {
    __nv_bfloat16 r;
    r.__x = (unsigned short)__xk_shfl_up(mask, value.__x, delta, (unsigned int)(32 - width) << 8);
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __shfl_up_sync(unsigned int mask, __nv_bfloat162 value, unsigned int delta, int width = 32) {
    __nv_bfloat162 r;
    (unsigned int&)r = __xk_shfl_up(mask, (unsigned int&)value, delta, (unsigned int)(32 - width) << 8);
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __shfl_down_sync(unsigned int mask, __nv_bfloat16 value, unsigned int delta, int width = 32) {
    __nv_bfloat16 r;
    r.__x = (unsigned short)__xk_shfl_down(mask, value.__x, delta, (unsigned int)(32 - width) << 8 | 31u);
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __shfl_down_sync(unsigned int mask, __nv_bfloat162 value, unsigned int delta, int width = 32) {
    __nv_bfloat162 r;
    (unsigned int&)r = __xk_shfl_down(mask, (unsigned int&)value, delta, (unsigned int)(32 - width) << 8 | 31u);
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __shfl_xor_sync(unsigned int mask, __nv_bfloat16 value, int lane_mask, int width = 32) {
    __nv_bfloat16 r;
    r.__x = (unsigned short)__xk_shfl_bfly(mask, value.__x, (unsigned int)lane_mask, (unsigned int)(32 - width) << 8 | 31u);
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __shfl_xor_sync(unsigned int mask, __nv_bfloat162 value, int lane_mask, int width = 32) {
    __nv_bfloat162 r;
    (unsigned int&)r = __xk_shfl_bfly(mask, (unsigned int&)value, (unsigned int)lane_mask, (unsigned int)(32 - width) << 8 | 31u);
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __ldg(const __nv_bfloat16* p) {
    __nv_bfloat16 r;
    asm("ld.global.nc.b16 %0, [%1];" : "=h"(r.__x) : "l"(p));
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __ldg(const __nv_bfloat162* p) {
    __nv_bfloat162 r;
    asm("ld.global.nc.b32 %0, [%1];" : "=r"((unsigned int&)r) : "l"(p));
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __ldcg(const __nv_bfloat16* p) {
    __nv_bfloat16 r;
    asm volatile("ld.global.cg.b16 %0, [%1];" : "=h"(r.__x) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __ldcg(const __nv_bfloat162* p) {
    __nv_bfloat162 r;
    asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"((unsigned int&)r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __ldca(const __nv_bfloat16* p) {
    __nv_bfloat16 r;
    asm volatile("ld.global.ca.b16 %0, [%1];" : "=h"(r.__x) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __ldca(const __nv_bfloat162* p) {
    __nv_bfloat162 r;
    asm volatile("ld.global.ca.b32 %0, [%1];" : "=r"((unsigned int&)r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __ldcs(const __nv_bfloat16* p) {
    __nv_bfloat16 r;
    asm volatile("ld.global.cs.b16 %0, [%1];" : "=h"(r.__x) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __ldcs(const __nv_bfloat162* p) {
    __nv_bfloat162 r;
    asm volatile("ld.global.cs.b32 %0, [%1];" : "=r"((unsigned int&)r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __ldlu(const __nv_bfloat16* p) {
    __nv_bfloat16 r;
    asm volatile("ld.global.lu.b16 %0, [%1];" : "=h"(r.__x) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __ldlu(const __nv_bfloat162* p) {
    __nv_bfloat162 r;
    asm volatile("ld.global.lu.b32 %0, [%1];" : "=r"((unsigned int&)r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ __nv_bfloat16 __ldcv(const __nv_bfloat16* p) {
    __nv_bfloat16 r;
    asm volatile("ld.global.cv.b16 %0, [%1];" : "=h"(r.__x) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ __nv_bfloat162 __ldcv(const __nv_bfloat162* p) {
    __nv_bfloat162 r;
    asm volatile("ld.global.cv.b32 %0, [%1];" : "=r"((unsigned int&)r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ void __stwb(__nv_bfloat16* p, __nv_bfloat16 value) {
    asm volatile("st.global.wb.b16 [%0], %1;" :: "l"(p), "h"(value.__x) : "memory");
}

__device__ __forceinline__ void __stwb(__nv_bfloat162* p, __nv_bfloat162 value) {
    asm volatile("st.global.wb.b32 [%0], %1;" :: "l"(p), "r"((unsigned int&)value) : "memory");
}

__device__ __forceinline__ void __stcg(__nv_bfloat16* p, __nv_bfloat16 value) {
    asm volatile("st.global.cg.b16 [%0], %1;" :: "l"(p), "h"(value.__x) : "memory");
}

__device__ __forceinline__ void __stcg(__nv_bfloat162* p, __nv_bfloat162 value) {
    asm volatile("st.global.cg.b32 [%0], %1;" :: "l"(p), "r"((unsigned int&)value) : "memory");
}

__device__ __forceinline__ void __stcs(__nv_bfloat16* p, __nv_bfloat16 value) {
    asm volatile("st.global.cs.b16 [%0], %1;" :: "l"(p), "h"(value.__x) : "memory");
}

__device__ __forceinline__ void __stcs(__nv_bfloat162* p, __nv_bfloat162 value) {
    asm volatile("st.global.cs.b32 [%0], %1;" :: "l"(p), "r"((unsigned int&)value) : "memory");
}

__device__ __forceinline__ void __stwt(__nv_bfloat16* p, __nv_bfloat16 value) {
    asm volatile("st.global.wt.b16 [%0], %1;" :: "l"(p), "h"(value.__x) : "memory");
}

__device__ __forceinline__ void __stwt(__nv_bfloat162* p, __nv_bfloat162 value) {
    asm volatile("st.global.wt.b32 [%0], %1;" :: "l"(p), "r"((unsigned int&)value) : "memory");
}
