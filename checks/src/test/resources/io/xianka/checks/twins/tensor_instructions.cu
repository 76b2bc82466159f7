// ldmatrix, stmatrix and mma.sync as people write them. Whole numbers, so that all sums are exact. Launch: 1 blocks of 32
#include <cuda_fp16.h>
#include <stdint.h>
__device__ __forceinline__ void ldmatrix_x4(uint32_t (&r)[4], uint32_t addr) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(addr));
}
__device__ __forceinline__ void ldmatrix_x2_trans(uint32_t& a, uint32_t& b, const void* p) {
    uint32_t addr = __cvta_generic_to_shared(p);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];\n" : "=r"(a), "=r"(b) : "r"(addr));
}
__device__ __forceinline__ void mma_f16(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};\n"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(d[0]), "f"(d[1]), "f"(d[2]), "f"(d[3]));
}
extern "C" __global__ void product(const float* in, float* out, unsigned* words) {
    __shared__ __align__(16) __half a[16 * 16], b[16 * 8], t[16 * 16];
    int lane = threadIdx.x;
    for (int i = lane; i < 256; i += 32) a[i] = __float2half(truncf(in[i]));
    for (int i = lane; i < 128; i += 32) b[i] = __float2half(truncf(in[i + 256]));
    __syncthreads();
    uint32_t fa[4], fb[2];
    ldmatrix_x4(fa, static_cast<uint32_t>(__cvta_generic_to_shared(&a[(lane % 16) * 16 + lane / 16 * 8])));
    ldmatrix_x2_trans(fb[0], fb[1], &b[(lane % 16) * 8]);
    float d[4] = {1, 2, 3, 4};
    mma_f16(d, fa, fb);
    mma_f16(d, fa, fb);
    for (int i = 0; i < 4; i++) out[(lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = d[i];
    uint32_t h[2] = {0x3c003c00, 0};
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%0, %1};" : "+r"(h[0]), "+r"(h[1]) : "r"(fa[0]), "r"(fa[1]), "r"(fb[0]));
    words[lane] = h[0]; words[lane + 32] = h[1];
    int c[4] = {lane, 1, -1, 5};
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]), "r"(fb[1]));
    for (int i = 0; i < 4; i++) words[64 + lane * 4 + i] = c[i];
    float e[4] = {};
    uint32_t ta[4], tb[2];
    for (int i = 0; i < 4; i++) asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(ta[i]) : "f"(truncf(in[lane * 4 + i])));
    for (int i = 0; i < 2; i++) asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(tb[i]) : "f"(truncf(in[512 + lane * 2 + i])));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(e[0]), "+f"(e[1]), "+f"(e[2]), "+f"(e[3]) : "r"(ta[0]), "r"(ta[1]), "r"(ta[2]), "r"(ta[3]), "r"(tb[0]), "r"(tb[1]));
    for (int i = 0; i < 4; i++) out[128 + lane * 4 + i] = e[i];
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" :: "r"((uint32_t)__cvta_generic_to_shared(&t[(lane % 16) * 16 + lane / 16 * 8])), "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]) : "memory");
    __syncwarp();
    for (int i = lane; i < 256; i += 32) out[512 + i] = __half2float(t[i]);
    double x = lane, y = 1, z0 = 2, z1 = 3;
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(z0), "+d"(z1) : "d"(x), "d"(y));
    out[1024 + lane] = (float)z0; out[1056 + lane] = (float)z1;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};" : "=f"(e[0]), "=f"(e[1]), "=f"(e[2]), "=f"(e[3]) : "r"(ta[0]), "r"(ta[1]), "r"(ta[2]), "r"(ta[3]), "r"(tb[0]), "r"(tb[1]), "f"(0.f));
    for (int i = 0; i < 4; i++) out[1100 + lane * 4 + i] = e[i];
}
