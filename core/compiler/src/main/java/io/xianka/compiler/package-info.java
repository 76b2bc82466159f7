/** Compiles CUDA C to PTX. */
package io.xianka.compiler;
