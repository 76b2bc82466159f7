#include <mma.h>
#include <cuda_bf16.h>
using namespace nvcuda;
// D = A * B + C by wmma in five types, and by mma.sync over ldmatrix; sizes of one tile.
extern "C" __global__ void matrices(float *dHalf, float *dBfloat, float *dTf32, int *dBytes, double *dDouble, float *dMma, __half *dNarrow,
    const __half *a, const __half *b, const __nv_bfloat16 *ab, const __nv_bfloat16 *bb, const float *at, const float *bt, const signed char *ai, const signed char *bi, const double *ad, const double *bd, const float *c) {
  __shared__ __half tile[16 * 16];
  __shared__ __half other[16 * 16];
  {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa; wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb; wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::load_matrix_sync(fa, a, 16); wmma::load_matrix_sync(fb, b, 16); wmma::load_matrix_sync(fc, c, 16, wmma::mem_row_major);
    wmma::mma_sync(fc, fa, fb, fc);
    for (int i = 0; i < fc.num_elements; i++) fc.x[i] *= 2.0f;
    wmma::store_matrix_sync(dHalf, fc, 16, wmma::mem_row_major);
    wmma::fragment<wmma::accumulator, 16, 16, 16, __half> fh; wmma::fill_fragment(fh, __float2half(0.5f));
    wmma::mma_sync(fh, fa, fb, fh);
    wmma::store_matrix_sync(dNarrow, fh, 16, wmma::mem_col_major);
  }
  {
    wmma::fragment<wmma::matrix_a, 32, 8, 16, __nv_bfloat16, wmma::col_major> fa; wmma::fragment<wmma::matrix_b, 32, 8, 16, __nv_bfloat16, wmma::row_major> fb; wmma::fragment<wmma::accumulator, 32, 8, 16, float> fc;
    wmma::fill_fragment(fc, 1.0f); wmma::load_matrix_sync(fa, ab, 32); wmma::load_matrix_sync(fb, bb, 8); wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(dBfloat, fc, 32, wmma::mem_col_major);
  }
  {
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa; wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb; wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc;
    wmma::load_matrix_sync(fa, at, 8); wmma::load_matrix_sync(fb, bt, 16);
    for (int i = 0; i < fa.num_elements; i++) fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
    for (int i = 0; i < fb.num_elements; i++) fb.x[i] = wmma::__float_to_tf32(fb.x[i]);
    wmma::fill_fragment(fc, 0.0f); wmma::mma_sync(fc, fa, fb, fc); wmma::store_matrix_sync(dTf32, fc, 16, wmma::mem_row_major);
  }
  {
    wmma::fragment<wmma::matrix_a, 8, 32, 16, signed char, wmma::row_major> fa; wmma::fragment<wmma::matrix_b, 8, 32, 16, signed char, wmma::col_major> fb; wmma::fragment<wmma::accumulator, 8, 32, 16, int> fc;
    wmma::fill_fragment(fc, 7); wmma::load_matrix_sync(fa, ai, 16); wmma::load_matrix_sync(fb, bi, 16); wmma::mma_sync(fc, fa, fb, fc); wmma::store_matrix_sync(dBytes, fc, 32, wmma::mem_row_major);
  }
  {
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa; wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> fb; wmma::fragment<wmma::accumulator, 8, 8, 4, double> fc;
    wmma::fill_fragment(fc, 0.125); wmma::load_matrix_sync(fa, ad, 4); wmma::load_matrix_sync(fb, bd, 4); wmma::mma_sync(fc, fa, fb, fc); wmma::store_matrix_sync(dDouble, fc, 8, wmma::mem_row_major);
  }
  for (int i = threadIdx.x; i < 256; i += 32) { tile[i] = a[i]; other[i] = b[i]; }
  __syncwarp();
  unsigned ra[4], rb[2]; float rc[4] = {0, 0, 0, 0};
  unsigned pa = (unsigned) __cvta_generic_to_shared(&tile[(threadIdx.x % 16) * 16 + threadIdx.x / 16 * 8]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3]) : "r"(pa));
  // b is stored by columns, so that its rows in memory are what an untransposed ldmatrix wants.
  unsigned pb = (unsigned) __cvta_generic_to_shared(&other[(threadIdx.x % 8) * 16 + (threadIdx.x / 8 % 2) * 8]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(rb[0]), "=r"(rb[1]) : "r"(pb));
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(rc[0]), "+f"(rc[1]), "+f"(rc[2]), "+f"(rc[3]) : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
  int group = threadIdx.x / 4, member = threadIdx.x % 4;
  dMma[group * 8 + member * 2] = rc[0]; dMma[group * 8 + member * 2 + 1] = rc[1]; dMma[(group + 8) * 8 + member * 2] = rc[2]; dMma[(group + 8) * 8 + member * 2 + 1] = rc[3];
}
