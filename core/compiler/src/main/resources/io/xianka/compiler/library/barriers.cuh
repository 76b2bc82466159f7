// Barriers of a block and a warp, fences, clocks, and the ways to stop.

__device__ __forceinline__ void __syncthreads() {
    asm volatile("bar.sync 0;" ::: "memory");
}

__device__ __forceinline__ void __threadfence_block() {
    asm volatile("membar.cta;" ::: "memory");
}

__device__ __forceinline__ void __threadfence() {
    asm volatile("membar.gl;" ::: "memory");
}

__device__ __forceinline__ void __threadfence_system() {
    asm volatile("membar.sys;" ::: "memory");
}

__device__ __forceinline__ int __syncthreads_count(int predicate) {
    int r;
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.s32 p, %1, 0;\n\tbar.red.popc.u32 %0, 0, p;\n\t}" : "=r"(r) : "r"(predicate) : "memory");
    return r;
}

__device__ __forceinline__ int __syncthreads_and(int predicate) {
    int r;
    asm volatile("{\n\t.reg .pred p, q;\n\tsetp.ne.s32 p, %1, 0;\n\tbar.red.and.pred q, 0, p;\n\tselp.s32 %0, 1, 0, q;\n\t}" : "=r"(r) : "r"(predicate) : "memory");
    return r;
}

__device__ __forceinline__ int __syncthreads_or(int predicate) {
    int r;
    asm volatile("{\n\t.reg .pred p, q;\n\tsetp.ne.s32 p, %1, 0;\n\tbar.red.or.pred q, 0, p;\n\tselp.s32 %0, 1, 0, q;\n\t}" : "=r"(r) : "r"(predicate) : "memory");
    return r;
}

__device__ __forceinline__ void __syncwarp(unsigned int mask = 0xffffffffu) {
    asm volatile("bar.warp.sync %0;" :: "r"(mask) : "memory");
}

__device__ __forceinline__ void __nanosleep(unsigned int ns) {
    asm volatile("nanosleep.u32 %0;" :: "r"(ns));
}

__device__ __forceinline__ void __trap() {
    asm volatile("trap;");
}

__device__ __forceinline__ void __brkpt() {
    asm volatile("brkpt;");
}

__device__ __forceinline__ clock_t clock() {
    int r;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(r) :: "memory");
    return (clock_t)r;
}

__device__ __forceinline__ long long clock64() {
    long long r;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(r) :: "memory");
    return r;
}

__device__ __forceinline__ void __barrier_sync(unsigned int id) {
    asm volatile("barrier.sync %0;" :: "r"(id) : "memory");
}

__device__ __forceinline__ void __barrier_sync_count(unsigned int id, unsigned int count) {
    asm volatile("barrier.sync %0, %1;" :: "r"(id), "r"(count) : "memory");
}

__device__ __forceinline__ void __threadfence_cluster() {
    asm volatile("fence.acq_rel.cluster;" ::: "memory");
}

__device__ __forceinline__ void __cluster_barrier_arrive() {
    asm volatile("barrier.cluster.arrive;" ::: "memory");
}

__device__ __forceinline__ void __cluster_barrier_arrive_relaxed() {
    asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory");
}

__device__ __forceinline__ void __cluster_barrier_wait() {
    asm volatile("barrier.cluster.wait;" ::: "memory");
}

__device__ __forceinline__ unsigned int __pm0() {
    unsigned int r;
    asm volatile("mov.u32 %0, %%pm0;" : "=r"(r));
    return r;
}

__device__ __forceinline__ unsigned int __pm1() {
    unsigned int r;
    asm volatile("mov.u32 %0, %%pm1;" : "=r"(r));
    return r;
}

__device__ __forceinline__ unsigned int __pm2() {
    unsigned int r;
    asm volatile("mov.u32 %0, %%pm2;" : "=r"(r));
    return r;
}

__device__ __forceinline__ unsigned int __pm3() {
    unsigned int r;
    asm volatile("mov.u32 %0, %%pm3;" : "=r"(r));
    return r;
}

// The event is part of the instruction.
__device__ __forceinline__ void __prof_trigger(int event) {
    switch (event) {
        case 0: asm volatile("pmevent 0;"); break;
        case 1: asm volatile("pmevent 1;"); break;
        case 2: asm volatile("pmevent 2;"); break;
        case 3: asm volatile("pmevent 3;"); break;
        case 4: asm volatile("pmevent 4;"); break;
        case 5: asm volatile("pmevent 5;"); break;
        case 6: asm volatile("pmevent 6;"); break;
        case 7: asm volatile("pmevent 7;"); break;
        case 8: asm volatile("pmevent 8;"); break;
        case 9: asm volatile("pmevent 9;"); break;
        case 10: asm volatile("pmevent 10;"); break;
        case 11: asm volatile("pmevent 11;"); break;
        case 12: asm volatile("pmevent 12;"); break;
        case 13: asm volatile("pmevent 13;"); break;
        case 14: asm volatile("pmevent 14;"); break;
        case 15: asm volatile("pmevent 15;"); break;
    }
}
