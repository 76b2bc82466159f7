/** Benchmarks. */
package io.xianka.bench;
