// Two steps of a stencil, with a barrier of the block between them only.

#define N 256

extern "C" __global__ void two_steps(int *a, int *b)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;

    a[i] = i * i;
    __syncthreads();
    b[i] = a[(i + 1) % N];
}
