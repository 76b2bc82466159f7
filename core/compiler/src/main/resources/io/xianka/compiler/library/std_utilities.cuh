// <utility>, <tuple>, <array>, <algorithm> and <functional>, as far as kernels use them.

namespace std {
typedef ::size_t size_t;
typedef ::ptrdiff_t ptrdiff_t;
typedef decltype(nullptr) nullptr_t;
enum class byte : unsigned char {};
template <typename T> __device__ __forceinline__ constexpr __remove_reference(T)&& move(T&& t) noexcept { return static_cast<__remove_reference(T)&&>(t); }
template <typename T> __device__ __forceinline__ constexpr T&& forward(__remove_reference(T)& t) noexcept { return static_cast<T&&>(t); }
template <typename T> __device__ __forceinline__ constexpr T&& forward(__remove_reference(T)&& t) noexcept { return static_cast<T&&>(t); }
template <typename T> __device__ __forceinline__ constexpr const T& as_const(T& t) noexcept { return t; }
template <typename T> __device__ __forceinline__ constexpr T* addressof(T& t) noexcept { return &t; }
template <typename T> __device__ __forceinline__ constexpr void swap(T& a, T& b) {
    T t = static_cast<T&&>(a);
    a = static_cast<T&&>(b);
    b = static_cast<T&&>(t);
}
template <typename T, size_t N> __device__ __forceinline__ constexpr void swap(T (&a)[N], T (&b)[N]) {
    for (size_t i = 0; i < N; ++i) {
        std::swap(a[i], b[i]);
    }
}
template <typename T, typename U = T> __device__ __forceinline__ constexpr T exchange(T& t, U&& u) {
    T old = static_cast<T&&>(t);
    t = static_cast<U&&>(u);
    return old;
}
template <typename T> __device__ __forceinline__ constexpr const T& min(const T& a, const T& b) { return b < a ? b : a; }
template <typename T> __device__ __forceinline__ constexpr const T& max(const T& a, const T& b) { return a < b ? b : a; }
template <typename T, typename C> __device__ __forceinline__ constexpr const T& min(const T& a, const T& b, C less) { return less(b, a) ? b : a; }
template <typename T, typename C> __device__ __forceinline__ constexpr const T& max(const T& a, const T& b, C less) { return less(a, b) ? b : a; }
template <typename T> __device__ __forceinline__ constexpr const T& clamp(const T& v, const T& low, const T& high) { return v < low ? low : high < v ? high : v; }
template <typename I, typename O> __device__ __forceinline__ constexpr O copy(I first, I last, O out) {
    for (; first != last; ++first, ++out) {
        *out = *first;
    }
    return out;
}
template <typename I, typename N, typename O> __device__ __forceinline__ constexpr O copy_n(I first, N n, O out) {
    for (N i = 0; i < n; ++i, ++first, ++out) {
        *out = *first;
    }
    return out;
}
template <typename I, typename T> __device__ __forceinline__ constexpr void fill(I first, I last, const T& value) {
    for (; first != last; ++first) {
        *first = value;
    }
}
template <typename I, typename N, typename T> __device__ __forceinline__ constexpr I fill_n(I first, N n, const T& value) {
    for (N i = 0; i < n; ++i, ++first) {
        *first = value;
    }
    return first;
}
template <typename I> __device__ __forceinline__ constexpr void reverse(I first, I last) {
    for (; first != last && first != --last; ++first) {
        std::swap(*first, *last);
    }
}
template <typename I, typename T> __device__ __forceinline__ constexpr I find(I first, I last, const T& value) {
    while (first != last && !(*first == value)) {
        ++first;
    }
    return first;
}
template <typename I, typename T> __device__ __forceinline__ constexpr T accumulate(I first, I last, T sum) {
    for (; first != last; ++first) {
        sum = sum + *first;
    }
    return sum;
}
template <typename I, typename T> __device__ __forceinline__ constexpr I lower_bound(I first, I last, const T& value) {
    ptrdiff_t n = last - first;
    while (n > 0) {
        ptrdiff_t half = n / 2;
        bool right = first[half] < value;
        first = right ? first + half + 1 : first;
        n = right ? n - half - 1 : half;
    }
    return first;
}
template <typename I, typename T> __device__ __forceinline__ constexpr I upper_bound(I first, I last, const T& value) {
    ptrdiff_t n = last - first;
    while (n > 0) {
        ptrdiff_t half = n / 2;
        bool right = !(value < first[half]);
        first = right ? first + half + 1 : first;
        n = right ? n - half - 1 : half;
    }
    return first;
}
template <typename T, size_t N> __device__ __forceinline__ constexpr size_t size(const T (&)[N]) noexcept { return N; }
template <typename T, size_t N> __device__ __forceinline__ constexpr T* begin(T (&a)[N]) noexcept { return a; }
template <typename T, size_t N> __device__ __forceinline__ constexpr T* end(T (&a)[N]) noexcept { return a + N; }
}

namespace std {
template <typename T, T... I> struct integer_sequence {
    typedef T value_type;
    __device__ static constexpr size_t size() noexcept { return sizeof...(I); }
};
template <size_t... I> using index_sequence = integer_sequence<size_t, I...>;
template <typename T, size_t N, T... I> struct xk_sequence : xk_sequence<T, N - 1, T(N - 1), I...> {};
template <typename T, T... I> struct xk_sequence<T, 0, I...> { typedef integer_sequence<T, I...> type; };
template <typename T, T N> using make_integer_sequence = typename xk_sequence<T, size_t(N)>::type;
template <size_t N> using make_index_sequence = typename xk_sequence<size_t, N>::type;
template <typename... T> using index_sequence_for = typename xk_sequence<size_t, sizeof...(T)>::type;
}

namespace std {
template <typename T, typename U> struct pair {
    typedef T first_type;
    typedef U second_type;
    T first;
    U second;
    __device__ constexpr pair() : first(), second() {}
    __device__ constexpr pair(const T& t, const U& u) : first(t), second(u) {}
    template <typename V, typename W> __device__ constexpr pair(const pair<V, W>& p) : first(p.first), second(p.second) {}
};
template <typename T, typename U> __device__ __forceinline__ constexpr pair<__decay(T), __decay(U)> make_pair(T&& t, U&& u) { return pair<__decay(T), __decay(U)>(t, u); }
template <typename T, typename U> __device__ __forceinline__ constexpr bool operator==(const pair<T, U>& a, const pair<T, U>& b) { return a.first == b.first && a.second == b.second; }
template <typename T, typename U> __device__ __forceinline__ constexpr bool operator!=(const pair<T, U>& a, const pair<T, U>& b) { return !(a == b); }
template <typename T, typename U> __device__ __forceinline__ constexpr bool operator<(const pair<T, U>& a, const pair<T, U>& b) { return a.first < b.first || (!(b.first < a.first) && a.second < b.second); }
template <typename T, typename U> __device__ __forceinline__ constexpr bool operator>(const pair<T, U>& a, const pair<T, U>& b) { return b < a; }
template <typename T, size_t N> struct array {
    typedef T value_type;
    typedef size_t size_type;
    typedef T* iterator;
    typedef const T* const_iterator;
    T xk_elements[N];
    __device__ __forceinline__ constexpr T& operator[](size_t i) { return xk_elements[i]; }
    __device__ __forceinline__ constexpr const T& operator[](size_t i) const { return xk_elements[i]; }
    __device__ __forceinline__ constexpr T& at(size_t i) { return xk_elements[i]; }
    __device__ __forceinline__ constexpr const T& at(size_t i) const { return xk_elements[i]; }
    __device__ __forceinline__ constexpr T& front() { return xk_elements[0]; }
    __device__ __forceinline__ constexpr const T& front() const { return xk_elements[0]; }
    __device__ __forceinline__ constexpr T& back() { return xk_elements[N - 1]; }
    __device__ __forceinline__ constexpr const T& back() const { return xk_elements[N - 1]; }
    __device__ __forceinline__ constexpr T* data() { return xk_elements; }
    __device__ __forceinline__ constexpr const T* data() const { return xk_elements; }
    __device__ __forceinline__ constexpr T* begin() { return xk_elements; }
    __device__ __forceinline__ constexpr const T* begin() const { return xk_elements; }
    __device__ __forceinline__ constexpr T* end() { return xk_elements + N; }
    __device__ __forceinline__ constexpr const T* end() const { return xk_elements + N; }
    __device__ __forceinline__ constexpr size_t size() const { return N; }
    __device__ __forceinline__ constexpr size_t max_size() const { return N; }
    __device__ __forceinline__ constexpr bool empty() const { return N == 0; }
    __device__ __forceinline__ constexpr void fill(const T& value) {
        for (size_t i = 0; i < N; ++i) {
            xk_elements[i] = value;
        }
    }
};
template <typename T> struct tuple_size;
template <size_t I, typename T> struct tuple_element;
template <typename T, size_t N> struct tuple_size<array<T, N>> : integral_constant<size_t, N> {};
template <size_t I, typename T, size_t N> struct tuple_element<I, array<T, N>> { typedef T type; };
template <typename T, typename U> struct tuple_size<pair<T, U>> : integral_constant<size_t, 2> {};
template <typename T, typename U> struct tuple_element<0, pair<T, U>> { typedef T type; };
template <typename T, typename U> struct tuple_element<1, pair<T, U>> { typedef U type; };
template <size_t I, typename T> using tuple_element_t = typename tuple_element<I, T>::type;
template <size_t I, typename T, size_t N> __device__ __forceinline__ constexpr T& get(array<T, N>& a) { return a.xk_elements[I]; }
template <size_t I, typename T, size_t N> __device__ __forceinline__ constexpr const T& get(const array<T, N>& a) { return a.xk_elements[I]; }
template <size_t I, typename T, typename U> __device__ __forceinline__ constexpr auto& get(pair<T, U>& p) {
    if constexpr (I == 0) {
        return p.first;
    } else {
        return p.second;
    }
}
template <size_t I, typename T, typename U> __device__ __forceinline__ constexpr const auto& get(const pair<T, U>& p) {
    if constexpr (I == 0) {
        return p.first;
    } else {
        return p.second;
    }
}
}

namespace std {
template <typename... T> struct tuple {};
template <typename T, typename... R> struct tuple<T, R...> : tuple<R...> {
    T xk_head;
    __device__ constexpr tuple() : xk_head() {}
    __device__ constexpr tuple(const T& head, const R&... rest) : tuple<R...>(rest...), xk_head(head) {}
    template <typename V, typename... W> __device__ constexpr tuple(const tuple<V, W...>& other) : tuple<R...>(static_cast<const tuple<W...>&>(other)), xk_head(other.xk_head) {}
    template <typename V, typename... W> __device__ constexpr tuple& operator=(const tuple<V, W...>& other) {
        xk_head = other.xk_head;
        static_cast<tuple<R...>&>(*this) = static_cast<const tuple<W...>&>(other);
        return *this;
    }
};
template <typename... T> struct tuple_size<tuple<T...>> : integral_constant<size_t, sizeof...(T)> {};
template <typename T> inline constexpr size_t tuple_size_v = tuple_size<T>::value;
template <typename T, typename... R> struct tuple_element<0, tuple<T, R...>> {
    typedef T type;
    typedef tuple<T, R...> xk_part;
};
template <size_t I, typename T, typename... R> struct tuple_element<I, tuple<T, R...>> : tuple_element<I - 1, tuple<R...>> {};
template <size_t I, typename... T> __device__ __forceinline__ constexpr typename tuple_element<I, tuple<T...>>::type& get(tuple<T...>& t) { return static_cast<typename tuple_element<I, tuple<T...>>::xk_part&>(t).xk_head; }
template <size_t I, typename... T> __device__ __forceinline__ constexpr const typename tuple_element<I, tuple<T...>>::type& get(const tuple<T...>& t) { return static_cast<const typename tuple_element<I, tuple<T...>>::xk_part&>(t).xk_head; }
template <typename... T> __device__ __forceinline__ constexpr tuple<__decay(T)...> make_tuple(T&&... t) { return tuple<__decay(T)...>(t...); }
template <typename... T> __device__ __forceinline__ constexpr tuple<T&...> tie(T&... t) { return tuple<T&...>(t...); }
}

namespace std {
template <typename T = void> struct plus {
    __device__ __forceinline__ constexpr T operator()(const T& a, const T& b) const { return a + b; }
};
template <> struct plus<void> {
    template <typename T, typename U> __device__ __forceinline__ constexpr auto operator()(const T& a, const U& b) const { return a + b; }
};
template <typename T = void> struct minus {
    __device__ __forceinline__ constexpr T operator()(const T& a, const T& b) const { return a - b; }
};
template <> struct minus<void> {
    template <typename T, typename U> __device__ __forceinline__ constexpr auto operator()(const T& a, const U& b) const { return a - b; }
};
template <typename T = void> struct multiplies {
    __device__ __forceinline__ constexpr T operator()(const T& a, const T& b) const { return a * b; }
};
template <> struct multiplies<void> {
    template <typename T, typename U> __device__ __forceinline__ constexpr auto operator()(const T& a, const U& b) const { return a * b; }
};
template <typename T = void> struct divides {
    __device__ __forceinline__ constexpr T operator()(const T& a, const T& b) const { return a / b; }
};
template <> struct divides<void> {
    template <typename T, typename U> __device__ __forceinline__ constexpr auto operator()(const T& a, const U& b) const { return a / b; }
};
template <typename T = void> struct modulus {
    __device__ __forceinline__ constexpr T operator()(const T& a, const T& b) const { return a % b; }
};
template <> struct modulus<void> {
    template <typename T, typename U> __device__ __forceinline__ constexpr auto operator()(const T& a, const U& b) const { return a % b; }
};
template <typename T = void> struct bit_and {
    __device__ __forceinline__ constexpr T operator()(const T& a, const T& b) const { return a & b; }
};
template <> struct bit_and<void> {
    template <typename T, typename U> __device__ __forceinline__ constexpr auto operator()(const T& a, const U& b) const { return a & b; }
};
template <typename T = void> struct bit_or {
    __device__ __forceinline__ constexpr T operator()(const T& a, const T& b) const { return a | b; }
};
template <> struct bit_or<void> {
    template <typename T, typename U> __device__ __forceinline__ constexpr auto operator()(const T& a, const U& b) const { return a | b; }
};
template <typename T = void> struct bit_xor {
    __device__ __forceinline__ constexpr T operator()(const T& a, const T& b) const { return a ^ b; }
};
template <> struct bit_xor<void> {
    template <typename T, typename U> __device__ __forceinline__ constexpr auto operator()(const T& a, const U& b) const { return a ^ b; }
};
template <typename T = void> struct equal_to {
    __device__ __forceinline__ constexpr bool operator()(const T& a, const T& b) const { return a == b; }
};
template <> struct equal_to<void> {
    template <typename T, typename U> __device__ __forceinline__ constexpr auto operator()(const T& a, const U& b) const { return a == b; }
};
template <typename T = void> struct not_equal_to {
    __device__ __forceinline__ constexpr bool operator()(const T& a, const T& b) const { return a != b; }
};
template <> struct not_equal_to<void> {
    template <typename T, typename U> __device__ __forceinline__ constexpr auto operator()(const T& a, const U& b) const { return a != b; }
};
template <typename T = void> struct less {
    __device__ __forceinline__ constexpr bool operator()(const T& a, const T& b) const { return a < b; }
};
template <> struct less<void> {
    template <typename T, typename U> __device__ __forceinline__ constexpr auto operator()(const T& a, const U& b) const { return a < b; }
};
template <typename T = void> struct greater {
    __device__ __forceinline__ constexpr bool operator()(const T& a, const T& b) const { return a > b; }
};
template <> struct greater<void> {
    template <typename T, typename U> __device__ __forceinline__ constexpr auto operator()(const T& a, const U& b) const { return a > b; }
};
template <typename T = void> struct less_equal {
    __device__ __forceinline__ constexpr bool operator()(const T& a, const T& b) const { return a <= b; }
};
template <> struct less_equal<void> {
    template <typename T, typename U> __device__ __forceinline__ constexpr auto operator()(const T& a, const U& b) const { return a <= b; }
};
template <typename T = void> struct greater_equal {
    __device__ __forceinline__ constexpr bool operator()(const T& a, const T& b) const { return a >= b; }
};
template <> struct greater_equal<void> {
    template <typename T, typename U> __device__ __forceinline__ constexpr auto operator()(const T& a, const U& b) const { return a >= b; }
};
template <typename T = void> struct logical_and {
    __device__ __forceinline__ constexpr bool operator()(const T& a, const T& b) const { return a && b; }
};
template <> struct logical_and<void> {
    template <typename T, typename U> __device__ __forceinline__ constexpr auto operator()(const T& a, const U& b) const { return a && b; }
};
template <typename T = void> struct logical_or {
    __device__ __forceinline__ constexpr bool operator()(const T& a, const T& b) const { return a || b; }
};
template <> struct logical_or<void> {
    template <typename T, typename U> __device__ __forceinline__ constexpr auto operator()(const T& a, const U& b) const { return a || b; }
};
template <typename T = void> struct negate {
    __device__ __forceinline__ constexpr T operator()(const T& a) const { return -a; }
};
template <typename T = void> struct logical_not {
    __device__ __forceinline__ constexpr bool operator()(const T& a) const { return !a; }
};
template <typename A, typename R> struct unary_function {
    typedef A argument_type;
    typedef R result_type;
};
template <typename A, typename B, typename R> struct binary_function {
    typedef A first_argument_type;
    typedef B second_argument_type;
    typedef R result_type;
};
struct identity {
    template <typename T> __device__ __forceinline__ constexpr T&& operator()(T&& t) const { return static_cast<T&&>(t); }
};
}
