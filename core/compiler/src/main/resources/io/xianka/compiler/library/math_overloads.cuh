// C++ gives the functions of <cmath> for float under their plain names, too. A call whose arguments fit neither overload
// better, such as sqrt(2) or atan2(1.0f, 2.0), takes the double one, as <cmath> promotes.

__device__ __forceinline__ float exp(float x) {
    return expf(x);
}

__device__ __forceinline__ float exp2(float x) {
    return exp2f(x);
}

__device__ __forceinline__ float exp10(float x) {
    return exp10f(x);
}

__device__ __forceinline__ float expm1(float x) {
    return expm1f(x);
}

__device__ __forceinline__ float log(float x) {
    return logf(x);
}

__device__ __forceinline__ float log2(float x) {
    return log2f(x);
}

__device__ __forceinline__ float log10(float x) {
    return log10f(x);
}

__device__ __forceinline__ float log1p(float x) {
    return log1pf(x);
}

__device__ __forceinline__ float sin(float x) {
    return sinf(x);
}

__device__ __forceinline__ float cos(float x) {
    return cosf(x);
}

__device__ __forceinline__ float tan(float x) {
    return tanf(x);
}

__device__ __forceinline__ float sinpi(float x) {
    return sinpif(x);
}

__device__ __forceinline__ float cospi(float x) {
    return cospif(x);
}

__device__ __forceinline__ float asin(float x) {
    return asinf(x);
}

__device__ __forceinline__ float acos(float x) {
    return acosf(x);
}

__device__ __forceinline__ float atan(float x) {
    return atanf(x);
}

__device__ __forceinline__ float sinh(float x) {
    return sinhf(x);
}

__device__ __forceinline__ float cosh(float x) {
    return coshf(x);
}

__device__ __forceinline__ float tanh(float x) {
    return tanhf(x);
}

__device__ __forceinline__ float asinh(float x) {
    return asinhf(x);
}

__device__ __forceinline__ float acosh(float x) {
    return acoshf(x);
}

__device__ __forceinline__ float atanh(float x) {
    return atanhf(x);
}

__device__ __forceinline__ float cbrt(float x) {
    return cbrtf(x);
}

__device__ __forceinline__ float rcbrt(float x) {
    return rcbrtf(x);
}

__device__ __forceinline__ float sqrt(float x) {
    return sqrtf(x);
}

__device__ __forceinline__ float rsqrt(float x) {
    return rsqrtf(x);
}

__device__ __forceinline__ float erf(float x) {
    return erff(x);
}

__device__ __forceinline__ float erfc(float x) {
    return erfcf(x);
}

__device__ __forceinline__ float erfcx(float x) {
    return erfcxf(x);
}

__device__ __forceinline__ float erfinv(float x) {
    return erfinvf(x);
}

__device__ __forceinline__ float erfcinv(float x) {
    return erfcinvf(x);
}

__device__ __forceinline__ float normcdf(float x) {
    return normcdff(x);
}

__device__ __forceinline__ float normcdfinv(float x) {
    return normcdfinvf(x);
}

__device__ __forceinline__ float lgamma(float x) {
    return lgammaf(x);
}

__device__ __forceinline__ float tgamma(float x) {
    return tgammaf(x);
}

__device__ __forceinline__ float j0(float x) {
    return j0f(x);
}

__device__ __forceinline__ float j1(float x) {
    return j1f(x);
}

__device__ __forceinline__ float y0(float x) {
    return y0f(x);
}

__device__ __forceinline__ float y1(float x) {
    return y1f(x);
}

__device__ __forceinline__ float cyl_bessel_i0(float x) {
    return cyl_bessel_i0f(x);
}

__device__ __forceinline__ float cyl_bessel_i1(float x) {
    return cyl_bessel_i1f(x);
}

__device__ __forceinline__ float trunc(float x) {
    return truncf(x);
}

__device__ __forceinline__ float ceil(float x) {
    return ceilf(x);
}

__device__ __forceinline__ float floor(float x) {
    return floorf(x);
}

__device__ __forceinline__ float rint(float x) {
    return rintf(x);
}

__device__ __forceinline__ float nearbyint(float x) {
    return nearbyintf(x);
}

__device__ __forceinline__ float round(float x) {
    return roundf(x);
}

__device__ __forceinline__ float logb(float x) {
    return logbf(x);
}

__device__ __forceinline__ float pow(float x, float y) {
    return powf(x, y);
}

__device__ __forceinline__ float atan2(float x, float y) {
    return atan2f(x, y);
}

__device__ __forceinline__ float fmod(float x, float y) {
    return fmodf(x, y);
}

__device__ __forceinline__ float remainder(float x, float y) {
    return remainderf(x, y);
}

__device__ __forceinline__ float hypot(float x, float y) {
    return hypotf(x, y);
}

__device__ __forceinline__ float rhypot(float x, float y) {
    return rhypotf(x, y);
}

__device__ __forceinline__ float copysign(float x, float y) {
    return copysignf(x, y);
}

__device__ __forceinline__ float fdim(float x, float y) {
    return fdimf(x, y);
}

__device__ __forceinline__ float nextafter(float x, float y) {
    return nextafterf(x, y);
}

__device__ __forceinline__ float fma(float x, float y, float z) {
    return fmaf(x, y, z);
}

__device__ __forceinline__ float norm3d(float a, float b, float c) {
    return norm3df(a, b, c);
}

__device__ __forceinline__ float rnorm3d(float a, float b, float c) {
    return rnorm3df(a, b, c);
}

__device__ __forceinline__ float norm4d(float a, float b, float c, float d) {
    return norm4df(a, b, c, d);
}

__device__ __forceinline__ float rnorm4d(float a, float b, float c, float d) {
    return rnorm4df(a, b, c, d);
}

__device__ __forceinline__ float norm(int n, const float* p) {
    return normf(n, p);
}

__device__ __forceinline__ float rnorm(int n, const float* p) {
    return rnormf(n, p);
}

__device__ __forceinline__ void sincos(float x, float* s, float* c) {
    sincosf(x, s, c);
}

__device__ __forceinline__ void sincospi(float x, float* s, float* c) {
    sincospif(x, s, c);
}

__device__ __forceinline__ long lround(float x) {
    return lroundf(x);
}

__device__ __forceinline__ long long llround(float x) {
    return llroundf(x);
}

__device__ __forceinline__ long lrint(float x) {
    return lrintf(x);
}

__device__ __forceinline__ long long llrint(float x) {
    return llrintf(x);
}

__device__ __forceinline__ int ilogb(float x) {
    return ilogbf(x);
}

__device__ __forceinline__ float modf(float x, float* whole) {
    return modff(x, whole);
}

__device__ __forceinline__ float frexp(float x, int* exponent) {
    return frexpf(x, exponent);
}

__device__ __forceinline__ float ldexp(float x, int n) {
    return ldexpf(x, n);
}

__device__ __forceinline__ float scalbn(float x, int n) {
    return scalbnf(x, n);
}

__device__ __forceinline__ float scalbln(float x, long n) {
    return scalblnf(x, n);
}

__device__ __forceinline__ float remquo(float x, float y, int* quo) {
    return remquof(x, y, quo);
}

__device__ __forceinline__ float jn(int n, float x) {
    return jnf(n, x);
}

__device__ __forceinline__ float yn(int n, float x) {
    return ynf(n, x);
}

__device__ __forceinline__ float pow(float x, int n) {
    return powif(x, n);
}

__device__ __forceinline__ double pow(double x, int n) {
    return powi(x, n);
}

__device__ __forceinline__ float powi(float x, int n) {
    return powif(x, n);
}
