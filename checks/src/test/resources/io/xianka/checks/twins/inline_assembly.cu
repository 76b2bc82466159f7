// Inline PTX in the forms that people write: braces, vectors, predicates, and the constraints h r l f d n C, = and +.
#include <stdint.h>
__device__ __forceinline__ uint32_t smem(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
template <int N> __device__ void wait() { asm volatile("cp.async.wait_group %0;\n" ::"n"(N)); }
struct Add { static constexpr char name[] = "add"; };
struct Mul { static constexpr char name[] = "mul.lo"; };
template <typename Op> __device__ int apply(int a, int b) { int r; asm("%1.s32 %0, %2, %3;" : "=r"(r) : "C"(Op::name), "r"(a), "r"(b)); return r; }
extern "C" __global__ void k(const float* in, float* out, unsigned* words) {
    __shared__ __align__(16) float tile[1024];
    unsigned i = threadIdx.x;
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;\n" ::"r"(smem(&tile[4 * i])), "l"(&in[4 * i]), "n"(16));
    asm volatile("cp.async.commit_group;\n" ::);
    wait<0>();
    asm volatile("bar.sync %0, %1;" : : "r"(1), "n"(256));
    __syncthreads();
    float x = tile[i], y = 2.0f;
    asm("{\n"
        "  .reg .f32 t;\n"
        "  mul.rn.f32 t, %1, %2;   // comment\n"
        "  add.rn.f32 %0, t, %0;\n"
        "}\n" : "+f"(y) : "f"(x), "f"(3.0f));
    out[i] = y;
    int a = i, b = 7, q, r;
    asm("div.s32 %0, %2, %3;\n\trem.s32 %1, %2, %3;" : "=&r"(q), "=r"(r) : "r"(a), "r"(b));
    words[i] = q * 100 + r;
    uint32_t lo, hi;
    uint64_t v = 0x123456789abcdefULL * (i + 1);
    asm("mov.b64 {%0, %1}, %2;" : "=r"(lo), "=r"(hi) : "l"(v));
    words[i + 256] = lo ^ hi;
    asm("mov.b64 %0, {%1, %2};" : "=l"(v) : "r"(hi), "r"(lo));
    words[i + 512] = (uint32_t)v;
    float4 f;
    asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(f.x), "=f"(f.y), "=f"(f.z), "=f"(f.w) : "l"(in + 4 * (i & 63)));
    asm volatile("st.global.v4.f32 [%0], {%1,%2,%3,%4};" :: "l"(out + 256 + 4 * i), "f"(f.w), "f"(f.z), "f"(f.y), "f"(f.x) : "memory");
    uint16_t h;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x));
    words[i + 768] = h;
    unsigned pred;
    asm("{ .reg .pred p; setp.gt.f32 p, %1, 0f00000000; selp.u32 %0, 1, 0, p; }" : "=r"(pred) : "f"(x));
    words[i + 1024] = pred;
    asm volatile("{\n\t.reg .pred P1;\n\tsetp.ne.u32 P1, %2, 0;\n\t@P1 st.global.u32 [%0+4], %1;\n\t@!P1 st.global.u32 [%0], %1;\n\t}" : : "l"(&words[1280 + 2 * i]), "r"(i + 1), "r"(i & 1));
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    words[i + 1792] = lane;
    double d = x;
    asm("fma.rn.f64 %0, %1, %2, %0;" : "+d"(d) : "d"(d), "d"(0.5));
    out[i + 1280 + 512] = (float)d;
    words[i + 2048] = apply<Add>(i, 5) * 1000 + apply<Mul>(i, 3);
    int acc[4] = {1, 2, 3, 4};
    asm("add.s32 %0, %0, %4; add.s32 %1, %1, %4;\n add.s32 %2, %2, %4;\n\n add.s32 %3, %3, %4;" : "+r"(acc[0]), "+r"(acc[1]), "+r"(acc[2]), "+r"(acc[3]) : "r"(i));
    words[i + 2304] = acc[0] + acc[1] * 2 + acc[2] * 3 + acc[3] * 4;
    unsigned tied;
    asm("add.u32 %0, %1, 1;" : "=r"(tied) : "r"(i));
    words[i + 2560] = tied;
    bool flag;
    int ok;
    asm("{\n.reg .pred p;\nsetp.lt.and.u32 p, %1, 100, 1;\nselp.s32 %0, 1, 0, p;\n}" : "=r"(ok) : "r"(i));
    flag = ok;
    words[i + 2816] = flag;
    asm volatile("prefetch.global.L2 [%0];" ::"l"(in));
    asm volatile("membar.gl;" ::: "memory");
    asm volatile("" ::: "memory");
    asm __volatile__("griddepcontrol.wait;" ::: "memory");
    asm("cvt.u16.u8 %0, %1;" : "=h"(h) : "h"((uint16_t)(i)));
    words[i + 3072] = h;
}
