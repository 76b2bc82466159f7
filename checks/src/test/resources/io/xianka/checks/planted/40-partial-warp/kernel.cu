// 40 threads: the second warp has eight lanes.

extern "C" __global__ void ragged(unsigned int *y)
{
    __shared__ int cache[40];
    const int t = threadIdx.x;

    cache[t] = t;
    __syncwarp();
    const unsigned int odd = __ballot_sync(0xffffffffu, cache[t ^ 1] & 1);
    __syncthreads();
    y[blockIdx.x * 40 + t] = odd + cache[39 - t];
}
