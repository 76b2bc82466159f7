// Roots and lengths of doubles.
//
// Cube roots start from the special function unit's 2^(log2(x) / 3) and take one step of Halley and one of Newton. Lengths
// are scaled by a power of two so that squares neither overflow nor vanish.
// Errors (ulp): sqrt 0, rsqrt, cbrt, rcbrt 1, hypot, norm3d, norm4d 2, rhypot, rnorm3d, rnorm4d 1.

__device__ __forceinline__ double sqrt(double x) {
    return __dsqrt_rn(x);
}

__device__ __forceinline__ double __xk_rsqrt_d(double x) {
    double r;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
    return r;
}

// The approximation r is good to about 2^-20; with miss = 1 - x r^2, 1/sqrt(x) = r (1 + miss/2 + 3/8 miss^2 + ...).
__device__ __forceinline__ double rsqrt(double x) {
    double a = x;
    double scale = 1.0;
    if (a < 2.2250738585072014e-308) {
        a = a * 18014398509481984.0;
        scale = 134217728.0;
    }
    double r = __xk_rsqrt_d(a);
    if (a > 0.0 && a < __longlong_as_double(0x7ff0000000000000LL)) {
        double miss = fma(a, -__dmul_rn(r, r), 1.0);
        r = fma(__dmul_rn(fma(miss, 0.375, 0.5), miss), r, r);
        miss = fma(-__dmul_rn(a, r), r, fma(-fma(a, r, -__dmul_rn(a, r)), r, 1.0));
        r = fma(__dmul_rn(0.5, miss), r, r);
    }
    return r * scale;
}

__device__ __forceinline__ double cbrt(double x) {
    double a = fabs(x);
    if (x + x == x || x != x) {
        return x + x;
    }
    int shift = 0;
    if (a < 2.2250738585072014e-308) {
        a = a * 18014398509481984.0;
        shift = -18;
    }
    int e = (__double2hiint(a) >> 20) - 1023;
    int third = (e + 1200) / 3 - 400;
    double m = __hiloint2double(__double2hiint(a) - (third * 3 << 20), __double2loint(a));
    double t = (double)__xk_ex2(__fmul_rn(__xk_lg2((float)m), 0.333333343f));
    double cube = __dmul_rn(t, t) * t;
    double miss = __dadd_rn(m, -cube);
    t = fma(t, __dmul_rn(miss, __xk_rcp_d(fma(2.0, cube, m))), t);
    double square = __dmul_rn(t, t);
    double low = fma(t, t, -square);
    miss = fma(-t, low, fma(-t, square, m));
    t = fma(miss, __xk_rcp_d(3.0 * square), t);
    t = __dmul_rn(t, __hiloint2double((third + shift + 1023) << 20, 0));
    return copysign(t, x);
}

__device__ __forceinline__ double rcbrt(double x) {
    double a = fabs(x);
    if (x + x == x || x != x) {
        return a == 0.0 ? copysign(__longlong_as_double(0x7ff0000000000000LL), x) : x != x ? x + x : copysign(0.0, x);
    }
    int shift = 0;
    if (a < 2.2250738585072014e-308) {
        a = a * 18014398509481984.0;
        shift = -18;
    }
    int e = (__double2hiint(a) >> 20) - 1023;
    int third = (e + 1200) / 3 - 400;
    double m = __hiloint2double(__double2hiint(a) - (third * 3 << 20), __double2loint(a));
    double t = (double)__xk_ex2(__fmul_rn(__xk_lg2((float)m), -0.333333343f));
    double miss = fma(-m, __dmul_rn(t, t) * t, 1.0);
    t = fma(t, __dmul_rn(miss, fma(miss, 0.22222222222222222, 0.33333333333333333)), t);
    double square = __dmul_rn(t, t);
    double cube = __dmul_rn(square, t);
    double low = fma(square, t, -cube);
    low = fma(t, fma(t, t, -square), low);
    miss = fma(-m, low, fma(-m, cube, 1.0));
    t = fma(__dmul_rn(t, 0.33333333333333333), miss, t);
    t = __dmul_rn(t, __hiloint2double((1023 - third - shift) << 20, 0));
    return copysign(t, x);
}

// The power of two whose product with a lies in [1, 2), kept within 2^-1022 .. 2^1022.
__device__ __forceinline__ double __xk_scale_to_one(double a) {
    int k = __double2hiint(a) & 0x7ff00000;
    return __hiloint2double(max(min(0x7fe00000 - k, 0x7fd00000), 0x00100000), 0);
}

__device__ __forceinline__ double __xk_unscale(double scale) {
    return __hiloint2double(0x7fe00000 - __double2hiint(scale), 0);
}

__device__ __forceinline__ double norm4d(double a, double b, double c, double d) {
    a = fabs(a);
    b = fabs(b);
    c = fabs(c);
    d = fabs(d);
    double greatest = fmax(fmax(a, b), fmax(c, d));
    double s = __xk_scale_to_one(greatest);
    double sum = __dmul_rn(a * s, a * s);
    sum = fma(b * s, b * s, sum);
    sum = fma(c * s, c * s, sum);
    sum = fma(d * s, d * s, sum);
    double r = __dmul_rn(__dsqrt_rn(sum), __xk_unscale(s));
    return greatest == __longlong_as_double(0x7ff0000000000000LL) ? greatest : r;
}

__device__ __forceinline__ double norm3d(double a, double b, double c) {
    return norm4d(a, b, c, 0.0);
}

__device__ __forceinline__ double hypot(double x, double y) {
    return norm4d(x, y, 0.0, 0.0);
}

// One over the length. The sum of squares carries its rounding errors, so that only the last steps round.
__device__ __forceinline__ double rnorm4d(double a, double b, double c, double d) {
    a = fabs(a);
    b = fabs(b);
    c = fabs(c);
    d = fabs(d);
    double greatest = fmax(fmax(a, b), fmax(c, d));
    double s = __xk_scale_to_one(greatest);
    a = a * s;
    b = b * s;
    c = c * s;
    d = d * s;
    double sum = __dmul_rn(a, a);
    double low = fma(a, a, -sum);
    low = __xk_add_square(&sum, b, low);
    low = __xk_add_square(&sum, c, low);
    low = __xk_add_square(&sum, d, low);
    double r = rsqrt(sum);
    if (sum > 0.0 && sum < 1e300) {
        r = fma(__dmul_rn(-0.5, low), __dmul_rn(r, r) * r, r);
    }
    r = __dmul_rn(r, s);
    return greatest == __longlong_as_double(0x7ff0000000000000LL) ? 0.0 : r;
}

// Adds v^2 to *sum and what the addition lost to low.
__device__ __forceinline__ double __xk_add_square(double* sum, double v, double low) {
    double square = __dmul_rn(v, v);
    low = __dadd_rn(low, fma(v, v, -square));
    double before = *sum;
    double after = __dadd_rn(before, square);
    double part = __dadd_rn(after, -before);
    *sum = after;
    return __dadd_rn(low, __dadd_rn(__dadd_rn(before, -__dadd_rn(after, -part)), __dadd_rn(square, -part)));
}

__device__ __forceinline__ double rnorm3d(double a, double b, double c) {
    return rnorm4d(a, b, c, 0.0);
}

__device__ __forceinline__ double rhypot(double x, double y) {
    return rnorm4d(x, y, 0.0, 0.0);
}

__device__ __forceinline__ double norm(int n, const double* p) {
    double greatest = 0.0;
    bool bad = false;
    for (int i = 0; i < n; ++i) {
        greatest = fmax(greatest, fabs(p[i]));
        bad = bad || p[i] != p[i];
    }
    double s = __xk_scale_to_one(greatest);
    double sum = 0.0;
    for (int i = 0; i < n; ++i) {
        sum = fma(p[i] * s, p[i] * s, sum);
    }
    if (greatest == __longlong_as_double(0x7ff0000000000000LL)) {
        return greatest;
    }
    return bad ? __longlong_as_double(0x7fffffffffffffffLL) : __dmul_rn(__dsqrt_rn(sum), __xk_unscale(s));
}

__device__ __forceinline__ double rnorm(int n, const double* p) {
    return 1.0 / norm(n, p);
}
