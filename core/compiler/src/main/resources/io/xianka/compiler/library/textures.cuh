// Textures and surfaces as objects: cudaTextureObject_t and cudaSurfaceObject_t. A read gives four channels, of which the type
// asked for takes what it has; integers come as 32 bits. Surfaces move bytes, and count x in bytes.

typedef unsigned long long cudaTextureObject_t;

typedef unsigned long long cudaSurfaceObject_t;

enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };

enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };

enum cudaTextureAddressMode { cudaAddressModeWrap = 0, cudaAddressModeClamp = 1, cudaAddressModeMirror = 2, cudaAddressModeBorder = 3 };

enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };

struct __xk_signed_texel {
    static constexpr char name[] = "s32";
};

struct __xk_unsigned_texel {
    static constexpr char name[] = "u32";
};

// The type of the channels of a type: its own, or that of its member x.
template <typename T, bool Scalar>
struct __xk_texel_channel {
    using type = T;
};

template <typename T>
struct __xk_texel_channel<T, false> {
    using type = decltype(T::x);
};

template <typename T, typename C>
__device__ __forceinline__ T __xk_texel(C x, C y, C z, C w) {
    if constexpr (__is_arithmetic(T)) {
        return (T)x;
    } else {
        using B = typename __xk_texel_channel<T, false>::type;
        T r;
        r.x = (B)x;
        if constexpr (sizeof(T) > sizeof(B)) {
            r.y = (B)y;
        }
        if constexpr (sizeof(T) > 2 * sizeof(B)) {
            r.z = (B)z;
            r.w = (B)w;
        }
        return r;
    }
}

template <typename T>
__device__ __forceinline__ T tex1Dfetch(cudaTextureObject_t texture, int x) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "r"(x));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tex.1d.v4.s32.s32 {%0, %1, %2, %3}, [%4, {%5}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "r"(x));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tex.1d.v4.u32.s32 {%0, %1, %2, %3}, [%4, {%5}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "r"(x));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void tex1Dfetch(T* result, cudaTextureObject_t texture, int x) {
    *result = tex1Dfetch<T>(texture, x);
}

template <typename T>
__device__ __forceinline__ T tex1D(cudaTextureObject_t texture, float x) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tex.1d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5}];" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "f"(x));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tex.1d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tex.1d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void tex1D(T* result, cudaTextureObject_t texture, float x) {
    *result = tex1D<T>(texture, x);
}

template <typename T>
__device__ __forceinline__ T tex2D(cudaTextureObject_t texture, float x, float y) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tex.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "f"(x), "f"(y));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tex.2d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tex.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void tex2D(T* result, cudaTextureObject_t texture, float x, float y) {
    *result = tex2D<T>(texture, x, y);
}

template <typename T>
__device__ __forceinline__ T tex3D(cudaTextureObject_t texture, float x, float y, float z) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tex.3d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}];" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(z));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tex.3d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(z));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tex.3d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(z));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void tex3D(T* result, cudaTextureObject_t texture, float x, float y, float z) {
    *result = tex3D<T>(texture, x, y, z);
}

template <typename T>
__device__ __forceinline__ T tex1DLayered(cudaTextureObject_t texture, float x, int layer) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tex.a1d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "r"(layer), "f"(x));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tex.a1d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "r"(layer), "f"(x));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tex.a1d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "r"(layer), "f"(x));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void tex1DLayered(T* result, cudaTextureObject_t texture, float x, int layer) {
    *result = tex1DLayered<T>(texture, x, layer);
}

template <typename T>
__device__ __forceinline__ T tex2DLayered(cudaTextureObject_t texture, float x, float y, int layer) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tex.a2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}];" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "r"(layer), "f"(x), "f"(y), "f"(y));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tex.a2d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "r"(layer), "f"(x), "f"(y), "f"(y));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tex.a2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "r"(layer), "f"(x), "f"(y), "f"(y));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void tex2DLayered(T* result, cudaTextureObject_t texture, float x, float y, int layer) {
    *result = tex2DLayered<T>(texture, x, y, layer);
}

template <typename T>
__device__ __forceinline__ T texCubemap(cudaTextureObject_t texture, float x, float y, float z) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tex.cube.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}];" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(z));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tex.cube.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(z));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tex.cube.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(z));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void texCubemap(T* result, cudaTextureObject_t texture, float x, float y, float z) {
    *result = texCubemap<T>(texture, x, y, z);
}

template <typename T>
__device__ __forceinline__ T texCubemapLayered(cudaTextureObject_t texture, float x, float y, float z, int layer) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tex.acube.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}];" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "r"(layer), "f"(x), "f"(y), "f"(z));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tex.acube.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "r"(layer), "f"(x), "f"(y), "f"(z));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tex.acube.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "r"(layer), "f"(x), "f"(y), "f"(z));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void texCubemapLayered(T* result, cudaTextureObject_t texture, float x, float y, float z, int layer) {
    *result = texCubemapLayered<T>(texture, x, y, z, layer);
}

template <typename T>
__device__ __forceinline__ T tex1DLod(cudaTextureObject_t texture, float x, float level) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tex.level.1d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5}], %6;" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "f"(x), "f"(level));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tex.level.1d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5}], %6;" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(level));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tex.level.1d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5}], %6;" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(level));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void tex1DLod(T* result, cudaTextureObject_t texture, float x, float level) {
    *result = tex1DLod<T>(texture, x, level);
}

template <typename T>
__device__ __forceinline__ T tex2DLod(cudaTextureObject_t texture, float x, float y, float level) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tex.level.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], %7;" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "f"(x), "f"(y), "f"(level));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tex.level.2d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], %7;" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y), "f"(level));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tex.level.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], %7;" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y), "f"(level));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void tex2DLod(T* result, cudaTextureObject_t texture, float x, float y, float level) {
    *result = tex2DLod<T>(texture, x, y, level);
}

template <typename T>
__device__ __forceinline__ T tex3DLod(cudaTextureObject_t texture, float x, float y, float z, float level) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tex.level.3d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}], %9;" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(z), "f"(level));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tex.level.3d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}], %9;" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(z), "f"(level));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tex.level.3d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}], %9;" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(z), "f"(level));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void tex3DLod(T* result, cudaTextureObject_t texture, float x, float y, float z, float level) {
    *result = tex3DLod<T>(texture, x, y, z, level);
}

template <typename T>
__device__ __forceinline__ T tex1DLayeredLod(cudaTextureObject_t texture, float x, int layer, float level) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tex.level.a1d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], %7;" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "r"(layer), "f"(x), "f"(level));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tex.level.a1d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], %7;" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "r"(layer), "f"(x), "f"(level));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tex.level.a1d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], %7;" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "r"(layer), "f"(x), "f"(level));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void tex1DLayeredLod(T* result, cudaTextureObject_t texture, float x, int layer, float level) {
    *result = tex1DLayeredLod<T>(texture, x, layer, level);
}

template <typename T>
__device__ __forceinline__ T tex2DLayeredLod(cudaTextureObject_t texture, float x, float y, int layer, float level) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tex.level.a2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}], %9;" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "r"(layer), "f"(x), "f"(y), "f"(y), "f"(level));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tex.level.a2d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}], %9;" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "r"(layer), "f"(x), "f"(y), "f"(y), "f"(level));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tex.level.a2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}], %9;" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "r"(layer), "f"(x), "f"(y), "f"(y), "f"(level));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void tex2DLayeredLod(T* result, cudaTextureObject_t texture, float x, float y, int layer, float level) {
    *result = tex2DLayeredLod<T>(texture, x, y, layer, level);
}

template <typename T>
__device__ __forceinline__ T texCubemapLod(cudaTextureObject_t texture, float x, float y, float z, float level) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tex.level.cube.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}], %9;" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(z), "f"(level));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tex.level.cube.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}], %9;" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(z), "f"(level));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tex.level.cube.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}], %9;" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(z), "f"(level));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void texCubemapLod(T* result, cudaTextureObject_t texture, float x, float y, float z, float level) {
    *result = texCubemapLod<T>(texture, x, y, z, level);
}

template <typename T>
__device__ __forceinline__ T tex1DGrad(cudaTextureObject_t texture, float x, float dx, float dy) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tex.grad.1d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5}], {%6}, {%7};" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "f"(x), "f"(dx), "f"(dy));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tex.grad.1d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5}], {%6}, {%7};" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(dx), "f"(dy));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tex.grad.1d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5}], {%6}, {%7};" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(dx), "f"(dy));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void tex1DGrad(T* result, cudaTextureObject_t texture, float x, float dx, float dy) {
    *result = tex1DGrad<T>(texture, x, dx, dy);
}

template <typename T>
__device__ __forceinline__ T tex2DGrad(cudaTextureObject_t texture, float x, float y, float2 dx, float2 dy) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tex.grad.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], {%7, %8}, {%9, %10};" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tex.grad.2d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], {%7, %8}, {%9, %10};" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tex.grad.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], {%7, %8}, {%9, %10};" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void tex2DGrad(T* result, cudaTextureObject_t texture, float x, float y, float2 dx, float2 dy) {
    *result = tex2DGrad<T>(texture, x, y, dx, dy);
}

template <typename T>
__device__ __forceinline__ T tex3DGrad(cudaTextureObject_t texture, float x, float y, float z, float4 dx, float4 dy) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tex.grad.3d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}], {%9, %10, %11, %12}, {%13, %14, %15, %16};" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z), "f"(dy.z));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tex.grad.3d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}], {%9, %10, %11, %12}, {%13, %14, %15, %16};" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z), "f"(dy.z));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tex.grad.3d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}], {%9, %10, %11, %12}, {%13, %14, %15, %16};" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z), "f"(dy.z));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void tex3DGrad(T* result, cudaTextureObject_t texture, float x, float y, float z, float4 dx, float4 dy) {
    *result = tex3DGrad<T>(texture, x, y, z, dx, dy);
}

template <typename T>
__device__ __forceinline__ T __xk_gather_r(cudaTextureObject_t texture, float x, float y) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tld4.r.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "f"(x), "f"(y));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tld4.r.2d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tld4.r.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void __xk_gather_r(T* result, cudaTextureObject_t texture, float x, float y) {
    *result = __xk_gather_r<T>(texture, x, y);
}

template <typename T>
__device__ __forceinline__ T __xk_gather_g(cudaTextureObject_t texture, float x, float y) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tld4.g.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "f"(x), "f"(y));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tld4.g.2d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tld4.g.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void __xk_gather_g(T* result, cudaTextureObject_t texture, float x, float y) {
    *result = __xk_gather_g<T>(texture, x, y);
}

template <typename T>
__device__ __forceinline__ T __xk_gather_b(cudaTextureObject_t texture, float x, float y) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tld4.b.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "f"(x), "f"(y));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tld4.b.2d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tld4.b.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void __xk_gather_b(T* result, cudaTextureObject_t texture, float x, float y) {
    *result = __xk_gather_b<T>(texture, x, y);
}

template <typename T>
__device__ __forceinline__ T __xk_gather_a(cudaTextureObject_t texture, float x, float y) {
    using B = typename __xk_texel_channel<T, __is_arithmetic(T)>::type;
    if constexpr (__is_same(B, float)) {
        float x_, y_, z_, w_;
        asm volatile("tld4.a.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=f"(x_), "=f"(y_), "=f"(z_), "=f"(w_) : "l"(texture), "f"(x), "f"(y));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else if constexpr (__is_signed(B)) {
        int x_, y_, z_, w_;
        asm volatile("tld4.a.2d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y));
        return __xk_texel<T>(x_, y_, z_, w_);
    } else {
        unsigned int x_, y_, z_, w_;
        asm volatile("tld4.a.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(x_), "=r"(y_), "=r"(z_), "=r"(w_) : "l"(texture), "f"(x), "f"(y));
        return __xk_texel<T>(x_, y_, z_, w_);
    }
}

template <typename T>
__device__ __forceinline__ void __xk_gather_a(T* result, cudaTextureObject_t texture, float x, float y) {
    *result = __xk_gather_a<T>(texture, x, y);
}

template <typename T>
__device__ __forceinline__ T tex2Dgather(cudaTextureObject_t texture, float x, float y, int channel = 0) {
    switch (channel) {
        case 0: return __xk_gather_r<T>(texture, x, y);
        case 1: return __xk_gather_g<T>(texture, x, y);
        case 2: return __xk_gather_b<T>(texture, x, y);
        default: return __xk_gather_a<T>(texture, x, y);
    }
}

template <typename T>
__device__ __forceinline__ void tex2Dgather(T* result, cudaTextureObject_t texture, float x, float y, int channel = 0) {
    *result = tex2Dgather<T>(texture, x, y, channel);
}
