#include <cstdio>
#include <mma.h>
#include <cuda_pipeline.h>
#include <cooperative_groups.h>
#include <cuda_fp8.h>
#include <cuda_fp16.h>
using namespace nvcuda;
namespace cg = cooperative_groups;
struct Pair { int a; double b; };
__device__ int table[4] = {1, 2, 3, 4};
__device__ int *pointer = &table[2];
__constant__ float weights[16] = {1.5f, 2.5f};
__constant__ double big = 3.25;
__managed__ int counter = 7;
__device__ const char *message = "hello\n\"q\"";
struct Mixed { char c; int *p; float f; };
__device__ Mixed mixed = {'x', &table[1], 2.0f};
typedef int (*Op)(int, int);
__device__ __noinline__ int add(int a, int b) { return a + b; }
__device__ __noinline__ int sub(int a, int b) { return a - b; }
__device__ Op ops[2] = {add, sub};
__device__ __noinline__ Pair make(int a) { Pair p{a, a * 2.0}; return p; }
__device__ __noinline__ int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
extern __shared__ char dynamic[];
class Shape { public: __device__ virtual float area() const { return 0; } };
class Square : public Shape { public: float s; __device__ Square(float s) : s(s) {} __device__ float area() const override { return s * s; } };
extern "C" __global__ void calls(int *out, int which, Pair p) {
  Op op = ops[which & 1];
  out[0] = op(out[1], p.a);
  out[2] = (int)make(which).b + fact(which);
  Square sq(which); Shape *s = &sq; if (which > 3) s = (Shape*)dynamic;
  out[3] = s->area();
  printf("%d %s\n", out[0], message);
  dynamic[threadIdx.x] = 1;
  __syncthreads();
  out[4] = dynamic[threadIdx.x ^ 1] + counter + weights[which] + *pointer + big + mixed.f;
}
extern "C" __global__ void switchy(int *out, int w) {
  switch (w) { case 0: out[0]=1;break; case 1: out[1]=5; break; case 2: out[2]=out[7]; break; case 3: out[9]=3; break; case 4: out[4]*=7; break; case 5: atomicAdd(out, 4); break; case 6: out[6]=__clz(w); break; default: __trap(); }
}
extern "C" __global__ void textured(cudaTextureObject_t t, cudaSurfaceObject_t s, float *out) {
  float4 v = tex2D<float4>(t, 0.5f, 0.25f); float x = tex1Dfetch<float>(t, 3); float l = tex3D<float>(t, 1, 2, 3);
  surf2Dwrite(v.x, s, 4, 5); int q; surf2Dread(&q, s, 4, 5);
  out[0] = v.x + v.y + x + l + q + tex2DLayered<float>(t, 1, 2, 3) + tex2Dgather<float4>(t, 1, 2).x + tex2DGrad<float>(t, 1, 2, make_float2(1,2), make_float2(3,4));
}
extern "C" __global__ void __launch_bounds__(256, 2) matrix(const half *a, const half *b, float *c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0); wmma::load_matrix_sync(fa, a, 16); wmma::load_matrix_sync(fb, b, 16);
  wmma::mma_sync(fc, fa, fb, fc); wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
  float d0=c[0],d1=c[1],d2=c[2],d3=c[3]; unsigned x = threadIdx.x;
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3) : "r"(x),"r"(x),"r"(x),"r"(x),"r"(x),"r"(x));
  c[0]=d0+d1+d2+d3;
}
extern "C" __global__ void asyncCopy(const int4 *in, int4 *out) {
  __shared__ int4 tile[256];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 16); __pipeline_commit(); __pipeline_wait_prior(0); __syncthreads();
  unsigned m = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x]); unsigned a,b,c,d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(a),"=r"(b),"=r"(c),"=r"(d) : "r"(m));
  unsigned long long bar; 
  asm volatile("{\n.reg .pred p;\n.reg .b32 t;\nmov.u32 t, %1;\nsetp.ne.u32 p, t, 0;\n@p add.u32 %0, t, 1;\n}" : "+r"(a) : "r"(b));
  out[threadIdx.x] = make_int4(a,b,c,d);
}
extern "C" __global__ void __cluster_dims__(2,1,1) cluster(int *out) {
  __shared__ int v[32]; auto c = cg::this_cluster(); v[threadIdx.x] = threadIdx.x; c.sync();
  int *r = c.map_shared_rank(v, c.block_rank() ^ 1); out[threadIdx.x] = r[threadIdx.x]; c.sync();
}
extern "C" __global__ void numeric(float *f, double *d, int *i, __half2 *h, __nv_fp8_e4m3 *q, unsigned long long *u) {
  f[0] = sinf(f[1]) + __expf(f[2]) + sqrtf(f[3]) + __fdividef(f[4], f[5]) + fmaxf(f[6], f[7]) + rsqrtf(f[1]) + truncf(f[3]) + tanhf(f[2]);
  d[0] = sin(d[1]) + pow(d[2], d[3]) + floor(d[4]) + __dadd_rz(d[1], d[2]);
  i[0] = __popc(i[1]) + __brev(i[2]) + __ffs(i[3]) + __dp4a(i[1], i[2], i[3]) + __byte_perm(i[1], i[2], i[3]) + __vabsdiffu4(i[1], i[2]) + __funnelshift_l(i[1],i[2],i[3]) + __vadd2(i[3], i[4]);
  h[0] = __hfma2(h[1], h[2], h[3]); q[0] = __nv_fp8_e4m3(f[1]); f[9] = float(q[2]);
  u[0] = __umul64hi(u[1], u[2]) + __popcll(u[2]) + atomicCAS(u, 1ull, 2ull) + clock64();
  i[5] = __reduce_add_sync(~0u, i[3]) + __match_any_sync(~0u, i[4]) + __shfl_xor_sync(~0u, i[6], 1) + __ballot_sync(~0u, i[7]) + __activemask(); f[10] = atomicAdd(f + 3, 2.f) + __ldg(f + 5) + __ldcg(f+6);
  __nanosleep(100); __threadfence(); __threadfence_block(); __threadfence_system(); int any = __syncthreads_count(i[3]); i[8] = any + __syncthreads_or(i[2]);
  #pragma nounroll
  for (int k = 0; k < i[9]; k++) f[k] += k;
  i[10] = 5 / i[11] + i[12] % 7u;
}
