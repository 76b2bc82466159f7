#define OUT(...) (*o++ = (long long)(__VA_ARGS__))
struct Log { long long *&o; int id; __device__ Log(long long *&p, int i) : o(p), id(i) { *o++ = 100 + id; } __device__ ~Log() { *o++ = 200 + id; } };
__device__ int early(long long *&o, int n) {
Log a(o, 1);
if (n == 3) { Log b(o, 2); return *(o-1) + n; }
Log c(o, 3);
return 0;
}
__device__ void loops(long long *&o, int n) {
for (int i = 0; i < n + 2; i++) {
Log l(o, i);
if (i == 1) continue;
if (i == 3) break;
Log m(o, i + 10);
}
int i = 0;
while (true) { Log w(o, 30 + i); if (++i > n) break; }
do { Log w(o, 40 + i); if (i == 2) continue; }
while (--i > 0);
}
__device__ void gotos(long long *&o, int n) {
int i = 0;
again:
Log g(o, 50 + i);
if (i++ < n) goto again;
{ Log h(o, 60); goto out; }
out:
Log z(o, 61);
}
__device__ void sw(long long *&o, int n) {
switch (n) {
case 3: { Log s(o, 70); break; }
case 4: { Log s(o, 71); }
default: { Log s(o, 72); }
}
}
struct Member { Log a; Log b; __device__ Member(long long *&o) : a(o, 80), b(o, 81) { } };
struct Derived : Log { Log extra; __device__ Derived(long long *&o) : Log(o, 90), extra(o, 91) {} __device__ ~Derived() { *this->o++ = 999; } };
template <typename F> struct Guard { F f; __device__ Guard(F g) : f(g) {} __device__ ~Guard() { f(); } };
template <typename F> __device__ Guard<F> guard(F f) { return Guard<F>(f); }
__device__ Log make(long long *&o, int i) { return Log(o, i); }
__device__ int use(const Log &l) { return l.id; }
struct Copy { long long *&o; int id; __device__ Copy(long long *&p, int i) : o(p), id(i) { *o++ = 300 + id; } __device__ Copy(const Copy &c) : o(c.o), id(c.id + 1) { *o++ = 310 + id; } __device__ ~Copy() { *o++ = 400 + id; } };
__device__ int byValue(Copy c) { *c.o++ = 500 + c.id; return c.id; }
__device__ Copy pass(Copy c) { return c; }
__device__ Copy named(long long *&o) { Copy c(o, 55); *o++ = 77; return c; }

extern "C" __global__ void k(long long *out, int n) {
    long long *o = out;
    OUT(early(o, n));
    OUT(early(o, n + 1));
    loops(o, n);
    gotos(o, n);
    sw(o, n);
    sw(o, n + 1);
    { Member m(o); OUT(1); }
    { Derived d(o); OUT(2); }
    { int x = 0; { auto g = guard([&] { x = 5; }); x = 1; } OUT(x); }
    { const Log &r = make(o, 20); OUT(use(r)); }
    OUT(use(Log(o, 21)));
    OUT(use(Log(o, 22)) + use(Log(o, 23)));
    make(o, 24);
    { Copy c(o, 1); int q = byValue(c); OUT(q); Copy d = c; Copy e(d); OUT(9); }
    { Copy c(o, 10); Copy d = pass(c); OUT(8); }
    { Log arr[2] = {Log(o, 1), Log(o, 2)}; OUT(6); }
    for (Log l(o, 33); n < 5; n++) { OUT(n); }
    if (Log l(o, 34); n == 5) { OUT(50); } else { OUT(51); }
    bool t = n > 4 && use(Log(o, 35)) == 35;
    OUT(t);
    bool u = n > 40 && use(Log(o, 36)) == 36;
    OUT(u);
    int v = n > 40 ? use(Log(o, 37)) : use(Log(o, 38));
    OUT(v);
}
