package io.xianka.driver.api;

/** A loaded module and what the assembler said about it; the log is empty for a cubin. */
public record LoadedImage(long module, String log) {}
