#define OUT(...) (*o++ = (long long)(__VA_ARGS__))
template <typename T> __device__ T *smem() { extern __shared__ int raw[]; return reinterpret_cast<T *>(raw); }
template <typename T> struct Shared;
template <> struct Shared<float> { __device__ float *get() { extern __shared__ float s_float[]; return s_float; } };
template <> struct Shared<double> { __device__ double *get() { extern __shared__ double s_double[]; return s_double; } };
template <int THREADS, int BLOCKS = 1> __global__ __launch_bounds__(THREADS, BLOCKS) void lb(int *p) { p[0] = THREADS; }
template __global__ void lb<64, 2>(int *);
struct Stat { static const int N = 5; static constexpr float F = 2.5f; static constexpr int T[3] = {1, 2, 3}; enum { M = 7 }; static __device__ int twice(int x); };
__device__ int Stat::twice(int x) { return 2 * x * N; }
template <class T> struct Node { T v; Node *next = nullptr; __device__ explicit Node(T t) : v(t) {} template <class F> __device__ void each(F &&f) { for (Node *n = this; n; n = n->next) f(n->v); } };
template <class K, class V, int C> class Map { K keys[C]; V vals[C]; int n = 0; public: __device__ V &operator[](const K &k) { for (int i = 0; i < n; i++) if (keys[i] == k) return vals[i]; keys[n] = k; vals[n] = V(); return vals[n++]; } __device__ int size() const { return n; } class iterator { const Map *m; int i; public: __device__ iterator(const Map *mm, int ii) : m(mm), i(ii) {} __device__ bool operator!=(const iterator &o) const { return i != o.i; } __device__ iterator &operator++() { ++i; return *this; } __device__ V operator*() const { return m->vals[i]; } }; __device__ iterator begin() const { return iterator(this, 0); } __device__ iterator end() const { return iterator(this, n); } friend class iterator; };
template <typename T, typename Op> __device__ T reduce(const T *p, int n, T init, Op op) { for (int i = 0; i < n; ++i) init = op(init, p[i]); return init; }
struct Add { template <typename T> __device__ __forceinline__ T operator()(const T &a, const T &b) const { return a + b; } };
struct Max { template <typename T> __device__ T operator()(T a, T b) const { return a > b ? a : b; } };
template <int N> struct Unroll { template <typename F> __device__ static void run(F f) { Unroll<N - 1>::run(f); f(N - 1); } };
template <> struct Unroll<0> { template <typename F> __device__ static void run(F) {} };
namespace detail { template <typename T> struct Impl { static __device__ T conv(float f) { return T(f); } }; template <> struct Impl<int> { static __device__ int conv(float f) { return (int)(f + 0.5f); } }; }
template <typename T> __device__ T conv(float f) { return detail::Impl<T>::conv(f); }
template <class Derived, class T> struct Expr { __device__ const Derived &self() const { return static_cast<const Derived &>(*this); } __device__ T operator[](int i) const { return self().at(i); } };
template <class T, int N> struct Vec : Expr<Vec<T, N>, T> { T d[N]; __device__ T at(int i) const { return d[i]; } template <class E> __device__ Vec &operator=(const Expr<E, T> &e) { for (int i = 0; i < N; i++) d[i] = e[i]; return *this; } };
template <class L, class R, class T> struct Sum : Expr<Sum<L, R, T>, T> { const L &l; const R &r; __device__ Sum(const L &a, const R &b) : l(a), r(b) {} __device__ T at(int i) const { return l[i] + r[i]; } };
template <class L, class R, class T> __device__ Sum<L, R, T> operator+(const Expr<L, T> &a, const Expr<R, T> &b) { return Sum<L, R, T>(a.self(), b.self()); }
struct alignas(8) Cx { float re, im; __host__ __device__ Cx(float r = 0.f, float i = 0.f) : re(r), im(i) {} __host__ __device__ friend Cx operator*(Cx a, Cx b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; } __host__ __device__ Cx &operator*=(Cx b) { return *this = *this * b; } };
union Pack { float4 v; float f[4]; struct { float2 lo, hi; } h; };
enum class Mode { A, B, C };
template <Mode M> struct Do;
template <> struct Do<Mode::A> { static constexpr int v = 1; };
template <> struct Do<Mode::B> { static constexpr int v = 2; };
template <Mode M> __device__ int run() { if constexpr (M == Mode::C) return 30; else return Do<M>::v; }
__device__ int dispatch(Mode m) { switch (m) { case Mode::A: return run<Mode::A>(); case Mode::B: return run<Mode::B>(); case Mode::C: return run<Mode::C>(); } return -1; }
constexpr int pow2(int n) { int r = 1; while (n-- > 0) r *= 2; return r; }
template <int N> struct Tbl { int v[N]; constexpr Tbl() : v() { for (int i = 0; i < N; i++) v[i] = i * i + 1; } constexpr int operator[](int i) const { return v[i]; } };
__constant__ constexpr Tbl<6> tbl;
constexpr Tbl<4> small;
template <class... Ts> constexpr int total = (0 + ... + (int)sizeof(Ts));
template <class T, T... V> struct Ints { static constexpr T arr[sizeof...(V)] = {V...}; static constexpr int n = sizeof...(V); };
typedef int (*BinOp)(int, int);
__device__ int opAdd(int a, int b) { return a + b; }
__device__ int opMul(int a, int b) { return a * b; }
__device__ BinOp ops[] = {opAdd, opMul};
__device__ int applyOp(BinOp f, int a, int b) { return f ? f(a, b) : -1; }
template <BinOp F> __device__ int fixed(int a, int b) { return F(a, b); }
struct Fn { BinOp op; int bias; __device__ int operator()(int a) const { return op(a, bias); } };
__device__ void refs(int (&arr)[3], int *&p, const int &c, int &&r) { arr[0] = c; p = arr + 1; r++; }
__device__ auto pairRet(int a) { struct R { int x; float y; }; return R{a, a * 0.5f}; }
__device__ int dflt(int a, int b = sizeof(int), const char *s = "xyz") { return a + b + s[1]; }
template <class T> __device__ auto lim(T a, T b) -> decltype(a < b ? a : b) { return a < b ? a : b; }
__device__ decltype(auto) dref(int &x) { return (x); }

extern "C" __global__ void k(long long *out, int n) {
    long long *o = out;
    OUT(Stat::twice(n) + Stat::M);
    OUT(Stat::F * 2);
    Node<int> a(1), b(2), c(3);
    a.next = &b;
    b.next = &c;
    int s = 0;
    a.each([&](int v) { s = s * 10 + v; });
    OUT(s);
    Map<int, float, 4> m;
    m[3] = 1.5f;
    m[n] += 2;
    m[7] = 4;
    OUT(m.size());
    float ms = 0;
    for (float v : m) ms += v;
    OUT(ms * 2);
    int arr[4] = {4, 9, 2, 7};
    OUT(reduce(arr, 4, 0, Add()));
    OUT(reduce(arr, 4, 0, Max{}));
    OUT(reduce(arr, 4, 1, [](int x, int y) { return x * y; }));
    s = 0;
    Unroll<4>::run([&](int i) { s += i * arr[i]; });
    OUT(s);
    OUT(conv<int>(2.7f));
    OUT(conv<float>(2.75f) * 4);
    OUT(conv<short>(3.9f));
    Vec<float, 3> x, y, z;
    for (int i = 0; i < 3; i++) { x.d[i] = i; y.d[i] = i * 2; }
    z = x + y + x;
    OUT(z[2]);
    Cx p(1, 2), q{3, 4};
    p *= q;
    OUT(p.re * 100 + p.im);
    Pack pk;
    pk.v = make_float4(1, 2, 3, 4);
    OUT(pk.f[2] + pk.h.hi.y * 10);
    for (int i = 0; i < 3; i++) OUT(dispatch((Mode)i));
    OUT(pow2(n));
    static_assert(pow2(5) == 32);
    OUT(tbl[n]);
    OUT(total<int, char, double>);
    OUT(Ints<char, 1, 2>::n);
    OUT(ops[n & 1](n, 5));
    OUT(applyOp(opMul, n, 7) + applyOp(nullptr, 1, 2));
    OUT(fixed<opAdd>(n, 1));
    Fn fn{ops[0], 10};
    OUT(fn(n));
    int ra[3] = {1, 2, 3};
    int *rp;
    int tmp = 5;
    refs(ra, rp, 9, n + 1);
    OUT(ra[0] * 10 + *rp);
    auto r = pairRet(n);
    OUT(r.x + r.y * 2);
    OUT(dflt(1) + dflt(1, 2));
    dref(tmp) = 8;
    OUT(tmp);
    int i = 0;
    int sum = 0;
    for (;;) { if (++i > 10) break; if (i & 1) continue; sum += i; }
    OUT(sum);
    int w[2][3][2] = {};
    w[1][2][1] = 5;
    int(*wp)[3][2] = w;
    OUT(wp[1][2][1]);
    auto [u, v] = r;
    OUT(u + (int)v);
    const auto &cr = arr;
    OUT(cr[2] + sizeof(cr));
    if (auto it = m.begin(); it != m.end()) OUT(*it * 2);
    using F2 = int(int);
    F2 *f2 = [](int q) { return q + 100; };
    OUT(f2(n));
    long long big = 0x7fffffffffffffffLL;
    OUT(big >> 60);
    unsigned u8 = 0xFFu << 24 >> 28;
    OUT(u8);
    OUT((n > 2) + (n < 2) * 2);
    char ch = 'a' + n;
    OUT(ch);
    OUT(sizeof(Cx) + alignof(Cx));
    int neg = -n;
    OUT(neg / 2 * 100 + neg % 2);
    float fl = 1e10f;
    OUT(fl > 1e9f);
    goto skip;
    sum = 0;
    skip: OUT(sum);
}
