package io.xianka.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.api.CompilationException;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.CompiledSource;
import io.xianka.driver.api.KernelSignature;
import io.xianka.driver.api.SourceDiagnostic;
import io.xianka.driver.api.SourceText;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole programs, of which only the kernels are compiled. */
class HostCodeTest {
    private static CompiledSource compile(String source) {
        return new CudaC(Optional::empty, Optional::empty)
                .compile(
                        SourceText.of("k.cu", source),
                        CompileOptions.DEFAULT.withCompiler(CompileOptions.Compiler.OWN));
    }

    private static String firstError(String source) {
        return assertThrows(CompilationException.class, () -> compile(source)).diagnostics().stream()
                .filter(one -> one.severity() == SourceDiagnostic.Severity.ERROR)
                .map(one -> one.line() + ": " + one.message())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void compilesTheKernelsOfAProgram() {
        CompiledSource code = compile("""
                #include <iostream>
                #include <vector>
                #include <chrono>
                #include <cublas_v2.h>
                #include <thrust/device_vector.h>
                #include "helper_cuda.h"
                using namespace std;
                using std::vector;
                typedef std::map<int, std::string> Names;
                using Table = std::unordered_map<int, float>;
                struct Options { std::string path; int n; };
                class Runner : public Base {
                    std::vector<float> data;
                public:
                    Runner(int n) : data(n) {}
                    virtual void run() = 0;
                    ~Runner() { data.clear(); }
                };
                vector<float> make(int n);
                static cudaStream_t stream;
                FILE *log_file = nullptr;
                std::ostream &operator<<(std::ostream &o, const float3 &f) { return o << f.x; }
                template <typename T> void read(std::istream *in, std::vector<T> *out);
                template <typename T> T read(std::istream *in);
                void trim(std::string *text);
                struct Scale {
                    float a;
                    Scale(float a) : a(a) {}
                    __device__ float operator()(float x) const { return a * x; }
                    void save(std::string file) { std::ofstream f(file); }
                };
                __global__ void scale(float *p, Scale f) { p[threadIdx.x] = f(p[threadIdx.x]); }
                int main(int argc, char **argv) {
                    thrust::device_vector<float> v(100);
                    auto twice = [=](int x) { return 2 * x; };
                    try { scale<<<1, 100>>>(raw(v), Scale(2)); } catch (...) { }
                    std::cout << "done" << std::endl;
                    return 0;
                }
                """);
        assertEquals(
                List.of("_Z5scalePf5Scale"),
                code.kernels().stream().map(KernelSignature::name).toList());
        assertEquals(1, code.warnings().size(), code.warnings().toString());
        SourceDiagnostic note = code.warnings().getFirst();
        assertEquals(SourceDiagnostic.Severity.NOTE, note.severity());
        assertTrue(note.message().startsWith("host code is left out: 'main', 'vector' (k.cu:8: "), note.message());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "struct O { std::string s; int n; }; __global__ void k(O o) { }"
                        + " | 1: 'O' is left out, since its declaration has an error: 'std' has no member 'string'",
                "pthread_t load(int); __global__ void k(int *p) { load(3); }"
                        + " | 1: 'load' is left out, since its declaration has an error: unknown type name 'pthread_t'",
                "typedef struct { FOO *x; } B; __global__ void k(int *p) { B b; }"
                        + " | 1: 'B' is left out, since its declaration has an error: unknown type name 'FOO'",
                "std::vector<int> v; __global__ void k(int *p) { *p = v[0]; }"
                        + " | 1: 'v' is left out, since its declaration has an error: 'std' has no member 'vector'",
                "int host(int x) { return x; } __global__ void k(int *p) { *p = host(1); }"
                        + " | 1: 'host' is a host function; add __device__ to call it from the device",
                "template <typename T> struct P : std::unique_ptr<T> { }; __global__ void k(int *p) { P<int> q; }"
                        + " | 1: 'std' has no member 'unique_ptr'",
                "class H { std::vector<int> v; }; __device__ int f(H *h) { return h->v; }"
                        + " | 1: 'H' is left out, since its declaration has an error: 'std' has no member 'vector'",
                "struct N; struct N { FOO f; float x; }; __global__ void k(N *n) { n->x = 1; }"
                        + " | 1: 'N' is left out, since its declaration has an error: unknown type name 'FOO'"
            })
    void saysWhyDeviceCodeCannotUseIt(String source, String message) {
        assertEquals(message, firstError(source));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "struct X { X x; }; __global__ void k() { }",
                "int x = ; __global__ void k() { }",
                "int main() { if (1) { return 0; __global__ void k() { }",
                "__globl__ void k(float *p) { *p = 1; }",
                "__device__ std::vector<int> v;",
                "__global__ void k(std::vector<int> v) { }",
                "struct S { __device__ int f() { return nope; } };"
            })
    void forgivesNoOtherMistake(String source) {
        assertThrows(CompilationException.class, () -> compile(source));
    }

    @Test
    void compilesKernelsAmongClassesOfTheHost() {
        CompiledSource code = compile("""
                #include <memory>
                #include <thrust/tuple.h>
                template <typename T> struct Ptr : public std::shared_ptr<T> { void reset(); };
                class Storage { public: Ptr<Storage> self; Storage(std::initializer_list<int> list); };
                template <typename T> class Matrix {
                public:
                    Matrix(std::initializer_list<T> list);
                    __host__ __device__ Matrix(T v) : v(v) {}
                    __host__ __device__ T get() const { return v; }
                    static std::string name();
                    T v;
                };
                template <typename T> Matrix<T>::Matrix(std::initializer_list<T> list) { for (T t : list) v += t; }
                template <typename T> __device__ void unused(T t) { boost::apply<T, 3>::run(t); }
                template <typename T> void launch(T *p, cudaStream_t stream);
                template void launch<float>(float *p, cudaStream_t stream);
                typedef void (*caller_t)(float *p, cudaStream_t stream);
                static const caller_t callers[] = {launch<float>};
                struct Context { float *p; cudaStream_t stream; cudaEvent_t done; };
                __global__ void k(Matrix<float> m, Context c, int n) {
                    auto t = thrust::make_tuple(n, 2.5f);
                    c.p[threadIdx.x] = m.get() + thrust::get<1>(t);
                }
                """);
        assertEquals(
                List.of("_Z1k6MatrixIfE7Contexti"),
                code.kernels().stream().map(KernelSignature::name).toList());
        assertEquals(24, code.kernels().getFirst().parameters().get(1).sizeBytes());
    }

    @Test
    void doesWithoutAnIncludeThatKernelsDoNotNeed() {
        CompiledSource code = compile("""
                #include "mylib/io.h"
                #ifndef GUARD_H
                #define GUARD_H
                #endif
                __global__ void k(float *p) { *p = 1; }
                int main() { return io(); }
                """);
        assertTrue(
                code.warnings().getFirst().message().startsWith("cannot find include file 'mylib/io.h'"),
                code.warnings().toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#include \"config.h\"\n__global__ void k(real *p) { *p = 1; }",
                "#include \"config.h\"\n#ifdef USE_FAST\n#endif\n__global__ void k(float *p) { *p = 1; }",
                "#include \"config.h\"\n#if WIDTH > 4\n#endif\n__global__ void k(float *p) { *p = 1; }",
                "#include \"config.h\"\n#ifndef N\n#define N 16\n#endif\n__global__ void k(float *p) { *p = N; }"
            })
    void refusesToGuessWhatAMissingIncludeDecides(String source) {
        assertTrue(firstError(source).startsWith("1: cannot find include file 'config.h'"), firstError(source));
    }
}
