package io.xianka.tensor.file;

import static io.xianka.tensor.file.GoldenFiles.holdsOnly;
import static io.xianka.tensor.file.GoldenFiles.read;
import static io.xianka.tensor.file.GoldenFiles.refused;
import static io.xianka.tensor.file.GoldenFiles.write;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagedFileTest {
    private static final byte[] OLD = {1, 2, 3};
    private static final byte[] NEW = {4, 5};

    @TempDir
    Path folder;

    @Test
    void appearsWhenItIsWhole() throws IOException {
        Path path = folder.resolve("a");
        try (var file = new StagedFile(path)) {
            file.write(NEW);
            assertTrue(Files.notExists(path));
            file.publish();
        }
        assertArrayEquals(NEW, read(path));
        holdsOnly(folder, "a");
    }

    @Test
    void leavesTheOldFileWhenWritingStops() throws IOException {
        Path path = write(folder.resolve("a"), OLD);
        try (var file = new StagedFile(path)) {
            file.write(NEW);
        }
        assertArrayEquals(OLD, read(path));
        holdsOnly(folder, "a");
    }

    @Test
    void keepsPermissionsAndLinks() throws IOException {
        Path path = write(folder.resolve("a"), OLD);
        Path link = Files.createSymbolicLink(folder.resolve("b"), path.getFileName());
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r-----"));
        try (var file = new StagedFile(link)) {
            file.write(NEW);
            file.publish();
        }
        assertArrayEquals(NEW, read(path));
        assertTrue(Files.isSymbolicLink(link));
        assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
    }

    @Test
    void refusesPlacesThatCannotBeWritten() {
        refused(folder, "is a folder", () -> new StagedFile(folder).close());
        Path lost = folder.resolve("none").resolve("a");
        refused(lost, "there is no folder " + folder.resolve("none"), () -> new StagedFile(lost).close());
    }

    @Test
    void leavesPipesAndDevicesAlone() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        refused(pipe, "is a pipe or a device", () -> new StagedFile(pipe).close());
        assertTrue(Files.readAttributes(pipe, BasicFileAttributes.class).isOther());
        holdsOnly(folder, "pipe");
    }

    @Test
    void saysWhatTheSystemSaid() {
        Path path = folder.resolve("a");
        refused(path, "no permission to read it as user " + System.getProperty("user.name"), () -> {
            throw TensorFileException.of("read", path, new AccessDeniedException(path.toString()));
        });
        refused(path, "cannot write it: No space left on device", () -> {
            throw TensorFileException.of("write", path, new FileSystemException("x", null, "No space left on device"));
        });
        refused(path, "cannot write it: No space left on device; what stood there before is unchanged", () -> {
            throw TensorFileException.of("write", path, new IOException("No space left on device"));
        });
    }
}
