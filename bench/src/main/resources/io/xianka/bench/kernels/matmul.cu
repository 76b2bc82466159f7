// C = A * B, square: 64 x 64 of C a block, 4 x 4 a thread, tiles of A and B in shared memory.
#define TILE 64
#define DEPTH 16
#define OWN 4

extern "C" __global__ void __launch_bounds__(256) matmul(const float *__restrict__ a, const float *__restrict__ b,
                                                         float *__restrict__ c, int n)
{
    __shared__ __align__(16) float as[DEPTH][TILE];
    __shared__ __align__(16) float bs[DEPTH][TILE];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    int row = blockIdx.y * TILE, column = blockIdx.x * TILE;
    float sum[OWN][OWN] = {};
    for (int start = 0; start < n; start += DEPTH) {
        for (int i = threadIdx.x; i < TILE * DEPTH; i += 256) {
            as[i % DEPTH][i / DEPTH] = a[(row + i / DEPTH) * n + start + i % DEPTH];
            bs[i / TILE][i % TILE] = b[(start + i / TILE) * n + column + i % TILE];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < DEPTH; ++k) {
            float left[OWN], right[OWN];
            for (int i = 0; i < OWN; ++i)
                left[i] = as[k][ty * OWN + i];
            for (int j = 0; j < OWN; ++j)
                right[j] = bs[k][tx * OWN + j];
            for (int i = 0; i < OWN; ++i)
                for (int j = 0; j < OWN; ++j)
                    sum[i][j] += left[i] * right[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < OWN; ++i)
        for (int j = 0; j < OWN; ++j)
            c[(row + ty * OWN + i) * n + column + tx * OWN + j] = sum[i][j];
}
