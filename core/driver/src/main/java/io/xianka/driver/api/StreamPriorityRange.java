package io.xianka.driver.api;

/** Stream priorities of a context: a lower number is more urgent. */
public record StreamPriorityRange(int least, int greatest) {}
