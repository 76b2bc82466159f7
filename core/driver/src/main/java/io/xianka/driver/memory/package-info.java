/**
 * The one door to raw memory, for the emulator: this room alone may call restricted methods. Exported to the emulator
 * room only. Open {@link AddressSpace}.
 */
package io.xianka.driver.memory;
