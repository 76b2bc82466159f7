// Doubles to whole numbers, remainders, and the parts of a double. All results are exact.

__device__ __forceinline__ double fma(double x, double y, double z) {
    return __fma_rn(x, y, z);
}

__device__ __forceinline__ double trunc(double x) {
    double r;
    asm("cvt.rzi.f64.f64 %0, %1;" : "=d"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ double ceil(double x) {
    double r;
    asm("cvt.rpi.f64.f64 %0, %1;" : "=d"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ double floor(double x) {
    double r;
    asm("cvt.rmi.f64.f64 %0, %1;" : "=d"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ double rint(double x) {
    double r;
    asm("cvt.rni.f64.f64 %0, %1;" : "=d"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ double nearbyint(double x) {
    return rint(x);
}

// Halves go away from zero. The addend is the double below one half, so that its neighbour is not rounded up twice.
__device__ __forceinline__ double round(double x) {
    double r = trunc(__dadd_rn(x, copysign(0.49999999999999994, x)));
    return fabs(x) < 4503599627370496.0 ? copysign(r, x) : x;
}

__device__ __forceinline__ long lrint(double x) {
    return (long)__double2ll_rn(x);
}

__device__ __forceinline__ long long llrint(double x) {
    return __double2ll_rn(x);
}

__device__ __forceinline__ long lround(double x) {
    return (long)__double2ll_rz(round(x));
}

__device__ __forceinline__ long long llround(double x) {
    return __double2ll_rz(round(x));
}

__device__ __forceinline__ double copysign(double x, double y) {
    return __hiloint2double((__double2hiint(x) & 0x7fffffff) | (__double2hiint(y) & 0x80000000), __double2loint(x));
}

__device__ __forceinline__ double fdim(double x, double y) {
    return x <= y ? 0.0 : x - y;
}

__device__ __forceinline__ double modf(double x, double* whole) {
    double t = trunc(x);
    *whole = t;
    double r = fabs(x) == __longlong_as_double(0x7ff0000000000000LL) ? 0.0 : x - t;
    return x != x ? x + x : copysign(r, x);
}

__device__ __forceinline__ double frexp(double x, int* exponent) {
    double a = fabs(x);
    if (a == 0.0 || !(a < __longlong_as_double(0x7ff0000000000000LL))) {
        *exponent = 0;
        return x + x;
    }
    int shift = 1022;
    if (a < 2.2250738585072014e-308) {
        x = x * 18014398509481984.0;
        shift = 1076;
    }
    int word = __double2hiint(x);
    *exponent = ((word >> 20) & 2047) - shift;
    return __hiloint2double((word & 0x800fffff) | 0x3fe00000, __double2loint(x));
}

// Three factors reach from 2^-1074 to 2^1023 and back; only the last can round.
__device__ __forceinline__ double ldexp(double x, int n) {
    n = max(min(n, 2200), -2200);
    double r = x;
    if (n > 1022) {
        r = r * 4.4942328371557898e307;
        n = n - 1022;
        if (n > 1022) {
            r = r * 4.4942328371557898e307;
            n = min(n - 1022, 1022);
        }
    } else if (n < -1022) {
        r = r * 2.0041683600089728e-292;
        n = n + 969;
        if (n < -1022) {
            r = r * 2.0041683600089728e-292;
            n = max(n + 969, -1022);
        }
    }
    return r * __hiloint2double((n + 1023) << 20, 0);
}

__device__ __forceinline__ double scalbn(double x, int n) {
    return ldexp(x, n);
}

__device__ __forceinline__ double scalbln(double x, long n) {
    return ldexp(x, (int)max(min(n, 3000L), -3000L));
}

__device__ __forceinline__ int ilogb(double x) {
    long long a = __double_as_longlong(x) & 0x7fffffffffffffffLL;
    int r = (int)(a >> 52) - 1023;
    if (a < 0x0010000000000000LL) {
        r = a == 0LL ? -2147483647 - 1 : -1011 - __clzll(a);
    }
    if (a >= 0x7ff0000000000000LL) {
        r = a == 0x7ff0000000000000LL ? 2147483647 : -2147483647 - 1;
    }
    return r;
}

__device__ __forceinline__ double logb(double x) {
    double a = fabs(x);
    double r = (double)ilogb(x);
    if (a == 0.0) {
        r = __longlong_as_double(0xfff0000000000000LL);
    }
    return a < __longlong_as_double(0x7ff0000000000000LL) ? r : a * a;
}

__device__ __forceinline__ double nextafter(double x, double y) {
    if (x != x || y != y) {
        return x + y;
    }
    if (x == y) {
        return y;
    }
    if (x == 0.0) {
        return copysign(__longlong_as_double(1LL), y);
    }
    long long bits = __double_as_longlong(x);
    return __longlong_as_double((x < y) == (x > 0.0) ? bits + 1LL : bits - 1LL);
}

// Long division, 51 bits of the quotient at a time: what is left after a step is exact, and a step whose quotient came out
// one too high gives the divisor back. Returns a mod b for finite a and b > 0; the low bits of the whole quotient go to
// *quotient.
__device__ __noinline__ double __xk_fmod(double a, double b, int* quotient) {
    int q = 0;
    while (a >= b) {
        int steps = max(ilogb(a) - ilogb(b) - 50, 0);
        double d = ldexp(b, steps);
        double t = trunc(__ddiv_rn(a, d));
        double left = fma(-t, d, a);
        if (left < 0.0) {
            left = __dadd_rn(left, d);
            t = __dadd_rn(t, -1.0);
        }
        a = left;
        if (steps < 30) {
            q = q + (int)(__double2ll_rz(t) << steps);
        }
        if (steps == 0) {
            break;
        }
    }
    *quotient = q;
    return a;
}

__device__ __forceinline__ double fmod(double x, double y) {
    double a = fabs(x);
    double b = fabs(y);
    double infinity = __longlong_as_double(0x7ff0000000000000LL);
    if (!(a < infinity) || !(b <= infinity) || b == 0.0) {
        return x != x || y != y ? x + y : __longlong_as_double(0x7fffffffffffffffLL);
    }
    int quotient;
    return a < b ? x : copysign(__xk_fmod(a, b, &quotient), x);
}

__device__ __forceinline__ double remquo(double x, double y, int* quo) {
    double a = fabs(x);
    double b = fabs(y);
    double infinity = __longlong_as_double(0x7ff0000000000000LL);
    *quo = 0;
    if (!(a < infinity) || !(b <= infinity) || b == 0.0) {
        return x != x || y != y ? x + y : __longlong_as_double(0x7fffffffffffffffLL);
    }
    int q = 0;
    double r = a;
    if (b < infinity) {
        r = __xk_fmod(a, b, &q);
        double other = __dadd_rn(b, -r);
        if (r > other || (r == other && (q & 1) != 0)) {
            r = -other;
            q = q + 1;
        }
    }
    q = q & 7;
    *quo = (__double2hiint(x) < 0) != (__double2hiint(y) < 0) ? -q : q;
    return __double2hiint(x) < 0 ? -r : r;
}

__device__ __forceinline__ double remainder(double x, double y) {
    int quotient;
    return remquo(x, y, &quotient);
}

__device__ __forceinline__ double nan(const char* tag) {
    return __longlong_as_double(0x7fffffffffffffffLL);
}

__device__ __forceinline__ bool isnan(double x) {
    return x != x;
}

__device__ __forceinline__ bool isinf(double x) {
    return fabs(x) == __longlong_as_double(0x7ff0000000000000LL);
}

__device__ __forceinline__ bool isfinite(double x) {
    return fabs(x) < __longlong_as_double(0x7ff0000000000000LL);
}

__device__ __forceinline__ bool isnormal(double x) {
    return fabs(x) < __longlong_as_double(0x7ff0000000000000LL) && fabs(x) >= 2.2250738585072014e-308;
}

__device__ __forceinline__ bool signbit(double x) {
    return __double2hiint(x) < 0;
}

__device__ __forceinline__ int __isnan(double x) {
    return x != x;
}

__device__ __forceinline__ int __isinf(double x) {
    return fabs(x) == __longlong_as_double(0x7ff0000000000000LL);
}

__device__ __forceinline__ int __finite(double x) {
    return fabs(x) < __longlong_as_double(0x7ff0000000000000LL);
}

__device__ __forceinline__ int __signbit(double x) {
    return __double2hiint(x) < 0;
}

__device__ __forceinline__ int __signbitd(double x) {
    return __double2hiint(x) < 0;
}
