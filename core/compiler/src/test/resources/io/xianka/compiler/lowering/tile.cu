// Shared memory with constant strides, an unrolled loop, a barrier.
extern "C" __global__ void __launch_bounds__(64, 4) rows(const float *in, float *out, int n)
{
    __shared__ float tile[8][9];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;
    for (int base = 0; base < n; base += 8) {
        tile[y][x] = in[(base + y) * n + x];
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < 8; ++k)
            sum += tile[k][x] * tile[y][k];
        __syncthreads();
    }
    out[y * n + x] = sum;
}
