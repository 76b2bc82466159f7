// What generated kernels call beside CUDA's own functions.
#include <cuda_fp16.h>
#include <cuda_bf16.h>

static __device__ __forceinline__ float xk_half(unsigned short x) { return __half2float(__ushort_as_half(x)); }
static __device__ __forceinline__ unsigned short xk_to_half(float x) { return __half_as_ushort(__float2half_rn(x)); }
static __device__ __forceinline__ float xk_bfloat16(unsigned short x) { return __uint_as_float((unsigned) x << 16); }
static __device__ __forceinline__ unsigned short xk_to_bfloat16(float x) { return __bfloat16_as_ushort(__float2bfloat16_rn(x)); }
static __device__ __forceinline__ unsigned xk_pair_float16(float low, float high) {
    __half2 pair = __floats2half2_rn(low, high);
    return (unsigned&) pair;
}
static __device__ __forceinline__ unsigned xk_pair_bfloat16(float low, float high) {
    __nv_bfloat162 pair = __floats2bfloat162_rn(low, high);
    return (unsigned&) pair;
}
static __device__ __forceinline__ float xk_round_half(double x) { return __half2float(__double2half(x)); }
static __device__ __forceinline__ float xk_round_bfloat16(double x) { return __bfloat162float(__double2bfloat16(x)); }

#if __CUDA_ARCH__ >= 800
static __device__ __forceinline__ float xk_max(float a, float b) {
    float r;
    asm("max.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
}
static __device__ __forceinline__ float xk_min(float a, float b) {
    float r;
    asm("min.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
}
#else
static __device__ __forceinline__ float xk_max(float a, float b) { return a != a || b != b ? a + b : a > b ? a : b; }
static __device__ __forceinline__ float xk_min(float a, float b) { return a != a || b != b ? a + b : a < b ? a : b; }
#endif
static __device__ __forceinline__ double xk_max(double a, double b) { return a != a || a > b ? a : b; }
static __device__ __forceinline__ double xk_min(double a, double b) { return a != a || a < b ? a : b; }
static __device__ __forceinline__ float xk_sign(float x) { return x == 0 || x != x ? x : copysignf(1, x); }
static __device__ __forceinline__ double xk_sign(double x) { return x == 0 || x != x ? x : copysign(1.0, x); }

// The hardware's approximations (ex2: 2^-22, rcp: 1 ulp by the PTX ISA) and a rounded product: within (5 + |x|) 1e-7 of the value, 0
// where that is no normal number.
static __device__ __forceinline__ float xk_sigmoid(float x) {
    float e, r;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(e) : "f"(x * -1.44269504f));
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(1 + e));
    return r;
}
static __device__ __forceinline__ double xk_sigmoid(double x) { return 1 / (1 + exp(-x)); }

static __device__ float xk_mod(float a, float b) {
    float rest = fmodf(a, b);
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest == 0 ? copysignf(0, b) : rest;
}
static __device__ double xk_mod(double a, double b) {
    double rest = fmod(a, b);
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest == 0 ? copysign(0.0, b) : rest;
}

// By the exact remainder: a quotient just below an integer may be rounded up to it.
static __device__ float xk_real_floor_div(float a, float b) {
    if (b == 0) return a / b;
    float rest = fmodf(a, b), quotient = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) quotient -= 1;
    return quotient == 0 ? copysignf(0, a / b) : rintf(quotient);
}
static __device__ double xk_real_floor_div(double a, double b) {
    if (b == 0) return a / b;
    double rest = fmod(a, b), quotient = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) quotient -= 1;
    return quotient == 0 ? copysign(0.0, a / b) : rint(quotient);
}

// Division by zero gives 0; the smallest number by -1 wraps.
template <typename T> __device__ T xk_div(T a, T b) { return b == 0 ? 0 : b == (T) -1 ? (T) ((T) 0 - a) : (T) (a / b); }
template <> __device__ inline unsigned char xk_div<unsigned char>(unsigned char a, unsigned char b) { return b == 0 ? 0 : a / b; }
template <typename T> __device__ T xk_floor_div(T a, T b) {
    T quotient = xk_div<T>(a, b);
    return b != 0 && (T) (quotient * b) != a && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
template <typename T> __device__ T xk_int_mod(T a, T b) { return b == 0 ? 0 : (T) (a - xk_floor_div<T>(a, b) * b); }
template <typename T> __device__ T xk_int_pow(T base, T exponent) {
    if (exponent < 0) return base == 1 ? 1 : base == (T) -1 ? ((exponent & 1) == 0 ? 1 : -1) : 0;
    T result = 1;
    for (; exponent != 0; exponent >>= 1) {
        if (exponent & 1) result *= base;
        base *= base;
    }
    return result;
}
template <typename T> __device__ T xk_shl(T a, T b) { return b < 0 || b > 63 ? 0 : (T) ((long long) a << b); }
template <typename T> __device__ T xk_shr(T a, T b) { return (T) ((long long) a >> (b < 0 || b > 63 ? 63 : b)); }

// Tells the host of the first index that is out of range, see IndexFaults; later kernels go on with the nearest place.
static __device__ __noinline__ void xk_tell(unsigned long long* E, long long x, long long least, long long size, int operation) {
    if (atomicCAS(E, 0ull, 1ull) == 0ull) {
        E[1] = (unsigned long long) x;
        E[2] = (unsigned long long) least;
        E[3] = (unsigned long long) size;
        E[4] = (unsigned long long) (long long) operation;
    }
}
static __device__ __forceinline__ long long xk_in_range(long long x, long long least, long long size, int operation, unsigned long long* E) {
    if (x >= least && x < size) return x;
    xk_tell(E, x, least, size, operation);
    return x < least ? least : size - 1;
}

// An index as a place of 32 bits, -1 for those that no such place is equal to.
static __device__ __forceinline__ int xk_place(long long x) { return x < 0 || x > 2147483647ll ? -1 : (int) x; }

template <typename F> __device__ long long xk_clamped(F x, long long low, long long high) {
    return x != x ? 0 : x <= (F) low ? low : x >= (F) high ? high : (long long) x;
}
template <typename F> __device__ unsigned char xk_to_uint8(F x) { return (unsigned char) xk_clamped(x, 0, 255); }
template <typename F> __device__ signed char xk_to_int8(F x) { return (signed char) xk_clamped(x, -128, 127); }
template <typename F> __device__ short xk_to_int16(F x) { return (short) xk_clamped(x, -32768, 32767); }
template <typename F> __device__ int xk_to_int32(F x) { return (int) xk_clamped(x, -2147483648ll, 2147483647ll); }
template <typename F> __device__ long long xk_to_int64(F x) { return xk_clamped(x, -9223372036854775807ll - 1, 9223372036854775807ll); }

static __device__ __forceinline__ float2 xk_cadd(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
static __device__ __forceinline__ float2 xk_csub(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
static __device__ __forceinline__ float2 xk_cmul(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
static __device__ __forceinline__ float2 xk_cdiv(float2 a, float2 b) {
    double square = (double) b.x * b.x + (double) b.y * b.y;
    return make_float2((float) (((double) a.x * b.x + (double) a.y * b.y) / square), (float) (((double) a.y * b.x - (double) a.x * b.y) / square));
}
static __device__ __forceinline__ bool xk_ceq(float2 a, float2 b) { return a.x == b.x && a.y == b.y; }
static __device__ __forceinline__ bool xk_cne(float2 a, float2 b) { return a.x != b.x || a.y != b.y; }
static __device__ __forceinline__ float xk_cabs(float2 x) { return hypotf(x.x, x.y); }
static __device__ __forceinline__ float2 xk_creciprocal(float2 x) { return xk_cdiv(make_float2(1, 0), x); }
static __device__ __forceinline__ float2 xk_cexp(float2 x) { float size = expf(x.x); return make_float2(size * cosf(x.y), size * sinf(x.y)); }
static __device__ __forceinline__ float2 xk_clog(float2 x) { return make_float2(logf(hypotf(x.x, x.y)), atan2f(x.y, x.x)); }
// The larger part by the sum of two sizes; the other one, whose difference would cancel, from it.
static __device__ __forceinline__ float2 xk_csqrt(float2 x) {
    float larger = sqrtf(hypotf(x.x, x.y) / 2 + fabsf(x.x) / 2);
    float smaller = larger == 0 ? 0 : fabsf(x.y) / 2 / larger;
    return make_float2(x.x < 0 ? smaller : larger, copysignf(x.x < 0 ? larger : smaller, x.y));
}
static __device__ __forceinline__ float2 xk_csin(float2 x) { return make_float2(sinf(x.x) * coshf(x.y), cosf(x.x) * sinhf(x.y)); }
static __device__ __forceinline__ float2 xk_ccos(float2 x) { return make_float2(cosf(x.x) * coshf(x.y), -sinf(x.x) * sinhf(x.y)); }

// Philox 4x32-10 (Salmon et al., SC 2011): one word of a counter under a key.
static __device__ long long xk_philox(long long key, unsigned long long counter, int word) {
    unsigned c0 = (unsigned) counter, c1 = (unsigned) (counter >> 32), c2 = 0, c3 = 0;
    unsigned k0 = (unsigned) key, k1 = (unsigned) ((unsigned long long) key >> 32);
    for (int round = 0; round < 10; round++) {
        unsigned h0 = __umulhi(0xD2511F53u, c0), l0 = 0xD2511F53u * c0;
        unsigned h1 = __umulhi(0xCD9E8D57u, c2), l1 = 0xCD9E8D57u * c2;
        c0 = h1 ^ c1 ^ k0;
        c1 = l1;
        c2 = h0 ^ c3 ^ k1;
        c3 = l0;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return word == 0 ? c0 : word == 1 ? c1 : word == 2 ? c2 : c3;
}

template <typename T> __device__ __forceinline__ T xk_shuffle(T x, int mask) { return __shfl_xor_sync(0xffffffffu, x, mask); }
template <> __device__ __forceinline__ float2 xk_shuffle<float2>(float2 x, int mask) {
    return make_float2(__shfl_xor_sync(0xffffffffu, x.x, mask), __shfl_xor_sync(0xffffffffu, x.y, mask));
}
template <typename T> __device__ __forceinline__ T xk_first(T x) { return __shfl_sync(0xffffffffu, x, 0); }
template <> __device__ __forceinline__ float2 xk_first<float2>(float2 x) {
    return make_float2(__shfl_sync(0xffffffffu, x.x, 0), __shfl_sync(0xffffffffu, x.y, 0));
}
template <typename T> __device__ __forceinline__ T xk_shuffle_up(T x, int step) { return __shfl_up_sync(0xffffffffu, x, step); }
template <> __device__ __forceinline__ float2 xk_shuffle_up<float2>(float2 x, int step) {
    return make_float2(__shfl_up_sync(0xffffffffu, x.x, step), __shfl_up_sync(0xffffffffu, x.y, step));
}
template <typename T> __device__ __forceinline__ T xk_last(T x) { return __shfl_sync(0xffffffffu, x, 31); }
template <> __device__ __forceinline__ float2 xk_last<float2>(float2 x) {
    return make_float2(__shfl_sync(0xffffffffu, x.x, 31), __shfl_sync(0xffffffffu, x.y, 31));
}
