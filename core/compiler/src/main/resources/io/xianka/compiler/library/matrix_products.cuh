// nvcuda::wmma: fragments of matrices that a warp holds together, as 32-bit words that only the instructions understand. The
// parts of an instruction's name come from the template arguments, through the asm constraint "C".

namespace nvcuda {
namespace wmma {
struct row_major { static constexpr char xk_name[] = "row"; };
struct col_major { static constexpr char xk_name[] = "col"; };
struct matrix_a { static constexpr char xk_name[] = "a"; };
struct matrix_b { static constexpr char xk_name[] = "b"; };
struct accumulator { static constexpr char xk_name[] = "c"; };
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
}
// Of the type that a matrix is declared with: its name, the type of an element, and how many elements a lane holds of a
// dimension.
template <typename T> struct xk_kind;
template <> struct xk_kind<__half> { static constexpr char name[] = "f16"; using element = __half; };
template <> struct xk_kind<__nv_bfloat16> { static constexpr char name[] = "bf16"; using element = __nv_bfloat16; };
template <> struct xk_kind<precision::tf32> { static constexpr char name[] = "tf32"; using element = float; };
template <> struct xk_kind<signed char> { static constexpr char name[] = "s8"; using element = signed char; };
template <> struct xk_kind<unsigned char> { static constexpr char name[] = "u8"; using element = unsigned char; };
template <> struct xk_kind<float> { static constexpr char name[] = "f32"; using element = float; };
template <> struct xk_kind<int> { static constexpr char name[] = "s32"; using element = int; };
template <> struct xk_kind<double> { static constexpr char name[] = "f64"; using element = double; };
template <int M, int N, int K> struct xk_shape;
template <> struct xk_shape<16, 16, 16> { static constexpr char name[] = "m16n16k16"; };
template <> struct xk_shape<32, 8, 16> { static constexpr char name[] = "m32n8k16"; };
template <> struct xk_shape<8, 32, 16> { static constexpr char name[] = "m8n32k16"; };
template <> struct xk_shape<16, 16, 8> { static constexpr char name[] = "m16n16k8"; };
template <> struct xk_shape<8, 8, 4> { static constexpr char name[] = "m8n8k4"; };
// Which types of result, factors and addend go together.
template <typename D, typename A, typename C, bool Saturating> struct xk_types;
template <> struct xk_types<float, __half, float, false> { static constexpr char name[] = "f32.f32"; };
template <> struct xk_types<float, __half, __half, false> { static constexpr char name[] = "f32.f16"; };
template <> struct xk_types<__half, __half, float, false> { static constexpr char name[] = "f16.f32"; };
template <> struct xk_types<__half, __half, __half, false> { static constexpr char name[] = "f16.f16"; };
template <> struct xk_types<float, __nv_bfloat16, float, false> { static constexpr char name[] = "f32.bf16.bf16.f32"; };
template <> struct xk_types<float, precision::tf32, float, false> { static constexpr char name[] = "f32.tf32.tf32.f32"; };
template <> struct xk_types<int, signed char, int, false> { static constexpr char name[] = "s32.s8.s8.s32"; };
template <> struct xk_types<int, unsigned char, int, false> { static constexpr char name[] = "s32.u8.u8.s32"; };
template <> struct xk_types<int, signed char, int, true> { static constexpr char name[] = "s32.s8.s8.s32.satfinite"; };
template <> struct xk_types<int, unsigned char, int, true> { static constexpr char name[] = "s32.u8.u8.s32.satfinite"; };
template <> struct xk_types<double, double, double, false> { static constexpr char name[] = "f64.f64.f64.f64.rn"; };
template <typename Use, int M, int N, typename T>
struct xk_count {
    static constexpr int wide = __is_same(Use, matrix_a) ? M : N;
    static constexpr int value = __is_same(T, double) ? (__is_same(Use, accumulator) ? 2 : 1)
        : __is_same(Use, accumulator) ? 8
        : __is_same(T, __half) ? 16
        : __is_same(T, precision::tf32) ? 4
        : wide / 2;
};
template <typename Use, int M, int N, int K, typename T, typename Layout = void>
struct fragment {
    using element_type = typename xk_kind<T>::element;
    using storage_element_type = element_type;
    static constexpr int num_elements = xk_count<Use, M, N, T>::value;
    static constexpr int num_storage_elements = num_elements;
    static constexpr int xk_words = (int)(num_elements * sizeof(element_type) / 4);
    element_type x[num_elements];
};
// Reads and writes so many words.
template <int Words> struct xk_memory;
template <>
struct xk_memory<8> {
    template <typename Use, typename Layout, typename Shape, typename Kind>
    __device__ __forceinline__ static void load(unsigned int* w, const void* p, unsigned int stride) {
        asm volatile("wmma.load.%10.sync.aligned.%11.%12.%13 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3]), "=r"(w[4]), "=r"(w[5]), "=r"(w[6]), "=r"(w[7]) : "l"(p), "r"(stride), "C"(Use::xk_name), "C"(Layout::xk_name), "C"(Shape::name), "C"(Kind::name) : "memory");
    }
    template <typename Layout, typename Shape, typename Kind>
    __device__ __forceinline__ static void store(const unsigned int* w, void* p, unsigned int stride) {
        asm volatile("wmma.store.d.sync.aligned.%10.%11.%12 [%0], {%2, %3, %4, %5, %6, %7, %8, %9}, %1;" : : "l"(p), "r"(stride), "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3]), "r"(w[4]), "r"(w[5]), "r"(w[6]), "r"(w[7]), "C"(Layout::xk_name), "C"(Shape::name), "C"(Kind::name) : "memory");
    }
};
template <>
struct xk_memory<4> {
    template <typename Use, typename Layout, typename Shape, typename Kind>
    __device__ __forceinline__ static void load(unsigned int* w, const void* p, unsigned int stride) {
        asm volatile("wmma.load.%6.sync.aligned.%7.%8.%9 {%0, %1, %2, %3}, [%4], %5;" : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3]) : "l"(p), "r"(stride), "C"(Use::xk_name), "C"(Layout::xk_name), "C"(Shape::name), "C"(Kind::name) : "memory");
    }
    template <typename Layout, typename Shape, typename Kind>
    __device__ __forceinline__ static void store(const unsigned int* w, void* p, unsigned int stride) {
        asm volatile("wmma.store.d.sync.aligned.%6.%7.%8 [%0], {%2, %3, %4, %5}, %1;" : : "l"(p), "r"(stride), "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3]), "C"(Layout::xk_name), "C"(Shape::name), "C"(Kind::name) : "memory");
    }
};
template <>
struct xk_memory<2> {
    template <typename Use, typename Layout, typename Shape, typename Kind>
    __device__ __forceinline__ static void load(unsigned int* w, const void* p, unsigned int stride) {
        asm volatile("wmma.load.%4.sync.aligned.%5.%6.%7 {%0, %1}, [%2], %3;" : "=r"(w[0]), "=r"(w[1]) : "l"(p), "r"(stride), "C"(Use::xk_name), "C"(Layout::xk_name), "C"(Shape::name), "C"(Kind::name) : "memory");
    }
};
template <>
struct xk_memory<1> {
    template <typename Use, typename Layout, typename Shape, typename Kind>
    __device__ __forceinline__ static void load(unsigned int* w, const void* p, unsigned int stride) {
        asm volatile("wmma.load.%3.sync.aligned.%4.%5.%6 {%0}, [%1], %2;" : "=r"(w[0]) : "l"(p), "r"(stride), "C"(Use::xk_name), "C"(Layout::xk_name), "C"(Shape::name), "C"(Kind::name) : "memory");
    }
};
// Two words are a double.
struct xk_double_memory {
    template <typename Use, typename Layout>
    __device__ __forceinline__ static void load(double* x, const double* p, unsigned int stride) {
        asm volatile("wmma.load.%3.sync.aligned.%4.m8n8k4.f64 {%0}, [%1], %2;" : "=d"(x[0]) : "l"(p), "r"(stride), "C"(Use::xk_name), "C"(Layout::xk_name) : "memory");
    }
    template <typename Layout>
    __device__ __forceinline__ static void load_two(double* x, const double* p, unsigned int stride) {
        asm volatile("wmma.load.c.sync.aligned.%4.m8n8k4.f64 {%0, %1}, [%2], %3;" : "=d"(x[0]), "=d"(x[1]) : "l"(p), "r"(stride), "C"(Layout::xk_name) : "memory");
    }
    template <typename Layout>
    __device__ __forceinline__ static void store_two(const double* x, double* p, unsigned int stride) {
        asm volatile("wmma.store.d.sync.aligned.%4.m8n8k4.f64 [%0], {%2, %3}, %1;" : : "l"(p), "r"(stride), "d"(x[0]), "d"(x[1]), "C"(Layout::xk_name) : "memory");
    }
};
// Products by the words of result, factors and addend.
template <int D, int A, int B, int C> struct xk_product;
template <>
struct xk_product<8, 8, 8, 8> {
    template <typename LayoutA, typename LayoutB, typename Shape, typename Types>
    __device__ __forceinline__ static void of(unsigned int* d, const unsigned int* a, const unsigned int* b, const unsigned int* c) {
        asm volatile("wmma.mma.sync.aligned.%32.%33.%34.%35 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27, %28, %29, %30, %31};"
            : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]), "=r"(d[4]), "=r"(d[5]), "=r"(d[6]), "=r"(d[7])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(a[4]), "r"(a[5]), "r"(a[6]), "r"(a[7]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]), "r"(b[4]), "r"(b[5]), "r"(b[6]), "r"(b[7]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(c[4]), "r"(c[5]), "r"(c[6]), "r"(c[7]),
              "C"(LayoutA::xk_name), "C"(LayoutB::xk_name), "C"(Shape::name), "C"(Types::name));
    }
};
template <>
struct xk_product<4, 8, 8, 4> {
    template <typename LayoutA, typename LayoutB, typename Shape, typename Types>
    __device__ __forceinline__ static void of(unsigned int* d, const unsigned int* a, const unsigned int* b, const unsigned int* c) {
        asm volatile("wmma.mma.sync.aligned.%24.%25.%26.%27 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19}, {%20, %21, %22, %23};"
            : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(a[4]), "r"(a[5]), "r"(a[6]), "r"(a[7]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]), "r"(b[4]), "r"(b[5]), "r"(b[6]), "r"(b[7]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]),
              "C"(LayoutA::xk_name), "C"(LayoutB::xk_name), "C"(Shape::name), "C"(Types::name));
    }
};
template <>
struct xk_product<8, 8, 8, 4> {
    template <typename LayoutA, typename LayoutB, typename Shape, typename Types>
    __device__ __forceinline__ static void of(unsigned int* d, const unsigned int* a, const unsigned int* b, const unsigned int* c) {
        asm volatile("wmma.mma.sync.aligned.%28.%29.%30.%31 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27};"
            : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]), "=r"(d[4]), "=r"(d[5]), "=r"(d[6]), "=r"(d[7])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(a[4]), "r"(a[5]), "r"(a[6]), "r"(a[7]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]), "r"(b[4]), "r"(b[5]), "r"(b[6]), "r"(b[7]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]),
              "C"(LayoutA::xk_name), "C"(LayoutB::xk_name), "C"(Shape::name), "C"(Types::name));
    }
};
template <>
struct xk_product<4, 8, 8, 8> {
    template <typename LayoutA, typename LayoutB, typename Shape, typename Types>
    __device__ __forceinline__ static void of(unsigned int* d, const unsigned int* a, const unsigned int* b, const unsigned int* c) {
        asm volatile("wmma.mma.sync.aligned.%28.%29.%30.%31 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19}, {%20, %21, %22, %23, %24, %25, %26, %27};"
            : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(a[4]), "r"(a[5]), "r"(a[6]), "r"(a[7]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]), "r"(b[4]), "r"(b[5]), "r"(b[6]), "r"(b[7]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(c[4]), "r"(c[5]), "r"(c[6]), "r"(c[7]),
              "C"(LayoutA::xk_name), "C"(LayoutB::xk_name), "C"(Shape::name), "C"(Types::name));
    }
};
template <>
struct xk_product<8, 4, 4, 8> {
    template <typename LayoutA, typename LayoutB, typename Shape, typename Types>
    __device__ __forceinline__ static void of(unsigned int* d, const unsigned int* a, const unsigned int* b, const unsigned int* c) {
        asm volatile("wmma.mma.sync.aligned.%24.%25.%26.%27 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, {%12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23};"
            : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]), "=r"(d[4]), "=r"(d[5]), "=r"(d[6]), "=r"(d[7])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(c[4]), "r"(c[5]), "r"(c[6]), "r"(c[7]),
              "C"(LayoutA::xk_name), "C"(LayoutB::xk_name), "C"(Shape::name), "C"(Types::name));
    }
};
template <>
struct xk_product<8, 8, 2, 8> {
    template <typename LayoutA, typename LayoutB, typename Shape, typename Types>
    __device__ __forceinline__ static void of(unsigned int* d, const unsigned int* a, const unsigned int* b, const unsigned int* c) {
        asm volatile("wmma.mma.sync.aligned.%26.%27.%28.%29 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17}, {%18, %19, %20, %21, %22, %23, %24, %25};"
            : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]), "=r"(d[4]), "=r"(d[5]), "=r"(d[6]), "=r"(d[7])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(a[4]), "r"(a[5]), "r"(a[6]), "r"(a[7]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(c[4]), "r"(c[5]), "r"(c[6]), "r"(c[7]),
              "C"(LayoutA::xk_name), "C"(LayoutB::xk_name), "C"(Shape::name), "C"(Types::name));
    }
};
template <>
struct xk_product<8, 2, 8, 8> {
    template <typename LayoutA, typename LayoutB, typename Shape, typename Types>
    __device__ __forceinline__ static void of(unsigned int* d, const unsigned int* a, const unsigned int* b, const unsigned int* c) {
        asm volatile("wmma.mma.sync.aligned.%26.%27.%28.%29 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13, %14, %15, %16, %17}, {%18, %19, %20, %21, %22, %23, %24, %25};"
            : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]), "=r"(d[4]), "=r"(d[5]), "=r"(d[6]), "=r"(d[7])
            : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]), "r"(b[4]), "r"(b[5]), "r"(b[6]), "r"(b[7]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(c[4]), "r"(c[5]), "r"(c[6]), "r"(c[7]),
              "C"(LayoutA::xk_name), "C"(LayoutB::xk_name), "C"(Shape::name), "C"(Types::name));
    }
};
template <>
struct xk_product<8, 2, 2, 8> {
    template <typename LayoutA, typename LayoutB, typename Shape, typename Types>
    __device__ __forceinline__ static void of(unsigned int* d, const unsigned int* a, const unsigned int* b, const unsigned int* c) {
        asm volatile("wmma.mma.sync.aligned.%20.%21.%22.%23 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19};"
            : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]), "=r"(d[4]), "=r"(d[5]), "=r"(d[6]), "=r"(d[7])
            : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(c[4]), "r"(c[5]), "r"(c[6]), "r"(c[7]),
              "C"(LayoutA::xk_name), "C"(LayoutB::xk_name), "C"(Shape::name), "C"(Types::name));
    }
};
template <>
struct xk_product<8, 4, 1, 8> {
    template <typename LayoutA, typename LayoutB, typename Shape, typename Types>
    __device__ __forceinline__ static void of(unsigned int* d, const unsigned int* a, const unsigned int* b, const unsigned int* c) {
        asm volatile("wmma.mma.sync.aligned.%21.%22.%23.%24 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, {%12}, {%13, %14, %15, %16, %17, %18, %19, %20};"
            : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]), "=r"(d[4]), "=r"(d[5]), "=r"(d[6]), "=r"(d[7])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(c[4]), "r"(c[5]), "r"(c[6]), "r"(c[7]),
              "C"(LayoutA::xk_name), "C"(LayoutB::xk_name), "C"(Shape::name), "C"(Types::name));
    }
};
template <>
struct xk_product<8, 1, 4, 8> {
    template <typename LayoutA, typename LayoutB, typename Shape, typename Types>
    __device__ __forceinline__ static void of(unsigned int* d, const unsigned int* a, const unsigned int* b, const unsigned int* c) {
        asm volatile("wmma.mma.sync.aligned.%21.%22.%23.%24 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8}, {%9, %10, %11, %12}, {%13, %14, %15, %16, %17, %18, %19, %20};"
            : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]), "=r"(d[4]), "=r"(d[5]), "=r"(d[6]), "=r"(d[7])
            : "r"(a[0]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(c[4]), "r"(c[5]), "r"(c[6]), "r"(c[7]),
              "C"(LayoutA::xk_name), "C"(LayoutB::xk_name), "C"(Shape::name), "C"(Types::name));
    }
};
template <typename Use, int M, int N, int K, typename T, typename Layout, typename V>
__device__ __forceinline__ void fill_fragment(fragment<Use, M, N, K, T, Layout>& f, const V& value) {
#pragma unroll
    for (int i = 0; i < f.num_elements; ++i) {
        f.x[i] = (typename xk_kind<T>::element)value;
    }
}
template <typename Use, int M, int N, int K, typename T, typename Layout>
__device__ __forceinline__ void load_matrix_sync(fragment<Use, M, N, K, T, Layout>& f, const typename xk_kind<T>::element* p, unsigned int stride) {
    if constexpr (__is_same(T, double)) {
        xk_double_memory::load<Use, Layout>(f.x, p, stride);
    } else {
        xk_memory<fragment<Use, M, N, K, T, Layout>::xk_words>::template load<Use, Layout, xk_shape<M, N, K>, xk_kind<T>>((unsigned int*)f.x, p, stride);
    }
}
template <int M, int N, int K, typename T, typename Layout>
__device__ __forceinline__ void xk_load_accumulator(fragment<accumulator, M, N, K, T>& f, const T* p, unsigned int stride) {
    if constexpr (__is_same(T, double)) {
        xk_double_memory::load_two<Layout>(f.x, p, stride);
    } else {
        xk_memory<fragment<accumulator, M, N, K, T>::xk_words>::template load<accumulator, Layout, xk_shape<M, N, K>, xk_kind<T>>((unsigned int*)f.x, p, stride);
    }
}
template <int M, int N, int K, typename T>
__device__ __forceinline__ void load_matrix_sync(fragment<accumulator, M, N, K, T>& f, const T* p, unsigned int stride, layout_t layout) {
    if (layout == mem_row_major) {
        xk_load_accumulator<M, N, K, T, row_major>(f, p, stride);
    } else {
        xk_load_accumulator<M, N, K, T, col_major>(f, p, stride);
    }
}
template <int M, int N, int K, typename T, typename Layout>
__device__ __forceinline__ void xk_store_accumulator(T* p, const fragment<accumulator, M, N, K, T>& f, unsigned int stride) {
    if constexpr (__is_same(T, double)) {
        xk_double_memory::store_two<Layout>(f.x, p, stride);
    } else {
        xk_memory<fragment<accumulator, M, N, K, T>::xk_words>::template store<Layout, xk_shape<M, N, K>, xk_kind<T>>((const unsigned int*)f.x, p, stride);
    }
}
template <int M, int N, int K, typename T>
__device__ __forceinline__ void store_matrix_sync(T* p, const fragment<accumulator, M, N, K, T>& f, unsigned int stride, layout_t layout) {
    if (layout == mem_row_major) {
        xk_store_accumulator<M, N, K, T, row_major>(p, f, stride);
    } else {
        xk_store_accumulator<M, N, K, T, col_major>(p, f, stride);
    }
}
template <int M, int N, int K, typename D, typename T, typename LayoutA, typename LayoutB, typename C, bool Saturating>
__device__ __forceinline__ void xk_mma(fragment<accumulator, M, N, K, D>& d, const fragment<matrix_a, M, N, K, T, LayoutA>& a, const fragment<matrix_b, M, N, K, T, LayoutB>& b, const fragment<accumulator, M, N, K, C>& c) {
    if constexpr (__is_same(T, double)) {
        asm volatile("wmma.mma.sync.aligned.%6.%7.m8n8k4.f64.f64.f64.f64.rn {%0, %1}, {%2}, {%3}, {%4, %5};"
            : "=d"(d.x[0]), "=d"(d.x[1])
            : "d"(a.x[0]), "d"(b.x[0]), "d"(c.x[0]), "d"(c.x[1]), "C"(LayoutA::xk_name), "C"(LayoutB::xk_name));
    } else {
        using A = fragment<matrix_a, M, N, K, T, LayoutA>;
        using B = fragment<matrix_b, M, N, K, T, LayoutB>;
        using product = xk_product<fragment<accumulator, M, N, K, D>::xk_words, A::xk_words, B::xk_words, fragment<accumulator, M, N, K, C>::xk_words>;
        product::template of<LayoutA, LayoutB, xk_shape<M, N, K>, xk_types<D, T, C, Saturating>>((unsigned int*)d.x, (const unsigned int*)a.x, (const unsigned int*)b.x, (const unsigned int*)c.x);
    }
}
template <int M, int N, int K, typename D, typename T, typename LayoutA, typename LayoutB, typename C>
__device__ __forceinline__ void mma_sync(fragment<accumulator, M, N, K, D>& d, const fragment<matrix_a, M, N, K, T, LayoutA>& a, const fragment<matrix_b, M, N, K, T, LayoutB>& b, const fragment<accumulator, M, N, K, C>& c) {
    xk_mma<M, N, K, D, T, LayoutA, LayoutB, C, false>(d, a, b, c);
}
template <int M, int N, int K, typename T, typename LayoutA, typename LayoutB>
__device__ __forceinline__ void mma_sync(fragment<accumulator, M, N, K, int>& d, const fragment<matrix_a, M, N, K, T, LayoutA>& a, const fragment<matrix_b, M, N, K, T, LayoutB>& b, const fragment<accumulator, M, N, K, int>& c, bool saturating) {
    if (saturating) {
        xk_mma<M, N, K, int, T, LayoutA, LayoutB, int, true>(d, a, b, c);
    } else {
        xk_mma<M, N, K, int, T, LayoutA, LayoutB, int, false>(d, a, b, c);
    }
}
__device__ __forceinline__ float __float_to_tf32(float value) {
    unsigned int r;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(value));
    return __uint_as_float(r);
}
}
}
