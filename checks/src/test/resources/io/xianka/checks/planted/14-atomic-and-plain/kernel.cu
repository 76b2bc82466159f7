// Hands out places from a shared counter, and reads it while others still do.

extern "C" __global__ void claim(int *y)
{
    __shared__ int next;
    const int t = threadIdx.x;

    if (t == 0)
        next = 0;
    __syncthreads();
    atomicAdd(&next, 1);
    y[t] = next;
}
