// The softmax of each row, one block a row: reductions by warp shuffles.
#define LOWEST -3.402823466e38f

__device__ float warpMaximum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, offset));
    return value;
}

__device__ float warpSum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void softmax(const float *in, float *out, int columns)
{
    __shared__ float partial[32];
    const float *row = in + (size_t)blockIdx.x * columns;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    float most = LOWEST;
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        most = fmaxf(most, row[i]);
    most = warpMaximum(most);
    if (lane == 0)
        partial[warp] = most;
    __syncthreads();
    most = warpMaximum(lane < warps ? partial[lane] : LOWEST);
    __syncthreads();
    float sum = 0.0f;
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        sum += expf(row[i] - most);
    sum = warpSum(sum);
    if (lane == 0)
        partial[warp] = sum;
    __syncthreads();
    sum = warpSum(lane < warps ? partial[lane] : 0.0f);
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        out[(size_t)blockIdx.x * columns + i] = expf(row[i] - most) / sum;
}
