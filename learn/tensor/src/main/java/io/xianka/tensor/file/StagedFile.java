package io.xianka.tensor.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A file that is written beside its place and moved there when it is whole and on disk. Killed, or out of space, before that, what
 * stood there before still does; the part then left behind is named {@code .NAME.XXXXXXXX.part}.
 */
final class StagedFile implements Closeable {
    private static final int CHUNK_BYTES = 64 << 20;

    private final Path asked;
    private final Path target;
    private final Path part;
    private final FileChannel channel;
    private boolean published;

    StagedFile(Path path) {
        this.asked = path;
        if (Files.isDirectory(path)) {
            throw new TensorFileException(path, "is a folder; name a file in it");
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            // A move would put a file in place of /dev/null, for everybody.
            throw new TensorFileException(path, "is a pipe or a device; name a file");
        }
        try {
            // A link stays one: what it points to is replaced.
            this.target = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
            Path folder = target.getParent();
            if (!Files.isDirectory(folder)) {
                throw new TensorFileException(path, "there is no folder " + folder + "; create it first");
            }
            String random =
                    HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
            this.part = folder.resolve("." + target.getFileName() + "." + random + ".part");
            this.channel = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw TensorFileException.of("write", path, e);
        }
    }

    void write(byte[] bytes) throws IOException {
        writeAll(ByteBuffer.wrap(bytes));
    }

    void write(MemorySegment bytes) throws IOException {
        for (long from = 0; from < bytes.byteSize(); from += CHUNK_BYTES) {
            writeAll(bytes.asSlice(from, Math.min(CHUNK_BYTES, bytes.byteSize() - from))
                    .asByteBuffer());
        }
    }

    private void writeAll(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    OutputStream stream() {
        return Channels.newOutputStream(channel);
    }

    /** Puts the file in its place. */
    void publish() throws IOException {
        channel.force(true);
        channel.close();
        if (Files.exists(target)) {
            var before = Files.getFileAttributeView(target, PosixFileAttributeView.class);
            if (before != null) {
                Files.setPosixFilePermissions(part, before.readAttributes().permissions());
            }
        }
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        published = true;
    }

    /** Drops what was not published. */
    @Override
    public void close() {
        if (published) {
            return;
        }
        try {
            channel.close();
            Files.deleteIfExists(part);
        } catch (IOException e) {
            throw TensorFileException.of("write", asked, e);
        }
    }
}
