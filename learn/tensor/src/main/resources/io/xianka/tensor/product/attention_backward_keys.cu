// The gradients of keys and values: a block keeps BN keys, 16 * ROW_BLOCKS a warp, and walks over the queries, BQ at a time, so
// that every sum has one owner and one order. With p the probabilities, g the upstream gradient and delta the row sums of g * o:
// ds = p * (g v^T - delta), dv = p^T g, dk = scale * ds^T q. Scores are computed again; their sums are known. Given as macros
// beside those of attention_rows.cu: BN, BQ, STAGES (of queries in shared memory, 1 or 2), WANTS_K, WANTS_V (which gradients
// this launch makes).
#define ROW_BLOCKS (BN / (THREADS / 32 * 16))
#define BLOCKS_Q (BQ / 8)

extern "C" __global__ __launch_bounds__(THREADS) void attention_backward_keys(
    const Factor* __restrict__ q, const Factor* __restrict__ k, const Factor* __restrict__ v, const Factor* __restrict__ g,
    const float* __restrict__ log_sum_exp, const float* __restrict__ delta, Factor* __restrict__ dk, Factor* __restrict__ dv,
    int heads, int heads_per_key_head, int queries, int keys, long long q_batch, long long q_head, long long q_row,
    long long k_batch, long long k_head, long long k_row, long long v_batch, long long v_head, long long v_row,
    long long o_batch, long long o_head, long long o_row, long long dk_batch, long long dk_head,
    long long dk_row, long long dv_batch, long long dv_head, long long dv_row, float scale) {
    extern __shared__ __align__(1024) unsigned char memory[];
    unsigned int tile_k = shared_address(memory), tile_v = tile_k + BN * LINE_BYTES;
    unsigned int tiles_q = tile_v + BN * LINE_BYTES, tiles_g = tiles_q + STAGES * BQ * LINE_BYTES;
    float* rows_l = (float*)(memory + 2 * BN * LINE_BYTES + 2 * STAGES * BQ * LINE_BYTES);
    float* rows_delta = rows_l + STAGES * BQ;
    int tiles = (keys + BN - 1) / BN;
    int tile = blockIdx.x % tiles;
    int key_heads = heads / heads_per_key_head;
    int batch = blockIdx.x / tiles / key_heads, key_head = blockIdx.x / tiles % key_heads;
    int first = tile * BN;
    k += batch * k_batch + key_head * k_head + first * k_row;
    v += batch * v_batch + key_head * v_head + first * v_row;
    int lane = threadIdx.x % 32, warp_row = threadIdx.x / 32 * (16 * ROW_BLOCKS);
    float factor = scale * LOG2_E;
    unsigned int by_lines = chunks_first<CHUNKS>(), by_columns = columns_first();
    unsigned int own_lines = warp_row * LINE_BYTES + lines_first<CHUNKS>(), lane_k = tile_k + own_lines, lane_v = tile_v + own_lines;
    int first_tile = CAUSAL ? first / BQ : 0, tiles_of_q = (queries + BQ - 1) / BQ;
    int per_head = max(tiles_of_q - first_tile, 0), total = per_head * heads_per_key_head;

    float sums_k[ROW_BLOCKS][BLOCKS_D][4], sums_v[ROW_BLOCKS][BLOCKS_D][4];
#pragma unroll
    for (int i = 0; i < ROW_BLOCKS; i++) {
        if (WANTS_K) {
            clear<BLOCKS_D>(sums_k[i]);
        }
        if (WANTS_V) {
            clear<BLOCKS_D>(sums_v[i]);
        }
    }
    auto copy_queries = [&](int index) {
        int head = key_head * heads_per_key_head + index / per_head, start = (first_tile + index % per_head) * BQ;
        int stage = index % STAGES;
        copy_rows<BQ>(
            tiles_q + stage * (BQ * LINE_BYTES), q + batch * q_batch + head * q_head + start * q_row, q_row, queries - start);
        copy_rows<BQ>(
            tiles_g + stage * (BQ * LINE_BYTES), g + batch * o_batch + head * o_head + start * o_row, o_row, queries - start);
        for (int i = threadIdx.x; i < BQ; i += THREADS) {
            long long at = ((long long)batch * heads + head) * queries + start + i;
            bool inside = start + i < queries;
            // Queries outside get probability 0.
            rows_l[stage * BQ + i] = inside ? log_sum_exp[at] * LOG2_E : INFINITY;
            rows_delta[stage * BQ + i] = inside ? delta[at] : 0;
        }
    };
    copy_rows<BN>(tile_k, k, k_row, keys - first);
    copy_rows<BN>(tile_v, v, v_row, keys - first);
    if (total > 0) {
        copy_queries(0);
    }
    commit_copies();
    for (int index = 0; index < total; index++) {
        if (STAGES == 2) {
            if (index + 1 < total) {
                copy_queries(index + 1);
            }
            commit_copies();
            wait_for_copies<1>();
        } else {
            wait_for_copies<0>();
        }
        __syncthreads();
        int start = (first_tile + index % per_head) * BQ, stage = index % STAGES;
        unsigned int tile_q = tiles_q + stage * (BQ * LINE_BYTES), tile_g = tiles_g + stage * (BQ * LINE_BYTES);
        const float* l = rows_l + stage * BQ;
        const float* d = rows_delta + stage * BQ;

        // Probabilities, keys down, queries across.
        float p[ROW_BLOCKS][BLOCKS_Q][4];
        multiply_lines<ROW_BLOCKS, BQ>(p, lane_k, tile_q + by_lines);
        bool masked = first + BN > keys || (CAUSAL && start < first + BN);
#pragma unroll
        for (int i = 0; i < ROW_BLOCKS; i++) {
#pragma unroll
            for (int j = 0; j < BLOCKS_Q; j++) {
#pragma unroll
                for (int e = 0; e < 4; e++) {
                    int across = j * 8 + lane % 4 * 2 + e % 2;
                    p[i][j][e] = exp2_fast(p[i][j][e] * factor - l[across]);
                    if (masked) {
                        int key = first + warp_row + i * 16 + lane / 4 + e / 2 * 8;
                        if (key >= keys || (CAUSAL && key > start + across)) {
                            p[i][j][e] = 0;
                        }
                    }
                }
            }
        }
        if (WANTS_V) {
            add_lines<ROW_BLOCKS, BQ>(sums_v, p, tile_g + by_columns);
        }
        if (WANTS_K) {
            float dp[ROW_BLOCKS][BLOCKS_Q][4];
            multiply_lines<ROW_BLOCKS, BQ>(dp, lane_v, tile_g + by_lines);
#pragma unroll
            for (int i = 0; i < ROW_BLOCKS; i++) {
#pragma unroll
                for (int j = 0; j < BLOCKS_Q; j++) {
#pragma unroll
                    for (int e = 0; e < 4; e++) {
                        p[i][j][e] *= dp[i][j][e] - d[j * 8 + lane % 4 * 2 + e % 2];
                    }
                }
            }
            add_lines<ROW_BLOCKS, BQ>(sums_k, p, tile_q + by_columns);
        }
        __syncthreads();
        if (STAGES == 1 && index + 1 < total) {
            copy_queries(index + 1);
            commit_copies();
        }
    }
    wait_for_copies<0>();
#pragma unroll
    for (int i = 0; i < ROW_BLOCKS; i++) {
        int row = warp_row + i * 16;
        if (WANTS_K) {
            write_rows(
                dk + batch * dk_batch + key_head * dk_head + first * dk_row, dk_row, row, keys - first, sums_k[i], scale, scale);
        }
        if (WANTS_V) {
            write_rows(dv + batch * dv_batch + key_head * dv_head + first * dv_row, dv_row, row, keys - first, sums_v[i], 1, 1);
        }
    }
}
