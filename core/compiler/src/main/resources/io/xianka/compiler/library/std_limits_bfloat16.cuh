// std::numeric_limits of __nv_bfloat16.

namespace std {
template <> struct numeric_limits<__nv_bfloat16> : xk_floating_limits {
    static constexpr int digits = 8;
    static constexpr int digits10 = 2;
    static constexpr int max_digits10 = 4;
    static constexpr int min_exponent = -125;
    static constexpr int min_exponent10 = -37;
    static constexpr int max_exponent = 128;
    static constexpr int max_exponent10 = 38;
    __device__ static __nv_bfloat16 min() noexcept { return __ushort_as_bfloat16(0x0080); }
    __device__ static __nv_bfloat16 max() noexcept { return __ushort_as_bfloat16(0x7f7f); }
    __device__ static __nv_bfloat16 lowest() noexcept { return __ushort_as_bfloat16(0xff7f); }
    __device__ static __nv_bfloat16 epsilon() noexcept { return __ushort_as_bfloat16(0x3c00); }
    __device__ static __nv_bfloat16 round_error() noexcept { return __ushort_as_bfloat16(0x3f00); }
    __device__ static __nv_bfloat16 infinity() noexcept { return __ushort_as_bfloat16(0x7f80); }
    __device__ static __nv_bfloat16 quiet_NaN() noexcept { return __ushort_as_bfloat16(0x7fc0); }
    __device__ static __nv_bfloat16 signaling_NaN() noexcept { return __ushort_as_bfloat16(0x7fa0); }
    __device__ static __nv_bfloat16 denorm_min() noexcept { return __ushort_as_bfloat16(0x0001); }
};
}
