// A switch by table, short-circuit logic, selection instead of a branch, a division by a constant.
extern "C" __global__ void classify(const int *in, int *out, int n)
{
    const int i = threadIdx.x;
    int v = in[i], r;
    switch (v) {
    case 0: r = 3; break;
    case 1: r = 1; break;
    case 2: r = 4; break;
    case 3: r = 1; break;
    case 4: r = 5; break;
    case 6: r = 9; break;
    default: r = v < 0 ? -v : v / 10;
    }
    if (i > 0 && in[i - 1] == v || i + 1 < n && in[i + 1] == v)
        r += 100;
    out[i] = r;
}
