/**
 * Which card to get: the catalogue of cards, what work needs, and cards ranked for it.
 *
 * <p>Start at {@link io.xianka.diagnosis.advise.GpuCatalogue} for figures of cards. Facts about the machine at hand live
 * elsewhere in this room; nothing here asks a device.
 */
package io.xianka.diagnosis.advise;
