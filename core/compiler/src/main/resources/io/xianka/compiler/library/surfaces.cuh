// Surfaces: arrays that kernels read and write byte by byte. What is outside stops the kernel, is the edge, or is zero, by the
// boundary mode, which the asm constraint "C" spells into the instruction.

struct __xk_surface_zero {
    static constexpr char name[] = "zero";
};

struct __xk_surface_clamp {
    static constexpr char name[] = "clamp";
};

struct __xk_surface_trap {
    static constexpr char name[] = "trap";
};

template <typename Mode, typename T>
__device__ __forceinline__ T __xk_read_1d(cudaSurfaceObject_t surface, int x) {
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16, "surfaces move 1, 2, 4, 8 or 16 bytes");
    T result;
    if constexpr (sizeof(T) == 1) {
        unsigned short v;
        asm volatile("suld.b.1d.b8.%3 {%0}, [%1, {%2}];" : "=h"(v) : "l"(surface), "r"(x), "C"(Mode::name) : "memory");
        *(unsigned char*)&result = (unsigned char)v;
    } else if constexpr (sizeof(T) == 2) {
        asm volatile("suld.b.1d.b16.%3 {%0}, [%1, {%2}];" : "=h"(*(unsigned short*)&result) : "l"(surface), "r"(x), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 4) {
        asm volatile("suld.b.1d.b32.%3 {%0}, [%1, {%2}];" : "=r"(*(unsigned int*)&result) : "l"(surface), "r"(x), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 8) {
        asm volatile("suld.b.1d.v2.b32.%4 {%0, %1}, [%2, {%3}];" : "=r"(((unsigned int*)&result)[0]), "=r"(((unsigned int*)&result)[1]) : "l"(surface), "r"(x), "C"(Mode::name) : "memory");
    } else {
        asm volatile("suld.b.1d.v4.b32.%6 {%0, %1, %2, %3}, [%4, {%5}];" : "=r"(((unsigned int*)&result)[0]), "=r"(((unsigned int*)&result)[1]), "=r"(((unsigned int*)&result)[2]), "=r"(((unsigned int*)&result)[3]) : "l"(surface), "r"(x), "C"(Mode::name) : "memory");
    }
    return result;
}

template <typename T>
__device__ __forceinline__ T surf1Dread(cudaSurfaceObject_t surface, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    if (mode == cudaBoundaryModeTrap) {
        return __xk_read_1d<__xk_surface_trap, T>(surface, x);
    }
    if (mode == cudaBoundaryModeClamp) {
        return __xk_read_1d<__xk_surface_clamp, T>(surface, x);
    }
    return __xk_read_1d<__xk_surface_zero, T>(surface, x);
}

template <typename T>
__device__ __forceinline__ void surf1Dread(T* result, cudaSurfaceObject_t surface, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    *result = surf1Dread<T>(surface, x, mode);
}

template <typename Mode, typename T>
__device__ __forceinline__ void __xk_write_1d(T value, cudaSurfaceObject_t surface, int x) {
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16, "surfaces move 1, 2, 4, 8 or 16 bytes");
    if constexpr (sizeof(T) == 1) {
        unsigned short v = *(const unsigned char*)&value;
        asm volatile("sust.b.1d.b8.%3 [%0, {%1}], {%2};" : : "l"(surface), "r"(x), "h"(v), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 2) {
        asm volatile("sust.b.1d.b16.%3 [%0, {%1}], {%2};" : : "l"(surface), "r"(x), "h"(*(const unsigned short*)&value), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 4) {
        asm volatile("sust.b.1d.b32.%3 [%0, {%1}], {%2};" : : "l"(surface), "r"(x), "r"(*(const unsigned int*)&value), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 8) {
        const unsigned int* w = (const unsigned int*)&value;
        asm volatile("sust.b.1d.v2.b32.%4 [%0, {%1}], {%2, %3};" : : "l"(surface), "r"(x), "r"(w[0]), "r"(w[1]), "C"(Mode::name) : "memory");
    } else {
        const unsigned int* w = (const unsigned int*)&value;
        asm volatile("sust.b.1d.v4.b32.%6 [%0, {%1}], {%2, %3, %4, %5};" : : "l"(surface), "r"(x), "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3]), "C"(Mode::name) : "memory");
    }
}

template <typename T>
__device__ __forceinline__ void surf1Dwrite(T value, cudaSurfaceObject_t surface, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    if (mode == cudaBoundaryModeTrap) {
        __xk_write_1d<__xk_surface_trap, T>(value, surface, x);
    } else if (mode == cudaBoundaryModeClamp) {
        __xk_write_1d<__xk_surface_clamp, T>(value, surface, x);
    } else {
        __xk_write_1d<__xk_surface_zero, T>(value, surface, x);
    }
}

template <typename Mode, typename T>
__device__ __forceinline__ T __xk_read_2d(cudaSurfaceObject_t surface, int x, int y) {
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16, "surfaces move 1, 2, 4, 8 or 16 bytes");
    T result;
    if constexpr (sizeof(T) == 1) {
        unsigned short v;
        asm volatile("suld.b.2d.b8.%4 {%0}, [%1, {%2, %3}];" : "=h"(v) : "l"(surface), "r"(x), "r"(y), "C"(Mode::name) : "memory");
        *(unsigned char*)&result = (unsigned char)v;
    } else if constexpr (sizeof(T) == 2) {
        asm volatile("suld.b.2d.b16.%4 {%0}, [%1, {%2, %3}];" : "=h"(*(unsigned short*)&result) : "l"(surface), "r"(x), "r"(y), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 4) {
        asm volatile("suld.b.2d.b32.%4 {%0}, [%1, {%2, %3}];" : "=r"(*(unsigned int*)&result) : "l"(surface), "r"(x), "r"(y), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 8) {
        asm volatile("suld.b.2d.v2.b32.%5 {%0, %1}, [%2, {%3, %4}];" : "=r"(((unsigned int*)&result)[0]), "=r"(((unsigned int*)&result)[1]) : "l"(surface), "r"(x), "r"(y), "C"(Mode::name) : "memory");
    } else {
        asm volatile("suld.b.2d.v4.b32.%7 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(((unsigned int*)&result)[0]), "=r"(((unsigned int*)&result)[1]), "=r"(((unsigned int*)&result)[2]), "=r"(((unsigned int*)&result)[3]) : "l"(surface), "r"(x), "r"(y), "C"(Mode::name) : "memory");
    }
    return result;
}

template <typename T>
__device__ __forceinline__ T surf2Dread(cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    if (mode == cudaBoundaryModeTrap) {
        return __xk_read_2d<__xk_surface_trap, T>(surface, x, y);
    }
    if (mode == cudaBoundaryModeClamp) {
        return __xk_read_2d<__xk_surface_clamp, T>(surface, x, y);
    }
    return __xk_read_2d<__xk_surface_zero, T>(surface, x, y);
}

template <typename T>
__device__ __forceinline__ void surf2Dread(T* result, cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    *result = surf2Dread<T>(surface, x, y, mode);
}

template <typename Mode, typename T>
__device__ __forceinline__ void __xk_write_2d(T value, cudaSurfaceObject_t surface, int x, int y) {
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16, "surfaces move 1, 2, 4, 8 or 16 bytes");
    if constexpr (sizeof(T) == 1) {
        unsigned short v = *(const unsigned char*)&value;
        asm volatile("sust.b.2d.b8.%4 [%0, {%1, %2}], {%3};" : : "l"(surface), "r"(x), "r"(y), "h"(v), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 2) {
        asm volatile("sust.b.2d.b16.%4 [%0, {%1, %2}], {%3};" : : "l"(surface), "r"(x), "r"(y), "h"(*(const unsigned short*)&value), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 4) {
        asm volatile("sust.b.2d.b32.%4 [%0, {%1, %2}], {%3};" : : "l"(surface), "r"(x), "r"(y), "r"(*(const unsigned int*)&value), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 8) {
        const unsigned int* w = (const unsigned int*)&value;
        asm volatile("sust.b.2d.v2.b32.%5 [%0, {%1, %2}], {%3, %4};" : : "l"(surface), "r"(x), "r"(y), "r"(w[0]), "r"(w[1]), "C"(Mode::name) : "memory");
    } else {
        const unsigned int* w = (const unsigned int*)&value;
        asm volatile("sust.b.2d.v4.b32.%7 [%0, {%1, %2}], {%3, %4, %5, %6};" : : "l"(surface), "r"(x), "r"(y), "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3]), "C"(Mode::name) : "memory");
    }
}

template <typename T>
__device__ __forceinline__ void surf2Dwrite(T value, cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    if (mode == cudaBoundaryModeTrap) {
        __xk_write_2d<__xk_surface_trap, T>(value, surface, x, y);
    } else if (mode == cudaBoundaryModeClamp) {
        __xk_write_2d<__xk_surface_clamp, T>(value, surface, x, y);
    } else {
        __xk_write_2d<__xk_surface_zero, T>(value, surface, x, y);
    }
}

template <typename Mode, typename T>
__device__ __forceinline__ T __xk_read_3d(cudaSurfaceObject_t surface, int x, int y, int z) {
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16, "surfaces move 1, 2, 4, 8 or 16 bytes");
    T result;
    if constexpr (sizeof(T) == 1) {
        unsigned short v;
        asm volatile("suld.b.3d.b8.%6 {%0}, [%1, {%2, %3, %4, %5}];" : "=h"(v) : "l"(surface), "r"(x), "r"(y), "r"(z), "r"(z), "C"(Mode::name) : "memory");
        *(unsigned char*)&result = (unsigned char)v;
    } else if constexpr (sizeof(T) == 2) {
        asm volatile("suld.b.3d.b16.%6 {%0}, [%1, {%2, %3, %4, %5}];" : "=h"(*(unsigned short*)&result) : "l"(surface), "r"(x), "r"(y), "r"(z), "r"(z), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 4) {
        asm volatile("suld.b.3d.b32.%6 {%0}, [%1, {%2, %3, %4, %5}];" : "=r"(*(unsigned int*)&result) : "l"(surface), "r"(x), "r"(y), "r"(z), "r"(z), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 8) {
        asm volatile("suld.b.3d.v2.b32.%7 {%0, %1}, [%2, {%3, %4, %5, %6}];" : "=r"(((unsigned int*)&result)[0]), "=r"(((unsigned int*)&result)[1]) : "l"(surface), "r"(x), "r"(y), "r"(z), "r"(z), "C"(Mode::name) : "memory");
    } else {
        asm volatile("suld.b.3d.v4.b32.%9 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}];" : "=r"(((unsigned int*)&result)[0]), "=r"(((unsigned int*)&result)[1]), "=r"(((unsigned int*)&result)[2]), "=r"(((unsigned int*)&result)[3]) : "l"(surface), "r"(x), "r"(y), "r"(z), "r"(z), "C"(Mode::name) : "memory");
    }
    return result;
}

template <typename T>
__device__ __forceinline__ T surf3Dread(cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    if (mode == cudaBoundaryModeTrap) {
        return __xk_read_3d<__xk_surface_trap, T>(surface, x, y, z);
    }
    if (mode == cudaBoundaryModeClamp) {
        return __xk_read_3d<__xk_surface_clamp, T>(surface, x, y, z);
    }
    return __xk_read_3d<__xk_surface_zero, T>(surface, x, y, z);
}

template <typename T>
__device__ __forceinline__ void surf3Dread(T* result, cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    *result = surf3Dread<T>(surface, x, y, z, mode);
}

template <typename Mode, typename T>
__device__ __forceinline__ void __xk_write_3d(T value, cudaSurfaceObject_t surface, int x, int y, int z) {
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16, "surfaces move 1, 2, 4, 8 or 16 bytes");
    if constexpr (sizeof(T) == 1) {
        unsigned short v = *(const unsigned char*)&value;
        asm volatile("sust.b.3d.b8.%6 [%0, {%1, %2, %3, %4}], {%5};" : : "l"(surface), "r"(x), "r"(y), "r"(z), "r"(z), "h"(v), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 2) {
        asm volatile("sust.b.3d.b16.%6 [%0, {%1, %2, %3, %4}], {%5};" : : "l"(surface), "r"(x), "r"(y), "r"(z), "r"(z), "h"(*(const unsigned short*)&value), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 4) {
        asm volatile("sust.b.3d.b32.%6 [%0, {%1, %2, %3, %4}], {%5};" : : "l"(surface), "r"(x), "r"(y), "r"(z), "r"(z), "r"(*(const unsigned int*)&value), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 8) {
        const unsigned int* w = (const unsigned int*)&value;
        asm volatile("sust.b.3d.v2.b32.%7 [%0, {%1, %2, %3, %4}], {%5, %6};" : : "l"(surface), "r"(x), "r"(y), "r"(z), "r"(z), "r"(w[0]), "r"(w[1]), "C"(Mode::name) : "memory");
    } else {
        const unsigned int* w = (const unsigned int*)&value;
        asm volatile("sust.b.3d.v4.b32.%9 [%0, {%1, %2, %3, %4}], {%5, %6, %7, %8};" : : "l"(surface), "r"(x), "r"(y), "r"(z), "r"(z), "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3]), "C"(Mode::name) : "memory");
    }
}

template <typename T>
__device__ __forceinline__ void surf3Dwrite(T value, cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    if (mode == cudaBoundaryModeTrap) {
        __xk_write_3d<__xk_surface_trap, T>(value, surface, x, y, z);
    } else if (mode == cudaBoundaryModeClamp) {
        __xk_write_3d<__xk_surface_clamp, T>(value, surface, x, y, z);
    } else {
        __xk_write_3d<__xk_surface_zero, T>(value, surface, x, y, z);
    }
}

template <typename Mode, typename T>
__device__ __forceinline__ T __xk_read_a1d(cudaSurfaceObject_t surface, int x, int layer) {
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16, "surfaces move 1, 2, 4, 8 or 16 bytes");
    T result;
    if constexpr (sizeof(T) == 1) {
        unsigned short v;
        asm volatile("suld.b.a1d.b8.%4 {%0}, [%1, {%2, %3}];" : "=h"(v) : "l"(surface), "r"(layer), "r"(x), "C"(Mode::name) : "memory");
        *(unsigned char*)&result = (unsigned char)v;
    } else if constexpr (sizeof(T) == 2) {
        asm volatile("suld.b.a1d.b16.%4 {%0}, [%1, {%2, %3}];" : "=h"(*(unsigned short*)&result) : "l"(surface), "r"(layer), "r"(x), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 4) {
        asm volatile("suld.b.a1d.b32.%4 {%0}, [%1, {%2, %3}];" : "=r"(*(unsigned int*)&result) : "l"(surface), "r"(layer), "r"(x), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 8) {
        asm volatile("suld.b.a1d.v2.b32.%5 {%0, %1}, [%2, {%3, %4}];" : "=r"(((unsigned int*)&result)[0]), "=r"(((unsigned int*)&result)[1]) : "l"(surface), "r"(layer), "r"(x), "C"(Mode::name) : "memory");
    } else {
        asm volatile("suld.b.a1d.v4.b32.%7 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(((unsigned int*)&result)[0]), "=r"(((unsigned int*)&result)[1]), "=r"(((unsigned int*)&result)[2]), "=r"(((unsigned int*)&result)[3]) : "l"(surface), "r"(layer), "r"(x), "C"(Mode::name) : "memory");
    }
    return result;
}

template <typename T>
__device__ __forceinline__ T surf1DLayeredread(cudaSurfaceObject_t surface, int x, int layer, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    if (mode == cudaBoundaryModeTrap) {
        return __xk_read_a1d<__xk_surface_trap, T>(surface, x, layer);
    }
    if (mode == cudaBoundaryModeClamp) {
        return __xk_read_a1d<__xk_surface_clamp, T>(surface, x, layer);
    }
    return __xk_read_a1d<__xk_surface_zero, T>(surface, x, layer);
}

template <typename T>
__device__ __forceinline__ void surf1DLayeredread(T* result, cudaSurfaceObject_t surface, int x, int layer, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    *result = surf1DLayeredread<T>(surface, x, layer, mode);
}

template <typename Mode, typename T>
__device__ __forceinline__ void __xk_write_a1d(T value, cudaSurfaceObject_t surface, int x, int layer) {
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16, "surfaces move 1, 2, 4, 8 or 16 bytes");
    if constexpr (sizeof(T) == 1) {
        unsigned short v = *(const unsigned char*)&value;
        asm volatile("sust.b.a1d.b8.%4 [%0, {%1, %2}], {%3};" : : "l"(surface), "r"(layer), "r"(x), "h"(v), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 2) {
        asm volatile("sust.b.a1d.b16.%4 [%0, {%1, %2}], {%3};" : : "l"(surface), "r"(layer), "r"(x), "h"(*(const unsigned short*)&value), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 4) {
        asm volatile("sust.b.a1d.b32.%4 [%0, {%1, %2}], {%3};" : : "l"(surface), "r"(layer), "r"(x), "r"(*(const unsigned int*)&value), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 8) {
        const unsigned int* w = (const unsigned int*)&value;
        asm volatile("sust.b.a1d.v2.b32.%5 [%0, {%1, %2}], {%3, %4};" : : "l"(surface), "r"(layer), "r"(x), "r"(w[0]), "r"(w[1]), "C"(Mode::name) : "memory");
    } else {
        const unsigned int* w = (const unsigned int*)&value;
        asm volatile("sust.b.a1d.v4.b32.%7 [%0, {%1, %2}], {%3, %4, %5, %6};" : : "l"(surface), "r"(layer), "r"(x), "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3]), "C"(Mode::name) : "memory");
    }
}

template <typename T>
__device__ __forceinline__ void surf1DLayeredwrite(T value, cudaSurfaceObject_t surface, int x, int layer, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    if (mode == cudaBoundaryModeTrap) {
        __xk_write_a1d<__xk_surface_trap, T>(value, surface, x, layer);
    } else if (mode == cudaBoundaryModeClamp) {
        __xk_write_a1d<__xk_surface_clamp, T>(value, surface, x, layer);
    } else {
        __xk_write_a1d<__xk_surface_zero, T>(value, surface, x, layer);
    }
}

template <typename Mode, typename T>
__device__ __forceinline__ T __xk_read_a2d(cudaSurfaceObject_t surface, int x, int y, int layer) {
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16, "surfaces move 1, 2, 4, 8 or 16 bytes");
    T result;
    if constexpr (sizeof(T) == 1) {
        unsigned short v;
        asm volatile("suld.b.a2d.b8.%6 {%0}, [%1, {%2, %3, %4, %5}];" : "=h"(v) : "l"(surface), "r"(layer), "r"(x), "r"(y), "r"(y), "C"(Mode::name) : "memory");
        *(unsigned char*)&result = (unsigned char)v;
    } else if constexpr (sizeof(T) == 2) {
        asm volatile("suld.b.a2d.b16.%6 {%0}, [%1, {%2, %3, %4, %5}];" : "=h"(*(unsigned short*)&result) : "l"(surface), "r"(layer), "r"(x), "r"(y), "r"(y), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 4) {
        asm volatile("suld.b.a2d.b32.%6 {%0}, [%1, {%2, %3, %4, %5}];" : "=r"(*(unsigned int*)&result) : "l"(surface), "r"(layer), "r"(x), "r"(y), "r"(y), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 8) {
        asm volatile("suld.b.a2d.v2.b32.%7 {%0, %1}, [%2, {%3, %4, %5, %6}];" : "=r"(((unsigned int*)&result)[0]), "=r"(((unsigned int*)&result)[1]) : "l"(surface), "r"(layer), "r"(x), "r"(y), "r"(y), "C"(Mode::name) : "memory");
    } else {
        asm volatile("suld.b.a2d.v4.b32.%9 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}];" : "=r"(((unsigned int*)&result)[0]), "=r"(((unsigned int*)&result)[1]), "=r"(((unsigned int*)&result)[2]), "=r"(((unsigned int*)&result)[3]) : "l"(surface), "r"(layer), "r"(x), "r"(y), "r"(y), "C"(Mode::name) : "memory");
    }
    return result;
}

template <typename T>
__device__ __forceinline__ T surf2DLayeredread(cudaSurfaceObject_t surface, int x, int y, int layer, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    if (mode == cudaBoundaryModeTrap) {
        return __xk_read_a2d<__xk_surface_trap, T>(surface, x, y, layer);
    }
    if (mode == cudaBoundaryModeClamp) {
        return __xk_read_a2d<__xk_surface_clamp, T>(surface, x, y, layer);
    }
    return __xk_read_a2d<__xk_surface_zero, T>(surface, x, y, layer);
}

template <typename T>
__device__ __forceinline__ void surf2DLayeredread(T* result, cudaSurfaceObject_t surface, int x, int y, int layer, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    *result = surf2DLayeredread<T>(surface, x, y, layer, mode);
}

template <typename Mode, typename T>
__device__ __forceinline__ void __xk_write_a2d(T value, cudaSurfaceObject_t surface, int x, int y, int layer) {
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16, "surfaces move 1, 2, 4, 8 or 16 bytes");
    if constexpr (sizeof(T) == 1) {
        unsigned short v = *(const unsigned char*)&value;
        asm volatile("sust.b.a2d.b8.%6 [%0, {%1, %2, %3, %4}], {%5};" : : "l"(surface), "r"(layer), "r"(x), "r"(y), "r"(y), "h"(v), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 2) {
        asm volatile("sust.b.a2d.b16.%6 [%0, {%1, %2, %3, %4}], {%5};" : : "l"(surface), "r"(layer), "r"(x), "r"(y), "r"(y), "h"(*(const unsigned short*)&value), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 4) {
        asm volatile("sust.b.a2d.b32.%6 [%0, {%1, %2, %3, %4}], {%5};" : : "l"(surface), "r"(layer), "r"(x), "r"(y), "r"(y), "r"(*(const unsigned int*)&value), "C"(Mode::name) : "memory");
    } else if constexpr (sizeof(T) == 8) {
        const unsigned int* w = (const unsigned int*)&value;
        asm volatile("sust.b.a2d.v2.b32.%7 [%0, {%1, %2, %3, %4}], {%5, %6};" : : "l"(surface), "r"(layer), "r"(x), "r"(y), "r"(y), "r"(w[0]), "r"(w[1]), "C"(Mode::name) : "memory");
    } else {
        const unsigned int* w = (const unsigned int*)&value;
        asm volatile("sust.b.a2d.v4.b32.%9 [%0, {%1, %2, %3, %4}], {%5, %6, %7, %8};" : : "l"(surface), "r"(layer), "r"(x), "r"(y), "r"(y), "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3]), "C"(Mode::name) : "memory");
    }
}

template <typename T>
__device__ __forceinline__ void surf2DLayeredwrite(T value, cudaSurfaceObject_t surface, int x, int y, int layer, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    if (mode == cudaBoundaryModeTrap) {
        __xk_write_a2d<__xk_surface_trap, T>(value, surface, x, y, layer);
    } else if (mode == cudaBoundaryModeClamp) {
        __xk_write_a2d<__xk_surface_clamp, T>(value, surface, x, y, layer);
    } else {
        __xk_write_a2d<__xk_surface_zero, T>(value, surface, x, y, layer);
    }
}

template <typename T>
__device__ __forceinline__ T surfCubemapread(cudaSurfaceObject_t surface, int x, int y, int face, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    return surf2DLayeredread<T>(surface, x, y, face, mode);
}

template <typename T>
__device__ __forceinline__ void surfCubemapwrite(T value, cudaSurfaceObject_t surface, int x, int y, int face, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    surf2DLayeredwrite(value, surface, x, y, face, mode);
}
