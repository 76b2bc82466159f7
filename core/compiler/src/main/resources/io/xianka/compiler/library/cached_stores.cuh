// Stores with a stated use of the caches, on global memory, for every scalar and vector type of 16 bytes at most.

__device__ __forceinline__ void __stwb(char* p, char value) {
    asm volatile("st.global.wb.s8 [%0], %1;" :: "l"(p), "r"((int)value) : "memory");
}

__device__ __forceinline__ void __stwb(signed char* p, signed char value) {
    asm volatile("st.global.wb.s8 [%0], %1;" :: "l"(p), "r"((int)value) : "memory");
}

__device__ __forceinline__ void __stwb(short* p, short value) {
    asm volatile("st.global.wb.s16 [%0], %1;" :: "l"(p), "h"(value) : "memory");
}

__device__ __forceinline__ void __stwb(int* p, int value) {
    asm volatile("st.global.wb.s32 [%0], %1;" :: "l"(p), "r"(value) : "memory");
}

__device__ __forceinline__ void __stwb(long* p, long value) {
    asm volatile("st.global.wb.s64 [%0], %1;" :: "l"(p), "l"(value) : "memory");
}

__device__ __forceinline__ void __stwb(long long* p, long long value) {
    asm volatile("st.global.wb.s64 [%0], %1;" :: "l"(p), "l"(value) : "memory");
}

__device__ __forceinline__ void __stwb(unsigned char* p, unsigned char value) {
    asm volatile("st.global.wb.u8 [%0], %1;" :: "l"(p), "r"((unsigned int)value) : "memory");
}

__device__ __forceinline__ void __stwb(unsigned short* p, unsigned short value) {
    asm volatile("st.global.wb.u16 [%0], %1;" :: "l"(p), "h"(value) : "memory");
}

__device__ __forceinline__ void __stwb(unsigned int* p, unsigned int value) {
    asm volatile("st.global.wb.u32 [%0], %1;" :: "l"(p), "r"(value) : "memory");
}

__device__ __forceinline__ void __stwb(unsigned long* p, unsigned long value) {
    asm volatile("st.global.wb.u64 [%0], %1;" :: "l"(p), "l"(value) : "memory");
}

__device__ __forceinline__ void __stwb(unsigned long long* p, unsigned long long value) {
    asm volatile("st.global.wb.u64 [%0], %1;" :: "l"(p), "l"(value) : "memory");
}

__device__ __forceinline__ void __stwb(float* p, float value) {
    asm volatile("st.global.wb.f32 [%0], %1;" :: "l"(p), "f"(value) : "memory");
}

__device__ __forceinline__ void __stwb(double* p, double value) {
    asm volatile("st.global.wb.f64 [%0], %1;" :: "l"(p), "d"(value) : "memory");
}

__device__ __forceinline__ void __stwb(char2* p, char2 value) {
    asm volatile("st.global.wb.v2.s8 [%0], {%1, %2};" :: "l"(p), "r"((int)value.x), "r"((int)value.y) : "memory");
}

__device__ __forceinline__ void __stwb(char4* p, char4 value) {
    asm volatile("st.global.wb.v4.s8 [%0], {%1, %2, %3, %4};" :: "l"(p), "r"((int)value.x), "r"((int)value.y), "r"((int)value.z), "r"((int)value.w) : "memory");
}

__device__ __forceinline__ void __stwb(short2* p, short2 value) {
    asm volatile("st.global.wb.v2.s16 [%0], {%1, %2};" :: "l"(p), "h"(value.x), "h"(value.y) : "memory");
}

__device__ __forceinline__ void __stwb(short4* p, short4 value) {
    asm volatile("st.global.wb.v4.s16 [%0], {%1, %2, %3, %4};" :: "l"(p), "h"(value.x), "h"(value.y), "h"(value.z), "h"(value.w) : "memory");
}

__device__ __forceinline__ void __stwb(int2* p, int2 value) {
    asm volatile("st.global.wb.v2.s32 [%0], {%1, %2};" :: "l"(p), "r"(value.x), "r"(value.y) : "memory");
}

__device__ __forceinline__ void __stwb(int4* p, int4 value) {
    asm volatile("st.global.wb.v4.s32 [%0], {%1, %2, %3, %4};" :: "l"(p), "r"(value.x), "r"(value.y), "r"(value.z), "r"(value.w) : "memory");
}

__device__ __forceinline__ void __stwb(longlong2* p, longlong2 value) {
    asm volatile("st.global.wb.v2.s64 [%0], {%1, %2};" :: "l"(p), "l"(value.x), "l"(value.y) : "memory");
}

__device__ __forceinline__ void __stwb(uchar2* p, uchar2 value) {
    asm volatile("st.global.wb.v2.u8 [%0], {%1, %2};" :: "l"(p), "r"((unsigned int)value.x), "r"((unsigned int)value.y) : "memory");
}

__device__ __forceinline__ void __stwb(uchar4* p, uchar4 value) {
    asm volatile("st.global.wb.v4.u8 [%0], {%1, %2, %3, %4};" :: "l"(p), "r"((unsigned int)value.x), "r"((unsigned int)value.y), "r"((unsigned int)value.z), "r"((unsigned int)value.w) : "memory");
}

__device__ __forceinline__ void __stwb(ushort2* p, ushort2 value) {
    asm volatile("st.global.wb.v2.u16 [%0], {%1, %2};" :: "l"(p), "h"(value.x), "h"(value.y) : "memory");
}

__device__ __forceinline__ void __stwb(ushort4* p, ushort4 value) {
    asm volatile("st.global.wb.v4.u16 [%0], {%1, %2, %3, %4};" :: "l"(p), "h"(value.x), "h"(value.y), "h"(value.z), "h"(value.w) : "memory");
}

__device__ __forceinline__ void __stwb(uint2* p, uint2 value) {
    asm volatile("st.global.wb.v2.u32 [%0], {%1, %2};" :: "l"(p), "r"(value.x), "r"(value.y) : "memory");
}

__device__ __forceinline__ void __stwb(uint4* p, uint4 value) {
    asm volatile("st.global.wb.v4.u32 [%0], {%1, %2, %3, %4};" :: "l"(p), "r"(value.x), "r"(value.y), "r"(value.z), "r"(value.w) : "memory");
}

__device__ __forceinline__ void __stwb(ulonglong2* p, ulonglong2 value) {
    asm volatile("st.global.wb.v2.u64 [%0], {%1, %2};" :: "l"(p), "l"(value.x), "l"(value.y) : "memory");
}

__device__ __forceinline__ void __stwb(float2* p, float2 value) {
    asm volatile("st.global.wb.v2.f32 [%0], {%1, %2};" :: "l"(p), "f"(value.x), "f"(value.y) : "memory");
}

__device__ __forceinline__ void __stwb(float4* p, float4 value) {
    asm volatile("st.global.wb.v4.f32 [%0], {%1, %2, %3, %4};" :: "l"(p), "f"(value.x), "f"(value.y), "f"(value.z), "f"(value.w) : "memory");
}

__device__ __forceinline__ void __stwb(double2* p, double2 value) {
    asm volatile("st.global.wb.v2.f64 [%0], {%1, %2};" :: "l"(p), "d"(value.x), "d"(value.y) : "memory");
}

__device__ __forceinline__ void __stcg(char* p, char value) {
    asm volatile("st.global.cg.s8 [%0], %1;" :: "l"(p), "r"((int)value) : "memory");
}

__device__ __forceinline__ void __stcg(signed char* p, signed char value) {
    asm volatile("st.global.cg.s8 [%0], %1;" :: "l"(p), "r"((int)value) : "memory");
}

__device__ __forceinline__ void __stcg(short* p, short value) {
    asm volatile("st.global.cg.s16 [%0], %1;" :: "l"(p), "h"(value) : "memory");
}

__device__ __forceinline__ void __stcg(int* p, int value) {
    asm volatile("st.global.cg.s32 [%0], %1;" :: "l"(p), "r"(value) : "memory");
}

__device__ __forceinline__ void __stcg(long* p, long value) {
    asm volatile("st.global.cg.s64 [%0], %1;" :: "l"(p), "l"(value) : "memory");
}

__device__ __forceinline__ void __stcg(long long* p, long long value) {
    asm volatile("st.global.cg.s64 [%0], %1;" :: "l"(p), "l"(value) : "memory");
}

__device__ __forceinline__ void __stcg(unsigned char* p, unsigned char value) {
    asm volatile("st.global.cg.u8 [%0], %1;" :: "l"(p), "r"((unsigned int)value) : "memory");
}

__device__ __forceinline__ void __stcg(unsigned short* p, unsigned short value) {
    asm volatile("st.global.cg.u16 [%0], %1;" :: "l"(p), "h"(value) : "memory");
}

__device__ __forceinline__ void __stcg(unsigned int* p, unsigned int value) {
    asm volatile("st.global.cg.u32 [%0], %1;" :: "l"(p), "r"(value) : "memory");
}

__device__ __forceinline__ void __stcg(unsigned long* p, unsigned long value) {
    asm volatile("st.global.cg.u64 [%0], %1;" :: "l"(p), "l"(value) : "memory");
}

__device__ __forceinline__ void __stcg(unsigned long long* p, unsigned long long value) {
    asm volatile("st.global.cg.u64 [%0], %1;" :: "l"(p), "l"(value) : "memory");
}

__device__ __forceinline__ void __stcg(float* p, float value) {
    asm volatile("st.global.cg.f32 [%0], %1;" :: "l"(p), "f"(value) : "memory");
}

__device__ __forceinline__ void __stcg(double* p, double value) {
    asm volatile("st.global.cg.f64 [%0], %1;" :: "l"(p), "d"(value) : "memory");
}

__device__ __forceinline__ void __stcg(char2* p, char2 value) {
    asm volatile("st.global.cg.v2.s8 [%0], {%1, %2};" :: "l"(p), "r"((int)value.x), "r"((int)value.y) : "memory");
}

__device__ __forceinline__ void __stcg(char4* p, char4 value) {
    asm volatile("st.global.cg.v4.s8 [%0], {%1, %2, %3, %4};" :: "l"(p), "r"((int)value.x), "r"((int)value.y), "r"((int)value.z), "r"((int)value.w) : "memory");
}

__device__ __forceinline__ void __stcg(short2* p, short2 value) {
    asm volatile("st.global.cg.v2.s16 [%0], {%1, %2};" :: "l"(p), "h"(value.x), "h"(value.y) : "memory");
}

__device__ __forceinline__ void __stcg(short4* p, short4 value) {
    asm volatile("st.global.cg.v4.s16 [%0], {%1, %2, %3, %4};" :: "l"(p), "h"(value.x), "h"(value.y), "h"(value.z), "h"(value.w) : "memory");
}

__device__ __forceinline__ void __stcg(int2* p, int2 value) {
    asm volatile("st.global.cg.v2.s32 [%0], {%1, %2};" :: "l"(p), "r"(value.x), "r"(value.y) : "memory");
}

__device__ __forceinline__ void __stcg(int4* p, int4 value) {
    asm volatile("st.global.cg.v4.s32 [%0], {%1, %2, %3, %4};" :: "l"(p), "r"(value.x), "r"(value.y), "r"(value.z), "r"(value.w) : "memory");
}

__device__ __forceinline__ void __stcg(longlong2* p, longlong2 value) {
    asm volatile("st.global.cg.v2.s64 [%0], {%1, %2};" :: "l"(p), "l"(value.x), "l"(value.y) : "memory");
}

__device__ __forceinline__ void __stcg(uchar2* p, uchar2 value) {
    asm volatile("st.global.cg.v2.u8 [%0], {%1, %2};" :: "l"(p), "r"((unsigned int)value.x), "r"((unsigned int)value.y) : "memory");
}

__device__ __forceinline__ void __stcg(uchar4* p, uchar4 value) {
    asm volatile("st.global.cg.v4.u8 [%0], {%1, %2, %3, %4};" :: "l"(p), "r"((unsigned int)value.x), "r"((unsigned int)value.y), "r"((unsigned int)value.z), "r"((unsigned int)value.w) : "memory");
}

__device__ __forceinline__ void __stcg(ushort2* p, ushort2 value) {
    asm volatile("st.global.cg.v2.u16 [%0], {%1, %2};" :: "l"(p), "h"(value.x), "h"(value.y) : "memory");
}

__device__ __forceinline__ void __stcg(ushort4* p, ushort4 value) {
    asm volatile("st.global.cg.v4.u16 [%0], {%1, %2, %3, %4};" :: "l"(p), "h"(value.x), "h"(value.y), "h"(value.z), "h"(value.w) : "memory");
}

__device__ __forceinline__ void __stcg(uint2* p, uint2 value) {
    asm volatile("st.global.cg.v2.u32 [%0], {%1, %2};" :: "l"(p), "r"(value.x), "r"(value.y) : "memory");
}

__device__ __forceinline__ void __stcg(uint4* p, uint4 value) {
    asm volatile("st.global.cg.v4.u32 [%0], {%1, %2, %3, %4};" :: "l"(p), "r"(value.x), "r"(value.y), "r"(value.z), "r"(value.w) : "memory");
}

__device__ __forceinline__ void __stcg(ulonglong2* p, ulonglong2 value) {
    asm volatile("st.global.cg.v2.u64 [%0], {%1, %2};" :: "l"(p), "l"(value.x), "l"(value.y) : "memory");
}

__device__ __forceinline__ void __stcg(float2* p, float2 value) {
    asm volatile("st.global.cg.v2.f32 [%0], {%1, %2};" :: "l"(p), "f"(value.x), "f"(value.y) : "memory");
}

__device__ __forceinline__ void __stcg(float4* p, float4 value) {
    asm volatile("st.global.cg.v4.f32 [%0], {%1, %2, %3, %4};" :: "l"(p), "f"(value.x), "f"(value.y), "f"(value.z), "f"(value.w) : "memory");
}

__device__ __forceinline__ void __stcg(double2* p, double2 value) {
    asm volatile("st.global.cg.v2.f64 [%0], {%1, %2};" :: "l"(p), "d"(value.x), "d"(value.y) : "memory");
}

__device__ __forceinline__ void __stcs(char* p, char value) {
    asm volatile("st.global.cs.s8 [%0], %1;" :: "l"(p), "r"((int)value) : "memory");
}

__device__ __forceinline__ void __stcs(signed char* p, signed char value) {
    asm volatile("st.global.cs.s8 [%0], %1;" :: "l"(p), "r"((int)value) : "memory");
}

__device__ __forceinline__ void __stcs(short* p, short value) {
    asm volatile("st.global.cs.s16 [%0], %1;" :: "l"(p), "h"(value) : "memory");
}

__device__ __forceinline__ void __stcs(int* p, int value) {
    asm volatile("st.global.cs.s32 [%0], %1;" :: "l"(p), "r"(value) : "memory");
}

__device__ __forceinline__ void __stcs(long* p, long value) {
    asm volatile("st.global.cs.s64 [%0], %1;" :: "l"(p), "l"(value) : "memory");
}

__device__ __forceinline__ void __stcs(long long* p, long long value) {
    asm volatile("st.global.cs.s64 [%0], %1;" :: "l"(p), "l"(value) : "memory");
}

__device__ __forceinline__ void __stcs(unsigned char* p, unsigned char value) {
    asm volatile("st.global.cs.u8 [%0], %1;" :: "l"(p), "r"((unsigned int)value) : "memory");
}

__device__ __forceinline__ void __stcs(unsigned short* p, unsigned short value) {
    asm volatile("st.global.cs.u16 [%0], %1;" :: "l"(p), "h"(value) : "memory");
}

__device__ __forceinline__ void __stcs(unsigned int* p, unsigned int value) {
    asm volatile("st.global.cs.u32 [%0], %1;" :: "l"(p), "r"(value) : "memory");
}

__device__ __forceinline__ void __stcs(unsigned long* p, unsigned long value) {
    asm volatile("st.global.cs.u64 [%0], %1;" :: "l"(p), "l"(value) : "memory");
}

__device__ __forceinline__ void __stcs(unsigned long long* p, unsigned long long value) {
    asm volatile("st.global.cs.u64 [%0], %1;" :: "l"(p), "l"(value) : "memory");
}

__device__ __forceinline__ void __stcs(float* p, float value) {
    asm volatile("st.global.cs.f32 [%0], %1;" :: "l"(p), "f"(value) : "memory");
}

__device__ __forceinline__ void __stcs(double* p, double value) {
    asm volatile("st.global.cs.f64 [%0], %1;" :: "l"(p), "d"(value) : "memory");
}

__device__ __forceinline__ void __stcs(char2* p, char2 value) {
    asm volatile("st.global.cs.v2.s8 [%0], {%1, %2};" :: "l"(p), "r"((int)value.x), "r"((int)value.y) : "memory");
}

__device__ __forceinline__ void __stcs(char4* p, char4 value) {
    asm volatile("st.global.cs.v4.s8 [%0], {%1, %2, %3, %4};" :: "l"(p), "r"((int)value.x), "r"((int)value.y), "r"((int)value.z), "r"((int)value.w) : "memory");
}

__device__ __forceinline__ void __stcs(short2* p, short2 value) {
    asm volatile("st.global.cs.v2.s16 [%0], {%1, %2};" :: "l"(p), "h"(value.x), "h"(value.y) : "memory");
}

__device__ __forceinline__ void __stcs(short4* p, short4 value) {
    asm volatile("st.global.cs.v4.s16 [%0], {%1, %2, %3, %4};" :: "l"(p), "h"(value.x), "h"(value.y), "h"(value.z), "h"(value.w) : "memory");
}

__device__ __forceinline__ void __stcs(int2* p, int2 value) {
    asm volatile("st.global.cs.v2.s32 [%0], {%1, %2};" :: "l"(p), "r"(value.x), "r"(value.y) : "memory");
}

__device__ __forceinline__ void __stcs(int4* p, int4 value) {
    asm volatile("st.global.cs.v4.s32 [%0], {%1, %2, %3, %4};" :: "l"(p), "r"(value.x), "r"(value.y), "r"(value.z), "r"(value.w) : "memory");
}

__device__ __forceinline__ void __stcs(longlong2* p, longlong2 value) {
    asm volatile("st.global.cs.v2.s64 [%0], {%1, %2};" :: "l"(p), "l"(value.x), "l"(value.y) : "memory");
}

__device__ __forceinline__ void __stcs(uchar2* p, uchar2 value) {
    asm volatile("st.global.cs.v2.u8 [%0], {%1, %2};" :: "l"(p), "r"((unsigned int)value.x), "r"((unsigned int)value.y) : "memory");
}

__device__ __forceinline__ void __stcs(uchar4* p, uchar4 value) {
    asm volatile("st.global.cs.v4.u8 [%0], {%1, %2, %3, %4};" :: "l"(p), "r"((unsigned int)value.x), "r"((unsigned int)value.y), "r"((unsigned int)value.z), "r"((unsigned int)value.w) : "memory");
}

__device__ __forceinline__ void __stcs(ushort2* p, ushort2 value) {
    asm volatile("st.global.cs.v2.u16 [%0], {%1, %2};" :: "l"(p), "h"(value.x), "h"(value.y) : "memory");
}

__device__ __forceinline__ void __stcs(ushort4* p, ushort4 value) {
    asm volatile("st.global.cs.v4.u16 [%0], {%1, %2, %3, %4};" :: "l"(p), "h"(value.x), "h"(value.y), "h"(value.z), "h"(value.w) : "memory");
}

__device__ __forceinline__ void __stcs(uint2* p, uint2 value) {
    asm volatile("st.global.cs.v2.u32 [%0], {%1, %2};" :: "l"(p), "r"(value.x), "r"(value.y) : "memory");
}

__device__ __forceinline__ void __stcs(uint4* p, uint4 value) {
    asm volatile("st.global.cs.v4.u32 [%0], {%1, %2, %3, %4};" :: "l"(p), "r"(value.x), "r"(value.y), "r"(value.z), "r"(value.w) : "memory");
}

__device__ __forceinline__ void __stcs(ulonglong2* p, ulonglong2 value) {
    asm volatile("st.global.cs.v2.u64 [%0], {%1, %2};" :: "l"(p), "l"(value.x), "l"(value.y) : "memory");
}

__device__ __forceinline__ void __stcs(float2* p, float2 value) {
    asm volatile("st.global.cs.v2.f32 [%0], {%1, %2};" :: "l"(p), "f"(value.x), "f"(value.y) : "memory");
}

__device__ __forceinline__ void __stcs(float4* p, float4 value) {
    asm volatile("st.global.cs.v4.f32 [%0], {%1, %2, %3, %4};" :: "l"(p), "f"(value.x), "f"(value.y), "f"(value.z), "f"(value.w) : "memory");
}

__device__ __forceinline__ void __stcs(double2* p, double2 value) {
    asm volatile("st.global.cs.v2.f64 [%0], {%1, %2};" :: "l"(p), "d"(value.x), "d"(value.y) : "memory");
}

__device__ __forceinline__ void __stwt(char* p, char value) {
    asm volatile("st.global.wt.s8 [%0], %1;" :: "l"(p), "r"((int)value) : "memory");
}

__device__ __forceinline__ void __stwt(signed char* p, signed char value) {
    asm volatile("st.global.wt.s8 [%0], %1;" :: "l"(p), "r"((int)value) : "memory");
}

__device__ __forceinline__ void __stwt(short* p, short value) {
    asm volatile("st.global.wt.s16 [%0], %1;" :: "l"(p), "h"(value) : "memory");
}

__device__ __forceinline__ void __stwt(int* p, int value) {
    asm volatile("st.global.wt.s32 [%0], %1;" :: "l"(p), "r"(value) : "memory");
}

__device__ __forceinline__ void __stwt(long* p, long value) {
    asm volatile("st.global.wt.s64 [%0], %1;" :: "l"(p), "l"(value) : "memory");
}

__device__ __forceinline__ void __stwt(long long* p, long long value) {
    asm volatile("st.global.wt.s64 [%0], %1;" :: "l"(p), "l"(value) : "memory");
}

__device__ __forceinline__ void __stwt(unsigned char* p, unsigned char value) {
    asm volatile("st.global.wt.u8 [%0], %1;" :: "l"(p), "r"((unsigned int)value) : "memory");
}

__device__ __forceinline__ void __stwt(unsigned short* p, unsigned short value) {
    asm volatile("st.global.wt.u16 [%0], %1;" :: "l"(p), "h"(value) : "memory");
}

__device__ __forceinline__ void __stwt(unsigned int* p, unsigned int value) {
    asm volatile("st.global.wt.u32 [%0], %1;" :: "l"(p), "r"(value) : "memory");
}

__device__ __forceinline__ void __stwt(unsigned long* p, unsigned long value) {
    asm volatile("st.global.wt.u64 [%0], %1;" :: "l"(p), "l"(value) : "memory");
}

__device__ __forceinline__ void __stwt(unsigned long long* p, unsigned long long value) {
    asm volatile("st.global.wt.u64 [%0], %1;" :: "l"(p), "l"(value) : "memory");
}

__device__ __forceinline__ void __stwt(float* p, float value) {
    asm volatile("st.global.wt.f32 [%0], %1;" :: "l"(p), "f"(value) : "memory");
}

__device__ __forceinline__ void __stwt(double* p, double value) {
    asm volatile("st.global.wt.f64 [%0], %1;" :: "l"(p), "d"(value) : "memory");
}

__device__ __forceinline__ void __stwt(char2* p, char2 value) {
    asm volatile("st.global.wt.v2.s8 [%0], {%1, %2};" :: "l"(p), "r"((int)value.x), "r"((int)value.y) : "memory");
}

__device__ __forceinline__ void __stwt(char4* p, char4 value) {
    asm volatile("st.global.wt.v4.s8 [%0], {%1, %2, %3, %4};" :: "l"(p), "r"((int)value.x), "r"((int)value.y), "r"((int)value.z), "r"((int)value.w) : "memory");
}

__device__ __forceinline__ void __stwt(short2* p, short2 value) {
    asm volatile("st.global.wt.v2.s16 [%0], {%1, %2};" :: "l"(p), "h"(value.x), "h"(value.y) : "memory");
}

__device__ __forceinline__ void __stwt(short4* p, short4 value) {
    asm volatile("st.global.wt.v4.s16 [%0], {%1, %2, %3, %4};" :: "l"(p), "h"(value.x), "h"(value.y), "h"(value.z), "h"(value.w) : "memory");
}

__device__ __forceinline__ void __stwt(int2* p, int2 value) {
    asm volatile("st.global.wt.v2.s32 [%0], {%1, %2};" :: "l"(p), "r"(value.x), "r"(value.y) : "memory");
}

__device__ __forceinline__ void __stwt(int4* p, int4 value) {
    asm volatile("st.global.wt.v4.s32 [%0], {%1, %2, %3, %4};" :: "l"(p), "r"(value.x), "r"(value.y), "r"(value.z), "r"(value.w) : "memory");
}

__device__ __forceinline__ void __stwt(longlong2* p, longlong2 value) {
    asm volatile("st.global.wt.v2.s64 [%0], {%1, %2};" :: "l"(p), "l"(value.x), "l"(value.y) : "memory");
}

__device__ __forceinline__ void __stwt(uchar2* p, uchar2 value) {
    asm volatile("st.global.wt.v2.u8 [%0], {%1, %2};" :: "l"(p), "r"((unsigned int)value.x), "r"((unsigned int)value.y) : "memory");
}

__device__ __forceinline__ void __stwt(uchar4* p, uchar4 value) {
    asm volatile("st.global.wt.v4.u8 [%0], {%1, %2, %3, %4};" :: "l"(p), "r"((unsigned int)value.x), "r"((unsigned int)value.y), "r"((unsigned int)value.z), "r"((unsigned int)value.w) : "memory");
}

__device__ __forceinline__ void __stwt(ushort2* p, ushort2 value) {
    asm volatile("st.global.wt.v2.u16 [%0], {%1, %2};" :: "l"(p), "h"(value.x), "h"(value.y) : "memory");
}

__device__ __forceinline__ void __stwt(ushort4* p, ushort4 value) {
    asm volatile("st.global.wt.v4.u16 [%0], {%1, %2, %3, %4};" :: "l"(p), "h"(value.x), "h"(value.y), "h"(value.z), "h"(value.w) : "memory");
}

__device__ __forceinline__ void __stwt(uint2* p, uint2 value) {
    asm volatile("st.global.wt.v2.u32 [%0], {%1, %2};" :: "l"(p), "r"(value.x), "r"(value.y) : "memory");
}

__device__ __forceinline__ void __stwt(uint4* p, uint4 value) {
    asm volatile("st.global.wt.v4.u32 [%0], {%1, %2, %3, %4};" :: "l"(p), "r"(value.x), "r"(value.y), "r"(value.z), "r"(value.w) : "memory");
}

__device__ __forceinline__ void __stwt(ulonglong2* p, ulonglong2 value) {
    asm volatile("st.global.wt.v2.u64 [%0], {%1, %2};" :: "l"(p), "l"(value.x), "l"(value.y) : "memory");
}

__device__ __forceinline__ void __stwt(float2* p, float2 value) {
    asm volatile("st.global.wt.v2.f32 [%0], {%1, %2};" :: "l"(p), "f"(value.x), "f"(value.y) : "memory");
}

__device__ __forceinline__ void __stwt(float4* p, float4 value) {
    asm volatile("st.global.wt.v4.f32 [%0], {%1, %2, %3, %4};" :: "l"(p), "f"(value.x), "f"(value.y), "f"(value.z), "f"(value.w) : "memory");
}

__device__ __forceinline__ void __stwt(double2* p, double2 value) {
    asm volatile("st.global.wt.v2.f64 [%0], {%1, %2};" :: "l"(p), "d"(value.x), "d"(value.y) : "memory");
}
