/** A CUDA driver inside the JVM. */
package io.xianka.emulator;
