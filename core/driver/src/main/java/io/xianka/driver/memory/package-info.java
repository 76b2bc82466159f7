/**
 * The one door to raw memory of this process, for the rooms whose generated code computes addresses: this room alone may call
 * restricted methods and native code. Exported to the emulator and the tensors only. Open {@link AddressSpace}; {@link NativeHeap}
 * is where such memory comes from.
 */
package io.xianka.driver.memory;
