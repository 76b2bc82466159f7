// One warp writes, the other reads; each side has a barrier of its own.

extern "C" __global__ void halves(int *y)
{
    __shared__ int cache[32];
    const int t = threadIdx.x;

    if (t < 32) {
        cache[t] = t;
        __syncthreads();
        y[t] = t;
    } else {
        __syncthreads();
        y[t] = cache[t - 32];
    }
}
