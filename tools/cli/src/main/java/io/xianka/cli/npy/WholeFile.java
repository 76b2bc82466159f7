package io.xianka.cli.npy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Writes a file so that its name never holds half of it: the contents go beside it and are moved there. What is no
 * regular file (a pipe, a device) is written as it stands, and a link keeps pointing where it points.
 */
public final class WholeFile {

    /** Writes the contents of one file. */
    public interface Contents {
        /** Writes everything, from the start of the channel. */
        void write(FileChannel channel) throws IOException;
    }

    private WholeFile() {}

    /**
     * Null when a file can be written here, else why not and what to do.
     */
    public static String refusal(Path file) {
        if (Files.isDirectory(file)) {
            return file + ": is a folder; name a file in it";
        }
        var folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return file + ": the folder " + folder + " does not exist; make it first";
        }
        boolean present = Files.exists(file);
        if (present ? !Files.isWritable(file) : !Files.isWritable(folder)) {
            return file + ": cannot be written; name a file that you may write";
        }
        return null;
    }

    /** Writes a file, whole or not at all. */
    public static void write(Path file, Contents contents) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                contents.write(channel);
            }
            return;
        }
        var target = Files.exists(file) ? file.toRealPath() : file;
        var fresh = target.resolveSibling(
                "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        try {
            try (var channel = FileChannel.open(fresh, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
                contents.write(channel);
            }
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
