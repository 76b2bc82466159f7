// Exponentials, powers and hyperbolic functions of floats.
//
// e^x = 2^j 2^f with j + f = x log2(e): j is found by one saturating fma and a magic addition, f keeps the low part of
// log2(e), and the special function unit raises 2^f. j stays within -126 .. 127 and f takes the rest, so that overflow,
// underflow to subnormals and infinities come out of the last two steps by themselves. Polynomials are minimax fits
// (Remez exchange in quadruple precision).
// Errors (ulp): exp 2, exp2 2, exp10 2, expm1 1, sinh 3, cosh 2, tanh 2, pow 4.

__device__ __forceinline__ float __xk_fma_sat(float x, float y, float z) {
    float r;
    asm("fma.rn.sat.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(x), "f"(y), "f"(z));
    return r;
}

// scale * 2^(x (high + low)), where scale is a power of two near one and share = high / 253.
__device__ __forceinline__ float __xk_expf_scaled(float x, float high, float low, float share, float scale) {
    float t = fmaf(__xk_fma_sat(x, share, 0.49802372f), 253.0f, 12582913.0f);
    float f = fmaf(x, high, -__fadd_rn(t, -12583039.0f));
    f = fmaf(x, low, f);
    return __fmul_rn(__fmul_rn(__xk_ex2(f), scale), __int_as_float(__float_as_int(t) << 23));
}

__device__ __forceinline__ float __xk_expf(float x) {
    float t = fmaf(__xk_fma_sat(x, 0.005702352f, 0.49802372f), 253.0f, 12582913.0f);
    float f = fmaf(x, 1.44269502f, -__fadd_rn(t, -12583039.0f));
    f = fmaf(x, 1.92596303e-8f, f);
    return __fmul_rn(__xk_ex2(f), __int_as_float(__float_as_int(t) << 23));
}

__device__ __forceinline__ float expf(float x) {
    return __xk_expf(x);
}

__device__ __forceinline__ float exp2f(float x) {
    return __exp2f(x);
}

__device__ __forceinline__ float exp10f(float x) {
    float t = fmaf(__xk_fma_sat(x, 0.013130151f, 0.49802372f), 253.0f, 12582913.0f);
    float f = fmaf(x, 3.32192802f, -__fadd_rn(t, -12583039.0f));
    f = fmaf(x, 7.05959913e-8f, f);
    return __fmul_rn(__xk_ex2(f), __int_as_float(__float_as_int(t) << 23));
}

// 2^j (e^f - 1) + (2^j - 1), computed at half scale so that j = 128 does not overflow early.
__device__ __forceinline__ float expm1f(float x) {
    float j = rintf(__fmul_rn(x, 1.44269502f));
    if (fabsf(x) < 0.34f) {
        j = 0.0f;
    }
    float f = fmaf(j, -0.693145752f, x);
    f = fmaf(j, -1.42860677e-6f, f);
    float p = 0.000198458845f;
    p = fmaf(p, f, 0.00139407208f);
    p = fmaf(p, f, 0.00833338965f);
    p = fmaf(p, f, 0.0416663587f);
    p = fmaf(p, f, 0.166666672f);
    p = fmaf(p, f, 0.5f);
    p = __fmul_rn(p, f);
    p = fmaf(p, f, f);
    float half = __int_as_float(((int)fmaxf(fminf(j, 128.0f), -60.0f) + 126) << 23);
    float r = fmaf(half, p, half - 0.5f);
    r = r + r;
    if (j == 0.0f) {
        r = p;
    }
    if (x > 88.7228394f) {
        r = __int_as_float(0x7f800000);
    }
    if (x < -25.0f) {
        r = -1.0f;
    }
    return x == 0.0f ? x : r;
}

__device__ __forceinline__ float sinhf(float x) {
    float a = fabsf(x);
    float e = __xk_expf_scaled(a, 1.44269502f, 1.92596303e-8f, 0.005702352f, 0.25f);
    float r = fmaf(2.0f, e, -0.125f * __xk_rcp(e));
    r = copysignf(r, x);
    if (a < 1.0f) {
        float z = __fmul_rn(x, x);
        float p = fmaf(2.81695111e-6f, z, 0.000198361595f);
        p = fmaf(p, z, 0.0083333496f);
        p = fmaf(p, z, 0.166666672f);
        r = fmaf(__fmul_rn(p, z), x, x);
    }
    return r;
}

__device__ __forceinline__ float coshf(float x) {
    float e = __xk_expf_scaled(fabsf(x), 1.44269502f, 1.92596303e-8f, 0.005702352f, 0.25f);
    return fmaf(2.0f, e, 0.125f * __xk_rcp(e));
}

// Without a branch, and with 2^f as it comes: next to 1 what it lacks is lost in the quotient.
__device__ __forceinline__ float tanhf(float x) {
    float a = fabsf(x);
    float far = fmaf(-2.0f, __xk_rcp(__fadd_rn(__xk_ex2(__fmul_rn(a, 2.88539008f)), 1.0f)), 1.0f);
    float z = __fmul_rn(a, a);
    float p = fmaf(-0.00627355371f, z, 0.0210712217f);
    p = fmaf(p, z, -0.0538522042f);
    p = fmaf(p, z, 0.133325845f);
    p = fmaf(p, z, -0.333333164f);
    float near = fmaf(__fmul_rn(p, z), a, a);
    return copysignf(a < 0.55f ? near : far, x);
}

// |x|^y for finite, non-zero x and any y. log2|x| is carried as a sum of two floats: with m in [2/3, 4/3),
// ln m = 2 atanh((m - 1) / (m + 1)), whose first two terms keep what rounding takes.
__device__ __forceinline__ float __xk_powf_positive(float a, float y) {
    float shift = 0.0f;
    if (a < 1.17549435e-38f) {
        a = __fmul_rn(a, 16777216.0f);
        shift = -24.0f;
    }
    int k = (__float_as_int(a) - 0x3f2aaaab) & 0xff800000;
    float m = __int_as_float(__float_as_int(a) - k);
    float e = fmaf((float)k, 1.1920929e-7f, shift);
    float f = __fadd_rn(m, -1.0f);
    float d = __fadd_rn(m, 1.0f);
    float dlow = __fadd_rn(m, -__fadd_rn(d, -1.0f));
    float rd = __xk_rcp(d);
    float s = __fmul_rn(f, rd);
    float slow = __fmul_rn(rd, fmaf(-s, dlow, fmaf(-s, d, f)));
    float z = __fmul_rn(s, s);
    float p = fmaf(0.241034806f, z, 0.285067946f);
    p = fmaf(p, z, 0.400008678f);
    p = fmaf(p, z, 0.666666627f);
    float cube = __fmul_rn(s, z);
    float cubelow = fmaf(s, z, -cube);
    cubelow = fmaf(s, fmaf(s, s, -z), cubelow);
    cubelow = fmaf(__fmul_rn(3.0f, z), slow, cubelow);
    float tail = __fmul_rn(p, cube);
    float taillow = fmaf(2.0f, slow, fmaf(p, cubelow, fmaf(p, cube, -tail)));
    float high = __fmul_rn(2.0f, s);
    float lnhigh = __fadd_rn(high, tail);
    float lnlow = __fadd_rn(__fadd_rn(tail, -__fadd_rn(lnhigh, -high)), taillow);
    float thigh = __fmul_rn(lnhigh, 1.44269502f);
    float tlow = fmaf(lnhigh, 1.44269502f, -thigh);
    tlow = fmaf(lnhigh, 1.92596303e-8f, tlow);
    tlow = fmaf(lnlow, 1.44269502f, tlow);
    float lhigh = __fadd_rn(e, thigh);
    float part = __fadd_rn(lhigh, -e);
    float llow = __fadd_rn(__fadd_rn(e, -__fadd_rn(lhigh, -part)), __fadd_rn(thigh, -part));
    llow = __fadd_rn(llow, tlow);
    float qhigh = __fmul_rn(y, lhigh);
    float qlow = fmaf(y, llow, fmaf(y, lhigh, -qhigh));
    float clamped = fminf(fmaxf(qhigh, -250.0f), 250.0f);
    if (clamped != qhigh) {
        qlow = 0.0f;
    }
    float j = rintf(clamped);
    float r = __xk_ex2(__fadd_rn(__fadd_rn(clamped, -j), qlow));
    int n = (int)j;
    int half = n >> 1;
    return __fmul_rn(__fmul_rn(r, __int_as_float((half + 127) << 23)), __int_as_float((n - half + 127) << 23));
}

// The special cases are those of C99, Annex F.
__device__ __forceinline__ float powf(float x, float y) {
    if (x == 1.0f || y == 0.0f) {
        return 1.0f;
    }
    float a = fabsf(x);
    float ay = fabsf(y);
    if (!(a <= __int_as_float(0x7f800000)) || !(ay <= __int_as_float(0x7f800000))) {
        return x + y;
    }
    bool whole = truncf(y) == y;
    bool odd = whole && ay < 16777216.0f && ((int)ay & 1) != 0;
    if (ay == __int_as_float(0x7f800000)) {
        if (a == 1.0f) {
            return 1.0f;
        }
        return (a > 1.0f) == (y > 0.0f) ? __int_as_float(0x7f800000) : 0.0f;
    }
    if (a == 0.0f || a == __int_as_float(0x7f800000)) {
        float r = (a == 0.0f) == (y < 0.0f) ? __int_as_float(0x7f800000) : 0.0f;
        return odd ? copysignf(r, x) : r;
    }
    if (x < 0.0f && !whole) {
        return __int_as_float(0x7fffffff);
    }
    float r = __xk_powf_positive(a, y);
    return x < 0.0f && odd ? -r : r;
}

__device__ __forceinline__ float powif(float x, int n) {
    return n == 2 ? x * x : powf(x, (float)n);
}
