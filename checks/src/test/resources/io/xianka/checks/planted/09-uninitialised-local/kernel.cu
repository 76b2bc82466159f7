// Fills a table of powers up to a limit and picks one.

extern "C" __global__ void pick(int *y, int filled)
{
    int power[8];
    int p = 1;
#pragma unroll 1
    for (int i = 0; i < filled; ++i) {
        power[i] = p;
        p *= 3;
    }
    const int t = threadIdx.x;
    y[t] = power[t & 7];
}
