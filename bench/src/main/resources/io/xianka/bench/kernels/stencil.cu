// A seven-point stencil in three dimensions: planes through shared memory, the column of a thread in registers.
#define TX 32
#define TY 8

extern "C" __global__ void stencil(const float *in, float *out, int nx, int ny, int nz, float centre, float side)
{
    __shared__ float plane[TY + 2][TX + 2];
    int x = blockIdx.x * TX + threadIdx.x + 1;
    int y = blockIdx.y * TY + threadIdx.y + 1;
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int layer = nx * ny;
    int at = y * nx + x;
    float below = in[at], here = in[at + layer];
    for (int z = 1; z < nz - 1; ++z) {
        at += layer;
        float above = in[at + layer];
        __syncthreads();
        plane[ty][tx] = here;
        if (threadIdx.x == 0)
            plane[ty][0] = in[at - 1];
        if (threadIdx.x == TX - 1)
            plane[ty][TX + 1] = in[at + 1];
        if (threadIdx.y == 0)
            plane[0][tx] = in[at - nx];
        if (threadIdx.y == TY - 1)
            plane[TY + 1][tx] = in[at + nx];
        __syncthreads();
        out[at] = centre * here
            + side * (plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx] + below + above);
        below = here;
        here = above;
    }
}
