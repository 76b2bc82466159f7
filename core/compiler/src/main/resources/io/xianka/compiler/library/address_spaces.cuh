// Which address space a generic pointer names and its address there; memcpy and memset in any of them.

__device__ __forceinline__ unsigned int __isGlobal(const void* p) {
    unsigned int r;
    asm("{\n\t.reg .pred p;\n\tisspacep.global p, %1;\n\tselp.u32 %0, 1, 0, p;\n\t}" : "=r"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ unsigned long __cvta_generic_to_global(const void* p) {
    unsigned long r;
    asm("cvta.to.global.u64 %0, %1;" : "=l"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ void* __cvta_global_to_generic(unsigned long address) {
    void* p;
    asm("cvta.global.u64 %0, %1;" : "=l"(p) : "l"(address));
    return p;
}

__device__ __forceinline__ unsigned int __isShared(const void* p) {
    unsigned int r;
    asm("{\n\t.reg .pred p;\n\tisspacep.shared p, %1;\n\tselp.u32 %0, 1, 0, p;\n\t}" : "=r"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ unsigned long __cvta_generic_to_shared(const void* p) {
    unsigned long r;
    asm("cvta.to.shared.u64 %0, %1;" : "=l"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ void* __cvta_shared_to_generic(unsigned long address) {
    void* p;
    asm("cvta.shared.u64 %0, %1;" : "=l"(p) : "l"(address));
    return p;
}

__device__ __forceinline__ unsigned int __isConstant(const void* p) {
    unsigned int r;
    asm("{\n\t.reg .pred p;\n\tisspacep.const p, %1;\n\tselp.u32 %0, 1, 0, p;\n\t}" : "=r"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ unsigned long __cvta_generic_to_constant(const void* p) {
    unsigned long r;
    asm("cvta.to.const.u64 %0, %1;" : "=l"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ void* __cvta_constant_to_generic(unsigned long address) {
    void* p;
    asm("cvta.const.u64 %0, %1;" : "=l"(p) : "l"(address));
    return p;
}

__device__ __forceinline__ unsigned int __isLocal(const void* p) {
    unsigned int r;
    asm("{\n\t.reg .pred p;\n\tisspacep.local p, %1;\n\tselp.u32 %0, 1, 0, p;\n\t}" : "=r"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ unsigned long __cvta_generic_to_local(const void* p) {
    unsigned long r;
    asm("cvta.to.local.u64 %0, %1;" : "=l"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ void* __cvta_local_to_generic(unsigned long address) {
    void* p;
    asm("cvta.local.u64 %0, %1;" : "=l"(p) : "l"(address));
    return p;
}

__device__ __forceinline__ unsigned int __isGridConstant(const void* p) {
    unsigned int r;
    asm("{\n\t.reg .pred p;\n\tisspacep.param p, %1;\n\tselp.u32 %0, 1, 0, p;\n\t}" : "=r"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ unsigned int __isCtaShared(const void* p) {
    unsigned int r;
    asm("{\n\t.reg .pred p;\n\tisspacep.shared::cta p, %1;\n\tselp.u32 %0, 1, 0, p;\n\t}" : "=r"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ unsigned int __isClusterShared(const void* p) {
    unsigned int r;
    asm("{\n\t.reg .pred p;\n\tisspacep.shared::cluster p, %1;\n\tselp.u32 %0, 1, 0, p;\n\t}" : "=r"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ void* memcpy(void* to, const void* from, size_t bytes) {
    unsigned char* out = (unsigned char*)to;
    const unsigned char* in = (const unsigned char*)from;
    for (size_t i = 0; i < bytes; ++i) {
        out[i] = in[i];
    }
    return to;
}

__device__ __forceinline__ void* memset(void* to, int value, size_t bytes) {
    unsigned char* out = (unsigned char*)to;
    for (size_t i = 0; i < bytes; ++i) {
        out[i] = (unsigned char)value;
    }
    return to;
}
