package io.xianka.diagnosis.facts;

/**
 * A package of a Python installation that is of NVIDIA's or needs CUDA.
 *
 * @param folder the site-packages it lies in, with the home folder written {@code ~}
 * @param name {@code nvidia-cudnn-cu12}, {@code torch}
 * @param version {@code 9.1.0.70}, {@code 2.11.0+cu128}
 */
public record Wheel(String folder, String name, String version) {}
