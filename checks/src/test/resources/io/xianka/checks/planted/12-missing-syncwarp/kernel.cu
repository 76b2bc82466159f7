// Rotates values within each warp through shared memory.

extern "C" __global__ void rotate(int *y)
{
    __shared__ int cache[64];
    const int t = threadIdx.x;

    cache[t] = t * 3;
    y[t] = cache[(t & 32) | ((t + 1) & 31)];
}
