// Of thrust what is no algorithm: tuples, pairs and function objects.

namespace thrust {
template <typename... T> using tuple = std::tuple<T...>;
template <typename T, typename U> using pair = std::pair<T, U>;
template <typename T> using tuple_size = std::tuple_size<T>;
template <size_t I, typename T> using tuple_element = std::tuple_element<I, T>;
template <typename T = void> using plus = std::plus<T>;
template <typename T = void> using minus = std::minus<T>;
template <typename T = void> using multiplies = std::multiplies<T>;
template <typename T = void> using divides = std::divides<T>;
template <typename T = void> using less = std::less<T>;
template <typename T = void> using greater = std::greater<T>;
template <typename T = void> using equal_to = std::equal_to<T>;
template <typename T = void> using negate = std::negate<T>;
template <typename T = void> struct maximum {
    __device__ __forceinline__ constexpr T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
template <typename T = void> struct minimum {
    __device__ __forceinline__ constexpr T operator()(const T& a, const T& b) const { return a < b ? a : b; }
};
template <typename A, typename R> using unary_function = std::unary_function<A, R>;
template <typename A, typename B, typename R> using binary_function = std::binary_function<A, B, R>;
template <typename... T> __device__ __forceinline__ constexpr auto make_tuple(T&&... t) { return std::make_tuple(t...); }
template <typename... T> __device__ __forceinline__ constexpr auto tie(T&... t) { return std::tuple<T&...>(t...); }
template <typename T, typename U> __device__ __forceinline__ constexpr auto make_pair(T&& t, U&& u) { return std::make_pair(t, u); }
template <size_t I, typename T> __device__ __forceinline__ constexpr auto& get(T& t) { return std::get<I>(t); }
template <size_t I, typename T> __device__ __forceinline__ constexpr const auto& get(const T& t) { return std::get<I>(t); }
template <typename T> __device__ __forceinline__ constexpr void swap(T& a, T& b) { std::swap(a, b); }
}
