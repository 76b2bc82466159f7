package io.xianka.tensor.file;

import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * NumPy's files of one array, {@code .npy}: {@code Tensor a = Npy.load(Path.of("a.npy"))}, {@code Npy.save(path, a)}.
 *
 * <p>Read are versions 1.0 to 3.0, both byte orders, C's and Fortran's order of axes. bfloat16, which NumPy itself has not, is the
 * {@code '<V2'} that ml_dtypes makes of it, both ways; in Python, {@code numpy.load(path).view(ml_dtypes.bfloat16)}. Other types of
 * elements, pickled objects and records among them, are refused, and so are bytes after the array.
 *
 * <p>Threads may call both at once. What is wrong with a file is a {@link TensorFileException}.
 */
public final class Npy {
    private Npy() {}

    /** {@return the array in a file, on {@link Device#current()}} */
    public static Tensor load(Path path) {
        return load(path, Device.current());
    }

    /**
     * The array in a file.
     *
     * @throws TensorFileException when there is no such file, or what it holds is not one array of numbers
     */
    public static Tensor load(Path path, Device device) {
        try (InputFile file = InputFile.open(path);
                Arena arena = Arena.ofConfined()) {
            var header = NpyHeader.read(path, file.stream());
            header.checkBytes(path, file.size() - header.length());
            return tensor(path, header, file.map(header.length(), arena), arena, device);
        } catch (IOException e) {
            throw TensorFileException.of("read", path, e);
        }
    }

    static Tensor tensor(Object where, NpyHeader header, MemorySegment bytes, Arena arena, Device device) {
        MemorySegment elements = header.bigEndian() ? Elements.swap(bytes, header.type(), arena) : bytes;
        if (!header.fortranOrder() || header.shape().rank() < 2) {
            return Elements.upload(where, elements, header.shape(), header.type(), device);
        }
        // In Fortran's order lie the elements of the array with its axes reversed, in C's order.
        int rank = header.shape().rank();
        long[] sizes = new long[rank];
        int[] axes = new int[rank];
        for (int axis = 0; axis < rank; axis++) {
            sizes[axis] = header.shape().size(rank - 1 - axis);
            axes[axis] = rank - 1 - axis;
        }
        return Elements.upload(where, elements, Shape.of(sizes), header.type(), device)
                .permute(axes);
    }

    /**
     * Writes a tensor, computed if need be, with the same bytes as {@code numpy.save}; nothing is added to the name. The file appears
     * whole or not at all; one that stood there is replaced.
     *
     * @throws TensorFileException when the file cannot be written
     */
    public static void save(Path path, Tensor tensor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment elements = Elements.download(tensor, arena);
            try (var file = new StagedFile(path)) {
                file.write(NpyHeader.write(tensor.dtype(), tensor.shape()));
                file.write(elements);
                file.publish();
            } catch (IOException e) {
                throw TensorFileException.of("write", path, e);
            }
        }
    }
}
