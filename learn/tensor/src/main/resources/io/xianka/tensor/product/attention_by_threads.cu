// Attention by plain multiply-adds in float, for float32 and for devices without the tensor cores that are wanted. Tiles of T
// queries or keys, rows of D elements; four threads share a row. Needs numbers.cu and attention_delta.cu. Given as macros
// beside FACTOR and D: T, CAUSAL.
#define THREADS (4 * T)
#define ROW (D + 1)
#define ACROSS (T / 4)         // scores of a thread
#define SLICE ((D + 3) / 4)    // elements of a row of a thread
#define TILE (T * ROW)
#define ROW_P (T + 1)

__device__ __forceinline__ void copy_rows(float* tile, const Factor* from, long long row_stride, int rows) {
    for (int e = threadIdx.x; e < T * D; e += THREADS) {
        int r = e / D, d = e % D;
        tile[r * ROW + d] = r < rows ? widen(from[r * row_stride + d]) : 0;
    }
}

__device__ __forceinline__ float dot(const float* x, const float* y) {
    float sum = 0;
    for (int d = 0; d < D; d++) {
        sum += x[d] * y[d];
    }
    return sum;
}

// sums += weights times rows of the tile, for this thread's elements of a row.
__device__ __forceinline__ void add_rows(float* sums, const float* weights, const float* tile) {
    int part = threadIdx.x % 4;
    for (int i = 0; i < T; i++) {
        float weight = weights[i];
#pragma unroll
        for (int j = 0; j < SLICE; j++) {
            if (part + 4 * j < D) {
                sums[j] += weight * tile[i * ROW + part + 4 * j];
            }
        }
    }
}

__device__ __forceinline__ void write_row(Factor* to, const float* sums, float factor) {
    int part = threadIdx.x % 4;
#pragma unroll
    for (int j = 0; j < SLICE; j++) {
        if (part + 4 * j < D) {
            narrow(sums[j] * factor, &to[part + 4 * j]);
        }
    }
}

__device__ __forceinline__ bool hidden(int query, int key, int keys) {
    return key >= keys || (CAUSAL && key > query);
}

extern "C" __global__ __launch_bounds__(THREADS) void attention_forward(
    const Factor* __restrict__ q, const Factor* __restrict__ k, const Factor* __restrict__ v, Factor* __restrict__ o,
    float* __restrict__ log_sum_exp, int heads, int heads_per_key_head, int queries, int keys, long long q_batch,
    long long q_head, long long q_row, long long k_batch, long long k_head, long long k_row, long long v_batch,
    long long v_head, long long v_row, long long o_batch, long long o_head, long long o_row, float scale) {
    extern __shared__ float floats[];
    float *tile_q = floats, *tile_k = floats + TILE, *tile_v = floats + 2 * TILE, *p = floats + 3 * TILE;
    int tiles = (queries + T - 1) / T;
    int sequence = blockIdx.x / tiles, batch = sequence / heads, head = sequence % heads;
    int first = blockIdx.x % tiles * T, row = threadIdx.x / 4, part = threadIdx.x % 4;
    k += batch * k_batch + head / heads_per_key_head * k_head;
    v += batch * v_batch + head / heads_per_key_head * v_head;
    copy_rows(tile_q, q + batch * q_batch + head * q_head + first * q_row, q_row, queries - first);
    float out[SLICE], largest = -INFINITY, sum = 0;
#pragma unroll
    for (int j = 0; j < SLICE; j++) {
        out[j] = 0;
    }
    int seen = CAUSAL ? min(keys, first + T) : keys;
    for (int at = 0; at < seen; at += T) {
        __syncthreads();
        copy_rows(tile_k, k + at * k_row, k_row, keys - at);
        copy_rows(tile_v, v + at * v_row, v_row, keys - at);
        __syncthreads();
        float scores[ACROSS], most = largest;
#pragma unroll
        for (int j = 0; j < ACROSS; j++) {
            int key = part + 4 * j;
            scores[j] = hidden(first + row, at + key, keys) ? -INFINITY : dot(tile_q + row * ROW, tile_k + key * ROW) * scale;
            most = fmaxf(most, scores[j]);
        }
        most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, 1));
        most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, 2));
        float correction = expf(largest - most);
        largest = most;
        sum *= correction;
#pragma unroll
        for (int j = 0; j < ACROSS; j++) {
            float x = expf(scores[j] - most);
            sum += x;
            p[row * ROW_P + part + 4 * j] = x;
        }
#pragma unroll
        for (int j = 0; j < SLICE; j++) {
            out[j] *= correction;
        }
        __syncwarp();
        add_rows(out, p + row * ROW_P, tile_v);
    }
    sum += __shfl_xor_sync(0xffffffffu, sum, 1);
    sum += __shfl_xor_sync(0xffffffffu, sum, 2);
    if (first + row < queries) {
        write_row(o + batch * o_batch + head * o_head + (first + row) * o_row, out, 1 / sum);
        if (log_sum_exp != 0 && part == 0) {
            log_sum_exp[(long long)sequence * queries + first + row] = largest + logf(sum);
        }
    }
}

// Probability and gradient of the score of one query and key, into the tiles p and ds at [row of this thread][across].
__device__ __forceinline__ void score(
    float* p, float* ds, int across, const float* x, const float* y, const float* gx, const float* gy, bool outside,
    float scale, float log_sum, float delta) {
    float probability = outside ? 0 : expf(dot(x, y) * scale - log_sum);
    int at = threadIdx.x / 4 * ROW_P + across;
    p[at] = probability;
    ds[at] = outside ? 0 : probability * (dot(gx, gy) - delta);
}

extern "C" __global__ __launch_bounds__(THREADS) void attention_backward_keys(
    const Factor* __restrict__ q, const Factor* __restrict__ k, const Factor* __restrict__ v, const Factor* __restrict__ g,
    const float* __restrict__ log_sum_exp, const float* __restrict__ delta, Factor* __restrict__ dk, Factor* __restrict__ dv,
    int heads, int heads_per_key_head, int queries, int keys, long long q_batch, long long q_head, long long q_row,
    long long k_batch, long long k_head, long long k_row, long long v_batch, long long v_head, long long v_row,
    long long o_batch, long long o_head, long long o_row, long long dk_batch, long long dk_head,
    long long dk_row, long long dv_batch, long long dv_head, long long dv_row, float scale) {
    extern __shared__ float floats[];
    float *tile_k = floats, *tile_v = floats + TILE, *tile_q = floats + 2 * TILE, *tile_g = floats + 3 * TILE;
    float *p = floats + 4 * TILE, *ds = p + T * ROW_P;
    int tiles = (keys + T - 1) / T, key_heads = heads / heads_per_key_head;
    int batch = blockIdx.x / tiles / key_heads, key_head = blockIdx.x / tiles % key_heads;
    int first = blockIdx.x % tiles * T, row = threadIdx.x / 4, part = threadIdx.x % 4;
    copy_rows(tile_k, k + batch * k_batch + key_head * k_head + first * k_row, k_row, keys - first);
    copy_rows(tile_v, v + batch * v_batch + key_head * v_head + first * v_row, v_row, keys - first);
    float sums_k[SLICE], sums_v[SLICE];
#pragma unroll
    for (int j = 0; j < SLICE; j++) {
        sums_k[j] = sums_v[j] = 0;
    }
    for (int head = key_head * heads_per_key_head; head < (key_head + 1) * heads_per_key_head; head++) {
        long long rows = ((long long)batch * heads + head) * queries;
        for (int at = CAUSAL ? first : 0; at < queries; at += T) {
            __syncthreads();
            copy_rows(tile_q, q + batch * q_batch + head * q_head + at * q_row, q_row, queries - at);
            copy_rows(tile_g, g + batch * o_batch + head * o_head + at * o_row, o_row, queries - at);
            __syncthreads();
            for (int j = 0; j < ACROSS; j++) {
                int across = part + 4 * j, query = at + across;
                bool outside = query >= queries || hidden(query, first + row, keys);
                score(
                    p, ds, across, tile_q + across * ROW, tile_k + row * ROW, tile_g + across * ROW, tile_v + row * ROW, outside,
                    scale, outside ? 0 : log_sum_exp[rows + query], outside ? 0 : delta[rows + query]);
            }
            __syncwarp();
            add_rows(sums_v, p + row * ROW_P, tile_g);
            add_rows(sums_k, ds + row * ROW_P, tile_q);
        }
    }
    if (first + row < keys) {
        write_row(dk + batch * dk_batch + key_head * dk_head + (first + row) * dk_row, sums_k, scale);
        write_row(dv + batch * dv_batch + key_head * dv_head + (first + row) * dv_row, sums_v, 1);
    }
}

extern "C" __global__ __launch_bounds__(THREADS) void attention_backward_queries(
    const Factor* __restrict__ q, const Factor* __restrict__ k, const Factor* __restrict__ v, const Factor* __restrict__ g,
    const float* __restrict__ log_sum_exp, const float* __restrict__ delta, Factor* __restrict__ dq, int heads,
    int heads_per_key_head, int queries, int keys, long long q_batch, long long q_head, long long q_row, long long k_batch,
    long long k_head, long long k_row, long long v_batch, long long v_head, long long v_row, long long o_batch,
    long long o_head, long long o_row, long long dq_batch, long long dq_head, long long dq_row, float scale) {
    extern __shared__ float floats[];
    float *tile_q = floats, *tile_g = floats + TILE, *tile_k = floats + 2 * TILE, *tile_v = floats + 3 * TILE;
    float *p = floats + 4 * TILE, *ds = p + T * ROW_P;
    int tiles = (queries + T - 1) / T;
    int sequence = blockIdx.x / tiles, batch = sequence / heads, head = sequence % heads;
    int first = blockIdx.x % tiles * T, row = threadIdx.x / 4, part = threadIdx.x % 4;
    k += batch * k_batch + head / heads_per_key_head * k_head;
    v += batch * v_batch + head / heads_per_key_head * v_head;
    copy_rows(tile_q, q + batch * q_batch + head * q_head + first * q_row, q_row, queries - first);
    copy_rows(tile_g, g + batch * o_batch + head * o_head + first * o_row, o_row, queries - first);
    bool inside = first + row < queries;
    float log_sum = inside ? log_sum_exp[(long long)sequence * queries + first + row] : 0;
    float d = inside ? delta[(long long)sequence * queries + first + row] : 0;
    float sums[SLICE];
#pragma unroll
    for (int j = 0; j < SLICE; j++) {
        sums[j] = 0;
    }
    int seen = CAUSAL ? min(keys, first + T) : keys;
    for (int at = 0; at < seen; at += T) {
        __syncthreads();
        copy_rows(tile_k, k + at * k_row, k_row, keys - at);
        copy_rows(tile_v, v + at * v_row, v_row, keys - at);
        __syncthreads();
        for (int j = 0; j < ACROSS; j++) {
            int across = part + 4 * j;
            score(
                p, ds, across, tile_q + row * ROW, tile_k + across * ROW, tile_g + row * ROW, tile_v + across * ROW,
                !inside || hidden(first + row, at + across, keys), scale, log_sum, d);
        }
        __syncwarp();
        add_rows(sums, ds + row * ROW_P, tile_k);
    }
    if (inside) {
        write_row(dq + batch * dq_batch + head * dq_head + (first + row) * dq_row, sums, scale);
    }
}
