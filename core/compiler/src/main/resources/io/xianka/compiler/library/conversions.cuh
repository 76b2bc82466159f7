// Conversions with a stated rounding: rn to nearest even, rz towards zero, ru up, rd down. A float too large
// for the integer saturates; a NaN gives 0 from float to 32 bits and the lowest signed value otherwise, as PTX's cvt does.

__device__ __forceinline__ int __float2int_rn(float x) {
    int r;
    asm("cvt.rni.s32.f32 %0, %1;" : "=r"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ int __float2int_rz(float x) {
    int r;
    asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ int __float2int_ru(float x) {
    int r;
    asm("cvt.rpi.s32.f32 %0, %1;" : "=r"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ int __float2int_rd(float x) {
    int r;
    asm("cvt.rmi.s32.f32 %0, %1;" : "=r"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ unsigned int __float2uint_rn(float x) {
    unsigned int r;
    asm("cvt.rni.u32.f32 %0, %1;" : "=r"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ unsigned int __float2uint_rz(float x) {
    unsigned int r;
    asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ unsigned int __float2uint_ru(float x) {
    unsigned int r;
    asm("cvt.rpi.u32.f32 %0, %1;" : "=r"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ unsigned int __float2uint_rd(float x) {
    unsigned int r;
    asm("cvt.rmi.u32.f32 %0, %1;" : "=r"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ long long __float2ll_rn(float x) {
    long long r;
    asm("cvt.rni.s64.f32 %0, %1;" : "=l"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ long long __float2ll_rz(float x) {
    long long r;
    asm("cvt.rzi.s64.f32 %0, %1;" : "=l"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ long long __float2ll_ru(float x) {
    long long r;
    asm("cvt.rpi.s64.f32 %0, %1;" : "=l"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ long long __float2ll_rd(float x) {
    long long r;
    asm("cvt.rmi.s64.f32 %0, %1;" : "=l"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ unsigned long long __float2ull_rn(float x) {
    unsigned long long r;
    asm("cvt.rni.u64.f32 %0, %1;" : "=l"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ unsigned long long __float2ull_rz(float x) {
    unsigned long long r;
    asm("cvt.rzi.u64.f32 %0, %1;" : "=l"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ unsigned long long __float2ull_ru(float x) {
    unsigned long long r;
    asm("cvt.rpi.u64.f32 %0, %1;" : "=l"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ unsigned long long __float2ull_rd(float x) {
    unsigned long long r;
    asm("cvt.rmi.u64.f32 %0, %1;" : "=l"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ int __double2int_rn(double x) {
    int r;
    asm("cvt.rni.s32.f64 %0, %1;" : "=r"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ int __double2int_rz(double x) {
    int r;
    asm("cvt.rzi.s32.f64 %0, %1;" : "=r"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ int __double2int_ru(double x) {
    int r;
    asm("cvt.rpi.s32.f64 %0, %1;" : "=r"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ int __double2int_rd(double x) {
    int r;
    asm("cvt.rmi.s32.f64 %0, %1;" : "=r"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ unsigned int __double2uint_rn(double x) {
    unsigned int r;
    asm("cvt.rni.u32.f64 %0, %1;" : "=r"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ unsigned int __double2uint_rz(double x) {
    unsigned int r;
    asm("cvt.rzi.u32.f64 %0, %1;" : "=r"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ unsigned int __double2uint_ru(double x) {
    unsigned int r;
    asm("cvt.rpi.u32.f64 %0, %1;" : "=r"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ unsigned int __double2uint_rd(double x) {
    unsigned int r;
    asm("cvt.rmi.u32.f64 %0, %1;" : "=r"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ long long __double2ll_rn(double x) {
    long long r;
    asm("cvt.rni.s64.f64 %0, %1;" : "=l"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ long long __double2ll_rz(double x) {
    long long r;
    asm("cvt.rzi.s64.f64 %0, %1;" : "=l"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ long long __double2ll_ru(double x) {
    long long r;
    asm("cvt.rpi.s64.f64 %0, %1;" : "=l"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ long long __double2ll_rd(double x) {
    long long r;
    asm("cvt.rmi.s64.f64 %0, %1;" : "=l"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ unsigned long long __double2ull_rn(double x) {
    unsigned long long r;
    asm("cvt.rni.u64.f64 %0, %1;" : "=l"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ unsigned long long __double2ull_rz(double x) {
    unsigned long long r;
    asm("cvt.rzi.u64.f64 %0, %1;" : "=l"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ unsigned long long __double2ull_ru(double x) {
    unsigned long long r;
    asm("cvt.rpi.u64.f64 %0, %1;" : "=l"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ unsigned long long __double2ull_rd(double x) {
    unsigned long long r;
    asm("cvt.rmi.u64.f64 %0, %1;" : "=l"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ float __int2float_rn(int x) {
    float r;
    asm("cvt.rn.f32.s32 %0, %1;" : "=f"(r) : "r"(x));
    return r;
}

__device__ __forceinline__ float __int2float_rz(int x) {
    float r;
    asm("cvt.rz.f32.s32 %0, %1;" : "=f"(r) : "r"(x));
    return r;
}

__device__ __forceinline__ float __int2float_ru(int x) {
    float r;
    asm("cvt.rp.f32.s32 %0, %1;" : "=f"(r) : "r"(x));
    return r;
}

__device__ __forceinline__ float __int2float_rd(int x) {
    float r;
    asm("cvt.rm.f32.s32 %0, %1;" : "=f"(r) : "r"(x));
    return r;
}

__device__ __forceinline__ float __uint2float_rn(unsigned int x) {
    float r;
    asm("cvt.rn.f32.u32 %0, %1;" : "=f"(r) : "r"(x));
    return r;
}

__device__ __forceinline__ float __uint2float_rz(unsigned int x) {
    float r;
    asm("cvt.rz.f32.u32 %0, %1;" : "=f"(r) : "r"(x));
    return r;
}

__device__ __forceinline__ float __uint2float_ru(unsigned int x) {
    float r;
    asm("cvt.rp.f32.u32 %0, %1;" : "=f"(r) : "r"(x));
    return r;
}

__device__ __forceinline__ float __uint2float_rd(unsigned int x) {
    float r;
    asm("cvt.rm.f32.u32 %0, %1;" : "=f"(r) : "r"(x));
    return r;
}

__device__ __forceinline__ float __ll2float_rn(long long x) {
    float r;
    asm("cvt.rn.f32.s64 %0, %1;" : "=f"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ float __ll2float_rz(long long x) {
    float r;
    asm("cvt.rz.f32.s64 %0, %1;" : "=f"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ float __ll2float_ru(long long x) {
    float r;
    asm("cvt.rp.f32.s64 %0, %1;" : "=f"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ float __ll2float_rd(long long x) {
    float r;
    asm("cvt.rm.f32.s64 %0, %1;" : "=f"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ float __ull2float_rn(unsigned long long x) {
    float r;
    asm("cvt.rn.f32.u64 %0, %1;" : "=f"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ float __ull2float_rz(unsigned long long x) {
    float r;
    asm("cvt.rz.f32.u64 %0, %1;" : "=f"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ float __ull2float_ru(unsigned long long x) {
    float r;
    asm("cvt.rp.f32.u64 %0, %1;" : "=f"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ float __ull2float_rd(unsigned long long x) {
    float r;
    asm("cvt.rm.f32.u64 %0, %1;" : "=f"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ double __int2double_rn(int x) {
    double r;
    asm("cvt.rn.f64.s32 %0, %1;" : "=d"(r) : "r"(x));
    return r;
}

__device__ __forceinline__ double __uint2double_rn(unsigned int x) {
    double r;
    asm("cvt.rn.f64.u32 %0, %1;" : "=d"(r) : "r"(x));
    return r;
}

__device__ __forceinline__ double __ll2double_rn(long long x) {
    double r;
    asm("cvt.rn.f64.s64 %0, %1;" : "=d"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ double __ll2double_rz(long long x) {
    double r;
    asm("cvt.rz.f64.s64 %0, %1;" : "=d"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ double __ll2double_ru(long long x) {
    double r;
    asm("cvt.rp.f64.s64 %0, %1;" : "=d"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ double __ll2double_rd(long long x) {
    double r;
    asm("cvt.rm.f64.s64 %0, %1;" : "=d"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ double __ull2double_rn(unsigned long long x) {
    double r;
    asm("cvt.rn.f64.u64 %0, %1;" : "=d"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ double __ull2double_rz(unsigned long long x) {
    double r;
    asm("cvt.rz.f64.u64 %0, %1;" : "=d"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ double __ull2double_ru(unsigned long long x) {
    double r;
    asm("cvt.rp.f64.u64 %0, %1;" : "=d"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ double __ull2double_rd(unsigned long long x) {
    double r;
    asm("cvt.rm.f64.u64 %0, %1;" : "=d"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ float __double2float_rn(double x) {
    float r;
    asm("cvt.rn.f32.f64 %0, %1;" : "=f"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ float __double2float_rz(double x) {
    float r;
    asm("cvt.rz.f32.f64 %0, %1;" : "=f"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ float __double2float_ru(double x) {
    float r;
    asm("cvt.rp.f32.f64 %0, %1;" : "=f"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ float __double2float_rd(double x) {
    float r;
    asm("cvt.rm.f32.f64 %0, %1;" : "=f"(r) : "d"(x));
    return r;
}
