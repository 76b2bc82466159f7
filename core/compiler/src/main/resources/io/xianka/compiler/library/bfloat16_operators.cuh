// Operators on bfloat16 and pairs of it.

__device__ __forceinline__ __nv_bfloat16 operator+(const __nv_bfloat16& a, const __nv_bfloat16& b) {
    return __hadd(a, b);
}

__device__ __forceinline__ __nv_bfloat16 operator-(const __nv_bfloat16& a, const __nv_bfloat16& b) {
    return __hsub(a, b);
}

__device__ __forceinline__ __nv_bfloat16 operator*(const __nv_bfloat16& a, const __nv_bfloat16& b) {
    return __hmul(a, b);
}

__device__ __forceinline__ __nv_bfloat16 operator/(const __nv_bfloat16& a, const __nv_bfloat16& b) {
    return __hdiv(a, b);
}

__device__ __forceinline__ __nv_bfloat16& operator+=(__nv_bfloat16& a, const __nv_bfloat16& b) {
    a = __hadd(a, b);
    return a;
}

__device__ __forceinline__ __nv_bfloat16& operator-=(__nv_bfloat16& a, const __nv_bfloat16& b) {
    a = __hsub(a, b);
    return a;
}

__device__ __forceinline__ __nv_bfloat16& operator*=(__nv_bfloat16& a, const __nv_bfloat16& b) {
    a = __hmul(a, b);
    return a;
}

__device__ __forceinline__ __nv_bfloat16& operator/=(__nv_bfloat16& a, const __nv_bfloat16& b) {
    a = __hdiv(a, b);
    return a;
}

__device__ __forceinline__ __nv_bfloat16& operator++(__nv_bfloat16& a) {
    a = __hadd(a, __ushort_as_bfloat16(0x3F80));
    return a;
}

__device__ __forceinline__ __nv_bfloat16 operator++(__nv_bfloat16& a, const int ignored) {
    __nv_bfloat16 before = a;
    a = __hadd(a, __ushort_as_bfloat16(0x3F80));
    return before;
}

__device__ __forceinline__ __nv_bfloat16& operator--(__nv_bfloat16& a) {
    a = __hsub(a, __ushort_as_bfloat16(0x3F80));
    return a;
}

__device__ __forceinline__ __nv_bfloat16 operator--(__nv_bfloat16& a, const int ignored) {
    __nv_bfloat16 before = a;
    a = __hsub(a, __ushort_as_bfloat16(0x3F80));
    return before;
}

__device__ __forceinline__ __nv_bfloat16 operator+(const __nv_bfloat16& a) {
    return a;
}

__device__ __forceinline__ __nv_bfloat16 operator-(const __nv_bfloat16& a) {
    return __hneg(a);
}

__device__ __forceinline__ bool operator==(const __nv_bfloat16& a, const __nv_bfloat16& b) {
    return __heq(a, b);
}

__device__ __forceinline__ bool operator!=(const __nv_bfloat16& a, const __nv_bfloat16& b) {
    return __hneu(a, b);
}

__device__ __forceinline__ bool operator>(const __nv_bfloat16& a, const __nv_bfloat16& b) {
    return __hgt(a, b);
}

__device__ __forceinline__ bool operator<(const __nv_bfloat16& a, const __nv_bfloat16& b) {
    return __hlt(a, b);
}

__device__ __forceinline__ bool operator>=(const __nv_bfloat16& a, const __nv_bfloat16& b) {
    return __hge(a, b);
}

__device__ __forceinline__ bool operator<=(const __nv_bfloat16& a, const __nv_bfloat16& b) {
    return __hle(a, b);
}

__device__ __forceinline__ __nv_bfloat162 operator+(const __nv_bfloat162& a, const __nv_bfloat162& b) {
    return __hadd2(a, b);
}

__device__ __forceinline__ __nv_bfloat162 operator-(const __nv_bfloat162& a, const __nv_bfloat162& b) {
    return __hsub2(a, b);
}

__device__ __forceinline__ __nv_bfloat162 operator*(const __nv_bfloat162& a, const __nv_bfloat162& b) {
    return __hmul2(a, b);
}

__device__ __forceinline__ __nv_bfloat162 operator/(const __nv_bfloat162& a, const __nv_bfloat162& b) {
    return __h2div(a, b);
}

__device__ __forceinline__ __nv_bfloat162& operator+=(__nv_bfloat162& a, const __nv_bfloat162& b) {
    a = __hadd2(a, b);
    return a;
}

__device__ __forceinline__ __nv_bfloat162& operator-=(__nv_bfloat162& a, const __nv_bfloat162& b) {
    a = __hsub2(a, b);
    return a;
}

__device__ __forceinline__ __nv_bfloat162& operator*=(__nv_bfloat162& a, const __nv_bfloat162& b) {
    a = __hmul2(a, b);
    return a;
}

__device__ __forceinline__ __nv_bfloat162& operator/=(__nv_bfloat162& a, const __nv_bfloat162& b) {
    a = __h2div(a, b);
    return a;
}

__device__ __forceinline__ __nv_bfloat162& operator++(__nv_bfloat162& a) {
    a = __hadd2(a, __bfloat162bfloat162(__ushort_as_bfloat16(0x3F80)));
    return a;
}

__device__ __forceinline__ __nv_bfloat162 operator++(__nv_bfloat162& a, const int ignored) {
    __nv_bfloat162 before = a;
    a = __hadd2(a, __bfloat162bfloat162(__ushort_as_bfloat16(0x3F80)));
    return before;
}

__device__ __forceinline__ __nv_bfloat162& operator--(__nv_bfloat162& a) {
    a = __hsub2(a, __bfloat162bfloat162(__ushort_as_bfloat16(0x3F80)));
    return a;
}

__device__ __forceinline__ __nv_bfloat162 operator--(__nv_bfloat162& a, const int ignored) {
    __nv_bfloat162 before = a;
    a = __hsub2(a, __bfloat162bfloat162(__ushort_as_bfloat16(0x3F80)));
    return before;
}

__device__ __forceinline__ __nv_bfloat162 operator+(const __nv_bfloat162& a) {
    return a;
}

__device__ __forceinline__ __nv_bfloat162 operator-(const __nv_bfloat162& a) {
    return __hneg2(a);
}

__device__ __forceinline__ bool operator==(const __nv_bfloat162& a, const __nv_bfloat162& b) {
    return __hbeq2(a, b);
}

__device__ __forceinline__ bool operator!=(const __nv_bfloat162& a, const __nv_bfloat162& b) {
    return __hbneu2(a, b);
}

__device__ __forceinline__ bool operator>(const __nv_bfloat162& a, const __nv_bfloat162& b) {
    return __hbgt2(a, b);
}

__device__ __forceinline__ bool operator<(const __nv_bfloat162& a, const __nv_bfloat162& b) {
    return __hblt2(a, b);
}

__device__ __forceinline__ bool operator>=(const __nv_bfloat162& a, const __nv_bfloat162& b) {
    return __hbge2(a, b);
}

__device__ __forceinline__ bool operator<=(const __nv_bfloat162& a, const __nv_bfloat162& b) {
    return __hble2(a, b);
}
