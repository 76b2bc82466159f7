/**
 * Checks the kernels that JUnit tests launch. Start at {@link io.xianka.junit.CheckKernels}.
 *
 * <p>What does not live here: the checks ({@code core/emulator}).
 */
package io.xianka.junit;
