// Coalesced groups of any lanes, groups of a size known at run time, one thread for all.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

extern "C" __global__ void lanes(const float* in, float* out, unsigned* words) {
    auto block = cg::this_thread_block();
    unsigned i = block.thread_rank();
    float v = in[i];
    int n = (int)(v * 100);
    if (n % 3 != 0) {
        cg::coalesced_group met = cg::coalesced_threads();
        out[i] = cg::reduce(met, v, cg::plus<float>());
        out[i + 256] = met.shfl(v, met.size() - 1);
        out[i + 512] = met.shfl_up(v, 2);
        out[i + 768] = met.shfl_down(v, 3);
        out[i + 1024] = cg::inclusive_scan(met, v);
        out[i + 1280] = cg::exclusive_scan(met, v);
        words[i] = met.ballot(n & 1);
        words[i + 256] = met.match_any(n & 3);
        int same;
        words[i + 512] = met.match_all(n & 128, same);
        words[i + 768] = same;
        words[i + 1024] = met.thread_rank() << 8 | met.size();
        words[i + 1280] = met.any(n & 2) | met.all(n & 4) << 1;
        words[i + 1536] = cg::reduce(met, n, cg::plus<int>());
        words[i + 1792] = cg::reduce(met, (unsigned)n, cg::bit_or<unsigned>());
        auto part = cg::tiled_partition(met, 4);
        words[i + 2048] = part.meta_group_rank() << 24 | part.meta_group_size() << 16 | part.thread_rank() << 8 | part.size();
        auto half = cg::binary_partition(met, n & 1);
        words[i + 2304] = half.meta_group_rank() << 24 | half.meta_group_size() << 16 | half.thread_rank() << 8 | half.size();
        auto label = cg::labeled_partition(met, n & 3);
        words[i + 2560] = label.meta_group_rank() << 24 | label.meta_group_size() << 16 | label.thread_rank() << 8 | label.size();
        out[i + 1536] = cg::reduce(label, (double)v, cg::plus<double>());
    }
    cg::thread_group eight = cg::tiled_partition(block, 8);
    words[i + 2816] = (unsigned)(eight.thread_rank() << 8 | eight.size());
    cg::thread_group four = cg::tiled_partition(eight, 4);
    words[i + 3072] = (unsigned)(four.thread_rank() << 8 | four.size());
    four.sync();
    cg::sync(block);
    words[i + 3328] = cg::thread_rank(block) << 10 | cg::group_size(block);
    words[i + 3584] = block.group_index().x + block.thread_index().y * 100 + block.dim_threads().z * 10000 + block.group_dim().x * 100000;
    auto warp = cg::tiled_partition<32>(block);
    cg::invoke_one(warp, [&](int add) { words[i + 3840] = i + add; }, 5);
    words[i + 4096] = cg::invoke_one_broadcast(warp, [&] { return n; });
    auto grid = cg::this_grid();
    words[i + 4352] = (unsigned)grid.thread_rank() + (unsigned)grid.size() * 1000 + grid.is_valid() * 10000000 + (unsigned)grid.block_rank() + grid.dim_blocks().x;
    auto deep = cg::tiled_partition<4>(cg::tiled_partition<16>(block));
    words[i + 4608] = deep.meta_group_rank() << 8 | deep.meta_group_size();
    auto me = cg::this_thread();
    words[i + 4864] = me.thread_rank() << 8 | me.size();
}
