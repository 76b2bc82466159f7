package io.xianka.tensor.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A regular file that is open for reading; its size is known before anything of it is believed. */
final class InputFile implements Closeable {
    private final Path path;
    private final FileChannel channel;
    private final long size;

    private InputFile(Path path, FileChannel channel, long size) {
        this.path = path;
        this.channel = channel;
        this.size = size;
    }

    static InputFile open(Path path) {
        checkRegular(path);
        FileChannel channel = null;
        try {
            channel = FileChannel.open(path, StandardOpenOption.READ);
            return new InputFile(path, channel, channel.size());
        } catch (IOException e) {
            if (channel != null) {
                closeQuietly(channel, e);
            }
            throw TensorFileException.of("read", path, e);
        }
    }

    /** Opening a pipe would wait for a writer, and a folder has no size to hold a header against. */
    static void checkRegular(Path path) {
        if (Files.isRegularFile(path)) {
            return;
        }
        if (Files.isDirectory(path)) {
            throw new TensorFileException(path, "is a folder, not a file; name a file in it");
        }
        if (Files.exists(path)) {
            throw new TensorFileException(path, "is a pipe or a device; copy what it gives into a file first");
        }
        throw new TensorFileException(
                path, "there is no such file, seen from " + Path.of("").toAbsolutePath() + "; check the path");
    }

    private static void closeQuietly(FileChannel channel, IOException because) {
        try {
            channel.close();
        } catch (IOException e) {
            because.addSuppressed(e);
        }
    }

    Path path() {
        return path;
    }

    /** In bytes. */
    long size() {
        return size;
    }

    /** From the first byte on, and once only. */
    InputStream stream() {
        return Channels.newInputStream(channel);
    }

    /** {@return bytes that the caller knows to be in the file} */
    byte[] read(long from, int count) {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        try {
            while (bytes.hasRemaining()) {
                if (channel.read(bytes, from + bytes.position()) < 0) {
                    throw new TensorFileException(path, "became shorter while it was read; read it again");
                }
            }
        } catch (IOException e) {
            throw TensorFileException.of("read", path, e);
        }
        return bytes.array();
    }

    /** {@return the file's bytes from one on to its end, in memory that is filled when looked at} */
    MemorySegment map(long from, Arena arena) {
        try {
            return channel.map(FileChannel.MapMode.READ_ONLY, from, size - from, arena);
        } catch (IOException e) {
            throw TensorFileException.of("map", path, e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw TensorFileException.of("close", path, e);
        }
    }
}
