// Shuffles between the lanes of a warp. width splits the warp into segments; shfl's last operand holds the
// segment mask in bits 8 to 12 and the clamp in bits 0 to 4: 0 when shuffling up, 31 otherwise. 64-bit values travel as
// two halves.

__device__ __forceinline__ unsigned int __xk_shfl_idx(unsigned int mask, unsigned int value, unsigned int lane, unsigned int bounds) {
    unsigned int r;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(value), "r"(lane), "r"(bounds), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __shfl_sync(unsigned int mask, unsigned int value, int source_lane, int width = 32) {
    return __xk_shfl_idx(mask, value, (unsigned int)source_lane, (unsigned int)(32 - width) << 8 | 31u);
}

__device__ __forceinline__ int __shfl_sync(unsigned int mask, int value, int source_lane, int width = 32) {
    return (int)__xk_shfl_idx(mask, (unsigned int)value, (unsigned int)source_lane, (unsigned int)(32 - width) << 8 | 31u);
}

__device__ __forceinline__ float __shfl_sync(unsigned int mask, float value, int source_lane, int width = 32) {
    return __uint_as_float(__xk_shfl_idx(mask, __float_as_uint(value), (unsigned int)source_lane, (unsigned int)(32 - width) << 8 | 31u));
}

__device__ __forceinline__ unsigned long long __shfl_sync(unsigned int mask, unsigned long long value, int source_lane, int width = 32) {
    unsigned int low = __xk_shfl_idx(mask, (unsigned int)value, (unsigned int)source_lane, (unsigned int)(32 - width) << 8 | 31u);
    unsigned int high = __xk_shfl_idx(mask, (unsigned int)(value >> 32), (unsigned int)source_lane, (unsigned int)(32 - width) << 8 | 31u);
    return (unsigned long long)high << 32 | low;
}

__device__ __forceinline__ long long __shfl_sync(unsigned int mask, long long value, int source_lane, int width = 32) {
    return (long long)__shfl_sync(mask, (unsigned long long)value, source_lane, width);
}

__device__ __forceinline__ long __shfl_sync(unsigned int mask, long value, int source_lane, int width = 32) {
    return (long)__shfl_sync(mask, (unsigned long long)value, source_lane, width);
}

__device__ __forceinline__ unsigned long __shfl_sync(unsigned int mask, unsigned long value, int source_lane, int width = 32) {
    return (unsigned long)__shfl_sync(mask, (unsigned long long)value, source_lane, width);
}

__device__ __forceinline__ double __shfl_sync(unsigned int mask, double value, int source_lane, int width = 32) {
    return __longlong_as_double(__shfl_sync(mask, __double_as_longlong(value), source_lane, width));
}

__device__ __forceinline__ unsigned int __xk_shfl_up(unsigned int mask, unsigned int value, unsigned int lane, unsigned int bounds) {
    unsigned int r;
    asm volatile("shfl.sync.up.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(value), "r"(lane), "r"(bounds), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __shfl_up_sync(unsigned int mask, unsigned int value, unsigned int delta, int width = 32) {
    return __xk_shfl_up(mask, value, delta, (unsigned int)(32 - width) << 8);
}

__device__ __forceinline__ int __shfl_up_sync(unsigned int mask, int value, unsigned int delta, int width = 32) {
    return (int)__xk_shfl_up(mask, (unsigned int)value, delta, (unsigned int)(32 - width) << 8);
}

__device__ __forceinline__ float __shfl_up_sync(unsigned int mask, float value, unsigned int delta, int width = 32) {
    return __uint_as_float(__xk_shfl_up(mask, __float_as_uint(value), delta, (unsigned int)(32 - width) << 8));
}

__device__ __forceinline__ unsigned long long __shfl_up_sync(unsigned int mask, unsigned long long value, unsigned int delta, int width = 32) {
    unsigned int low = __xk_shfl_up(mask, (unsigned int)value, delta, (unsigned int)(32 - width) << 8);
    unsigned int high = __xk_shfl_up(mask, (unsigned int)(value >> 32), delta, (unsigned int)(32 - width) << 8);
    return (unsigned long long)high << 32 | low;
}

__device__ __forceinline__ long long __shfl_up_sync(unsigned int mask, long long value, unsigned int delta, int width = 32) {
    return (long long)__shfl_up_sync(mask, (unsigned long long)value, delta, width);
}

__device__ __forceinline__ long __shfl_up_sync(unsigned int mask, long value, unsigned int delta, int width = 32) {
    return (long)__shfl_up_sync(mask, (unsigned long long)value, delta, width);
}

__device__ __forceinline__ unsigned long __shfl_up_sync(unsigned int mask, unsigned long value, unsigned int delta, int width = 32) {
    return (unsigned long)__shfl_up_sync(mask, (unsigned long long)value, delta, width);
}

__device__ __forceinline__ double __shfl_up_sync(unsigned int mask, double value, unsigned int delta, int width = 32) {
    return __longlong_as_double(__shfl_up_sync(mask, __double_as_longlong(value), delta, width));
}

__device__ __forceinline__ unsigned int __xk_shfl_down(unsigned int mask, unsigned int value, unsigned int lane, unsigned int bounds) {
    unsigned int r;
    asm volatile("shfl.sync.down.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(value), "r"(lane), "r"(bounds), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __shfl_down_sync(unsigned int mask, unsigned int value, unsigned int delta, int width = 32) {
    return __xk_shfl_down(mask, value, delta, (unsigned int)(32 - width) << 8 | 31u);
}

__device__ __forceinline__ int __shfl_down_sync(unsigned int mask, int value, unsigned int delta, int width = 32) {
    return (int)__xk_shfl_down(mask, (unsigned int)value, delta, (unsigned int)(32 - width) << 8 | 31u);
}

__device__ __forceinline__ float __shfl_down_sync(unsigned int mask, float value, unsigned int delta, int width = 32) {
    return __uint_as_float(__xk_shfl_down(mask, __float_as_uint(value), delta, (unsigned int)(32 - width) << 8 | 31u));
}

__device__ __forceinline__ unsigned long long __shfl_down_sync(unsigned int mask, unsigned long long value, unsigned int delta, int width = 32) {
    unsigned int low = __xk_shfl_down(mask, (unsigned int)value, delta, (unsigned int)(32 - width) << 8 | 31u);
    unsigned int high = __xk_shfl_down(mask, (unsigned int)(value >> 32), delta, (unsigned int)(32 - width) << 8 | 31u);
    return (unsigned long long)high << 32 | low;
}

__device__ __forceinline__ long long __shfl_down_sync(unsigned int mask, long long value, unsigned int delta, int width = 32) {
    return (long long)__shfl_down_sync(mask, (unsigned long long)value, delta, width);
}

__device__ __forceinline__ long __shfl_down_sync(unsigned int mask, long value, unsigned int delta, int width = 32) {
    return (long)__shfl_down_sync(mask, (unsigned long long)value, delta, width);
}

__device__ __forceinline__ unsigned long __shfl_down_sync(unsigned int mask, unsigned long value, unsigned int delta, int width = 32) {
    return (unsigned long)__shfl_down_sync(mask, (unsigned long long)value, delta, width);
}

__device__ __forceinline__ double __shfl_down_sync(unsigned int mask, double value, unsigned int delta, int width = 32) {
    return __longlong_as_double(__shfl_down_sync(mask, __double_as_longlong(value), delta, width));
}

__device__ __forceinline__ unsigned int __xk_shfl_bfly(unsigned int mask, unsigned int value, unsigned int lane, unsigned int bounds) {
    unsigned int r;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(value), "r"(lane), "r"(bounds), "r"(mask) : "memory");
    return r;
}

__device__ __forceinline__ unsigned int __shfl_xor_sync(unsigned int mask, unsigned int value, int lane_mask, int width = 32) {
    return __xk_shfl_bfly(mask, value, (unsigned int)lane_mask, (unsigned int)(32 - width) << 8 | 31u);
}

__device__ __forceinline__ int __shfl_xor_sync(unsigned int mask, int value, int lane_mask, int width = 32) {
    return (int)__xk_shfl_bfly(mask, (unsigned int)value, (unsigned int)lane_mask, (unsigned int)(32 - width) << 8 | 31u);
}

__device__ __forceinline__ float __shfl_xor_sync(unsigned int mask, float value, int lane_mask, int width = 32) {
    return __uint_as_float(__xk_shfl_bfly(mask, __float_as_uint(value), (unsigned int)lane_mask, (unsigned int)(32 - width) << 8 | 31u));
}

__device__ __forceinline__ unsigned long long __shfl_xor_sync(unsigned int mask, unsigned long long value, int lane_mask, int width = 32) {
    unsigned int low = __xk_shfl_bfly(mask, (unsigned int)value, (unsigned int)lane_mask, (unsigned int)(32 - width) << 8 | 31u);
    unsigned int high = __xk_shfl_bfly(mask, (unsigned int)(value >> 32), (unsigned int)lane_mask, (unsigned int)(32 - width) << 8 | 31u);
    return (unsigned long long)high << 32 | low;
}

__device__ __forceinline__ long long __shfl_xor_sync(unsigned int mask, long long value, int lane_mask, int width = 32) {
    return (long long)__shfl_xor_sync(mask, (unsigned long long)value, lane_mask, width);
}

__device__ __forceinline__ long __shfl_xor_sync(unsigned int mask, long value, int lane_mask, int width = 32) {
    return (long)__shfl_xor_sync(mask, (unsigned long long)value, lane_mask, width);
}

__device__ __forceinline__ unsigned long __shfl_xor_sync(unsigned int mask, unsigned long value, int lane_mask, int width = 32) {
    return (unsigned long)__shfl_xor_sync(mask, (unsigned long long)value, lane_mask, width);
}

__device__ __forceinline__ double __shfl_xor_sync(unsigned int mask, double value, int lane_mask, int width = 32) {
    return __longlong_as_double(__shfl_xor_sync(mask, __double_as_longlong(value), lane_mask, width));
}
