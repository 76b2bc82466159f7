// A product by the tensor cores. A block makes a BM x BN tile of the result, BK of k at a time; a warp makes WM x WN of it.
// Copies from memory run STAGES - 1 steps ahead. Given as macros beside those of epilogue.cu and warp_matrices.cu: BM, BN,
// BK, WM, WN, STAGES, TRANSPOSED_A, TRANSPOSED_B, SPLIT (whether sums go to `partial` unfinished, for reduce_parts),
// PIECE_A, PIECE_B (bytes that copies are aligned to), PAIRS (whether two neighbours of the result may be written at once).
#define WARPS_M (BM / WM)
#define WARPS_N (BN / WN)
#define THREADS (32 * WARPS_M * WARPS_N)
#define STEPS (BK / STEP_K)
#define BLOCKS_M (WM / 16)
#define BLOCKS_N (WN / 8)
// Lines of a tile in shared memory run along whatever is contiguous in memory.
#define LINES_A (TRANSPOSED_A ? BK : BM)
#define CHUNKS_A ((TRANSPOSED_A ? BM : BK) / CHUNK)
#define LINES_B (TRANSPOSED_B ? BN : BK)
#define CHUNKS_B ((TRANSPOSED_B ? BK : BN) / CHUNK)
#define BYTES_A (BM * BK * ELEMENT_BYTES)
#define STAGE_BYTES ((BM + BN) * BK * ELEMENT_BYTES)
#define TILE_ROWS 8  // rows of tiles that are made together, so that the cache serves their factors

// How a thread takes part in copying the tiles of one factor.
template <int Lines, int Chunks, bool AlongK, int Piece>
struct Copier {
    static constexpr int count = Lines * Chunks / THREADS;
    static constexpr int line_step = THREADS / Chunks;
    const Factor* next;
    long long line_stride;
    long long advance;
    unsigned int to;
    int k;           // of this thread's first chunk
    int valid_bytes; // across k
    int line_mask;   // which lines are inside of the matrix

    __device__ __forceinline__ Copier(const Factor* matrix, long long leading, int first_line, int lines, int first_k) {
        int line = threadIdx.x / Chunks, chunk = threadIdx.x % Chunks;
        to = place<Chunks>(line, chunk);
        line_stride = line_step * leading;
        line_mask = 0;
        if (AlongK) {
            k = first_k + chunk * CHUNK;
            next = matrix + (first_line + line) * leading + k;
            advance = BK;
            valid_bytes = 16;
#pragma unroll
            for (int i = 0; i < count; i++) {
                line_mask |= (first_line + line + i * line_step < lines) << i;
            }
        } else {
            k = first_k + line;
            int position = first_line + chunk * CHUNK;
            next = matrix + k * leading + position;
            advance = BK * leading;
            valid_bytes = min(max(lines - position, 0), CHUNK) * ELEMENT_BYTES;
        }
    }

    // `origin` is a readable address for chunks that lie outside.
    __device__ __forceinline__ void copy(unsigned int stage, const Factor* origin, int end) {
        int inside = AlongK ? min(max(end - k, 0), CHUNK) * ELEMENT_BYTES : valid_bytes;
#pragma unroll
        for (int i = 0; i < count; i++) {
            int valid = AlongK ? ((line_mask >> i & 1) ? inside : 0) : (k + i * line_step < end ? inside : 0);
            const Factor* from = next + i * line_stride;
            copy_chunk<Piece>(
                stage + (line_step % 8 == 0 ? to + i * (line_step * Chunks * 16)
                                            : place<Chunks>(threadIdx.x / Chunks + i * line_step, threadIdx.x % Chunks)),
                valid > 0 ? from : origin,
                valid);
        }
        next += advance;
        k += BK;
    }
};

#if KIND == 0
// An element of a tile whose lines run across k.
template <int Chunks>
__device__ __forceinline__ unsigned int word(unsigned int tile, int line, int position) {
    unsigned int value;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(tile + place<Chunks>(line, position / CHUNK) + position % CHUNK * 4) : "memory");
    return value;
}
#endif

// Where a lane begins to read in each tile of a factor, for the warp's part that begins at this row or column.
__device__ __forceinline__ unsigned int begin_a(int row) {
#if TRANSPOSED_A
    return chunks_first<CHUNKS_A>() ^ row / CHUNK * 16;
#else
    return row * (CHUNKS_A * 16) + lines_first<CHUNKS_A>();
#endif
}

__device__ __forceinline__ unsigned int begin_b(int column) {
#if TRANSPOSED_B
    return column * (CHUNKS_B * 16) + chunks_first<CHUNKS_B>();
#else
    return lines_first<CHUNKS_B>() ^ column / CHUNK * 16;
#endif
}

__device__ __forceinline__ void load_a(unsigned int (*to)[4], unsigned int tile, unsigned int begin, int row, int step) {
#pragma unroll
    for (int i = 0; i < BLOCKS_M; i++) {
#if !TRANSPOSED_A
        load_matrices(to[i], (tile + begin ^ step * 32) + i * (16 * CHUNKS_A * 16));
#elif KIND != 0
        load_transposed_matrices(to[i], (tile + begin ^ i * 32) + step * (STEP_K * CHUNKS_A * 16));
#else
        int k = step * STEP_K + threadIdx.x % 4, r = row + i * 16 + threadIdx.x % 32 / 4;
        to[i][0] = word<CHUNKS_A>(tile, k, r);
        to[i][1] = word<CHUNKS_A>(tile, k, r + 8);
        to[i][2] = word<CHUNKS_A>(tile, k + 4, r);
        to[i][3] = word<CHUNKS_A>(tile, k + 4, r + 8);
#endif
#if KIND == 0
#pragma unroll
        for (int j = 0; j < 4; j++) {
            to[i][j] = rounded(to[i][j]);
        }
#endif
    }
}

// Two blocks of 8 columns at a time: words 0 and 1 are of the first, 2 and 3 of the second.
__device__ __forceinline__ void load_b(unsigned int (*to)[4], unsigned int tile, unsigned int begin, int column, int step) {
#pragma unroll
    for (int i = 0; i < BLOCKS_N / 2; i++) {
#if TRANSPOSED_B
        load_matrices(to[i], (tile + begin ^ step * 32) + i * (16 * CHUNKS_B * 16));
#elif KIND != 0
        load_transposed_matrices(to[i], (tile + begin ^ i * 32) + step * (STEP_K * CHUNKS_B * 16));
#else
        int k = step * STEP_K + threadIdx.x % 4, c = column + i * 16 + threadIdx.x % 32 / 4;
        to[i][0] = word<CHUNKS_B>(tile, k, c);
        to[i][1] = word<CHUNKS_B>(tile, k + 4, c);
        to[i][2] = word<CHUNKS_B>(tile, k, c + 8);
        to[i][3] = word<CHUNKS_B>(tile, k + 4, c + 8);
#endif
#if KIND == 0
#pragma unroll
        for (int j = 0; j < 4; j++) {
            to[i][j] = rounded(to[i][j]);
        }
#endif
    }
}

__device__ __forceinline__ void write_pair(float x, float y, float* to) { *(float2*)to = make_float2(x, y); }
__device__ __forceinline__ void write_pair(float x, float y, __half* to) { *(__half2*)to = __floats2half2_rn(x, y); }
__device__ __forceinline__ void write_pair(float x, float y, __nv_bfloat16* to) {
    *(__nv_bfloat162*)to = __floats2bfloat162_rn(x, y);
}

extern "C" __global__ __launch_bounds__(THREADS) void product(
    const Factor* __restrict__ a, const Factor* __restrict__ b, const Result* c, Result* d, const Result* __restrict__ bias,
    Sum* __restrict__ partial, int m, int n, int k, int parts, int part_length, long long lda, long long ldb, long long ldd,
    long long batch_a, long long batch_b, long long batch_d, Sum alpha, Sum beta) {
    extern __shared__ __align__(1024) unsigned char memory[];
    unsigned int stages = shared_address(memory);
    int tiles_m = (m + BM - 1) / BM, tiles_n = (n + BN - 1) / BN;
    int tile = blockIdx.x % (tiles_m * tiles_n), rest = blockIdx.x / (tiles_m * tiles_n);
    int part = rest % parts;
    long long batch = rest / parts;
    int together = tile / (TILE_ROWS * tiles_n) * TILE_ROWS;
    int rows_together = min(tiles_m - together, TILE_ROWS);
    int within = tile % (TILE_ROWS * tiles_n);
    int row = (together + within % rows_together) * BM, column = within / rows_together * BN;
    int first = part * part_length, end = min(k, first + part_length);
    a += batch * batch_a;
    b += batch * batch_b;

    Copier<LINES_A, CHUNKS_A, !TRANSPOSED_A, PIECE_A> copier_a(a, lda, row, m, first);
    Copier<LINES_B, CHUNKS_B, TRANSPOSED_B, PIECE_B> copier_b(b, ldb, column, n, first);
    int tiles_k = (end - first + BK - 1) / BK;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int warp_row = warp / WARPS_N * WM, warp_column = warp % WARPS_N * WN;
    unsigned int lane_a = begin_a(warp_row), lane_b = begin_b(warp_column);

    float sums[BLOCKS_M][BLOCKS_N][4];
#pragma unroll
    for (int i = 0; i < BLOCKS_M; i++) {
#pragma unroll
        for (int j = 0; j < BLOCKS_N; j++) {
#pragma unroll
            for (int e = 0; e < 4; e++) {
                sums[i][j][e] = 0;
            }
        }
    }
#pragma unroll
    for (int s = 0; s < STAGES - 1; s++) {
        if (s < tiles_k) {
            copier_a.copy(stages + s * STAGE_BYTES, a, end);
            copier_b.copy(stages + s * STAGE_BYTES + BYTES_A, b, end);
        }
        commit_copies();
    }
    wait_for_copies<STAGES - 2>();
    __syncthreads();
    unsigned int reading = stages, writing = stages + (STAGES - 1) * STAGE_BYTES;
    unsigned int last = stages + (STAGES - 1) * STAGE_BYTES;
    unsigned int parts_a[2][BLOCKS_M][4], parts_b[2][BLOCKS_N / 2][4];
    if (tiles_k > 0) {
        load_a(parts_a[0], reading, lane_a, warp_row, 0);
        load_b(parts_b[0], reading + BYTES_A, lane_b, warp_column, 0);
    }
    for (int t = 0; t < tiles_k; t++) {
#pragma unroll
        for (int step = 0; step < STEPS; step++) {
            if (step == STEPS - 1) {
                wait_for_copies<STAGES - 2>();
                __syncthreads();
                reading = reading == last ? stages : reading + STAGE_BYTES;
            }
            // What the next step needs is on its way while this one multiplies.
            if (step < STEPS - 1 || t + 1 < tiles_k) {
                load_a(parts_a[(step + 1) % 2], reading, lane_a, warp_row, (step + 1) % STEPS);
                load_b(parts_b[(step + 1) % 2], reading + BYTES_A, lane_b, warp_column, (step + 1) % STEPS);
            }
            if (step == 0) {
                if (t + STAGES - 1 < tiles_k) {
                    copier_a.copy(writing, a, end);
                    copier_b.copy(writing + BYTES_A, b, end);
                }
                commit_copies();
                writing = writing == last ? stages : writing + STAGE_BYTES;
            }
#pragma unroll
            for (int i = 0; i < BLOCKS_M; i++) {
#pragma unroll
                for (int j = 0; j < BLOCKS_N; j++) {
                    const unsigned int* right = parts_b[step % 2][j / 2] + j % 2 * 2;
                    multiply_add(sums[i][j], parts_a[step % 2][i], right[0], right[1]);
                }
            }
        }
    }
#pragma unroll
    for (int i = 0; i < BLOCKS_M; i++) {
#pragma unroll
        for (int half = 0; half < 2; half++) {
            int r = row + warp_row + i * 16 + half * 8 + lane / 4;
            if (r < m) {
#pragma unroll
                for (int j = 0; j < BLOCKS_N; j++) {
                    int s = column + warp_column + j * 8 + lane % 4 * 2;
                    float x = sums[i][j][half * 2], y = sums[i][j][half * 2 + 1];
#if SPLIT
                    long long at = ((long long)rest * m + r) * n + s;
                    if (s < n) {
                        partial[at] = x;
                    }
                    if (s + 1 < n) {
                        partial[at + 1] = y;
                    }
#else
                    long long at = batch * batch_d + r * ldd + s;
                    if (PAIRS && s + 1 < n) {
                        write_pair(
                            finish(x, alpha, beta, c, at, bias, s), finish(y, alpha, beta, c, at + 1, bias, s + 1), &d[at]);
                    } else {
                        if (s < n) {
                            narrow(finish(x, alpha, beta, c, at, bias, s), &d[at]);
                        }
                        if (s + 1 < n) {
                            narrow(finish(y, alpha, beta, c, at + 1, bias, s + 1), &d[at + 1]);
                        }
                    }
#endif
                }
            }
        }
    }
}
