// Atomic operations on global and shared memory. They return what was there before and order nothing else
// (relaxed). The plain names hold within the device, _block within the block, _system over all devices and the host.

__device__ __forceinline__ int atomicAdd(int* address, int value) {
    int old;
    asm volatile("atom.add.s32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicAdd(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicAdd(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.add.u64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ float atomicAdd(float* address, float value) {
    float old;
    asm volatile("atom.add.f32 %0, [%1], %2;" : "=f"(old) : "l"(address), "f"(value) : "memory");
    return old;
}

__device__ __forceinline__ double atomicAdd(double* address, double value) {
    double old;
    asm volatile("atom.add.f64 %0, [%1], %2;" : "=d"(old) : "l"(address), "d"(value) : "memory");
    return old;
}

__device__ __forceinline__ int atomicSub(int* address, int value) {
    return atomicAdd(address, -value);
}

__device__ __forceinline__ unsigned int atomicSub(unsigned int* address, unsigned int value) {
    return atomicAdd(address, 0u - value);
}

__device__ __forceinline__ int atomicExch(int* address, int value) {
    int old;
    asm volatile("atom.exch.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicExch(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.exch.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicExch(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.exch.b64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ float atomicExch(float* address, float value) {
    float old;
    asm volatile("atom.exch.b32 %0, [%1], %2;" : "=f"(old) : "l"(address), "f"(value) : "memory");
    return old;
}

__device__ __forceinline__ int atomicMin(int* address, int value) {
    int old;
    asm volatile("atom.min.s32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicMin(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.min.u32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ long long atomicMin(long long* address, long long value) {
    long long old;
    asm volatile("atom.min.s64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicMin(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.min.u64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ int atomicMax(int* address, int value) {
    int old;
    asm volatile("atom.max.s32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicMax(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.max.u32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ long long atomicMax(long long* address, long long value) {
    long long old;
    asm volatile("atom.max.s64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicMax(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.max.u64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicInc(unsigned int* address, unsigned int limit) {
    unsigned int old;
    asm volatile("atom.inc.u32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(limit) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicDec(unsigned int* address, unsigned int limit) {
    unsigned int old;
    asm volatile("atom.dec.u32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(limit) : "memory");
    return old;
}

__device__ __forceinline__ int atomicAnd(int* address, int value) {
    int old;
    asm volatile("atom.and.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicAnd(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.and.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicAnd(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.and.b64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ int atomicOr(int* address, int value) {
    int old;
    asm volatile("atom.or.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicOr(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.or.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicOr(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.or.b64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ int atomicXor(int* address, int value) {
    int old;
    asm volatile("atom.xor.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicXor(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.xor.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicXor(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.xor.b64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ int atomicCAS(int* address, int expected, int value) {
    int old;
    asm volatile("atom.cas.b32 %0, [%1], %2, %3;" : "=r"(old) : "l"(address), "r"(expected), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicCAS(unsigned int* address, unsigned int expected, unsigned int value) {
    unsigned int old;
    asm volatile("atom.cas.b32 %0, [%1], %2, %3;" : "=r"(old) : "l"(address), "r"(expected), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicCAS(unsigned long long* address, unsigned long long expected, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.cas.b64 %0, [%1], %2, %3;" : "=l"(old) : "l"(address), "l"(expected), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned short atomicCAS(unsigned short* address, unsigned short expected, unsigned short value) {
    unsigned short old;
    asm volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(address), "h"(expected), "h"(value) : "memory");
    return old;
}

__device__ __forceinline__ int atomicAdd_block(int* address, int value) {
    int old;
    asm volatile("atom.cta.add.s32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicAdd_block(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.cta.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicAdd_block(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.cta.add.u64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ float atomicAdd_block(float* address, float value) {
    float old;
    asm volatile("atom.cta.add.f32 %0, [%1], %2;" : "=f"(old) : "l"(address), "f"(value) : "memory");
    return old;
}

__device__ __forceinline__ double atomicAdd_block(double* address, double value) {
    double old;
    asm volatile("atom.cta.add.f64 %0, [%1], %2;" : "=d"(old) : "l"(address), "d"(value) : "memory");
    return old;
}

__device__ __forceinline__ int atomicSub_block(int* address, int value) {
    return atomicAdd_block(address, -value);
}

__device__ __forceinline__ unsigned int atomicSub_block(unsigned int* address, unsigned int value) {
    return atomicAdd_block(address, 0u - value);
}

__device__ __forceinline__ int atomicExch_block(int* address, int value) {
    int old;
    asm volatile("atom.cta.exch.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicExch_block(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.cta.exch.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicExch_block(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.cta.exch.b64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ float atomicExch_block(float* address, float value) {
    float old;
    asm volatile("atom.cta.exch.b32 %0, [%1], %2;" : "=f"(old) : "l"(address), "f"(value) : "memory");
    return old;
}

__device__ __forceinline__ int atomicMin_block(int* address, int value) {
    int old;
    asm volatile("atom.cta.min.s32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicMin_block(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.cta.min.u32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ long long atomicMin_block(long long* address, long long value) {
    long long old;
    asm volatile("atom.cta.min.s64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicMin_block(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.cta.min.u64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ int atomicMax_block(int* address, int value) {
    int old;
    asm volatile("atom.cta.max.s32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicMax_block(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.cta.max.u32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ long long atomicMax_block(long long* address, long long value) {
    long long old;
    asm volatile("atom.cta.max.s64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicMax_block(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.cta.max.u64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicInc_block(unsigned int* address, unsigned int limit) {
    unsigned int old;
    asm volatile("atom.cta.inc.u32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(limit) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicDec_block(unsigned int* address, unsigned int limit) {
    unsigned int old;
    asm volatile("atom.cta.dec.u32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(limit) : "memory");
    return old;
}

__device__ __forceinline__ int atomicAnd_block(int* address, int value) {
    int old;
    asm volatile("atom.cta.and.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicAnd_block(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.cta.and.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicAnd_block(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.cta.and.b64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ int atomicOr_block(int* address, int value) {
    int old;
    asm volatile("atom.cta.or.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicOr_block(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.cta.or.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicOr_block(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.cta.or.b64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ int atomicXor_block(int* address, int value) {
    int old;
    asm volatile("atom.cta.xor.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicXor_block(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.cta.xor.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicXor_block(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.cta.xor.b64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ int atomicCAS_block(int* address, int expected, int value) {
    int old;
    asm volatile("atom.cta.cas.b32 %0, [%1], %2, %3;" : "=r"(old) : "l"(address), "r"(expected), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicCAS_block(unsigned int* address, unsigned int expected, unsigned int value) {
    unsigned int old;
    asm volatile("atom.cta.cas.b32 %0, [%1], %2, %3;" : "=r"(old) : "l"(address), "r"(expected), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicCAS_block(unsigned long long* address, unsigned long long expected, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.cta.cas.b64 %0, [%1], %2, %3;" : "=l"(old) : "l"(address), "l"(expected), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned short atomicCAS_block(unsigned short* address, unsigned short expected, unsigned short value) {
    unsigned short old;
    asm volatile("atom.cta.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(address), "h"(expected), "h"(value) : "memory");
    return old;
}

__device__ __forceinline__ int atomicAdd_system(int* address, int value) {
    int old;
    asm volatile("atom.sys.add.s32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicAdd_system(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.sys.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicAdd_system(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.sys.add.u64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ float atomicAdd_system(float* address, float value) {
    float old;
    asm volatile("atom.sys.add.f32 %0, [%1], %2;" : "=f"(old) : "l"(address), "f"(value) : "memory");
    return old;
}

__device__ __forceinline__ double atomicAdd_system(double* address, double value) {
    double old;
    asm volatile("atom.sys.add.f64 %0, [%1], %2;" : "=d"(old) : "l"(address), "d"(value) : "memory");
    return old;
}

__device__ __forceinline__ int atomicSub_system(int* address, int value) {
    return atomicAdd_system(address, -value);
}

__device__ __forceinline__ unsigned int atomicSub_system(unsigned int* address, unsigned int value) {
    return atomicAdd_system(address, 0u - value);
}

__device__ __forceinline__ int atomicExch_system(int* address, int value) {
    int old;
    asm volatile("atom.sys.exch.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicExch_system(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.sys.exch.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicExch_system(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.sys.exch.b64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ float atomicExch_system(float* address, float value) {
    float old;
    asm volatile("atom.sys.exch.b32 %0, [%1], %2;" : "=f"(old) : "l"(address), "f"(value) : "memory");
    return old;
}

__device__ __forceinline__ int atomicMin_system(int* address, int value) {
    int old;
    asm volatile("atom.sys.min.s32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicMin_system(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.sys.min.u32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ long long atomicMin_system(long long* address, long long value) {
    long long old;
    asm volatile("atom.sys.min.s64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicMin_system(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.sys.min.u64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ int atomicMax_system(int* address, int value) {
    int old;
    asm volatile("atom.sys.max.s32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicMax_system(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.sys.max.u32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ long long atomicMax_system(long long* address, long long value) {
    long long old;
    asm volatile("atom.sys.max.s64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicMax_system(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.sys.max.u64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicInc_system(unsigned int* address, unsigned int limit) {
    unsigned int old;
    asm volatile("atom.sys.inc.u32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(limit) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicDec_system(unsigned int* address, unsigned int limit) {
    unsigned int old;
    asm volatile("atom.sys.dec.u32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(limit) : "memory");
    return old;
}

__device__ __forceinline__ int atomicAnd_system(int* address, int value) {
    int old;
    asm volatile("atom.sys.and.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicAnd_system(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.sys.and.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicAnd_system(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.sys.and.b64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ int atomicOr_system(int* address, int value) {
    int old;
    asm volatile("atom.sys.or.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicOr_system(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.sys.or.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicOr_system(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.sys.or.b64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ int atomicXor_system(int* address, int value) {
    int old;
    asm volatile("atom.sys.xor.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicXor_system(unsigned int* address, unsigned int value) {
    unsigned int old;
    asm volatile("atom.sys.xor.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicXor_system(unsigned long long* address, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.sys.xor.b64 %0, [%1], %2;" : "=l"(old) : "l"(address), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ int atomicCAS_system(int* address, int expected, int value) {
    int old;
    asm volatile("atom.sys.cas.b32 %0, [%1], %2, %3;" : "=r"(old) : "l"(address), "r"(expected), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned int atomicCAS_system(unsigned int* address, unsigned int expected, unsigned int value) {
    unsigned int old;
    asm volatile("atom.sys.cas.b32 %0, [%1], %2, %3;" : "=r"(old) : "l"(address), "r"(expected), "r"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned long long atomicCAS_system(unsigned long long* address, unsigned long long expected, unsigned long long value) {
    unsigned long long old;
    asm volatile("atom.sys.cas.b64 %0, [%1], %2, %3;" : "=l"(old) : "l"(address), "l"(expected), "l"(value) : "memory");
    return old;
}

__device__ __forceinline__ unsigned short atomicCAS_system(unsigned short* address, unsigned short expected, unsigned short value) {
    unsigned short old;
    asm volatile("atom.sys.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(address), "h"(expected), "h"(value) : "memory");
    return old;
}

__device__ __forceinline__ long long atomicAnd(long long* address, long long value) {
    return (long long)atomicAnd((unsigned long long*)address, (unsigned long long)value);
}

__device__ __forceinline__ long long atomicOr(long long* address, long long value) {
    return (long long)atomicOr((unsigned long long*)address, (unsigned long long)value);
}

__device__ __forceinline__ long long atomicXor(long long* address, long long value) {
    return (long long)atomicXor((unsigned long long*)address, (unsigned long long)value);
}

__device__ __forceinline__ long long atomicAnd_block(long long* address, long long value) {
    return (long long)atomicAnd_block((unsigned long long*)address, (unsigned long long)value);
}

__device__ __forceinline__ long long atomicOr_block(long long* address, long long value) {
    return (long long)atomicOr_block((unsigned long long*)address, (unsigned long long)value);
}

__device__ __forceinline__ long long atomicXor_block(long long* address, long long value) {
    return (long long)atomicXor_block((unsigned long long*)address, (unsigned long long)value);
}

__device__ __forceinline__ long long atomicAnd_system(long long* address, long long value) {
    return (long long)atomicAnd_system((unsigned long long*)address, (unsigned long long)value);
}

__device__ __forceinline__ long long atomicOr_system(long long* address, long long value) {
    return (long long)atomicOr_system((unsigned long long*)address, (unsigned long long)value);
}

__device__ __forceinline__ long long atomicXor_system(long long* address, long long value) {
    return (long long)atomicXor_system((unsigned long long*)address, (unsigned long long)value);
}
