// As NVIDIA's sample threadFenceReduction does it.

extern "C" __global__ void sum_all(int *partial, unsigned int *done, int *total)
{
    __shared__ bool is_last;
    __shared__ int cache[64];
    const int t = threadIdx.x;

    cache[t] = t + blockIdx.x;
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (t < half)
            cache[t] += cache[t + half];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = cache[0];
        __threadfence();
        is_last = atomicInc(done, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last) {
        if (t == 0) {
            int sum = 0;
            for (int i = 0; i < gridDim.x; ++i)
                sum += partial[i];
            *total = sum;
        }
    }
}
