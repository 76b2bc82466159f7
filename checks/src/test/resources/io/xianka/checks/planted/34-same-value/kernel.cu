// Says whether any value is above a limit; all who find one write the same.

extern "C" __global__ void any_above(int *found, int *most)
{
    __shared__ int in_block;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;

    in_block = 0;
    __syncthreads();
    if (i % 3 == 0)
        in_block = 1;
    __syncthreads();
    if (in_block)
        *found = 1;
    atomicMax(most, i);
}
