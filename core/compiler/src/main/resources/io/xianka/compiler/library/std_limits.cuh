// <limits>: std::numeric_limits of all arithmetic types.

namespace std {
enum float_round_style { round_indeterminate = -1, round_toward_zero = 0, round_to_nearest = 1, round_toward_infinity = 2, round_toward_neg_infinity = 3 };
enum float_denorm_style { denorm_indeterminate = -1, denorm_absent = 0, denorm_present = 1 };
struct xk_no_limits {
    static constexpr bool is_specialized = false;
    static constexpr bool is_signed = false;
    static constexpr bool is_integer = false;
    static constexpr bool is_exact = false;
    static constexpr bool has_infinity = false;
    static constexpr bool has_quiet_NaN = false;
    static constexpr bool has_signaling_NaN = false;
    static constexpr bool is_iec559 = false;
    static constexpr bool is_bounded = false;
    static constexpr bool is_modulo = false;
    static constexpr bool traps = false;
    static constexpr bool tinyness_before = false;
    static constexpr float_denorm_style has_denorm = denorm_absent;
    static constexpr bool has_denorm_loss = false;
    static constexpr float_round_style round_style = round_toward_zero;
    static constexpr int digits = 0;
    static constexpr int digits10 = 0;
    static constexpr int max_digits10 = 0;
    static constexpr int radix = 0;
    static constexpr int min_exponent = 0;
    static constexpr int min_exponent10 = 0;
    static constexpr int max_exponent = 0;
    static constexpr int max_exponent10 = 0;
};
template <typename T> struct xk_integer_limits : xk_no_limits {
    static constexpr bool is_specialized = true;
    static constexpr bool is_signed = __is_signed(T);
    static constexpr bool is_integer = true;
    static constexpr bool is_exact = true;
    static constexpr bool is_bounded = true;
    static constexpr bool is_modulo = !is_signed && !__is_same(T, bool);
    static constexpr bool traps = true;
    static constexpr int digits = __is_same(T, bool) ? 1 : int(sizeof(T)) * 8 - (is_signed ? 1 : 0);
    static constexpr int digits10 = digits * 643L / 2136;
    static constexpr int radix = 2;
    __device__ static constexpr T min() noexcept { return is_signed ? T(1ULL << (digits & 63)) : T(0); }
    __device__ static constexpr T max() noexcept { return __is_same(T, bool) ? T(1) : T(~0ULL >> (64 - digits)); }
    __device__ static constexpr T lowest() noexcept { return min(); }
    __device__ static constexpr T epsilon() noexcept { return T(0); }
    __device__ static constexpr T round_error() noexcept { return T(0); }
    __device__ static constexpr T infinity() noexcept { return T(0); }
    __device__ static constexpr T quiet_NaN() noexcept { return T(0); }
    __device__ static constexpr T signaling_NaN() noexcept { return T(0); }
    __device__ static constexpr T denorm_min() noexcept { return T(0); }
};
struct xk_floating_limits : xk_no_limits {
    static constexpr bool is_specialized = true;
    static constexpr bool is_signed = true;
    static constexpr bool has_infinity = true;
    static constexpr bool has_quiet_NaN = true;
    static constexpr bool has_signaling_NaN = true;
    static constexpr bool is_iec559 = true;
    static constexpr bool is_bounded = true;
    static constexpr float_denorm_style has_denorm = denorm_present;
    static constexpr float_round_style round_style = round_to_nearest;
    static constexpr int radix = 2;
};
template <typename T> struct numeric_limits : xk_no_limits {
    __device__ static constexpr T min() noexcept { return T(); }
    __device__ static constexpr T max() noexcept { return T(); }
    __device__ static constexpr T lowest() noexcept { return T(); }
    __device__ static constexpr T epsilon() noexcept { return T(); }
    __device__ static constexpr T round_error() noexcept { return T(); }
    __device__ static constexpr T infinity() noexcept { return T(); }
    __device__ static constexpr T quiet_NaN() noexcept { return T(); }
    __device__ static constexpr T signaling_NaN() noexcept { return T(); }
    __device__ static constexpr T denorm_min() noexcept { return T(); }
};
template <typename T> struct numeric_limits<const T> : numeric_limits<T> {};
template <typename T> struct numeric_limits<volatile T> : numeric_limits<T> {};
template <typename T> struct numeric_limits<const volatile T> : numeric_limits<T> {};
template <> struct numeric_limits<bool> : xk_integer_limits<bool> {};
template <> struct numeric_limits<char> : xk_integer_limits<char> {};
template <> struct numeric_limits<signed char> : xk_integer_limits<signed char> {};
template <> struct numeric_limits<unsigned char> : xk_integer_limits<unsigned char> {};
template <> struct numeric_limits<short> : xk_integer_limits<short> {};
template <> struct numeric_limits<unsigned short> : xk_integer_limits<unsigned short> {};
template <> struct numeric_limits<int> : xk_integer_limits<int> {};
template <> struct numeric_limits<unsigned int> : xk_integer_limits<unsigned int> {};
template <> struct numeric_limits<long> : xk_integer_limits<long> {};
template <> struct numeric_limits<unsigned long> : xk_integer_limits<unsigned long> {};
template <> struct numeric_limits<long long> : xk_integer_limits<long long> {};
template <> struct numeric_limits<unsigned long long> : xk_integer_limits<unsigned long long> {};
template <> struct numeric_limits<float> : xk_floating_limits {
    static constexpr int digits = 24;
    static constexpr int digits10 = 6;
    static constexpr int max_digits10 = 9;
    static constexpr int min_exponent = -125;
    static constexpr int min_exponent10 = -37;
    static constexpr int max_exponent = 128;
    static constexpr int max_exponent10 = 38;
    __device__ static constexpr float min() noexcept { return 1.17549435e-38F; }
    __device__ static constexpr float max() noexcept { return 3.40282347e+38F; }
    __device__ static constexpr float lowest() noexcept { return -3.40282347e+38F; }
    __device__ static constexpr float epsilon() noexcept { return 1.19209290e-7F; }
    __device__ static constexpr float round_error() noexcept { return 0.5F; }
    __device__ static constexpr float infinity() noexcept { return __int_as_float(0x7f800000); }
    __device__ static constexpr float quiet_NaN() noexcept { return __int_as_float(0x7fc00000); }
    __device__ static constexpr float signaling_NaN() noexcept { return __int_as_float(0x7fa00000); }
    __device__ static constexpr float denorm_min() noexcept { return 1.40129846e-45F; }
};
template <> struct numeric_limits<double> : xk_floating_limits {
    static constexpr int digits = 53;
    static constexpr int digits10 = 15;
    static constexpr int max_digits10 = 17;
    static constexpr int min_exponent = -1021;
    static constexpr int min_exponent10 = -307;
    static constexpr int max_exponent = 1024;
    static constexpr int max_exponent10 = 308;
    __device__ static constexpr double min() noexcept { return 2.2250738585072014e-308; }
    __device__ static constexpr double max() noexcept { return 1.7976931348623157e+308; }
    __device__ static constexpr double lowest() noexcept { return -1.7976931348623157e+308; }
    __device__ static constexpr double epsilon() noexcept { return 2.2204460492503131e-16; }
    __device__ static constexpr double round_error() noexcept { return 0.5; }
    __device__ static constexpr double infinity() noexcept { return __longlong_as_double(0x7ff0000000000000LL); }
    __device__ static constexpr double quiet_NaN() noexcept { return __longlong_as_double(0x7ff8000000000000LL); }
    __device__ static constexpr double signaling_NaN() noexcept { return __longlong_as_double(0x7ff4000000000000LL); }
    __device__ static constexpr double denorm_min() noexcept { return 4.9406564584124654e-324; }
};
}
