// Tiles of queries, keys, values and gradients for attention on tensor cores: each line is the row of one position, D elements
// wide, with zeros up to SD (a power of two). Given as macros beside KIND: FACTOR (type), D, SD, DK (D up to a multiple of
// 16), THREADS, PIECE (bytes that copies are aligned to), PAIRS (whether two neighbours may be written at once), CAUSAL.
typedef FACTOR Factor;

#define CHUNKS (SD / 8)
#define STEPS_D (DK / 16)
#define BLOCKS_D (DK / 8)
#define LINE_BYTES (SD * 2)
#define LOG2_E 1.4426950408889634f

// Copies rows into a tile; rows from `rows` on are zeros.
template <int Rows>
__device__ __forceinline__ void copy_rows(unsigned int tile, const Factor* from, long long row_stride, int rows) {
    int line = threadIdx.x / CHUNKS, chunk = threadIdx.x % CHUNKS;
    int bytes = min(max(D - chunk * 8, 0), 8) * 2;
#pragma unroll
    for (int i = 0; i < (Rows * CHUNKS + THREADS - 1) / THREADS; i++) {
        int l = line + i * (THREADS / CHUNKS);
        if (Rows * CHUNKS % THREADS == 0 || l < Rows) {
            int valid = l < rows ? bytes : 0;
            copy_chunk<PIECE>(
                tile + place<CHUNKS>(l, chunk), valid > 0 ? from + l * row_stride + chunk * 8 : from, valid);
        }
    }
}

// 16 lines as left factor, step of 16 along the row; `from` is the first line's place plus lines_first.
__device__ __forceinline__ void load_left(unsigned int* to, unsigned int from, int step) {
    load_matrices(to, from ^ step * 32);
}

// 16 lines from `line` on as columns of the right factor: words 0 and 1 are of the first 8, 2 and 3 of the others; `from` is
// the tile's place plus chunks_first.
__device__ __forceinline__ void load_right_by_lines(unsigned int* to, unsigned int from, int line, int step) {
    load_matrices(to, (from ^ step * 32) + line * LINE_BYTES);
}

// 16 lines from `line` on as rows of the right factor, 16 positions of the row from 8 * `block` on; `from` is the tile's place
// plus lines_first.
__device__ __forceinline__ void load_right_by_columns(unsigned int* to, unsigned int from, int line, int block) {
    load_transposed_matrices(to, (from ^ block * 16) + line * LINE_BYTES);
}

__device__ __forceinline__ unsigned int packed(float low, float high) {
    unsigned int r;
#if KIND == 1
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(high), "f"(low));
#else
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(high), "f"(low));
#endif
    return r;
}

// Two blocks of 8 columns of sums become a left factor.
__device__ __forceinline__ void pack_left(unsigned int* to, const float (*sums)[4]) {
    to[0] = packed(sums[0][0], sums[0][1]);
    to[1] = packed(sums[0][2], sums[0][3]);
    to[2] = packed(sums[1][0], sums[1][1]);
    to[3] = packed(sums[1][2], sums[1][3]);
}

__device__ __forceinline__ float exp2_fast(float x) {
    float r;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

// Of the four lanes that hold a row.
__device__ __forceinline__ float row_max(float x) {
    x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, 1));
    return fmaxf(x, __shfl_xor_sync(0xffffffffu, x, 2));
}

__device__ __forceinline__ float row_sum(float x) {
    x += __shfl_xor_sync(0xffffffffu, x, 1);
    return x + __shfl_xor_sync(0xffffffffu, x, 2);
}

// Writes a 16-row block of sums, each row times its factor.
__device__ __forceinline__ void write_rows(
    Factor* to, long long row_stride, int row, int rows, const float (*sums)[4], float low_factor, float high_factor) {
    int lane = threadIdx.x % 32;
#pragma unroll
    for (int half = 0; half < 2; half++) {
        int r = row + half * 8 + lane / 4;
        float factor = half == 0 ? low_factor : high_factor;
        if (r < rows) {
#pragma unroll
            for (int j = 0; j < BLOCKS_D; j++) {
                int d = j * 8 + lane % 4 * 2;
                float x = sums[j][half * 2] * factor, y = sums[j][half * 2 + 1] * factor;
                Factor* at = to + r * row_stride + d;
                if (PAIRS && d + 1 < D) {
                    *(unsigned int*)at = packed(x, y);
                } else {
                    if (d < D) {
                        narrow(x, at);
                    }
                    if (d + 1 < D) {
                        narrow(y, at + 1);
                    }
                }
            }
        }
    }
}

template <int Blocks>
__device__ __forceinline__ void clear(float (*sums)[4]) {
#pragma unroll
    for (int j = 0; j < Blocks; j++) {
#pragma unroll
        for (int e = 0; e < 4; e++) {
            sums[j][e] = 0;
        }
    }
}
