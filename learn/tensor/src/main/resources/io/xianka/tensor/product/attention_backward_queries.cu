// The gradient of queries: a block keeps BM queries, 16 * ROW_BLOCKS a warp, and walks over the keys, BN at a time. With p the
// probabilities, g the upstream gradient and delta the row sums of g * o: ds = p * (g v^T - delta), dq = scale * ds k. Given as
// macros beside those of attention_rows.cu: BM, BN, STAGES (of keys in shared memory, 1 or 2).
#define ROW_BLOCKS (BM / (THREADS / 32 * 16))
#define BLOCKS_N (BN / 8)

extern "C" __global__ __launch_bounds__(THREADS) void attention_backward_queries(
    const Factor* __restrict__ q, const Factor* __restrict__ k, const Factor* __restrict__ v, const Factor* __restrict__ g,
    const float* __restrict__ log_sum_exp, const float* __restrict__ delta, Factor* __restrict__ dq, int heads,
    int heads_per_key_head, int queries, int keys, long long q_batch, long long q_head, long long q_row, long long k_batch,
    long long k_head, long long k_row, long long v_batch, long long v_head, long long v_row, long long o_batch,
    long long o_head, long long o_row, long long dq_batch, long long dq_head, long long dq_row, float scale) {
    extern __shared__ __align__(1024) unsigned char memory[];
    unsigned int tile_q = shared_address(memory), tile_g = tile_q + BM * LINE_BYTES;
    unsigned int tiles_k = tile_g + BM * LINE_BYTES, tiles_v = tiles_k + STAGES * BN * LINE_BYTES;
    int tiles = (queries + BM - 1) / BM;
    int tile = tiles - 1 - blockIdx.x % tiles;
    int sequence = blockIdx.x / tiles, batch = sequence / heads, head = sequence % heads;
    int first = tile * BM;
    q += batch * q_batch + head * q_head + first * q_row;
    k += batch * k_batch + head / heads_per_key_head * k_head;
    v += batch * v_batch + head / heads_per_key_head * v_head;
    g += batch * o_batch + head * o_head + first * o_row;
    int rows = queries - first;
    int seen = CAUSAL ? min(keys, first + BM) : keys;
    int blocks = (seen + BN - 1) / BN;
    int lane = threadIdx.x % 32, warp_row = threadIdx.x / 32 * (16 * ROW_BLOCKS);
    float factor = scale * LOG2_E;
    unsigned int by_lines = chunks_first<CHUNKS>(), by_columns = columns_first();
    unsigned int own_lines = warp_row * LINE_BYTES + lines_first<CHUNKS>(), lane_q = tile_q + own_lines, lane_g = tile_g + own_lines;

    float sums[ROW_BLOCKS][BLOCKS_D][4], l[ROW_BLOCKS][2], d[ROW_BLOCKS][2];
#pragma unroll
    for (int i = 0; i < ROW_BLOCKS; i++) {
        clear<BLOCKS_D>(sums[i]);
#pragma unroll
        for (int half = 0; half < 2; half++) {
            int row = warp_row + i * 16 + half * 8 + lane / 4;
            long long at = (long long)sequence * queries + first + row;
            l[i][half] = row < rows ? log_sum_exp[at] * LOG2_E : INFINITY;
            d[i][half] = row < rows ? delta[at] : 0;
        }
    }
    copy_rows<BM>(tile_q, q, q_row, rows);
    copy_rows<BM>(tile_g, g, o_row, rows);
    copy_rows<BN>(tiles_k, k, k_row, keys);
    copy_rows<BN>(tiles_v, v, v_row, keys);
    commit_copies();
    for (int n = 0; n < blocks; n++) {
        if (STAGES == 2) {
            if (n + 1 < blocks) {
                int at = (n + 1) * BN, stage = (n + 1) % 2;
                copy_rows<BN>(tiles_k + stage * (BN * LINE_BYTES), k + at * k_row, k_row, keys - at);
                copy_rows<BN>(tiles_v + stage * (BN * LINE_BYTES), v + at * v_row, v_row, keys - at);
            }
            commit_copies();
            wait_for_copies<1>();
        } else {
            wait_for_copies<0>();
        }
        __syncthreads();
        unsigned int tile_k = tiles_k + n % STAGES * (BN * LINE_BYTES), tile_v = tiles_v + n % STAGES * (BN * LINE_BYTES);
        float p[ROW_BLOCKS][BLOCKS_N][4], dp[ROW_BLOCKS][BLOCKS_N][4];
        multiply_lines<ROW_BLOCKS, BN>(p, lane_q, tile_k + by_lines);
        multiply_lines<ROW_BLOCKS, BN>(dp, lane_g, tile_v + by_lines);
        bool masked = (n + 1) * BN > keys || (CAUSAL && (n + 1) * BN - 1 > first);
#pragma unroll
        for (int i = 0; i < ROW_BLOCKS; i++) {
#pragma unroll
            for (int j = 0; j < BLOCKS_N; j++) {
#pragma unroll
                for (int e = 0; e < 4; e++) {
                    float x = exp2_fast(p[i][j][e] * factor - l[i][e / 2]) * (dp[i][j][e] - d[i][e / 2]);
                    if (masked) {
                        int key = n * BN + j * 8 + lane % 4 * 2 + e % 2;
                        int query = first + warp_row + i * 16 + lane / 4 + e / 2 * 8;
                        if (key >= keys || (CAUSAL && key > query)) {
                            x = 0;
                        }
                    }
                    p[i][j][e] = x;
                }
            }
        }
        add_lines<ROW_BLOCKS, BN>(sums, p, tile_k + by_columns);
        __syncthreads();
        if (STAGES == 1 && n + 1 < blocks) {
            int at = (n + 1) * BN;
            copy_rows<BN>(tiles_k, k + at * k_row, k_row, keys - at);
            copy_rows<BN>(tiles_v, v + at * v_row, v_row, keys - at);
            commit_copies();
        }
    }
    wait_for_copies<0>();
#pragma unroll
    for (int i = 0; i < ROW_BLOCKS; i++) {
        write_rows(
            dq + batch * dq_batch + head * dq_head + first * dq_row, dq_row, warp_row + i * 16, rows, sums[i], scale, scale);
    }
}
