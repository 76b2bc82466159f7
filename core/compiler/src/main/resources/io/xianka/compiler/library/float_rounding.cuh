// Floats to whole numbers, remainders, and the parts of a float. All results are exact.

__device__ __forceinline__ float fmaf(float x, float y, float z) {
    return __fmaf_rn(x, y, z);
}

__device__ __forceinline__ float truncf(float x) {
    float r;
    asm("cvt.rzi.f32.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float ceilf(float x) {
    float r;
    asm("cvt.rpi.f32.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float floorf(float x) {
    float r;
    asm("cvt.rmi.f32.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float rintf(float x) {
    float r;
    asm("cvt.rni.f32.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float nearbyintf(float x) {
    return rintf(x);
}

// Halves go away from zero. The addend is the float below one half, so that its neighbour is not rounded up twice.
__device__ __forceinline__ float roundf(float x) {
    float r = truncf(__fadd_rn(x, copysignf(0.49999997f, x)));
    return fabsf(x) < 8388608.0f ? copysignf(r, x) : x;
}

__device__ __forceinline__ long lrintf(float x) {
    return (long)__float2ll_rn(x);
}

__device__ __forceinline__ long long llrintf(float x) {
    return __float2ll_rn(x);
}

__device__ __forceinline__ long lroundf(float x) {
    return (long)__float2ll_rz(roundf(x));
}

__device__ __forceinline__ long long llroundf(float x) {
    return __float2ll_rz(roundf(x));
}

__device__ __forceinline__ float copysignf(float x, float y) {
    return __int_as_float((__float_as_int(x) & 0x7fffffff) | (__float_as_int(y) & 0x80000000));
}

__device__ __forceinline__ float fdimf(float x, float y) {
    return x <= y ? 0.0f : x - y;
}

__device__ __forceinline__ float modff(float x, float* whole) {
    float t = truncf(x);
    *whole = t;
    float r = fabsf(x) == __int_as_float(0x7f800000) ? 0.0f : x - t;
    return x != x ? x + x : copysignf(r, x);
}

__device__ __forceinline__ float frexpf(float x, int* exponent) {
    float a = fabsf(x);
    if (a == 0.0f || !(a < __int_as_float(0x7f800000))) {
        *exponent = 0;
        return x + x;
    }
    int shift = 126;
    if (a < 1.17549435e-38f) {
        x = x * 16777216.0f;
        shift = 150;
    }
    int bits = __float_as_int(x);
    *exponent = ((bits >> 23) & 255) - shift;
    return __int_as_float((bits & 0x807fffff) | 0x3f000000);
}

// Four factors reach from 2^-149 to 2^127 and back; only the last can round.
__device__ __forceinline__ float ldexpf(float x, int n) {
    n = max(min(n, 300), -300);
    float r = x;
    if (n > 126) {
        r = r * 8.50705917e37f;
        n = n - 126;
        if (n > 126) {
            r = r * 8.50705917e37f;
            n = min(n - 126, 126);
        }
    } else if (n < -126) {
        r = r * 1.97215226e-31f;
        n = n + 102;
        if (n < -126) {
            r = r * 1.97215226e-31f;
            n = max(n + 102, -126);
        }
    }
    return r * __int_as_float((n + 127) << 23);
}

__device__ __forceinline__ float scalbnf(float x, int n) {
    return ldexpf(x, n);
}

__device__ __forceinline__ float scalblnf(float x, long n) {
    return ldexpf(x, (int)max(min(n, 1000L), -1000L));
}

__device__ __forceinline__ int ilogbf(float x) {
    int a = __float_as_int(x) & 0x7fffffff;
    int r = (a >> 23) - 127;
    if (a < 0x00800000) {
        r = a == 0 ? -2147483647 - 1 : -118 - __clz(a);
    }
    if (a >= 0x7f800000) {
        r = a == 0x7f800000 ? 2147483647 : -2147483647 - 1;
    }
    return r;
}

__device__ __forceinline__ float logbf(float x) {
    float a = fabsf(x);
    float r = (float)ilogbf(x);
    if (a == 0.0f) {
        r = __int_as_float(0xff800000);
    }
    return a < __int_as_float(0x7f800000) ? r : a * a;
}

__device__ __forceinline__ float nextafterf(float x, float y) {
    if (x != x || y != y) {
        return x + y;
    }
    if (x == y) {
        return y;
    }
    if (x == 0.0f) {
        return copysignf(__int_as_float(1), y);
    }
    int bits = __float_as_int(x);
    return __int_as_float((x < y) == (x > 0.0f) ? bits + 1 : bits - 1);
}

// Long division, 22 bits of the quotient at a time: what is left after a step is exact, and a step whose quotient came out
// one too high gives the divisor back. Returns |x| mod |y| for finite x and y != 0; the low bits of the whole quotient
// go to *quotient.
__device__ __forceinline__ float __xk_fmod_f(float a, float b, int* quotient) {
    int q = 0;
    while (a >= b) {
        int steps = ilogbf(a) - ilogbf(b) - 21;
        if (steps < 0) {
            steps = 0;
        }
        float d = ldexpf(b, steps);
        float t = truncf(__fdiv_rn(a, d));
        float left = fmaf(-t, d, a);
        if (left < 0.0f) {
            left = __fadd_rn(left, d);
            t = __fadd_rn(t, -1.0f);
        }
        a = left;
        q = steps < 30 ? q + (__float2int_rz(t) << steps) : q;
        if (steps == 0) {
            break;
        }
    }
    *quotient = q;
    return a;
}

__device__ __forceinline__ float fmodf(float x, float y) {
    float a = fabsf(x);
    float b = fabsf(y);
    if (!(a < __int_as_float(0x7f800000)) || !(b <= __int_as_float(0x7f800000)) || b == 0.0f) {
        return x != x || y != y ? x + y : __int_as_float(0x7fffffff);
    }
    int quotient;
    return a < b ? x : copysignf(__xk_fmod_f(a, b, &quotient), x);
}

__device__ __forceinline__ float remquof(float x, float y, int* quo) {
    float a = fabsf(x);
    float b = fabsf(y);
    *quo = 0;
    if (!(a < __int_as_float(0x7f800000)) || !(b <= __int_as_float(0x7f800000)) || b == 0.0f) {
        return x != x || y != y ? x + y : __int_as_float(0x7fffffff);
    }
    int q = 0;
    float r = a;
    if (b < __int_as_float(0x7f800000)) {
        r = __xk_fmod_f(a, b, &q);
        float other = __fadd_rn(b, -r);
        if (r > other || (r == other && (q & 1) != 0)) {
            r = -other;
            q = q + 1;
        }
    }
    q = q & 7;
    *quo = __float_as_int(x) < 0 != __float_as_int(y) < 0 ? -q : q;
    return __float_as_int(x) < 0 ? -r : r;
}

__device__ __forceinline__ float remainderf(float x, float y) {
    int quotient;
    return remquof(x, y, &quotient);
}

__device__ __forceinline__ float nanf(const char* tag) {
    return __int_as_float(0x7fffffff);
}

__device__ __forceinline__ bool isnan(float x) {
    return x != x;
}

__device__ __forceinline__ bool isinf(float x) {
    return fabsf(x) == __int_as_float(0x7f800000);
}

__device__ __forceinline__ bool isfinite(float x) {
    return fabsf(x) < __int_as_float(0x7f800000);
}

__device__ __forceinline__ bool isnormal(float x) {
    return fabsf(x) < __int_as_float(0x7f800000) && fabsf(x) >= 1.17549435e-38f;
}

__device__ __forceinline__ bool signbit(float x) {
    return __float_as_int(x) < 0;
}

__device__ __forceinline__ int __isnanf(float x) {
    return x != x;
}

__device__ __forceinline__ int __isinff(float x) {
    return fabsf(x) == __int_as_float(0x7f800000);
}

__device__ __forceinline__ int __finitef(float x) {
    return fabsf(x) < __int_as_float(0x7f800000);
}

__device__ __forceinline__ int __signbitf(float x) {
    return __float_as_int(x) < 0;
}
