#define OUT(...) (*o++ = (long long)(__VA_ARGS__))
template <typename T> struct SharedMem { __device__ T *get() { extern __shared__ unsigned char raw[]; return reinterpret_cast<T *>(raw); } };
template <typename T> __device__ T *dyn() { extern __shared__ __align__(16) unsigned char mem[]; return (T *)mem; }
template <int N> __global__ void __launch_bounds__(N, 2) bounded(int *p) { p[0] = N; }
template __global__ void bounded<128>(int *);
struct Big { int v[20]; };
__global__ void gc(const __grid_constant__ Big b, int *p) { p[0] = b.v[3]; }
template <typename T, int N> __device__ T blockSum(T v) { __shared__ T s[N]; s[threadIdx.x] = v; __syncthreads(); T t = 0; for (int i = 0; i < N; i++) t += s[i]; return t; }
struct Pt { float x, y; __device__ Pt() {} };

extern "C" __global__ void k(long long *out, int n) {
    long long *o = out;
    OUT((blockSum<int, 1>(n)));
    OUT((blockSum<double, 1>(n * 1.5)) * 2);
    __shared__ Pt pts[4];
    pts[n].x = 3;
    OUT(pts[n].x);
    __shared__ struct { int a; char b[3]; } sh;
    sh.a = n;
    sh.b[1] = 'q';
    OUT(sh.a + sh.b[1]);
    __shared__ union { int i; float f; } un;
    un.f = 2.f;
    OUT(un.i);
    __shared__ int multi[2][3][4];
    multi[1][2][n] = 7;
    OUT(multi[1][2][3]);
    int *sp = &multi[0][0][0];
    OUT(sp[23]);
    __shared__ volatile int vs;
    vs = 5;
    OUT(vs);
    alignas(16) int al[4] = {1, 2, 3, 4};
    int4 v4 = *reinterpret_cast<int4 *>(al);
    OUT(v4.w);
}
