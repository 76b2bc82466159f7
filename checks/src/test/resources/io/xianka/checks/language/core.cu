// Values computed by the core of the language: functions, classes, lambdas, control flow, conversions, arrays, bit-fields.
// This file is C++ as well: g++ recorded the answers beside it with
//   g++ -std=c++17 -w -fwrapv -fno-strict-aliasing -ffp-contract=off -DHOST -x c++ core.cu -o t && ./t > core.txt

#ifdef HOST
#include <cstdio>
#define __device__
#define __global__
#define __constant__ static
#endif
#define OUT(x) (*o++ = (long long)(x))

template <typename T> __device__ T maxOf(T a, T b) {
    return a < b ? b : a;
}

template <typename T, int N> __device__ int length(const T (&a)[N]) {
    return N;
}

template <typename T, typename... R> __device__ T addAll(T first, R... rest) {
    if constexpr (sizeof...(rest) == 0) return first;
    else return first + addAll(rest...);
}

template <typename... A> __device__ auto fold(A... a) {
    return (a + ...);
}

template <typename... A> __device__ auto foldr(A... a) {
    return (a - ... - 0);
}

template <typename F, typename... A> __device__ auto apply(F f, A&&... a) {
    return f(a...);
}

struct Base {
    int b;
    __device__ int get() const {
        return b;
    }
};

struct Mid {
    int m;
};

struct Derived : Base, Mid {
    int d;
    __device__ int both() const {
        return b * 100 + m * 10 + d + get();
    }
};

struct Complex {
    float re, im;
    __device__ Complex(float r = 0, float i = 0) : re(r), im(i) {}
    __device__ Complex& operator+=(const Complex& o) {
        re += o.re;
        im += o.im;
        return *this;
    }
    __device__ friend Complex operator+(Complex a, const Complex& b) {
        a += b;
        return a;
    }
    __device__ Complex operator-() const {
        return Complex(-re, -im);
    }
    __device__ explicit operator float() const {
        return re;
    }
    __device__ float& operator[](int i) {
        return i ? im : re;
    }
    __device__ bool operator==(const Complex& o) const {
        return re == o.re && im == o.im;
    }
};

template <typename T> struct Box {
    T v;
    __device__ Box(T x) : v(x) {}
    __device__ T get() const;
    template <typename U> __device__ Box<U> as() const {
        return Box<U>((U)v);
    }
    static constexpr int size = sizeof(T);
};

template <typename T> __device__ T Box<T>::get() const {
    return v + 1;
}

template <typename T, int N = 4> struct Arr {
    T d[N];
    __device__ T& operator[](int i) {
        return d[i];
    }
    __device__ const T& operator[](int i) const {
        return d[i];
    }
    __device__ T* begin() {
        return d;
    }
    __device__ T* end() {
        return d + N;
    }
};

struct Nsdmi {
    int a = 3;
    float b = 1.5f;
    int c;
};

struct Counter {
    int n;
    __device__ Counter& operator++() {
        ++n;
        return *this;
    }
    __device__ Counter operator++(int) {
        Counter o = *this;
        ++n;
        return o;
    }
    __device__ bool operator()(int x) const {
        return x > n;
    }
};

struct Copy {
    int v;
    __device__ Copy(int x) : v(x) {}
    __device__ Copy(const Copy& o) : v(o.v + 1) {}
    __device__ Copy& operator=
    (const Copy& o) {
        v = o.v + 100;
        return *this;
    }
};

struct Holder {
    Copy c;
    int x[3];
    __device__ Holder() : c(5), x{1, 2} {}
};

struct Pod {
    int a;
    float b;
    struct {
        int x, y;
    } in;
    int arr[3];
};

__device__ void swap2(int& a, int& b) {
    int t = a;
    a = b;
    b = t;
}

__device__ int fwd(int);
typedef int (*Fn)(int);
__device__ int callit(Fn fn, int x) {
    return fn(x);
}

__device__ int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

__device__ Pod makePod(int k) {
    Pod p = {k, k * 1.5f, {1, 2}, {3, 4}};
    p.arr[2] = k;
    return p;
}

__device__ int side(int& c) {
    return ++c;
}

__device__ int& pick(int& a, int& b, bool f) {
    return f ? a : b;
}

namespace n1 {
struct T {
    int v;
};

__device__ int adl(T t) {
    return t.v;
}
    __device__ T operator*(T a, int k) {
    return {a.v * k};
}

}
enum Color { RED, GREEN = 5, BLUE };
enum class Mode : unsigned char { A, B = 200 };
union FI {
    float f;
    int i;
    unsigned char b[4];
};

struct Bits {
    unsigned a : 3;
    int b : 5;
    unsigned long long c : 40;
    unsigned d : 1;
};

template <int N> struct Weights {
    float w[N];
    constexpr Weights() : w() {
        for (int i = 0; i < N; ++i) w[i] = 1.0f / (1 << i);
    }
};

__constant__ int ctab[5] = {10, 20, 30};
__constant__ float fm[2][3] = {{1, 2, 3}, {4, 5}};
constexpr int sq[4] = {0, 1, 4, 9};
template <typename D> struct Crtp {
    __device__ int run() const {
        return static_cast<const D*>(this)->impl() * 2;
    }
};

struct Impl : Crtp<Impl> {
    int k;
    __device__ int impl() const {
        return k;
    }
};

extern "C" __global__ void k(long long *o, int n) {
    int i = n;
    unsigned u = 7;
    float fl = 1.5f;
    OUT(maxOf(1, 2));
    OUT(maxOf<double>(1, 2.5) * 10);
    OUT(length(ctab));
    OUT(addAll(1, 2, 3));
    OUT(fold(1.5f, 2.5f, 3) * 10);
    OUT(foldr(10, 3, 2));
    OUT(apply([](int a, int b) {
        return a * b;
    }, 3, 4));
    Derived d;
    d.b = 1;
    d.m = 2;
    d.d = 3;
    Base& br = d;
    const Base* bp = &d;
    Mid* mp = &d;
    mp->m += 4;
    OUT(d.both());
    OUT(br.get() + bp->b + mp->m);
    Mid copy = d;
    OUT(copy.m);
    n1::T t{3};
    OUT(adl(t));
    OUT((t * 3).v);
    Complex c1(1, 2), c2 = 3.0f, c3;
    c1 += c2;
    c3 = c1 + c2;
    c3[1] = 4;
    OUT((float)c3);
    OUT(c3.im);
    OUT((-c3).re);
    OUT(c3 == c1);
    Complex ca[3];
    ca[1] = c3;
    OUT(ca[0].re + ca[1].im);
    Complex cb[2] = {{1, 2}, 5.f};
    OUT(cb[0].im + cb[1].re);
    Box<int> bx(3);
    OUT(bx.get() + bx.as<float>().get() + Box<double>::size);
    Arr<int, 8> arr = {};
    for (auto& e : arr) e = i++;
    int s = 0;
    for (int e : arr) s += e;
    OUT(s);
    Arr<float> a4{{1, 2, 3, 4}};
    float fs = 0;
    for (float e : a4) fs += e;
    OUT(fs);
    const auto& cr = a4;
    OUT(cr[2]);
    for (int e : ctab) s += e;
    OUT(s);
    Pod q = makePod(4), q2{}, q3 = {.a = 5, .b = 6};
    OUT(q.a + q.b * 10 + q.in.y + q.arr[1] * 100 + q.arr[2]);
    OUT(q2.a + q3.a + q3.b);
    q2 = q;
    q2.arr[0] = 9;
    OUT(q.arr[0] * 10 + q2.arr[0]);
    OUT(makePod(3).in.y + makePod(2).arr[1]);
    Pod* pp = &q2;
    pp->in.x = 77;
    OUT(q2.in.x);
    auto [x, y, z, w] = q;
    OUT(x + y * 10 + z.x + w[1]);
    auto& [rx, ry, rz, rw] = q;
    rx = 50;
    rw[0] = 60;
    OUT(q.a + q.arr[0] + x);
    Nsdmi ns;
    Nsdmi ns2{7};
    OUT(ns.a + ns2.a * 10 + ns2.b * 100);
    Counter co{1};
    ++co;
    Counter old = co++;
    OUT(co(3) * 100 + co.n * 10 + old.n);
    int zz = 1, ww = 2;
    swap2(zz, ww);
    OUT(zz * 10 + ww);
    Copy k1(1);
    Copy k2 = k1;
    Copy k3(0);
    k3 = k2;
    Copy k4 = Copy(7);
    OUT(k2.v * 10000 + k3.v * 10 + k4.v);
    Holder h;
    Holder h2 = h;
    OUT(h.c.v + h2.x[1] * 10 + h.x[2]);
    int cap = 5;
    auto lam = [&](int k) {
        cap += k;
        return cap + zz;
    };
    auto lam2 = [=, w2 = ww * 2](auto k) {
        return k + cap + w2;
    };
    auto lam3 = [cap, &zz]() mutable { zz = cap; cap = 99; return cap; };
    OUT(lam3());
    OUT(lam(2));
    OUT(lam2(3));
    OUT(lam2(2.5f) * 2);
    OUT(cap * 100 + zz);
    auto outer = [&](int a) {
        auto inner = [=](int b) {
            return a * 10 + b + cap;
        };
        return inner(3);
    };
    OUT(outer(4));
    auto rec = [](auto self, int n) -> int { return n <= 1 ? 1 : n * self(self, n - 1); };
    OUT(rec(rec, 5));
    OUT(callit([](int v) {
        return v * 3;
    }, 3) + callit(fwd, 4));
    Fn table[2] = {fwd, fib};
    OUT(table[1](10));
    OUT(fib(12));
    for (int j = 0; j < 6; j++) {
        int r = 0;
        switch (j) {
        case 0:
            r = 1;
            break;
        case 1:
            r = 5;
        case 2:
            r += 2;
            break;
        case 3 ... 4: {
            int q = 8;
            r = q;
        }
        break;
        default:
            r = 9;
        }
        OUT(r);
    }
    int acc = 0;
    for (int a = 0, b = 10; a < b; a++, b--) {
        if (a == 3) continue;
        if (b == 5) break;
        acc += a * b;
    }
    OUT(acc);
    int j = 0;
    do {
        j++;
    } while (j < 3);
    OUT(j);
    while (int left = 6 - j) {
        j++;
        if (left < 0) break;
    }
    OUT(j);
    if (int m = j; m > 2) OUT(m);
    else OUT(-1);
    int g = 0;
again:
    g++;
    if (g < 5) goto again;
    OUT(g);
    for (int a = 0; a < 3; a++) for (int b = 0; b < 3; b++) {
            if (b == 2) goto out2;
            acc += b;
        }
out2:
    OUT(acc);
    int multi[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int flat[2][3] = {1, 2, 3, 4};
    int (*row)[3] = multi;
    OUT(row[1][2] + flat[1][0] + sizeof(multi) / sizeof(multi[0]) + *(*(multi + 1) + 1));
    int dyn = n & 1;
    OUT(multi[dyn][dyn + 1]);
    OUT(fm[dyn][1] + ctab[dyn] + sq[n % 4]);
    multi[dyn][n % 3] = 42;
    OUT(multi[0][0] + multi[0][1] * 2 + multi[1][0] * 3 + multi[1][1] * 5);
    char str[] = "abc";
    const char* sp = "xyz";
    str[n % 3] = 'Q';
    OUT(str[0] + str[1] + sp[2] + sizeof str);
    const char* strs[] = {"one", "three"};
    OUT(strs[dyn][1]);
    unsigned char uc = 200;
    uc += 100;
    OUT(uc);
    uc <<= 1;
    OUT(uc);
    uc = -1;
    OUT(uc++);
    OUT(uc);
    signed char sc = 127;
    sc++;
    OUT(sc);
    short sh = 0x7fff;
    sh += 2;
    OUT(sh);
    OUT(sh >> 3);
    OUT((unsigned)sh >> 3);
    long long big = (long long)(n + 1) << 40;
    OUT(big >> 38);
    OUT((int)big);
    OUT(-7 / 2);
    OUT(-7 % 3);
    OUT((unsigned)-7 / 2);
    OUT(7u - 8 > 0);
    OUT(-1 < 1u);
    OUT((n - 10) / 3);
    OUT((n - 10) % 3);
    OUT((unsigned)(n - 10) % 3u);
    OUT((n - 10) >> 1);
    OUT(u << 30);
    OUT(~u);
    OUT(!u);
    OUT(-u);
    OUT(fl * 3);
    OUT((int)(fl * 1e9f));
    OUT((unsigned char)(fl * 100));
    OUT(1.0 / 3 * 3 == 1);
    OUT((float)n / 3 * 1000);
    double dd = n;
    dd /= 7;
    OUT(dd * 1e6);
    int im = 10;
    im *= 1.55;
    OUT(im);
    im += 2.7f;
    OUT(im);
    im = 7;
    im /= 2.0f;
    OUT(im);
    bool b1 = 5;
    b1 &= 2;
    OUT(b1);
    b1 = fl;
    OUT(b1 + b1);
    OUT((bool)0.1f);
    OUT(true + true);
    b1 |= 3 > 2;
    OUT(b1);
    int vals[4] = {1, 2, 3, 4};
    int* p = vals;
    *p++ = 10;
    *++p = 20;
    OUT(p - vals);
    OUT(vals[0] + vals[1] + vals[2]);
    p[-1] = 5;
    OUT(vals[1]);
    OUT(p > vals);
    OUT(2[vals]);
    int* e = vals + 4;
    OUT(e - p);
    OUT(*(e - 1));
    int** ppx = &p;
    **ppx = 8;
    OUT(vals[2]);
    p = &vals[3];
    OUT(*p--);
    OUT(*p);
    OUT(p == vals + 2);
    OUT(p ? 1 : 0);
    OUT(!p);
    int cnt = 0;
    OUT((0 && side(cnt)) + (1 || side(cnt)) + cnt);
    OUT(side(cnt) && side(cnt) ? cnt : -1);
    OUT(n > 100 ? side(cnt) : cnt);
    int aa = 1, bb = 2;
    pick(aa, bb, n > 100) = 9;
    OUT(aa * 10 + bb);
    (n > 100 ? aa : bb) += 5;
    OUT(bb);
    OUT((aa++, bb++, aa + bb));
    int x1 = aa = bb = 3;
    OUT(x1 + aa + bb);
    (aa += 2) *= 3;
    OUT(aa);
    OUT(++aa + bb--);
    OUT(aa - bb);
    FI fi;
    fi.f = 1.0f;
    OUT(fi.i);
    fi.b[3] = 0x40;
    OUT(fi.f * 100);
    Bits bits = {5, -3, 1234567890123ull, 1};
    OUT(bits.a + bits.b + bits.c + bits.d);
    bits.a += 4;
    bits.b--;
    bits.c = ~0ull;
    OUT(bits.a);
    OUT(bits.b);
    OUT(bits.c);
    OUT(bits.d);
    OUT(GREEN + BLUE);
    Color col = BLUE;
    OUT(col == BLUE);
    OUT((int)Mode::B);
    Mode md = (Mode)3;
    OUT((int)md);
    OUT(md == Mode::A);
    constexpr Weights<4> wt;
    float ws = 0;
    for (int a = 0; a < 4; a++) ws += wt.w[a];
    OUT(ws * 1000);
    OUT(wt.w[n % 4] * 1000);
    Impl impl;
    impl.k = 21;
    OUT(impl.run());
    const int& tmp = n + 1;
    OUT(tmp);
    int&& rv = n * 2;
    rv++;
    OUT(rv);
    const float& conv = n;
    OUT(conv);
    auto&& un = aa;
    un = 4;
    OUT(aa);
    decltype(auto) da = (aa);
    da = 6;
    OUT(aa);
    OUT(reinterpret_cast<int&>(fl));
    OUT(*(int*)&fl);
    volatile int vol = 3;
    vol++;
    vol += n;
    OUT(vol);
    static const int si = 12;
    OUT(si);
    OUT(sizeof(Pod) + sizeof(Bits) + alignof(double));
    OUT('a' + '\n' + '\x41' + L'z');
    OUT(0x7fffffff + (n - n));
    OUT(07 + 0b11 + 0xA);
    OUT(1'000);
    OUT(42);
    long long l1 = 0x123456789abcdefll;
    OUT(l1 * l1);
    OUT(l1 / 1000);
    OUT(l1 % 1000);
    OUT((unsigned long long)l1 >> 5);
    OUT(l1 << 3);
    OUT((int)l1);
    OUT((short)l1);
    OUT((float)l1);
    OUT((double)l1);
    OUT((unsigned long long)1e19);
    OUT((long long)-1.5);
    unsigned long long ull = ~0ull;
    OUT((float)ull > 1e19f);
    OUT(ull / 3);
    OUT((double)ull / 1e10);
}

__device__ int fwd(int x) {
    return x + 1;
}

#ifdef HOST
int main() {
    long long o[256];
    long long *end = o;
    k(end, 3);
    for (int i = 0; i < 167; i++)
        printf("%lld\n", o[i]);
}
#endif
