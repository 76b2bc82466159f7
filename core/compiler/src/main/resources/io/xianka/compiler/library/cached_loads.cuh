// Loads with a stated use of the caches, on global memory, for every scalar and vector type of 16 bytes at most.

__device__ __forceinline__ char __ldca(const char* p) {
    int r;
    asm volatile("ld.global.ca.s8 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return (char)r;
}

__device__ __forceinline__ signed char __ldca(const signed char* p) {
    int r;
    asm volatile("ld.global.ca.s8 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return (signed char)r;
}

__device__ __forceinline__ short __ldca(const short* p) {
    short r;
    asm volatile("ld.global.ca.s16 %0, [%1];" : "=h"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ int __ldca(const int* p) {
    int r;
    asm volatile("ld.global.ca.s32 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ long __ldca(const long* p) {
    long r;
    asm volatile("ld.global.ca.s64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ long long __ldca(const long long* p) {
    long long r;
    asm volatile("ld.global.ca.s64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ unsigned char __ldca(const unsigned char* p) {
    unsigned int r;
    asm volatile("ld.global.ca.u8 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return (unsigned char)r;
}

__device__ __forceinline__ unsigned short __ldca(const unsigned short* p) {
    unsigned short r;
    asm volatile("ld.global.ca.u16 %0, [%1];" : "=h"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __ldca(const unsigned int* p) {
    unsigned int r;
    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ unsigned long __ldca(const unsigned long* p) {
    unsigned long r;
    asm volatile("ld.global.ca.u64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ unsigned long long __ldca(const unsigned long long* p) {
    unsigned long long r;
    asm volatile("ld.global.ca.u64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ float __ldca(const float* p) {
    float r;
    asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ double __ldca(const double* p) {
    double r;
    asm volatile("ld.global.ca.f64 %0, [%1];" : "=d"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ char2 __ldca(const char2* p) {
    int x, y;
    asm volatile("ld.global.ca.v2.s8 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(p) : "memory");
    return make_char2((signed char)x, (signed char)y);
}

__device__ __forceinline__ char4 __ldca(const char4* p) {
    int x, y, z, w;
    asm volatile("ld.global.ca.v4.s8 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(p) : "memory");
    return make_char4((signed char)x, (signed char)y, (signed char)z, (signed char)w);
}

__device__ __forceinline__ short2 __ldca(const short2* p) {
    short2 r;
    asm volatile("ld.global.ca.v2.s16 {%0, %1}, [%2];" : "=h"(r.x), "=h"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ short4 __ldca(const short4* p) {
    short4 r;
    asm volatile("ld.global.ca.v4.s16 {%0, %1, %2, %3}, [%4];" : "=h"(r.x), "=h"(r.y), "=h"(r.z), "=h"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ int2 __ldca(const int2* p) {
    int2 r;
    asm volatile("ld.global.ca.v2.s32 {%0, %1}, [%2];" : "=r"(r.x), "=r"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ int4 __ldca(const int4* p) {
    int4 r;
    asm volatile("ld.global.ca.v4.s32 {%0, %1, %2, %3}, [%4];" : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ longlong2 __ldca(const longlong2* p) {
    longlong2 r;
    asm volatile("ld.global.ca.v2.s64 {%0, %1}, [%2];" : "=l"(r.x), "=l"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ uchar2 __ldca(const uchar2* p) {
    unsigned int x, y;
    asm volatile("ld.global.ca.v2.u8 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(p) : "memory");
    return make_uchar2((unsigned char)x, (unsigned char)y);
}

__device__ __forceinline__ uchar4 __ldca(const uchar4* p) {
    unsigned int x, y, z, w;
    asm volatile("ld.global.ca.v4.u8 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(p) : "memory");
    return make_uchar4((unsigned char)x, (unsigned char)y, (unsigned char)z, (unsigned char)w);
}

__device__ __forceinline__ ushort2 __ldca(const ushort2* p) {
    ushort2 r;
    asm volatile("ld.global.ca.v2.u16 {%0, %1}, [%2];" : "=h"(r.x), "=h"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ ushort4 __ldca(const ushort4* p) {
    ushort4 r;
    asm volatile("ld.global.ca.v4.u16 {%0, %1, %2, %3}, [%4];" : "=h"(r.x), "=h"(r.y), "=h"(r.z), "=h"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ uint2 __ldca(const uint2* p) {
    uint2 r;
    asm volatile("ld.global.ca.v2.u32 {%0, %1}, [%2];" : "=r"(r.x), "=r"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ uint4 __ldca(const uint4* p) {
    uint4 r;
    asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ ulonglong2 __ldca(const ulonglong2* p) {
    ulonglong2 r;
    asm volatile("ld.global.ca.v2.u64 {%0, %1}, [%2];" : "=l"(r.x), "=l"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ float2 __ldca(const float2* p) {
    float2 r;
    asm volatile("ld.global.ca.v2.f32 {%0, %1}, [%2];" : "=f"(r.x), "=f"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ float4 __ldca(const float4* p) {
    float4 r;
    asm volatile("ld.global.ca.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ double2 __ldca(const double2* p) {
    double2 r;
    asm volatile("ld.global.ca.v2.f64 {%0, %1}, [%2];" : "=d"(r.x), "=d"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ char __ldcg(const char* p) {
    int r;
    asm volatile("ld.global.cg.s8 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return (char)r;
}

__device__ __forceinline__ signed char __ldcg(const signed char* p) {
    int r;
    asm volatile("ld.global.cg.s8 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return (signed char)r;
}

__device__ __forceinline__ short __ldcg(const short* p) {
    short r;
    asm volatile("ld.global.cg.s16 %0, [%1];" : "=h"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ int __ldcg(const int* p) {
    int r;
    asm volatile("ld.global.cg.s32 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ long __ldcg(const long* p) {
    long r;
    asm volatile("ld.global.cg.s64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ long long __ldcg(const long long* p) {
    long long r;
    asm volatile("ld.global.cg.s64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ unsigned char __ldcg(const unsigned char* p) {
    unsigned int r;
    asm volatile("ld.global.cg.u8 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return (unsigned char)r;
}

__device__ __forceinline__ unsigned short __ldcg(const unsigned short* p) {
    unsigned short r;
    asm volatile("ld.global.cg.u16 %0, [%1];" : "=h"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __ldcg(const unsigned int* p) {
    unsigned int r;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ unsigned long __ldcg(const unsigned long* p) {
    unsigned long r;
    asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ unsigned long long __ldcg(const unsigned long long* p) {
    unsigned long long r;
    asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ float __ldcg(const float* p) {
    float r;
    asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ double __ldcg(const double* p) {
    double r;
    asm volatile("ld.global.cg.f64 %0, [%1];" : "=d"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ char2 __ldcg(const char2* p) {
    int x, y;
    asm volatile("ld.global.cg.v2.s8 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(p) : "memory");
    return make_char2((signed char)x, (signed char)y);
}

__device__ __forceinline__ char4 __ldcg(const char4* p) {
    int x, y, z, w;
    asm volatile("ld.global.cg.v4.s8 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(p) : "memory");
    return make_char4((signed char)x, (signed char)y, (signed char)z, (signed char)w);
}

__device__ __forceinline__ short2 __ldcg(const short2* p) {
    short2 r;
    asm volatile("ld.global.cg.v2.s16 {%0, %1}, [%2];" : "=h"(r.x), "=h"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ short4 __ldcg(const short4* p) {
    short4 r;
    asm volatile("ld.global.cg.v4.s16 {%0, %1, %2, %3}, [%4];" : "=h"(r.x), "=h"(r.y), "=h"(r.z), "=h"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ int2 __ldcg(const int2* p) {
    int2 r;
    asm volatile("ld.global.cg.v2.s32 {%0, %1}, [%2];" : "=r"(r.x), "=r"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ int4 __ldcg(const int4* p) {
    int4 r;
    asm volatile("ld.global.cg.v4.s32 {%0, %1, %2, %3}, [%4];" : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ longlong2 __ldcg(const longlong2* p) {
    longlong2 r;
    asm volatile("ld.global.cg.v2.s64 {%0, %1}, [%2];" : "=l"(r.x), "=l"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ uchar2 __ldcg(const uchar2* p) {
    unsigned int x, y;
    asm volatile("ld.global.cg.v2.u8 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(p) : "memory");
    return make_uchar2((unsigned char)x, (unsigned char)y);
}

__device__ __forceinline__ uchar4 __ldcg(const uchar4* p) {
    unsigned int x, y, z, w;
    asm volatile("ld.global.cg.v4.u8 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(p) : "memory");
    return make_uchar4((unsigned char)x, (unsigned char)y, (unsigned char)z, (unsigned char)w);
}

__device__ __forceinline__ ushort2 __ldcg(const ushort2* p) {
    ushort2 r;
    asm volatile("ld.global.cg.v2.u16 {%0, %1}, [%2];" : "=h"(r.x), "=h"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ ushort4 __ldcg(const ushort4* p) {
    ushort4 r;
    asm volatile("ld.global.cg.v4.u16 {%0, %1, %2, %3}, [%4];" : "=h"(r.x), "=h"(r.y), "=h"(r.z), "=h"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ uint2 __ldcg(const uint2* p) {
    uint2 r;
    asm volatile("ld.global.cg.v2.u32 {%0, %1}, [%2];" : "=r"(r.x), "=r"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ uint4 __ldcg(const uint4* p) {
    uint4 r;
    asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ ulonglong2 __ldcg(const ulonglong2* p) {
    ulonglong2 r;
    asm volatile("ld.global.cg.v2.u64 {%0, %1}, [%2];" : "=l"(r.x), "=l"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ float2 __ldcg(const float2* p) {
    float2 r;
    asm volatile("ld.global.cg.v2.f32 {%0, %1}, [%2];" : "=f"(r.x), "=f"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ float4 __ldcg(const float4* p) {
    float4 r;
    asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ double2 __ldcg(const double2* p) {
    double2 r;
    asm volatile("ld.global.cg.v2.f64 {%0, %1}, [%2];" : "=d"(r.x), "=d"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ char __ldcs(const char* p) {
    int r;
    asm volatile("ld.global.cs.s8 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return (char)r;
}

__device__ __forceinline__ signed char __ldcs(const signed char* p) {
    int r;
    asm volatile("ld.global.cs.s8 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return (signed char)r;
}

__device__ __forceinline__ short __ldcs(const short* p) {
    short r;
    asm volatile("ld.global.cs.s16 %0, [%1];" : "=h"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ int __ldcs(const int* p) {
    int r;
    asm volatile("ld.global.cs.s32 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ long __ldcs(const long* p) {
    long r;
    asm volatile("ld.global.cs.s64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ long long __ldcs(const long long* p) {
    long long r;
    asm volatile("ld.global.cs.s64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ unsigned char __ldcs(const unsigned char* p) {
    unsigned int r;
    asm volatile("ld.global.cs.u8 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return (unsigned char)r;
}

__device__ __forceinline__ unsigned short __ldcs(const unsigned short* p) {
    unsigned short r;
    asm volatile("ld.global.cs.u16 %0, [%1];" : "=h"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __ldcs(const unsigned int* p) {
    unsigned int r;
    asm volatile("ld.global.cs.u32 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ unsigned long __ldcs(const unsigned long* p) {
    unsigned long r;
    asm volatile("ld.global.cs.u64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ unsigned long long __ldcs(const unsigned long long* p) {
    unsigned long long r;
    asm volatile("ld.global.cs.u64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ float __ldcs(const float* p) {
    float r;
    asm volatile("ld.global.cs.f32 %0, [%1];" : "=f"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ double __ldcs(const double* p) {
    double r;
    asm volatile("ld.global.cs.f64 %0, [%1];" : "=d"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ char2 __ldcs(const char2* p) {
    int x, y;
    asm volatile("ld.global.cs.v2.s8 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(p) : "memory");
    return make_char2((signed char)x, (signed char)y);
}

__device__ __forceinline__ char4 __ldcs(const char4* p) {
    int x, y, z, w;
    asm volatile("ld.global.cs.v4.s8 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(p) : "memory");
    return make_char4((signed char)x, (signed char)y, (signed char)z, (signed char)w);
}

__device__ __forceinline__ short2 __ldcs(const short2* p) {
    short2 r;
    asm volatile("ld.global.cs.v2.s16 {%0, %1}, [%2];" : "=h"(r.x), "=h"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ short4 __ldcs(const short4* p) {
    short4 r;
    asm volatile("ld.global.cs.v4.s16 {%0, %1, %2, %3}, [%4];" : "=h"(r.x), "=h"(r.y), "=h"(r.z), "=h"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ int2 __ldcs(const int2* p) {
    int2 r;
    asm volatile("ld.global.cs.v2.s32 {%0, %1}, [%2];" : "=r"(r.x), "=r"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ int4 __ldcs(const int4* p) {
    int4 r;
    asm volatile("ld.global.cs.v4.s32 {%0, %1, %2, %3}, [%4];" : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ longlong2 __ldcs(const longlong2* p) {
    longlong2 r;
    asm volatile("ld.global.cs.v2.s64 {%0, %1}, [%2];" : "=l"(r.x), "=l"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ uchar2 __ldcs(const uchar2* p) {
    unsigned int x, y;
    asm volatile("ld.global.cs.v2.u8 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(p) : "memory");
    return make_uchar2((unsigned char)x, (unsigned char)y);
}

__device__ __forceinline__ uchar4 __ldcs(const uchar4* p) {
    unsigned int x, y, z, w;
    asm volatile("ld.global.cs.v4.u8 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(p) : "memory");
    return make_uchar4((unsigned char)x, (unsigned char)y, (unsigned char)z, (unsigned char)w);
}

__device__ __forceinline__ ushort2 __ldcs(const ushort2* p) {
    ushort2 r;
    asm volatile("ld.global.cs.v2.u16 {%0, %1}, [%2];" : "=h"(r.x), "=h"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ ushort4 __ldcs(const ushort4* p) {
    ushort4 r;
    asm volatile("ld.global.cs.v4.u16 {%0, %1, %2, %3}, [%4];" : "=h"(r.x), "=h"(r.y), "=h"(r.z), "=h"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ uint2 __ldcs(const uint2* p) {
    uint2 r;
    asm volatile("ld.global.cs.v2.u32 {%0, %1}, [%2];" : "=r"(r.x), "=r"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ uint4 __ldcs(const uint4* p) {
    uint4 r;
    asm volatile("ld.global.cs.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ ulonglong2 __ldcs(const ulonglong2* p) {
    ulonglong2 r;
    asm volatile("ld.global.cs.v2.u64 {%0, %1}, [%2];" : "=l"(r.x), "=l"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ float2 __ldcs(const float2* p) {
    float2 r;
    asm volatile("ld.global.cs.v2.f32 {%0, %1}, [%2];" : "=f"(r.x), "=f"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ float4 __ldcs(const float4* p) {
    float4 r;
    asm volatile("ld.global.cs.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ double2 __ldcs(const double2* p) {
    double2 r;
    asm volatile("ld.global.cs.v2.f64 {%0, %1}, [%2];" : "=d"(r.x), "=d"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ char __ldlu(const char* p) {
    int r;
    asm volatile("ld.global.lu.s8 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return (char)r;
}

__device__ __forceinline__ signed char __ldlu(const signed char* p) {
    int r;
    asm volatile("ld.global.lu.s8 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return (signed char)r;
}

__device__ __forceinline__ short __ldlu(const short* p) {
    short r;
    asm volatile("ld.global.lu.s16 %0, [%1];" : "=h"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ int __ldlu(const int* p) {
    int r;
    asm volatile("ld.global.lu.s32 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ long __ldlu(const long* p) {
    long r;
    asm volatile("ld.global.lu.s64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ long long __ldlu(const long long* p) {
    long long r;
    asm volatile("ld.global.lu.s64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ unsigned char __ldlu(const unsigned char* p) {
    unsigned int r;
    asm volatile("ld.global.lu.u8 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return (unsigned char)r;
}

__device__ __forceinline__ unsigned short __ldlu(const unsigned short* p) {
    unsigned short r;
    asm volatile("ld.global.lu.u16 %0, [%1];" : "=h"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __ldlu(const unsigned int* p) {
    unsigned int r;
    asm volatile("ld.global.lu.u32 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ unsigned long __ldlu(const unsigned long* p) {
    unsigned long r;
    asm volatile("ld.global.lu.u64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ unsigned long long __ldlu(const unsigned long long* p) {
    unsigned long long r;
    asm volatile("ld.global.lu.u64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ float __ldlu(const float* p) {
    float r;
    asm volatile("ld.global.lu.f32 %0, [%1];" : "=f"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ double __ldlu(const double* p) {
    double r;
    asm volatile("ld.global.lu.f64 %0, [%1];" : "=d"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ char2 __ldlu(const char2* p) {
    int x, y;
    asm volatile("ld.global.lu.v2.s8 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(p) : "memory");
    return make_char2((signed char)x, (signed char)y);
}

__device__ __forceinline__ char4 __ldlu(const char4* p) {
    int x, y, z, w;
    asm volatile("ld.global.lu.v4.s8 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(p) : "memory");
    return make_char4((signed char)x, (signed char)y, (signed char)z, (signed char)w);
}

__device__ __forceinline__ short2 __ldlu(const short2* p) {
    short2 r;
    asm volatile("ld.global.lu.v2.s16 {%0, %1}, [%2];" : "=h"(r.x), "=h"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ short4 __ldlu(const short4* p) {
    short4 r;
    asm volatile("ld.global.lu.v4.s16 {%0, %1, %2, %3}, [%4];" : "=h"(r.x), "=h"(r.y), "=h"(r.z), "=h"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ int2 __ldlu(const int2* p) {
    int2 r;
    asm volatile("ld.global.lu.v2.s32 {%0, %1}, [%2];" : "=r"(r.x), "=r"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ int4 __ldlu(const int4* p) {
    int4 r;
    asm volatile("ld.global.lu.v4.s32 {%0, %1, %2, %3}, [%4];" : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ longlong2 __ldlu(const longlong2* p) {
    longlong2 r;
    asm volatile("ld.global.lu.v2.s64 {%0, %1}, [%2];" : "=l"(r.x), "=l"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ uchar2 __ldlu(const uchar2* p) {
    unsigned int x, y;
    asm volatile("ld.global.lu.v2.u8 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(p) : "memory");
    return make_uchar2((unsigned char)x, (unsigned char)y);
}

__device__ __forceinline__ uchar4 __ldlu(const uchar4* p) {
    unsigned int x, y, z, w;
    asm volatile("ld.global.lu.v4.u8 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(p) : "memory");
    return make_uchar4((unsigned char)x, (unsigned char)y, (unsigned char)z, (unsigned char)w);
}

__device__ __forceinline__ ushort2 __ldlu(const ushort2* p) {
    ushort2 r;
    asm volatile("ld.global.lu.v2.u16 {%0, %1}, [%2];" : "=h"(r.x), "=h"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ ushort4 __ldlu(const ushort4* p) {
    ushort4 r;
    asm volatile("ld.global.lu.v4.u16 {%0, %1, %2, %3}, [%4];" : "=h"(r.x), "=h"(r.y), "=h"(r.z), "=h"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ uint2 __ldlu(const uint2* p) {
    uint2 r;
    asm volatile("ld.global.lu.v2.u32 {%0, %1}, [%2];" : "=r"(r.x), "=r"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ uint4 __ldlu(const uint4* p) {
    uint4 r;
    asm volatile("ld.global.lu.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ ulonglong2 __ldlu(const ulonglong2* p) {
    ulonglong2 r;
    asm volatile("ld.global.lu.v2.u64 {%0, %1}, [%2];" : "=l"(r.x), "=l"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ float2 __ldlu(const float2* p) {
    float2 r;
    asm volatile("ld.global.lu.v2.f32 {%0, %1}, [%2];" : "=f"(r.x), "=f"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ float4 __ldlu(const float4* p) {
    float4 r;
    asm volatile("ld.global.lu.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ double2 __ldlu(const double2* p) {
    double2 r;
    asm volatile("ld.global.lu.v2.f64 {%0, %1}, [%2];" : "=d"(r.x), "=d"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ char __ldcv(const char* p) {
    int r;
    asm volatile("ld.global.cv.s8 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return (char)r;
}

__device__ __forceinline__ signed char __ldcv(const signed char* p) {
    int r;
    asm volatile("ld.global.cv.s8 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return (signed char)r;
}

__device__ __forceinline__ short __ldcv(const short* p) {
    short r;
    asm volatile("ld.global.cv.s16 %0, [%1];" : "=h"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ int __ldcv(const int* p) {
    int r;
    asm volatile("ld.global.cv.s32 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ long __ldcv(const long* p) {
    long r;
    asm volatile("ld.global.cv.s64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ long long __ldcv(const long long* p) {
    long long r;
    asm volatile("ld.global.cv.s64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ unsigned char __ldcv(const unsigned char* p) {
    unsigned int r;
    asm volatile("ld.global.cv.u8 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return (unsigned char)r;
}

__device__ __forceinline__ unsigned short __ldcv(const unsigned short* p) {
    unsigned short r;
    asm volatile("ld.global.cv.u16 %0, [%1];" : "=h"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __ldcv(const unsigned int* p) {
    unsigned int r;
    asm volatile("ld.global.cv.u32 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ unsigned long __ldcv(const unsigned long* p) {
    unsigned long r;
    asm volatile("ld.global.cv.u64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ unsigned long long __ldcv(const unsigned long long* p) {
    unsigned long long r;
    asm volatile("ld.global.cv.u64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ float __ldcv(const float* p) {
    float r;
    asm volatile("ld.global.cv.f32 %0, [%1];" : "=f"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ double __ldcv(const double* p) {
    double r;
    asm volatile("ld.global.cv.f64 %0, [%1];" : "=d"(r) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ char2 __ldcv(const char2* p) {
    int x, y;
    asm volatile("ld.global.cv.v2.s8 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(p) : "memory");
    return make_char2((signed char)x, (signed char)y);
}

__device__ __forceinline__ char4 __ldcv(const char4* p) {
    int x, y, z, w;
    asm volatile("ld.global.cv.v4.s8 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(p) : "memory");
    return make_char4((signed char)x, (signed char)y, (signed char)z, (signed char)w);
}

__device__ __forceinline__ short2 __ldcv(const short2* p) {
    short2 r;
    asm volatile("ld.global.cv.v2.s16 {%0, %1}, [%2];" : "=h"(r.x), "=h"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ short4 __ldcv(const short4* p) {
    short4 r;
    asm volatile("ld.global.cv.v4.s16 {%0, %1, %2, %3}, [%4];" : "=h"(r.x), "=h"(r.y), "=h"(r.z), "=h"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ int2 __ldcv(const int2* p) {
    int2 r;
    asm volatile("ld.global.cv.v2.s32 {%0, %1}, [%2];" : "=r"(r.x), "=r"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ int4 __ldcv(const int4* p) {
    int4 r;
    asm volatile("ld.global.cv.v4.s32 {%0, %1, %2, %3}, [%4];" : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ longlong2 __ldcv(const longlong2* p) {
    longlong2 r;
    asm volatile("ld.global.cv.v2.s64 {%0, %1}, [%2];" : "=l"(r.x), "=l"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ uchar2 __ldcv(const uchar2* p) {
    unsigned int x, y;
    asm volatile("ld.global.cv.v2.u8 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(p) : "memory");
    return make_uchar2((unsigned char)x, (unsigned char)y);
}

__device__ __forceinline__ uchar4 __ldcv(const uchar4* p) {
    unsigned int x, y, z, w;
    asm volatile("ld.global.cv.v4.u8 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(p) : "memory");
    return make_uchar4((unsigned char)x, (unsigned char)y, (unsigned char)z, (unsigned char)w);
}

__device__ __forceinline__ ushort2 __ldcv(const ushort2* p) {
    ushort2 r;
    asm volatile("ld.global.cv.v2.u16 {%0, %1}, [%2];" : "=h"(r.x), "=h"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ ushort4 __ldcv(const ushort4* p) {
    ushort4 r;
    asm volatile("ld.global.cv.v4.u16 {%0, %1, %2, %3}, [%4];" : "=h"(r.x), "=h"(r.y), "=h"(r.z), "=h"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ uint2 __ldcv(const uint2* p) {
    uint2 r;
    asm volatile("ld.global.cv.v2.u32 {%0, %1}, [%2];" : "=r"(r.x), "=r"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ uint4 __ldcv(const uint4* p) {
    uint4 r;
    asm volatile("ld.global.cv.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ ulonglong2 __ldcv(const ulonglong2* p) {
    ulonglong2 r;
    asm volatile("ld.global.cv.v2.u64 {%0, %1}, [%2];" : "=l"(r.x), "=l"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ float2 __ldcv(const float2* p) {
    float2 r;
    asm volatile("ld.global.cv.v2.f32 {%0, %1}, [%2];" : "=f"(r.x), "=f"(r.y) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ float4 __ldcv(const float4* p) {
    float4 r;
    asm volatile("ld.global.cv.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w) : "l"(p) : "memory");
    return r;
}

__device__ __forceinline__ double2 __ldcv(const double2* p) {
    double2 r;
    asm volatile("ld.global.cv.v2.f64 {%0, %1}, [%2];" : "=d"(r.x), "=d"(r.y) : "l"(p) : "memory");
    return r;
}
