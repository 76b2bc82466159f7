// A product by plain multiply-adds, for every type and every device. A block of 256 threads makes a BM x BN tile; a thread
// makes TM x TN of it. Given as macros beside those of epilogue.cu: BM, BN, BK, TRANSPOSED_A, TRANSPOSED_B, SPLIT (whether
// sums go to `partial` unfinished, for reduce_parts).
#define THREADS 256
#define TM (BM / 16)
#define TN (BN / 16)
#define ROW_A (BM + 4)
#define ROW_B (BN + 4)
#define COUNT_A (BM * BK / THREADS)
#define COUNT_B (BN * BK / THREADS)

struct Tile {
    Sum a[BK][ROW_A];
    Sum b[BK][ROW_B];
};

__device__ __forceinline__ void read_a(Sum* to, const Factor* a, long long lda, int row, int first, int m, int end) {
#pragma unroll
    for (int i = 0; i < COUNT_A; i++) {
        int e = i * THREADS + threadIdx.x;
#if TRANSPOSED_A
        int r = row + e % BM, k = first + e / BM;
        long long at = (long long)k * lda + r;
#else
        int k = first + e % BK, r = row + e / BK;
        long long at = (long long)r * lda + k;
#endif
        to[i] = r < m && k < end ? widen(a[at]) : (Sum)0;
    }
}

__device__ __forceinline__ void read_b(Sum* to, const Factor* b, long long ldb, int column, int first, int n, int end) {
#pragma unroll
    for (int i = 0; i < COUNT_B; i++) {
        int e = i * THREADS + threadIdx.x;
#if TRANSPOSED_B
        int k = first + e % BK, c = column + e / BK;
        long long at = (long long)c * ldb + k;
#else
        int c = column + e % BN, k = first + e / BN;
        long long at = (long long)k * ldb + c;
#endif
        to[i] = c < n && k < end ? widen(b[at]) : (Sum)0;
    }
}

__device__ __forceinline__ void write_tile(Tile* tile, const Sum* a, const Sum* b) {
#pragma unroll
    for (int i = 0; i < COUNT_A; i++) {
        int e = i * THREADS + threadIdx.x;
#if TRANSPOSED_A
        tile->a[e / BM][e % BM] = a[i];
#else
        tile->a[e % BK][e / BK] = a[i];
#endif
    }
#pragma unroll
    for (int i = 0; i < COUNT_B; i++) {
        int e = i * THREADS + threadIdx.x;
#if TRANSPOSED_B
        tile->b[e % BK][e / BK] = b[i];
#else
        tile->b[e / BN][e % BN] = b[i];
#endif
    }
}

// Four neighbours of a row in shared memory, in one or two reads.
__device__ __forceinline__ void read_four(float* to, const float* from) {
    float4 four = *(const float4*)from;
    to[0] = four.x;
    to[1] = four.y;
    to[2] = four.z;
    to[3] = four.w;
}

__device__ __forceinline__ void read_four(double* to, const double* from) {
    double2 low = *(const double2*)from, high = *(const double2*)(from + 2);
    to[0] = low.x;
    to[1] = low.y;
    to[2] = high.x;
    to[3] = high.y;
}

extern "C" __global__ __launch_bounds__(THREADS, 2) void product(
    const Factor* __restrict__ a, const Factor* __restrict__ b, const Result* c, Result* d, const Result* __restrict__ bias,
    Sum* __restrict__ partial, int m, int n, int k, int parts, int part_length, long long lda, long long ldb, long long ldd,
    long long batch_a, long long batch_b, long long batch_d, Sum alpha, Sum beta) {
    __shared__ Tile tiles[2];
    int tiles_m = (m + BM - 1) / BM, tiles_n = (n + BN - 1) / BN;
    int tile = blockIdx.x % (tiles_m * tiles_n), rest = blockIdx.x / (tiles_m * tiles_n);
    int part = rest % parts;
    long long batch = rest / parts;
    int row = tile / tiles_n * BM, column = tile % tiles_n * BN;
    int first = part * part_length, end = min(k, first + part_length);
    a += batch * batch_a;
    b += batch * batch_b;

    int ty = threadIdx.x / 16, tx = threadIdx.x % 16;
    Sum sums[TM][TN];
#pragma unroll
    for (int i = 0; i < TM; i++) {
#pragma unroll
        for (int j = 0; j < TN; j++) {
            sums[i][j] = (Sum)0;
        }
    }
    Sum next_a[COUNT_A], next_b[COUNT_B];
    read_a(next_a, a, lda, row, first, m, end);
    read_b(next_b, b, ldb, column, first, n, end);
    write_tile(&tiles[0], next_a, next_b);
    __syncthreads();
    int now = 0;
    for (int at = first; at < end; at += BK) {
        bool more = at + BK < end;
        if (more) {
            read_a(next_a, a, lda, row, at + BK, m, end);
            read_b(next_b, b, ldb, column, at + BK, n, end);
        }
        const Tile* current = &tiles[now];
#pragma unroll
        for (int kk = 0; kk < BK; kk++) {
            Sum x[TM], y[TN];
#pragma unroll
            for (int i = 0; i < TM; i += 4) {
                read_four(x + i, &current->a[kk][i * 16 + ty * 4]);
            }
#pragma unroll
            for (int j = 0; j < TN; j += 4) {
                read_four(y + j, &current->b[kk][j * 16 + tx * 4]);
            }
#pragma unroll
            for (int i = 0; i < TM; i++) {
#pragma unroll
                for (int j = 0; j < TN; j++) {
                    sums[i][j] += x[i] * y[j];
                }
            }
        }
        if (more) {
            now ^= 1;
            write_tile(&tiles[now], next_a, next_b);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TM; i++) {
        int r = row + i / 4 * 64 + ty * 4 + i % 4;
        if (r < m) {
#pragma unroll
            for (int j = 0; j < TN; j++) {
                int s = column + j / 4 * 64 + tx * 4 + j % 4;
                if (s < n) {
#if SPLIT
                    partial[((long long)rest * m + r) * n + s] = sums[i][j];
#else
                    long long at = batch * batch_d + r * ldd + s;
                    narrow(finish(sums[i][j], alpha, beta, c, at, bias, s), &d[at]);
#endif
                }
            }
        }
    }
}
