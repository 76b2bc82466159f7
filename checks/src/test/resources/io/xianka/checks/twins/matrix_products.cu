// Products of matrices by nvcuda::wmma, of every type. All sums are exact: neither their order nor their rounding is said
// anywhere, nor which element of a fragment is which. Launch: 1 blocks of 32
#include <mma.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
using namespace nvcuda;
template <typename T> struct InOf { using type = T; static constexpr bool narrow = false; };
template <> struct InOf<wmma::precision::tf32> { using type = float; static constexpr bool narrow = true; };

template <typename T, typename C, int M, int N, int K, typename LA, typename LB>
__device__ void product(const float* in, C* out, wmma::layout_t how) {
    using S = typename InOf<T>::type;
    __shared__ alignas(32) S a[32 * 32], b[32 * 32];
    for (int i = threadIdx.x; i < 1024; i += 32) { a[i] = (S)(int)in[i]; b[i] = (S)(int)in[(i + 300) % 1024]; }
    __syncthreads();
    wmma::fragment<wmma::matrix_a, M, N, K, T, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, C> c, d;
    wmma::fill_fragment(c, (C)1.5f);
    wmma::load_matrix_sync(fa, a, 32);
    wmma::load_matrix_sync(fb, b, 32);
    if constexpr (InOf<T>::narrow) {
        for (int i = 0; i < fa.num_elements; i++) fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
    }
    wmma::mma_sync(d, fa, fb, c);
    wmma::mma_sync(c, fa, fb, d);
    for (int i = 0; i < c.num_elements; i++) c.x[i] = c.x[i] + d.x[i];
    wmma::store_matrix_sync(out, c, 32, how);
    wmma::fragment<wmma::accumulator, M, N, K, C> again;
    __syncwarp();
    wmma::load_matrix_sync(again, out, 32, how);
    wmma::store_matrix_sync(out + 1024, again, 32, how == wmma::mem_row_major ? wmma::mem_col_major : wmma::mem_row_major);
}
#define K(name, T, C, M, N, K_, LA, LB, how) extern "C" __global__ void name(const float* in, float* out, unsigned* words) { product<T, C, M, N, K_, wmma::LA, wmma::LB>(in, (C*)out, wmma::how); }
K(f16_16, half, float, 16, 16, 16, row_major, col_major, mem_row_major)
K(f16_32, half, float, 32, 8, 16, col_major, row_major, mem_col_major)
K(f16_8, half, half, 8, 32, 16, row_major, row_major, mem_row_major)
K(bf_32, __nv_bfloat16, float, 32, 8, 16, row_major, row_major, mem_row_major)
K(bf_8, __nv_bfloat16, float, 8, 32, 16, col_major, col_major, mem_row_major)
K(s8_16, signed char, int, 16, 16, 16, row_major, col_major, mem_row_major)
K(s8_8, signed char, int, 8, 32, 16, col_major, row_major, mem_row_major)
K(tf32, wmma::precision::tf32, float, 16, 16, 8, row_major, col_major, mem_row_major)
K(f64, double, double, 8, 8, 4, row_major, col_major, mem_row_major)
