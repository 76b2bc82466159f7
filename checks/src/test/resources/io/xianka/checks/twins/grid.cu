// All blocks of a grid wait for each other. Launch: 4 blocks of 256, cooperative
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void gridsum(const float* in, float* out, unsigned* words) {
    cg::grid_group grid = cg::this_grid();
    unsigned long long i = grid.thread_rank();
    out[i] = in[i];
    grid.sync();
    for (unsigned long long stride = grid.size() / 2; stride > 0; stride /= 2) {
        if (i < stride) out[i] += out[i + stride];
        cg::sync(grid);
    }
    words[i] = (unsigned)grid.num_blocks() + grid.is_valid() * 100 + (unsigned)grid.block_rank() * 1000;
    auto token = grid.barrier_arrive();
    words[i + 1024] = grid.thread_index().x + grid.block_index().x * 1000 + grid.dim_threads().x;
    grid.barrier_wait(static_cast<unsigned&&>(token));
    words[i + 2048] = words[(i + 512) % grid.size()];
}
