// Copies to shared memory that go on beside the thread.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;
extern "C" __global__ void copies(const float* in, float* out, unsigned* words) {
    __shared__ alignas(16) float s[1024];
    auto block = cg::this_thread_block();
    unsigned i = block.thread_rank();
    cg::memcpy_async(block, s, in, sizeof(float) * 512);
    cg::memcpy_async(block, s + 512, 256, in + 512, 512);
    cg::wait_prior<1>(block);
    out[i] = s[i + 1];
    cg::wait(block);
    out[i + 256] = s[i + 500];
    auto tile = cg::tiled_partition<16>(block);
    cg::memcpy_async(tile, s + i / 16 * 16 , in + 100 + i / 16 * 16, cuda::aligned_size_t<16>(64));
    cg::wait(tile);
    out[i + 512] = s[i];
    cg::memcpy_async(block, (char*)s + 1, (const char*)in + 2, 77);
    cg::wait(block);
    out[i + 768] = s[i];
    block.sync();
    __pipeline_memcpy_async(&s[i * 4], &in[i * 4], 16);
    __pipeline_commit();
    __pipeline_memcpy_async(&s[i * 4 + 2], &in[i * 2], 8, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __pipeline_wait_prior(0);
    __syncthreads();
    out[i + 1024] = s[1023 - i];
}
