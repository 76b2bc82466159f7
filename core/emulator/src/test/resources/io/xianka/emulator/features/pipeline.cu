#include <cuda_pipeline.h>
#include <cuda/barrier>
// Sums tiles of 256 that copies bring in behind the sums; the barrier in shared memory counts the copies too.
extern "C" __global__ void pipeline(float *out, const float *in, int tiles) {
  __shared__ float buffer[2][256];
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  if (threadIdx.x == 0) init(&ready, blockDim.x);
  __syncthreads();
  const float *mine = in + (size_t) blockIdx.x * tiles * 256;
  int t = threadIdx.x;
  __pipeline_memcpy_async(&buffer[0][t * 4], &mine[t * 4], 16);
  __pipeline_commit();
  float sum = 0;
  for (int i = 0; i < tiles; i++) {
    if (i + 1 < tiles) __pipeline_memcpy_async(&buffer[(i + 1) & 1][t * 4], &mine[(i + 1) * 256 + t * 4], 16);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    ready.arrive_and_wait();
    for (int k = 0; k < 4; k++) sum += buffer[i & 1][(t + k * 64) & 255];
    auto token = ready.arrive();
    ready.wait(std::move(token));
  }
  out[blockIdx.x * blockDim.x + t] = sum;
}
