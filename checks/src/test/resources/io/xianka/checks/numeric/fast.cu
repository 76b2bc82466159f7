// Single precision under -use_fast_math. OUT(...) is one result; the test names it by this text.

// Which bits a NaN has depends on the instruction that made it.
__device__ unsigned long long bits(float x) { return x != x ? 0x7fffffffu : (unsigned int)__float_as_int(x); }
__device__ unsigned long long bits(double x) { return __double_as_longlong(x); }
__device__ unsigned long long bits(int x) { return x; }
__device__ unsigned long long bits(unsigned int x) { return x; }
__device__ unsigned long long bits(long long x) { return x; }
__device__ unsigned long long bits(unsigned long long x) { return x; }

#ifdef WITHOUT_STD // NVRTC has no std::sin
#define std
#endif

#define OUT(expression) (out[at] = bits(expression), at += count)

extern "C" __global__ void fast(const float *fs, const double *ds, unsigned long long *out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int at = i;
    const float x = fs[i], y = fs[i + 1], z = fs[i + 2];
    const double u = ds[i];
    float s, c;
    OUT(sinf(x));
    OUT(cosf(x));
    OUT(tanf(x));
    OUT(expf(x));
    OUT(exp2f(x));
    OUT(exp10f(x));
    OUT(logf(x));
    OUT(log2f(x));
    OUT(log10f(x));
    OUT(tanhf(x));
    OUT(sin(x));
    OUT(cos(x));
    OUT(tan(x));
    OUT(exp(x));
    OUT(exp2(x));
    OUT(exp10(x));
    OUT(log(x));
    OUT(log2(x));
    OUT(log10(x));
    OUT(tanh(x));
    OUT(sqrt(x));
    OUT(rsqrt(x));
    OUT(powf(x, y));
    OUT(pow(x, y));
    OUT((sincosf(x, &s, &c), s));
    OUT(c);
    OUT((sincos(y, &s, &c), s));
    OUT(c);
    OUT(fdividef(x, y));
    OUT(__fdividef(x, y));
    OUT(sqrtf(x));
    OUT(rsqrtf(x));
    OUT(x / y);
    OUT(1.0f / x);
    OUT(x * y + z);
    OUT(x * y);
    OUT(x + y);
    OUT(x - y);
    OUT(-x);
    OUT(fabsf(x));
    OUT(fminf(x, y));
    OUT(fmaxf(x, y));
    OUT(fmaf(x, y, z));
    OUT(floorf(x));
    OUT(ceilf(x));
    OUT(truncf(x));
    OUT(rintf(x));
    OUT(x < y);
    OUT(x == 0.0f);
    OUT((int)x);
    OUT((unsigned int)x);
    OUT((long long)x);
    OUT((float)u);
    OUT((double)x);
    OUT(__sinf(x));
    OUT(__cosf(x));
    OUT(__tanf(x));
    OUT(__expf(x));
    OUT(__exp10f(x));
    OUT(__logf(x));
    OUT(__log2f(x));
    OUT(__log10f(x));
    OUT(__powf(x, y));
    OUT(__tanhf(x));
    OUT(__saturatef(x));
    OUT(__fsqrt_rn(x));
    OUT(__fsqrt_rz(x));
    OUT(__frcp_rn(x));
    OUT(__fdiv_rn(x, y));
    OUT(__fdiv_ru(x, y));
    OUT(__fadd_rn(x, y));
    OUT(__fadd_rd(x, y));
    OUT(__fsub_rn(x, y));
    OUT(__fmul_rn(x, y));
    OUT(__fmul_rz(x, y));
    OUT(__fmaf_rn(x, y, z));
    OUT(__fmaf_rd(x, y, z));
    OUT(__fmaf_ieee_rn(x, y, z));
    OUT(__fmaf_ieee_rz(x, y, z));
    OUT(__frsqrt_rn(x));
    OUT(__float2int_rn(x));
    OUT(__float2uint_rz(x));
    OUT(__float2ll_rd(x));
    OUT(__double2float_rn(u));
    OUT(__double2float_rz(u));
    OUT(min(x, y));
    OUT(max(x, y));
    OUT(copysignf(x, y));
    OUT(std::sin(x));
    OUT(std::exp(x));
    OUT(std::sqrt(x));
    OUT(std::log(x));
}
