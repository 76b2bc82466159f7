/**
 * Text for models, and from them. {@link io.xianka.nn.text.Tokenizer} turns text to numbers and back: by characters ({@link
 * io.xianka.nn.text.CharacterTokenizer}), or as GPT-2 does ({@link io.xianka.nn.text.GptTokenizer}). {@link
 * io.xianka.nn.text.Generation} lets a model write. Open {@code Generation} first.
 *
 * <p>Models themselves are in {@link io.xianka.nn}; text files and batches for training are no business of this package.
 */
package io.xianka.nn.text;
