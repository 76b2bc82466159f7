package io.xianka.compiler.semantics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.compiler.library.DeviceLibrary;
import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceFile;
import io.xianka.compiler.syntax.LibraryNames.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The device library's index, and that all of the library passes semantics. */
class LibraryIndexTest {

    @Test
    void everyFunctionOfTheLibraryIsWellTyped() {
        everyFunctionIsWellTyped(DeviceLibrary.standard());
    }

    @Test
    void everyFunctionOfOlderArchitecturesAndFastMathIsWellTyped() {
        everyFunctionIsWellTyped(DeviceLibrary.standard().behind(List.of("<cuda_fp16.h>", "<cuda_bf16.h>"), true, 80));
    }

    private static void everyFunctionIsWellTyped(DeviceLibrary library) {
        Diagnostics diagnostics = new Diagnostics();
        Analysis analysis = new Analysis(library, diagnostics);
        int functions = 0;
        for (String name : library.names()) {
            Symbol symbol = analysis.lookup.own(analysis.library, name);
            assertNotNull(symbol, name);
            if (symbol instanceof Symbol.Functions overloads) {
                for (FunctionSymbol function : overloads.all) {
                    if (!function.isTemplate()) {
                        analysis.functions.function(function);
                        analysis.functions.demand(function, function.span());
                        functions++;
                    }
                }
            }
        }
        analysis.functions.drain();
        assertEquals("", diagnostics.render());
        assertTrue(functions > 1000, functions + " functions");
    }

    @Test
    void namesAreFoundWhateverDeclaresThem() {
        DeviceLibrary library = DeviceLibrary.of(List.of(SourceFile.of("test.cuh", """
                // A header comment.

                // Sum (of two).
                __device__ __forceinline__ int sum(int a, int b) {
                    return a + b;
                }

                template <typename T, int N = (3 > 2)> __device__ T first(T (&v)[N]) {
                    return v[0];
                }

                __device__ const float __xk_table[3] = {1.0f, 2.0f, 3.0f};

                struct __align__(8) pair {
                    int x, y;
                };

                template <typename T> struct box {
                    T v;
                };

                enum color { red, green = 3 };

                enum class shade : int { dark };

                typedef unsigned int word;

                using real = double;

                __device__ pair operator+(pair a, pair b) {
                    return a;
                }

                namespace groups {
                struct block {
                    __device__ int size() const { return 1; }
                };
                template <int N> struct tile {
                    int v;
                };
                __device__ inline block this_block() { return block(); }
                namespace inner { struct deep { int v; }; }
                }
                """)));
        assertEquals(Kind.VALUE, library.kindOf("sum"));
        assertEquals(Kind.VALUE_TEMPLATE, library.kindOf("first"));
        assertEquals(Kind.VALUE, library.kindOf("__xk_table"));
        assertEquals(Kind.TYPE, library.kindOf("pair"));
        assertEquals(Kind.TYPE_TEMPLATE, library.kindOf("box"));
        assertEquals(Kind.TYPE, library.kindOf("color"));
        assertEquals(Kind.VALUE, library.kindOf("green"));
        assertEquals(Kind.NONE, library.kindOf("dark"));
        assertEquals(Kind.TYPE, library.kindOf("shade"));
        assertEquals(Kind.TYPE, library.kindOf("word"));
        assertEquals(Kind.TYPE, library.kindOf("real"));
        assertEquals(Kind.VALUE, library.kindOf("operator+"));
        assertEquals(Kind.NAMESPACE, library.kindOf("groups"));
        assertEquals(Kind.TYPE, library.kindOf("groups::block"));
        assertEquals(Kind.TYPE_TEMPLATE, library.kindOf("groups::tile"));
        assertEquals(Kind.VALUE, library.kindOf("groups::this_block"));
        assertEquals(Kind.TYPE, library.kindOf("groups::inner::deep"));
        assertEquals(Kind.NONE, library.kindOf("Sum"));
        assertEquals(1, library.declarations("sum").size());
        assertEquals(List.of(), library.declarations("absent"));
    }

    @Test
    void severalThreadsShareTheLibrary() throws Exception {
        Callable<String> compile = () -> SemanticsFixture.diagnose("""
                __global__ void k(float *v, double *w) {
                    v[0] = sinf(v[1]) + powf(v[2], v[3]) + erff(v[4]); w[0] = exp(w[1]) * cos(w[2]);
                    atomicAdd(v, __shfl_down_sync(~0u, v[5], 1)); v[6] = make_float4(1, 2, 3, 4).w;
                }
                """);
        try (var pool = Executors.newFixedThreadPool(4)) {
            List<Future<String>> results = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                results.add(pool.submit(compile));
            }
            for (Future<String> result : results) {
                assertEquals("", result.get());
            }
        }
    }
}
