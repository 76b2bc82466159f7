#define OUT(...) (*o++ = (long long)(__VA_ARGS__))
template <class T> struct Base { T v; __device__ Base(T t = T()) : v(t) {} __device__ T get() const { return v; } protected: __device__ void set(T t) { v = t; } using value_type = T; };
template <class T> struct Derived : Base<T> { using Base<T>::Base; using Base<T>::v; using typename Base<T>::value_type; __device__ value_type twice() { this->set(v * 2); return Base<T>::get(); } };
template <class T> struct Ring { T a[4]; int h = 0, c = 0; __device__ void push(const T &t) { a[(h + c++) & 3] = t; } __device__ T pop() { T t = a[h]; h = (h + 1) & 3; --c; return t; } __device__ explicit operator bool() const { return c > 0; } };
template <class T, class C = Ring<T>> struct Queue { C c; template <class... A> __device__ void emplace(A &&...args) { c.push(T{static_cast<A &&>(args)...}); } };
struct P3 { float x, y, z; __device__ float operator[](int i) const { return (&x)[i]; } __device__ float &operator[](int i) { return (&x)[i]; } };
__device__ P3 operator-(const P3 &a, const P3 &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__device__ float dot(P3 a, P3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ P3 cross(P3 a, P3 b) { return P3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
struct Rng { unsigned s; __device__ explicit Rng(unsigned seed) : s(seed ? seed : 1u) {} __device__ unsigned next() { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return s; } __device__ float uniform() { return next() * 2.3283064365386963e-10f; } };
struct Timer { int &acc; int start; __device__ Timer(int &a, int s) : acc(a), start(s) {} __device__ ~Timer() { acc += start; } };
template <class It, class F> __device__ F for_each(It b, It e, F f) { for (; b != e; ++b) f(*b); return f; }
template <class It, class T> __device__ It lower(It b, It e, const T &v) { while (b < e) { It m = b + (e - b) / 2; if (*m < v) b = m + 1; else e = m; } return b; }
template <class T, class Cmp> __device__ void isort(T *p, int n, Cmp cmp) { for (int i = 1; i < n; i++) { T t = p[i]; int j = i; for (; j > 0 && cmp(t, p[j - 1]); j--) p[j] = p[j - 1]; p[j] = t; } }
template <int W, int H> class Grid { float d[H][W] = {}; public: __device__ float &at(int x, int y) { return d[y][x]; } __device__ auto row(int y) -> float (&)[W] { return d[y]; } static constexpr int width = W, height = H; struct Pos { int x, y; __device__ bool operator==(Pos o) const { return x == o.x && y == o.y; } }; __device__ Pos find(float v) const { for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) if (d[y][x] == v) return {x, y}; return {-1, -1}; } };
enum Flags : unsigned { NONE = 0, R = 1 << 0, W = 1 << 1, X = 1 << 2, RW = R | W };
__device__ constexpr Flags operator|(Flags a, Flags b) { return static_cast<Flags>(static_cast<unsigned>(a) | b); }
struct State { enum class Kind : short { Idle = -1, Run = 5 } kind = Kind::Idle; union { int i; float f; } u = {7}; bool flag : 1; unsigned cnt : 5; __device__ State() : flag(true), cnt(9) {} };
typedef struct node_s { int v; struct node_s *l, *r; } node_t;
__device__ int tree(const node_t *n) { return n ? tree(n->l) + n->v + tree(n->r) : 0; }
template <class... F> struct Chain;
template <class F, class... R> struct Chain<F, R...> { F f; Chain<R...> rest; template <class T> __device__ auto operator()(T t) const { return rest(f(t)); } };
template <> struct Chain<> { template <class T> __device__ T operator()(T t) const { return t; } };
template <class... F> __device__ Chain<F...> chain(F... f);
template <> __device__ Chain<> chain() { return {}; }
template <class F, class... R> __device__ Chain<F, R...> chain2(F f, R... r) { if constexpr (sizeof...(R) == 0) return {f, {}}; else return {f, chain2(r...)}; }
template <class T, int N> struct Stack { T d[N]; int n; constexpr Stack() : d{}, n(0) {} constexpr void push(T t) { d[n++] = t; } constexpr T top() const { return d[n - 1]; } };
constexpr int evalRpn() { Stack<int, 8> s; s.push(3); s.push(4); int a = s.top(); s.n--; int b = s.top(); s.d[s.n - 1] = a * b; return s.top(); }
constexpr unsigned hash(const char *s) { unsigned h = 2166136261u; while (*s) h = (h ^ (unsigned char)*s++) * 16777619u; return h; }
__device__ int sw2(const char *s) { switch (hash(s)) { case hash("add"): return 1; case hash("mul"): return 2; default: return 0; } }
template <class T> __device__ inline T clampv(T v, T lo, T hi) { return v < lo ? lo : hi < v ? hi : v; }
__device__ __forceinline__ int3 operator+(const int3 &a, const int3 &b) { return make_int3(a.x + b.x, a.y + b.y, a.z + b.z); }
static __device__ __constant__ const int lut[] = {9, 8, 7};
__device__ void outp(int *a, int *const b, const int *c) { *a = *b + *c; }

extern "C" __global__ void k(long long *out, int n) {
    long long *o = out;
    Derived<int> d(n);
    OUT(d.twice());
    Derived<float> df;
    OUT(df.get());
    Queue<P3> q;
    q.emplace(1.f, 2.f, 3.f);
    q.emplace(4.f, 5.f, (float)n);
    while (q.c) { P3 p = q.c.pop(); OUT(p[2] * 10 + p.x); }
    P3 a{1, 2, 3}, b{3, 1, 2};
    a[1] = n;
    OUT(dot(a - b, cross(a, b)) * 10);
    Rng r(n);
    for (int i = 0; i < 3; i++) OUT(r.next());
    OUT(r.uniform() * 1000);
    int acc = 0;
    { Timer t(acc, 5); for (int i = 0; i < 3; i++) { Timer u(acc, i); if (i == 1) continue; } OUT(acc); }
    OUT(acc);
    int arr[6] = {5, 2, 9, 1, 7, n};
    isort(arr, 6, [](int x, int y) { return x < y; });
    for (int i = 0; i < 6; i++) OUT(arr[i]);
    OUT(lower(arr, arr + 6, 6) - arr);
    int cnt = 0;
    for_each(arr, arr + 6, [&cnt](int v) { cnt += v & 1; });
    OUT(cnt);
    struct { int s; __device__ void operator()(int v) { s += v; } }
    fun{0};
    OUT(for_each(arr, arr + 6, fun).s);
    Grid<4, 3> g;
    g.at(2, 1) = 8;
    g.row(2)[3] = 5;
    auto pos = g.find(8);
    OUT(pos.x * 10 + pos.y);
    OUT(pos == Grid<4, 3>::Pos{2, 1});
    OUT(g.find(99).x);
    OUT(Grid<4, 3>::width * Grid<4, 3>::height);
    OUT(RW | X);
    OUT((R | X) & ~W);
    State s;
    OUT((int)s.kind * 1000 + s.u.i * 100 + s.flag * 50 + s.cnt);
    s.cnt += 30;
    OUT(s.cnt);
    s.kind = State::Kind::Run;
    OUT((short)s.kind);
    node_t l = {1, 0, 0}, rr = {n, nullptr, nullptr}, root = {10, &l, &rr};
    OUT(tree(&root));
    auto c = chain2([](int x) { return x + 1; }, [](int x) { return x * 2.5; }, [](double x) { return (float)x - 1; });
    OUT(c(n) * 10);
    constexpr int rpn = evalRpn();
    OUT(rpn);
    OUT(sw2("mul") * 10 + sw2("add"));
    OUT(hash("kernel"));
    OUT(clampv(n, 5, 9) + clampv(2.5f, 0.f, 1.f));
    int3 i3 = make_int3(1, 2, n) + make_int3(4, 5, 6);
    OUT(i3.x * 100 + i3.y * 10 + i3.z);
    OUT(lut[n - 1]);
    int oa = 0, ob = 4;
    outp(&oa, &ob, &n);
    OUT(oa);
    int vla[2][3];
    for (auto &row : vla) for (int &e : row) e = cnt++;
    OUT(vla[1][2]);
    long long acc2 = 0;
    for (int i = 0, j = 10; i < j; i += 2, --j) acc2 = acc2 * 7 + i * j;
    OUT(acc2);
    unsigned long long m = ~0ull;
    m >>= 60;
    OUT(m);
    const char *str = n > 2 ? "yes" : "no";
    OUT(str[0]);
    int *np = nullptr;
    OUT(np ? 1 : 2);
    do { if (n == 3) break; OUT(-1); } while (0);
}
