struct P { int x; struct Q { int y; }; };
template <class T> struct Vec { T v; struct I { T z; }; };
template <class T, int N> struct Arr { T v[N]; };
namespace ns { struct S { int a; }; template <class T> struct W { T t; }; template <class T> __global__ void nk(T *a, W<T> b, S s, const W<T> *c) {} enum class E : int { A, B = 5 }; namespace in { template <class T, E e> __global__ void deep(T a, ns::W<T> *b) {} } }
template <class T> struct Tr { using type = T; };
template <class T> __global__ void k1(T *a) {}
template <class T> __global__ void k2(const T *a, T *b, T c, int n) {}
template <class T, int N> __global__ void k3(T *a, T (*b)[N]) {}
template <int N, bool B> __global__ void k4(int *p) {}
template <class T> __global__ void k5(Vec<T> a, Vec<T> *b, const Vec<T> *c, T d) {}
template <class T, int N> __global__ void k6(Arr<T, N> a, Arr<T, 3> b, T *c) {}
template <class A, class B> __global__ void k7(A *a, B *b, A *c, B *d, const A *__restrict__ e) {}
template <class... T> __global__ void k8(T... t) {}
template <class... T> __global__ void k9(T *...t, int n) {}
template <class T> __global__ void k10(typename Tr<T>::type a, T *b) {}
template <class F, class T> __global__ void k11(F f, T *p) {}
template <template <class> class C, class T> __global__ void k12(C<T> c, T *t) {}
template <class T> __global__ void k13(typename T::Q q, T t) {}
template <class T> __global__ void k14(Vec<Vec<T>> v, Vec<T> *w) {}
template <class T> __global__ void k15(T (*f)(T, int), T *p) {}
__device__ int fn(int a) { return a; }
template <int (*F)(int)> __global__ void k16(int *p) { *p = F(*p); }
template <unsigned long long N, char C, long L> __global__ void k17(int *p) {}
template <class T> __global__ void k18(volatile T *p, const volatile T *q) {}
template <class T = float, int N = 4> __global__ void k19(T *p) {}
template <class T> __global__ void k20(Vec<const T *> p, Vec<float> q) {}
template <ns::E e> __global__ void k21(int *p) {}
template <int N> __global__ void k22(int *p) {}
__global__ void p1(Vec<float> a, Vec<float> *b, Vec<int> c, ns::W<float> d, ns::S e, ns::W<int> *f) {}
__global__ void p2(P::Q a, P b, P::Q *c, Vec<int>::I d) {}
__global__ void p3(const float *__restrict__ a, float *__restrict__ b, int (*c)[4], float4 d, const float4 *e) {}
__global__ void p4(int (*f)(int), unsigned long long n, bool b, unsigned char c) {}
__global__ void p5(Arr<float, 3> a, Arr<Vec<int>, 2> *b) {}
namespace ns { __global__ void p6(S *a, W<S> b, const S *c) {} namespace in { __global__ void p7(S a, ns::W<S> *b) {} } }
static __global__ void p8(int *p) {}
__global__ void p9(long a, unsigned long b, short c, signed char d, char e, double f) {}
template __global__ void k1<float>(float *);
template __global__ void k1<P>(P *);
template __global__ void k1<float4>(float4 *);
template __global__ void k1<const int>(const int *);
template __global__ void k1<Vec<double>>(Vec<double> *);
template __global__ void k1<P::Q>(P::Q *);
template __global__ void k2<double>(const double *, double *, double, int);
template __global__ void k3<float, 4>(float *, float (*)[4]);
template __global__ void k4<7, true>(int *);
template __global__ void k4<-3, false>(int *);
template __global__ void k5<int>(Vec<int>, Vec<int> *, const Vec<int> *, int);
template __global__ void k6<float, 5>(Arr<float, 5>, Arr<float, 3>, float *);
template __global__ void k7<int, float>(int *, float *, int *, float *, const int *);
template __global__ void k8<int, float, P>(int, float, P);
template __global__ void k9<int, P>(int *, P *, int);
template __global__ void k10<int>(int, int *);
template __global__ void k11<P, float>(P, float *);
template __global__ void k12<Vec, int>(Vec<int>, int *);
template __global__ void k13<P>(P::Q, P);
template __global__ void k14<int>(Vec<Vec<int>>, Vec<int> *);
template __global__ void k15<float>(float (*)(float, int), float *);
template __global__ void k16<fn>(int *);
template __global__ void k17<5, 'a', -7>(int *);
template __global__ void k18<int>(volatile int *, const volatile int *);
template __global__ void k19<>(float *);
template __global__ void k20<int>(Vec<const int *>, Vec<float>);
template __global__ void k21<ns::E::B>(int *);
template __global__ void ns::nk<float>(float *, ns::W<float>, ns::S, const ns::W<float> *);
template __global__ void ns::in::deep<int, ns::E::B>(int, ns::W<int> *);
template <> __global__ void k22<3>(int *p) { *p = 3; }
template __global__ void ns::nk<ns::S>(ns::S *, ns::W<ns::S>, ns::S, const ns::W<ns::S> *);
template __global__ void k11<Vec<P>, ns::W<Vec<P>>>(Vec<P>, ns::W<Vec<P>> *);
