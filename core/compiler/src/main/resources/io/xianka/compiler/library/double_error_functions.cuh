// Error functions and the normal distribution in doubles.
//
// erfcx follows M. M. Shepherd and J. G. Laframboise, "Chebyshev approximation of (1 + 2x) exp(x^2) erfc x", 1981, with own
// minimax coefficients in (x - 4) / (x + 4). The inverse functions start from minimax polynomials good to 2^-23 (in
// w = -log(1 - x^2), as in M. Giles, "Approximating the erfinv function", 2012) and take one step of Halley.
// Errors (ulp): erf 2, erfc 5, erfcx 4, erfinv 5, erfcinv 6, normcdf 5, normcdfinv 8.

__device__ __forceinline__ double erf(double x) {
    double a = fabs(x);
    double r;
    if (a < 1.0) {
        double z = __dmul_rn(a, a);
        double p = 5.9452638946356048e-11;
        p = fma(p, z, -1.1365667323459217e-09);
        p = fma(p, z, 1.4657880223846081e-08);
        p = fma(p, z, -1.6350025284740574e-07);
        p = fma(p, z, 1.6460972823502755e-06);
        p = fma(p, z, -1.4925593507341857e-05);
        p = fma(p, z, 0.00012055331036920882);
        p = fma(p, z, -0.00085483269787428736);
        p = fma(p, z, 0.0052239776247808801);
        p = fma(p, z, -0.026866170645072896);
        p = fma(p, z, 0.11283791670954857);
        p = fma(p, z, -0.37612638903183748);
        p = fma(p, z, 0.12837916709551259);
        r = fma(p, a, a);
    } else {
        double c = fmin(a, 6.0);
        double v = c - 3.5;
        double p = 8.5444722659844037e-16;
        p = fma(p, v, 6.583394989849715e-17);
        p = fma(p, v, -1.5670873167658613e-14);
        p = fma(p, v, -2.233306219660991e-14);
        p = fma(p, v, 5.6059784953324764e-14);
        p = fma(p, v, 1.1276273474470999e-12);
        p = fma(p, v, -5.1558168844912008e-12);
        p = fma(p, v, 2.2345790603543566e-11);
        p = fma(p, v, -1.1813227909068775e-10);
        p = fma(p, v, 4.4982312177916768e-10);
        p = fma(p, v, -7.5874858519593654e-10);
        p = fma(p, v, -6.8763498245199979e-09);
        p = fma(p, v, 1.046703046403826e-07);
        p = fma(p, v, -9.520178166437355e-07);
        p = fma(p, v, 7.2217117405663157e-06);
        p = fma(p, v, -4.9662251802018696e-05);
        p = fma(p, v, 0.00032111563510707952);
        p = fma(p, v, -0.0019975921253319621);
        p = fma(p, v, 0.012217230638173067);
        p = fma(p, v, 0.9239927475230153);
        p = fma(p, v, 4.0321249720425634);
        r = 1.0 - __xk_exp_normal(-__dmul_rn(p, c));
    }
    return x != x ? x + x : copysign(r, x);
}

// exp(a^2) erfc(a) for a >= 0.
__device__ __forceinline__ double __xk_erfcx_positive(double a) {
    double d = __drcp_rn(a + 4.0);
    double q = __dmul_rn(a - 4.0, d);
    double miss = fma(q + 1.0, -4.0, a);
    miss = fma(q, -a, miss);
    q = fma(miss, d, q);
    double p = 4.0378605853105755e-11;
    p = fma(p, q, -1.3737861228528203e-10);
    p = fma(p, q, -5.2857589368562755e-10);
    p = fma(p, q, 1.7898204733728181e-09);
    p = fma(p, q, 3.9250882705145585e-09);
    p = fma(p, q, -1.4708230967618747e-08);
    p = fma(p, q, -2.1826155829023068e-08);
    p = fma(p, q, 1.1009542639534623e-07);
    p = fma(p, q, 7.8837108780866559e-08);
    p = fma(p, q, -8.2491803190031429e-07);
    p = fma(p, q, 2.9097645099007724e-07);
    p = fma(p, q, 5.709204948812779e-06);
    p = fma(p, q, -1.1220788135513767e-05);
    p = fma(p, q, -2.4398944101195231e-05);
    p = fma(p, q, 0.00015062131918234107);
    p = fma(p, q, -0.00019925677587875998);
    p = fma(p, q, -0.00075777322218402107);
    p = fma(p, q, 0.0050319699926883116);
    p = fma(p, q, -0.016197734065568903);
    p = fma(p, q, 0.037167515535927509);
    p = fma(p, q, -0.066330365811681502);
    p = fma(p, q, 0.093732834998438319);
    p = fma(p, q, -0.10103906603632357);
    p = fma(p, q, 0.068097054254690398);
    p = fma(p, q, 0.015379652102620016);
    p = fma(p, q, -0.1396211168405625);
    p = fma(p, q, 0.2329951186255525);
    d = __drcp_rn(fma(2.0, a, 1.0));
    double r = fma(p, d, d);
    miss = fma(r * -2.0, a, p) + (1.0 - r);
    return fma(miss, d, r);
}

// erfc(x + low), where low is a small correction of x.
__device__ __noinline__ double __xk_erfc(double x, double low) {
    double c = fmin(fabs(x), 28.0);
    double s = __dmul_rn(c, c);
    double miss = fma(c, c, -s);
    miss = fma(c + c, x < 0.0 ? -low : low, miss);
    double r = __xk_erfcx_positive(c);
    r = __dmul_rn(fma(-miss, r, r), exp(-s));
    return x < 0.0 ? 2.0 - r : r;
}

__device__ __forceinline__ double erfc(double x) {
    return x != x ? x + x : __xk_erfc(x, 0.0);
}

__device__ __forceinline__ double erfcx(double x) {
    double a = fabs(x);
    double r = a < 1e10 ? __xk_erfcx_positive(a) : 0.56418958354775629 / a;
    if (x < 0.0) {
        double s = __dmul_rn(x, x);
        double miss = fma(x, x, -s);
        double e = exp(s);
        if (e < __longlong_as_double(0x7ff0000000000000LL)) {
            e = fma(e, miss, e);
        }
        r = fma(2.0, e, -r);
    }
    return r;
}

__device__ __forceinline__ double normcdf(double x) {
    double c = fmin(fmax(x, -39.0), 39.0);
    double t = __dmul_rn(c, -0.70710678118654757);
    double low = fma(c, -0.70710678118654757, -t);
    low = fma(c, 4.833646656726457e-17, low);
    double r = 0.5 * __xk_erfc(t, low);
    return x != x ? x + x : r;
}

// erfinv(x) for |x| <= 1/2: Halley on erf(y) - x, whose second derivative is -2 y times the first.
__device__ __forceinline__ double __xk_erfinv_middle(double x) {
    double w = -log(fma(-x, x, 1.0)) - 3.0;
    double p = -5.7956643099056598e-09;
    p = fma(p, w, -4.2678333094126515e-09);
    p = fma(p, w, 4.550570165911088e-07);
    p = fma(p, w, -1.886384406169172e-06);
    p = fma(p, w, -1.2754390345388571e-05);
    p = fma(p, w, 0.00019548135694582929);
    p = fma(p, w, -0.00083607681022714161);
    p = fma(p, w, -0.005738588063321462);
    p = fma(p, w, 0.24163032774483567);
    p = fma(p, w, 1.6235420846942139);
    double y = p * x;
    double step = (erf(y) - x) * 0.88622692545275805 * exp(y * y);
    return y - step / fma(y, step, 1.0);
}

// y with erfc(y) = t for 0 < t < 1/2: Halley on h = log erfc(y) - log t, with h' = -d and h'' = d (2 y - d).
__device__ __noinline__ double __xk_erfcinv_tail(double t) {
    double lnt = log(t);
    double w = -(lnt + log1p(1.0 - t));
    double y;
    if (w < 6.0) {
        double v = w - 3.0;
        double p = -5.7956643099056598e-09;
        p = fma(p, v, -4.2678333094126515e-09);
        p = fma(p, v, 4.550570165911088e-07);
        p = fma(p, v, -1.886384406169172e-06);
        p = fma(p, v, -1.2754390345388571e-05);
        p = fma(p, v, 0.00019548135694582929);
        p = fma(p, v, -0.00083607681022714161);
        p = fma(p, v, -0.005738588063321462);
        p = fma(p, v, 0.24163032774483567);
        p = fma(p, v, 1.6235420846942139);
        y = p * (1.0 - t);
    } else {
        double s = rsqrt(w);
        double p = 356.38465462325087;
        p = fma(p, s, -787.82133347040576);
        p = fma(p, s, 758.34272305642878);
        p = fma(p, s, -420.69037957669474);
        p = fma(p, s, 150.79668974173333);
        p = fma(p, s, -38.104392758963193);
        p = fma(p, s, 7.9694021333493135);
        p = fma(p, s, -1.469449941183804);
        p = fma(p, s, -0.016729519271150291);
        p = fma(p, s, 1.0001136963930135);
        y = p / s;
    }
    double scaled = __xk_erfcx_positive(y);
    double h = fma(-y, y, log(scaled) - lnt);
    double d = 1.1283791670955126 / scaled;
    double step = -h / d;
    double bend = fma(2.0, y, -d);
    return y - step / fma(0.5 * bend, step, 1.0);
}

__device__ __forceinline__ double erfinv(double x) {
    double a = fabs(x);
    if (a <= 0.5) {
        return a == 0.0 ? x : __xk_erfinv_middle(x);
    }
    if (a < 1.0) {
        return copysign(__xk_erfcinv_tail(1.0 - a), x);
    }
    return a == 1.0 ? copysign(__longlong_as_double(0x7ff0000000000000LL), x) : __longlong_as_double(0x7fffffffffffffffLL);
}

__device__ __forceinline__ double erfcinv(double x) {
    if (x >= 0.5 && x <= 1.5) {
        double v = 1.0 - x;
        return v == 0.0 ? v : __xk_erfinv_middle(v);
    }
    if (x > 0.0 && x < 0.5) {
        return __xk_erfcinv_tail(x);
    }
    if (x > 1.5 && x < 2.0) {
        return -__xk_erfcinv_tail(2.0 - x);
    }
    if (x == 0.0 || x == 2.0) {
        return x == 0.0 ? __longlong_as_double(0x7ff0000000000000LL) : __longlong_as_double(0xfff0000000000000LL);
    }
    return __longlong_as_double(0x7fffffffffffffffLL);
}

__device__ __forceinline__ double normcdfinv(double x) {
    return erfcinv(x + x) * -1.4142135623730951;
}
