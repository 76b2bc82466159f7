/**
 * Compiled code kept on disk between runs. Start at {@link io.xianka.compiler.cache.CompileCache}. What a key must cover
 * is decided by who asks; here a key is only a hash.
 */
package io.xianka.compiler.cache;
