// Averages each sample with its left neighbour. The first has none.

extern "C" __global__ void blur(const float *x, float *y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const float left = x[i - 1];
        y[i] = 0.5f * (left + x[i]);
    }
}
