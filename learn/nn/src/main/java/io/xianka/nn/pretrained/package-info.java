/**
 * Models as others publish them: GPT-2's and LLaMA's weights in safetensors files under Hugging Face's names, with their {@code
 * config.json}. Open {@link io.xianka.nn.pretrained.Pretrained}.
 *
 * <p>The models are in {@link io.xianka.nn}, the file format in {@link io.xianka.tensor.file}; nothing here reaches a network.
 */
package io.xianka.nn.pretrained;
