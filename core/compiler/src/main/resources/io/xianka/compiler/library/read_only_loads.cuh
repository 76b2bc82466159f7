// __ldg: a load from global memory that the kernel never writes, through the read-only path.

__device__ __forceinline__ char __ldg(const char* p) {
    int r;
    asm("ld.global.nc.s8 %0, [%1];" : "=r"(r) : "l"(p));
    return (char)r;
}

__device__ __forceinline__ signed char __ldg(const signed char* p) {
    int r;
    asm("ld.global.nc.s8 %0, [%1];" : "=r"(r) : "l"(p));
    return (signed char)r;
}

__device__ __forceinline__ short __ldg(const short* p) {
    short r;
    asm("ld.global.nc.s16 %0, [%1];" : "=h"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ int __ldg(const int* p) {
    int r;
    asm("ld.global.nc.s32 %0, [%1];" : "=r"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ long __ldg(const long* p) {
    long r;
    asm("ld.global.nc.s64 %0, [%1];" : "=l"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ long long __ldg(const long long* p) {
    long long r;
    asm("ld.global.nc.s64 %0, [%1];" : "=l"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ unsigned char __ldg(const unsigned char* p) {
    unsigned int r;
    asm("ld.global.nc.u8 %0, [%1];" : "=r"(r) : "l"(p));
    return (unsigned char)r;
}

__device__ __forceinline__ unsigned short __ldg(const unsigned short* p) {
    unsigned short r;
    asm("ld.global.nc.u16 %0, [%1];" : "=h"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ unsigned int __ldg(const unsigned int* p) {
    unsigned int r;
    asm("ld.global.nc.u32 %0, [%1];" : "=r"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ unsigned long __ldg(const unsigned long* p) {
    unsigned long r;
    asm("ld.global.nc.u64 %0, [%1];" : "=l"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ unsigned long long __ldg(const unsigned long long* p) {
    unsigned long long r;
    asm("ld.global.nc.u64 %0, [%1];" : "=l"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ float __ldg(const float* p) {
    float r;
    asm("ld.global.nc.f32 %0, [%1];" : "=f"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ double __ldg(const double* p) {
    double r;
    asm("ld.global.nc.f64 %0, [%1];" : "=d"(r) : "l"(p));
    return r;
}

__device__ __forceinline__ char2 __ldg(const char2* p) {
    int x, y;
    asm("ld.global.nc.v2.s8 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(p));
    return make_char2((signed char)x, (signed char)y);
}

__device__ __forceinline__ char4 __ldg(const char4* p) {
    int x, y, z, w;
    asm("ld.global.nc.v4.s8 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(p));
    return make_char4((signed char)x, (signed char)y, (signed char)z, (signed char)w);
}

__device__ __forceinline__ short2 __ldg(const short2* p) {
    short2 r;
    asm("ld.global.nc.v2.s16 {%0, %1}, [%2];" : "=h"(r.x), "=h"(r.y) : "l"(p));
    return r;
}

__device__ __forceinline__ short4 __ldg(const short4* p) {
    short4 r;
    asm("ld.global.nc.v4.s16 {%0, %1, %2, %3}, [%4];" : "=h"(r.x), "=h"(r.y), "=h"(r.z), "=h"(r.w) : "l"(p));
    return r;
}

__device__ __forceinline__ int2 __ldg(const int2* p) {
    int2 r;
    asm("ld.global.nc.v2.s32 {%0, %1}, [%2];" : "=r"(r.x), "=r"(r.y) : "l"(p));
    return r;
}

__device__ __forceinline__ int4 __ldg(const int4* p) {
    int4 r;
    asm("ld.global.nc.v4.s32 {%0, %1, %2, %3}, [%4];" : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(p));
    return r;
}

__device__ __forceinline__ longlong2 __ldg(const longlong2* p) {
    longlong2 r;
    asm("ld.global.nc.v2.s64 {%0, %1}, [%2];" : "=l"(r.x), "=l"(r.y) : "l"(p));
    return r;
}

__device__ __forceinline__ uchar2 __ldg(const uchar2* p) {
    unsigned int x, y;
    asm("ld.global.nc.v2.u8 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(p));
    return make_uchar2((unsigned char)x, (unsigned char)y);
}

__device__ __forceinline__ uchar4 __ldg(const uchar4* p) {
    unsigned int x, y, z, w;
    asm("ld.global.nc.v4.u8 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(p));
    return make_uchar4((unsigned char)x, (unsigned char)y, (unsigned char)z, (unsigned char)w);
}

__device__ __forceinline__ ushort2 __ldg(const ushort2* p) {
    ushort2 r;
    asm("ld.global.nc.v2.u16 {%0, %1}, [%2];" : "=h"(r.x), "=h"(r.y) : "l"(p));
    return r;
}

__device__ __forceinline__ ushort4 __ldg(const ushort4* p) {
    ushort4 r;
    asm("ld.global.nc.v4.u16 {%0, %1, %2, %3}, [%4];" : "=h"(r.x), "=h"(r.y), "=h"(r.z), "=h"(r.w) : "l"(p));
    return r;
}

__device__ __forceinline__ uint2 __ldg(const uint2* p) {
    uint2 r;
    asm("ld.global.nc.v2.u32 {%0, %1}, [%2];" : "=r"(r.x), "=r"(r.y) : "l"(p));
    return r;
}

__device__ __forceinline__ uint4 __ldg(const uint4* p) {
    uint4 r;
    asm("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(p));
    return r;
}

__device__ __forceinline__ ulonglong2 __ldg(const ulonglong2* p) {
    ulonglong2 r;
    asm("ld.global.nc.v2.u64 {%0, %1}, [%2];" : "=l"(r.x), "=l"(r.y) : "l"(p));
    return r;
}

__device__ __forceinline__ float2 __ldg(const float2* p) {
    float2 r;
    asm("ld.global.nc.v2.f32 {%0, %1}, [%2];" : "=f"(r.x), "=f"(r.y) : "l"(p));
    return r;
}

__device__ __forceinline__ float4 __ldg(const float4* p) {
    float4 r;
    asm("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w) : "l"(p));
    return r;
}

__device__ __forceinline__ double2 __ldg(const double2* p) {
    double2 r;
    asm("ld.global.nc.v2.f64 {%0, %1}, [%2];" : "=d"(r.x), "=d"(r.y) : "l"(p));
    return r;
}
