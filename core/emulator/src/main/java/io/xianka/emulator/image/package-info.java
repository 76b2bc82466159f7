/**
 * A kernel as loaded: its PTX, and where its variables lie. Both executors start from a {@link KernelImage}.
 *
 * <p>What does not live here: running it (the interpreter and translator packages), and the memory of global variables, whose
 * addresses the loader passes in.
 */
package io.xianka.emulator.image;
