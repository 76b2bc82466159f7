// Tiles of several warps. They meet in shared memory that the driver reserves for cooperative groups, at
// %reserved_smem_offset_1: for each size of tile a word with a bit for each warp of the block, which says that it waits; 12
// bytes; and 8 bytes for each warp to exchange values. The layout and the protocol are those of CUDA's headers, so code
// compiled by either may meet.

namespace cooperative_groups {
__device__ __forceinline__ char* xk_reserved_shared() {
    unsigned long long r;
    asm("{\n\t.reg .b32 a;\n\t.reg .b64 b;\n\tmov.u32 a, %%reserved_smem_offset_1;\n\tcvt.u64.u32 b, a;\n\tcvta.shared.u64 %0, b;\n\t}" : "=l"(r));
    return (char*)r;
}
template <unsigned int Size>
struct xk_wide_tile : thread_group {
    static_assert(Size <= 1024 && (Size & (Size - 1)) == 0, "the size of a tile is a power of two up to 512");
    __device__ __forceinline__ xk_wide_tile(unsigned int meta_rank, unsigned int meta_size) : thread_group(xk_many_warps, 0, meta_rank, meta_size) {}
    __device__ __forceinline__ static constexpr unsigned int num_threads() { return Size; }
    __device__ __forceinline__ static constexpr unsigned int size() { return Size; }
    __device__ __forceinline__ static unsigned int thread_rank() { return xk_rank_in_block() & (Size - 1); }
    __device__ __forceinline__ unsigned int meta_group_rank() const { return xk_meta_rank; }
    __device__ __forceinline__ unsigned int meta_group_size() const { return xk_meta_size; }
    __device__ __forceinline__ static unsigned int* xk_meeting() {
        return (unsigned int*)(xk_reserved_shared() + (Size == 64 ? 0 : Size == 128 ? 4 : Size == 256 ? 8 : Size == 512 ? 12 : 16));
    }
    __device__ __forceinline__ static unsigned int xk_warp() { return xk_rank_in_block() / 32; }
    __device__ __forceinline__ static unsigned int xk_warps() {
        if constexpr (Size == 1024) {
            return 0xffffffffu;
        } else {
            return (1u << Size / 32) - 1 << (xk_warp() & ~(Size / 32 - 1));
        }
    }
    template <typename T>
    __device__ __forceinline__ static T* xk_slot(unsigned int warp) { return (T*)(xk_reserved_shared() + 32 + warp * 8); }
    __device__ __forceinline__ void xk_prepare() const {
        __syncwarp(0xffffffffu);
        if (xk_rank_in_block() % 32 == 0) {
            unsigned int keep = ~(1u << xk_warp());
            asm volatile("red.and.release.cta.b32 [%0], %1;" : : "l"(xk_meeting()), "r"(keep) : "memory");
        }
        __barrier_sync(0);
    }
    // True in the warp that comes last, which must release the others.
    __device__ __forceinline__ static bool xk_arrive() {
        __syncwarp(0xffffffffu);
        unsigned int before = 0;
        if (xk_rank_in_block() % 32 == 0) {
            asm volatile("atom.or.acq_rel.cta.b32 %0, [%1], %2;" : "=r"(before) : "l"(xk_meeting()), "r"(1u << xk_warp()) : "memory");
        }
        before = __shfl_sync(0xffffffffu, before, 0);
        return ((before | 1u << xk_warp()) & xk_warps()) == xk_warps();
    }
    __device__ __forceinline__ static void xk_release() {
        __syncwarp(0xffffffffu);
        if (xk_rank_in_block() % 32 == 0) {
            asm volatile("red.and.release.cta.b32 [%0], %1;" : : "l"(xk_meeting()), "r"(~xk_warps()) : "memory");
        }
    }
    __device__ __forceinline__ static void xk_wait() {
        unsigned int waiting;
        do {
            asm volatile("ld.acquire.cta.u32 %0, [%1];" : "=r"(waiting) : "l"(xk_meeting()) : "memory");
        } while ((waiting >> xk_warp() & 1) != 0);
        __syncwarp(0xffffffffu);
    }
    __device__ __forceinline__ static void sync() {
        if (xk_arrive()) {
            xk_release();
        } else {
            xk_wait();
        }
        __syncwarp(0xffffffffu);
    }
    template <typename T>
    __device__ __forceinline__ T shfl(T value, unsigned int rank) const {
        static_assert(sizeof(T) <= 8, "tiles of more than 32 threads exchange types of at most 8 bytes");
        unsigned int warp = (xk_rank_in_block() - thread_rank() + rank) / 32;
        if (thread_rank() == rank) {
            *xk_slot<T>(warp) = value;
        }
        sync();
        T result = *xk_slot<T>(warp);
        sync();
        return result;
    }
    __device__ __forceinline__ int any(int predicate) const {
        int mine = __any_sync(0xffffffffu, predicate);
        return xk_gathered(mine, [](int own, int other) { return own | other; });
    }
    __device__ __forceinline__ int all(int predicate) const {
        int mine = __all_sync(0xffffffffu, predicate);
        return xk_gathered(mine, [](int own, int other) { return own & other; });
    }
    // The values of the tile's warps, one each, combined as a warp of so many threads would.
    template <typename T, typename Op>
    __device__ __forceinline__ T xk_gathered(T mine, Op op) const {
        if (xk_rank_in_block() % 32 == 0) {
            *xk_slot<T>(xk_warp()) = mine;
        }
        if (xk_arrive()) {
            if (xk_rank_in_block() % 32 < Size / 32) {
                xk_narrow_tile<Size / 32> warps(0, 1);
                T* slot = xk_slot<T>((xk_rank_in_block() - thread_rank()) / 32 + xk_rank_in_block() % 32);
                T sum = *slot;
#pragma unroll
                for (unsigned int lanes = Size / 64; lanes > 0; lanes /= 2) {
                    sum = op(sum, warps.shfl_xor(sum, lanes));
                }
                *slot = sum;
            }
            xk_release();
        } else {
            xk_wait();
        }
        __syncwarp(0xffffffffu);
        return *xk_slot<T>(xk_warp());
    }
    // Of each warp: what op makes of the values of the warps before it; without meaning in the first.
    template <typename T, typename Op>
    __device__ __forceinline__ T xk_before(T mine, Op op) const {
        if (xk_rank_in_block() % 32 == 31) {
            *xk_slot<T>(xk_warp()) = mine;
        }
        if (xk_arrive()) {
            if (xk_rank_in_block() % 32 < Size / 32) {
                xk_narrow_tile<Size / 32> warps(0, 1);
                T* slot = xk_slot<T>((xk_rank_in_block() - thread_rank()) / 32 + xk_rank_in_block() % 32);
                T sum = *slot;
#pragma unroll
                for (unsigned int distance = 1; distance < Size / 32; distance *= 2) {
                    T other = warps.shfl_up(sum, distance);
                    if (distance <= warps.thread_rank()) {
                        sum = op(sum, other);
                    }
                }
                sum = warps.shfl_up(sum, 1);
                *slot = warps.thread_rank() == 0 ? T{} : sum;
            }
            xk_release();
        } else {
            xk_wait();
        }
        __syncwarp(0xffffffffu);
        return *xk_slot<T>(xk_warp());
    }
};
}
