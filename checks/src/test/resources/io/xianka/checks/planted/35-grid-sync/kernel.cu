// Each block reads what the next one wrote, after the grid's barrier.

#include <cooperative_groups.h>

extern "C" __global__ void grid_steps(int *a, int *b)
{
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;

    a[i] = i;
    grid.sync();
    b[i] = a[(i + 64) % 256];
    grid.sync();
    a[(i + 64) % 256] = 2 * i;
}
