// Cooperative groups within a warp: tiles, whose lanes are neighbours, and coalesced groups of any lanes. Tiles of several
// warps are in cooperative_groups_wide_tiles.

namespace cooperative_groups {
// What moves a word between lanes.
struct xk_from_lane {
    unsigned int mask;
    int lane;
    int width;
    template <typename T> __device__ __forceinline__ T operator()(T value) const { return __shfl_sync(mask, value, lane, width); }
};
struct xk_from_below {
    unsigned int mask;
    unsigned int delta;
    int width;
    template <typename T> __device__ __forceinline__ T operator()(T value) const { return __shfl_up_sync(mask, value, delta, width); }
};
struct xk_from_above {
    unsigned int mask;
    unsigned int delta;
    int width;
    template <typename T> __device__ __forceinline__ T operator()(T value) const { return __shfl_down_sync(mask, value, delta, width); }
};
struct xk_from_pair {
    unsigned int mask;
    int lanes;
    int width;
    template <typename T> __device__ __forceinline__ T operator()(T value) const { return __shfl_xor_sync(mask, value, lanes, width); }
};
// Numbers move as they are, other types word by word.
template <typename T, typename Move>
__device__ __forceinline__ T xk_moved(T value, Move move) {
    static_assert(sizeof(T) <= 32, "cooperative groups shuffle types of at most 32 bytes");
    if constexpr (__is_arithmetic(T)) {
        if constexpr (sizeof(T) < 4) {
            return (T)move((int)value);
        } else {
            return move(value);
        }
    } else {
        T result = value;
        if constexpr (sizeof(T) % 4 == 0 && alignof(T) % 4 == 0) {
            const unsigned int* in = (const unsigned int*)&value;
            unsigned int* out = (unsigned int*)&result;
#pragma unroll
            for (unsigned int i = 0; i < sizeof(T) / 4; ++i) {
                out[i] = move(in[i]);
            }
        } else if constexpr (sizeof(T) % 2 == 0 && alignof(T) % 2 == 0) {
            const unsigned short* in = (const unsigned short*)&value;
            unsigned short* out = (unsigned short*)&result;
#pragma unroll
            for (unsigned int i = 0; i < sizeof(T) / 2; ++i) {
                out[i] = (unsigned short)move((int)in[i]);
            }
        } else {
            const unsigned char* in = (const unsigned char*)&value;
            unsigned char* out = (unsigned char*)&result;
#pragma unroll
            for (unsigned int i = 0; i < sizeof(T); ++i) {
                out[i] = (unsigned char)move((int)in[i]);
            }
        }
        return result;
    }
}
struct coalesced_group : thread_group {
    bool xk_tiled;
    __device__ __forceinline__ explicit coalesced_group(unsigned int mask, unsigned int meta_rank = 0, unsigned int meta_size = 1, bool tiled = false)
        : thread_group(xk_coalesced, mask, meta_rank, meta_size), xk_tiled(tiled) {}
    __device__ __forceinline__ unsigned int num_threads() const { return (unsigned int)__popc(xk_mask); }
    __device__ __forceinline__ unsigned int size() const { return (unsigned int)__popc(xk_mask); }
    __device__ __forceinline__ unsigned int thread_rank() const { return (unsigned int)__popc(xk_mask & xk_lanes_below()); }
    __device__ __forceinline__ unsigned int meta_group_rank() const { return xk_meta_rank; }
    __device__ __forceinline__ unsigned int meta_group_size() const { return xk_meta_size; }
    __device__ __forceinline__ void sync() const { __syncwarp(xk_mask); }
    template <typename T>
    __device__ __forceinline__ T shfl(T value, int rank) const {
        unsigned int lane = rank == 0 ? (unsigned int)__ffs(xk_mask) - 1u : xk_mask == 0xffffffffu ? (unsigned int)rank : __fns(xk_mask, 0, rank + 1);
        return xk_moved(value, xk_from_lane{xk_mask, (int)lane, 32});
    }
    template <typename T>
    __device__ __forceinline__ T shfl_down(T value, unsigned int delta) const {
        if (xk_mask == 0xffffffffu) {
            return xk_moved(value, xk_from_above{0xffffffffu, delta, 32});
        }
        unsigned int lane = __fns(xk_mask, xk_lane(), (int)delta + 1);
        return xk_moved(value, xk_from_lane{xk_mask, (int)(lane < 32 ? lane : xk_lane()), 32});
    }
    template <typename T>
    __device__ __forceinline__ T shfl_up(T value, int delta) const {
        if (xk_mask == 0xffffffffu) {
            return xk_moved(value, xk_from_below{0xffffffffu, (unsigned int)delta, 32});
        }
        unsigned int lane = __fns(xk_mask, xk_lane(), -(delta + 1));
        return xk_moved(value, xk_from_lane{xk_mask, (int)(lane < 32 ? lane : xk_lane()), 32});
    }
    __device__ __forceinline__ int any(int predicate) const { return __ballot_sync(xk_mask, predicate) != 0; }
    __device__ __forceinline__ int all(int predicate) const { return __ballot_sync(xk_mask, predicate) == xk_mask; }
    __device__ __forceinline__ unsigned int ballot(int predicate) const { return xk_packed(__ballot_sync(xk_mask, predicate)); }
    template <typename T>
    __device__ __forceinline__ unsigned int match_any(T value) const { return xk_packed(__match_any_sync(xk_mask, value)); }
    template <typename T>
    __device__ __forceinline__ unsigned int match_all(T value, int& predicate) const { return xk_packed(__match_all_sync(xk_mask, value, &predicate)); }
    // The bits of the group's lanes, moved to their ranks.
    __device__ __forceinline__ unsigned int xk_packed(unsigned int lanes) const {
        if (xk_mask == 0xffffffffu) {
            return lanes;
        }
        unsigned int packed = 0;
        int rank = 0;
        for (unsigned int rest = xk_mask; rest != 0; rest &= rest - 1) {
            packed |= (lanes >> (__ffs(rest) - 1) & 1u) << rank++;
        }
        return packed;
    }
    __device__ __forceinline__ coalesced_group xk_tile(unsigned int size) const {
        if (size == 0 || size > 32 || (size & (size - 1)) != 0) {
            __trap();
        }
        unsigned int threads = num_threads();
        if (threads <= size) {
            return *this;
        }
        unsigned int rank = thread_rank();
        unsigned int mask = 0;
        if (xk_tiled) {
            unsigned int rest = threads - (rank & ~(size - 1));
            mask = 0xffffffffu >> (32 - (rest < size ? rest : size)) << (xk_lane() & ~(size - 1));
        } else {
            unsigned int position = 0;
            for (unsigned int rest = xk_mask; rest != 0; rest &= rest - 1) {
                if (position++ / size == rank / size) {
                    mask |= rest & (0u - rest);
                }
            }
        }
        return coalesced_group(mask, rank / size, (threads + size - 1) / size, xk_tiled);
    }
};
__device__ __forceinline__ coalesced_group coalesced_threads() {
    return coalesced_group(__activemask());
}
}

namespace cooperative_groups {
template <unsigned int Size>
struct xk_narrow_tile : thread_group {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "the size of a tile is a power of two up to 512");
    __device__ __forceinline__ xk_narrow_tile(unsigned int meta_rank, unsigned int meta_size) : thread_group(xk_coalesced, xk_lanes(), meta_rank, meta_size) {}
    __device__ __forceinline__ static unsigned int xk_first_lane() { return xk_lane() & ~(Size - 1); }
    __device__ __forceinline__ static unsigned int xk_lanes() {
        if constexpr (Size == 32) {
            return 0xffffffffu;
        } else {
            return (1u << Size) - 1 << xk_first_lane();
        }
    }
    __device__ __forceinline__ static constexpr unsigned int num_threads() { return Size; }
    __device__ __forceinline__ static constexpr unsigned int size() { return Size; }
    __device__ __forceinline__ static unsigned int thread_rank() { return xk_rank_in_block() & (Size - 1); }
    __device__ __forceinline__ static void sync() { __syncwarp(xk_lanes()); }
    template <typename T>
    __device__ __forceinline__ T shfl(T value, int rank) const { return xk_moved(value, xk_from_lane{xk_lanes(), rank, (int)Size}); }
    template <typename T>
    __device__ __forceinline__ T shfl_down(T value, unsigned int delta) const { return xk_moved(value, xk_from_above{xk_lanes(), delta, (int)Size}); }
    template <typename T>
    __device__ __forceinline__ T shfl_up(T value, unsigned int delta) const { return xk_moved(value, xk_from_below{xk_lanes(), delta, (int)Size}); }
    template <typename T>
    __device__ __forceinline__ T shfl_xor(T value, unsigned int lanes) const { return xk_moved(value, xk_from_pair{xk_lanes(), (int)lanes, (int)Size}); }
    __device__ __forceinline__ int any(int predicate) const { return __ballot_sync(xk_lanes(), predicate) != 0; }
    __device__ __forceinline__ int all(int predicate) const { return __ballot_sync(xk_lanes(), predicate) == xk_lanes(); }
    __device__ __forceinline__ unsigned int ballot(int predicate) const { return __ballot_sync(xk_lanes(), predicate) >> xk_first_lane(); }
    template <typename T>
    __device__ __forceinline__ unsigned int match_any(T value) const { return __match_any_sync(xk_lanes(), value) >> xk_first_lane(); }
    template <typename T>
    __device__ __forceinline__ unsigned int match_all(T value, int& predicate) const { return __match_all_sync(xk_lanes(), value, &predicate) >> xk_first_lane(); }
    __device__ __forceinline__ unsigned int meta_group_rank() const { return xk_meta_rank; }
    __device__ __forceinline__ unsigned int meta_group_size() const { return xk_meta_size; }
};
template <unsigned int Size, bool Wide>
struct xk_tile_of {
    using type = xk_narrow_tile<Size>;
};
template <unsigned int Size>
struct xk_tile_of<Size, true> {
    using type = xk_wide_tile<Size>;
};
template <unsigned int Size, typename ParentT = void>
struct thread_block_tile : xk_tile_of<Size, (Size > 32)>::type {
    using xk_base = typename xk_tile_of<Size, (Size > 32)>::type;
    __device__ __forceinline__ explicit thread_block_tile(const ParentT& parent)
        : xk_base(parent.thread_rank() / Size, (parent.num_threads() + Size - 1) / Size) {}
    __device__ __forceinline__ operator thread_block_tile<Size, void>() const { return thread_block_tile<Size, void>(this->xk_meta_rank, this->xk_meta_size); }
};
// The tile as such, whatever it is a part of.
template <unsigned int Size>
struct thread_block_tile<Size, void> : xk_tile_of<Size, (Size > 32)>::type {
    using xk_base = typename xk_tile_of<Size, (Size > 32)>::type;
    __device__ __forceinline__ thread_block_tile(unsigned int meta_rank, unsigned int meta_size) : xk_base(meta_rank, meta_size) {}
};
template <unsigned int Size, typename ParentT>
__device__ __forceinline__ thread_block_tile<Size, ParentT> tiled_partition(const ParentT& parent) {
    thread_block_tile<Size, ParentT> tile(parent);
    if constexpr (Size > 32) {
        tile.xk_prepare();
    }
    return tile;
}
__device__ __forceinline__ thread_group xk_tile_of_block(unsigned int size) {
    if (size == 0 || size > 32 || (size & (size - 1)) != 0) {
        __trap();
    }
    unsigned int rank = xk_rank_in_block();
    unsigned int rest = xk_block_size() - (rank & ~(size - 1));
    unsigned int mask = 0xffffffffu >> (32 - (rest < size ? rest : size)) << (xk_lane() & ~(size - 1));
    return thread_group(xk_coalesced, mask, rank / size, (xk_block_size() + size - 1) / size);
}
__device__ __forceinline__ thread_group tiled_partition(const thread_group& parent, unsigned int size) {
    if (parent.xk_type == xk_coalesced) {
        // A group whose lanes are neighbours is a tile: only those that tiled_partition made come here as thread_group.
        unsigned int bits = parent.xk_mask >> (__ffs(parent.xk_mask) - 1);
        return coalesced_group(parent.xk_mask, parent.xk_meta_rank, parent.xk_meta_size, (bits & (bits + 1)) == 0).xk_tile(size);
    }
    return xk_tile_of_block(size);
}
__device__ __forceinline__ thread_group tiled_partition(const thread_block&, unsigned int size) {
    return xk_tile_of_block(size);
}
__device__ __forceinline__ coalesced_group tiled_partition(const coalesced_group& parent, unsigned int size) {
    return parent.xk_tile(size);
}
__device__ __forceinline__ thread_block_tile<1> this_thread() {
    return thread_block_tile<1>(0, 1);
}
}

namespace cooperative_groups {
__device__ __forceinline__ coalesced_group xk_halves(unsigned int mask, bool predicate) {
    unsigned int set = __ballot_sync(mask, predicate);
    if (set == mask || set == 0) {
        return coalesced_group(mask, 0, 1);
    }
    return coalesced_group(predicate ? set : mask & ~set, predicate, 2);
}
template <typename T>
__device__ __forceinline__ coalesced_group xk_labels(unsigned int mask, T label) {
    if constexpr (__is_same(T, bool)) {
        return xk_halves(mask, label);
    } else {
        unsigned int alike;
        if constexpr (sizeof(T) == 8) {
            alike = __match_any_sync(mask, (unsigned long long)label);
        } else {
            alike = __match_any_sync(mask, (unsigned int)label);
        }
        int first = __ffs(alike) - 1;
        unsigned int firsts = __ballot_sync(mask, first == (int)xk_lane());
        return coalesced_group(alike, (unsigned int)__popc(firsts & (1u << first) - 1), (unsigned int)__popc(firsts));
    }
}
__device__ __forceinline__ coalesced_group binary_partition(const coalesced_group& group, bool predicate) {
    return xk_halves(group.xk_mask, predicate);
}
template <unsigned int Size, typename ParentT>
__device__ __forceinline__ coalesced_group binary_partition(const thread_block_tile<Size, ParentT>& tile, bool predicate) {
    static_assert(Size <= 32, "binary_partition divides tiles of at most 32 threads");
    return xk_halves(tile.xk_lanes(), predicate);
}
template <typename T>
__device__ __forceinline__ coalesced_group labeled_partition(const coalesced_group& group, T label) {
    return xk_labels(group.xk_mask, label);
}
template <typename T, unsigned int Size, typename ParentT>
__device__ __forceinline__ coalesced_group labeled_partition(const thread_block_tile<Size, ParentT>& tile, T label) {
    static_assert(Size <= 32, "labeled_partition divides tiles of at most 32 threads");
    return xk_labels(tile.xk_lanes(), label);
}
}
