#define OUT(...) (*o++ = (long long)(__VA_ARGS__))
template <typename...> using void_t = void;
template <class T> T &&dv();
template <class T, class = void> struct HasX { static constexpr int v = 0; };
template <class T> struct HasX<T, void_t<decltype(dv<T>().x)>> { static constexpr int v = 1; };
template <class T, class = void> struct HasT { static constexpr int v = 0; };
template <class T> struct HasT<T, void_t<typename T::type>> { static constexpr int v = 1; };
template <bool B, class T = void> struct enif {};
template <class T> struct enif<true, T> { using type = T; };
template <bool B, class T = void> using enif_t = typename enif<B, T>::type;
template <class T, class E = void> struct Sz { static constexpr int v = 1; };
template <class T> struct Sz<T, enif_t<(sizeof(T) > 4)>> { static constexpr int v = 2; };
template <class T> struct Sz<T, enif_t<(sizeof(T) == 1)>> { static constexpr int v = 3; };
template <class T> struct RC { using type = T; static constexpr int v = 0; };
template <class T> struct RC<const T> { using type = T; static constexpr int v = 1; };
template <class T> struct RC<T &> { using type = T; static constexpr int v = 2; };
template <class T> struct RC<T &&> { static constexpr int v = 3; };
template <class T, int N> struct RC<T[N]> { static constexpr int v = 10 + N; };
template <class R, class... A> struct RC<R(A...)> { static constexpr int v = 20 + sizeof...(A); };
template <class T> struct RC<const T *> { static constexpr int v = 5; };
template <class T> struct RC<T *> { static constexpr int v = 4; };
template <class A, class B> struct Same { static constexpr int v = 0; };
template <class A> struct Same<A, A> { static constexpr int v = 1; };
template <class T> struct Same<T, T *> { static constexpr int v = 2; };
template <template <class> class C, class T> struct Unw { static constexpr int v = 0; };
template <class T> struct Box { T t; };
template <class T> struct Is { static constexpr int v = 0; };
template <template <class> class C, class T> struct Is<C<T>> { static constexpr int v = sizeof(T); };
template <class T> constexpr int vt = 1;
template <class T> constexpr int vt<T *> = 2;
template <class T> constexpr int vt<const T *> = 3;
template <> constexpr int vt<float> = 4;
template <class T, int N> constexpr int vt<T[N]> = N;
template <int A, int B> struct I2 { static constexpr int v = 0; };
template <int A> struct I2<A, A> { static constexpr int v = 1; };
template <int A> struct I2<A, 0> { static constexpr int v = 2; };
template <class T, enif_t<Sz<T>::v == 1, int> = 0> __device__ int pick(T) { return 1; }
template <class T, enif_t<Sz<T>::v != 1, int> = 0> __device__ int pick(T) { return 2; }
template <class T> __device__ enif_t<(sizeof(T) > 4), int> ret(T) { return 8; }
template <class T> __device__ enif_t<(sizeof(T) <= 4), int> ret(T) { return 4; }
template <class T> __device__ auto call(T t) -> decltype(t.f()) { return t.f(); }
__device__ int call(...) { return -1; }
struct F { __device__ int f() { return 6; } };
template <class T> struct Tr;
template <> struct Tr<float> { using acc = double; enum { id = 7 }; };
template <> struct Tr<int> { using acc = long long; enum { id = 8 }; };
template <class T, class Acc = typename Tr<T>::acc> __device__ Acc accum(T a, T b) { return Acc(a) * b; }
template <class... T> struct TL { template <template <class...> class F> using apply = F<T...>; static constexpr int n = sizeof...(T); };
template <class L> struct Len;
template <template <class...> class L, class... T> struct Len<L<T...>> { static constexpr int v = sizeof...(T); };
template <class H, class... T> struct Max { static constexpr int v = sizeof(H) > Max<T...>::v ? sizeof(H) : Max<T...>::v; };
template <class H> struct Max<H> { static constexpr int v = sizeof(H); };
struct X { int x; using type = int; };
template <class T, class U> __device__ int prec(T, U) { return 1; }
template <class T> __device__ int prec(T, T) { return 2; }
template <class T> __device__ int prec(T *, T *) { return 3; }
template <class T> __device__ int pref(const T &) { return 1; }
template <class T> __device__ int pref(T &&) { return 2; }
template <class T> __device__ int parr(T *) { return 1; }
template <class T, int N> __device__ int parr(T (&)[N]) { return N; }
template <class T> __device__ int amb(T) { return 1; }
__device__ int amb(int) { return 2; }
template <class T, class... R> __device__ int vari(T, R...) { return sizeof...(R); }
template <class T> __device__ int vari(T) { return 100; }

extern "C" __global__ void k(long long *out, int n) {
    long long *o = out;
    OUT(HasX<X>::v * 10 + HasX<F>::v);
    OUT(HasT<X>::v * 10 + HasT<F>::v);
    OUT(Sz<int>::v * 100 + Sz<double>::v * 10 + Sz<char>::v);
    OUT(RC<int>::v);
    OUT(RC<const int>::v);
    OUT(RC<int &>::v);
    OUT(RC<int &&>::v);
    OUT(RC<int[7]>::v);
    OUT(RC<int(float, int)>::v);
    OUT(RC<int *>::v);
    OUT(RC<const int *>::v);
    OUT(RC<int *const>::v);
    OUT(Same<int, int>::v * 100 + Same<int, int *>::v * 10 + Same<int, float>::v);
    OUT(Is<Box<double>>::v * 10 + Is<int>::v);
    OUT(vt<int> * 10000 + vt<int *> * 1000 + vt<const int *> * 100 + vt<float> * 10 + vt<int[6]>);
    OUT(I2<1, 2>::v * 100 + I2<3, 3>::v * 10 + I2<3, 0>::v);
    OUT(pick(1) * 10 + pick(1.0));
    OUT(ret(1) * 10 + ret(1.0));
    OUT(call(F{}) * 10 + call(3));
    OUT(accum(n, 1000000000));
    OUT(sizeof(accum(1.f, 2.f)));
    OUT(Tr<float>::id);
    OUT(Len<TL<int, char>>::v);
    OUT(Max<char, double, int>::v);
    OUT(prec(1, 2.f) * 100 + prec(1, 2) * 10 + prec(&n, &n));
    const int ci = 1;
    OUT(pref(n) * 10 + pref(ci));
    int ar[5] = {};
    OUT(amb(1) * 10 + amb(1.f));
    OUT(vari(1) * 10 + vari(1, 2, 3));
    OUT(amb<int>(1));
    OUT(ar[0]);
}
