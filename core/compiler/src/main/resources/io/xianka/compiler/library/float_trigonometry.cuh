// Trigonometric functions of floats and their inverses.
//
// Up to 105615 the argument loses multiples of pi/2 by three fused steps (Cody and Waite); beyond, x 2/pi modulo 4 is
// taken from the 96 bits of 2/pi that matter (Payne and Hanek, "Radian reduction for trigonometric functions", 1983).
// Polynomials are minimax fits (Remez exchange in quadruple precision).
// Errors (ulp): sin, cos 2, tan 4, sinpi, cospi 1, asin, acos, atan 2, atan2 3.

// The bits of 2/pi after 32 zero bits.
__device__ const unsigned int __xk_two_over_pi_f[8] = {
    0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu,
};

// x = quadrant pi/2 + result, for |x| >= 64.
__device__ __noinline__ float __xk_reduce_far_f(float x, int* quadrant) {
    int bits = __float_as_int(x);
    int exponent = (bits >> 23) & 255;
    if (exponent == 255) {
        *quadrant = 0;
        return __int_as_float(0x7fffffff);
    }
    // x = m 2^(exponent - 150); bits of 2/pi above the one of weight 2^(151 - exponent) give multiples of four.
    int at = exponent - 120;
    unsigned int m = (bits & 0x7fffffu) | 0x800000u;
    int word = at >> 5;
    unsigned int w0 = __xk_two_over_pi_f[word];
    unsigned int w1 = __xk_two_over_pi_f[word + 1];
    unsigned int w2 = __xk_two_over_pi_f[word + 2];
    unsigned int w3 = __xk_two_over_pi_f[word + 3];
    unsigned int p2 = __funnelshift_l(w1, w0, (unsigned int)at);
    unsigned int p1 = __funnelshift_l(w2, w1, (unsigned int)at);
    unsigned int p0 = __funnelshift_l(w3, w2, (unsigned int)at);
    unsigned long long middle = (unsigned long long)m * p1 + __umulhi(m, p0);
    unsigned long long turn = ((unsigned long long)(m * p2) << 32) + middle;
    long long fraction = (long long)(turn << 2);
    int q = (int)(turn >> 62) + (int)((unsigned long long)fraction >> 63);
    float r = (float)((double)fraction * 8.5153039502163873e-20);
    if (bits < 0) {
        r = -r;
        q = -q;
    }
    *quadrant = q;
    return r;
}

__device__ __forceinline__ float __xk_reduce_f(float x, int* quadrant) {
    float t = fmaf(x, 0.636619747f, 12582912.0f);
    float j = __fadd_rn(t, -12582912.0f);
    *quadrant = __float_as_int(t);
    float r = fmaf(j, -1.57079625f, x);
    r = fmaf(j, -7.54978942e-8f, r);
    r = fmaf(j, -5.39030253e-15f, r);
    if (fabsf(x) > 105615.0f) {
        r = __xk_reduce_far_f(x, quadrant);
    }
    return r;
}

// sin(r + quadrant pi/2) for |r| <= pi/4.
__device__ __forceinline__ float __xk_sin_quadrant_f(float r, int quadrant) {
    bool odd = (quadrant & 1) != 0;
    float z = __fmul_rn(r, r);
    float p = odd ? 2.44383791e-5f : -0.000195172353f;
    p = fmaf(p, z, odd ? -0.00138873665f : 0.008332178f);
    p = fmaf(p, z, odd ? 0.0416666456f : -0.166666552f);
    if (odd) {
        p = fmaf(p, z, -0.5f);
    }
    float base = odd ? 1.0f : r;
    p = fmaf(p, fmaf(z, base, 0.0f), base);
    return (quadrant & 2) != 0 ? -p : p;
}

__device__ __forceinline__ float sinf(float x) {
    int quadrant;
    float r = __xk_reduce_f(x, &quadrant);
    return __xk_sin_quadrant_f(r, quadrant);
}

__device__ __forceinline__ float cosf(float x) {
    int quadrant;
    float r = __xk_reduce_f(x, &quadrant);
    return __xk_sin_quadrant_f(r, quadrant + 1);
}

__device__ __forceinline__ void sincosf(float x, float* s, float* c) {
    int quadrant;
    float r = __xk_reduce_f(x, &quadrant);
    *s = __xk_sin_quadrant_f(r, quadrant);
    *c = __xk_sin_quadrant_f(r, quadrant + 1);
}

__device__ __forceinline__ float tanf(float x) {
    int quadrant;
    float r = __xk_reduce_f(x, &quadrant);
    float z = __fmul_rn(r, r);
    float p = fmaf(0.0044148881f, z, 7.53442919e-6f);
    p = fmaf(p, z, 0.01090388f);
    p = fmaf(p, z, 0.0212544054f);
    p = fmaf(p, z, 0.0540656447f);
    p = fmaf(p, z, 0.133326098f);
    p = fmaf(p, z, 0.333333522f);
    p = fmaf(p, __fmul_rn(z, r), r);
    return (quadrant & 1) != 0 ? -__xk_rcp(p) : p;
}

// sin(pi (r + quadrant / 2)) for |r| <= 1/4. pi is carried in two parts.
__device__ __forceinline__ float __xk_sinpi_quadrant_f(float r, int quadrant) {
    float z = __fmul_rn(r, r);
    float p;
    if ((quadrant & 1) != 0) {
        p = fmaf(0.231423348f, z, -1.33505785f);
        p = fmaf(p, z, 4.05870771f);
        p = fmaf(p, z, -4.93480206f);
        p = fmaf(p, z, 1.0f);
    } else {
        p = fmaf(-0.589464128f, z, 2.54980946f);
        p = fmaf(p, z, -5.16770935f);
        p = fmaf(p, z, -8.74227766e-8f);
        p = __fmul_rn(p, r);
        p = fmaf(r, 3.14159274f, p);
    }
    return (quadrant & 2) != 0 ? 0.0f - p : p;
}

__device__ __forceinline__ float sinpif(float x) {
    float t = rintf(x + x);
    float r = __xk_sinpi_quadrant_f(fmaf(t, -0.5f, x), (int)t);
    return truncf(x) == x ? x * 0.0f : r;
}

__device__ __forceinline__ float cospif(float x) {
    float a = fabsf(x) > 16777216.0f ? x * 0.0f : x;
    float t = rintf(a + a);
    return __xk_sinpi_quadrant_f(fmaf(t, -0.5f, a), (int)t + 1);
}

__device__ __forceinline__ void sincospif(float x, float* s, float* c) {
    *s = sinpif(x);
    *c = cospif(x);
}

// asin(x) = x + x z p(z), z = x^2, for |x| <= 0.5625.
__device__ __forceinline__ float __xk_asin_tail_f(float z) {
    float p = 0.0477226339f;
    p = fmaf(p, z, 0.00652501918f);
    p = fmaf(p, z, 0.0340847485f);
    p = fmaf(p, z, 0.0442207046f);
    p = fmaf(p, z, 0.0750217661f);
    p = fmaf(p, z, 0.166666299f);
    return __fmul_rn(p, z);
}

// sqrt(z) for z = 0 or 2^-26 <= z < 1; NaN below zero.
__device__ __forceinline__ float __xk_sqrt_below_one(float z) {
    float h = __xk_rsqrt(z);
    float s = __fmul_rn(z, h);
    s = fmaf(__fmul_rn(0.5f, h), fmaf(-s, s, z), s);
    return z == 0.0f ? 0.0f : s;
}

// Near one, asin(x) = pi/2 - 2 asin(sqrt((1 - x) / 2)).
__device__ __forceinline__ float asinf(float x) {
    float a = fabsf(x);
    bool near = a > 0.5625f;
    float z = near ? fmaf(-0.5f, a, 0.5f) : __fmul_rn(a, a);
    float s = near ? __xk_sqrt_below_one(z) : a;
    float u = __fmul_rn(__xk_asin_tail_f(z), s);
    float r = __fadd_rn(u, s);
    if (near) {
        r = __fadd_rn(fmaf(-2.0f, s, 1.57079637f), fmaf(-2.0f, u, -4.37113883e-8f));
    }
    return copysignf(r, x);
}

__device__ __forceinline__ float acosf(float x) {
    float a = fabsf(x);
    bool near = a > 0.5625f;
    float z = near ? fmaf(-0.5f, a, 0.5f) : __fmul_rn(a, a);
    float s = near ? __xk_sqrt_below_one(z) : x;
    float r = fmaf(__xk_asin_tail_f(z), s, s);
    if (near) {
        r = r + r;
        return x < 0.0f ? __fadd_rn(3.14159274f, -r) : r;
    }
    return __fadd_rn(1.57079637f, -__fadd_rn(r, 4.37113883e-8f));
}

__device__ __forceinline__ float __xk_atan_core_f(float a) {
    float z = __fmul_rn(a, a);
    float p = 0.00292069837f;
    p = fmaf(p, z, -0.0163679514f);
    p = fmaf(p, z, 0.043211896f);
    p = fmaf(p, z, -0.0755221695f);
    p = fmaf(p, z, 0.106660061f);
    p = fmaf(p, z, -0.142110571f);
    p = fmaf(p, z, 0.199937731f);
    p = fmaf(p, z, -0.333331525f);
    return fmaf(__fmul_rn(p, z), a, a);
}

__device__ __forceinline__ float atanf(float x) {
    float a = fabsf(x);
    bool far = a > 1.0f;
    float r = __xk_atan_core_f(far ? __xk_rcp(a) : a);
    if (far) {
        r = __fadd_rn(1.57079637f, -r);
    }
    return copysignf(r, x);
}

__device__ __forceinline__ float atan2f(float y, float x) {
    float ax = fabsf(x);
    float ay = fabsf(y);
    float greater = fmaxf(ax, ay);
    float smaller = fminf(ax, ay);
    float ratio = __fdiv_rn(smaller, greater);
    if (smaller == greater) {
        ratio = greater == 0.0f ? 0.0f : 1.0f;
    }
    float r = __xk_atan_core_f(ratio);
    if (ay > ax) {
        r = __fadd_rn(1.57079637f, -r);
    }
    if (__float_as_int(x) < 0) {
        r = __fadd_rn(3.14159274f, -r);
    }
    r = copysignf(r, y);
    return ax != ax || ay != ay ? x + y : r;
}
