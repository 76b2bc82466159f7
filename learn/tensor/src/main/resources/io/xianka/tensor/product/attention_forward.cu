// Attention, forward: a block keeps BM queries and walks over the keys, BN at a time; a warp owns 16 * ROW_BLOCKS queries.
// Scores stay in registers; each row's largest score and sum of exponentials are corrected as larger scores come.
// Given as macros beside those of attention_rows.cu: BM, BN.
#define ROW_BLOCKS (BM / (THREADS / 32 * 16))
#define BLOCKS_N (BN / 8)

extern "C" __global__ __launch_bounds__(THREADS) void attention_forward(
    const Factor* __restrict__ q, const Factor* __restrict__ k, const Factor* __restrict__ v, Factor* __restrict__ o,
    float* __restrict__ log_sum_exp, int heads, int heads_per_key_head, int queries, int keys, long long q_batch,
    long long q_head, long long q_row, long long k_batch, long long k_head, long long k_row, long long v_batch,
    long long v_head, long long v_row, long long o_batch, long long o_head, long long o_row, float scale) {
    extern __shared__ __align__(1024) unsigned char memory[];
    unsigned int tile_q = shared_address(memory), tile_k = tile_q + BM * LINE_BYTES, tile_v = tile_k + BN * LINE_BYTES;
    int tiles = (queries + BM - 1) / BM;
    int tile = tiles - 1 - blockIdx.x % tiles;  // causal: those with most keys first
    int sequence = blockIdx.x / tiles, batch = sequence / heads, head = sequence % heads;
    int first = tile * BM;
    q += batch * q_batch + head * q_head + first * q_row;
    k += batch * k_batch + head / heads_per_key_head * k_head;
    v += batch * v_batch + head / heads_per_key_head * v_head;
    o += batch * o_batch + head * o_head + first * o_row;
    int rows = queries - first;
    int seen = CAUSAL ? min(keys, first + BM) : keys;
    int blocks = (seen + BN - 1) / BN;
    int lane = threadIdx.x % 32, warp_row = threadIdx.x / 32 * (16 * ROW_BLOCKS);
    float factor = scale * LOG2_E;
    unsigned int lane_q = tile_q + warp_row * LINE_BYTES + lines_first<CHUNKS>();
    unsigned int lane_k = tile_k + chunks_first<CHUNKS>(), lane_v = tile_v + columns_first();

    float out[ROW_BLOCKS][BLOCKS_D][4], largest[ROW_BLOCKS][2], sums[ROW_BLOCKS][2];
#pragma unroll
    for (int i = 0; i < ROW_BLOCKS; i++) {
        clear<BLOCKS_D>(out[i]);
        largest[i][0] = largest[i][1] = -INFINITY;
        sums[i][0] = sums[i][1] = 0;
    }
    copy_rows<BM>(tile_q, q, q_row, rows);
    copy_rows<BN>(tile_k, k, k_row, keys);
    commit_copies();
    for (int n = 0; n < blocks; n++) {
        wait_for_copies<0>();
        __syncthreads();
        copy_rows<BN>(tile_v, v + (long long)n * BN * v_row, v_row, keys - n * BN);
        commit_copies();
        float scores[ROW_BLOCKS][BLOCKS_N][4];
        multiply_lines<ROW_BLOCKS, BN>(scores, lane_q, lane_k);
        wait_for_copies<0>();
        __syncthreads();
        if (n + 1 < blocks) {
            copy_rows<BN>(tile_k, k + (long long)(n + 1) * BN * k_row, k_row, keys - (n + 1) * BN);
            commit_copies();
        }
        if ((n + 1) * BN > keys || (CAUSAL && (n + 1) * BN - 1 > first)) {
#pragma unroll
            for (int i = 0; i < ROW_BLOCKS; i++) {
#pragma unroll
                for (int j = 0; j < BLOCKS_N; j++) {
#pragma unroll
                    for (int e = 0; e < 4; e++) {
                        int key = n * BN + j * 8 + lane % 4 * 2 + e % 2;
                        int query = first + warp_row + i * 16 + lane / 4 + e / 2 * 8;
                        if (key >= keys || (CAUSAL && key > query)) {
                            scores[i][j][e] = -INFINITY;
                        }
                    }
                }
            }
        }
#pragma unroll
        for (int i = 0; i < ROW_BLOCKS; i++) {
#pragma unroll
            for (int half = 0; half < 2; half++) {
                float most = largest[i][half];
#pragma unroll
                for (int j = 0; j < BLOCKS_N; j++) {
                    most = fmaxf(most, fmaxf(scores[i][j][half * 2], scores[i][j][half * 2 + 1]));
                }
                most = row_max(most);
                float correction = exp2_fast((largest[i][half] - most) * factor);
                largest[i][half] = most;
                float origin = most * factor, sum = 0;
#pragma unroll
                for (int j = 0; j < BLOCKS_N; j++) {
#pragma unroll
                    for (int e = half * 2; e < half * 2 + 2; e++) {
                        scores[i][j][e] = exp2_fast(scores[i][j][e] * factor - origin);
                        sum += scores[i][j][e];
                    }
                }
                sums[i][half] = sums[i][half] * correction + sum;
#pragma unroll
                for (int j = 0; j < BLOCKS_D; j++) {
                    out[i][j][half * 2] *= correction;
                    out[i][j][half * 2 + 1] *= correction;
                }
            }
        }
        add_lines<ROW_BLOCKS, BN>(out, scores, lane_v);
    }
#pragma unroll
    for (int i = 0; i < ROW_BLOCKS; i++) {
        float low = row_sum(sums[i][0]), high = row_sum(sums[i][1]);
        int row = warp_row + i * 16;
        write_rows(o, o_row, row, rows, out[i], 1 / low, 1 / high);
        if (log_sum_exp != 0 && lane % 4 == 0) {
            float* to = log_sum_exp + (long long)sequence * queries + first + row + lane / 4;
            if (row + lane / 4 < rows) {
                to[0] = largest[i][0] * scale + logf(low);
            }
            if (row + lane / 4 + 8 < rows) {
                to[8] = largest[i][1] * scale + logf(high);
            }
        }
    }
}
