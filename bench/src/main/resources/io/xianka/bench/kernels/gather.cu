// Weighted look-ups in a table, in a loop over the grid: bound by the latency of dependent loads.
extern "C" __global__ void gather(const float *table, const int *index, const float *weight, float *out, int n)
{
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        out[i] = table[index[i]] * weight[i];
}
