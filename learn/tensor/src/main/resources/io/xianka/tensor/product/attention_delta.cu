// Row sums of the upstream gradient times the output, one warp a row. Needs numbers.cu. Given as macros: FACTOR, D.
typedef FACTOR Factor;

extern "C" __global__ __launch_bounds__(256) void attention_delta(
    const Factor* __restrict__ o, const Factor* __restrict__ g, float* __restrict__ delta, long long rows, int heads,
    int queries, long long o_batch, long long o_head, long long o_row) {
    long long row = (long long)blockIdx.x * 8 + threadIdx.x / 32;
    if (row >= rows) {
        return;
    }
    long long sequence = row / queries;
    long long at = sequence / heads * o_batch + sequence % heads * o_head + row % queries * o_row;
    float sum = 0;
    for (int i = threadIdx.x % 32; i < D; i += 32) {
        sum += widen(o[at + i]) * widen(g[at + i]);
    }
#pragma unroll
    for (int lanes = 16; lanes > 0; lanes /= 2) {
        sum += __shfl_xor_sync(0xffffffffu, sum, lanes);
    }
    if (threadIdx.x % 32 == 0) {
        delta[row] = sum;
    }
}
