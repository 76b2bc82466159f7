// Adds 32 values the way it was done when lanes ran in lockstep.

extern "C" __global__ void warp_sum(int *y)
{
    __shared__ volatile int cache[64];
    const int t = threadIdx.x;

    cache[t] = t;
    cache[t + 32] = 0;
    __syncthreads();
    cache[t] = cache[t] + cache[t + 8];
    if (t == 0)
        *y = cache[0];
}
