// Tiles of queries, keys, values and gradients for attention on tensor cores: each line is the row of one position, D elements
// wide, with zeros up to SD (a power of two). Given as macros beside KIND: FACTOR (type), PRECISE (whether float32 is multiplied
// as the sum of two tf32 numbers), D, SD, DK (D up to a multiple of 16), THREADS, PIECE (bytes that copies are aligned to), WIDE
// (whether what a lane has of two blocks' row may be written at once), CAUSAL.
typedef FACTOR Factor;

#define CHUNKS (SD / CHUNK)
#define STEPS_D (DK / STEP_K)
#define BLOCKS_D (DK / 8)
#define LINE_BYTES (SD * ELEMENT_BYTES)
#define WORDS (PRECISE ? 8 : 4)  // of a lane's part of a factor: four of the numbers rounded, then four of what that left
#define LOG2_E 1.4426950408889634f

// Copies rows into a tile; rows from `rows` on are zeros.
template <int Rows>
__device__ __forceinline__ void copy_rows(unsigned int tile, const Factor* from, long long row_stride, int rows) {
    int line = threadIdx.x / CHUNKS, chunk = threadIdx.x % CHUNKS;
    int bytes = min(max(D - chunk * CHUNK, 0), CHUNK) * ELEMENT_BYTES;
#pragma unroll
    for (int i = 0; i < (Rows * CHUNKS + THREADS - 1) / THREADS; i++) {
        int l = line + i * (THREADS / CHUNKS);
        if (Rows * CHUNKS % THREADS == 0 || l < Rows) {
            int valid = l < rows ? bytes : 0;
            copy_chunk<PIECE>(
                tile + place<CHUNKS>(l, chunk), valid > 0 ? from + l * row_stride + chunk * CHUNK : from, valid);
        }
    }
}

// What was read from a tile becomes a factor. Infinity becomes NaN when precise.
__device__ __forceinline__ void round_words(unsigned int* words) {
#if KIND == 0
#pragma unroll
    for (int i = 0; i < 4; i++) {
        unsigned int whole = words[i];
        words[i] = rounded(whole);
#if PRECISE
        words[4 + i] = __float_as_uint(__uint_as_float(whole) - __uint_as_float(words[i]));
#endif
    }
#endif
}

// 16 lines as left factor, step of STEP_K along the row; `from` is the first line's place plus lines_first.
__device__ __forceinline__ void load_left(unsigned int* to, unsigned int from, int step) {
    load_matrices(to, from ^ step * 32);
    round_words(to);
}

// 16 lines from `line` on as columns of the right factor: words 0 and 1 are of the first 8, 2 and 3 of the others; `from` is
// the tile's place plus chunks_first.
__device__ __forceinline__ void load_right_by_lines(unsigned int* to, unsigned int from, int line, int step) {
    load_matrices(to, (from ^ step * 32) + line * LINE_BYTES);
    round_words(to);
}

#if KIND == 0
// 32-bit numbers cannot be transposed while they are read. But sums do not mind in which order k is walked along, nor products
// in which order columns are: of a step of 8 lines the even ones come first, as pack_left has them, and of 16 columns the even
// ones are of the first block, the odd ones of the second, as write_rows has them. So a lane reads two neighbours of a line, and
// of half a warp each is in a bank of its own.
__device__ __forceinline__ unsigned int columns_first() {
    int lane = threadIdx.x % 32;
    return place<CHUNKS>(lane % 4 * 2, lane / 8) + lane / 4 % 2 * 8;
}

__device__ __forceinline__ void load_right_by_columns(unsigned int* to, unsigned int from, int line, int block) {
    unsigned int even = from ^ block * 32, odd = CHUNKS < 8 ? even : even ^ 16;
    asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(to[0]), "=r"(to[2]) : "r"(even + line * LINE_BYTES) : "memory");
    asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];"
        : "=r"(to[1]), "=r"(to[3]) : "r"(odd + (line + 1) * LINE_BYTES) : "memory");
    round_words(to);
}

// A block of 8 columns of sums becomes a left factor.
__device__ __forceinline__ void pack_left(unsigned int* to, const float (*sums)[4], int step) {
    to[0] = __float_as_uint(sums[step][0]);
    to[1] = __float_as_uint(sums[step][2]);
    to[2] = __float_as_uint(sums[step][1]);
    to[3] = __float_as_uint(sums[step][3]);
    round_words(to);
}
#else
__device__ __forceinline__ unsigned int columns_first() { return lines_first<CHUNKS>(); }

// STEP_K lines from `line` on as rows of the right factor, 16 positions of the row from 8 * `block` on; `from` is the tile's
// place plus columns_first.
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
__device__ __forceinline__ void pack_left(unsigned int* to, const float (*sums)[4], int step) {
    to[0] = packed(sums[step * 2][0], sums[step * 2][1]);
    to[1] = packed(sums[step * 2][2], sums[step * 2][3]);
    to[2] = packed(sums[step * 2 + 1][0], sums[step * 2 + 1][1]);
    to[3] = packed(sums[step * 2 + 1][2], sums[step * 2 + 1][3]);
}
#endif

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

// Two blocks of sums += left times right; `small`, when precise, += the products with what rounding left.
__device__ __forceinline__ void multiply_add_both(
    float (*sums)[4], float (*small)[4], const unsigned int* left, const unsigned int* right) {
#if PRECISE
    multiply_add(small[0], left + 4, right[0], right[1]);
    multiply_add(small[1], left + 4, right[2], right[3]);
#endif
    multiply_add(sums[0], left, right[0], right[1]);
    multiply_add(sums[1], left, right[2], right[3]);
#if PRECISE
    multiply_add(small[0], left, right[4], right[5]);
    multiply_add(small[1], left, right[6], right[7]);
#endif
}

template <int Blocks>
__device__ __forceinline__ void add(float (*sums)[4], const float (*more)[4]) {
#pragma unroll
    for (int j = 0; j < Blocks; j++) {
#pragma unroll
        for (int e = 0; e < 4; e++) {
            sums[j][e] += more[j][e];
        }
    }
}

// Products of a warp's 16 * RowBlocks lines, from `left` (with lines_first) on, with all Lines of the tile `right` (with
// chunks_first).
//
// Tensor cores cut off what does not fit when they add, and so err to one side with each step. When precise, they therefore add
// up small products apart, here and in add_lines, and no more than a tile.
template <int RowBlocks, int Lines>
__device__ __forceinline__ void multiply_lines(float (*products)[Lines / 8][4], unsigned int left, unsigned int right) {
    float small[RowBlocks][Lines / 8][4];
#pragma unroll
    for (int i = 0; i < RowBlocks; i++) {
        clear<Lines / 8>(products[i]);
        clear<Lines / 8>(small[i]);
    }
#pragma unroll
    for (int step = 0; step < STEPS_D; step++) {
        unsigned int factor[RowBlocks][WORDS];
#pragma unroll
        for (int i = 0; i < RowBlocks; i++) {
            load_left(factor[i], left + i * (16 * LINE_BYTES), step);
        }
#pragma unroll
        for (int j = 0; j < Lines / 8; j += 2) {
            unsigned int columns[WORDS];
            load_right_by_lines(columns, right, j * 8, step);
#pragma unroll
            for (int i = 0; i < RowBlocks; i++) {
                multiply_add_both(products[i] + j, small[i] + j, factor[i], columns);
            }
        }
    }
#if PRECISE
#pragma unroll
    for (int i = 0; i < RowBlocks; i++) {
        add<Lines / 8>(products[i], small[i]);
    }
#endif
}

// sums += weights times the Lines of a tile (with columns_first), for Blocks blocks of its columns from `block` on.
template <int RowBlocks, int Lines, int Blocks>
__device__ __forceinline__ void add_columns(
    float (*sums)[BLOCKS_D][4], const float (*weights)[Lines / 8][4], unsigned int tile, int block) {
#if PRECISE
    float of_tile[RowBlocks][Blocks][4], small[RowBlocks][Blocks][4];
#pragma unroll
    for (int i = 0; i < RowBlocks; i++) {
        clear<Blocks>(of_tile[i]);
        clear<Blocks>(small[i]);
    }
#endif
#pragma unroll
    for (int step = 0; step < Lines / STEP_K; step++) {
        unsigned int factor[RowBlocks][WORDS];
#pragma unroll
        for (int i = 0; i < RowBlocks; i++) {
            pack_left(factor[i], weights[i], step);
        }
#pragma unroll
        for (int j = 0; j < Blocks; j += 2) {
            unsigned int columns[WORDS];
            load_right_by_columns(columns, tile, step * STEP_K, block + j);
#pragma unroll
            for (int i = 0; i < RowBlocks; i++) {
#if PRECISE
                multiply_add_both(of_tile[i] + j, small[i] + j, factor[i], columns);
#else
                multiply_add_both(sums[i] + block + j, sums[i] + block + j, factor[i], columns);
#endif
            }
        }
    }
#if PRECISE
#pragma unroll
    for (int i = 0; i < RowBlocks; i++) {
        add<Blocks>(of_tile[i], small[i]);
        add<Blocks>(sums[i] + block, of_tile[i]);
    }
#endif
}

// The same for all columns; when precise no more than 64 of them at once, which registers hold.
template <int RowBlocks, int Lines>
__device__ __forceinline__ void add_lines(
    float (*sums)[BLOCKS_D][4], const float (*weights)[Lines / 8][4], unsigned int tile) {
    constexpr int together = PRECISE && BLOCKS_D > 8 ? 8 : BLOCKS_D;
#pragma unroll
    for (int block = 0; block + together <= BLOCKS_D; block += together) {
        add_columns<RowBlocks, Lines, together>(sums, weights, tile, block);
    }
    if constexpr (BLOCKS_D % together != 0) {
        add_columns<RowBlocks, Lines, BLOCKS_D % together>(sums, weights, tile, BLOCKS_D - BLOCKS_D % together);
    }
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

// Writes what add_lines summed for 16 rows, each row times its factor.
__device__ __forceinline__ void write_rows(
    Factor* to, long long row_stride, int row, int rows, const float (*sums)[4], float low_factor, float high_factor) {
    int lane = threadIdx.x % 32;
#pragma unroll
    for (int half = 0; half < 2; half++) {
        int r = row + half * 8 + lane / 4;
        float factor = half == 0 ? low_factor : high_factor;
        if (r < rows) {
#if KIND == 0
#pragma unroll
            for (int j = 0; j < BLOCKS_D; j += 2) {
                int d = j * 8 + lane % 4 * 4;
                float4 x = make_float4(
                    sums[j][half * 2] * factor, sums[j + 1][half * 2] * factor, sums[j][half * 2 + 1] * factor,
                    sums[j + 1][half * 2 + 1] * factor);
                Factor* at = to + r * row_stride + d;
                if (WIDE && d + 3 < D) {
                    *(float4*)at = x;
                } else {
                    if (d < D) {
                        at[0] = x.x;
                    }
                    if (d + 1 < D) {
                        at[1] = x.y;
                    }
                    if (d + 2 < D) {
                        at[2] = x.z;
                    }
                    if (d + 3 < D) {
                        at[3] = x.w;
                    }
                }
            }
#else
#pragma unroll
            for (int j = 0; j < BLOCKS_D; j++) {
                int d = j * 8 + lane % 4 * 2;
                float x = sums[j][half * 2] * factor, y = sums[j][half * 2 + 1] * factor;
                Factor* at = to + r * row_stride + d;
                if (WIDE && d + 1 < D) {
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
#endif
        }
    }
}
