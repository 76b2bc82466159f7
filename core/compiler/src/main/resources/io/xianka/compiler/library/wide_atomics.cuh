// Atomic operations on 64 and 128 bits of vectors and structs, from sm_90 on. Vectors are added number by number, in global
// memory only; what is exchanged or compared as a whole has 16 bytes and their alignment.

__device__ __forceinline__ float2 atomicAdd(float2* address, float2 value) {
    float2 old;
    asm volatile("atom.global.add.v2.f32 {%0, %1}, [%2], {%3, %4};" : "=f"(old.x), "=f"(old.y) : "l"(address), "f"(value.x), "f"(value.y) : "memory");
    return old;
}

__device__ __forceinline__ float4 atomicAdd(float4* address, float4 value) {
    float4 old;
    asm volatile("atom.global.add.v4.f32 {%0, %1, %2, %3}, [%4], {%5, %6, %7, %8};" : "=f"(old.x), "=f"(old.y), "=f"(old.z), "=f"(old.w) : "l"(address), "f"(value.x), "f"(value.y), "f"(value.z), "f"(value.w) : "memory");
    return old;
}

__device__ __forceinline__ float2 atomicAdd_block(float2* address, float2 value) {
    float2 old;
    asm volatile("atom.global.cta.add.v2.f32 {%0, %1}, [%2], {%3, %4};" : "=f"(old.x), "=f"(old.y) : "l"(address), "f"(value.x), "f"(value.y) : "memory");
    return old;
}

__device__ __forceinline__ float4 atomicAdd_block(float4* address, float4 value) {
    float4 old;
    asm volatile("atom.global.cta.add.v4.f32 {%0, %1, %2, %3}, [%4], {%5, %6, %7, %8};" : "=f"(old.x), "=f"(old.y), "=f"(old.z), "=f"(old.w) : "l"(address), "f"(value.x), "f"(value.y), "f"(value.z), "f"(value.w) : "memory");
    return old;
}

__device__ __forceinline__ float2 atomicAdd_system(float2* address, float2 value) {
    float2 old;
    asm volatile("atom.global.sys.add.v2.f32 {%0, %1}, [%2], {%3, %4};" : "=f"(old.x), "=f"(old.y) : "l"(address), "f"(value.x), "f"(value.y) : "memory");
    return old;
}

__device__ __forceinline__ float4 atomicAdd_system(float4* address, float4 value) {
    float4 old;
    asm volatile("atom.global.sys.add.v4.f32 {%0, %1, %2, %3}, [%4], {%5, %6, %7, %8};" : "=f"(old.x), "=f"(old.y), "=f"(old.z), "=f"(old.w) : "l"(address), "f"(value.x), "f"(value.y), "f"(value.z), "f"(value.w) : "memory");
    return old;
}

template <typename T> __device__ __forceinline__ T atomicExch(T* address, T value) {
    static_assert(sizeof(T) == 16 && alignof(T) == 16, "atomicExch takes numbers of 4 and 8 bytes, and 16 bytes aligned to 16");
    const unsigned long long* given = (const unsigned long long*)&value;
    T old;
    unsigned long long* before = (unsigned long long*)&old;
    asm volatile("{ .reg .b128 given, before; mov.b128 given, {%3, %4}; atom.exch.b128 before, [%2], given; mov.b128 {%0, %1}, before; }" : "=l"(before[0]), "=l"(before[1]) : "l"(address), "l"(given[0]), "l"(given[1]) : "memory");
    return old;
}

template <typename T> __device__ __forceinline__ T atomicCAS(T* address, T expected, T value) {
    static_assert(sizeof(T) == 16 && alignof(T) == 16, "atomicCAS takes integers of 2, 4 and 8 bytes, and 16 bytes aligned to 16");
    const unsigned long long* wanted = (const unsigned long long*)&expected;
    const unsigned long long* given = (const unsigned long long*)&value;
    T old;
    unsigned long long* before = (unsigned long long*)&old;
    asm volatile("{ .reg .b128 wanted, given, before; mov.b128 wanted, {%3, %4}; mov.b128 given, {%5, %6}; atom.cas.b128 before, [%2], wanted, given; mov.b128 {%0, %1}, before; }" : "=l"(before[0]), "=l"(before[1]) : "l"(address), "l"(wanted[0]), "l"(wanted[1]), "l"(given[0]), "l"(given[1]) : "memory");
    return old;
}

template <typename T> __device__ __forceinline__ T atomicExch_block(T* address, T value) {
    static_assert(sizeof(T) == 16 && alignof(T) == 16, "atomicExch takes numbers of 4 and 8 bytes, and 16 bytes aligned to 16");
    const unsigned long long* given = (const unsigned long long*)&value;
    T old;
    unsigned long long* before = (unsigned long long*)&old;
    asm volatile("{ .reg .b128 given, before; mov.b128 given, {%3, %4}; atom.cta.exch.b128 before, [%2], given; mov.b128 {%0, %1}, before; }" : "=l"(before[0]), "=l"(before[1]) : "l"(address), "l"(given[0]), "l"(given[1]) : "memory");
    return old;
}

template <typename T> __device__ __forceinline__ T atomicCAS_block(T* address, T expected, T value) {
    static_assert(sizeof(T) == 16 && alignof(T) == 16, "atomicCAS takes integers of 2, 4 and 8 bytes, and 16 bytes aligned to 16");
    const unsigned long long* wanted = (const unsigned long long*)&expected;
    const unsigned long long* given = (const unsigned long long*)&value;
    T old;
    unsigned long long* before = (unsigned long long*)&old;
    asm volatile("{ .reg .b128 wanted, given, before; mov.b128 wanted, {%3, %4}; mov.b128 given, {%5, %6}; atom.cta.cas.b128 before, [%2], wanted, given; mov.b128 {%0, %1}, before; }" : "=l"(before[0]), "=l"(before[1]) : "l"(address), "l"(wanted[0]), "l"(wanted[1]), "l"(given[0]), "l"(given[1]) : "memory");
    return old;
}

template <typename T> __device__ __forceinline__ T atomicExch_system(T* address, T value) {
    static_assert(sizeof(T) == 16 && alignof(T) == 16, "atomicExch takes numbers of 4 and 8 bytes, and 16 bytes aligned to 16");
    const unsigned long long* given = (const unsigned long long*)&value;
    T old;
    unsigned long long* before = (unsigned long long*)&old;
    asm volatile("{ .reg .b128 given, before; mov.b128 given, {%3, %4}; atom.sys.exch.b128 before, [%2], given; mov.b128 {%0, %1}, before; }" : "=l"(before[0]), "=l"(before[1]) : "l"(address), "l"(given[0]), "l"(given[1]) : "memory");
    return old;
}

template <typename T> __device__ __forceinline__ T atomicCAS_system(T* address, T expected, T value) {
    static_assert(sizeof(T) == 16 && alignof(T) == 16, "atomicCAS takes integers of 2, 4 and 8 bytes, and 16 bytes aligned to 16");
    const unsigned long long* wanted = (const unsigned long long*)&expected;
    const unsigned long long* given = (const unsigned long long*)&value;
    T old;
    unsigned long long* before = (unsigned long long*)&old;
    asm volatile("{ .reg .b128 wanted, given, before; mov.b128 wanted, {%3, %4}; mov.b128 given, {%5, %6}; atom.sys.cas.b128 before, [%2], wanted, given; mov.b128 {%0, %1}, before; }" : "=l"(before[0]), "=l"(before[1]) : "l"(address), "l"(wanted[0]), "l"(wanted[1]), "l"(given[0]), "l"(given[1]) : "memory");
    return old;
}
