package io.xianka.diagnosis.facts;

import java.util.Optional;

/**
 * Another framework on this program's class or module path.
 *
 * @param name {@code DJL}, {@code ONNX Runtime}, {@code TensorFlow-Java}
 * @param version of its jar
 * @param cudaBuild whether its jar with GPU support is there
 * @param error what asking it raised; empty when it answered
 */
public record JavaFramework(String name, Fact<String> version, Fact<Boolean> cudaBuild, Fact<Optional<String>> error) {}
