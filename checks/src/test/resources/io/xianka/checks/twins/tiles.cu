// Tiles within a warp: shuffles, votes, matches, reductions, scans, partitions.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

struct Wide { double a; int b; float c; };
struct Small { unsigned char r, g, b; };

template <int N>
__device__ void tile(const float* in, float* out, unsigned* words) {
    auto block = cg::this_thread_block();
    auto t = cg::tiled_partition<N>(block);
    unsigned i = block.thread_rank();
    float v = in[i];
    int n = (int)(v * 100);
    out[i] = cg::reduce(t, v, cg::plus<float>());
    out[i + 256] = cg::reduce(t, v, cg::less<float>());
    out[i + 512] = cg::inclusive_scan(t, v);
    out[i + 768] = cg::exclusive_scan(t, v, cg::plus<float>());
    out[i + 1024] = t.shfl(v, N - 1);
    out[i + 1280] = t.shfl_up(v, 1);
    out[i + 1536] = t.shfl_down(v, 2);
    out[i + 1792] = t.shfl_xor(v, N / 2);
    words[i] = t.ballot(n & 1);
    words[i + 256] = t.any(n & 2) | t.all(n & 4) << 1;
    words[i + 512] = t.match_any(n & 3);
    int same;
    words[i + 768] = t.match_all(n & 128, same);
    words[i + 1024] = same;
    words[i + 1280] = t.meta_group_rank() << 16 | t.meta_group_size();
    words[i + 1536] = t.thread_rank() << 16 | t.num_threads() << 8 | t.size();
    words[i + 1792] = cg::reduce(t, n, cg::greater<int>());
    words[i + 2048] = cg::reduce(t, (unsigned)n, cg::bit_xor<unsigned>());
    words[i + 2304] = cg::exclusive_scan(t, n);
    words[i + 2560] = cg::inclusive_scan(t, n, cg::greater<int>());
    Wide w = {v, n, v};
    w = t.shfl(w, 0);
    out[i + 2048] = (float)w.a + w.b + w.c;
    Small s = {(unsigned char)n, (unsigned char)i, 7};
    s = t.shfl_xor(s, 1 % N);
    words[i + 2816] = s.r | s.g << 8 | s.b << 16;
    words[i + 3072] = cg::reduce(t, (short)n, cg::plus<short>());
    words[i + 3328] = (unsigned)cg::reduce(t, (long long)n << 20, cg::plus<long long>());
    auto odd = cg::binary_partition(t, n & 1);
    words[i + 3584] = odd.meta_group_rank() << 24 | odd.meta_group_size() << 16 | odd.thread_rank() << 8 | odd.size();
    auto labelled = cg::labeled_partition(t, n % 3);
    words[i + 3840] = labelled.meta_group_rank() << 24 | labelled.meta_group_size() << 16 | labelled.thread_rank() << 8 | labelled.size();
    out[i + 2304] = cg::reduce(labelled, v, cg::plus<float>());
    out[i + 2560] = cg::exclusive_scan(labelled, v);
    out[i + 2816] = cg::inclusive_scan(labelled, v, [](float a, float b) { return a * b; });
    cg::thread_block_tile<N> plain = t;
    words[i + 4096] = plain.meta_group_rank() << 8 | plain.meta_group_size();
    plain.sync();
}

#define TILE(n) extern "C" __global__ void tile##n(const float* in, float* out, unsigned* words) { tile<n>(in, out, words); }
TILE(1)
TILE(8)
TILE(32)
