// Integer intrinsics: counting, reversing and permuting bits, funnel shifts, high halves of products, sums of
// absolute differences, averages and dot products of packed bytes.

__device__ __forceinline__ int __popc(unsigned int x) {
    int r;
    asm("popc.b32 %0, %1;" : "=r"(r) : "r"(x));
    return r;
}

__device__ __forceinline__ int __popcll(unsigned long long x) {
    int r;
    asm("popc.b64 %0, %1;" : "=r"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ int __clz(int x) {
    int r;
    asm("clz.b32 %0, %1;" : "=r"(r) : "r"(x));
    return r;
}

__device__ __forceinline__ int __clzll(long long x) {
    int r;
    asm("clz.b64 %0, %1;" : "=r"(r) : "l"(x));
    return r;
}

__device__ __forceinline__ int __ffs(int x) {
    return 32 - __clz(x & -x);
}

__device__ __forceinline__ int __ffsll(long long x) {
    return 64 - __clzll(x & -x);
}

__device__ __forceinline__ int ffs(int x) {
    return __ffs(x);
}

__device__ __forceinline__ int ffsll(long long x) {
    return __ffsll(x);
}

__device__ __forceinline__ unsigned int __brev(unsigned int x) {
    unsigned int r;
    asm("brev.b32 %0, %1;" : "=r"(r) : "r"(x));
    return r;
}

__device__ __forceinline__ unsigned long long __brevll(unsigned long long x) {
    unsigned long long r;
    asm("brev.b64 %0, %1;" : "=l"(r) : "l"(x));
    return r;
}

// Only the three low bits of each selector nibble choose a byte; prmt would take the fourth as "copy the sign".
__device__ __forceinline__ unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int s) {
    unsigned int r;
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(s & 0x7777u));
    return r;
}

__device__ __forceinline__ unsigned int __funnelshift_l(unsigned int lo, unsigned int hi, unsigned int shift) {
    unsigned int r;
    asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(lo), "r"(hi), "r"(shift));
    return r;
}

__device__ __forceinline__ unsigned int __funnelshift_lc(unsigned int lo, unsigned int hi, unsigned int shift) {
    unsigned int r;
    asm("shf.l.clamp.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(lo), "r"(hi), "r"(shift));
    return r;
}

__device__ __forceinline__ unsigned int __funnelshift_r(unsigned int lo, unsigned int hi, unsigned int shift) {
    unsigned int r;
    asm("shf.r.wrap.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(lo), "r"(hi), "r"(shift));
    return r;
}

__device__ __forceinline__ unsigned int __funnelshift_rc(unsigned int lo, unsigned int hi, unsigned int shift) {
    unsigned int r;
    asm("shf.r.clamp.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(lo), "r"(hi), "r"(shift));
    return r;
}

__device__ __forceinline__ int __mulhi(int x, int y) {
    int r;
    asm("mul.hi.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
    return r;
}

__device__ __forceinline__ unsigned int __umulhi(unsigned int x, unsigned int y) {
    unsigned int r;
    asm("mul.hi.u32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
    return r;
}

__device__ __forceinline__ long long __mul64hi(long long x, long long y) {
    long long r;
    asm("mul.hi.s64 %0, %1, %2;" : "=l"(r) : "l"(x), "l"(y));
    return r;
}

__device__ __forceinline__ unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
    unsigned long long r;
    asm("mul.hi.u64 %0, %1, %2;" : "=l"(r) : "l"(x), "l"(y));
    return r;
}

__device__ __forceinline__ int __mul24(int x, int y) {
    int r;
    asm("mul24.lo.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
    return r;
}

__device__ __forceinline__ unsigned int __umul24(unsigned int x, unsigned int y) {
    unsigned int r;
    asm("mul24.lo.u32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
    return r;
}

__device__ __forceinline__ int mulhi(int x, int y) {
    return __mulhi(x, y);
}

__device__ __forceinline__ unsigned int umulhi(unsigned int x, unsigned int y) {
    return __umulhi(x, y);
}

__device__ __forceinline__ long long mul64hi(long long x, long long y) {
    return __mul64hi(x, y);
}

__device__ __forceinline__ unsigned long long umul64hi(unsigned long long x, unsigned long long y) {
    return __umul64hi(x, y);
}

__device__ __forceinline__ int mul24(int x, int y) {
    return __mul24(x, y);
}

__device__ __forceinline__ unsigned int umul24(unsigned int x, unsigned int y) {
    return __umul24(x, y);
}

__device__ __forceinline__ unsigned int __sad(int x, int y, unsigned int z) {
    unsigned int r;
    asm("sad.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z));
    return r;
}

__device__ __forceinline__ unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) {
    unsigned int r;
    asm("sad.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z));
    return r;
}

// x + y = 2 (x & y) + (x ^ y) = 2 (x | y) - (x ^ y): the halves need no 33rd bit.
__device__ __forceinline__ int __hadd(int x, int y) {
    return (x & y) + ((x ^ y) >> 1);
}

__device__ __forceinline__ int __rhadd(int x, int y) {
    return (x | y) - ((x ^ y) >> 1);
}

__device__ __forceinline__ unsigned int __uhadd(unsigned int x, unsigned int y) {
    return (x & y) + ((x ^ y) >> 1);
}

__device__ __forceinline__ unsigned int __urhadd(unsigned int x, unsigned int y) {
    return (x | y) - ((x ^ y) >> 1);
}

__device__ __forceinline__ int __dp4a(int a, int b, int c) {
    int r;
    asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    return r;
}

__device__ __forceinline__ int __dp2a_lo(int a, int b, int c) {
    int r;
    asm("dp2a.lo.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    return r;
}

__device__ __forceinline__ int __dp2a_hi(int a, int b, int c) {
    int r;
    asm("dp2a.hi.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    return r;
}

__device__ __forceinline__ unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
    unsigned int r;
    asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    return r;
}

__device__ __forceinline__ unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c) {
    unsigned int r;
    asm("dp2a.lo.u32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    return r;
}

__device__ __forceinline__ unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c) {
    unsigned int r;
    asm("dp2a.hi.u32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    return r;
}

__device__ __forceinline__ int __dp4a(char4 a, char4 b, int c) {
    return __dp4a((int)((unsigned char)a.x | (unsigned char)a.y << 8 | (unsigned char)a.z << 16 | (unsigned int)(unsigned char)a.w << 24), (int)((unsigned char)b.x | (unsigned char)b.y << 8 | (unsigned char)b.z << 16 | (unsigned int)(unsigned char)b.w << 24), c);
}

__device__ __forceinline__ int __dp2a_lo(short2 a, char4 b, int c) {
    return __dp2a_lo((int)((unsigned short)a.x | (unsigned int)(unsigned short)a.y << 16), (int)((unsigned char)b.x | (unsigned char)b.y << 8 | (unsigned char)b.z << 16 | (unsigned int)(unsigned char)b.w << 24), c);
}

__device__ __forceinline__ int __dp2a_hi(short2 a, char4 b, int c) {
    return __dp2a_hi((int)((unsigned short)a.x | (unsigned int)(unsigned short)a.y << 16), (int)((unsigned char)b.x | (unsigned char)b.y << 8 | (unsigned char)b.z << 16 | (unsigned int)(unsigned char)b.w << 24), c);
}

__device__ __forceinline__ unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
    return __dp4a((unsigned int)((unsigned char)a.x | (unsigned char)a.y << 8 | (unsigned char)a.z << 16 | (unsigned int)(unsigned char)a.w << 24), (unsigned int)((unsigned char)b.x | (unsigned char)b.y << 8 | (unsigned char)b.z << 16 | (unsigned int)(unsigned char)b.w << 24), c);
}

__device__ __forceinline__ unsigned int __dp2a_lo(ushort2 a, uchar4 b, unsigned int c) {
    return __dp2a_lo((unsigned int)((unsigned short)a.x | (unsigned int)(unsigned short)a.y << 16), (unsigned int)((unsigned char)b.x | (unsigned char)b.y << 8 | (unsigned char)b.z << 16 | (unsigned int)(unsigned char)b.w << 24), c);
}

__device__ __forceinline__ unsigned int __dp2a_hi(ushort2 a, uchar4 b, unsigned int c) {
    return __dp2a_hi((unsigned int)((unsigned short)a.x | (unsigned int)(unsigned short)a.y << 16), (unsigned int)((unsigned char)b.x | (unsigned char)b.y << 8 | (unsigned char)b.z << 16 | (unsigned int)(unsigned char)b.w << 24), c);
}

__device__ __forceinline__ unsigned short __nv_bswap16(unsigned short x) {
    return (unsigned short)__byte_perm(x, 0, 0x5501);
}

__device__ __forceinline__ unsigned int __nv_bswap32(unsigned int x) {
    return __byte_perm(x, 0, 0x0123);
}

__device__ __forceinline__ unsigned long long __nv_bswap64(unsigned long long x) {
    return (unsigned long long)__nv_bswap32((unsigned int)x) << 32 | __nv_bswap32((unsigned int)(x >> 32));
}
