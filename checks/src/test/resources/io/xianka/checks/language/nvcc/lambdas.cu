#define OUT(...) (*o++ = (long long)(__VA_ARGS__))
template <typename F> __device__ int apply(F f, int x) { return f(x); }
template <typename F> __device__ int applyRef(F &&f, int x) { return f(x); }
template <typename F> __device__ auto twice(F f) { return [f](int x) { return f(f(x)); }; }
__device__ auto adder(int n) { return [n](int x) { return x + n; }; }
struct S { int v; __device__ int run(int x) { auto l = [this, x] { return v * x; }; auto m = [=] { return v + x; }; auto c = [*this]() mutable { v++; return v; }; return l() * 10000 + m() * 100 + c(); } };
constexpr auto sq = [](int x) { return x * x; };
template <typename F> __global__ void launchable(F f, long long *out) { out[0] = f(3); }
template <typename... F> struct Over : F... { using F::operator()...; };
template <typename... F> Over(F...) -> Over<F...>;
__device__ int fp(int (*f)(int), int x) { return f(x); }
template <typename T> struct Holder { T f; int n; __device__ int go() const { return f(n); } };

extern "C" __global__ void k(long long *out, int n) {
    long long *o = out;
    int a = 5;
    int arr[4] = {1, 2, 3, n};
    auto f = [=](int x) { return x + a + n; };
    a = 6;
    OUT(f(1));
    auto g = [&](int x) { a += x; return a; };
    OUT(g(2));
    OUT(a);
    auto h = [a, &n](int x) mutable { a += x; n++; return a + n; };
    OUT(h(1));
    OUT(h(1));
    OUT(n);
    n = 3;
    auto i = [b = a * 2, &r = a](int x) { r = x; return b + x; };
    OUT(i(9));
    OUT(a);
    auto c = [arr](int j) { return arr[j]; };
    arr[1] = 100;
    OUT(c(1));
    auto d = [&arr](int j) { return arr[j]++; };
    OUT(d(1));
    OUT(arr[1]);
    auto ge = [](auto x, auto y) { return x * y; };
    OUT(ge(n, 2));
    OUT(ge(1.5, 4));
    auto va = [](auto... v) { return (v + ...); };
    OUT(va(1, 2, n));
    OUT(apply([=](int x) { return x * n; }, 5));
    OUT(applyRef([&](int x) { return x - n; }, 5));
    OUT(twice([](int x) { return x * 3; })(n));
    OUT(adder(10)(n));
    S s{n};
    OUT(s.run(2));
    OUT(s.v);
    constexpr int k5 = sq(5);
    OUT(k5);
    OUT([](int x){return x*x;}(n));
    OUT(fp([](int x) { return x + 7; }, n));
    int (*p)(int) = +[](int x) { return x * 11; };
    OUT(p(n));
    auto rec = [&](auto &&self, int x) -> int { return x <= 1 ? 1 : x * self(self, x - 1); };
    OUT(rec(rec, 5));
    Over ov{[](int) { return 1; }, [](double) { return 2; }};
    OUT(ov(1) * 10 + ov(1.0));
    Holder<decltype(f)> ho{f, 4};
    OUT(ho.go());
    auto nested = [&] { auto inner = [&] { return a + n; }; return inner() * 2; };
    OUT(nested());
    [&] { a = 77; }();
    OUT(a);
    auto ret = [](int x) -> double { if (x > 2) return 1; return 0.5; };
    OUT(ret(n) * 4 + ret(1) * 4);
    auto st = [](int x) { static const int tab[3] = {7, 8, 9}; return tab[x]; };
    OUT(st(1));
    auto voidl = [&](int x) { if (x) return; a = 1; };
    voidl(0);
    OUT(a);
    const int ci = 12;
    auto useC = [] { return ci + 1; };
    OUT(useC());
    auto tl = []<typename T>(T x) { return sizeof(T); };
    OUT(tl('c'));
    for (int q = 0; q < 3; q++) { auto l = [q, &o] { *o++ = q * q; }; l(); }
    int m2[2][2] = {{1, 2}, {3, n}};
    auto mm = [m2] { return m2[1][1] * 10 + m2[0][1]; };
    OUT(mm());
    auto cond = n > 1 ? 1 : 2;
    OUT(cond);
    struct L { int z; };
    L lz{4};
    auto ls = [lz] { return lz.z; };
    OUT(ls());
    auto pk = [](auto f, auto... xs) { int s = 0; ((s += f(xs)), ...); return s; };
    OUT(pk([](int x){return x*x;}, 1, 2, 3));
    auto noex = [](int x) noexcept { return x; };
    OUT(noex(3));
    auto ini = [x = 1.5f, y = arr]() mutable { x += 1; return x + y[0]; };
    OUT(ini() * 2);
    float2 f2 = make_float2(1, 2);
    auto sb = [f2] { auto [u, v] = f2; return u * 10 + v; };
    OUT(sb());
}
