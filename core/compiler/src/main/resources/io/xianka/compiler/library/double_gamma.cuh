// Gamma functions of doubles, and of floats by way of doubles.
//
// lgamma: minimax polynomials about the zeros at 1 and 2, recurrence up to 8, Stirling's series beyond, reflection for
// negative arguments. tgamma: a polynomial for 1 / Gamma(1 + t), recurrence up to 20, Stirling beyond (Abramowitz and
// Stegun, "Handbook of Mathematical Functions", chapter 6).
// Errors (ulp): lgamma 4 outside [-23.0001, -2.2637], tgamma 10; lgammaf 6 outside [-10.001, -2.264], tgammaf 5.

// (lgamma(x) - (x - 1/2) log x + x - log(2 pi) / 2) for x >= 8.
__device__ __forceinline__ double __xk_stirling(double x) {
    double r = __drcp_rn(x);
    double z = __dmul_rn(r, r);
    double p = 0.0050692631386716671;
    p = fma(p, z, -0.0018905407238984026);
    p = fma(p, z, 0.0008414728650737841);
    p = fma(p, z, -0.00059523660710121161);
    p = fma(p, z, 0.00079365078983550388);
    p = fma(p, z, -0.0027777777777741003);
    p = fma(p, z, 0.083333333333333329);
    return __dmul_rn(p, r);
}

__device__ __noinline__ double __xk_lgamma_positive(double x) {
    if (x < 3.0) {
        double drop = 0.0;
        double a = x;
        if (a < 0.75) {
            drop = log(a);
            a = a + 1.0;
            if (x < 1e-17) {
                return -drop;
            }
        }
        if (a < 1.5) {
            double t = a - 1.0;
            if (x < 0.75) {
                t = x;
            }
            double v = t - 0.125;
            double p = 0.0065737650857028707;
            p = fma(p, v, -0.0080622398221856777);
            p = fma(p, v, 0.0043786394605429303);
            p = fma(p, v, -0.0049472232766829679);
            p = fma(p, v, 0.0076119182226424831);
            p = fma(p, v, -0.0091398131439279686);
            p = fma(p, v, 0.010587942940368139);
            p = fma(p, v, -0.012686579485877982);
            p = fma(p, v, 0.015324621495978021);
            p = fma(p, v, -0.018559215642746672);
            p = fma(p, v, 0.022605796244134828);
            p = fma(p, v, -0.02773327134930231);
            p = fma(p, v, 0.034315755151053055);
            p = fma(p, v, -0.042912786117029186);
            p = fma(p, v, 0.054398366098852534);
            p = fma(p, v, -0.07022575721895627);
            p = fma(p, v, 0.0930276677786811);
            p = fma(p, v, -0.12817371733793853);
            p = fma(p, v, 0.1886641756491006);
            p = fma(p, v, -0.31580604164541493);
            p = fma(p, v, 0.73354247769969438);
            p = fma(p, v, -0.48018547300831665);
            return fma(p, t, 0.0 - drop);
        }
        double t = a - 2.0;
        double v = t - 0.25;
        double p = 1.8753634112929649e-09;
        p = fma(p, v, -3.8243345050485405e-09);
        p = fma(p, v, 3.267422605528806e-09);
        p = fma(p, v, -9.5043687357641401e-09);
        p = fma(p, v, 3.0230785711478283e-08);
        p = fma(p, v, -6.9790301619862455e-08);
        p = fma(p, v, 1.6117230213630387e-07);
        p = fma(p, v, -3.8871498271931071e-07);
        p = fma(p, v, 9.4095151145608081e-07);
        p = fma(p, v, -2.2839038055955798e-06);
        p = fma(p, v, 5.5836960721586592e-06);
        p = fma(p, v, -1.3771723160406702e-05);
        p = fma(p, v, 3.4336196360310239e-05);
        p = fma(p, v, -8.6805838692519872e-05);
        p = fma(p, v, 0.00022352008359130529);
        p = fma(p, v, -0.00059016567391970566);
        p = fma(p, v, 0.0016148854204772296);
        p = fma(p, v, -0.0046626266712291994);
        p = fma(p, v, 0.014688323717317474);
        p = fma(p, v, -0.054295403852149725);
        p = fma(p, v, 0.29223842821659285);
        p = fma(p, v, 0.49948685956958638);
        return fma(p, t, 0.0 - drop);
    }
    if (x < 8.0) {
        double product = 1.0;
        double a = x;
        while (a >= 3.0) {
            a = a - 1.0;
            product = product * a;
        }
        double t = a - 2.0;
        double v = t - 0.25;
        double p = 1.8753634112929649e-09;
        p = fma(p, v, -3.8243345050485405e-09);
        p = fma(p, v, 3.267422605528806e-09);
        p = fma(p, v, -9.5043687357641401e-09);
        p = fma(p, v, 3.0230785711478283e-08);
        p = fma(p, v, -6.9790301619862455e-08);
        p = fma(p, v, 1.6117230213630387e-07);
        p = fma(p, v, -3.8871498271931071e-07);
        p = fma(p, v, 9.4095151145608081e-07);
        p = fma(p, v, -2.2839038055955798e-06);
        p = fma(p, v, 5.5836960721586592e-06);
        p = fma(p, v, -1.3771723160406702e-05);
        p = fma(p, v, 3.4336196360310239e-05);
        p = fma(p, v, -8.6805838692519872e-05);
        p = fma(p, v, 0.00022352008359130529);
        p = fma(p, v, -0.00059016567391970566);
        p = fma(p, v, 0.0016148854204772296);
        p = fma(p, v, -0.0046626266712291994);
        p = fma(p, v, 0.014688323717317474);
        p = fma(p, v, -0.054295403852149725);
        p = fma(p, v, 0.29223842821659285);
        p = fma(p, v, 0.49948685956958638);
        return fma(p, t, log(product));
    }
    if (x > 2.5563481638716905e305) {
        return __longlong_as_double(0x7ff0000000000000LL);
    }
    double low;
    double high = __xk_log_parts(x, &low);
    double half = x - 0.5;
    double main = __dmul_rn(half, high);
    double rest = fma(half, high, -main);
    rest = fma(half, low, rest) + __xk_stirling(x) + 0.91893853320467278;
    return (main - x) + rest;
}

__device__ __forceinline__ double lgamma(double x) {
    double infinity = __longlong_as_double(0x7ff0000000000000LL);
    if (!(fabs(x) < infinity)) {
        return x * x;
    }
    if (x > 0.0) {
        return __xk_lgamma_positive(x);
    }
    double a = fabs(x);
    if (trunc(x) == x) {
        return infinity;
    }
    if (a < 1e-17) {
        return -log(a);
    }
    double s = fabs(sinpi(a));
    return log(3.1415926535897931 / (s * a)) - __xk_lgamma_positive(a);
}

// Gamma(x) for 0 < x <= 172.
__device__ __noinline__ double __xk_tgamma_positive(double x) {
    if (x <= 20.0) {
        double product = 1.0;
        double a = x;
        while (a > 1.5) {
            a = a - 1.0;
            product = product * a;
        }
        double t = a - 1.0;
        double below = 1.0;
        if (a < 0.5) {
            t = a;
            below = a;
        }
        double p = -1.179229949235322e-09;
        p = fma(p, t, 5.1170302968630343e-09);
        p = fma(p, t, 6.1193081219154901e-09);
        p = fma(p, t, -2.0568753560346538e-07);
        p = fma(p, t, 1.1330250210353833e-06);
        p = fma(p, t, -1.2504799036306071e-06);
        p = fma(p, t, -2.0134854171540181e-05);
        p = fma(p, t, 0.00012805028038219134);
        p = fma(p, t, -0.00021524167420338365);
        p = fma(p, t, -0.0011651675916847005);
        p = fma(p, t, 0.0072189432466701455);
        p = fma(p, t, -0.0096219715278855009);
        p = fma(p, t, -0.042197734555544632);
        p = fma(p, t, 0.1665386113822917);
        p = fma(p, t, -0.04200263503409523);
        p = fma(p, t, -0.6558780715202539);
        p = fma(p, t, 0.57721566490153287);
        p = fma(p, t, 1.0);
        return product / (p * below);
    }
    double half = pow(x, fma(0.5, x, -0.25));
    double r = half * exp(-x);
    r = r * (2.5066282746310007 * exp(__xk_stirling(x)));
    return r * half;
}

__device__ __forceinline__ double tgamma(double x) {
    double infinity = __longlong_as_double(0x7ff0000000000000LL);
    if (x >= 0.0 || x != x) {
        if (x > 172.0) {
            return infinity;
        }
        return x == 0.0 ? copysign(infinity, x) : x != x ? x + x : __xk_tgamma_positive(x);
    }
    if (x == 0.0) {
        return copysign(infinity, x);
    }
    if (trunc(x) == x) {
        return __longlong_as_double(0x7fffffffffffffffLL);
    }
    double a = -x;
    if (a > 190.0) {
        return ((long long)a & 1LL) != 0LL ? 0.0 : -0.0;
    }
    double s = sinpi(x);
    if (a < 1e-17) {
        return 1.0 / x;
    }
    if (a > 170.0) {
        double t = __xk_tgamma_positive(a - 10.0);
        double r = 3.1415926535897931 / (x * s) / t;
        for (int i = 1; i <= 10; ++i) {
            r = r / (a - i);
        }
        return -r;
    }
    return 3.1415926535897931 / (a * s * __xk_tgamma_positive(a));
}

__device__ __forceinline__ float lgammaf(float x) {
    return (float)lgamma((double)x);
}

__device__ __forceinline__ float tgammaf(float x) {
    return (float)tgamma((double)x);
}
