// Operations with kernels of their own. Defined before: T an element in memory, V its value, LOAD and STORE between the two, IS_NAN(x).

// Complex values have no order: nothing compares them.
#ifndef UNORDERED
// Whether x comes before y: NaN is the largest.
static __device__ __forceinline__ bool xk_less(V x, V y) { return IS_NAN(x) ? false : IS_NAN(y) ? true : x < y; }

// The place of the first largest (or smallest) element of each line of `size` elements, `inner` apart. NaN wins either way. A warp a line.
extern "C" __global__ void __launch_bounds__(256)
arg_reduce(const T* in, long long* out, long long lines, long long size, long long inner, int largest) {
    long long line = (long long) blockIdx.x * 8 + (threadIdx.x >> 5);
    if (line >= lines) return;
    const T* x = in + line / inner * inner * size + line % inner;
    int lane = threadIdx.x & 31;
    long long best = lane < size ? lane : 0;
    V of = LOAD(x[best * inner]);
    for (long long i = lane + 32; i < size; i += 32) {
        V y = LOAD(x[i * inner]);
        bool better = IS_NAN(of) ? false : IS_NAN(y) ? true : largest ? y > of : y < of;
        if (better) { best = i; of = y; }
    }
    for (int mask = 16; mask > 0; mask /= 2) {
        V y = xk_shuffle(of, mask);
        long long at = xk_shuffle(best, mask);
        bool better = IS_NAN(of) ? IS_NAN(y) && at < best
                : IS_NAN(y) ? true : (largest ? y > of : y < of) || (y == of && at < best);
        if (better) { best = at; of = y; }
    }
    if (lane == 0) out[line] = best;
}
#endif

#ifdef FOLD
// Each element folded with those before it on its line; a warp a line, 32 elements at a time.
extern "C" __global__ void __launch_bounds__(256)
scan(const T* in, T* out, long long lines, long long size, long long inner, int reverse) {
    long long line = (long long) blockIdx.x * 8 + (threadIdx.x >> 5);
    if (line >= lines) return;
    long long base = line / inner * inner * size + line % inner;
    int lane = threadIdx.x & 31;
    V carry = IDENTITY;
    for (long long first = 0; first < size; first += 32) {
        long long i = first + lane;
        long long at = base + (reverse ? size - 1 - i : i) * inner;
        V x = i < size ? (V) LOAD(in[at]) : (V) IDENTITY;
        for (int step = 1; step < 32; step *= 2) {
            V before = xk_shuffle_up(x, step);
            if (lane >= step) x = (V) FOLD(before, x);
        }
        x = (V) FOLD(carry, x);
        if (i < size) out[at] = STORE(x);
        carry = xk_last(x);
    }
}
#endif

#ifndef UNORDERED
// Whether the element at place a of a line comes after that at place b; places past the end come last.
static __device__ __forceinline__ bool xk_after(const T* x, long long inner, long long size, int descending, long long a, long long b) {
    if (a >= size || b >= size) return a > b;
    V va = LOAD(x[a * inner]), vb = LOAD(x[b * inner]);
    if (xk_less(va, vb)) return descending;
    if (xk_less(vb, va)) return !descending;
    return a > b;
}

// Bitonic sort of the places of each line in shared memory: `padded` is the next power of two, a block a line.
extern "C" __global__ void
argsort(const T* in, long long* out, long long size, long long inner, int padded, int descending) {
    extern __shared__ int places[];
    const T* x = in + blockIdx.x / inner * inner * size + blockIdx.x % inner;
    for (int i = threadIdx.x; i < padded; i += blockDim.x) places[i] = i;
    for (int k = 2; k <= padded; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            for (int i = threadIdx.x; i < padded; i += blockDim.x) {
                int other = i ^ j;
                if (other > i) {
                    int a = places[i], b = places[other];
                    if (xk_after(x, inner, size, descending, a, b) == ((i & k) == 0)) { places[i] = b; places[other] = a; }
                }
            }
        }
    }
    __syncthreads();
    long long* to = out + blockIdx.x / inner * inner * size + blockIdx.x % inner;
    for (int i = threadIdx.x; i < size; i += blockDim.x) to[i * inner] = places[i];
}

// The same for lines too long for shared memory: the places lie in global memory, each step is a launch.
extern "C" __global__ void argsort_begin(long long* places, long long count, long long padded) {
    long long i = (long long) blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) places[i] = i % padded;
}

extern "C" __global__ void
argsort_step(const T* in, long long* places, long long count, long long size, long long inner, long long padded, int descending, long long k, long long j) {
    long long at = (long long) blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count) return;
    long long line = at / padded, i = at % padded, other = i ^ j;
    if (other <= i) return;
    const T* x = in + line / inner * inner * size + line % inner;
    long long* p = places + line * padded;
    long long a = p[i], b = p[other];
    if (xk_after(x, inner, size, descending, a, b) == ((i & k) == 0)) { p[i] = b; p[other] = a; }
}

extern "C" __global__ void argsort_end(const long long* places, long long* out, long long count, long long size, long long inner, long long padded) {
    long long at = (long long) blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count) return;
    long long line = at / size, i = at % size;
    out[line / inner * inner * size + line % inner + i * inner] = places[line * padded + i];
}
#endif

#ifdef ADD
// base with each source element added at the place its index says along an axis. A thread adds along a whole line, in order.
extern "C" __global__ void
scatter_add(T* out, const long long* index, const T* source, long long lines, long long indices, long long line_stride,
        long long size, int rank, const long long* sizes, const long long* index_strides, const long long* out_strides) {
    long long line = (long long) blockIdx.x * blockDim.x + threadIdx.x;
    if (line >= lines) return;
    long long rest = line, from = 0, to = 0;
    for (int axis = rank - 1; axis >= 0; axis--) {
        long long place = rest % sizes[axis];
        rest /= sizes[axis];
        from += place * index_strides[axis];
        to += place * out_strides[axis];
    }
    for (long long i = 0; i < indices; i++) {
        long long at = min(max(index[from + i * line_stride], 0ll), size - 1);
        T* where = out + to + at * out_strides[rank];
        V sum = (V) ADD(LOAD(*where), LOAD(source[from + i * line_stride]));
        *where = STORE(sum);
    }
}

// base with slices of the source added at their indices: a thread owns a column and adds in order.
extern "C" __global__ void
take_add(T* out, const long long* index, const T* source, long long outer, long long indices, long long inner, long long size) {
    long long at = (long long) blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= outer * inner) return;
    long long o = at / inner, j = at % inner;
    for (long long i = 0; i < indices; i++) {
        long long row = min(max(index[i], 0ll), size - 1);
        T* where = out + (o * size + row) * inner + j;
        V sum = (V) ADD(LOAD(*where), LOAD(source[(o * indices + i) * inner + j]));
        *where = STORE(sum);
    }
}

// Many indices: the places of each row's slices are brought together, in order, and each row is summed by a block of its own.
extern "C" __global__ void take_add_count(const long long* index, int* counts, long long indices, long long size) {
    long long i = (long long) blockIdx.x * blockDim.x + threadIdx.x;
    if (i < indices) atomicAdd(&counts[min(max(index[i], 0ll), size - 1)], 1);
}

// Exclusive sums of the counts, by one block; a copy for the next kernel to move.
extern "C" __global__ void __launch_bounds__(1024) take_add_starts(const int* counts, int* starts, int* cursors, long long size) {
    __shared__ int sums[32];
    int carry = 0, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (long long first = 0; first < size; first += 1024) {
        long long i = first + threadIdx.x;
        int own = i < size ? counts[i] : 0, sum = own;
        for (int step = 1; step < 32; step *= 2) {
            int before = __shfl_up_sync(0xffffffffu, sum, step);
            if (lane >= step) sum += before;
        }
        if (lane == 31) sums[warp] = sum;
        __syncthreads();
        int offset = carry, all = 0;
        for (int w = 0; w < 32; w++) {
            if (w < warp) offset += sums[w];
            all += sums[w];
        }
        if (i < size) { starts[i] = offset + sum - own; cursors[i] = offset + sum - own; }
        carry += all;
        __syncthreads();
    }
}

extern "C" __global__ void take_add_fill(const long long* index, int* cursors, int* places, long long indices, long long size) {
    long long i = (long long) blockIdx.x * blockDim.x + threadIdx.x;
    if (i < indices) places[atomicAdd(&cursors[min(max(index[i], 0ll), size - 1)], 1)] = (int) i;
}

// The places of a row came in any order: they are sorted before the sum, so that it does not change from run to run.
extern "C" __global__ void __launch_bounds__(256)
take_add_rows(T* out, const long long* index, const T* source, const int* counts, const int* starts, int* places, long long indices, long long inner, long long size) {
    __shared__ int sorted[1024];
    __shared__ int taken[8];
    long long row = blockIdx.x;
    int count = counts[row], start = starts[row];
    if (count == 0) return;
    if (count <= 1024) {
        int padded = 1;
        while (padded < count) padded *= 2;
        for (int i = threadIdx.x; i < padded; i += 256) sorted[i] = i < count ? places[start + i] : 0x7fffffff;
        for (int k = 2; k <= padded; k *= 2) {
            for (int j = k / 2; j > 0; j /= 2) {
                __syncthreads();
                for (int i = threadIdx.x; i < padded; i += 256) {
                    int other = i ^ j;
                    if (other > i) {
                        int a = sorted[i], b = sorted[other];
                        if ((a > b) == ((i & k) == 0)) { sorted[i] = b; sorted[other] = a; }
                    }
                }
            }
        }
        __syncthreads();
    } else {
        // So many that reading all indices in order is cheap beside the sum.
        int found = 0, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
        for (long long first = 0; first < indices; first += 256) {
            long long i = first + threadIdx.x;
            bool mine = i < indices && min(max(index[i], 0ll), size - 1) == row;
            unsigned who = __ballot_sync(0xffffffffu, mine);
            if (lane == 0) taken[warp] = __popc(who);
            __syncthreads();
            int at = found;
            for (int w = 0; w < 8; w++) {
                if (w < warp) at += taken[w];
                found += taken[w];
            }
            if (mine) places[start + at + __popc(who & ((1u << lane) - 1))] = (int) i;
            __syncthreads();
        }
    }
    const int* order = count <= 1024 ? sorted : places + start;
    for (long long j = threadIdx.x; j < inner; j += 256) {
        V sum = LOAD(out[row * inner + j]);
        for (int i = 0; i < count; i++) sum = (V) ADD(sum, LOAD(source[(long long) order[i] * inner + j]));
        out[row * inner + j] = STORE(sum);
    }
}

// Products of types that tensor cores and libraries have not: a thread an element.
extern "C" __global__ void __launch_bounds__(256)
dot(const T* a, const T* b, T* out, long long batches, long long m, long long n, long long k,
        long long a_batch, long long a_row, long long a_column, long long b_batch, long long b_row, long long b_column) {
    long long at = (long long) blockIdx.x * 256 + threadIdx.x;
    if (at >= batches * m * n) return;
    long long batch = at / (m * n), row = at / n % m, column = at % n;
    const T* x = a + batch * a_batch + row * a_row;
    const T* y = b + batch * b_batch + column * b_column;
    V sum = ZERO;
    for (long long i = 0; i < k; i++) sum = (V) ADD(sum, MUL(LOAD(x[i * a_column]), LOAD(y[i * b_row])));
    out[at] = STORE(sum);
}
#endif

#ifdef HEAD_SIZE
// Attention a row at a time, for types and sizes that the tiled kernels do not take. A warp holds a row, each lane every 32nd element.
#define EACH (HEAD_SIZE + 31) / 32

struct Rows { long long batch, head, row; };

static __device__ __forceinline__ const T* xk_row(const T* x, Rows strides, long long batch, long long head, long long row) {
    return x + batch * strides.batch + head * strides.head + row * strides.row;
}

static __device__ __forceinline__ V xk_row_dot(const V* a, const T* b, int lane) {
    V sum = 0;
    for (int i = 0; i < EACH; i++) {
        int d = lane + 32 * i;
        if (d < HEAD_SIZE) sum += a[i] * LOAD(b[d]);
    }
    for (int mask = 16; mask > 0; mask /= 2) sum += xk_shuffle(sum, mask);
    return sum;
}

static __device__ __forceinline__ void xk_read_row(V* to, const T* from, int lane) {
    for (int i = 0; i < EACH; i++) {
        int d = lane + 32 * i;
        to[i] = d < HEAD_SIZE ? (V) LOAD(from[d]) : (V) 0;
    }
}

extern "C" __global__ void __launch_bounds__(128)
attention(const T* q, const T* k, const T* v, T* out, V* lse, Rows qs, Rows ks, Rows vs,
        int batches, int heads, int groups, int length, int keys, V scale, int causal) {
    long long at = (long long) blockIdx.x * 4 + (threadIdx.x >> 5);
    if (at >= (long long) batches * heads * length) return;
    int lane = threadIdx.x & 31, row = at % length, head = at / length % heads, batch = at / length / heads;
    int group = head / (heads / groups);
    V query[EACH], sum[EACH];
    xk_read_row(query, xk_row(q, qs, batch, head, row), lane);
    for (int i = 0; i < EACH; i++) sum[i] = 0;
    V largest = -INFINITY, total = 0;
    int seen = causal ? min(keys, row + 1) : keys;
    for (int j = 0; j < seen; j++) {
        V score = xk_row_dot(query, xk_row(k, ks, batch, group, j), lane) * scale;
        V before = largest;
        largest = score > largest || score != score ? score : largest;
        V shrink = before == largest ? (V) 1 : (V) exp(before - largest), weight = (V) exp(score - largest);
        total = total * shrink + weight;
        const T* value = xk_row(v, vs, batch, group, j);
        for (int i = 0; i < EACH; i++) {
            int d = lane + 32 * i;
            if (d < HEAD_SIZE) sum[i] = sum[i] * shrink + weight * LOAD(value[d]);
        }
    }
    for (int i = 0; i < EACH; i++) {
        int d = lane + 32 * i;
        if (d < HEAD_SIZE) out[at * HEAD_SIZE + d] = STORE(sum[i] / total);
    }
    if (lane == 0) lse[at] = largest + (V) log(total);
}

// The gradient of the queries, and of each row the sum of output times upstream gradient, which the next kernel needs.
extern "C" __global__ void __launch_bounds__(128)
attention_gradient_q(const T* q, const T* k, const T* v, const T* out, const V* lse, const T* gradient, T* dq, V* drift,
        Rows qs, Rows ks, Rows vs, int batches, int heads, int groups, int length, int keys, V scale, int causal) {
    long long at = (long long) blockIdx.x * 4 + (threadIdx.x >> 5);
    if (at >= (long long) batches * heads * length) return;
    int lane = threadIdx.x & 31, row = at % length, head = at / length % heads, batch = at / length / heads;
    int group = head / (heads / groups);
    V query[EACH], upstream[EACH], sum[EACH];
    xk_read_row(query, xk_row(q, qs, batch, head, row), lane);
    xk_read_row(upstream, gradient + at * HEAD_SIZE, lane);
    for (int i = 0; i < EACH; i++) sum[i] = 0;
    V own = xk_row_dot(upstream, out + at * HEAD_SIZE, lane);
    int seen = causal ? min(keys, row + 1) : keys;
    for (int j = 0; j < seen; j++) {
        const T* key = xk_row(k, ks, batch, group, j);
        V weight = (V) exp(xk_row_dot(query, key, lane) * scale - lse[at]);
        V slope = weight * (xk_row_dot(upstream, xk_row(v, vs, batch, group, j), lane) - own) * scale;
        for (int i = 0; i < EACH; i++) {
            int d = lane + 32 * i;
            if (d < HEAD_SIZE) sum[i] += slope * LOAD(key[d]);
        }
    }
    for (int i = 0; i < EACH; i++) {
        int d = lane + 32 * i;
        if (d < HEAD_SIZE) dq[at * HEAD_SIZE + d] = STORE(sum[i]);
    }
    if (lane == 0) drift[at] = own;
}

extern "C" __global__ void __launch_bounds__(128)
attention_gradient_kv(const T* q, const T* k, const T* v, const V* lse, const T* gradient, const V* drift, T* dk, T* dv,
        Rows qs, Rows ks, Rows vs, int batches, int heads, int groups, int length, int keys, V scale, int causal) {
    long long at = (long long) blockIdx.x * 4 + (threadIdx.x >> 5);
    if (at >= (long long) batches * groups * keys) return;
    int lane = threadIdx.x & 31, j = at % keys, group = at / keys % groups, batch = at / keys / groups;
    V key[EACH], value[EACH], key_sum[EACH], value_sum[EACH];
    xk_read_row(key, xk_row(k, ks, batch, group, j), lane);
    xk_read_row(value, xk_row(v, vs, batch, group, j), lane);
    for (int i = 0; i < EACH; i++) { key_sum[i] = 0; value_sum[i] = 0; }
    int each = heads / groups;
    for (int head = group * each; head < (group + 1) * each; head++) {
        for (int row = causal ? j : 0; row < length; row++) {
            long long index = ((long long) batch * heads + head) * length + row;
            const T* query = xk_row(q, qs, batch, head, row);
            const T* upstream = gradient + index * HEAD_SIZE;
            V weight = (V) exp(xk_row_dot(key, query, lane) * scale - lse[index]);
            V slope = weight * (xk_row_dot(value, upstream, lane) - drift[index]) * scale;
            for (int i = 0; i < EACH; i++) {
                int d = lane + 32 * i;
                if (d < HEAD_SIZE) { key_sum[i] += slope * LOAD(query[d]); value_sum[i] += weight * LOAD(upstream[d]); }
            }
        }
    }
    for (int i = 0; i < EACH; i++) {
        int d = lane + 32 * i;
        if (d < HEAD_SIZE) { dk[at * HEAD_SIZE + d] = STORE(key_sum[i]); dv[at * HEAD_SIZE + d] = STORE(value_sum[i]); }
    }
}
#endif
