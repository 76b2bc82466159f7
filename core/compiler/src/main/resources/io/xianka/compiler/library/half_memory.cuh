// Shuffles, loads, stores and atomic sums of half precision.

__device__ __forceinline__ __half __shfl_sync(unsigned int mask, __half value, int source_lane, int width = 32) {
    __half r;
    r.__x = (unsigned short)__xk_shfl_idx(mask, value.__x, (unsigned int)source_lane, (unsigned int)(32 - width) << 8 | 31u);
    return r;
}

__device__ __forceinline__ __half2 __shfl_sync(unsigned int mask, __half2 value, int source_lane, int width = 32) {
    __half2 r;
    (unsigned int&)r = __xk_shfl_idx(mask, (unsigned int&)value, (unsigned int)source_lane, (unsigned int)(32 - width) << 8 | 31u);
    return r;
}

__device__ __forceinline__ __half __shfl_up_sync(unsigned int mask, __half value, unsigned int delta, int width = 32) {
    __half r;
    r.__x = (unsigned short)__xk_shfl_up(mask, value.__x, delta, (unsigned int)(32 - width) << 8);
    return r;
}

__device__ __forceinline__ __half2 __shfl_up_sync(unsigned int mask, __half2 value, unsigned int delta, int width = 32) {
    __half2 r;
    (unsigned int&)r = __xk_shfl_up(mask, (unsigned int&)value, delta, (unsigned int)(32 - width) << 8);
    return r;
}

__device__ __forceinline__ __half __shfl_down_sync(unsigned int mask, __half value, unsigned int delta, int width = 32) {
    __half r;
    r.__x = (unsigned short)__xk_shfl_down(mask, value.__x, delta, (unsigned int)(32 - width) << 8 | 31u);
    return r;
}

__device__ __forceinline__ __half2 __shfl_down_sync(unsigned int mask, __half2 value, unsigned int delta, int width = 32) {
    __half2 r;
    (unsigned int&)r = __xk_shfl_down(mask, (unsigned int&)value, delta, (unsigned int)(32 - width) << 8 | 31u);
    return r;
}

__device__ __forceinline__ __half __shfl_xor_sync(unsigned int mask, __half value, int lane_mask, int width = 32) {
    __half r;
    r.__x = (unsigned short)__xk_shfl_bfly(mask, value.__x, (unsigned int)lane_mask, (unsigned int)(32 - width) << 8 | 31u);
    return r;
}

__device__ __forceinline__ __half2 __shfl_xor_sync(unsigned int mask, __half2 value, int lane_mask, int width = 32) {
    __half2 r;
    (unsigned int&)r = __xk_shfl_bfly(mask, (unsigned int&)value, (unsigned int)lane_mask, (unsigned int)(32 - width) << 8 | 31u);
    return r;
}

__device__ __forceinline__ __half __ldg(const __half* p) {
    __half r;
    asm("ld.global.nc.b16 %0, [%1];" : "=h"(r.__x) : "l"(p));
    return r;
}

__device__ __forceinline__ __half2 __ldg(const __half2* p) {
    __half2 r;
    asm("ld.global.nc.b32 %0, [%1];" : "=r"((unsigned int&)r) : "l"(p));
    return r;
}

__device__ __forceinline__ __half __ldcg(const __half* p) {
    __half r;
    asm volatile("ld.global.cg.b16 %0, [%1];" : "=h"(r.__x) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ __half2 __ldcg(const __half2* p) {
    __half2 r;
    asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"((unsigned int&)r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ __half __ldca(const __half* p) {
    __half r;
    asm volatile("ld.global.ca.b16 %0, [%1];" : "=h"(r.__x) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ __half2 __ldca(const __half2* p) {
    __half2 r;
    asm volatile("ld.global.ca.b32 %0, [%1];" : "=r"((unsigned int&)r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ __half __ldcs(const __half* p) {
    __half r;
    asm volatile("ld.global.cs.b16 %0, [%1];" : "=h"(r.__x) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ __half2 __ldcs(const __half2* p) {
    __half2 r;
    asm volatile("ld.global.cs.b32 %0, [%1];" : "=r"((unsigned int&)r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ __half __ldlu(const __half* p) {
    __half r;
    asm volatile("ld.global.lu.b16 %0, [%1];" : "=h"(r.__x) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ __half2 __ldlu(const __half2* p) {
    __half2 r;
    asm volatile("ld.global.lu.b32 %0, [%1];" : "=r"((unsigned int&)r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ __half __ldcv(const __half* p) {
    __half r;
    asm volatile("ld.global.cv.b16 %0, [%1];" : "=h"(r.__x) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ __half2 __ldcv(const __half2* p) {
    __half2 r;
    asm volatile("ld.global.cv.b32 %0, [%1];" : "=r"((unsigned int&)r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ void __stwb(__half* p, __half value) {
    asm volatile("st.global.wb.b16 [%0], %1;" :: "l"(p), "h"(value.__x) : "memory");
}

__device__ __forceinline__ void __stwb(__half2* p, __half2 value) {
    asm volatile("st.global.wb.b32 [%0], %1;" :: "l"(p), "r"((unsigned int&)value) : "memory");
}

__device__ __forceinline__ void __stcg(__half* p, __half value) {
    asm volatile("st.global.cg.b16 [%0], %1;" :: "l"(p), "h"(value.__x) : "memory");
}

__device__ __forceinline__ void __stcg(__half2* p, __half2 value) {
    asm volatile("st.global.cg.b32 [%0], %1;" :: "l"(p), "r"((unsigned int&)value) : "memory");
}

__device__ __forceinline__ void __stcs(__half* p, __half value) {
    asm volatile("st.global.cs.b16 [%0], %1;" :: "l"(p), "h"(value.__x) : "memory");
}

__device__ __forceinline__ void __stcs(__half2* p, __half2 value) {
    asm volatile("st.global.cs.b32 [%0], %1;" :: "l"(p), "r"((unsigned int&)value) : "memory");
}

__device__ __forceinline__ void __stwt(__half* p, __half value) {
    asm volatile("st.global.wt.b16 [%0], %1;" :: "l"(p), "h"(value.__x) : "memory");
}

__device__ __forceinline__ void __stwt(__half2* p, __half2 value) {
    asm volatile("st.global.wt.b32 [%0], %1;" :: "l"(p), "r"((unsigned int&)value) : "memory");
}

__device__ __forceinline__ __half atomicAdd(__half* address, __half value) {
    __half old;
    asm volatile("atom.add.noftz.f16 %0, [%1], %2;" : "=h"(old.__x) : "l"(address), "h"(value.__x) : "memory");
    return old;
}

__device__ __forceinline__ __half2 atomicAdd(__half2* address, __half2 value) {
    __half2 old;
    asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;" : "=r"((unsigned int&)old) : "l"(address), "r"((unsigned int&)value) : "memory");
    return old;
}
