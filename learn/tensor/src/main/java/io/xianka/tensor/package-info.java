/** Tensors and what users do with them. */
package io.xianka.tensor;
