package io.xianka.tensor.file;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * NumPy's archives of named arrays, {@code .npz}: all at once by {@link #load}, or one by one:
 *
 * <pre>{@code
 * try (Npz archive = Npz.open(Path.of("data.npz"))) {
 *     Tensor images = archive.tensor("images");
 * }
 * }</pre>
 *
 * <p>Names are those given to {@code numpy.savez}, without {@code .npy}. An archive is refused as a whole when a name stands twice or is
 * a path, when arrays lie over one another, or when inflating would take more than {@link #open(Path, long) a limit}; an array when its
 * bytes are not those the archive's checksum was made of, or are not what {@link Npy} reads.
 *
 * <p>Threads may share one. What is wrong with a file is a {@link TensorFileException}.
 */
public final class Npz implements AutoCloseable {
    private static final long ALWAYS_ALLOWED_BYTES = 1L << 30;
    private static final long USUAL_RATIO = 100;

    /** Deflate makes at most 258 bytes of 2 bits. */
    private static final long HIGHEST_RATIO = 1032;

    private static final int CHUNK_BYTES = 1 << 16;
    private static final String SUFFIX = ".npy";

    private final Path path;
    private final ZipFile archive;
    private final Map<String, ZipEntry> members;

    private Npz(Path path, ZipFile archive, Map<String, ZipEntry> members) {
        this.path = path;
        this.archive = archive;
        this.members = members;
    }

    // ------------------------------------------------------------------ reading

    /** {@return all arrays of an archive, in its order, on {@link Device#current()}} */
    public static Map<String, Tensor> load(Path path) {
        return load(path, Device.current());
    }

    /** {@return all arrays of an archive, in its order} */
    public static Map<String, Tensor> load(Path path, Device device) {
        try (Npz archive = open(path)) {
            Map<String, Tensor> tensors = new LinkedHashMap<>();
            archive.names().forEach(name -> tensors.put(name, archive.tensor(name, device)));
            return Collections.unmodifiableMap(tensors);
        }
    }

    /**
     * Opens an archive; its arrays are read when asked for. Together they may inflate to 1 GiB, or to 100 times the file's size where
     * that is more.
     *
     * @throws TensorFileException when there is no such file or it is no archive of arrays
     */
    public static Npz open(Path path) {
        InputFile.checkRegular(path);
        long size = path.toFile().length();
        return open(
                path, Math.max(ALWAYS_ALLOWED_BYTES, size > Long.MAX_VALUE / USUAL_RATIO ? size : USUAL_RATIO * size));
    }

    /**
     * Opens an archive of which one knows how large its arrays are.
     *
     * @param maxBytes what they may inflate to, together
     * @throws TensorFileException when there is no such file or it is no archive of arrays
     */
    public static Npz open(Path path, long maxBytes) {
        InputFile.checkRegular(path);
        ZipFile archive;
        try {
            archive = new ZipFile(path.toFile());
        } catch (IOException | IllegalArgumentException e) {
            throw new TensorFileException(path, "is no .npz archive: " + e.getMessage() + "; get it again", e);
        }
        try {
            return new Npz(path, archive, members(path, archive, maxBytes));
        } catch (TensorFileException e) {
            try {
                archive.close();
            } catch (IOException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
    }

    private static Map<String, ZipEntry> members(Path path, ZipFile archive, long maxBytes) {
        Map<String, ZipEntry> members = new LinkedHashMap<>();
        long packed = 0;
        long inflated = 0;
        for (ZipEntry member : Collections.list(archive.entries())) {
            String file = member.getName();
            String name = file.endsWith(SUFFIX) ? file.substring(0, file.length() - SUFFIX.length()) : file;
            checkName(path, name);
            if (members.put(name, member) != null) {
                throw new TensorFileException(
                        path,
                        "two arrays have the name " + TensorFileException.quote(name) + "; write the archive again");
            }
            boolean stored = member.getMethod() == ZipEntry.STORED;
            long size = member.getSize();
            long packedSize = member.getCompressedSize();
            if (size < 0 || packedSize < 0 || (stored ? size != packedSize : size / HIGHEST_RATIO > packedSize)) {
                throw new TensorFileException(
                        path,
                        "claims that " + TensorFileException.quote(name) + " has " + size + " bytes, packed into "
                                + packedSize + "; the archive is damaged");
            }
            packed = saturatedSum(packed, packedSize);
            inflated = saturatedSum(inflated, size);
        }
        if (packed > path.toFile().length()) {
            throw new TensorFileException(
                    path,
                    "its arrays lie over one another, as in a zip bomb: " + packed + " bytes in a file of "
                            + path.toFile().length() + "; do not use it");
        }
        if (inflated > maxBytes) {
            throw new TensorFileException(
                    path,
                    "would inflate to " + inflated + " bytes, allowed are " + maxBytes
                            + "; if that is what it should hold, " + "Npz.open(path, maxBytes) with a higher limit");
        }
        return members;
    }

    private static long saturatedSum(long left, long right) {
        return left > Long.MAX_VALUE - right ? Long.MAX_VALUE : left + right;
    }

    private static void checkName(Path path, String name) {
        if (!isPlain(name)) {
            throw new TensorFileException(
                    path,
                    "holds the name " + TensorFileException.quote(name)
                            + ", which is a path; names of arrays are plain");
        }
    }

    /** {@return whether a name is one step, and no step up} */
    static boolean isPlain(String name) {
        return !name.isEmpty()
                && !name.equals(".")
                && !name.equals("..")
                && name.chars().noneMatch(c -> c == '/' || c == '\\' || c == 0);
    }

    /** {@return the names, in the archive's order} */
    public Set<String> names() {
        return Collections.unmodifiableSet(members.keySet());
    }

    /** {@return the shape of an array, of which only the header is read} */
    public Shape shape(String name) {
        return header(name).shape();
    }

    /** {@return the type of an array's elements; only its header is read} */
    public DType dtype(String name) {
        return header(name).type();
    }

    private NpyHeader header(String name) {
        ZipEntry member = member(name);
        try (InputStream bytes = stream(member)) {
            return NpyHeader.read(where(name), bytes);
        } catch (IOException e) {
            throw damaged(name, e);
        }
    }

    /** {@return an array, on {@link Device#current()}} */
    public Tensor tensor(String name) {
        return tensor(name, Device.current());
    }

    /**
     * Reads an array.
     *
     * @throws IllegalArgumentException when there is none of this name
     * @throws IllegalStateException after {@link #close}
     * @throws TensorFileException when its bytes are damaged or no array of numbers
     */
    public Tensor tensor(String name, Device device) {
        ZipEntry member = member(name);
        String where = where(name);
        try (InputStream packed = stream(member);
                var bytes = new CheckedInputStream(packed, new CRC32());
                Arena arena = Arena.ofConfined()) {
            var header = NpyHeader.read(where, bytes);
            header.checkBytes(where, member.getSize() - header.length());
            MemorySegment elements = arena.allocate(header.bytes(), 64);
            fill(where, elements, bytes);
            if (bytes.getChecksum().getValue() != member.getCrc()) {
                throw new TensorFileException(where, "the checksum is that of other bytes; get the file again");
            }
            return Npy.tensor(where, header, elements, arena, device);
        } catch (IOException e) {
            throw damaged(name, e);
        }
    }

    private static void fill(String where, MemorySegment elements, InputStream bytes) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        long at = 0;
        for (int count; (count = bytes.read(chunk)) >= 0; at += count) {
            if (count > elements.byteSize() - at) {
                throw new TensorFileException(where, "is longer than the archive says; get the file again");
            }
            MemorySegment.copy(MemorySegment.ofArray(chunk), 0, elements, at, count);
        }
        if (at < elements.byteSize()) {
            throw new TensorFileException(where, "is shorter than the archive says; get the file again");
        }
    }

    private InputStream stream(ZipEntry member) throws IOException {
        try {
            InputStream stream = archive.getInputStream(member);
            if (stream == null) {
                throw new IOException("the archive's directory does not lead to it");
            }
            return stream;
        } catch (IllegalStateException closed) {
            throw new IllegalStateException(path + " was closed before its " + member.getName() + " was read", closed);
        }
    }

    private ZipEntry member(String name) {
        ZipEntry member = members.get(name);
        if (member == null) {
            throw new IllegalArgumentException(path + ": there is no array " + TensorFileException.quote(name)
                    + "; there are " + members.keySet());
        }
        return member;
    }

    private String where(String name) {
        return path + ", array " + TensorFileException.quote(name);
    }

    private TensorFileException damaged(String name, IOException cause) {
        return new TensorFileException(
                where(name), "is damaged: " + cause.getMessage() + "; get the file again", cause);
    }

    /** Closes the file. Tensors read from it stay. */
    @Override
    public void close() {
        try {
            archive.close();
        } catch (IOException e) {
            throw TensorFileException.of("close", path, e);
        }
    }

    // ------------------------------------------------------------------ writing

    /** Writes tensors under the names {@code arr_0}, {@code arr_1} and so on, as {@code numpy.savez} does. */
    public static void save(Path path, Tensor... tensors) {
        save(path, numbered(tensors));
    }

    /**
     * Writes named tensors, computed if need be, as {@code numpy.savez} does: stored, not deflated. The file appears whole or not at
     * all; one that stood there is replaced. The same tensors make the same bytes.
     *
     * @throws IllegalArgumentException when a name is a path
     * @throws TensorFileException when the file cannot be written
     */
    public static void save(Path path, Map<String, Tensor> tensors) {
        write(path, tensors, ZipEntry.STORED);
    }

    /** Writes tensors under the names {@code arr_0}, {@code arr_1} and so on, as {@code numpy.savez_compressed} does. */
    public static void saveCompressed(Path path, Tensor... tensors) {
        saveCompressed(path, numbered(tensors));
    }

    /** As {@link #save(Path, Map)}, deflated as {@code numpy.savez_compressed} does. */
    public static void saveCompressed(Path path, Map<String, Tensor> tensors) {
        write(path, tensors, ZipEntry.DEFLATED);
    }

    private static Map<String, Tensor> numbered(Tensor... tensors) {
        Map<String, Tensor> named = new LinkedHashMap<>();
        for (Tensor tensor : tensors) {
            named.put("arr_" + named.size(), tensor);
        }
        return named;
    }

    private static void write(Path path, Map<String, Tensor> tensors, int method) {
        for (String name : tensors.keySet()) {
            if (!isPlain(name)) {
                throw new IllegalArgumentException(
                        "save: the name " + TensorFileException.quote(name) + " is a path; names of arrays are plain");
            }
        }
        Tensor.realise(tensors.values().toArray(Tensor[]::new));
        try (var file = new StagedFile(path)) {
            // Not closed on failure: what a closing stream would add, the dropped file needs not.
            var archive = new ZipOutputStream(new BufferedOutputStream(file.stream(), CHUNK_BYTES));
            for (Map.Entry<String, Tensor> named : tensors.entrySet()) {
                writeMember(archive, named.getKey(), named.getValue(), method);
            }
            archive.finish();
            archive.flush();
            file.publish();
        } catch (IOException e) {
            throw TensorFileException.of("write", path, e);
        }
    }

    private static void writeMember(ZipOutputStream archive, String name, Tensor tensor, int method)
            throws IOException {
        byte[] header = NpyHeader.write(tensor.dtype(), tensor.shape());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment elements = Elements.download(tensor, arena);
            var member = new ZipEntry(name + SUFFIX);
            member.setMethod(method);
            // The first that a zip archive knows, as NumPy's: the same arrays make the same file.
            member.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
            if (method == ZipEntry.STORED) {
                member.setSize(header.length + elements.byteSize());
                member.setCompressedSize(header.length + elements.byteSize());
                member.setCrc(checksum(header, elements));
            }
            archive.putNextEntry(member);
            archive.write(header);
            byte[] chunk = new byte[CHUNK_BYTES];
            for (long at = 0; at < elements.byteSize(); at += CHUNK_BYTES) {
                int count = (int) Math.min(CHUNK_BYTES, elements.byteSize() - at);
                MemorySegment.copy(elements, at, MemorySegment.ofArray(chunk), 0, count);
                archive.write(chunk, 0, count);
            }
            archive.closeEntry();
        }
    }

    private static long checksum(byte[] header, MemorySegment elements) {
        var checksum = new CRC32();
        checksum.update(header);
        for (long at = 0; at < elements.byteSize(); at += CHUNK_BYTES) {
            ByteBuffer chunk = elements.asSlice(at, Math.min(CHUNK_BYTES, elements.byteSize() - at))
                    .asByteBuffer();
            checksum.update(chunk);
        }
        return checksum.getValue();
    }
}
