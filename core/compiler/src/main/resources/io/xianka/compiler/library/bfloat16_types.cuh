// The types of cuda_bf16.h:. A number is its bits; a pair is one aligned word, the lower half first.

struct alignas(2) __nv_bfloat16_raw {
    unsigned short x;
};

struct alignas(4) __nv_bfloat162_raw {
    unsigned short x, y;
};

struct alignas(2) __nv_bfloat16 {
    unsigned short __x;
    __device__ __nv_bfloat16() = default;
    __device__ constexpr __nv_bfloat16(const __nv_bfloat16_raw& raw) : __x(raw.x) {}
    __device__ explicit __nv_bfloat16(const __half value) : __x(__float2bfloat16_rn(__half2float(value)).__x) {}
    __device__ __nv_bfloat16(const float value) : __x(__float2bfloat16_rn(value).__x) {}
    __device__ __nv_bfloat16(const double value) : __x(__double2bfloat16(value).__x) {}
    __device__ __nv_bfloat16(const short value) : __x(__short2bfloat16_rn(value).__x) {}
    __device__ __nv_bfloat16(const unsigned short value) : __x(__ushort2bfloat16_rn(value).__x) {}
    __device__ __nv_bfloat16(const int value) : __x(__int2bfloat16_rn(value).__x) {}
    __device__ __nv_bfloat16(const unsigned int value) : __x(__uint2bfloat16_rn(value).__x) {}
    __device__ __nv_bfloat16(const long value) : __x(__ll2bfloat16_rn(value).__x) {}
    __device__ __nv_bfloat16(const unsigned long value) : __x(__ull2bfloat16_rn(value).__x) {}
    __device__ __nv_bfloat16(const long long value) : __x(__ll2bfloat16_rn(value).__x) {}
    __device__ __nv_bfloat16(const unsigned long long value) : __x(__ull2bfloat16_rn(value).__x) {}
    __device__ __nv_bfloat16& operator=(const __nv_bfloat16_raw& raw) { __x = raw.x; return *this; }
    __device__ __nv_bfloat16& operator=(const float value) { __x = __float2bfloat16_rn(value).__x; return *this; }
    __device__ __nv_bfloat16& operator=(const double value) { __x = __double2bfloat16(value).__x; return *this; }
    __device__ __nv_bfloat16& operator=(const short value) { __x = __short2bfloat16_rn(value).__x; return *this; }
    __device__ __nv_bfloat16& operator=(const unsigned short value) { __x = __ushort2bfloat16_rn(value).__x; return *this; }
    __device__ __nv_bfloat16& operator=(const int value) { __x = __int2bfloat16_rn(value).__x; return *this; }
    __device__ __nv_bfloat16& operator=(const unsigned int value) { __x = __uint2bfloat16_rn(value).__x; return *this; }
    __device__ __nv_bfloat16& operator=(const long long value) { __x = __ll2bfloat16_rn(value).__x; return *this; }
    __device__ __nv_bfloat16& operator=(const unsigned long long value) { __x = __ull2bfloat16_rn(value).__x; return *this; }
    __device__ operator __nv_bfloat16_raw() const { __nv_bfloat16_raw raw; raw.x = __x; return raw; }
    __device__ operator float() const { return __bfloat162float(*this); }
    __device__ constexpr operator bool() const { return (__x & 0x7FFF) != 0; }
    __device__ operator signed char() const { return __bfloat162char_rz(*this); }
    __device__ operator unsigned char() const { return __bfloat162uchar_rz(*this); }
    __device__ operator char() const { return __bfloat162char_rz(*this); }
    __device__ operator short() const { return __bfloat162short_rz(*this); }
    __device__ operator unsigned short() const { return __bfloat162ushort_rz(*this); }
    __device__ operator int() const { return __bfloat162int_rz(*this); }
    __device__ operator unsigned int() const { return __bfloat162uint_rz(*this); }
    __device__ operator long() const { return __bfloat162ll_rz(*this); }
    __device__ operator unsigned long() const { return __bfloat162ull_rz(*this); }
    __device__ operator long long() const { return __bfloat162ll_rz(*this); }
    __device__ operator unsigned long long() const { return __bfloat162ull_rz(*this); }
};

struct alignas(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;
    __device__ __nv_bfloat162() = default;
    __device__ constexpr __nv_bfloat162(const __nv_bfloat16& a, const __nv_bfloat16& b) : x(a), y(b) {}
    __device__ __nv_bfloat162(const __nv_bfloat162_raw& raw) { (unsigned int&)*this = (const unsigned int&)raw; }
    __device__ __nv_bfloat162& operator=(const __nv_bfloat162_raw& raw) { (unsigned int&)*this = (const unsigned int&)raw; return *this; }
    __device__ operator __nv_bfloat162_raw() const { __nv_bfloat162_raw raw; (unsigned int&)raw = (const unsigned int&)*this; return raw; }
};

typedef __nv_bfloat16 nv_bfloat16;

typedef __nv_bfloat162 nv_bfloat162;
