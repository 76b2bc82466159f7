// Trigonometric functions of doubles and their inverses.
//
// Below 2^31 the argument loses multiples of pi/2 by three fused steps (Cody and Waite); beyond, x 2/pi modulo 4 is taken
// from the 192 bits of 2/pi that matter (Payne and Hanek, "Radian reduction for trigonometric functions", 1983).
// Errors (ulp): sin, cos, tan 2, sinpi, cospi 2, asin, acos, atan, atan2 2.

// The bits of 2/pi after 64 zero bits.
__device__ const unsigned long long __xk_two_over_pi[21] = {
    0x0000000000000000ull, 0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull,
    0xdb6295993c439041ull, 0xfe5163abdebbc561ull, 0xb7246e3a424dd2e0ull,
    0x06492eea09d1921cull, 0xfe1deb1cb129a73eull, 0xe88235f52ebb4484ull,
    0xe99c7026b45f7e41ull, 0x3991d639835339f4ull, 0x9c845f8bbdf9283bull,
    0x1ff897ffde05980full, 0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull,
    0x4f463f669e5fea2dull, 0x7527bac7ebe5f17bull, 0x3d0739f78a5292eaull,
    0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull, 0xf0cfbc209af4361dull,
};

// 64 bits of the table from bit `at` on.
__device__ __forceinline__ unsigned long long __xk_two_over_pi_bits(int at) {
    int word = at >> 6;
    int shift = at & 63;
    unsigned long long high = __xk_two_over_pi[word] << shift;
    return shift == 0 ? high : high | (__xk_two_over_pi[word + 1] >> (64 - shift));
}

// x = quadrant pi/2 + result, for |x| >= 64.
__device__ __noinline__ double __xk_reduce_far(double x, int* quadrant) {
    long long bits = __double_as_longlong(x);
    int exponent = (int)(bits >> 52) & 2047;
    if (exponent == 2047) {
        *quadrant = 0;
        return __longlong_as_double(0x7fffffffffffffffLL);
    }
    // x = m 2^(exponent - 1075); bits of 2/pi above the one of weight 2^(1076 - exponent) give multiples of four.
    unsigned long long m = ((unsigned long long)bits & 0xfffffffffffffull) | 0x10000000000000ull;
    int at = exponent - 1013;
    unsigned long long p2 = __xk_two_over_pi_bits(at);
    unsigned long long p1 = __xk_two_over_pi_bits(at + 64);
    unsigned long long p0 = __xk_two_over_pi_bits(at + 128);
    unsigned long long low = __umul64hi(m, p0);
    unsigned long long middle = m * p1;
    unsigned long long high = m * p2 + __umul64hi(m, p1);
    middle = middle + low;
    if (middle < low) {
        high = high + 1ull;
    }
    int q = (int)(high >> 62);
    high = (high << 2) | (middle >> 62);
    middle = middle << 2;
    bool negative = (long long)high < 0LL;
    if (negative) {
        q = q + 1;
        high = ~high;
        middle = ~middle;
    }
    int zeros = __clzll((long long)high);
    if (zeros != 0) {
        high = zeros > 63 ? middle : (high << zeros) | (middle >> (64 - zeros));
    }
    // high / 2^(64 + zeros) of a quarter turn; the constant is pi/2 2^63.
    double r = (double)__umul64hi(high, 0xc90fdaa22168c235ull);
    r = r * __hiloint2double((1023 - 63 - zeros) << 20, 0);
    if (negative) {
        r = -r;
    }
    if (bits < 0LL) {
        r = -r;
        q = -q;
    }
    *quadrant = q;
    return r;
}

__device__ __forceinline__ double __xk_reduce(double x, int* quadrant) {
    if (!(fabs(x) < 2147483648.0)) {
        return __xk_reduce_far(x, quadrant);
    }
    double t = fma(x, 0.63661977236758138, 6755399441055744.0);
    double j = __dadd_rn(t, -6755399441055744.0);
    *quadrant = __double2loint(t);
    double r = fma(j, -1.5707963267948966, x);
    r = fma(j, -6.123233995736765e-17, r);
    return fma(j, -1.082856673921914e-32, r);
}

// sin(r + quadrant pi/2) for |r| <= pi/4.
__device__ __forceinline__ double __xk_sin_quadrant(double r, int quadrant) {
    double z = __dmul_rn(r, r);
    double v;
    if ((quadrant & 1) != 0) {
        double p = -1.1359647780471113e-11;
        p = fma(p, z, 2.087572327284794e-09);
        p = fma(p, z, -2.7557314352330632e-07);
        p = fma(p, z, 2.4801587289482181e-05);
        p = fma(p, z, -0.0013888888888874125);
        p = fma(p, z, 0.041666666666666602);
        p = fma(p, z, -0.5);
        v = fma(p, z, 1.0);
    } else {
        double p = 1.5896795635630128e-10;
        p = fma(p, z, -2.5050758114992445e-08);
        p = fma(p, z, 2.7557313691916589e-06);
        p = fma(p, z, -0.00019841269829807805);
        p = fma(p, z, 0.0083333333333224131);
        p = fma(p, z, -0.16666666666666632);
        v = fma(p, fma(z, r, 0.0), r);
    }
    return (quadrant & 2) != 0 ? -v : v;
}

__device__ __forceinline__ double sin(double x) {
    int quadrant;
    double r = __xk_reduce(x, &quadrant);
    return __xk_sin_quadrant(r, quadrant);
}

__device__ __forceinline__ double cos(double x) {
    int quadrant;
    double r = __xk_reduce(x, &quadrant);
    return __xk_sin_quadrant(r, quadrant + 1);
}

__device__ __forceinline__ void sincos(double x, double* s, double* c) {
    int quadrant;
    double r = __xk_reduce(x, &quadrant);
    *s = __xk_sin_quadrant(r, quadrant);
    *c = __xk_sin_quadrant(r, quadrant + 1);
}

__device__ __forceinline__ double tan(double x) {
    int quadrant;
    double r = __xk_reduce(x, &quadrant);
    double z = __dmul_rn(r, r);
    double p = 9.8001345265044018e-06;
    p = fma(p, z, -2.4289890169380987e-05);
    p = fma(p, z, 4.869196726797188e-05);
    p = fma(p, z, -2.5731402712615992e-05);
    p = fma(p, z, 6.732495615615937e-05);
    p = fma(p, z, 8.3486995502845163e-05);
    p = fma(p, z, 0.0002437857197531657);
    p = fma(p, z, 0.00058885283422868185);
    p = fma(p, z, 0.0014560483609209977);
    p = fma(p, z, 0.0035921004128955528);
    p = fma(p, z, 0.0088632379748229458);
    p = fma(p, z, 0.021869488395561815);
    p = fma(p, z, 0.053968253973060931);
    p = fma(p, z, 0.13333333333325009);
    p = fma(p, z, 0.33333333333333381);
    p = fma(p, __dmul_rn(z, r), r);
    return (quadrant & 1) != 0 ? -__drcp_rn(p) : p;
}

// sin(pi (r + quadrant / 2)) for |r| <= 1/4. pi is carried in two parts.
__device__ __forceinline__ double __xk_sinpi_quadrant(double r, int quadrant) {
    double z = __dmul_rn(r, r);
    double v;
    if ((quadrant & 1) != 0) {
        double p = -0.00010357619731501292;
        p = fma(p, z, 0.0019294678344895593);
        p = fma(p, z, -0.025806885852894378);
        p = fma(p, z, 0.23533063020060099);
        p = fma(p, z, -1.335262768852169);
        p = fma(p, z, 4.0587121264167507);
        p = fma(p, z, -4.934802200544679);
        v = fma(p, z, 1.0);
    } else {
        double p = -2.1719013856224341e-05;
        p = fma(p, z, 0.00046628311587851599);
        p = fma(p, z, -0.0073704299216708217);
        p = fma(p, z, 0.08214588658185179);
        p = fma(p, z, -0.59926452932034435);
        p = fma(p, z, 2.5501640398773424);
        p = fma(p, z, -5.1677127800499703);
        p = fma(p, z, 1.2246467991473532e-16);
        v = fma(r, 3.1415926535897931, __dmul_rn(p, r));
    }
    return (quadrant & 2) != 0 ? 0.0 - v : v;
}

__device__ __forceinline__ double sinpi(double x) {
    double t = rint(x + x);
    double r = __xk_sinpi_quadrant(fma(t, -0.5, x), (int)__double2ll_rz(t));
    return trunc(x) == x ? x * 0.0 : r;
}

__device__ __forceinline__ double cospi(double x) {
    double a = fabs(x) > 4503599627370496.0 ? fma(trunc(x * 0.5), -2.0, x) : x;
    double t = rint(a + a);
    return __xk_sinpi_quadrant(fma(t, -0.5, a), (int)__double2ll_rz(t) + 1);
}

__device__ __forceinline__ void sincospi(double x, double* s, double* c) {
    *s = sinpi(x);
    *c = cospi(x);
}

// asin(x) = x + x z p(z), z = x^2, for |x| <= 0.5625; this is z p(z).
__device__ __forceinline__ double __xk_asin_tail(double z) {
    double p = 0.065016990409731037;
    p = fma(p, z, -0.094356394698554044);
    p = fma(p, z, 0.087721718379526858);
    p = fma(p, z, -0.035644790195921795);
    p = fma(p, z, 0.022012154894602898);
    p = fma(p, z, 0.004749158271408478);
    p = fma(p, z, 0.010413824299297188);
    p = fma(p, z, 0.01146691414056567);
    p = fma(p, z, 0.013972816220700904);
    p = fma(p, z, 0.017352234090211562);
    p = fma(p, z, 0.022372183266789362);
    p = fma(p, z, 0.030381943728634921);
    p = fma(p, z, 0.044642857155455726);
    p = fma(p, z, 0.074999999999887726);
    p = fma(p, z, 0.16666666666666702);
    return __dmul_rn(p, z);
}

// Near one, asin(x) = pi/2 - 2 asin(sqrt((1 - x) / 2)).
__device__ __forceinline__ double asin(double x) {
    double a = fabs(x);
    double r;
    if (a > 0.5625) {
        double z = fma(-0.5, a, 0.5);
        double s = __dsqrt_rn(z);
        r = fma(__xk_asin_tail(z), s, s);
        r = __dadd_rn(fma(-2.0, r, 6.123233995736766e-17), 1.5707963267948966);
    } else {
        r = fma(__xk_asin_tail(__dmul_rn(a, a)), a, a);
    }
    return copysign(r, x);
}

__device__ __forceinline__ double acos(double x) {
    double a = fabs(x);
    if (a > 0.5625) {
        double z = fma(-0.5, a, 0.5);
        double s = __dsqrt_rn(z);
        double r = fma(__xk_asin_tail(z), s, s);
        r = r + r;
        return x < 0.0 ? __dadd_rn(3.1415926535897931, -__dadd_rn(r, -1.2246467991473532e-16)) : r;
    }
    double v = fma(__xk_asin_tail(__dmul_rn(x, x)), x, x);
    return __dadd_rn(1.5707963267948966, -__dadd_rn(v, -6.123233995736766e-17));
}

// atan(a) for 0 <= a <= 1.
__device__ __forceinline__ double __xk_atan_core(double a) {
    double z = __dmul_rn(a, a);
    double p = 1.3225063072799827e-05;
    p = fma(p, z, -0.00015216073486332498);
    p = fma(p, z, 0.00083132122077785194);
    p = fma(p, z, -0.0028849166245262397);
    p = fma(p, z, 0.0071964995606057548);
    p = fma(p, z, -0.013900554950600476);
    p = fma(p, z, 0.021984847982305211);
    p = fma(p, z, -0.029903854296474366);
    p = fma(p, z, 0.036641908439136645);
    p = fma(p, z, -0.042191788455997345);
    p = fma(p, z, 0.047223221806986161);
    p = fma(p, z, -0.052535185446515746);
    p = fma(p, z, 0.058805278135377767);
    p = fma(p, z, -0.066664040575802011);
    p = fma(p, z, 0.076922798393240441);
    p = fma(p, z, -0.090909070029974712);
    p = fma(p, z, 0.11111111007026736);
    p = fma(p, z, -0.14285714282575138);
    p = fma(p, z, 0.19999999999951462);
    p = fma(p, z, -0.33333333333333071);
    return fma(__dmul_rn(p, z), a, a);
}

__device__ __forceinline__ double atan(double x) {
    double a = fabs(x);
    bool far = a > 1.0;
    double r = __xk_atan_core(far ? __drcp_rn(a) : a);
    if (far) {
        r = __dadd_rn(1.5707963267948966, -__dadd_rn(r, -6.123233995736766e-17));
    }
    return copysign(r, x);
}

__device__ __forceinline__ double atan2(double y, double x) {
    double ax = fabs(x);
    double ay = fabs(y);
    double greater = fmax(ax, ay);
    double smaller = fmin(ax, ay);
    double ratio = __ddiv_rn(smaller, greater);
    if (smaller == greater) {
        ratio = greater == 0.0 ? 0.0 : 1.0;
    }
    double r = __xk_atan_core(ratio);
    if (ay > ax) {
        r = __dadd_rn(1.5707963267948966, -__dadd_rn(r, -6.123233995736766e-17));
    }
    if (__double2hiint(x) < 0) {
        r = __dadd_rn(3.1415926535897931, -__dadd_rn(r, -1.2246467991473532e-16));
    }
    r = copysign(r, y);
    return x != x || y != y ? x + y : r;
}
