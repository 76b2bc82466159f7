// Exponentials, powers and hyperbolic functions of doubles.
//
// e^x = 2^j e^f with |f| <= ln(2) / 2; ln 2 is subtracted in two parts. All polynomials are minimax fits (Remez exchange in
// quadruple precision).
// Errors (ulp): exp, exp2, exp10, expm1 1, sinh 2, cosh, tanh 1, pow 2.

// e^f for |f| <= 0.3467.
__device__ __forceinline__ double __xk_exp_core(double f) {
    double q = 2.0875323834841687e-09;
    q = fma(q, f, 2.5109024327067887e-08);
    q = fma(q, f, 2.7557402793737909e-07);
    q = fma(q, f, 2.7557244254605061e-06);
    q = fma(q, f, 2.4801587172206515e-05);
    q = fma(q, f, 0.00019841269886073013);
    q = fma(q, f, 0.0013888888888962617);
    q = fma(q, f, 0.0083333333333216551);
    q = fma(q, f, 0.041666666666666505);
    q = fma(q, f, 0.16666666666666677);
    q = fma(q, f, 0.5);
    q = __dmul_rn(q, f);
    return __dadd_rn(fma(q, f, f), 1.0);
}

// p 2^n for 1/2 < p < 2 and |n| < 2040, rounded once.
__device__ __forceinline__ double __xk_scale(double p, int n) {
    int half = n >> 1;
    double r = __dmul_rn(p, __hiloint2double((half + 1023) << 20, 0));
    return __dmul_rn(r, __hiloint2double((n - half + 1023) << 20, 0));
}

// The same by one multiplication where 2^n is a normal number.
__device__ __forceinline__ double __xk_scale_fast(double p, int n) {
    if ((unsigned int)(n + 1022) <= 2045u) {
        return __dmul_rn(p, __hiloint2double((n + 1023) << 20, 0));
    }
    return __xk_scale(p, n);
}

// e^x = result 2^*n, with the result in [0.7, 1.42], for |x| < 2^20.
__device__ __forceinline__ double __xk_exp_parts(double x, int* n) {
    double t = fma(x, 1.4426950408889634, 6755399441055744.0);
    double j = __dadd_rn(t, -6755399441055744.0);
    double f = fma(j, -0.69314718055994529, x);
    f = fma(j, -2.3190468138462996e-17, f);
    *n = __double2loint(t);
    return __xk_exp_core(f);
}

// e^x where it is a normal number: |x| < 708.
__device__ __forceinline__ double __xk_exp_normal(double x) {
    int n;
    double p = __xk_exp_parts(x, &n);
    return __hiloint2double(__double2hiint(p) + (n << 20), __double2loint(p));
}

__device__ __forceinline__ double exp(double x) {
    int n;
    double p = __xk_exp_parts(x, &n);
    double r = __hiloint2double(__double2hiint(p) + (n << 20), __double2loint(p));
    // 708 and more in magnitude, or NaN
    if ((__double2hiint(x) & 0x7fffffff) >= 0x40862000) {
        r = x > 0.0 ? __longlong_as_double(0x7ff0000000000000LL) : 0.0;
        if (fabs(x) < 746.0) {
            r = __xk_scale(p, n);
        }
        r = x != x ? x + x : r;
    }
    return r;
}

__device__ __forceinline__ double exp2(double x) {
    double c = fmin(fmax(x, -1100.0), 1030.0);
    double t = __dadd_rn(c, 6755399441055744.0);
    double f = __dadd_rn(c, -__dadd_rn(t, -6755399441055744.0));
    f = fma(f, 0.69314718055994529, __dmul_rn(f, 2.3190468138462996e-17));
    double r = __xk_scale_fast(__xk_exp_core(f), __double2loint(t));
    return x != x ? x + x : r;
}

__device__ __forceinline__ double exp10(double x) {
    double c = fmin(fmax(x, -330.0), 310.0);
    double t = fma(c, 3.3219280948873622, 6755399441055744.0);
    double j = __dadd_rn(t, -6755399441055744.0);
    double f = fma(j, -0.30102999566398120, c);
    f = fma(j, 2.8037281277851704e-18, f);
    f = fma(f, 2.3025850929940459, __dmul_rn(f, -2.1707562233822494e-16));
    double r = __xk_scale_fast(__xk_exp_core(f), __double2loint(t));
    return x != x ? x + x : r;
}

// 2^j (e^f - 1) + (2^j - 1), computed at half scale so that j = 1024 does not overflow early.
__device__ __forceinline__ double expm1(double x) {
    double c = fmin(fmax(x, -50.0), 720.0);
    double j = fabs(x) < 0.5 ? 0.0 : rint(__dmul_rn(c, 1.4426950408889634));
    double f = fma(j, -0.69314718055994529, c);
    f = fma(j, -2.3190468138462996e-17, f);
    double q = 1.606023077569425e-10;
    q = fma(q, f, 2.0969584400987995e-09);
    q = fma(q, f, 2.5052366619054492e-08);
    q = fma(q, f, 2.7557031241845449e-07);
    q = fma(q, f, 2.7557318263444643e-06);
    q = fma(q, f, 2.4801587728990186e-05);
    q = fma(q, f, 0.00019841269842636015);
    q = fma(q, f, 0.0013888888888582238);
    q = fma(q, f, 0.0083333333333325248);
    q = fma(q, f, 0.041666666666667601);
    q = fma(q, f, 0.16666666666666669);
    q = fma(q, f, 0.5);
    q = __dmul_rn(q, f);
    q = fma(q, f, f);
    double half = __hiloint2double((min((int)j, 1024) + 1022) << 20, 0);
    double r = fma(half, q, half - 0.5);
    r = r + r;
    if (j == 0.0) {
        r = q;
    }
    if (x > 709.782712893384) {
        r = __longlong_as_double(0x7ff0000000000000LL);
    }
    return x == 0.0 || x != x ? x + x : r;
}

// e^|x| / 4 and its use: the hyperbolic functions stay finite a little longer than exp.
__device__ __forceinline__ double __xk_exp_quarter(double a) {
    int n;
    double p = __xk_exp_parts(a, &n);
    double r = __hiloint2double(__double2hiint(p) + (n - 2 << 20), __double2loint(p));
    return a > 711.0 ? __longlong_as_double(0x7ff0000000000000LL) : r;
}

__device__ __forceinline__ double sinh(double x) {
    double a = fabs(x);
    double r;
    if (a < 1.0) {
        double z = __dmul_rn(a, a);
        double p = 7.7587488140255514e-13;
        p = fma(p, z, 1.6057259768191634e-10);
        p = fma(p, z, 2.5052123136731371e-08);
        p = fma(p, z, 2.7557319157071814e-06);
        p = fma(p, z, 0.00019841269841431873);
        p = fma(p, z, 0.0083333333333331476);
        p = fma(p, z, 0.16666666666666669);
        r = fma(__dmul_rn(p, z), a, a);
    } else {
        double e = __xk_exp_quarter(a);
        r = fma(2.0, e, -0.125 / e);
    }
    return x != x ? x + x : copysign(r, x);
}

__device__ __forceinline__ double cosh(double x) {
    double e = __xk_exp_quarter(fabs(x));
    double r = fma(2.0, e, 0.125 / e);
    return x != x ? x + x : r;
}

__device__ __forceinline__ double tanh(double x) {
    double a = fabs(x);
    double r;
    if (a < 0.55) {
        double z = __dmul_rn(a, a);
        double p = -1.9490366462875892e-05;
        p = fma(p, z, 8.3309614592416318e-05);
        p = fma(p, z, -0.00023337691514786898);
        p = fma(p, z, 0.00058844270491162159);
        p = fma(p, z, -0.0014555424241127269);
        p = fma(p, z, 0.003592091966718038);
        p = fma(p, z, -0.0088632325953081036);
        p = fma(p, z, 0.021869488385492145);
        p = fma(p, z, -0.053968253963748269);
        p = fma(p, z, 0.133333333333266);
        p = fma(p, z, -0.33333333333333298);
        r = fma(__dmul_rn(p, z), a, a);
    } else {
        r = fma(-2.0, __xk_rcp_near_one(__xk_exp_normal(a + a) + 1.0), 1.0);
        r = a > 20.0 ? 1.0 : r;
    }
    return x != x ? x + x : copysign(r, x);
}

// ln a = result + *low, to about 2^-66 of it, for a finite a > 0. With m in [sqrt(1/2), sqrt(2)) and s = (m - 1) / (m + 1),
// ln m = 2 s + s^3 (2/3 + ...); the first two terms are carried in two doubles.
__device__ __forceinline__ double __xk_log_two(double a, double* low) {
    int e = 0;
    int word = __double2hiint(a);
    if (word < 0x00100000) {
        a = __dmul_rn(a, 18014398509481984.0);
        word = __double2hiint(a);
        e = -54;
    }
    int k = word - 0x3fe6a09e;
    e = e + (k >> 20);
    double m = __hiloint2double(word - (k & 0xfff00000), __double2loint(a));
    double f = __dadd_rn(m, -1.0);
    double d = __dadd_rn(m, 1.0);
    double dlow = __dadd_rn(m, -__dadd_rn(d, -1.0));
    double rd = __xk_rcp_near_one(d);
    double s = __dmul_rn(f, rd);
    double slow = __dmul_rn(rd, fma(-s, dlow, fma(-s, d, f)));
    double z = __dmul_rn(s, s);
    double p = 0.11988895931652364;
    p = fma(p, z, 0.11674832571461698);
    p = fma(p, z, 0.13336316726798891);
    p = fma(p, z, 0.15384556888972109);
    p = fma(p, z, 0.18181818870051553);
    p = fma(p, z, 0.22222222217538604);
    p = fma(p, z, 0.28571428571445101);
    p = fma(p, z, 0.3999999999999998);
    p = __dmul_rn(p, z);
    double third = __dadd_rn(0.66666666666666663, p);
    double thirdlow = __dadd_rn(__dadd_rn(p, -__dadd_rn(third, -0.66666666666666663)), 3.7007434154171883e-17);
    double cube = __dmul_rn(s, z);
    double cubelow = fma(s, z, -cube);
    cubelow = fma(s, fma(s, s, -z), cubelow);
    cubelow = fma(__dmul_rn(3.0, z), slow, cubelow);
    double tail = __dmul_rn(third, cube);
    double taillow = fma(third, cube, -tail);
    taillow = fma(third, cubelow, taillow);
    taillow = fma(thirdlow, cube, taillow);
    taillow = fma(2.0, slow, taillow);
    double high = __dmul_rn(2.0, s);
    double ln = __dadd_rn(high, tail);
    double lnlow = __dadd_rn(__dadd_rn(tail, -__dadd_rn(ln, -high)), taillow);
    double shift = __dmul_rn((double)e, 0.69314718055989033);
    double sum = __dadd_rn(shift, ln);
    double part = __dadd_rn(sum, -shift);
    double rest = __dadd_rn(__dadd_rn(shift, -__dadd_rn(sum, -part)), __dadd_rn(ln, -part));
    rest = __dadd_rn(rest, fma((double)e, 5.4979230187083712e-14, lnlow));
    double r = __dadd_rn(sum, rest);
    *low = __dadd_rn(rest, -__dadd_rn(r, -sum));
    return r;
}

// |x|^y for finite, non-zero x and finite y.
__device__ __noinline__ double __xk_pow_positive(double a, double y) {
    double low;
    double high = __xk_log_two(a, &low);
    double q = __dmul_rn(y, high);
    double qlow = fma(y, low, fma(y, high, -q));
    double c = fmin(fmax(q, -760.0), 720.0);
    if (c != q) {
        qlow = 0.0;
    }
    double t = fma(c, 1.4426950408889634, 6755399441055744.0);
    double j = __dadd_rn(t, -6755399441055744.0);
    double f = fma(j, -0.69314718055994529, c);
    f = __dadd_rn(fma(j, -2.3190468138462996e-17, f), qlow);
    return __xk_scale_fast(__xk_exp_core(f), __double2loint(t));
}

// The special cases are those of C99, Annex F.
__device__ __forceinline__ double pow(double x, double y) {
    if (x == 1.0 || y == 0.0) {
        return 1.0;
    }
    double a = fabs(x);
    double ay = fabs(y);
    double infinity = __longlong_as_double(0x7ff0000000000000LL);
    if (!(a <= infinity) || !(ay <= infinity)) {
        return x + y;
    }
    bool whole = trunc(y) == y;
    bool odd = whole && ay < 9007199254740992.0 && ((long long)ay & 1LL) != 0LL;
    if (ay == infinity) {
        if (a == 1.0) {
            return 1.0;
        }
        return (a > 1.0) == (y > 0.0) ? infinity : 0.0;
    }
    if (a == 0.0 || a == infinity) {
        double edge = (a == 0.0) == (y < 0.0) ? infinity : 0.0;
        return odd ? copysign(edge, x) : edge;
    }
    if (x < 0.0 && !whole) {
        return __longlong_as_double(0x7fffffffffffffffLL);
    }
    double r = __xk_pow_positive(a, y);
    return x < 0.0 && odd ? -r : r;
}

__device__ __forceinline__ double powi(double x, int n) {
    return n == 2 ? x * x : pow(x, (double)n);
}
