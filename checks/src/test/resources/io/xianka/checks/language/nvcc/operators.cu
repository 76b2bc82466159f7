#define OUT(...) (*o++ = (long long)(__VA_ARGS__))
struct V { int x, y;
__device__ V(int a = 0, int b = 0) : x(a), y(b) {}
__device__ V operator+(const V &r) const { return V(x + r.x, y + r.y); }
__device__ V operator-() const { return V(-x, -y); }
__device__ V operator+() const { return *this; }
__device__ V operator~() const { return V(~x, ~y); }
__device__ bool operator!() const { return !x && !y; }
__device__ V &operator+=(const V &r) { x += r.x; y += r.y; return *this; }
__device__ V &operator<<=(int s) { x <<= s; y <<= s; return *this; }
__device__ V &operator++() { ++x; return *this; }
__device__ V operator++(int) { V t = *this; ++x; return t; }
__device__ V &operator--() { --y; return *this; }
__device__ V operator--(int) { V t = *this; y--; return t; }
__device__ int &operator[](int i) { return i ? y : x; }
__device__ int operator[](int i) const { return (i ? y : x) * 2; }
__device__ int operator()(int a, int b = 7) const { return x * a + y * b; }
__device__ int operator()() const { return 42; }
__device__ V *operator->() { return this; }
__device__ V &operator*() { return *this; }
__device__ explicit operator bool() const { return x != 0; }
__device__ operator int() const { return x * 1000 + y; }
__device__ bool operator==(const V &o) const { return x == o.x && y == o.y; }
__device__ bool operator!=(const V &o) const { return !(*this == o); }
__device__ bool operator<(const V &o) const { return x < o.x || (x == o.x && y < o.y); }
__device__ bool operator>=(const V &o) const { return !(*this < o); }
__device__ V operator,(const V &o) const { return V(o.x, x); }
__device__ V &operator=(int v) { x = y = v; return *this; }
__device__ V &operator=(const V &) = default;
__device__ V(const V&) = default;
__device__ bool operator&&(const V &o) const { return x == o.y; }
__device__ V operator%(int m) { return V(x % m, y % m); }
__device__ V *operator&() { return this + 1; }
};
__device__ V operator*(int s, const V &v) { return V(s * v.x, s * v.y); }
__device__ V operator*(const V &v, int s) { return s * v; }
__device__ V operator<<(V a, int s) { return V(a.x << s, a.y << s); }
__device__ V operator|(V a, V b) { return V(a.x | b.x, a.y | b.y); }
__device__ V &operator-=(V &a, V b) { a.x -= b.x; a.y -= b.y; return a; }
__device__ V operator^(V a, V b) { return V(a.x ^ b.x, a.y ^ b.y); }
struct Ptr2 { V *p; __device__ V *operator->() const { return p; } __device__ V &operator*() const { return *p; } __device__ Ptr2 operator+(int i) const { return {p + i}; } __device__ int operator-(Ptr2 q) const { return (int)(p - q.p); } __device__ V &operator[](int i) const { return p[i]; } };
struct Chain { Ptr2 q; __device__ Ptr2 operator->() const { return q; } };
enum class E : unsigned char { A = 1, B = 2, C = 4 };
__device__ constexpr E operator|(E a, E b) { return E((int)a | (int)b); }
__device__ constexpr E operator&(E a, E b) { return E((int)a & (int)b); }
__device__ E &operator|=(E &a, E b) { return a = a | b; }
__device__ bool operator!(E a) { return !(int)a; }
__device__ E operator++(E &a) { return a = E((int)a + 1); }
__device__ E operator++(E &a, int) { E b = a; ++a; return b; }
struct Conv { int v; template <typename T> __device__ operator T() const { return (T)(v * 2); } };
struct ToPtr { int *p; __device__ operator int *() const { return p; } };
struct ToRef { int v; __device__ operator int &() { return v; } __device__ operator const int &() const { return v; } };
__device__ constexpr long long operator""_k(unsigned long long v) { return v * 1000; }
__device__ constexpr double operator""_half(long double v) { return (double)v / 2; }
__device__ constexpr int operator""_c(char c) { return c + 1; }
__device__ constexpr unsigned long operator""_len(const char *s, unsigned long n) { return n; }
__device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
__device__ float3 &operator*=(float3 &a, float s) { a.x *= s; a.y *= s; a.z *= s; return a; }
__device__ bool operator<(const float2 &a, const float2 &b) { return a.x < b.x; }
struct Mat { float m[4][4]; __device__ float *operator[](int r) { return m[r]; } __device__ const float *operator[](int r) const { return m[r]; } __device__ float &operator()(int r, int c) { return m[r][c]; } };
struct Cmp { int v; __device__ friend bool operator<(Cmp a, Cmp b) { return a.v < b.v; } __device__ friend bool operator>(Cmp a, Cmp b) { return b < a; } };

extern "C" __global__ void k(long long *out, int n) {
    long long *o = out;
    V a(1, n), b(n, 5);
    const V c(2, 3);
    OUT((int)(a + b));
    OUT((int)-a);
    OUT((int)+a);
    OUT((int)~a);
    OUT(!a);
    OUT(!V());
    a += b;
    OUT((int)a);
    a <<= 2;
    OUT((int)a);
    OUT((int)++a);
    OUT((int)a++);
    OUT((int)a);
    OUT((int)--a);
    OUT((int)a--);
    OUT((int)a);
    a[0] = 7;
    OUT(a[0]);
    OUT(c[1]);
    OUT(c(2));
    OUT(c(2, 3));
    OUT(c());
    OUT(a->y);
    OUT((*a).x);
    if (a) OUT(1);
    else OUT(2);
    OUT(a == b);
    OUT(a != b);
    OUT(a < b);
    OUT(a >= b);
    OUT((int)(a, b));
    a = 9;
    OUT((int)a);
    OUT(a && b);
    OUT((int)(a % 4));
    OUT((int)(2 * a));
    OUT((int)(a * 3));
    OUT((int)V((a << 1)));
    OUT((int)(a | b));
    a -= b;
    OUT((int)a);
    OUT((int)(a ^ b));
    V arr[3] = {V(1, 2), V(3, 4), V(5, 6)};
    Ptr2 p{arr};
    OUT(p->y);
    OUT((*(p + 1)).x);
    OUT((p + 2) - p);
    OUT(p[2].x);
    Chain ch{p + 1};
    OUT(ch->y);
    E e = E::A | E::C;
    e |= E::B;
    OUT((int)e);
    OUT((int)(e & E::C));
    OUT(!e);
    E f = E::A;
    OUT((int)f++);
    OUT((int)++f);
    Conv cv{n};
    int ci = cv;
    double cd = cv;
    OUT(ci);
    OUT(cd);
    int iv[2] = {8, 9};
    ToPtr tp{iv};
    OUT(*tp);
    OUT(tp[1]);
    OUT(*(tp + 1));
    ToRef tr{n};
    int &ri = tr;
    ri = 50;
    OUT(tr.v);
    int z = tr;
    OUT(z + 1);
    OUT(tr + 2);
    OUT(5_k);
    OUT(3.0_half * 10);
    OUT('a'_c);
    OUT("hello"_len);
    float3 f3 = make_float3(1, 2, 3);
    f3 *= 2;
    f3 = f3 + f3;
    OUT(f3.x + f3.y * 10 + f3.z * 100);
    OUT(make_float2(1, 2) < make_float2(n, 0));
    Mat m = {};
    m[1][2] = n;
    m(2, 1) = m[1][2] * 2;
    const Mat &cm = m;
    OUT(cm[2][1]);
    OUT(Cmp{1} > Cmp{n});
    OUT(a.operator+(b).x);
    OUT(operator*(2, a).y);
    OUT((&b - &a) != 0);
    OUT(-V(1,2) == V(-1,-2));
}
