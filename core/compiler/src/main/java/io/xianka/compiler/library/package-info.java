/**
 * The device library: what CUDA's headers and libdevice give a kernel without being asked. It is written in CUDA C, in
 * the resource files of this package; {@link io.xianka.compiler.library.DeviceLibrary} finds and parses what a program
 * names.
 */
package io.xianka.compiler.library;
