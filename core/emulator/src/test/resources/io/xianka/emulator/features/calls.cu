struct Pair { double a; int b; char c; float d[3]; };
struct Small { short x; char y; };
__device__ __noinline__ Pair twist(Pair p, Small s) { Pair q = p; q.a = p.b * 0.5 + s.x; q.b = (int) p.a + s.y; q.c = (char) (p.c + s.y); for (int i = 0; i < 3; i++) q.d[i] = p.d[2 - i] * (i + 1); return q; }
__device__ __noinline__ int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
__device__ __noinline__ bool isOdd(int n);
__device__ __noinline__ bool isEven(int n) { return n == 0 ? true : isOdd(n - 1); }
__device__ __noinline__ bool isOdd(int n) { return n == 0 ? false : isEven(n - 1); }
__device__ __noinline__ float half(float x) { return x * 0.5f; }
__device__ __noinline__ float square(float x) { return x * x; }
__device__ __noinline__ float plain(float x) { return x + 1.0f; }
typedef float (*Unary)(float);
__device__ Unary table[3] = {half, square, plain};
__device__ __noinline__ void quicksort(int *v, int lo, int hi) {
  int i = lo, j = hi, p = v[(lo + hi) / 2]; int trail[4] = {lo, hi, p, 0};
  while (i <= j) { while (v[i] < p) i++; while (v[j] > p) j--; if (i <= j) { int t = v[i]; v[i] = v[j]; v[j] = t; i++; j--; } }
  trail[3] = i;
  if (trail[0] < j) quicksort(v, trail[0], j);
  if (trail[3] < hi) quicksort(v, trail[3], trail[1]);
}
extern "C" __global__ void calls(long long *out, const int *in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x; if (t >= n) return;
  Pair p; p.a = in[t] + 0.25; p.b = in[t] * 3; p.c = (char) in[t]; for (int i = 0; i < 3; i++) p.d[i] = in[t] + i;
  Small s; s.x = (short) (t - 5); s.y = (char) (t & 7);
  Pair q = twist(p, s);
  long long *row = out + t * 8;
  row[0] = __double_as_longlong(q.a); row[1] = q.b; row[2] = q.c; row[3] = (long long) (q.d[0] + 10 * q.d[1] + 100 * q.d[2]);
  row[4] = ackermann(in[t] & 1, in[t] & 3) + (t % 3 == 0 ? ackermann(2, in[t] & 3) : 0);
  row[5] = isEven(in[t] & 31) ? 1 : 0;
  row[6] = (long long) (table[t % 3]((float) in[t]) * 8);
  int v[16]; for (int i = 0; i < 16; i++) v[i] = (in[t] * 7919 + i * (t * 31 + 17)) % 101;
  quicksort(v, 0, 15);
  long long h = 0; for (int i = 0; i < 16; i++) h = h * 131 + v[i];
  row[7] = h;
}
