/** The PTX language as records. */
package io.xianka.ptx;
