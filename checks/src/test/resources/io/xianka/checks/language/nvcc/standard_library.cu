// Names of namespace std in device code; nvcc takes them with -std=c++20 --expt-relaxed-constexpr.
#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

#define OUT(...) (*o++ = (long long)(__VA_ARGS__))

template <typename T> __device__ long long bits(T x)
{
    if constexpr (sizeof(T) == 8)
        return __double_as_longlong(x);
    else
        return __float_as_int(x);
}

template <typename T> __device__ long long *integer_limits(long long *o)
{
    typedef std::numeric_limits<T> L;
    OUT(L::min()); OUT(L::max()); OUT(L::lowest()); OUT(L::digits); OUT(L::digits10); OUT(L::is_signed); OUT(L::is_integer);
    OUT(L::is_modulo); OUT(L::is_exact); OUT(L::has_infinity); OUT(L::epsilon()); OUT(L::radix); OUT(L::is_bounded);
    return o;
}

template <typename T> __device__ long long *floating_limits(long long *o)
{
    typedef std::numeric_limits<T> L;
    OUT(bits(L::min())); OUT(bits(L::max())); OUT(bits(L::lowest())); OUT(bits(L::epsilon())); OUT(bits(L::infinity()));
    OUT(bits(L::quiet_NaN())); OUT(bits(L::denorm_min())); OUT(bits(L::round_error())); OUT(L::digits); OUT(L::digits10);
    OUT(L::max_digits10); OUT(L::min_exponent); OUT(L::max_exponent); OUT(L::min_exponent10); OUT(L::max_exponent10);
    OUT(L::has_infinity); OUT(L::has_quiet_NaN); OUT(L::is_iec559); OUT(L::is_signed); OUT(L::is_integer); OUT(L::is_specialized);
    return o;
}

enum class Colour : short { RED = 3 };
struct Empty {};
struct Base { int a; };
struct Derived : Base { float b; };
union Either { int a; float b; };

template <typename T> __device__ long long traits()
{
    long long r = 0;
    int i = 0;
#define BIT(...) (r |= (long long)(__VA_ARGS__) << i++)
    BIT(std::is_void<T>::value); BIT(std::is_integral<T>::value); BIT(std::is_floating_point<T>::value);
    BIT(std::is_arithmetic_v<T>); BIT(std::is_signed_v<T>); BIT(std::is_unsigned_v<T>); BIT(std::is_enum_v<T>);
    BIT(std::is_class_v<T>); BIT(std::is_union_v<T>); BIT(std::is_pointer_v<T>); BIT(std::is_array_v<T>);
    BIT(std::is_reference_v<T>); BIT(std::is_lvalue_reference_v<T>); BIT(std::is_rvalue_reference_v<T>);
    BIT(std::is_const_v<T>); BIT(std::is_volatile_v<T>); BIT(std::is_scalar_v<T>); BIT(std::is_fundamental_v<T>);
    BIT(std::is_object_v<T>); BIT(std::is_function_v<T>); BIT(std::is_null_pointer_v<T>);
    BIT(std::is_same_v<std::decay_t<T>, T>); BIT(std::is_same_v<std::remove_cv_t<T>, T>);
    BIT(std::is_same_v<std::remove_reference_t<T>, T>); BIT(std::is_same_v<std::remove_pointer_t<T>, T>);
    BIT(std::is_same_v<std::remove_const_t<T>, T>); BIT(std::is_same_v<std::remove_volatile_t<T>, T>);
    BIT(std::is_same_v<std::add_pointer_t<T>, T *>); BIT(std::is_same_v<std::remove_extent_t<T>, T>);
    return r;
}

template <typename T, std::enable_if_t<std::is_integral<T>::value, int> = 0> __device__ T half(T x) { return x / 2; }
template <typename T, typename std::enable_if<std::is_floating_point<T>::value, int>::type = 0> __device__ T half(T x) { return x * T(0.5); }
template <size_t... I> __device__ int digits(const int *a, std::index_sequence<I...>) { return ((a[I] * int(I + 1)) + ...); }
template <typename Op> __device__ int fold(const int *p, int n, int start, Op op)
{
    for (int i = 0; i < n; i++)
        start = op(start, p[i]);
    return start;
}

extern "C" __global__ void k(long long *o, int small)
{
    o = integer_limits<bool>(o);
    o = integer_limits<char>(o);
    o = integer_limits<signed char>(o);
    o = integer_limits<unsigned char>(o);
    o = integer_limits<short>(o);
    o = integer_limits<unsigned short>(o);
    o = integer_limits<int>(o);
    o = integer_limits<unsigned int>(o);
    o = integer_limits<long>(o);
    o = integer_limits<unsigned long>(o);
    o = integer_limits<long long>(o);
    o = integer_limits<const unsigned long long>(o);
    o = floating_limits<float>(o);
    o = floating_limits<double>(o);

    OUT(traits<void>() & ~(1LL << 27)); OUT(traits<int>()); OUT(traits<const unsigned>()); OUT(traits<float>());
    OUT(traits<volatile double>()); OUT(traits<bool>()); OUT(traits<int *>()); OUT(traits<const int *const>());
    OUT(traits<int[3]>()); OUT(traits<Colour>()); OUT(traits<Derived>()); OUT(traits<Either>()); OUT(traits<decltype(nullptr)>());
    OUT(std::is_base_of<Base, Derived>::value); OUT(std::is_base_of_v<Derived, Base>); OUT(std::is_convertible_v<int, float>);
    OUT(std::is_convertible_v<Base, int>); OUT(std::is_empty_v<Empty>); OUT(std::is_constructible_v<Base>);
    OUT(std::is_same<std::underlying_type_t<Colour>, short>::value); OUT(sizeof(std::make_unsigned_t<long>));
    OUT(std::is_same_v<std::conditional_t<(sizeof(int) > 2), float, int>, float>); OUT(std::extent_v<int[3][4], 1>); OUT(std::rank_v<int[3][4]>);
    OUT(std::is_same_v<std::common_type_t<char, short, double>, double>); OUT(std::alignment_of_v<double>);
    OUT(std::conjunction_v<std::is_integral<int>, std::is_signed<int>>); OUT(std::disjunction<std::is_void<int>, std::is_class<int>>::value);
    OUT(std::negation_v<std::is_void<int>>); OUT(std::integral_constant<int, 7>() + 1); OUT(std::true_type::value);

    int a = small, b = small + 4;
    std::swap(a, b); OUT(a * 10 + b);
    OUT(std::max(a, b)); OUT(std::min(a, b)); OUT(std::max<long>(a, 100L)); OUT(std::clamp(a, 4, 6)); OUT(std::min(a, b, std::greater<int>()));
    OUT(std::exchange(a, 11) * 100 + a); OUT(half(a)); OUT(half(7.0f) * 2);
    int array[5] = {small, 1, 4, 1, 5};
    OUT(digits(array, std::make_index_sequence<5>())); OUT(digits(array, std::index_sequence<4, 0>()));
    OUT(fold(array, 5, 0, std::plus<int>())); OUT(fold(array, 5, 1, std::multiplies<>())); OUT(fold(array, 5, 100, std::minus<int>{}));
    OUT(fold(array, 5, 0, std::bit_xor<int>())); OUT(std::less<int>()(a, b)); OUT(std::equal_to<>()(a, 11)); OUT(std::negate<int>()(a));

    std::pair<int, float> p(small, 2.5f);
    auto q = std::make_pair(small + 1, 'x');
    OUT(p.first + p.second * 2); OUT(q.first * 1000 + q.second); OUT(p < std::pair<int, float>(small, 2.75f)); OUT(p == p);
    auto [first, second] = q; OUT(first + second); OUT(std::get<0>(p) + std::get<1>(q));
    std::array<int, 4> s = {small, 1, 2}; int total = 0;
    for (int v : s) total = total * 10 + v;
    OUT(total); OUT(s.size() + s[0] + s.front() + s.back()); s.fill(9); OUT(s[2]); OUT(std::get<1>(s));
    auto t = std::make_tuple(small, 2.5, (short)7);
    OUT(std::get<0>(t) + std::get<1>(t) * 2 + std::get<2>(t)); OUT(std::tuple_size<decltype(t)>::value);
    int x; double y; int z; std::tie(x, y, z) = t; OUT(x + y * 4 + z);
    std::tuple<int, int> u(small, 8); std::get<1>(u) += 2; OUT(std::get<1>(u));
    OUT(std::is_same_v<std::tuple_element_t<1, decltype(t)>, double>);
    int moved = std::move(a); OUT(moved);

    float f = small * 0.5f;
    OUT(bits(std::sqrt(f))); OUT(bits(std::abs(-f))); OUT(std::abs(-small)); OUT(bits(std::fma(f, f, f))); OUT(bits(std::floor(-f)));
    OUT(bits(std::sqrt((double)f))); OUT(std::isnan(f)); OUT(std::isinf(INFINITY * f)); OUT(std::signbit(-f)); OUT(bits(std::fmod(f, 1.0f)));
    OUT(bits(std::max(f, 2.0f))); OUT(INT_MAX); OUT(std::uint8_t(300)); OUT(sizeof(std::int64_t)); OUT(std::lround(2.5f)); OUT(bits(std::copysign(f, -1.0f)));
}
