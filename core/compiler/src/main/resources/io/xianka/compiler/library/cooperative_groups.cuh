// Cooperative groups: thread, block, cluster and grid, and what all groups have in common. The kinds and the layout of the
// grid's workspace (its size, then the barrier, at the address in %envreg1 and %envreg2) are those of CUDA's headers, because
// the driver fills the workspace at a cooperative launch.

namespace cooperative_groups {
enum xk_kind : unsigned int { xk_coalesced = 1, xk_grid = 3, xk_block = 4, xk_many_warps = 5, xk_cluster = 6 };
__device__ __forceinline__ unsigned int xk_lane() {
    unsigned int r;
    asm("mov.u32 %0, %%laneid;" : "=r"(r));
    return r;
}
__device__ __forceinline__ unsigned int xk_lanes_below() {
    unsigned int r;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(r));
    return r;
}
__device__ __forceinline__ unsigned int xk_block_size() {
    return blockDim.x * blockDim.y * blockDim.z;
}
__device__ __forceinline__ unsigned int xk_rank_in_block() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__device__ __forceinline__ unsigned long long xk_grid_blocks() {
    return (unsigned long long)gridDim.x * (gridDim.y * gridDim.z);
}
__device__ __forceinline__ unsigned long long xk_block_in_grid() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}
// A group of any kind, as tiled_partition(group, n) and functions that take every group want it. xk_mask is the lanes of a
// group within a warp; xk_barrier the grid's.
struct thread_group {
    unsigned int xk_type;
    unsigned int xk_mask;
    unsigned int xk_meta_rank;
    unsigned int xk_meta_size;
    unsigned int* xk_barrier;
    __device__ __forceinline__ explicit thread_group(unsigned int type, unsigned int mask = 0, unsigned int meta_rank = 0, unsigned int meta_size = 1, unsigned int* barrier = 0)
        : xk_type(type), xk_mask(mask), xk_meta_rank(meta_rank), xk_meta_size(meta_size), xk_barrier(barrier) {}
    __device__ __forceinline__ unsigned int get_type() const { return xk_type; }
    __device__ __forceinline__ unsigned long long num_threads() const;
    __device__ __forceinline__ unsigned long long size() const { return num_threads(); }
    __device__ __forceinline__ unsigned long long thread_rank() const;
    __device__ __forceinline__ void sync() const;
};
}

namespace cooperative_groups {
struct thread_block : thread_group {
    struct arrival_token {};
    __device__ __forceinline__ thread_block() : thread_group(xk_block) {}
    __device__ __forceinline__ static void sync() { __barrier_sync(0); }
    __device__ __forceinline__ arrival_token barrier_arrive() const { return arrival_token(); }
    __device__ __forceinline__ void barrier_wait(arrival_token&&) const { __barrier_sync(0); }
    __device__ __forceinline__ static unsigned int num_threads() { return xk_block_size(); }
    __device__ __forceinline__ static unsigned int size() { return xk_block_size(); }
    __device__ __forceinline__ static unsigned int thread_rank() { return xk_rank_in_block(); }
    __device__ __forceinline__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    __device__ __forceinline__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    __device__ __forceinline__ static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    __device__ __forceinline__ static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
};
__device__ __forceinline__ thread_block this_thread_block() {
    return thread_block();
}
// Memory that tiles of several warps once needed; on devices of compute capability 8.0 and more the driver reserves it.
template <unsigned int MaxBlockSize = 1024>
struct __align__(8) block_tile_memory {
    char xk_unused;
};
template <unsigned int MaxBlockSize>
__device__ __forceinline__ thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
    return thread_block();
}
}

namespace cooperative_groups {
struct grid_group : thread_group {
    using arrival_token = unsigned int;
    __device__ __forceinline__ explicit grid_group(unsigned int* barrier) : thread_group(xk_grid, 0, 0, 1, barrier) {}
    __device__ __forceinline__ bool is_valid() const { return xk_barrier != 0; }
    __device__ __forceinline__ arrival_token barrier_arrive() const;
    __device__ __forceinline__ void barrier_wait(arrival_token&& token) const;
    __device__ __forceinline__ void sync() const;
    __device__ __forceinline__ static unsigned long long num_blocks() { return xk_grid_blocks(); }
    __device__ __forceinline__ static unsigned long long num_threads() { return xk_grid_blocks() * xk_block_size(); }
    __device__ __forceinline__ static unsigned long long size() { return xk_grid_blocks() * xk_block_size(); }
    __device__ __forceinline__ static unsigned long long block_rank() { return xk_block_in_grid(); }
    __device__ __forceinline__ static unsigned long long thread_rank() { return xk_block_in_grid() * xk_block_size() + xk_rank_in_block(); }
    __device__ __forceinline__ static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    __device__ __forceinline__ static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    __device__ __forceinline__ static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    __device__ __forceinline__ static dim3 dim_threads() { return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z); }
    __device__ __forceinline__ static dim3 thread_index() {
        return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y, blockIdx.z * blockDim.z + threadIdx.z);
    }
    __device__ __forceinline__ static dim3 dim_clusters() { return __clusterGridDimInClusters(); }
    __device__ __forceinline__ static unsigned long long num_clusters() {
        dim3 clusters = __clusterGridDimInClusters();
        return (unsigned long long)clusters.x * clusters.y * clusters.z;
    }
    __device__ __forceinline__ static dim3 cluster_index() { return __clusterIdx(); }
    __device__ __forceinline__ static unsigned long long cluster_rank() {
        dim3 clusters = __clusterGridDimInClusters();
        dim3 index = __clusterIdx();
        return ((unsigned long long)index.z * clusters.y + index.y) * clusters.x + index.x;
    }
};
__device__ __forceinline__ grid_group this_grid() {
    unsigned int high;
    unsigned int low;
    asm volatile("mov.u32 %0, %%envreg1;" : "=r"(high));
    asm volatile("mov.u32 %0, %%envreg2;" : "=r"(low));
    unsigned long long workspace = (unsigned long long)high << 32 | low;
    return grid_group(workspace == 0 ? (unsigned int*)0 : (unsigned int*)(workspace + 4));
}
// Each block's first thread adds one, that of the first block what turns the top bit once all have: a block waits until the
// top bit is no longer what it was.
__device__ __forceinline__ unsigned int grid_group::barrier_arrive() const {
    if (xk_barrier == 0) {
        __trap();
    }
    __barrier_sync(0);
    unsigned int before = 0;
    if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
        bool first = blockIdx.x + blockIdx.y + blockIdx.z == 0;
        unsigned int more = first ? 0x80000001u - gridDim.x * gridDim.y * gridDim.z : 1u;
        asm volatile("atom.add.release.gpu.u32 %0, [%1], %2;" : "=r"(before) : "l"(xk_barrier), "r"(more) : "memory");
    }
    return before;
}
__device__ __forceinline__ void grid_group::barrier_wait(unsigned int&& token) const {
    if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
        unsigned int now;
        do {
            asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(xk_barrier) : "memory");
        } while ((int)(now ^ token) >= 0);
    }
    __barrier_sync(0);
}
__device__ __forceinline__ void grid_group::sync() const {
    barrier_wait(barrier_arrive());
}
}

namespace cooperative_groups {
struct cluster_group : thread_group {
    struct arrival_token {};
    __device__ __forceinline__ cluster_group() : thread_group(xk_cluster) {}
    __device__ __forceinline__ static void sync() {
        __cluster_barrier_arrive();
        __cluster_barrier_wait();
    }
    __device__ __forceinline__ static arrival_token barrier_arrive() {
        __cluster_barrier_arrive();
        return arrival_token();
    }
    __device__ __forceinline__ static void barrier_wait() { __cluster_barrier_wait(); }
    __device__ __forceinline__ static void barrier_wait(arrival_token&&) { __cluster_barrier_wait(); }
    __device__ __forceinline__ static unsigned int query_shared_rank(const void* address) { return __cluster_query_shared_rank(address); }
    template <typename T>
    __device__ __forceinline__ static T* map_shared_rank(T* address, int rank) { return (T*)__cluster_map_shared_rank(address, (unsigned int)rank); }
    __device__ __forceinline__ static dim3 block_index() { return __clusterRelativeBlockIdx(); }
    __device__ __forceinline__ static unsigned int block_rank() { return __clusterRelativeBlockRank(); }
    __device__ __forceinline__ static dim3 dim_blocks() { return __clusterDim(); }
    __device__ __forceinline__ static unsigned int num_blocks() { return __clusterSizeInBlocks(); }
    __device__ __forceinline__ static dim3 thread_index() {
        dim3 block = __clusterRelativeBlockIdx();
        return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y, block.z * blockDim.z + threadIdx.z);
    }
    __device__ __forceinline__ static unsigned int thread_rank() { return __clusterRelativeBlockRank() * xk_block_size() + xk_rank_in_block(); }
    __device__ __forceinline__ static dim3 dim_threads() {
        dim3 blocks = __clusterDim();
        return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
    }
    __device__ __forceinline__ static unsigned int num_threads() { return __clusterSizeInBlocks() * xk_block_size(); }
    __device__ __forceinline__ static unsigned int size() { return __clusterSizeInBlocks() * xk_block_size(); }
};
__device__ __forceinline__ cluster_group this_cluster() {
    return cluster_group();
}
}

namespace cooperative_groups {
__device__ __forceinline__ unsigned long long thread_group::num_threads() const {
    switch (xk_type) {
        case xk_coalesced: return __popc(xk_mask);
        case xk_block: return xk_block_size();
        case xk_grid: return grid_group::num_threads();
        case xk_cluster: return cluster_group::num_threads();
        default: return 0;
    }
}
__device__ __forceinline__ unsigned long long thread_group::thread_rank() const {
    switch (xk_type) {
        case xk_coalesced: return __popc(xk_mask & xk_lanes_below());
        case xk_block: return xk_rank_in_block();
        case xk_grid: return grid_group::thread_rank();
        case xk_cluster: return cluster_group::thread_rank();
        default: return 0;
    }
}
__device__ __forceinline__ void thread_group::sync() const {
    switch (xk_type) {
        case xk_coalesced: __syncwarp(xk_mask); break;
        case xk_block: __barrier_sync(0); break;
        case xk_grid: grid_group(xk_barrier).sync(); break;
        case xk_cluster: cluster_group::sync(); break;
    }
}
template <typename Group>
__device__ __forceinline__ void sync(const Group& group) {
    group.sync();
}
template <typename Group>
__device__ __forceinline__ auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
    return group.thread_rank();
}
template <typename Group>
__device__ __forceinline__ auto group_size(const Group& group) -> decltype(group.num_threads()) {
    return group.num_threads();
}
}
