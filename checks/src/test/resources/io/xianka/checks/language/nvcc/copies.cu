#define OUT(...) (*o++ = (long long)(__VA_ARGS__))
struct Cp { int v; __device__ Cp(int x) : v(x) {} __device__ Cp(const Cp &o) : v(o.v + 1) {} __device__ Cp(Cp &&o) : v(o.v + 100) {} __device__ Cp &operator=(const Cp &o) { v = o.v + 10; return *this; } __device__ Cp &operator=(Cp &&o) { v = o.v + 1000; return *this; } };
struct Hold { Cp a; Cp b; };
struct Arr { Cp a[3]; int n; };
struct Der : Cp { int w; __device__ Der(int x) : Cp(x), w(x * 2) {} };
struct OnlyCopy { int v; __device__ OnlyCopy(int x) : v(x) {} __device__ OnlyCopy(const OnlyCopy &o) : v(o.v * 2) {} };
struct H2 { OnlyCopy c; Hold h; float f; };
struct BaseA { int x; __device__ BaseA &operator=(const BaseA &o) { x = o.x + 7; return *this; } };
struct DerA : BaseA { int y; };
template <class T> __device__ T &&mv(T &t) { return static_cast<T &&>(t); }
template <class T> __device__ void swp(T &a, T &b) { T t = mv(a); a = mv(b); b = mv(t); }
__device__ Cp mk(int x) { return Cp(x); }
__device__ int val(Cp c) { return c.v; }
__device__ Cp ret(bool b, Cp x, Cp y) { return b ? x : y; }
__device__ Cp param(Cp x) { return x; }
__device__ const Cp &ref(const Cp &c) { return c; }
struct Deep { Hold h[2]; };
struct U { union { int i; float f; }; Cp c; };

extern "C" __global__ void k(long long *out, int n) {
    long long *o = out;
    Hold h1{1, 2};
    Hold h2 = h1;
    OUT(h2.a.v * 1000 + h2.b.v);
    h1 = h2;
    OUT(h1.a.v);
    Hold h3 = mv(h1);
    OUT(h3.b.v);
    h3 = mv(h2);
    OUT(h3.a.v);
    Arr a{{1, 2, 3}, 4};
    Arr b = a;
    OUT(b.a[2].v * 10 + b.n);
    b = a;
    OUT(b.a[1].v);
    Der d(n);
    Der e = d;
    OUT(e.v * 100 + e.w);
    e = d;
    OUT(e.v * 100 + e.w);
    Cp &sl = e;
    sl = d;
    OUT(e.v);
    OnlyCopy oc(3);
    OnlyCopy od = mv(oc);
    OUT(od.v);
    H2 x{3, {4, 5}, 1.5f};
    H2 y = x;
    OUT(y.c.v * 10000 + y.h.a.v * 100 + y.h.b.v);
    OUT(y.f * 2);
    H2 z = mv(y);
    OUT(z.c.v * 10000 + z.h.a.v);
    DerA p, q;
    p.x = 1;
    p.y = 2;
    q = p;
    OUT(q.x * 10 + q.y);
    OUT(val(mk(3)));
    Cp c(5);
    OUT(val(c));
    OUT(val(mv(c)));
    OUT(ret(n > 2, c, mk(9)).v);
    OUT(param(c).v);
    Cp r = ref(c);
    OUT(r.v);
    swp(c, r);
    OUT(c.v);
    OUT(r.v);
    Deep dd{{{1, 2}, {3, 4}}};
    Deep de = dd;
    OUT(de.h[1].b.v);
    de = mv(dd);
    OUT(de.h[0].a.v);
    auto l = [c] { return c.v; };
    OUT(l());
    auto l2 = l;
    OUT(l2());
    auto l3 = [cc = mv(c)] { return cc.v; };
    OUT(l3());
    U u{{1}, 5};
    U w = u;
    OUT(w.c.v + w.i);
    Cp arr[2] = {c, mv(c)};
    OUT(arr[0].v - c.v);
    OUT(arr[1].v - c.v);
    auto [s, t] = h3;
    OUT(s.v - h3.a.v);
    for (auto el : arr) OUT(el.v - c.v);
    for (auto &el : arr) OUT(el.v - c.v);
    Cp cond = n > 2 ? Cp(4) : c;
    OUT(cond.v);
    const Cp cc(8);
    Cp cd = mv(cc);
    OUT(cd.v);
    Cp ce = cd = cc;
    OUT(ce.v);
    OUT((h1 = h3).a.v - h3.a.v);
}
