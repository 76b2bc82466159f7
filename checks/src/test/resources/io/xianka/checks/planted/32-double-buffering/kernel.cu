// Twenty rounds of a stencil over two buffers that change places.

extern "C" __global__ void stencil(float *y)
{
    __shared__ float buffer[2][128];
    const int t = threadIdx.x;
    int now = 0;

    buffer[0][t] = t;
    __syncthreads();
    for (int round = 0; round < 20; ++round) {
        const float left = buffer[now][(t + 127) % 128];
        const float right = buffer[now][(t + 1) % 128];
        buffer[now ^ 1][t] = 0.5f * (left + right);
        now ^= 1;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = buffer[now][t];
}
