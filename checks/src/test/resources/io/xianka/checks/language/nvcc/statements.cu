#define OUT(...) (*o++ = (long long)(__VA_ARGS__))
namespace a { namespace b { __device__ int f() { return 1; } } inline namespace v1 { __device__ int g() { return 2; } } namespace { __device__ int h() { return 3; } } }
namespace ab = a::b;
namespace a::b::c { __device__ int d() { return 4; } }
using a::g;
using namespace a::b::c;
enum Color { RED, GREEN = 5, BLUE };
enum class Big : long long { X = 1ll << 40 };
enum : unsigned char { U8 = 200 };
enum struct ES { A, B };
typedef int (*Fn)(int);
using Fn2 = int (*)(int, int);
typedef float Row[4];
typedef struct { int q; } Td;
typedef struct Tag { struct Tag *n; int v; } Tag;
__device__ int f1(int x) { return x + 1; }
__device__ int f2(int x) { return x * 2; }
__device__ Fn table[2] = {f1, f2};
__constant__ int ctab[2][3] = {{1, 2, 3}, {4, 5}};
__device__ Fn pick(int i) { return i ? f1 : f2; }
__device__ int (*pick2(int i))(int) { return i ? f2 : f1; }
constexpr int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
constexpr __device__ int fib(int n) { int a = 0, b = 1; for (int i = 0; i < n; i++) { int t = a + b; a = b; b = t; } return a; }
struct Tab { int v[8]; };
constexpr Tab mkTab() { Tab t = {}; for (int i = 0; i < 8; i++) t.v[i] = i * i; return t; }
__device__ constexpr Tab sqs = mkTab();
__constant__ Tab csq = mkTab();
__device__ int dflt(int a, int b = 2, int c = fact(3)) { return a * 100 + b * 10 + c; }
[[nodiscard]] __device__ int nod() { return 1; }
__device__ __forceinline__ int fi(int x) { return x; }
__device__ __noinline__ int ni(int x) { return x + 9; }
static __device__ inline int si() { return 6; }
__device__ int dev = 5;
__device__ int devArr[3] = {1, 2, 3};
__managed__ int man = 17;
__device__ float2 dv = {1.5f, 2.5f};
__device__ int *devp = &devArr[1];
__device__ const char *msg = "hi!";
__device__ char text[] = "abc";
__constant__ struct { int a; float b; }
cs = {3, 4.5f};
extern __device__ int later;
__device__ int later = 66;
__device__ int duff(const int *p, int n) { int s = 0; int c = (n + 3) / 4; switch (n % 4) { case 0: do { s += *p++; case 3: s += *p++; case 2: s += *p++; case 1: s += *p++; } while (--c > 0); } return s; }
__device__ int sw(int x) { switch (x) { case 1: case 2: return 12; case 3: case 4: return 35; case 'a': { int y = 3; return y; } default: break; case 100: x = 1; [[fallthrough]]; case 101: return x + 1000; } return -1; }
__device__ int gt(int n) { int i = 0, s = 0; loop: if (i >= n) goto done; s += i; i++; goto loop; done: return s; }
__device__ int nestedgo(int n) { for (int i = 0; i < 10; i++) for (int j = 0; j < 10; j++) if (i * j > n) { goto out; } return -1; out: return n; }
template <typename T> __device__ T &&fwd(T &t) { return static_cast<T &&>(t); }
__device__ int rv(int &) { return 1; }
__device__ int rv(const int &) { return 2; }
__device__ int rv(int &&) { return 3; }
template <typename T> __device__ int uni(T &&t) { return rv(static_cast<T &&>(t)); }
__device__ int &refret(int *p, int i) { return p[i]; }
__device__ const int &mx(const int &a, const int &b) { return a > b ? a : b; }
struct M { int a, b; __device__ int f(int x) { return a + x; } __device__ int g(int x) const { return b * x; } };
struct Ra { int d[3]; __device__ int *begin() { return d; } __device__ int *end() { return d + 3; } };
struct It { int i; __device__ bool operator!=(It o) const { return i != o.i; } __device__ void operator++() { ++i; } __device__ int operator*() const { return i * 10; } };
struct Rg { int n; };
__device__ It begin(Rg) { return {0}; }
__device__ It end(Rg r) { return {r.n}; }
__device__ int over(char) { return 1; }
__device__ int over(short) { return 2; }
__device__ int over(unsigned) { return 3; }
__device__ int over(float) { return 4; }
__device__ int over(const void *) { return 5; }
__device__ int over(bool) { return 6; }
__device__ int over(...) { return 7; }

extern "C" __global__ void k(long long *out, int n) {
    long long *o = out;
    OUT(a::b::f() * 1000 + g() * 100 + a::h() * 10 + d());
    OUT(ab::f());
    OUT(GREEN + BLUE);
    OUT((long long)Big::X);
    OUT(U8 + 100);
    OUT(static_cast<int>(ES::B));
    Fn f = f1;
    OUT(f(n));
    Fn2 f22 = nullptr;
    OUT(f22 == nullptr);
    OUT(table[n & 1](n));
    f = n > 2 ? f2 : f1;
    OUT(f(n));
    OUT((*f)(n));
    OUT(pick(0)(n));
    OUT(pick2(1)(n));
    Row row = {1, 2, 3};
    OUT(row[1] + row[3]);
    Td td{4};
    OUT(td.q);
    Tag tg{nullptr, 3};
    OUT(tg.v);
    OUT(ctab[1][n - 2]);
    constexpr int F = fact(5);
    static_assert(F == 120, "fact");
    static_assert(fib(10) == 55);
    OUT(F + fib(n));
    OUT(sqs.v[n]);
    OUT(csq.v[n + 1]);
    OUT(dflt(1) + dflt(1, 3) + dflt(1, 2, 3));
    (void)nod();
    OUT(fi(n) + ni(n) + si());
    dev += n;
    OUT(dev);
    OUT(devArr[n - 1]);
    OUT(man);
    OUT(dv.x + dv.y);
    OUT(*devp);
    OUT(msg[2]);
    OUT(text[1] + sizeof(text));
    OUT(cs.a + cs.b * 2);
    OUT(later);
    int arr[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    OUT(duff(arr, 7));
    OUT(duff(arr, 8));
    for (int i : {1, 4, 97, 7, 100, 101}) OUT(sw(i));
    OUT(gt(n + 2));
    OUT(nestedgo(n * 4));
    int x = 1;
    const int cx = 2;
    OUT(rv(x) * 100 + rv(cx) * 10 + rv(3));
    OUT(uni(x) * 100 + uni(cx) * 10 + uni(4));
    refret(arr, 2) = 50;
    OUT(arr[2]);
    OUT(mx(n, 2));
    int &&rr = n + 4;
    rr++;
    OUT(rr);
    const int &cr = n * 3;
    OUT(cr);
    auto &ra = arr[0];
    ra = 9;
    OUT(arr[0]);
    auto &&af = arr[1];
    af = 8;
    OUT(arr[1]);
    auto [p, q] = float2{1.5f, 2};
    OUT(p * 10 + q);
    auto &[r, s] = dv;
    r = 3;
    OUT(dv.x + s);
    int two[2] = {4, 5};
    auto [t, u] = two;
    t = 9;
    OUT(t + u + two[0]);
    auto &[t2, u2] = two;
    t2 = 1;
    OUT(two[0] + u2);
    for (int i : arr) if (i == 8) OUT(i);
    for (auto &e : arr) e += 1;
    OUT(arr[9]);
    Ra rg{{1, 2, 3}};
    for (auto &e : rg) e *= 2;
    OUT(rg.d[2]);
    for (int e : Rg{3}) OUT(e);
    int sum2d = 0;
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    for (auto &rw : m) for (int e : rw) sum2d += e;
    OUT(sum2d);
    for (auto [aa, bb] : (M[2]){{1, 2}, {3, 4}}) OUT(aa * bb);
    OUT(0b1011 + 0xFF + 017 + 1'000'000 + 0b1111'0000);
    OUT(1u - 2 > 0);
    OUT(sizeof(1ll) + sizeof('a') + sizeof(1.f) + sizeof(L'a')); OUT(0x1p4); OUT(1e3f); OUT('\x41' + '\n' + '\101'); OUT("abc"[1]); OUT(sizeof("a" "bc"));   OUT(over('a') * 1000000 + over((short)1) * 100000 + over(1u) * 10000 + over(1.f) * 1000 + over("s") * 100 + over(true) * 10); volatile int vi = n; vi += 2; OUT(vi); int i3[2][2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, n}}}; OUT(i3[1][1][1] + i3[0][1][0]); int(*pr)[2] = i3[1]; OUT(pr[0][1]); int *flat = &i3[0][0][0]; OUT(flat[5]); struct Loc { int v; __device__ int g() { return v * 2; } }; Loc lc{n}; OUT(lc.g()); static const int lst[3] = {5, 6, 7}; OUT(lst[n - 1]); static constexpr float lf[] = {1.f, 2.f}; OUT(lf[n & 1]); int c1 = 5, c2; c2 = c1 = n; OUT(c1 + c2); OUT((c1++, c2 += 2, c1 * c2)); int tern = n > 2 ? n < 5 ? 1 : 2 : 3; OUT(tern); bool bb2 = n; OUT(bb2 << 3); unsigned char uc = 300; OUT(uc); OUT((signed char)200); OUT(-7 / 2 * 10 + -7 % 2); OUT(7u / 2); OUT(1 << n | 1 & 3 ^ 2); OUT(!n + ~n); long long ll = 1ll << 40; OUT(ll >> 3); OUT((int)ll); OUT((unsigned)-1); OUT(5 > 3 == 1); OUT(alignof(double) + alignof(float4)); decltype(n) dn = 4; decltype((n)) rn = n; rn = 10; OUT(dn + n); if (int z = n - 10; z == 0) OUT(111); if (int z = n) OUT(z); while (int z = n--) { if (z < 8) break; } OUT(n); switch (int z = n; z & 3) { case 2: OUT(z); break; default: OUT(-z); } auto lamb = [] {}; lamb(); OUT(reinterpret_cast<unsigned long long>(nullptr) == 0); float ff = 1.5f; OUT(*reinterpret_cast<int *>(&ff)); OUT(__func__[0]); OUT(sizeof(int[3][4])); const char s2[] = {'x', 'y', 0}; OUT(s2[1]); goto end; end:; OUT(nullptr == (int *)0);
}
