// Operators on half precision and pairs of it.

__device__ __forceinline__ __half operator+(const __half& a, const __half& b) {
    return __hadd(a, b);
}

__device__ __forceinline__ __half operator-(const __half& a, const __half& b) {
    return __hsub(a, b);
}

__device__ __forceinline__ __half operator*(const __half& a, const __half& b) {
    return __hmul(a, b);
}

__device__ __forceinline__ __half operator/(const __half& a, const __half& b) {
    return __hdiv(a, b);
}

__device__ __forceinline__ __half& operator+=(__half& a, const __half& b) {
    a = __hadd(a, b);
    return a;
}

__device__ __forceinline__ __half& operator-=(__half& a, const __half& b) {
    a = __hsub(a, b);
    return a;
}

__device__ __forceinline__ __half& operator*=(__half& a, const __half& b) {
    a = __hmul(a, b);
    return a;
}

__device__ __forceinline__ __half& operator/=(__half& a, const __half& b) {
    a = __hdiv(a, b);
    return a;
}

__device__ __forceinline__ __half& operator++(__half& a) {
    a = __hadd(a, __ushort_as_half(0x3C00));
    return a;
}

__device__ __forceinline__ __half operator++(__half& a, const int ignored) {
    __half before = a;
    a = __hadd(a, __ushort_as_half(0x3C00));
    return before;
}

__device__ __forceinline__ __half& operator--(__half& a) {
    a = __hsub(a, __ushort_as_half(0x3C00));
    return a;
}

__device__ __forceinline__ __half operator--(__half& a, const int ignored) {
    __half before = a;
    a = __hsub(a, __ushort_as_half(0x3C00));
    return before;
}

__device__ __forceinline__ __half operator+(const __half& a) {
    return a;
}

__device__ __forceinline__ __half operator-(const __half& a) {
    return __hneg(a);
}

__device__ __forceinline__ bool operator==(const __half& a, const __half& b) {
    return __heq(a, b);
}

__device__ __forceinline__ bool operator!=(const __half& a, const __half& b) {
    return __hneu(a, b);
}

__device__ __forceinline__ bool operator>(const __half& a, const __half& b) {
    return __hgt(a, b);
}

__device__ __forceinline__ bool operator<(const __half& a, const __half& b) {
    return __hlt(a, b);
}

__device__ __forceinline__ bool operator>=(const __half& a, const __half& b) {
    return __hge(a, b);
}

__device__ __forceinline__ bool operator<=(const __half& a, const __half& b) {
    return __hle(a, b);
}

__device__ __forceinline__ __half2 operator+(const __half2& a, const __half2& b) {
    return __hadd2(a, b);
}

__device__ __forceinline__ __half2 operator-(const __half2& a, const __half2& b) {
    return __hsub2(a, b);
}

__device__ __forceinline__ __half2 operator*(const __half2& a, const __half2& b) {
    return __hmul2(a, b);
}

__device__ __forceinline__ __half2 operator/(const __half2& a, const __half2& b) {
    return __h2div(a, b);
}

__device__ __forceinline__ __half2& operator+=(__half2& a, const __half2& b) {
    a = __hadd2(a, b);
    return a;
}

__device__ __forceinline__ __half2& operator-=(__half2& a, const __half2& b) {
    a = __hsub2(a, b);
    return a;
}

__device__ __forceinline__ __half2& operator*=(__half2& a, const __half2& b) {
    a = __hmul2(a, b);
    return a;
}

__device__ __forceinline__ __half2& operator/=(__half2& a, const __half2& b) {
    a = __h2div(a, b);
    return a;
}

__device__ __forceinline__ __half2& operator++(__half2& a) {
    a = __hadd2(a, __half2half2(__ushort_as_half(0x3C00)));
    return a;
}

__device__ __forceinline__ __half2 operator++(__half2& a, const int ignored) {
    __half2 before = a;
    a = __hadd2(a, __half2half2(__ushort_as_half(0x3C00)));
    return before;
}

__device__ __forceinline__ __half2& operator--(__half2& a) {
    a = __hsub2(a, __half2half2(__ushort_as_half(0x3C00)));
    return a;
}

__device__ __forceinline__ __half2 operator--(__half2& a, const int ignored) {
    __half2 before = a;
    a = __hsub2(a, __half2half2(__ushort_as_half(0x3C00)));
    return before;
}

__device__ __forceinline__ __half2 operator+(const __half2& a) {
    return a;
}

__device__ __forceinline__ __half2 operator-(const __half2& a) {
    return __hneg2(a);
}

__device__ __forceinline__ bool operator==(const __half2& a, const __half2& b) {
    return __hbeq2(a, b);
}

__device__ __forceinline__ bool operator!=(const __half2& a, const __half2& b) {
    return __hbneu2(a, b);
}

__device__ __forceinline__ bool operator>(const __half2& a, const __half2& b) {
    return __hbgt2(a, b);
}

__device__ __forceinline__ bool operator<(const __half2& a, const __half2& b) {
    return __hblt2(a, b);
}

__device__ __forceinline__ bool operator>=(const __half2& a, const __half2& b) {
    return __hbge2(a, b);
}

__device__ __forceinline__ bool operator<=(const __half2& a, const __half2& b) {
    return __hble2(a, b);
}
