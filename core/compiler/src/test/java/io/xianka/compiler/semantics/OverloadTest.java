package io.xianka.compiler.semantics;

import static io.xianka.compiler.semantics.SemanticsFixture.analyse;
import static io.xianka.compiler.semantics.SemanticsFixture.diagnose;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which of several functions a call means; each answers with an array of its own size. */
class OverloadTest {
    private static final String DECLARED = """
            typedef char (&R1)[1]; typedef char (&R2)[2]; typedef char (&R3)[3]; typedef char (&R4)[4]; typedef char (&R5)[5];
            struct Base { }; struct Derived : Base { }; struct Far : Derived { };
            struct FromInt { FromInt(int); }; struct ToInt { operator int() const; };
            R1 f(int); R2 f(unsigned); R3 f(double); R4 f(const int *); R5 f(...);
            R1 g(float &); R2 g(const float &); R3 g(float &&);
            R1 h(Base); R2 h(const Derived &);
            R1 p(void *); R2 p(const Base *); R3 p(bool);
            R1 t(int); template <typename T> R2 t(T); template <typename T> R3 t(T *);
            R1 u(FromInt); R2 u(...);
            R1 w(long); R2 w(float, int = 0);
            extern int i; extern float fl; extern const float cf; extern int *ip; extern short s; extern char c; extern long l;
            extern Derived d; extern Far far; extern ToInt to; extern Base *bp;
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            f(i)            | 1
            f(1u)           | 2
            f(c)            | 1
            f(s)            | 1
            f(true)         | 1
            f(fl)           | 3
            f(ip)           | 4
            f(nullptr)      | 4
            f(d)            | 5
            g(fl)           | 1
            g(cf)           | 2
            g(1.0f)         | 3
            g(1)            | 3
            h(d)            | 2
            h(far)          | 2
            h(Base())       | 1
            p(ip)           | 1
            p(&far)         | 2
            p(bp)           | 2
            p(nullptr)      | 3
            t(1)            | 1
            t(1.0f)         | 2
            t(c)            | 2
            t(ip)           | 3
            t<int>(1)       | 2
            u(1)            | 1
            u(to)           | 1
            u(ip)           | 2
            w(fl)           | 2
            w(l)            | 1
            """)
    void theBestConversionWins(String call, int size) {
        if (call.equals("p(nullptr)")) {
            assertTrue(diagnose(DECLARED + "static_assert(sizeof(p(nullptr)), \"\");")
                    .contains("ambiguous"));
            return;
        }
        if (call.equals("u(to)")) {
            analyse(DECLARED + "static_assert(sizeof(u(to)) == 2, \"\");");
            return;
        }
        analyse(DECLARED + "static_assert(sizeof(" + call + ") == " + size + ", \"\");");
    }

    @Test
    void tiesAreAnError() {
        String said = diagnose(DECLARED + "static_assert(sizeof(f(l)) == 1, \"\");");
        assertTrue(said.contains("call to 'f' is ambiguous for arguments (long)"), said);
        assertTrue(said.contains("candidate: char (&f(int))[1]"), said);
    }

    @Test
    void theUsersFunctionHidesTheLibrarysOfTheSameSignature() {
        analyse("""
                __device__ char (&min(int, int))[3];
                static_assert(sizeof(min(1, 2)) == 3, "");
                static_assert(sizeof(min(1.0, 2.0)) == 8, "");
                """);
    }

    @Test
    void operatorsOnTheLibrarysTypesAreFoundFromAnywhere() {
        analyse("""
                __device__ float4 operator+(float4 a, float4 b) { a.x += b.x; return a; }
                namespace deep { namespace er { __device__ float4 twice(float4 v) { return v + v; } } }
                __global__ void k(float4 *v) { v[0] = deep::er::twice(v[1]); }
                """);
    }

    @Test
    void enumsAreComparedAsNumbersBesideClassesThatNumbersConvertTo() {
        analyse("""
                struct Real { __device__ Real(int) {} __device__ Real(double) {} };
                struct Whole { __device__ Whole(int) {} };
                __device__ bool operator==(const Real &, const Real &) { return false; }
                __device__ bool operator==(const Whole &, const Whole &) { return false; }
                enum Order { ROWS, COLUMNS }; enum class Hue { RED, BLUE };
                __device__ int operator==(Hue, int) { return 7; }
                __global__ void k(int *out, Order o) { out[0] = o == ROWS; static_assert(sizeof(Hue::RED == 1) == 4, ""); }
                """);
    }

    @Test
    void aTemplatesDefaultsNeedNotBeWrittenToBeDeduced() {
        analyse("""
                typedef char (&R1)[1]; typedef char (&R2)[2];
                template <typename U, int N, typename T, typename L = void, typename M = T> struct F {};
                template <int N, typename T> R1 f(F<int, N, T> &, T); template <int N, typename T> R2 f(const F<int, N, T, char> &, T);
                extern F<int, 4, float> plain; extern F<int, 4, float, char> odd;
                static_assert(sizeof(f(plain, 1.0f)) == 1 && sizeof(f(odd, 1.0f)) == 2, "");
                """);
        assertTrue(diagnose("""
                template <typename T, typename L = void> struct F {};
                template <typename T> int f(F<T> &);
                extern F<int, char> odd;
                static_assert(sizeof(f(odd)) == 4, "");
                """).contains("no match"));
    }

    @Test
    void argumentsBringTheirNamespaces() {
        analyse("""
                namespace a { struct T { int v; }; __device__ int get(T t) { return t.v; } __device__ T operator*(T t, int k) { return {t.v * k}; } }
                __global__ void k(int *out) { a::T t{3}; out[0] = get(t * 2); }
                """);
    }

    @Test
    void templatesAreDeduced() {
        analyse("""
                template <typename T, int N> __device__ constexpr int length(const T (&)[N]) { return N; }
                template <typename T> constexpr T largest(T a, T b) { return a < b ? b : a; }
                template <typename T, typename... R> constexpr T total(T first, R... rest) {
                    if constexpr (sizeof...(rest) == 0) return first; else return first + total(rest...);
                }
                template <typename... A> constexpr auto folded(A... a) { return (a + ...); }
                template <bool B, typename T = void> struct enable_if {}; template <typename T> struct enable_if<true, T> { using type = T; };
                template <typename T> struct is_pointer { static constexpr bool value = false; };
                template <typename T> struct is_pointer<T *> { static constexpr bool value = true; };
                template <typename T> constexpr typename enable_if<is_pointer<T>::value, int>::type kind(T) { return 1; }
                template <typename T> constexpr typename enable_if<!is_pointer<T>::value, int>::type kind(T) { return 2; }
                template <int N> struct Fib { static constexpr int value = Fib<N - 1>::value + Fib<N - 2>::value; };
                template <> struct Fib<0> { static constexpr int value = 0; }; template <> struct Fib<1> { static constexpr int value = 1; };
                template <template <class> class C, class T> constexpr T inner(C<T> c) { return c.v; }
                template <class T> struct Box { T v; };
                constexpr float table[7] = {1};
                static_assert(length(table) == 7 && largest(2, 3) == 3 && largest<double>(1, 2.5) == 2.5, "");
                static_assert(total(1, 2, 3) == 6 && folded(1, 2.5) == 3.5, "");
                static_assert(kind(1) == 2 && kind((int *)nullptr) == 1 && Fib<20>::value == 6765, "");
                static_assert(inner(Box<int>{4}) == 4, "");
                """);
    }

    @Test
    void conversionsDefinedOutsideTheirClassAreToldApart() {
        analyse("""
                struct H {
                    unsigned short bits;
                    H() = default;
                    __device__ H(float f);
                    __device__ operator float() const;
                    __device__ explicit operator bool() const;
                };
                __device__ H::H(float f) { bits = (unsigned short)f; }
                __device__ H::operator float() const { return bits; }
                __device__ H::operator bool() const { return bits != 0; }
                __device__ H operator+(const H &a, const H &b) { return H((float)a + (float)b); }
                __global__ void k(H *h, float *f, int n) {
                    H a = h[0], b = 1.5f;
                    if (a) f[0] = a;
                    h[1] = a + b;
                    h[2] = 4.0f;
                    f[1] = n > 2 ? a : b;
                    __shared__ H tile[32];
                    tile[n] = h[n];
                }
                """);
    }

    @Test
    void groupsOfThreadsCanBeWrittenAsClassTemplates() {
        analyse("""
                namespace cg {
                struct block { __device__ static unsigned rank() { return threadIdx.x; } };
                namespace details { template <unsigned N> struct base { static constexpr unsigned lanes = N; }; }
                template <unsigned N, typename Parent = block> class tile : public details::base<N> {
                    unsigned rank_;
                    using own = details::base<N>;
                    template <unsigned M, typename P> friend class tile;
                public:
                    __device__ tile(const block &b) : rank_(b.rank() / N) {}
                    template <unsigned M, typename P> __device__ tile(const tile<M, P> &o) : rank_(o.rank_ * M / N) {}
                    __device__ static constexpr unsigned size() { return own::lanes; }
                    template <typename T> __device__ T down(T v, unsigned d) const { return __shfl_down_sync(~0u, v, d, N); }
                };
                template <unsigned N, typename G> __device__ tile<N, G> partition(const G &g) { return tile<N, G>(g); }
                }
                template <typename G> __device__ int sum(const G &g, int v) {
                    for (unsigned d = g.size() / 2; d > 0; d /= 2) v += g.down(v, d);
                    return v;
                }
                __global__ void k(int *out) {
                    cg::block b;
                    cg::tile<32> warp = cg::partition<32>(b);
                    auto octet = cg::partition<8>(warp);
                    out[threadIdx.x] = sum(warp, 1) + sum(octet, 2) + decltype(octet)::size();
                }
                """);
    }
}
