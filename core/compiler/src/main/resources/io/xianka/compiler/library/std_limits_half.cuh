// std::numeric_limits of __half.

namespace std {
template <> struct numeric_limits<__half> : xk_floating_limits {
    static constexpr int digits = 11;
    static constexpr int digits10 = 3;
    static constexpr int max_digits10 = 5;
    static constexpr int min_exponent = -13;
    static constexpr int min_exponent10 = -4;
    static constexpr int max_exponent = 16;
    static constexpr int max_exponent10 = 4;
    __device__ static __half min() noexcept { return __ushort_as_half(0x0400); }
    __device__ static __half max() noexcept { return __ushort_as_half(0x7bff); }
    __device__ static __half lowest() noexcept { return __ushort_as_half(0xfbff); }
    __device__ static __half epsilon() noexcept { return __ushort_as_half(0x1400); }
    __device__ static __half round_error() noexcept { return __ushort_as_half(0x3800); }
    __device__ static __half infinity() noexcept { return __ushort_as_half(0x7c00); }
    __device__ static __half quiet_NaN() noexcept { return __ushort_as_half(0x7e00); }
    __device__ static __half signaling_NaN() noexcept { return __ushort_as_half(0x7d00); }
    __device__ static __half denorm_min() noexcept { return __ushort_as_half(0x0001); }
};
}
