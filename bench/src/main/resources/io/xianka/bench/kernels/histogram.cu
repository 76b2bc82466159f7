// Counts bytes, first in shared memory, then in global memory: bound by atomics.
#define BINS 256

extern "C" __global__ void histogram(const unsigned int *words, unsigned int *counts, int n)
{
    __shared__ unsigned int own[BINS];
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        own[bin] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned int word = words[i];
        atomicAdd(&own[word & 0xff], 1u);
        atomicAdd(&own[(word >> 8) & 0xff], 1u);
        atomicAdd(&own[(word >> 16) & 0xff], 1u);
        atomicAdd(&own[word >> 24], 1u);
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        atomicAdd(&counts[bin], own[bin]);
}
