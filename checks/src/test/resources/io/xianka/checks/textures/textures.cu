// What the contract of textures and surfaces runs.
template <typename T>
__device__ void at2d(cudaTextureObject_t t, const float *xs, const float *ys, T *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex2D<T>(t, xs[i], ys[i]);
}
extern "C" __global__ void floats2d(cudaTextureObject_t t, const float *xs, const float *ys, float4 *out, int n) { at2d(t, xs, ys, out, n); }
extern "C" __global__ void ints2d(cudaTextureObject_t t, const float *xs, const float *ys, int4 *out, int n) { at2d(t, xs, ys, out, n); }
extern "C" __global__ void uints2d(cudaTextureObject_t t, const float *xs, const float *ys, uint4 *out, int n) { at2d(t, xs, ys, out, n); }
extern "C" __global__ void at1d(cudaTextureObject_t t, const float *xs, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex1D<float>(t, xs[i]);
}
extern "C" __global__ void at3d(cudaTextureObject_t t, const float *xs, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex3D<float>(t, xs[3 * i], xs[3 * i + 1], xs[3 * i + 2]);
}
extern "C" __global__ void fetch(cudaTextureObject_t t, const int *xs, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex1Dfetch<float>(t, xs[i]);
}
extern "C" __global__ void layers(cudaTextureObject_t rows, cudaTextureObject_t planes, float *out)
{
    int i = threadIdx.x;
    out[i] = tex1DLayered<float>(rows, i % 4 + 0.5f, i / 4 - 1);
    out[i + 32] = tex2DLayered<float>(planes, i % 4 + 0.5f, i / 4 % 2 + 0.5f, i / 8);
}
extern "C" __global__ void directions(cudaTextureObject_t cube, const float *d, float *out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = texCubemap<float>(cube, d[3 * i], d[3 * i + 1], d[3 * i + 2]);
}
extern "C" __global__ void gathered(cudaTextureObject_t t, float x, float y, float4 *out)
{
    out[0] = tex2Dgather<float4>(t, x, y, 0);
    out[1] = tex2Dgather<float4>(t, x, y, 1);
}
extern "C" __global__ void levels(cudaTextureObject_t t, float x, float y, float *out)
{
    out[0] = tex2DLod<float>(t, x, y, 0.0f);
    out[1] = tex2DGrad<float>(t, x, y, make_float2(0.5f, 0.0f), make_float2(0.0f, 0.5f));
}
extern "C" __global__ void flip(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < w)
        surf2Dwrite(surf2Dread<float2>(from, x * 8, y), to, (w - 1 - x) * 8, h - 1 - y);
}
extern "C" __global__ void outside(cudaSurfaceObject_t s, int *out)
{
    out[0] = surf1Dread<int>(s, 4 * 100, cudaBoundaryModeZero);
    out[1] = surf1Dread<int>(s, 4 * 100, cudaBoundaryModeClamp);
    out[2] = surf1Dread<int>(s, -4, cudaBoundaryModeClamp);
    surf1Dwrite(77, s, 4 * 100, cudaBoundaryModeZero);
    surf1Dwrite(88, s, -400, cudaBoundaryModeClamp);
    out[3] = surf1Dread<int>(s, 0);
    surf1Dwrite((unsigned char)255, s, 5);
    out[4] = surf1Dread<short>(s, 4);
    out[5] = surf1Dread<unsigned char>(s, 5);
    out[6] = surf1Dread<short2>(s, 4).x;
}
extern "C" __global__ void deep(cudaSurfaceObject_t block, cudaSurfaceObject_t layers)
{
    int i = threadIdx.x;
    surf3Dwrite(i, block, i % 4 * 4, i / 4 % 3, i / 12);
    surf2DLayeredwrite(make_float4(i, i + 1, i + 2, i + 3), layers, i % 2 * 16, i / 2 % 3, i / 6);
}
