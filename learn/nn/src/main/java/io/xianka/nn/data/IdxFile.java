package io.xianka.nn.data;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * An array in the format of the MNIST files (IDX): images and labels, compressed by gzip or not.
 *
 * @param shape of all, examples first
 * @param data the elements, row-major, native-endian
 */
public record IdxFile(Path file, Shape shape, DType dtype, MemorySegment data) {
    private static final int GZIP = 0x1f8b;

    /**
     * Reads a whole file.
     *
     * @throws DataException when it cannot be read, is no IDX file, is cut off or goes on after its end
     */
    public static IdxFile read(Path file) {
        if (Files.isDirectory(file)) {
            throw new DataException(file, "is a folder; name a file in it");
        }
        try (DataInputStream in = open(file)) {
            return read(file, in);
        } catch (EOFException | ZipException e) {
            throw new DataException(file, "is cut off or damaged: " + e.getMessage() + "; get it again");
        } catch (IOException e) {
            throw DataException.of(file, e);
        }
    }

    private static DataInputStream open(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        in.mark(2);
        int magic = in.read() << 8 | in.read();
        in.reset();
        return new DataInputStream(magic == GZIP ? new GZIPInputStream(in, 1 << 16) : in);
    }

    private static IdxFile read(Path file, DataInputStream in) throws IOException {
        if (in.readUnsignedShort() != 0) {
            throw new DataException(file, "is no IDX file: it starts otherwise than with two zero bytes");
        }
        int code = in.readUnsignedByte();
        DType dtype = switch (code) {
            case 0x08 -> DType.UINT8;
            case 0x09 -> DType.INT8;
            case 0x0B -> DType.INT16;
            case 0x0C -> DType.INT32;
            case 0x0D -> DType.FLOAT32;
            case 0x0E -> DType.FLOAT64;
            default -> throw new DataException(file, "is no IDX file: there is no type of number %d".formatted(code));
        };
        long[] sizes = new long[in.readUnsignedByte()];
        long elements = 1;
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = in.readInt();
            if (sizes[i] < 0 || elements * Math.max(1, sizes[i]) * dtype.bytes() > Integer.MAX_VALUE - 8) {
                throw new DataException(
                        file, "is damaged, or larger than 2 GB: its sizes are " + Arrays.toString(sizes));
            }
            elements *= sizes[i];
        }
        int expected = (int) (elements * dtype.bytes());
        byte[] bytes = in.readNBytes(expected);
        if (bytes.length < expected) {
            throw new DataException(
                    file,
                    "is cut off: shape " + Shape.of(sizes) + " needs " + expected + " bytes, there are " + bytes.length
                            + "; get it again");
        }
        if (in.read() >= 0) {
            throw new DataException(file, "goes on after the " + expected + " bytes of shape " + Shape.of(sizes));
        }
        if (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN) {
            reverse(bytes, dtype.bytes());
        }
        return new IdxFile(file, Shape.of(sizes), dtype, MemorySegment.ofArray(bytes));
    }

    /** Turns each element round: the file is big-endian. */
    private static void reverse(byte[] bytes, int size) {
        for (int from = 0; from < bytes.length; from += size) {
            for (int i = 0; i < size / 2; i++) {
                byte low = bytes[from + i];
                bytes[from + i] = bytes[from + size - 1 - i];
                bytes[from + size - 1 - i] = low;
            }
        }
    }

    /** {@return all elements as a tensor} */
    public Tensor tensor(Device device) {
        return Tensor.of(data, shape, dtype, device);
    }
}
