/**
 * CUDA C++ to PTX.
 *
 * <p>{@link io.xianka.compiler.CudaC} is all that other rooms see; they find it through
 * {@link io.xianka.driver.api.KernelCompiler}. Behind it the text walks through the hidden packages in this order:
 * {@code source} (text, spans, diagnostics), {@code lexer}, {@code preprocessor}, {@code syntax} (tree and parser),
 * {@code semantics} (names, types, overloads) with {@code typed} (what it makes) and {@code library} (CUDA's functions and
 * types, written in CUDA C), {@code lowering} (to the records of the PTX room). {@code cache} keeps results on disk, and
 * {@code nvrtc} is the other way. Start at {@code OwnCompiler}, which calls them one after the other.
 */
package io.xianka.compiler;
