/**
 * Tensors in files, both ways: {@link io.xianka.tensor.file.Npy} (one array), {@link io.xianka.tensor.file.Npz} (an archive of arrays),
 * {@link io.xianka.tensor.file.Safetensors} (the weights of a model, mapped into memory, also in shards). Start at the class of your
 * format; what it believes of a file is decided in NpyHeader and SafetensorsHeader.
 *
 * <p>Files are strangers. What a header claims is held against the file's size before anything is allocated, nothing in a file is
 * evaluated, and whatever is wrong with one is a {@link io.xianka.tensor.file.TensorFileException}. Files are written beside their
 * place (StagedFile) and moved there whole.
 *
 * <p>Not here: how elements reach a device (package execution), pickled checkpoints (never read), what the tensors of a model mean.
 */
package io.xianka.tensor.file;
