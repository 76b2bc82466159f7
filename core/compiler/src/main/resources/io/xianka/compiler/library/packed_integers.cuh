// The SIMD intrinsics: two 16-bit or four 8-bit integers in a 32-bit word. s and u say signed and unsigned, ss and us
// saturating; cmp fills a lane with ones, set puts a one into it.

__device__ __forceinline__ unsigned int __vabs2(unsigned int a) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        r = r | (((unsigned int)(abs(x)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vabsss2(unsigned int a) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        r = r | (((unsigned int)(min(abs(x), 32767)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vneg2(unsigned int a) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        r = r | (((unsigned int)(-x) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vnegss2(unsigned int a) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        r = r | (((unsigned int)(min(-x, 32767)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vabsdiffs2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        r = r | (((unsigned int)(abs(x - y)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vabsdiffu2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)(abs(x - y)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vadd2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)(x + y) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vaddss2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        r = r | (((unsigned int)(max(min(x + y, 32767), -32768)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vaddus2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)(min(x + y, 65535)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsub2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)(x - y) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsubss2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        r = r | (((unsigned int)(max(min(x - y, 32767), -32768)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsubus2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)(max(x - y, 0)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vavgs2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        r = r | (((unsigned int)((x + y + (x + y >= 0 ? 1 : 0)) >> 1) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vavgu2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)((x + y + 1) >> 1) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vhaddu2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)((x + y) >> 1) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vmaxs2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        r = r | (((unsigned int)(max(x, y)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vmaxu2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)(max(x, y)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vmins2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        r = r | (((unsigned int)(min(x, y)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vminu2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)(min(x, y)) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsads2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        r = r + (unsigned int)(abs(x - y));
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsadu2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r + (unsigned int)(abs(x - y));
    }
    return r;
}

__device__ __forceinline__ unsigned int __vcmpeq2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)(x == y ? -1 : 0) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vcmpne2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)(x != y ? -1 : 0) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vcmpges2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        r = r | (((unsigned int)(x >= y ? -1 : 0) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vcmpgeu2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)(x >= y ? -1 : 0) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vcmpgts2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        r = r | (((unsigned int)(x > y ? -1 : 0) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vcmpgtu2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)(x > y ? -1 : 0) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vcmples2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        r = r | (((unsigned int)(x <= y ? -1 : 0) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vcmpleu2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)(x <= y ? -1 : 0) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vcmplts2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        r = r | (((unsigned int)(x < y ? -1 : 0) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vcmpltu2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)(x < y ? -1 : 0) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vseteq2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)(x == y ? 1 : 0) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsetne2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)(x != y ? 1 : 0) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsetges2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        r = r | (((unsigned int)(x >= y ? 1 : 0) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsetgeu2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)(x >= y ? 1 : 0) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsetgts2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        r = r | (((unsigned int)(x > y ? 1 : 0) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsetgtu2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)(x > y ? 1 : 0) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsetles2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        r = r | (((unsigned int)(x <= y ? 1 : 0) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsetleu2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)(x <= y ? 1 : 0) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsetlts2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (short)(a >> at);
        int y = (short)(b >> at);
        r = r | (((unsigned int)(x < y ? 1 : 0) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsetltu2(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 16) {
        int x = (unsigned short)(a >> at);
        int y = (unsigned short)(b >> at);
        r = r | (((unsigned int)(x < y ? 1 : 0) & 0xffffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vabs4(unsigned int a) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (signed char)(a >> at);
        r = r | (((unsigned int)(abs(x)) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vabsss4(unsigned int a) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (signed char)(a >> at);
        r = r | (((unsigned int)(min(abs(x), 127)) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vneg4(unsigned int a) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (signed char)(a >> at);
        r = r | (((unsigned int)(-x) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vnegss4(unsigned int a) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (signed char)(a >> at);
        r = r | (((unsigned int)(min(-x, 127)) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vabsdiffs4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (signed char)(a >> at);
        int y = (signed char)(b >> at);
        r = r | (((unsigned int)(abs(x - y)) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vabsdiffu4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)(abs(x - y)) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vadd4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)(x + y) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vaddss4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (signed char)(a >> at);
        int y = (signed char)(b >> at);
        r = r | (((unsigned int)(max(min(x + y, 127), -128)) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vaddus4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)(min(x + y, 255)) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsub4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)(x - y) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsubss4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (signed char)(a >> at);
        int y = (signed char)(b >> at);
        r = r | (((unsigned int)(max(min(x - y, 127), -128)) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsubus4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)(max(x - y, 0)) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vavgs4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (signed char)(a >> at);
        int y = (signed char)(b >> at);
        r = r | (((unsigned int)((x + y + (x + y >= 0 ? 1 : 0)) >> 1) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vavgu4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)((x + y + 1) >> 1) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vhaddu4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)((x + y) >> 1) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vmaxs4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (signed char)(a >> at);
        int y = (signed char)(b >> at);
        r = r | (((unsigned int)(max(x, y)) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vmaxu4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)(max(x, y)) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vmins4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (signed char)(a >> at);
        int y = (signed char)(b >> at);
        r = r | (((unsigned int)(min(x, y)) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vminu4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)(min(x, y)) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsads4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (signed char)(a >> at);
        int y = (signed char)(b >> at);
        r = r + (unsigned int)(abs(x - y));
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsadu4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r + (unsigned int)(abs(x - y));
    }
    return r;
}

__device__ __forceinline__ unsigned int __vcmpeq4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)(x == y ? -1 : 0) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vcmpne4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)(x != y ? -1 : 0) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vcmpges4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (signed char)(a >> at);
        int y = (signed char)(b >> at);
        r = r | (((unsigned int)(x >= y ? -1 : 0) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vcmpgeu4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)(x >= y ? -1 : 0) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vcmpgts4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (signed char)(a >> at);
        int y = (signed char)(b >> at);
        r = r | (((unsigned int)(x > y ? -1 : 0) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vcmpgtu4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)(x > y ? -1 : 0) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vcmples4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (signed char)(a >> at);
        int y = (signed char)(b >> at);
        r = r | (((unsigned int)(x <= y ? -1 : 0) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vcmpleu4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)(x <= y ? -1 : 0) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vcmplts4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (signed char)(a >> at);
        int y = (signed char)(b >> at);
        r = r | (((unsigned int)(x < y ? -1 : 0) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vcmpltu4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)(x < y ? -1 : 0) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vseteq4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)(x == y ? 1 : 0) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsetne4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)(x != y ? 1 : 0) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsetges4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (signed char)(a >> at);
        int y = (signed char)(b >> at);
        r = r | (((unsigned int)(x >= y ? 1 : 0) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsetgeu4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)(x >= y ? 1 : 0) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsetgts4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (signed char)(a >> at);
        int y = (signed char)(b >> at);
        r = r | (((unsigned int)(x > y ? 1 : 0) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsetgtu4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)(x > y ? 1 : 0) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsetles4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (signed char)(a >> at);
        int y = (signed char)(b >> at);
        r = r | (((unsigned int)(x <= y ? 1 : 0) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsetleu4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)(x <= y ? 1 : 0) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsetlts4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (signed char)(a >> at);
        int y = (signed char)(b >> at);
        r = r | (((unsigned int)(x < y ? 1 : 0) & 0xffu) << at);
    }
    return r;
}

__device__ __forceinline__ unsigned int __vsetltu4(unsigned int a, unsigned int b) {
    unsigned int r = 0u;
    for (int at = 0; at < 32; at += 8) {
        int x = (unsigned char)(a >> at);
        int y = (unsigned char)(b >> at);
        r = r | (((unsigned int)(x < y ? 1 : 0) & 0xffu) << at);
    }
    return r;
}
