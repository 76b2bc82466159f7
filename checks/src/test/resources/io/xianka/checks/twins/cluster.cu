// A cluster of one block. Launch: 1 blocks of 64
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void cluster1(const float* in, float* out, unsigned* words) {
    __shared__ int s[64];
    auto c = cg::this_cluster();
    unsigned i = c.thread_rank();
    s[i % 64] = i;
    c.sync();
    words[i] = *c.map_shared_rank(&s[i % 64], 0);
    words[i + 256] = c.num_blocks() * 100 + c.block_rank();
    words[i + 512] = c.query_shared_rank(s) + c.dim_blocks().x + c.block_index().x;
    c.barrier_wait(c.barrier_arrive());
}
