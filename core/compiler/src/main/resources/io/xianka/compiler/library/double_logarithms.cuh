// Logarithms of doubles, and the inverse hyperbolic functions made of them.
//
// x = 2^e m, m in [sqrt(1/2), sqrt(2)); with f = m - 1 and s = f / (2 + f), ln m = 2 s + s^3 p(s^2). The residual of s and
// the low part of e ln 2 go into a second double.
// Errors (ulp): log, log2, log10, log1p 1, asinh, acosh 3, atanh 2.

// 1 / d within a rounding or two, for d and 1 / d far from overflow: the unit gives 20 bits, one step of third order the rest.
__device__ __forceinline__ double __xk_rcp_near_one(double d) {
    double r = __xk_rcp_d(d);
    double miss = fma(-d, r, 1.0);
    return fma(fma(miss, miss, miss), r, r);
}

// e ln 2 + ln(1 + f) = result + *low.
__device__ __forceinline__ double __xk_log_core(double f, double e, double* low) {
    double rd = __xk_rcp_near_one(__dadd_rn(f, 2.0));
    double u = __dmul_rn(f, rd);
    u = __dadd_rn(u, u);
    double left = __dadd_rn(f, -u);
    double ulow = __dmul_rn(rd, fma(-u, f, __dadd_rn(left, left)));
    double s = __dmul_rn(0.5, u);
    double z = __dmul_rn(s, s);
    double p = 0.13251200518820869;
    p = fma(p, z, 0.13250132121205277);
    p = fma(p, z, 0.15387090144606083);
    p = fma(p, z, 0.18181775679337359);
    p = fma(p, z, 0.2222222264662673);
    p = fma(p, z, 0.28571428569086987);
    p = fma(p, z, 0.40000000000006242);
    p = fma(p, z, 0.66666666666666663);
    p = fma(__dmul_rn(p, z), s, ulow);
    double high = fma(e, 0.69314718055994529, u);
    double miss = __dadd_rn(fma(e, -0.69314718055994529, high), -u);
    p = __dadd_rn(fma(e, 2.3190468138462996e-17, p), -miss);
    double r = __dadd_rn(high, p);
    *low = __dadd_rn(p, -__dadd_rn(r, -high));
    return r;
}

__device__ __forceinline__ double __xk_log_parts(double x, double* low) {
    double a = x;
    int e = 0;
    int word = __double2hiint(a);
    if (word < 0x00100000) {
        a = __dmul_rn(a, 18014398509481984.0);
        word = __double2hiint(a);
        e = -54;
    }
    int k = word - 0x3fe6a09e;
    double m = __hiloint2double(word - (k & 0xfff00000), __double2loint(a));
    return __xk_log_core(__dadd_rn(m, -1.0), (double)(e + (k >> 20)), low);
}

// What a logarithm gives for x that is not a positive finite number.
__device__ __forceinline__ double __xk_log_edge(double x) {
    if (x == 0.0) {
        return __longlong_as_double(0xfff0000000000000LL);
    }
    return x > 0.0 || x != x ? x + x : __longlong_as_double(0x7fffffffffffffffLL);
}

__device__ __forceinline__ double log(double x) {
    if (!(x > 0.0 && x < __longlong_as_double(0x7ff0000000000000LL))) {
        return __xk_log_edge(x);
    }
    double low;
    return __xk_log_parts(x, &low);
}

__device__ __forceinline__ double log2(double x) {
    if (!(x > 0.0 && x < __longlong_as_double(0x7ff0000000000000LL))) {
        return __xk_log_edge(x);
    }
    double low;
    double r = __xk_log_parts(x, &low);
    return fma(r, 1.4426950408889634, fma(r, 2.0355273740931033e-17, __dmul_rn(low, 1.4426950408889634)));
}

__device__ __forceinline__ double log10(double x) {
    if (!(x > 0.0 && x < __longlong_as_double(0x7ff0000000000000LL))) {
        return __xk_log_edge(x);
    }
    double low;
    double r = __xk_log_parts(x, &low);
    return fma(r, 0.43429448190325182, fma(r, 1.0983196502167651e-17, __dmul_rn(low, 0.43429448190325182)));
}

// As in the float version: s (1 + x) - 1 = s x + (s - 1) keeps the digits of x that 1 + x has lost.
__device__ __forceinline__ double log1p(double x) {
    if (!(x > -1.0 && x < __longlong_as_double(0x7ff0000000000000LL))) {
        return x == -1.0 ? __longlong_as_double(0xfff0000000000000LL) : __xk_log_edge(x);
    }
    if (fabs(x) < 1e-300) {
        return x;
    }
    int k = (__double2hiint(__dadd_rn(1.0, x)) - 0x3fe6a09e) & 0xfff00000;
    double scaled = k == 0 ? x : __hiloint2double(__double2hiint(x) - k, __double2loint(x));
    double s = __hiloint2double(0x40100000 - k, 0);
    double low;
    return __xk_log_core(__dadd_rn(scaled, fma(0.25, s, -1.0)), (double)(k >> 20), &low);
}

__device__ __forceinline__ double asinh(double x) {
    double a = fabs(x);
    bool huge = a > 1e18;
    double t = huge ? a : fma(a, a / (1.0 + __dsqrt_rn(fma(a, a, 1.0))), a);
    double r = log1p(t);
    if (huge) {
        r = r + 0.69314718055994529;
    }
    return copysign(r, x);
}

__device__ __forceinline__ double acosh(double x) {
    if (!(x >= 1.0)) {
        return x != x ? x + x : __longlong_as_double(0x7fffffffffffffffLL);
    }
    double t = x - 1.0;
    bool huge = x > 1e18;
    double r = log1p(huge ? x : t + __dsqrt_rn(fma(t, t, t + t)));
    return huge ? r + 0.69314718055994529 : r;
}

__device__ __forceinline__ double atanh(double x) {
    double a = fabs(x);
    double r = 0.5 * log1p((a + a) / (1.0 - a));
    return copysign(r, x);
}
