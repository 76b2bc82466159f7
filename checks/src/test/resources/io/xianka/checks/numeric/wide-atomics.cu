// Atomics on vectors and 128 bits. Each thread has cells of its own. OUT(...) is one result; the test names it by this text.

struct alignas(16) Wide {
    unsigned long long low, high;
};

__device__ unsigned long long bits(float x) { return (unsigned int)__float_as_int(x); }
__device__ unsigned long long bits(double x) { return __double_as_longlong(x); }
__device__ unsigned long long bits(int x) { return x; }
__device__ unsigned long long bits(unsigned int x) { return x; }
__device__ unsigned long long bits(long long x) { return x; }
__device__ unsigned long long bits(unsigned long long x) { return x; }
__device__ unsigned long long bits(long x) { return x; }
__device__ unsigned long long bits(unsigned long x) { return x; }
__device__ unsigned long long bits(Wide x) { return x.low * 31 + x.high; }
__device__ unsigned long long bits(float2 x) { return bits(x.x) * 31 + bits(x.y); }
__device__ unsigned long long bits(float4 x) { return (bits(x.x) * 31 + bits(x.y)) * 31 + bits(x.z) * 7 + bits(x.w); }

#define OUT(expression) (out[at] = bits(expression), at += count)

extern "C" __global__ void wide_atomics(const int *is, const long long *ls, const float *fs, uint4 *cells,
                              unsigned long long *out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = i;
    const int a = is[i], b = is[i + 1];
    const long long l = ls[i], m = ls[i + 1];
    const float x = fs[i], y = fs[i + 1];
    void *cell = &cells[i];
    *(float2 *)cell = make_float2(y, 1);
    OUT(atomicAdd((float2 *)cell, make_float2(x, y)));
    OUT(*(float2 *)cell);
    *(float4 *)cell = make_float4(y, 2, x, 1);
    OUT(atomicAdd((float4 *)cell, make_float4(x, y, y, x)));
    OUT(*(float4 *)cell);
    *(Wide *)cell = Wide{(unsigned long long)l, (unsigned long long)m};
    OUT(atomicExch((Wide *)cell, Wide{(unsigned long long)m, 7}));
    OUT(*(Wide *)cell);
    *(Wide *)cell = Wide{(unsigned long long)l, (unsigned long long)m};
    OUT(atomicCAS((Wide *)cell, Wide{(unsigned long long)l, (unsigned long long)(a & 1 ? m : l)}, Wide{5, (unsigned long long)a}));
    OUT(*(Wide *)cell);
    *(float2 *)cell = make_float2(y, 1);
    OUT(atomicAdd_block((float2 *)cell, make_float2(x, y)));
    OUT(*(float2 *)cell);
    *(float4 *)cell = make_float4(y, 2, x, 1);
    OUT(atomicAdd_block((float4 *)cell, make_float4(x, y, y, x)));
    OUT(*(float4 *)cell);
    *(Wide *)cell = Wide{(unsigned long long)l, (unsigned long long)m};
    OUT(atomicExch_block((Wide *)cell, Wide{(unsigned long long)m, 7}));
    OUT(*(Wide *)cell);
    *(Wide *)cell = Wide{(unsigned long long)l, (unsigned long long)m};
    OUT(atomicCAS_block((Wide *)cell, Wide{(unsigned long long)l, (unsigned long long)(a & 1 ? m : l)}, Wide{5, (unsigned long long)a}));
    OUT(*(Wide *)cell);
    *(float2 *)cell = make_float2(y, 1);
    OUT(atomicAdd_system((float2 *)cell, make_float2(x, y)));
    OUT(*(float2 *)cell);
    *(float4 *)cell = make_float4(y, 2, x, 1);
    OUT(atomicAdd_system((float4 *)cell, make_float4(x, y, y, x)));
    OUT(*(float4 *)cell);
    *(Wide *)cell = Wide{(unsigned long long)l, (unsigned long long)m};
    OUT(atomicExch_system((Wide *)cell, Wide{(unsigned long long)m, 7}));
    OUT(*(Wide *)cell);
    *(Wide *)cell = Wide{(unsigned long long)l, (unsigned long long)m};
    OUT(atomicCAS_system((Wide *)cell, Wide{(unsigned long long)l, (unsigned long long)(a & 1 ? m : l)}, Wide{5, (unsigned long long)a}));
    OUT(*(Wide *)cell);
}
