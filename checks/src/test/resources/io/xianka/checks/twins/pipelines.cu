// Barriers and pipelines of libcu++: double buffering, by one thread, by the block, by roles.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

extern "C" __global__ void own_pipeline(const float* in, float* out, unsigned* words) {
    __shared__ alignas(16) float stage[2][256];
    auto pipe = cuda::make_pipeline();
    unsigned i = threadIdx.x;
    pipe.producer_acquire();
    cuda::memcpy_async(&stage[0][i], &in[i], sizeof(float), pipe);
    pipe.producer_commit();
    for (int k = 0; k < 8; k++) {
        if (k < 7) {
            pipe.producer_acquire();
            cuda::memcpy_async(&stage[(k + 1) % 2][i], &in[(k + 1) * 256 + i], sizeof(float), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        __syncthreads();
        out[k * 256 + i] = stage[k % 2][255 - i];
        __syncthreads();
        pipe.consumer_release();
    }
    words[i] = i;
}

extern "C" __global__ void block_pipeline(const float* in, float* out, unsigned* words) {
    __shared__ alignas(16) float stage[2][256];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    unsigned i = block.thread_rank();
    for (int k = 0, next = 0; k < 8; k++) {
        for (; next < 8 && next < k + 2; next++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, stage[next % 2], in + next * 256, cuda::aligned_size_t<16>(sizeof(float) * 256), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        out[k * 256 + i] = stage[k % 2][255 - i];
        pipe.consumer_release();
    }
    words[i] = i;
}

extern "C" __global__ void roles(const float* in, float* out, unsigned* words) {
    __shared__ float stage[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    bool produces = block.thread_rank() < 64;
    auto pipe = cuda::make_pipeline(block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    unsigned i = block.thread_rank() % 64;
    if (produces) {
        for (int k = 0; k < 6; k++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&stage[k % 2][i], &in[k * 64 + i], sizeof(float), pipe);
            pipe.producer_commit();
        }
    } else {
        for (int k = 0; k < 6; k++) {
            pipe.consumer_wait();
            if (block.thread_rank() < 128)
                out[k * 64 + i] = stage[k % 2][63 - i];
            pipe.consumer_release();
        }
    }
    words[threadIdx.x] = produces;
}

#pragma nv_diag_suppress static_var_with_dynamic_init
extern "C" __global__ void barriers(const float* in, float* out, unsigned* words) {
    __shared__ float sums[256];
    __shared__ alignas(16) float copy[256];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    auto block = cg::this_thread_block();
    unsigned i = block.thread_rank();
    if (i == 0)
        init(&bar, block.size());
    block.sync();
    sums[i] = in[i];
    auto token = bar.arrive();
    words[i] = i * 3;
    bar.wait(std::move(token));
    out[i] = sums[255 - i];
    bar.arrive_and_wait();
    cuda::memcpy_async(block, copy, in + 256, sizeof(float) * 256, bar);
    bar.arrive_and_wait();
    out[i + 256] = copy[255 - i];
    for (unsigned n = 128; n > 0; n /= 2) {
        if (i < n)
            sums[i] += sums[i + n];
        bar.arrive_and_wait();
    }
    out[i + 512] = sums[0];
}
