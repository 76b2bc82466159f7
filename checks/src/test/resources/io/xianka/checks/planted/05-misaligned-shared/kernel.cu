// Sums of neighbours, two at a time.

extern "C" __global__ void pair_sums(float *y)
{
    __shared__ float cache[66];
    const int t = threadIdx.x;

    cache[2 * t] = t;
    cache[2 * t + 1] = 1.0f;
    if (t < 2)
        cache[64 + t] = 0.0f;
    __syncthreads();

    const float2 pair = *reinterpret_cast<const float2 *>(&cache[2 * t + 1]);
    y[t] = pair.x + pair.y;
}
