// Gravity of all bodies on each, tile by tile through shared memory: bound by single-precision arithmetic.
#define BODIES 128

__device__ __forceinline__ float3 pull(float3 sum, float4 on, float4 by)
{
    const float softening = 1e-3f;
    float dx = by.x - on.x;
    float dy = by.y - on.y;
    float dz = by.z - on.z;
    float squared = dx * dx + dy * dy + dz * dz + softening;
    float inverse = rsqrtf(squared);
    float s = by.w * inverse * inverse * inverse;
    sum.x += dx * s;
    sum.y += dy * s;
    sum.z += dz * s;
    return sum;
}

extern "C" __global__ void nbody(const float4 *bodies, float4 *pulls, int n)
{
    __shared__ float4 tile[BODIES];
    int i = blockIdx.x * BODIES + threadIdx.x;
    float4 on = bodies[i];
    float3 sum = make_float3(0.0f, 0.0f, 0.0f);
    for (int start = 0; start < n; start += BODIES) {
        tile[threadIdx.x] = bodies[start + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < BODIES; ++j)
            sum = pull(sum, on, tile[j]);
        __syncthreads();
    }
    pulls[i] = make_float4(sum.x, sum.y, sum.z, 0.0f);
}
