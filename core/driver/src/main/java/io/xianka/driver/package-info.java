/** Operates a CUDA device. */
package io.xianka.driver;
