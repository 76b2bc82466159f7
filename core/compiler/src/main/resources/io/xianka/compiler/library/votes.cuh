// Votes, matches and integer reductions over the lanes of a warp that the mask names.

__device__ __forceinline__ int __all_sync(unsigned int mask, int predicate) {
    int r;
    asm volatile("{\n\t.reg .pred p, q;\n\tsetp.ne.s32 p, %1, 0;\n\tvote.sync.all.pred q, p, %2;\n\tselp.s32 %0, 1, 0, q;\n\t}" : "=r"(r) : "r"(predicate), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ int __any_sync(unsigned int mask, int predicate) {
    int r;
    asm volatile("{\n\t.reg .pred p, q;\n\tsetp.ne.s32 p, %1, 0;\n\tvote.sync.any.pred q, p, %2;\n\tselp.s32 %0, 1, 0, q;\n\t}" : "=r"(r) : "r"(predicate), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ int __uni_sync(unsigned int mask, int predicate) {
    int r;
    asm volatile("{\n\t.reg .pred p, q;\n\tsetp.ne.s32 p, %1, 0;\n\tvote.sync.uni.pred q, p, %2;\n\tselp.s32 %0, 1, 0, q;\n\t}" : "=r"(r) : "r"(predicate), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __ballot_sync(unsigned int mask, int predicate) {
    unsigned int r;
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.s32 p, %1, 0;\n\tvote.sync.ballot.b32 %0, p, %2;\n\t}" : "=r"(r) : "r"(predicate), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __activemask() {
    unsigned int r;
    asm volatile("activemask.b32 %0;" : "=r"(r));
    return r;
}

__device__ __forceinline__ unsigned int __match_any_sync(unsigned int mask, int value) {
    unsigned int r;
    asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(r) : "r"(value), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __match_any_sync(unsigned int mask, unsigned int value) {
    unsigned int r;
    asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(r) : "r"(value), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __match_any_sync(unsigned int mask, float value) {
    unsigned int r;
    asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(r) : "f"(value), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __match_any_sync(unsigned int mask, long value) {
    unsigned int r;
    asm volatile("match.any.sync.b64 %0, %1, %2;" : "=r"(r) : "l"(value), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __match_any_sync(unsigned int mask, unsigned long value) {
    unsigned int r;
    asm volatile("match.any.sync.b64 %0, %1, %2;" : "=r"(r) : "l"(value), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __match_any_sync(unsigned int mask, long long value) {
    unsigned int r;
    asm volatile("match.any.sync.b64 %0, %1, %2;" : "=r"(r) : "l"(value), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __match_any_sync(unsigned int mask, unsigned long long value) {
    unsigned int r;
    asm volatile("match.any.sync.b64 %0, %1, %2;" : "=r"(r) : "l"(value), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __match_any_sync(unsigned int mask, double value) {
    unsigned int r;
    asm volatile("match.any.sync.b64 %0, %1, %2;" : "=r"(r) : "d"(value), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __match_all_sync(unsigned int mask, int value, int* pred) {
    unsigned int r;
    int all;
    asm volatile("{\n\t.reg .pred p;\n\tmatch.all.sync.b32 %0|p, %2, %3;\n\tselp.s32 %1, 1, 0, p;\n\t}" : "=r"(r), "=r"(all) : "r"(value), "r"(mask) : "memory");
    *pred = all;
    return r;
}

__device__ __forceinline__ unsigned int __match_all_sync(unsigned int mask, unsigned int value, int* pred) {
    unsigned int r;
    int all;
    asm volatile("{\n\t.reg .pred p;\n\tmatch.all.sync.b32 %0|p, %2, %3;\n\tselp.s32 %1, 1, 0, p;\n\t}" : "=r"(r), "=r"(all) : "r"(value), "r"(mask) : "memory");
    *pred = all;
    return r;
}

__device__ __forceinline__ unsigned int __match_all_sync(unsigned int mask, float value, int* pred) {
    unsigned int r;
    int all;
    asm volatile("{\n\t.reg .pred p;\n\tmatch.all.sync.b32 %0|p, %2, %3;\n\tselp.s32 %1, 1, 0, p;\n\t}" : "=r"(r), "=r"(all) : "f"(value), "r"(mask) : "memory");
    *pred = all;
    return r;
}

__device__ __forceinline__ unsigned int __match_all_sync(unsigned int mask, long value, int* pred) {
    unsigned int r;
    int all;
    asm volatile("{\n\t.reg .pred p;\n\tmatch.all.sync.b64 %0|p, %2, %3;\n\tselp.s32 %1, 1, 0, p;\n\t}" : "=r"(r), "=r"(all) : "l"(value), "r"(mask) : "memory");
    *pred = all;
    return r;
}

__device__ __forceinline__ unsigned int __match_all_sync(unsigned int mask, unsigned long value, int* pred) {
    unsigned int r;
    int all;
    asm volatile("{\n\t.reg .pred p;\n\tmatch.all.sync.b64 %0|p, %2, %3;\n\tselp.s32 %1, 1, 0, p;\n\t}" : "=r"(r), "=r"(all) : "l"(value), "r"(mask) : "memory");
    *pred = all;
    return r;
}

__device__ __forceinline__ unsigned int __match_all_sync(unsigned int mask, long long value, int* pred) {
    unsigned int r;
    int all;
    asm volatile("{\n\t.reg .pred p;\n\tmatch.all.sync.b64 %0|p, %2, %3;\n\tselp.s32 %1, 1, 0, p;\n\t}" : "=r"(r), "=r"(all) : "l"(value), "r"(mask) : "memory");
    *pred = all;
    return r;
}

__device__ __forceinline__ unsigned int __match_all_sync(unsigned int mask, unsigned long long value, int* pred) {
    unsigned int r;
    int all;
    asm volatile("{\n\t.reg .pred p;\n\tmatch.all.sync.b64 %0|p, %2, %3;\n\tselp.s32 %1, 1, 0, p;\n\t}" : "=r"(r), "=r"(all) : "l"(value), "r"(mask) : "memory");
    *pred = all;
    return r;
}

__device__ __forceinline__ unsigned int __match_all_sync(unsigned int mask, double value, int* pred) {
    unsigned int r;
    int all;
    asm volatile("{\n\t.reg .pred p;\n\tmatch.all.sync.b64 %0|p, %2, %3;\n\tselp.s32 %1, 1, 0, p;\n\t}" : "=r"(r), "=r"(all) : "d"(value), "r"(mask) : "memory");
    *pred = all;
    return r;
}

__device__ __forceinline__ int __reduce_add_sync(unsigned int mask, int value) {
    int r;
    asm volatile("redux.sync.add.s32 %0, %1, %2;" : "=r"(r) : "r"(value), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __reduce_add_sync(unsigned int mask, unsigned int value) {
    unsigned int r;
    asm volatile("redux.sync.add.u32 %0, %1, %2;" : "=r"(r) : "r"(value), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ int __reduce_min_sync(unsigned int mask, int value) {
    int r;
    asm volatile("redux.sync.min.s32 %0, %1, %2;" : "=r"(r) : "r"(value), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __reduce_min_sync(unsigned int mask, unsigned int value) {
    unsigned int r;
    asm volatile("redux.sync.min.u32 %0, %1, %2;" : "=r"(r) : "r"(value), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ int __reduce_max_sync(unsigned int mask, int value) {
    int r;
    asm volatile("redux.sync.max.s32 %0, %1, %2;" : "=r"(r) : "r"(value), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __reduce_max_sync(unsigned int mask, unsigned int value) {
    unsigned int r;
    asm volatile("redux.sync.max.u32 %0, %1, %2;" : "=r"(r) : "r"(value), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __reduce_and_sync(unsigned int mask, unsigned int value) {
    unsigned int r;
    asm volatile("redux.sync.and.b32 %0, %1, %2;" : "=r"(r) : "r"(value), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __reduce_or_sync(unsigned int mask, unsigned int value) {
    unsigned int r;
    asm volatile("redux.sync.or.b32 %0, %1, %2;" : "=r"(r) : "r"(value), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __reduce_xor_sync(unsigned int mask, unsigned int value) {
    unsigned int r;
    asm volatile("redux.sync.xor.b32 %0, %1, %2;" : "=r"(r) : "r"(value), "r"(mask) : "memory");
    return r;
}

// The n-th set bit of mask from base on, upwards for n > 0 and downwards for n < 0; all ones if there is none.
__device__ __forceinline__ unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
    int r;
    asm("fns.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(mask), "r"(base), "r"(offset));
    return (unsigned int)r;
}
