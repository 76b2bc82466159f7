#include <cuda_fp16.h>
#include <cuda_bf16.h>
struct alignas(16) Wide { unsigned long long count, sum; };
extern "C" __global__ void atomics(__half2 *halves, __nv_bfloat162 *bfloats, float4 *quads, float2 *pairs, unsigned short *locks, Wide *wide, __half *one, unsigned int *marks) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(halves, __floats2half2_rn(1.0f, 0.5f));
  atomicAdd(bfloats, __floats2bfloat162_rn(1.0f, 2.0f));
  atomicAdd(quads, make_float4(1.0f, 2.0f, 3.0f, 4.0f));
  atomicAdd(pairs, make_float2(1.0f, -1.0f));
  atomicAdd(one, __float2half(0.25f));
  if (t < 4) locks[t + 4] = atomicCAS(&locks[t], (unsigned short) t, (unsigned short) (t + 100));
  Wide seen = {0, 0};
  while (true) {
    Wide next = {seen.count + 1, seen.sum + t};
    Wide found = atomicCAS(wide, seen, next);
    if (found.count == seen.count && found.sum == seen.sum) break;
    seen = found;
  }
  atomicMax(&marks[0], (unsigned) t);
  atomicInc(&marks[1], 9u);
  atomicDec(&marks[2], 9u);
  atomicXor(&marks[3], 1u << (t & 31));
}
