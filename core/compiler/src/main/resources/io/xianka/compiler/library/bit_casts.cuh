// The bits of a number seen as another type.

__device__ __forceinline__ int __float_as_int(float x) {
    int r;
    asm("mov.b32 %0, %1;" : "=r"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __int_as_float(int x) {
    float r;
    asm("mov.b32 %0, %1;" : "=f"(r) : "r"(x));
    return r;
}

__device__ __forceinline__ unsigned int __float_as_uint(float x) {
    unsigned int r;
    asm("mov.b32 %0, %1;" : "=r"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __uint_as_float(unsigned int x) {
    float r;
    asm("mov.b32 %0, %1;" : "=f"(r) : "r"(x));
    return r;
}

__device__ __forceinline__ long long __double_as_longlong(double x) {
    long long r;
    asm("mov.b64 %0, %1;" : "=l"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ double __longlong_as_double(long long x) {
    double r;
    asm("mov.b64 %0, %1;" : "=d"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ int __double2hiint(double x) {
    return (int)(__double_as_longlong(x) >> 32);
}

__device__ __forceinline__ int __double2loint(double x) {
    return (int)__double_as_longlong(x);
}

__device__ __forceinline__ double __hiloint2double(int hi, int lo) {
    double r;
    asm("mov.b64 %0, {%2, %1};" : "=d"(r) : "r"(hi), "r"(lo));
    return r;
}
