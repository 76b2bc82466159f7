// Tiles of several warps.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

template <int N>
__device__ void wide(const float* in, float* out, unsigned* words) {
    auto block = cg::this_thread_block();
    auto t = cg::tiled_partition<N>(block);
    unsigned i = block.thread_rank();
    float v = in[i];
    int n = (int)(v * 100);
    out[i] = cg::reduce(t, v, cg::plus<float>());
    out[i + 256] = cg::inclusive_scan(t, v);
    out[i + 512] = cg::exclusive_scan(t, v);
    out[i + 768] = t.shfl(v, N - 1);
    words[i] = cg::reduce(t, n, cg::plus<int>());
    words[i + 256] = t.any(n == 7) | t.all(n > -100000) << 1;
    words[i + 512] = t.meta_group_rank() << 8 | t.meta_group_size();
    words[i + 768] = t.thread_rank() << 16 | t.size();
    t.sync();
    words[i + 1024] = cg::exclusive_scan(t, n);
    auto w = cg::tiled_partition<32>(t);
    words[i + 1280] = w.meta_group_rank() << 8 | w.meta_group_size();
}
extern "C" __global__ void wide64(const float* in, float* out, unsigned* words) { wide<64>(in, out, words); }
extern "C" __global__ void wide128(const float* in, float* out, unsigned* words) { wide<128>(in, out, words); }
