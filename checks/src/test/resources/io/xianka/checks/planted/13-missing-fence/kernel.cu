// The block that comes last adds up what all blocks left.

extern "C" __global__ void last_block(int *partial, unsigned int *done, int *total)
{
    __shared__ bool is_last;

    if (threadIdx.x == 0) {
        partial[blockIdx.x] = blockIdx.x + 1;
        is_last = atomicAdd(done, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        int sum = 0;
        for (int i = 0; i < 4; ++i)
            sum += partial[i];
        *total = sum;
    }
}
