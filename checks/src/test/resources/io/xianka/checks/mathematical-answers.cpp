// Writes mathematical-answers.txt: correctly rounded answers of the mathematical functions in quadruple precision, with the
// greatest error that the CUDA C++ Programming Guide ("Mathematical Functions") documents for each, in units in the last
// place of the correctly rounded answer.
//
//     g++ -O2 -o answers mathematical-answers.cpp -lquadmath && ./answers > mathematical-answers.txt
//
// A section starts with "function type bound"; then one line an input: the bits of the arguments and of the answer, in hex.
#include <quadmath.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

typedef __float128 Q;
typedef std::function<Q(Q)> One;
typedef std::function<Q(Q, Q)> Two;

static const Q ROOT_PI = sqrtq(M_PIq);

static Q erfcx(Q x) {
    if (x < 20) return expq(x * x) * erfcq(x);
    Q sum = 1, term = 1;
    for (int k = 1; k < 40; k++) {
        term *= -(2 * k - 1) / (2 * x * x);
        if (fabsq(term) < 1e-35Q) break;
        sum += term;
    }
    return sum / (x * ROOT_PI);
}

static Q log_erfc(Q x) { return x < 0.3Q ? logq(erfcq(x)) : logq(erfcx(x)) - x * x; }

static Q erfcinv_tail(Q t) {
    Q lnt = logq(t), x = lnt < -1.5Q ? sqrtq(-lnt) * 0.9Q : (1 - t) * 0.886Q;
    for (int i = 0; i < 90; i++) {
        Q step = (log_erfc(x) - lnt) / (-2 / ROOT_PI / erfcx(x));
        x -= step;
        if (fabsq(step) < 1e-30Q * fabsq(x)) break;
    }
    return x;
}

static Q erfinv_middle(Q y) {
    Q x = y * 0.886Q;
    for (int i = 0; i < 60; i++) {
        Q step = (erfq(x) - y) / (2 / ROOT_PI * expq(-x * x));
        x -= step;
        if (fabsq(step) < 1e-31Q * fabsq(x)) break;
    }
    return x;
}

static Q erfinv(Q y) {
    Q a = fabsq(y);
    if (!(a <= 1)) return nanq("");
    if (a == 1) return copysignq(HUGE_VALQ, y);
    if (a <= 0.5Q) return y == 0 ? y : erfinv_middle(y);
    return copysignq(erfcinv_tail(1 - a), y);
}

static Q erfcinv(Q x) {
    if (!(x >= 0 && x <= 2)) return nanq("");
    if (x == 0 || x == 2) return x == 0 ? HUGE_VALQ : -HUGE_VALQ;
    if (x >= 0.5Q && x <= 1.5Q) return x == 1 ? 0 : erfinv_middle(1 - x);
    return x < 0.5Q ? erfcinv_tail(x) : -erfcinv_tail(2 - x);
}

static Q sinpi(Q x) {
    Q t = x - 2 * rintq(x / 2);
    return t == rintq(t) ? x * 0 : sinq(M_PIq * t);
}

static Q cospi(Q x) {
    Q t = x - 2 * rintq(x / 2);
    return fabsq(t) == 0.5Q ? (Q)0 : cosq(M_PIq * t);
}

// libquadmath's asinh loses digits near zero.
static Q asinh_(Q x) {
    Q z = x * x;
    if (z < 1e-6Q)
        return x * (1 - z / 6 * (1 - z * 9 / 20 * (1 - z * 25 / 42 * (1 - z * 49 / 72 * (1 - z * 81 / 110)))));
    return asinhq(x);
}

static Q bessel_i(int n, Q x) {
    Q a = fabsq(x), term = 1, z = a * a / 4;
    if (x != x) return x;
    if (a > 1e4Q) return n == 1 && x < 0 ? -HUGE_VALQ : HUGE_VALQ;
    for (int i = 1; i <= n; i++) term *= a / 2 / i;
    Q sum = term;
    for (int k = 1; k < 20000; k++) {
        term *= z / ((Q)k * (k + n));
        sum += term;
        if (term < 1e-36Q * sum) break;
    }
    return n == 1 ? copysignq(sum, x) : sum;
}

static Q tgamma_(Q x) { return x == 0 ? copysignq(HUGE_VALQ, x) : x < 0 && x == truncq(x) ? nanq("") : tgammaq(x); }

static Q lgamma_(Q x) { return x <= 0 && x == truncq(x) ? HUGE_VALQ : lgammaq(x); }

struct Unary {
    const char *name;
    One exact;
    double float_bound, double_bound;
    double low, high;
};

struct Binary {
    const char *name;
    Two exact;
    double float_bound, double_bound;
    double first, second;
};

static std::mt19937_64 random_bits(20240229);

static double unit() { return (random_bits() >> 11) * 0x1p-53; }

static void line(bool single, double a, Q answer) {
    if (single) {
        float x = (float)a, y = (float)answer;
        uint32_t bx, by;
        memcpy(&bx, &x, 4);
        memcpy(&by, &y, 4);
        if (y != y) by = 0x7fc00000u;
        printf("%08x %08x\n", bx, by);
    } else {
        double y = (double)answer;
        uint64_t bx, by;
        memcpy(&bx, &a, 8);
        memcpy(&by, &y, 8);
        if (y != y) by = 0x7ff8000000000000ull;
        printf("%016lx %016lx\n", bx, by);
    }
}

static void line(bool single, double a, double b, Q answer) {
    if (single) {
        float x = (float)a;
        uint32_t bx;
        memcpy(&bx, &x, 4);
        printf("%08x ", bx);
    } else {
        uint64_t bx;
        memcpy(&bx, &a, 8);
        printf("%016lx ", bx);
    }
    line(single, b, answer);
}

static std::vector<double> inputs(bool single, double low, double high) {
    std::vector<double> xs = {0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, INFINITY, -INFINITY, NAN, 3.0, -2.0, 1.5, 0.25, 10.0};
    std::vector<double> edges = single ? std::vector<double>{1.4e-45, -1.4e-45, 1.17549435e-38, 3.4028234663852886e38,
                                             -3.4028234663852886e38, 0.99999994, 1.00000012, 105615.0, 105616.0, 1e-20, 1e20}
                                       : std::vector<double>{4.9e-324, -4.9e-324, 2.2250738585072014e-308,
                                             1.7976931348623157e308, -1.7976931348623157e308, 0.99999999999999989,
                                             1.0000000000000002, 2147483647.5, 2147483648.5, 1e-20, 1e20};
    xs.insert(xs.end(), edges.begin(), edges.end());
    if (single) {
        for (double &x : xs) x = (float)x;
    }
    for (int i = 0; i < 48; i++) {
        double lo = low < -1e30 ? -1e4 : low, hi = high > 1e30 ? 1e4 : high, x;
        if (i % 4 == 0) {
            x = (low < 0 && unit() < 0.5 ? -1 : 1) * exp2((unit() * 2 - 1) * (single ? 126 : 1000));
        } else if (i % 4 == 1) {
            double a = fmax(lo, -4), b = fmin(hi, 4);
            x = a + (b - a) * unit();
        } else {
            x = lo + (hi - lo) * unit();
        }
        xs.push_back(single ? (double)(float)x : x);
    }
    return xs;
}

int main() {
    const double HUGE_ = INFINITY;
    std::vector<Unary> unary = {
        {"exp", expq, 2, 1, -750, 712}, {"exp2", exp2q, 2, 1, -1080, 1025},
        {"exp10", [](Q x) { return x == truncq(x) && fabsq(x) < 25 ? powq(10, x) : expq(x * M_LN10q); }, 2, 1, -324, 309},
        {"expm1", expm1q, 1, 1, -40, 710},
        {"log", [](Q x) { return x == 0 ? -HUGE_VALQ : logq(x); }, 1, 1, 0, HUGE_},
        {"log2", [](Q x) { return x == 0 ? -HUGE_VALQ : log2q(x); }, 1, 1, 0, HUGE_},
        {"log10", [](Q x) { return x == 0 ? -HUGE_VALQ : log10q(x); }, 2, 1, 0, HUGE_},
        {"log1p", [](Q x) { return x == -1 ? -HUGE_VALQ : log1pq(x); }, 1, 1, -1, HUGE_},
        {"sin", sinq, 2, 2, -HUGE_, HUGE_}, {"cos", cosq, 2, 2, -HUGE_, HUGE_}, {"tan", tanq, 4, 2, -HUGE_, HUGE_},
        {"sinpi", sinpi, 1, 2, -1e3, 1e3}, {"cospi", cospi, 1, 2, -1e3, 1e3},
        {"asin", asinq, 2, 2, -1, 1}, {"acos", acosq, 2, 2, -1, 1}, {"atan", atanq, 2, 2, -HUGE_, HUGE_},
        {"sinh", sinhq, 3, 2, -711, 711}, {"cosh", coshq, 2, 1, -711, 711}, {"tanh", tanhq, 2, 1, -20, 20},
        {"asinh", asinh_, 3, 3, -HUGE_, HUGE_}, {"acosh", acoshq, 4, 3, 1, HUGE_}, {"atanh", atanhq, 3, 2, -1, 1},
        {"sqrt", sqrtq, 0, 0, 0, HUGE_}, {"rsqrt", [](Q x) { return x == 0 ? copysignq(HUGE_VALQ, x) : 1 / sqrtq(x); }, 2, 1, 0, HUGE_},
        {"cbrt", cbrtq, 1, 1, -HUGE_, HUGE_},
        {"rcbrt", [](Q x) { return x == 0 ? copysignq(HUGE_VALQ, x) : 1 / cbrtq(x); }, 1, 1, -HUGE_, HUGE_},
        {"erf", erfq, 2, 2, -6, 6}, {"erfc", erfcq, 4, 5, -6, 27},
        {"erfcx", [](Q x) { return x < -110 ? HUGE_VALQ : x > 1e30Q ? 1 / (x * ROOT_PI) : erfcx(x); }, 4, 4, -26, HUGE_},
        {"erfinv", erfinv, 2, 5, -1, 1}, {"erfcinv", erfcinv, 4, 6, 0, 2},
        {"normcdf", [](Q x) { return 0.5Q * erfcq(-x * M_SQRT1_2q); }, 5, 5, -38, 9},
        {"normcdfinv", [](Q p) { return -M_SQRT2q * erfcinv(2 * p); }, 5, 8, 0, 1},
        {"tgamma", tgamma_, 5, 10, -30, 171}, {"lgamma", lgamma_, 6, 4, -2, HUGE_},
        {"j0", j0q, 9, 7, -8, 8}, {"j1", [](Q x) { return isinfq(x) ? copysignq(0, x) : j1q(x); }, 9, 7, -8, 8}, {"y0", y0q, 9, 7, 0, 8}, {"y1", y1q, 9, 7, 0, 8},
        {"cyl_bessel_i0", [](Q x) { return bessel_i(0, x); }, 6, 6, -700, 700},
        {"cyl_bessel_i1", [](Q x) { return bessel_i(1, x); }, 6, 6, -700, 700},
    };
    for (int single = 1; single >= 0; single--) {
        for (auto &f : unary) {
            printf("%s %s %g\n", f.name, single ? "float" : "double", single ? f.float_bound : f.double_bound);
            double low = f.low, high = f.high;
            if (single && high < 1e30 && high > 300) {
                low = fmax(low, -110);
                high = 90;
            }
            bool bessel = f.name[1] == '0' || f.name[1] == '1';
            for (double x : inputs(single, low, high)) {
                // Beyond 8 the documented error of the Bessel functions is absolute; lgamma has none between its zeros.
                if (bessel && std::isfinite(x) && fabs(x) > 8) continue;
                if (bessel && f.name[0] == 'y' && x < 0) continue;
                if (!strcmp(f.name, "lgamma") && x < -2.2637) continue;
                line(single, x, f.exact((Q)x));
            }
        }
    }
    std::vector<Binary> binary = {
        {"pow", powq, 4, 2, 50, 30}, {"atan2", atan2q, 3, 2, 100, 100}, {"hypot", hypotq, 3, 2, 100, 100},
        {"rhypot", [](Q x, Q y) { return 1 / hypotq(x, y); }, 2, 1, 100, 100},
    };
    for (int single = 1; single >= 0; single--) {
        for (auto &f : binary) {
            printf("%s %s %g\n", f.name, single ? "float" : "double", single ? f.float_bound : f.double_bound);
            std::vector<double> edges = {0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 2.0, INFINITY, -INFINITY, NAN,
                single ? 3.4028234663852886e38 : 1.7976931348623157e308};
            for (double x : edges)
                for (double y : edges) line(single, x, y, f.exact((Q)x, (Q)y));
            for (int i = 0; i < 64; i++) {
                double x = (f.name[0] == 'p' ? unit() : unit() * 2 - 1) * f.first, y = (unit() * 2 - 1) * f.second;
                if (i % 4 == 0) {
                    x = 1 + x * 1e-3;
                    y = y * 1e3;
                }
                if (single) {
                    x = (float)x;
                    y = (float)y;
                }
                line(single, x, y, f.exact((Q)x, (Q)y));
            }
        }
    }
}
