// Sorts four numbers a thread by insertion, in a local array.

extern "C" __global__ void sort_four(const int *x, int *y, int count)
{
    int value[4];
    const int base = threadIdx.x * 4;

    for (int i = 0; i < 4; ++i)
        value[i] = x[base + i] + ((threadIdx.x * 7 + i * 3) & 7);
    int most = 0;
#pragma unroll 1
    for (int i = 0; i < count; ++i)
        most = max(most, value[i]);
#pragma unroll 1
    for (int i = 0; i < 4; ++i)
        y[base + i] = value[(i + most) & 3];
}
