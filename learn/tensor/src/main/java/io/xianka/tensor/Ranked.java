package io.xianka.tensor;

/**
 * Elements picked along an axis, and where they were.
 *
 * @param values the elements
 * @param indices their places on the axis, int64, of the same shape
 */
public record Ranked(Tensor values, Tensor indices) {}
