// The DPX intrinsics: sums and extremes of two or three integers in one step, on 32 bits or on two halves of 16. relu also
// keeps the result from falling below zero.

__device__ __forceinline__ int __viaddmax_s32(int a, int b, int c) {
    return max(a + b, c);
}

__device__ __forceinline__ int __vimax3_s32(int a, int b, int c) {
    return max(max(a, b), c);
}

__device__ __forceinline__ int __viaddmax_s32_relu(int a, int b, int c) {
    return max(max(a + b, c), 0);
}

__device__ __forceinline__ int __vimax3_s32_relu(int a, int b, int c) {
    return max(max(max(a, b), c), 0);
}

__device__ __forceinline__ int __vimax_s32_relu(int a, int b) {
    return max(max(a, b), 0);
}

__device__ __forceinline__ int __vibmax_s32(int a, int b, bool* pred) {
    *pred = a >= b;
    return max(a, b);
}

__device__ __forceinline__ int __viaddmin_s32(int a, int b, int c) {
    return min(a + b, c);
}

__device__ __forceinline__ int __vimin3_s32(int a, int b, int c) {
    return min(min(a, b), c);
}

__device__ __forceinline__ int __viaddmin_s32_relu(int a, int b, int c) {
    return max(min(a + b, c), 0);
}

__device__ __forceinline__ int __vimin3_s32_relu(int a, int b, int c) {
    return max(min(min(a, b), c), 0);
}

__device__ __forceinline__ int __vimin_s32_relu(int a, int b) {
    return max(min(a, b), 0);
}

__device__ __forceinline__ int __vibmin_s32(int a, int b, bool* pred) {
    *pred = a <= b;
    return min(a, b);
}

__device__ __forceinline__ unsigned int __viaddmax_u32(unsigned int a, unsigned int b, unsigned int c) {
    return max(a + b, c);
}

__device__ __forceinline__ unsigned int __vimax3_u32(unsigned int a, unsigned int b, unsigned int c) {
    return max(max(a, b), c);
}

__device__ __forceinline__ unsigned int __vibmax_u32(unsigned int a, unsigned int b, bool* pred) {
    *pred = a >= b;
    return max(a, b);
}

__device__ __forceinline__ unsigned int __viaddmin_u32(unsigned int a, unsigned int b, unsigned int c) {
    return min(a + b, c);
}

__device__ __forceinline__ unsigned int __vimin3_u32(unsigned int a, unsigned int b, unsigned int c) {
    return min(min(a, b), c);
}

__device__ __forceinline__ unsigned int __vibmin_u32(unsigned int a, unsigned int b, bool* pred) {
    *pred = a <= b;
    return min(a, b);
}

__device__ __forceinline__ unsigned int __viaddmax_s16x2(unsigned int a, unsigned int b, unsigned int c) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        int z = (short)(c >> at);
        r = r | (((unsigned int)(max((int)(short)(x + y), z)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vimax3_s16x2(unsigned int a, unsigned int b, unsigned int c) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        int z = (short)(c >> at);
        r = r | (((unsigned int)(max(max(x, y), z)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __viaddmax_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        int z = (short)(c >> at);
        r = r | (((unsigned int)(max(max((int)(short)(x + y), z), 0)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vimax3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        int z = (short)(c >> at);
        r = r | (((unsigned int)(max(max(max(x, y), z), 0)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vimax_s16x2_relu(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        r = r | (((unsigned int)(max(max(x, y), 0)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vibmax_s16x2(unsigned int a, unsigned int b, bool* pred_hi, bool* pred_lo) {
    *pred_hi = (short)(a >> 16) >= (short)(b >> 16);
    *pred_lo = (short)a >= (short)b;
    return __vmaxs2(a, b);
}

__device__ __forceinline__ unsigned int __viaddmin_s16x2(unsigned int a, unsigned int b, unsigned int c) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        int z = (short)(c >> at);
        r = r | (((unsigned int)(min((int)(short)(x + y), z)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vimin3_s16x2(unsigned int a, unsigned int b, unsigned int c) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        int z = (short)(c >> at);
        r = r | (((unsigned int)(min(min(x, y), z)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __viaddmin_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        int z = (short)(c >> at);
        r = r | (((unsigned int)(max(min((int)(short)(x + y), z), 0)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vimin3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        int z = (short)(c >> at);
        r = r | (((unsigned int)(max(min(min(x, y), z), 0)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vimin_s16x2_relu(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        r = r | (((unsigned int)(max(min(x, y), 0)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vibmin_s16x2(unsigned int a, unsigned int b, bool* pred_hi, bool* pred_lo) {
    *pred_hi = (short)(a >> 16) <= (short)(b >> 16);
    *pred_lo = (short)a <= (short)b;
    return __vmins2(a, b);
}

__device__ __forceinline__ unsigned int __viaddmax_u16x2(unsigned int a, unsigned int b, unsigned int c) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        int z = (unsigned short)(c >> at);
        r = r | (((unsigned int)(max((int)(unsigned short)(x + y), z)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vimax3_u16x2(unsigned int a, unsigned int b, unsigned int c) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        int z = (unsigned short)(c >> at);
        r = r | (((unsigned int)(max(max(x, y), z)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vibmax_u16x2(unsigned int a, unsigned int b, bool* pred_hi, bool* pred_lo) {
    *pred_hi = (unsigned short)(a >> 16) >= (unsigned short)(b >> 16);
    *pred_lo = (unsigned short)a >= (unsigned short)b;
    return __vmaxu2(a, b);
}

__device__ __forceinline__ unsigned int __viaddmin_u16x2(unsigned int a, unsigned int b, unsigned int c) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        int z = (unsigned short)(c >> at);
        r = r | (((unsigned int)(min((int)(unsigned short)(x + y), z)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vimin3_u16x2(unsigned int a, unsigned int b, unsigned int c) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        int z = (unsigned short)(c >> at);
        r = r | (((unsigned int)(min(min(x, y), z)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vibmin_u16x2(unsigned int a, unsigned int b, bool* pred_hi, bool* pred_lo) {
    *pred_hi = (unsigned short)(a >> 16) <= (unsigned short)(b >> 16);
    *pred_lo = (unsigned short)a <= (unsigned short)b;
    return __vminu2(a, b);
}
