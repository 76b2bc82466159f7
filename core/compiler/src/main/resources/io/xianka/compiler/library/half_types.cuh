// The types of half precision, cuda_fp16.h:. A number is its bits; a pair is one aligned word, the lower half first.

struct alignas(2) __half_raw {
    unsigned short x;
};

struct alignas(4) __half2_raw {
    unsigned short x, y;
};

struct alignas(2) __half {
    unsigned short __x;
    __device__ __half() = default;
    __device__ constexpr __half(const __half_raw& raw) : __x(raw.x) {}
    __device__ explicit __half(const __nv_bfloat16 value) : __x(__float2half_rn(__bfloat162float(value)).__x) {}
    __device__ __half(const float value) : __x(__float2half_rn(value).__x) {}
    __device__ __half(const double value) : __x(__double2half(value).__x) {}
    __device__ __half(const short value) : __x(__short2half_rn(value).__x) {}
    __device__ __half(const unsigned short value) : __x(__ushort2half_rn(value).__x) {}
    __device__ __half(const int value) : __x(__int2half_rn(value).__x) {}
    __device__ __half(const unsigned int value) : __x(__uint2half_rn(value).__x) {}
    __device__ __half(const long value) : __x(__ll2half_rn(value).__x) {}
    __device__ __half(const unsigned long value) : __x(__ull2half_rn(value).__x) {}
    __device__ __half(const long long value) : __x(__ll2half_rn(value).__x) {}
    __device__ __half(const unsigned long long value) : __x(__ull2half_rn(value).__x) {}
    __device__ __half& operator=(const __half_raw& raw) { __x = raw.x; return *this; }
    __device__ __half& operator=(const float value) { __x = __float2half_rn(value).__x; return *this; }
    __device__ __half& operator=(const double value) { __x = __double2half(value).__x; return *this; }
    __device__ __half& operator=(const short value) { __x = __short2half_rn(value).__x; return *this; }
    __device__ __half& operator=(const unsigned short value) { __x = __ushort2half_rn(value).__x; return *this; }
    __device__ __half& operator=(const int value) { __x = __int2half_rn(value).__x; return *this; }
    __device__ __half& operator=(const unsigned int value) { __x = __uint2half_rn(value).__x; return *this; }
    __device__ __half& operator=(const long long value) { __x = __ll2half_rn(value).__x; return *this; }
    __device__ __half& operator=(const unsigned long long value) { __x = __ull2half_rn(value).__x; return *this; }
    __device__ operator __half_raw() const { __half_raw raw; raw.x = __x; return raw; }
    __device__ operator float() const { return __half2float(*this); }
    __device__ constexpr operator bool() const { return (__x & 0x7FFF) != 0; }
    __device__ operator signed char() const { return __half2char_rz(*this); }
    __device__ operator unsigned char() const { return __half2uchar_rz(*this); }
    __device__ operator char() const { return __half2char_rz(*this); }
    __device__ operator short() const { return __half2short_rz(*this); }
    __device__ operator unsigned short() const { return __half2ushort_rz(*this); }
    __device__ operator int() const { return __half2int_rz(*this); }
    __device__ operator unsigned int() const { return __half2uint_rz(*this); }
    __device__ operator long() const { return __half2ll_rz(*this); }
    __device__ operator unsigned long() const { return __half2ull_rz(*this); }
    __device__ operator long long() const { return __half2ll_rz(*this); }
    __device__ operator unsigned long long() const { return __half2ull_rz(*this); }
};

struct alignas(4) __half2 {
    __half x, y;
    __device__ __half2() = default;
    __device__ constexpr __half2(const __half& a, const __half& b) : x(a), y(b) {}
    __device__ __half2(const __half2_raw& raw) { (unsigned int&)*this = (const unsigned int&)raw; }
    __device__ __half2& operator=(const __half2_raw& raw) { (unsigned int&)*this = (const unsigned int&)raw; return *this; }
    __device__ operator __half2_raw() const { __half2_raw raw; (unsigned int&)raw = (const unsigned int&)*this; return raw; }
};

typedef __half half;

typedef __half2 half2;

typedef __half __nv_half;

typedef __half2 __nv_half2;

typedef __half_raw __nv_half_raw;

typedef __half2_raw __nv_half2_raw;

typedef __half nv_half;

typedef __half2 nv_half2;
