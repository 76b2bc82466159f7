// Least and greatest of two values and absolute values, for every pair of types for which CUDA has an overload. A signed
// operand beside an unsigned one is converted, as C's comparison does. For floats a NaN yields to a number and
// -0 lies below +0.

__device__ __forceinline__ int min(int a, int b) {
    int r;
    asm("min.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
}

__device__ __forceinline__ unsigned int min(unsigned int a, unsigned int b) {
    unsigned int r;
    asm("min.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
}

__device__ __forceinline__ unsigned int min(int a, unsigned int b) {
    return min((unsigned int)a, b);
}

__device__ __forceinline__ unsigned int min(unsigned int a, int b) {
    return min(a, (unsigned int)b);
}

__device__ __forceinline__ long min(long a, long b) {
    long r;
    asm("min.s64 %0, %1, %2;" : "=l"(r) : "l"(a), "l"(b));
    return r;
}

__device__ __forceinline__ unsigned long min(unsigned long a, unsigned long b) {
    unsigned long r;
    asm("min.u64 %0, %1, %2;" : "=l"(r) : "l"(a), "l"(b));
    return r;
}

__device__ __forceinline__ unsigned long min(long a, unsigned long b) {
    return min((unsigned long)a, b);
}

__device__ __forceinline__ unsigned long min(unsigned long a, long b) {
    return min(a, (unsigned long)b);
}

__device__ __forceinline__ long long min(long long a, long long b) {
    long long r;
    asm("min.s64 %0, %1, %2;" : "=l"(r) : "l"(a), "l"(b));
    return r;
}

__device__ __forceinline__ unsigned long long min(unsigned long long a, unsigned long long b) {
    unsigned long long r;
    asm("min.u64 %0, %1, %2;" : "=l"(r) : "l"(a), "l"(b));
    return r;
}

__device__ __forceinline__ unsigned long long min(long long a, unsigned long long b) {
    return min((unsigned long long)a, b);
}

__device__ __forceinline__ unsigned long long min(unsigned long long a, long long b) {
    return min(a, (unsigned long long)b);
}

__device__ __forceinline__ unsigned int umin(unsigned int a, unsigned int b) {
    return min(a, b);
}

__device__ __forceinline__ long long llmin(long long a, long long b) {
    return min(a, b);
}

__device__ __forceinline__ unsigned long long ullmin(unsigned long long a, unsigned long long b) {
    return min(a, b);
}

__device__ __forceinline__ float fminf(float a, float b) {
    float r;
    asm("min.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
}

__device__ __forceinline__ double fmin(double a, double b) {
    double r;
    asm("min.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
    return r;
}

__device__ __forceinline__ float fmin(float a, float b) {
    return fminf(a, b);
}

__device__ __forceinline__ float min(float a, float b) {
    return fminf(a, b);
}

__device__ __forceinline__ double min(double a, double b) {
    return fmin((double)a, (double)b);
}

__device__ __forceinline__ double min(float a, double b) {
    return fmin((double)a, (double)b);
}

__device__ __forceinline__ double min(double a, float b) {
    return fmin((double)a, (double)b);
}

__device__ __forceinline__ double fmin(float a, double b) {
    return fmin((double)a, b);
}

__device__ __forceinline__ double fmin(double a, float b) {
    return fmin(a, (double)b);
}

__device__ __forceinline__ int max(int a, int b) {
    int r;
    asm("max.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
}

__device__ __forceinline__ unsigned int max(unsigned int a, unsigned int b) {
    unsigned int r;
    asm("max.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
}

__device__ __forceinline__ unsigned int max(int a, unsigned int b) {
    return max((unsigned int)a, b);
}

__device__ __forceinline__ unsigned int max(unsigned int a, int b) {
    return max(a, (unsigned int)b);
}

__device__ __forceinline__ long max(long a, long b) {
    long r;
    asm("max.s64 %0, %1, %2;" : "=l"(r) : "l"(a), "l"(b));
    return r;
}

__device__ __forceinline__ unsigned long max(unsigned long a, unsigned long b) {
    unsigned long r;
    asm("max.u64 %0, %1, %2;" : "=l"(r) : "l"(a), "l"(b));
    return r;
}

__device__ __forceinline__ unsigned long max(long a, unsigned long b) {
    return max((unsigned long)a, b);
}

__device__ __forceinline__ unsigned long max(unsigned long a, long b) {
    return max(a, (unsigned long)b);
}

__device__ __forceinline__ long long max(long long a, long long b) {
    long long r;
    asm("max.s64 %0, %1, %2;" : "=l"(r) : "l"(a), "l"(b));
    return r;
}

__device__ __forceinline__ unsigned long long max(unsigned long long a, unsigned long long b) {
    unsigned long long r;
    asm("max.u64 %0, %1, %2;" : "=l"(r) : "l"(a), "l"(b));
    return r;
}

__device__ __forceinline__ unsigned long long max(long long a, unsigned long long b) {
    return max((unsigned long long)a, b);
}

__device__ __forceinline__ unsigned long long max(unsigned long long a, long long b) {
    return max(a, (unsigned long long)b);
}

__device__ __forceinline__ unsigned int umax(unsigned int a, unsigned int b) {
    return max(a, b);
}

__device__ __forceinline__ long long llmax(long long a, long long b) {
    return max(a, b);
}

__device__ __forceinline__ unsigned long long ullmax(unsigned long long a, unsigned long long b) {
    return max(a, b);
}

__device__ __forceinline__ float fmaxf(float a, float b) {
    float r;
    asm("max.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
}

__device__ __forceinline__ double fmax(double a, double b) {
    double r;
    asm("max.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
    return r;
}

__device__ __forceinline__ float fmax(float a, float b) {
    return fmaxf(a, b);
}

__device__ __forceinline__ float max(float a, float b) {
    return fmaxf(a, b);
}

__device__ __forceinline__ double max(double a, double b) {
    return fmax((double)a, (double)b);
}

__device__ __forceinline__ double max(float a, double b) {
    return fmax((double)a, (double)b);
}

__device__ __forceinline__ double max(double a, float b) {
    return fmax((double)a, (double)b);
}

__device__ __forceinline__ double fmax(float a, double b) {
    return fmax((double)a, b);
}

__device__ __forceinline__ double fmax(double a, float b) {
    return fmax(a, (double)b);
}

__device__ __forceinline__ int abs(int x) {
    int r;
    asm("abs.s32 %0, %1;" : "=r"(r) : "r"(x));
    return r;
}

__device__ __forceinline__ long abs(long x) {
    long r;
    asm("abs.s64 %0, %1;" : "=l"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ long long abs(long long x) {
    long long r;
    asm("abs.s64 %0, %1;" : "=l"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ float fabsf(float x) {
    float r;
    asm("abs.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ double fabs(double x) {
    double r;
    asm("abs.f64 %0, %1;" : "=d"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ float fabs(float x) {
    return fabsf(x);
}

__device__ __forceinline__ float abs(float x) {
    return fabsf(x);
}

__device__ __forceinline__ double abs(double x) {
    return fabs(x);
}

__device__ __forceinline__ long labs(long x) {
    return abs(x);
}

__device__ __forceinline__ long long llabs(long long x) {
    return abs(x);
}
