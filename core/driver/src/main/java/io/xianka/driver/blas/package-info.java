/**
 * Products of matrices by the processor's BLAS, called natively; exported to the tensors, which know where a library lies. Open
 * {@link Blas}.
 */
package io.xianka.driver.blas;
