// What cooperative groups compute together: reductions, scans, one thread for all. Sums of floating-point numbers are built in
// the order that CUDA's headers use, so that they have the same bits.

namespace cooperative_groups {
template <typename T>
struct plus {
    __device__ __forceinline__ T operator()(T a, T b) const { return a + b; }
};
template <typename T>
struct less {
    __device__ __forceinline__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T>
struct greater {
    __device__ __forceinline__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <typename T>
struct bit_and {
    __device__ __forceinline__ T operator()(T a, T b) const { return a & b; }
};
template <typename T>
struct bit_or {
    __device__ __forceinline__ T operator()(T a, T b) const { return a | b; }
};
template <typename T>
struct bit_xor {
    __device__ __forceinline__ T operator()(T a, T b) const { return a ^ b; }
};
// Whether redux.sync does it, and the value.
template <typename Op>
struct xk_redux {
    static constexpr bool fits = false;
};
template <typename T>
struct xk_redux<plus<T>> {
    static constexpr bool fits = __is_integral(T) && sizeof(T) <= 4;
    __device__ __forceinline__ static T of(unsigned int mask, T value) {
        if constexpr (__is_signed(T)) return (T)__reduce_add_sync(mask, (int)value);
        else return (T)__reduce_add_sync(mask, (unsigned int)value);
    }
};
template <typename T>
struct xk_redux<less<T>> {
    static constexpr bool fits = __is_integral(T) && sizeof(T) <= 4;
    __device__ __forceinline__ static T of(unsigned int mask, T value) {
        if constexpr (__is_signed(T)) return (T)__reduce_min_sync(mask, (int)value);
        else return (T)__reduce_min_sync(mask, (unsigned int)value);
    }
};
template <typename T>
struct xk_redux<greater<T>> {
    static constexpr bool fits = __is_integral(T) && sizeof(T) <= 4;
    __device__ __forceinline__ static T of(unsigned int mask, T value) {
        if constexpr (__is_signed(T)) return (T)__reduce_max_sync(mask, (int)value);
        else return (T)__reduce_max_sync(mask, (unsigned int)value);
    }
};
template <typename T>
struct xk_redux<bit_and<T>> {
    static constexpr bool fits = __is_integral(T) && sizeof(T) <= 4;
    __device__ __forceinline__ static T of(unsigned int mask, T value) { return (T)__reduce_and_sync(mask, (unsigned int)value); }
};
template <typename T>
struct xk_redux<bit_or<T>> {
    static constexpr bool fits = __is_integral(T) && sizeof(T) <= 4;
    __device__ __forceinline__ static T of(unsigned int mask, T value) { return (T)__reduce_or_sync(mask, (unsigned int)value); }
};
template <typename T>
struct xk_redux<bit_xor<T>> {
    static constexpr bool fits = __is_integral(T) && sizeof(T) <= 4;
    __device__ __forceinline__ static T of(unsigned int mask, T value) { return (T)__reduce_xor_sync(mask, (unsigned int)value); }
};
template <unsigned int Size, typename T, typename Op>
__device__ __forceinline__ T xk_tile_reduced(T value, Op op) {
    xk_narrow_tile<Size> tile(0, 1);
    if constexpr (Size >= 16 && xk_redux<Op>::fits) {
        return xk_redux<Op>::of(tile.xk_lanes(), value);
    } else {
#pragma unroll
        for (unsigned int lanes = Size / 2; lanes > 0; lanes /= 2) {
            value = op(value, tile.shfl_xor(value, lanes));
        }
        return value;
    }
}
template <unsigned int Size, typename T, typename Op>
__device__ __forceinline__ T xk_tile_scanned(T value, Op op) {
    xk_narrow_tile<Size> tile(0, 1);
    unsigned int rank = tile.thread_rank();
#pragma unroll
    for (unsigned int distance = 1; distance < Size; distance *= 2) {
        T other = tile.shfl_up(value, distance);
        if (distance <= rank) {
            value = op(value, other);
        }
    }
    return value;
}
template <typename T, typename Op>
__device__ __forceinline__ T xk_lanes_scanned(unsigned int mask, T value, Op op) {
    unsigned int rank = (unsigned int)__popc(mask & xk_lanes_below());
    unsigned int threads = (unsigned int)__popc(mask);
    // The lane whose rank is lower by distance: those of twice the distance are found by asking it.
    unsigned int before = mask & xk_lanes_below();
    int source = before == 0 ? (int)xk_lane() : 31 - __clz((int)before);
    for (unsigned int distance = 1; distance < threads; distance *= 2) {
        T other = xk_moved(value, xk_from_lane{mask, source, 32});
        if (distance <= rank) {
            value = op(value, other);
        }
        source = __shfl_sync(mask, source, source);
    }
    return value;
}
template <unsigned int Size, typename ParentT, typename T, typename Op>
__device__ __forceinline__ T xk_reduced(const thread_block_tile<Size, ParentT>& tile, T value, Op op) {
    if constexpr (Size <= 32) {
        return xk_tile_reduced<Size>(value, op);
    } else {
        return tile.xk_gathered(xk_tile_reduced<32>(value, op), op);
    }
}
template <typename T, typename Op>
__device__ __forceinline__ T xk_reduced(const coalesced_group& group, T value, Op op) {
    unsigned int mask = group.xk_mask;
    if constexpr (xk_redux<Op>::fits) {
        return xk_redux<Op>::of(mask, value);
    } else if (mask == 0xffffffffu) {
        return xk_tile_reduced<32>(value, op);
    } else {
        return xk_moved(xk_lanes_scanned(mask, value, op), xk_from_lane{mask, 31 - __clz((int)mask), 32});
    }
}
template <unsigned int Size, typename ParentT, typename T, typename Op>
__device__ __forceinline__ T xk_scanned(const thread_block_tile<Size, ParentT>& tile, T value, Op op) {
    if constexpr (Size <= 32) {
        return xk_tile_scanned<Size>(value, op);
    } else {
        T own = xk_tile_scanned<32>(value, op);
        T before = tile.xk_before(own, op);
        return tile.thread_rank() < 32 ? own : op(own, before);
    }
}
template <typename T, typename Op>
__device__ __forceinline__ T xk_scanned(const coalesced_group& group, T value, Op op) {
    if (group.xk_mask == 0xffffffffu) {
        return xk_tile_scanned<32>(value, op);
    }
    return xk_lanes_scanned(group.xk_mask, value, op);
}
template <typename Group, typename T, typename Op>
__device__ __forceinline__ T xk_shifted(const Group& group, T scanned, Op) {
    T other = group.shfl_up(scanned, 1);
    return group.thread_rank() == 0 ? T{} : other;
}
template <unsigned int Size, typename ParentT, typename T, typename Op>
__device__ __forceinline__ T xk_scanned_before(const thread_block_tile<Size, ParentT>& tile, T value, Op op) {
    if constexpr (Size <= 32) {
        return xk_shifted(tile, xk_tile_scanned<Size>(value, op), op);
    } else {
        T own = xk_tile_scanned<32>(value, op);
        T shifted = __shfl_up_sync(0xffffffffu, own, 1);
        T before = tile.xk_before(own, op);
        return xk_lane() == 0 ? before : tile.thread_rank() < 32 ? shifted : op(shifted, before);
    }
}
template <typename T, typename Op>
__device__ __forceinline__ T xk_scanned_before(const coalesced_group& group, T value, Op op) {
    return xk_shifted(group, xk_scanned(group, value, op), op);
}
template <typename Group, typename T, typename Op>
__device__ __forceinline__ auto reduce(const Group& group, T value, Op op) -> decltype(op(value, value)) {
    return xk_reduced(group, value, op);
}
template <typename Group, typename T, typename Op>
__device__ __forceinline__ auto inclusive_scan(const Group& group, T value, Op op) -> decltype(op(value, value)) {
    return xk_scanned(group, value, op);
}
template <typename Group, typename T>
__device__ __forceinline__ T inclusive_scan(const Group& group, T value) {
    return xk_scanned(group, value, plus<T>());
}
template <typename Group, typename T, typename Op>
__device__ __forceinline__ auto exclusive_scan(const Group& group, T value, Op op) -> decltype(op(value, value)) {
    return xk_scanned_before(group, value, op);
}
template <typename Group, typename T>
__device__ __forceinline__ T exclusive_scan(const Group& group, T value) {
    return xk_scanned_before(group, value, plus<T>());
}
}

namespace cooperative_groups {
template <typename Group, typename Fn, typename... Args>
__device__ __forceinline__ void invoke_one(const Group& group, Fn fn, Args... args) {
    if (group.thread_rank() == 0) {
        fn(args...);
    }
}
template <typename Group, typename Fn, typename... Args>
__device__ __forceinline__ auto invoke_one_broadcast(const Group& group, Fn fn, Args... args) -> decltype(fn(args...)) {
    decltype(fn(args...)) result{};
    if (group.thread_rank() == 0) {
        result = fn(args...);
    }
    return group.shfl(result, 0);
}
}
