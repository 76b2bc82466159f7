#define OUT(...) (*o++ = (long long)(__VA_ARGS__))
struct L { long long *&o; int id; __device__ L(long long *&p, int i) : o(p), id(i) { *o++ = 100 + id; } __device__ L(const L &c) : o(c.o), id(c.id + 1) { *o++ = 300 + id; } __device__ L(L &&c) : o(c.o), id(c.id + 2) { *o++ = 350 + id; c.id = 0; } __device__ ~L() { *o++ = 200 + id; } __device__ L &operator=(const L &c) { *o++ = 400 + c.id; id = c.id; return *this; } __device__ explicit operator bool() const { return id > 3; } __device__ const L &self() const { return *this; } __device__ int get() const { return id; } };
__device__ bool operator<(const L &a, const L &b) { return a.id < b.id; }
__device__ L operator+(const L &a, const L &b) { return L(a.o, a.id + b.id); }
struct Pair { L a, b; };
struct Opt { union { L l; }; bool has; __device__ Opt() : has(false) {} __device__ ~Opt() { if (has) l.~L(); } };
__device__ int nest(long long *&o, int n) { L a(o, 1); for (int i = 0; i < 3; i++) { L b(o, 10 + i); for (int j = 0; j < 3; j++) { L c(o, 20 + j); if (j == 1) { L d(o, 30); if (i == 1) return n; if (i == 0) break; continue; } } switch (i) { case 0: { L s(o, 40); continue; } case 2: L t(o, 41); break; } } return 0; }
__device__ int jump(long long *&o, int n) { int k = 0; { L a(o, 1); back: L b(o, 2); { L c(o, 3); if (k++ < 2) goto back; if (n == 3) goto out; } L d(o, 4); } out: L e(o, 5); { L f(o, 6); goto end; } end: return k; }
__device__ int early(long long *&o, int n) { if (L a(o, n); a) return a.get(); else if (L b(o, 9); b) { L c(o, 11); return b.get() + c.get(); } return -1; }
template <class T> struct Uptr { T *p; long long *&o; __device__ Uptr(T *q, long long *&r) : p(q), o(r) {} __device__ ~Uptr() { if (p) *o++ = *p; } __device__ Uptr(Uptr &&u) : p(u.p), o(u.o) { u.p = nullptr; } Uptr(const Uptr &) = delete; __device__ T &operator*() { return *p; } };
template <class T> __device__ Uptr<T> mkU(T *p, long long *&o) { return Uptr<T>(p, o); }
__device__ int def(long long *&o, const L &l) { *o++ = 7; return l.id; }
template <class F> struct Defer { F f; __device__ ~Defer() { f(); } };
template <class F> __device__ Defer<F> defer(F f) { return {f}; }

extern "C" __global__ void k(long long *out, int n) {
    long long *o = out;
    int r = nest(o, n);
    OUT(r);
    r = jump(o, n);
    OUT(r);
    r = jump(o, n + 1);
    OUT(r);
    r = early(o, n);
    OUT(r);
    r = early(o, n + 1);
    OUT(r);
    { Pair p{L(o, 1), L(o, 2)}; Pair q = p; OUT(0); p = q; OUT(1); }
    { const L &x = L(o, 5).self(); OUT(2); (void)x; }
    bool b = L(o, 1) < L(o, 2) || L(o, 3) < L(o, 4);
    OUT(b);
    b = L(o, 2) < L(o, 1) || L(o, 3) < L(o, 4);
    OUT(b);
    r = (L(o, 1) + L(o, 2) + L(o, 3)).get();
    OUT(r);
    L(o, 8), L(o, 9);
    if (L(o, 4)) OUT(3);
    while (L(o, n)) { n--; OUT(n); }
    for (L i(o, 0); i.id < 2; i.id++, L(o, 50)) { OUT(i.id); }
    do { OUT(4); } while (L(o, ++n) && n < 5);
    { L arr[3] = {L(o, 1), L(o, 2), L(o, 3)}; for (const auto &e : arr) OUT(e.id); for (auto e : arr) { if (e.id == 3) break; } }
    int v = 77;
    { auto u = mkU(&v, o); Uptr<int> w = static_cast<Uptr<int> &&>(u); *w = 78; }
    r = def(o, L(o, 60));
    OUT(r);
    { auto d = defer([&] { OUT(99); }); OUT(98); }
    { Opt op; new (&op.l) L(o, 70); op.has = true; }
    r = L(o, 1).get() ? L(o, 2).get() : L(o, 3).get();
    OUT(r);
    switch (L(o, 2).get()) { case 2: OUT(5); L z(o, 80); break; }
    { auto [a, c] = Pair{L(o, 1), L(o, 2)}; OUT(a.id); }
    auto f = [l = L(o, 90)] { return l.id; };
    r = f();
    OUT(r);
    { L m(o, 1); L n2 = L(o, 3); m = n2; }
    { long long room[4]; auto *ptr = new (room) L(o, 1); ptr->~L(); }
}
