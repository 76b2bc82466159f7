// Each warp adds 32 values in shared memory.

extern "C" __global__ void reduce(int *y)
{
    __shared__ int cache[128];
    const int t = threadIdx.x;
    const int lane = t & 31;

    cache[t] = t;
    __syncwarp();
    for (int half = 16; half > 0; half /= 2) {
        int other = 0;
        if (lane < half)
            other = cache[t + half];
        __syncwarp();
        if (lane < half)
            cache[t] += other;
        __syncwarp();
    }
    if (lane == 0)
        y[blockIdx.x * 4 + t / 32] = cache[t];
}
