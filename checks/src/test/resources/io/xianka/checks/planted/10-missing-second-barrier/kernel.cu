// Each block runs over tiles; each thread adds the whole tile.

#define TILE 128

extern "C" __global__ void tile_sums(const float *x, float *y)
{
    __shared__ float tile[TILE];
    const int t = threadIdx.x;
    float sum = 0.0f;

#pragma unroll 1
    for (int from = 0; from < 1024; from += TILE) {
        tile[t] = x[from + t] + from;
        __syncthreads();
#pragma unroll 1
        for (int k = 0; k < TILE; ++k)
            sum += tile[k] * (k + 1);
    }
    y[blockIdx.x * TILE + t] = sum;
}
