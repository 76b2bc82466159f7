// Functions of bfloat16: through float and the special function unit, rounded once more.

__device__ __forceinline__ __nv_bfloat162 h2trunc(__nv_bfloat162 a) {
    return __nv_bfloat162(htrunc(a.x), htrunc(a.y));
}

__device__ __forceinline__ __nv_bfloat162 h2ceil(__nv_bfloat162 a) {
    return __nv_bfloat162(hceil(a.x), hceil(a.y));
}

__device__ __forceinline__ __nv_bfloat162 h2floor(__nv_bfloat162 a) {
    return __nv_bfloat162(hfloor(a.x), hfloor(a.y));
}

__device__ __forceinline__ __nv_bfloat162 h2rint(__nv_bfloat162 a) {
    return __nv_bfloat162(hrint(a.x), hrint(a.y));
}

__device__ __forceinline__ __nv_bfloat162 h2sqrt(__nv_bfloat162 a) {
    return __nv_bfloat162(hsqrt(a.x), hsqrt(a.y));
}

__device__ __forceinline__ __nv_bfloat162 h2rsqrt(__nv_bfloat162 a) {
    return __nv_bfloat162(hrsqrt(a.x), hrsqrt(a.y));
}

__device__ __forceinline__ __nv_bfloat162 h2rcp(__nv_bfloat162 a) {
    return __nv_bfloat162(hrcp(a.x), hrcp(a.y));
}

__device__ __forceinline__ __nv_bfloat162 h2log(__nv_bfloat162 a) {
    return __nv_bfloat162(hlog(a.x), hlog(a.y));
}

__device__ __forceinline__ __nv_bfloat162 h2log2(__nv_bfloat162 a) {
    return __nv_bfloat162(hlog2(a.x), hlog2(a.y));
}

__device__ __forceinline__ __nv_bfloat162 h2log10(__nv_bfloat162 a) {
    return __nv_bfloat162(hlog10(a.x), hlog10(a.y));
}

__device__ __forceinline__ __nv_bfloat162 h2exp(__nv_bfloat162 a) {
    return __nv_bfloat162(hexp(a.x), hexp(a.y));
}

__device__ __forceinline__ __nv_bfloat162 h2exp2(__nv_bfloat162 a) {
    return __nv_bfloat162(hexp2(a.x), hexp2(a.y));
}

__device__ __forceinline__ __nv_bfloat162 h2exp10(__nv_bfloat162 a) {
    return __nv_bfloat162(hexp10(a.x), hexp10(a.y));
}

__device__ __forceinline__ __nv_bfloat162 h2cos(__nv_bfloat162 a) {
    return __nv_bfloat162(hcos(a.x), hcos(a.y));
}

__device__ __forceinline__ __nv_bfloat162 h2sin(__nv_bfloat162 a) {
    return __nv_bfloat162(hsin(a.x), hsin(a.y));
}

__device__ __forceinline__ __nv_bfloat162 h2tanh(__nv_bfloat162 a) {
    return __nv_bfloat162(htanh(a.x), htanh(a.y));
}

__device__ __forceinline__ __nv_bfloat16 hsqrt(__nv_bfloat16 a) {
    float r;
    asm("sqrt.approx.f32 %0, %1;" : "=f"(r) : "f"(__bfloat162float(a)));
    return __float2bfloat16_rn(r);
}

__device__ __forceinline__ __nv_bfloat16 hrsqrt(__nv_bfloat16 a) {
    float r;
    asm("rsqrt.approx.f32 %0, %1;" : "=f"(r) : "f"(__bfloat162float(a)));
    return __float2bfloat16_rn(r);
}

__device__ __forceinline__ __nv_bfloat16 hrcp(__nv_bfloat16 a) {
    float r;
    asm("rcp.approx.f32 %0, %1;" : "=f"(r) : "f"(__bfloat162float(a)));
    return __float2bfloat16_rn(r);
}

__device__ __forceinline__ __nv_bfloat16 htanh(__nv_bfloat16 a) {
    return __float2bfloat16_rn(__tanhf(__bfloat162float(a)));
}

__device__ __forceinline__ __nv_bfloat16 hlog2(__nv_bfloat16 a) {
    return __float2bfloat16_rn(__log2f(__bfloat162float(a)));
}

__device__ __forceinline__ __nv_bfloat16 hlog(__nv_bfloat16 a) {
    return __float2bfloat16_rn(__fmul_rn(__log2f(__bfloat162float(a)), __int_as_float(0x3F317218)));
}

__device__ __forceinline__ __nv_bfloat16 hlog10(__nv_bfloat16 a) {
    return __float2bfloat16_rn(__fmul_rn(__log2f(__bfloat162float(a)), __int_as_float(0x3E9A209B)));
}

__device__ __forceinline__ __nv_bfloat16 hexp2(__nv_bfloat16 a) {
    return __float2bfloat16_rn(__exp2f(__bfloat162float(a)));
}

__device__ __forceinline__ __nv_bfloat16 hexp(__nv_bfloat16 a) {
    return __float2bfloat16_rn(__exp2f(__fmul_rn(__bfloat162float(a), __int_as_float(0x3FB8AA3C))));
}

// One number would be an ulp off.
__device__ __forceinline__ __nv_bfloat16 hexp10(__nv_bfloat16 a) {
    if (a.__x == 0xBC95) {
        return __ushort_as_bfloat16(0x3F75);
    }
    return __float2bfloat16_rn(__exp2f(__fmul_rn(__bfloat162float(a), __int_as_float(0x40549A78))));
}

__device__ __forceinline__ __nv_bfloat16 hcos(__nv_bfloat16 a) {
    return __float2bfloat16_rn(cosf(__bfloat162float(a)));
}

__device__ __forceinline__ __nv_bfloat16 hsin(__nv_bfloat16 a) {
    return __float2bfloat16_rn(sinf(__bfloat162float(a)));
}
