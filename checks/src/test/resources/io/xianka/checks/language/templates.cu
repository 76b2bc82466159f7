// Values computed by templates, moved objects, packs, iterators, scopes, constant evaluation.
// This file is C++ as well: g++ recorded the answers beside it with
//   g++ -std=c++17 -w -fwrapv -fno-strict-aliasing -ffp-contract=off -DHOST -x c++ templates.cu -o t && ./t > templates.txt

#ifdef HOST
#include <cstdio>
#define __device__
#define __global__
#define __constant__ static
#endif
#define OUT(x) (*o++ = (long long)(x))

// class templates, specialisations, SFINAE, CRTP, policy, expression templates, iterators, matrices
template <bool B, typename T = void> struct enable_if {};
template <typename T> struct enable_if<true, T> {
    using type = T;
};

template <bool B, typename T = void> using enable_if_t = typename enable_if<B, T>::type;
template <typename A, typename B> struct is_same {
    static constexpr bool value = false;
};

template <typename A> struct is_same<A, A> {
    static constexpr bool value = true;
};

template <typename A, typename B> constexpr bool is_same_v = is_same<A, B>::value;
template <typename T> struct remove_ref {
    using type = T;
};

template <typename T> struct remove_ref<T&> {
    using type = T;
};

template <typename T> struct remove_ref<T&&> {
    using type = T;
};

template <typename T> __device__ constexpr typename remove_ref<T>::type&& mv(T&& t) {
    return static_cast<typename remove_ref<T>::type&&>(t);
}

template <typename T> __device__ constexpr T&& fw(typename remove_ref<T>::type& t) {
    return static_cast<T&&>(t);
}

template <typename T, int R, int C> struct Mat {
    T m[R][C];
    __device__ static Mat zero() {
        return Mat{};
    }
    template <int K> __device__ Mat<T, R, K> operator*(const Mat<T, C, K>& o) const {
        Mat<T, R, K> r = Mat<T, R, K>::zero();
        for (int i = 0; i < R; i++) for (int j = 0; j < K; j++) for (int k = 0; k < C; k++) r.m[i][j] += m[i][k] * o.m[k][j];
        return r;
    }
    __device__ T (&operator[](int i))[C] { return m[i]; }
};

template <typename T> struct Vec2 {
    T x, y;
};

template <typename T> __device__ Vec2<T> operator+(const Vec2<T>& a, const Vec2<T>& b) {
    return {a.x + b.x, a.y + b.y};
}

template <typename T> __device__ T dot(Vec2<T> a, Vec2<T> b) {
    return a.x * b.x + a.y * b.y;
}

template <typename T> __device__ Vec2<T> operator*(T s, Vec2<T> v) {
    return {s * v.x, s * v.y};
}

struct Add {
    template <typename T> __device__ T operator()(T a, T b) const {
        return a + b;
    }
    static constexpr int id = 1;
};

struct Mul {
    template <typename T> __device__ T operator()(T a, T b) const {
        return a * b;
    }
    static constexpr int id = 2;
};

template <typename Op, typename T, int N> __device__ T reduce(const T (&v)[N], T init, Op op = Op()) {
    T r = init;
    for (int i = 0; i < N; ++i) r = op(r, v[i]);
    return r;
}

template <int N> struct Unroll {
    template <typename F> __device__ static void run(F f) {
        Unroll<N - 1>::run(f);
        f(N - 1);
    }
};

template <> struct Unroll<0> {
    template <typename F> __device__ static void run(F) {}
};

template <typename T> __device__ enable_if_t<is_same_v<T, int>, int> which(T) {
    return 1;
}

template <typename T> __device__ enable_if_t<!is_same_v<T, int>, int> which(T) {
    return 2;
}

template <typename T> __device__ int cat(T&) {
    return 1;
}

template <typename T> __device__ int cat(const T&) {
    return 2;
}

template <typename T> __device__ int ref(T&&) {
    return is_same_v<T, int&> ? 1 : is_same_v<T, const int&> ? 2 : is_same_v<T, int> ? 3 : 4;
}

struct Mv {
    int v;
    __device__ Mv(int x) : v(x) {}
    __device__ Mv(const Mv& o) : v(o.v + 10) {}
    __device__ Mv(Mv&& o) : v(o.v + 100) {
        o.v = 0;
    }
};

template <typename T> __device__ int take(T&& t) {
    Mv m(fw<T>(t));
    return m.v;
}

template <typename... T> struct Tuple;
template <> struct Tuple<> {
    static constexpr int size = 0;
};

template <typename H, typename... T> struct Tuple<H, T...> : Tuple<T...> {
    H head;
    static constexpr int size = 1 + sizeof...(T);
    __device__ Tuple(H h, T... t) : Tuple<T...>(t...), head(h) {}
    __device__ Tuple<T...>& tail() {
        return *this;
    }
};

template <int I, typename H, typename... T> __device__ auto& get(Tuple<H, T...>& t) {
    if constexpr (I == 0) return t.head;
    else return get<I - 1>(t.tail());
}

template <typename T, T... V> struct IntSeq {
    static constexpr int n = sizeof...(V);
    __device__ static T sum() {
        return (V + ... + T(0));
    }
};

template <typename T> struct Stack {
    T data[8];
    int n = 0;
    __device__ void push(const T& v) {
        data[n++] = v;
    }
    __device__ T pop() {
        return data[--n];
    }
    __device__ bool empty() const {
        return n == 0;
    }
    class It {
        const T* p;
    public:
        __device__ explicit It(const T* q) : p(q) {}
    __device__ const T& operator*() const {
            return *p;
        }
    __device__ It& operator++() {
            ++p;
            return *this;
        }
    __device__ bool operator!=(const It& o) const {
            return p != o.p;
        }
    };
    __device__ It begin() const {
        return It(data);
    }
    __device__ It end() const {
        return It(data + n);
    }
};

class Acc {
    int total = 0;
    static constexpr int step = 3;
    struct Log {
        int last;
        int count = 2;
    } log;
public:
    __device__ Acc() = default;
    __device__ explicit Acc(int t) : total(t), log{t} {}
    __device__ Acc& add(int x = step) {
        total += x;
        log.last = x;
        ++log.count;
        return *this;
    }
    __device__ int get() const {
        return total * 100 + log.last * 10 + log.count;
    }
    __device__ friend bool operator<(const Acc& a, const Acc& b) {
        return a.total < b.total;
    }
};

struct Shape {
    int kind;
    union {
        struct {
            float w, h;
        } rect;
        struct {
            float r;
        } circle;
    };
    __device__ float area() const {
        switch (kind) {
        case 0:
            return rect.w * rect.h;
        case 1:
            return 3 * circle.r * circle.r;
        }
        return -1;
    }
};

template <typename T> constexpr T tau = T(6.25);
template <> constexpr int tau<int> = 7;
template <typename T = int, int N = 2> struct Def {
    T v[N] = {1, 2};
};

template <typename T> struct Dep {
    typename T::type inner;
    static typename T::type make(int x);
};

struct HasType {
    using type = long long;
    enum { K = 4 };
};

namespace lib {
inline namespace v2 {
template <typename T> __device__ T id(T x) {
    return x;
}

} namespace detail {
__device__ int hidden(int x) {
    return x * 2;
}

} using detail::hidden;
struct P {
    int a;
};

__device__ int take(P p) {
    return p.a;
}
    __device__ bool operator==(P a, P b) {
    return a.a == b.a;
}

} namespace al = lib;
template <typename T> __device__ auto trail(T a, T b) -> decltype(a * b) {
    return a * b;
}

template <typename A, typename B> __device__ auto mix(A a, B b) {
    return a + b;
}

template <class T> __device__ void bubble(T* v, int n, bool (*less)(T, T)) {
    for (int i = 0; i < n; i++) for (int j = 0; j + 1 < n; j++) if (less(v[j + 1], v[j])) {
                T t = v[j];
                v[j] = v[j + 1];
                v[j + 1] = t;
            }
}

__device__ bool lessI(int a, int b) {
    return a < b;
}

struct Node {
    int v;
    Node* next;
};

__device__ int total(const Node* n) {
    int s = 0;
    for (; n; n = n->next) s += n->v;
    return s;
}

constexpr int isqrt(int n) {
    int r = 0;
    while ((r + 1) * (r + 1) <= n) ++r;
    return r;
}

template <int N> struct Sieve {
    bool c[N + 1] {};
    int count = 0;
    constexpr Sieve() {
        for (int i = 2; i <= N; i++) {
            if (c[i]) continue;
            ++count;
            for (int j = i * 2; j <= N; j += i) c[j] = true;
        }
    }
};

extern "C" __global__ void k(long long *o, int n) {
    Mat<int, 2, 3> a{{{1, 2, 3}, {4, 5, 6}}};
    Mat<int, 3, 2> b{{{1, 2}, {3, 4}, {5, 6}}};
    auto c = a * b;
    OUT(c.m[1][0] * 1000 + c[0][1]);
    a[1][n % 3] = 9;
    OUT(a.m[1][0]);
    Vec2<float> v{1, 2}, w = 2.0f * v + v;
    OUT(w.x * 10 + w.y);
    OUT(dot(v, w));
    int arr[5] = {1, 2, 3, 4, n};
    OUT(reduce<Add>(arr, 0) * 100 + reduce(arr, 1, Mul()));
    OUT(reduce<Mul>(arr, 2));
    int us = 0;
    Unroll<5>::run([&](int i) {
        us = us * 10 + i;
    });
    OUT(us);
    OUT(which(1) * 10 + which(2.0));
    const int ci = 5;
    int nc = 6;
    OUT(cat(ci) * 10 + cat(nc));
    OUT(ref(nc) * 1000 + ref(ci) * 100 + ref(7) * 10 + ref(2.5));
    Mv m1(1);
    OUT(take(m1));
    OUT(take(mv(m1)));
    OUT(m1.v);
    OUT(take(Mv(5)));
    Tuple<int, float, char> tp(1, 2.5f, 'c');
    OUT(get<0>(tp) + get<1>(tp) * 10 + get<2>(tp) * 100 + tp.size);
    get<1>(tp) = 7;
    OUT(get<1>(tp));
    OUT((IntSeq<int, 1, 2, 3>::sum() * 10 + IntSeq<char>::n));
    Stack<int> st;
    for (int i = 0; i < 4; i++) st.push(i * n);
    int ss = 0;
    for (int x : st) ss = ss * 10 + x;
    OUT(ss);
    OUT(st.pop() * 10 + st.n);
    OUT(st.empty());
    Acc ac;
    ac.add().add(4).add(n);
    OUT(ac.get());
    Acc ad(50);
    OUT(ad.get());
    OUT(ac < ad);
    Shape sh{0, {{2, 3}}};
    OUT(sh.area());
    sh.kind = 1;
    sh.circle.r = 2;
    OUT(sh.area());
    OUT(tau<float> * 4 + tau<int>);
    Def<> df;
    Def<float, 3> df3;
    OUT(df.v[1] + df3.v[0] * 10 + df3.v[2]);
    Dep<HasType> dh{8};
    OUT(dh.inner + sizeof dh + HasType::K);
    OUT(lib::id(3) + al::hidden(4) + lib::v2::id(5));
    lib::P lp{6};
    OUT(take(lp));
    OUT(lp == lib::P{6});
    OUT(trail(2.5, 2.0) * 10);
    OUT(mix(1, 2.5f) * 10);
    int so[] = {5, 2, 9, 1};
    bubble(so, 4, lessI);
    OUT(so[0] * 1000 + so[1] * 100 + so[2] * 10 + so[3]);
    float sf[] = {5, 2, 9, 1};
    bubble<float>(sf, 4, [](float a, float b) {
        return b < a;
    });
    OUT(sf[0] * 1000 + sf[3]);
    Node n3{3, nullptr}, n2{2, &n3}, n1 = {1, &n2};
    OUT(total(&n1));
    n2.next = nullptr;
    OUT(total(&n1));
    static_assert(isqrt(99) == 9, "");
    constexpr Sieve<50> sv;
    OUT(sv.count);
    OUT(sv.c[n] + sv.c[n + 1] * 10);
    int vla[isqrt(20)] = {};
    OUT(sizeof(vla) / sizeof *vla);
    struct Local {
        int q;
        __device__ int f() const {
            return q * 2;
        }
    } lo{n};
    OUT(lo.f());
    enum { P1 = 3, P2 };
    OUT(P2);
    typedef struct {
        int z;
    } Anon;
    Anon an = {4};
    OUT(an.z);
    union {
        int i;
        float f;
    } lu;
    lu.f = 2.0f;
    OUT(lu.i);
    auto gen = [&, k = n * 2](auto&&... xs) {
        return (xs + ...) + k;
    };
    OUT(gen(1, 2, 3));
    OUT(gen(1.5f, 2));
    int matrix[3][3] = {};
    for (auto& row : matrix) for (auto& e : row) e = &e - &matrix[0][0];
    int tr = 0;
    for (int i = 0; i < 3; i++) tr += matrix[i][i];
    OUT(tr);
    int (&mr)[3] = matrix[n % 3];
    mr[1] = 70;
    OUT(matrix[0][1]);
    const int (*cm)[3] = matrix;
    OUT(cm[2][2]);
    auto* pr = &matrix[1];
    OUT((*pr)[2]);
    OUT(pr[1][0]);
    {
        int n = 99;
        OUT(n);
        {
            int n = 100;
            OUT(n);
        }
    }
    for (int i = 0, n = 2; i < n; i++) OUT(i);
    if (auto t = n; t == 3) OUT(t + 1000);
    bool fl = n;
    OUT(fl ? 'y' : 'n');
    int tern = n > 5 ? 1 : n > 2 ? 2 : 3;
    OUT(tern);
    OUT(n ? n : 0 ? 1 : 2);
    long long ll = n;
    ll <<= 35;
    ll |= 7;
    OUT(ll);
    unsigned short us2 = 65535;
    OUT(us2 * us2 > 0);
    OUT(us2 + 1);
    us2++;
    OUT(us2);
    OUT((char)(n + 254));
    OUT((signed char)-129);
    int big = 0x80000000;
    OUT(big);
    OUT(-big);
    OUT(big >> 31);
    OUT((unsigned)big >> 31);
    OUT(1 << 31);
    float f0 = 0;
    OUT(f0 == -f0);
    OUT((long long)16777217.0f);
    OUT(0.1f + 0.2f == 0.3f);
    OUT(0.1 + 0.2 == 0.3);
    OUT((int)'\377');
    OUT(sizeof(char16_t) + sizeof(L'a'));
    OUT("abc"[n - 1]);
    OUT(*("abc" + 1));
    OUT(nullptr == (void*)0);
}

#ifdef HOST
int main() {
    long long o[256];
    long long *end = o;
    k(end, 3);
    for (int i = 0; i < 79; i++)
        printf("%lld\n", o[i]);
}
#endif
