#define OUT(...) (*o++ = (long long)(__VA_ARGS__))
template <template <typename, int> class C, typename T, int N> struct Wrap { C<T, N> c; __device__ T sum() const { T s = 0; for (int i = 0; i < N; i++) s += c[i]; return s; } };
template <typename T, int N> struct Arr { T v[N]; __device__ T &operator[](int i) { return v[i]; } __device__ const T &operator[](int i) const { return v[i]; } };
template <template <typename...> class H, typename... A> struct Apply { using type = H<A...>; };
template <typename A, typename B = int> struct Two { A a; B b; static constexpr int size = sizeof(A) + sizeof(B); };
template <typename T> struct IsPtr { enum { value = 0 }; };
template <typename T> struct IsPtr<T *> { enum { value = 1 }; };
template <typename T> struct IsPtr<const T *> { enum { value = 2 }; };
template <typename T, int R, int C> struct Shape;
template <typename T, int R> struct Shape<T, R, 1> { static __device__ int f() { return 1; } };
template <typename T, int R, int C> struct Shape { static __device__ int f() { return 1 + Shape<T, R, C - 1>::f(); } };
template <typename... T> struct Count;
template <> struct Count<> { static constexpr int v = 0; };
template <typename H, typename... T> struct Count<H, T...> { static constexpr int v = sizeof(H) + Count<T...>::v; };
template <typename T> __device__ T sum(T v) { return v; }
template <typename T, typename... R> __device__ T sum(T v, R... r) { return v + sum<T>(r...); }
template <typename... T> __device__ auto foldl(T... t) { return (... - t); }
template <typename... T> __device__ auto foldr(T... t) { return (t - ...); }
template <typename... T> __device__ bool all(T... t) { return (true && ... && (t > 0)); }
template <int... I> struct Seq {};
template <int N, int... I> struct MakeSeq : MakeSeq<N - 1, N - 1, I...> {};
template <int... I> struct MakeSeq<0, I...> : Seq<I...> { using type = Seq<I...>; };
template <int... I> __device__ int dot(Seq<I...>, const int *a) { return ((a[I] * I) + ...); }
template <typename T> constexpr T pi = T(3.1415926535897932385);
template <> constexpr int pi<int> = 3;
template <typename T> constexpr bool isBig = sizeof(T) > 4;
template <typename T> constexpr bool isBig<T *> = false;
template <typename T> using Ptr = T *;
template <typename T> using Id = typename Apply<Two, T, char>::type;
struct Base { int b; template <typename T> __device__ T cast() const { return (T)b; } template <int N> __device__ int times() { return b * N; } };
template <typename T> struct Dep { T t; __device__ int run() { return t.template times<4>() + (int)t.template cast<float>(); } };
template <typename T> struct Outer { struct Inner { T v; __device__ T get() const { return v; } }; template <typename U> struct Rebind { using other = Outer<U>; }; __device__ Inner make(T v); template <typename U> __device__ U conv(U u); static __device__ T zero(); };
template <typename T> __device__ typename Outer<T>::Inner Outer<T>::make(T v) { return Inner{v}; }
template <typename T> template <typename U> __device__ U Outer<T>::conv(U u) { return u + (U)sizeof(T); }
template <typename T> __device__ T Outer<T>::zero() { return T(); }
template <bool B, typename T = void> struct EnableIf {};
template <typename T> struct EnableIf<true, T> { using type = T; };
template <typename T> struct IsInt { static constexpr bool value = false; };
template <> struct IsInt<int> { static constexpr bool value = true; };
template <typename T> __device__ typename EnableIf<IsInt<T>::value, int>::type which(T) { return 1; }
template <typename T> __device__ typename EnableIf<!IsInt<T>::value, int>::type which(T) { return 2; }
template <typename T, typename = typename EnableIf<IsInt<T>::value>::type> __device__ int which2(T, int) { return 3; }
template <typename T> __device__ int which2(T, long) { return 4; }
template <typename T, typename EnableIf<IsInt<T>::value, int>::type = 0> __device__ int which3(T) { return 5; }
template <typename T, typename EnableIf<!IsInt<T>::value, int>::type = 0> __device__ int which3(T) { return 6; }
template <typename T> __device__ auto hasX(T t, int) -> decltype(t.x, 1) { return 1; }
template <typename T> __device__ int hasX(T t, long) { return 0; }
template <typename D> struct Crtp { __device__ int call() { return static_cast<D *>(this)->impl() + 1; } };
struct Impl : Crtp<Impl> { int v; __device__ int impl() { return v; } };
template <typename T, T V> struct Const { static constexpr T value = V; using type = Const; __device__ constexpr operator T() const { return V; } };
template <auto V> struct AutoC { static constexpr auto value = V; };
template <typename T> __device__ int kind(T) { if constexpr (sizeof(T) == 1) return 1; else if constexpr (IsPtr<T>::value) return 2; else { return 3; } }
template <typename F, typename... A> __device__ auto invoke(F f, A &&...a) { return f(static_cast<A &&>(a)...); }
template <typename T, int N> __device__ int len(T (&)[N]) { return N; }
template <typename R, typename... A> __device__ int arity(R (*)(A...)) { return sizeof...(A); }
template <typename T> struct Num { T v; friend __device__ Num operator+(Num a, Num b) { return {T(a.v + b.v)}; } template <typename U> friend struct Num; friend __device__ bool operator==(const Num &a, const Num &b) { return a.v == b.v; } };
template <class T> __device__ void swp(T &a, T &b) { T c = a; a = b; b = c; }
template <> __device__ void swp<int>(int &a, int &b) { int c = a; a = b + 100; b = c; }
template <typename T> struct Acc { __device__ static T total2() { return T(5); } static constexpr T table[3] = {1, 2, 3}; };
template <typename T, typename U> Two(T, U) -> Two<T, U>;
template <typename T> struct Box { T v; __device__ Box(T t) : v(t) {} };
__device__ int add3(int a, int b, int c) { return a + b + c; }
template <int (*F)(int, int, int)> __device__ int viaF(int x) { return F(x, x, x); }
template <typename T> struct Spec { __device__ int f(); __device__ int g() { return 10; } };
template <typename T> __device__ int Spec<T>::f() { return 1; }
template <> __device__ int Spec<float>::f() { return 2; }
template <> __device__ int Spec<int>::g();
template <> __device__ int Spec<int>::g() { return 11; }
namespace adl { struct P { int v; }; __device__ int touch(P p) { return p.v; } __device__ P operator*(P a, int b) { return {a.v * b}; } }
template <typename T> __device__ int callTouch(T t) { return touch(t * 2); }
template <class T, class... Rest> struct Tup : Tup<Rest...> { T head; __device__ Tup(T h, Rest... r) : Tup<Rest...>(r...), head(h) {} };
template <class T> struct Tup<T> { T head; __device__ Tup(T h) : head(h) {} };
template <int I, class T, class... R> struct GetT { static __device__ auto get(Tup<T, R...> &t) { return GetT<I - 1, R...>::get(t); } };
template <class T, class... R> struct GetT<0, T, R...> { static __device__ T get(Tup<T, R...> &t) { return t.head; } };
template <typename... B> struct Multi : B... { using B::operator()...; };
template <typename... B> Multi(B...) -> Multi<B...>;

extern "C" __global__ void k(long long *out, int n) {
    long long *o = out;
    Wrap<Arr, int, 3> w{{{1, n, 3}}};
    OUT(w.sum());
    Apply<Two, char, short>::type tt{1, 2};
    OUT(sizeof(tt) + tt.b);
    OUT((Two<int>::size));
    OUT(IsPtr<int>::value * 100 + IsPtr<int *>::value * 10 + IsPtr<const int *>::value);
    OUT((Shape<int, 2, 4>::f()));
    OUT((Count<int, char, double>::v));
    OUT(sum(n, 2, 3.5, 4));
    OUT(foldl(10, n, 2));
    OUT(foldr(10, n, 2));
    OUT(all(1, n));
    OUT(all(1, -n));
    OUT(all());
    int a[4] = {5, 6, 7, 8};
    OUT(dot(MakeSeq<4>::type(), a));
    OUT(pi<double> * 1000);
    OUT(pi<int>);
    OUT(isBig<double> * 10 + isBig<char *>);
    Ptr<int> p = a;
    OUT(p[2]);
    OUT(sizeof(Id<short>));
    Base b{n};
    OUT(b.times<3>() + b.cast<long>());
    Dep<Base> dep{{n + 1}};
    Outer<short> ou;
    OUT(ou.make(n).get());
    OUT(ou.conv(2.5) * 10);
    OUT(Outer<int>::zero());
    Outer<int>::Rebind<char>::other::Inner in{65};
    OUT(in.get());
    OUT(which(1) * 10 + which(1.f));
    OUT(which2(1, 0) * 10 + which2(1.f, 0));
    OUT(which3(1) * 10 + which3(1.f));
    struct HX { int x; };
    OUT(hasX(HX{}, 0) * 10 + hasX(b, 0));
    Impl im;
    im.v = n;
    OUT(im.call());
    OUT((Const<int, 7>::value + Const<char, 'a'>()));
    OUT(AutoC<5>::value + AutoC<'b'>::value + sizeof(AutoC<5ll>::value));
    OUT(kind('a') * 100 + kind(p) * 10 + kind(1));
    OUT(invoke([](int x, int y) { return x * y; }, n, 4));
    OUT(len(a));
    OUT(arity(add3));
    Num<int> nu{n}, nv{4};
    OUT((nu + nv).v);
    OUT(nu == nv);
    int x = 1, y = n;
    swp(x, y);
    OUT(x * 1000 + y);
    double dx = 1, dy = n;
    swp(dx, dy);
    OUT(dx * 10 + dy);
    OUT(Acc<long long>::total2());
    Two ct{1, 2.5};
    OUT(sizeof(ct));
    Box bx(n * 2);
    OUT(bx.v);
    Box by = 3.5;
    OUT(by.v * 2);
    OUT(viaF<add3>(n));
    OUT(Spec<int>().f() * 1000 + Spec<float>().f() * 100 + Spec<int>().g() + Spec<char>().g());
    OUT(callTouch(adl::P{n}));
    Tup<int, float, char> tu(n, 2.5f, 'z');
    OUT((GetT<0, int, float, char>::get(tu)));
    OUT((GetT<1, int, float, char>::get(tu)) * 2);
    OUT((GetT<2, int, float, char>::get(tu)));
    auto m = Multi{[](int q) { return q + 1; }, [](float q) { return q * 4; }};
    OUT(m(n));
    OUT(m(1.5f));
}
