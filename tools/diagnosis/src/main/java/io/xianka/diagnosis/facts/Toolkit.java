package io.xianka.diagnosis.facts;

/**
 * A CUDA toolkit.
 *
 * @param path its folder
 * @param version {@code 12.8.1}
 * @param chosen whether CUDA_HOME, CUDA_PATH or the first nvcc on the PATH is in it
 * @param hasCompiler whether nvcc is in it
 */
public record Toolkit(String path, Fact<String> version, boolean chosen, Fact<Boolean> hasCompiler) {}
