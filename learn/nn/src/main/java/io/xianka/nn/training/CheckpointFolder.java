package io.xianka.nn.training;

import io.xianka.tensor.file.TensorFileException;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The checkpoints of one training, in {@code step-00000500} and its like. A checkpoint is written beside, brought to the disk, and renamed:
 * killed at any moment, or out of space, the last good one is there. The last few are kept.
 *
 * <p>One process at a time writes to a folder, and holds it until {@link #close}.
 */
public final class CheckpointFolder implements Closeable {
    private static final Pattern STEP = Pattern.compile("step-(\\d{8,18})");
    private static final Pattern LEFT_OVER = Pattern.compile("\\.step-\\d{8,18}\\.(part|old)");

    private final Path folder;
    private final int keep;
    private final FileChannel channel;

    private CheckpointFolder(Path folder, int keep, FileChannel channel) {
        this.folder = folder;
        this.keep = keep;
        this.channel = channel;
    }

    /**
     * Opens a folder to write to, made if there is none.
     *
     * @param keep the last so many checkpoints; older ones are deleted once a newer one is on the disk
     * @throws CheckpointException when it cannot be written to, or another process does
     */
    public static CheckpointFolder open(Path folder, int keep) {
        if (keep < 1) {
            throw new IllegalArgumentException("keep " + keep + " checkpoints; there is at least one");
        }
        try {
            Files.createDirectories(folder);
            FileChannel channel =
                    FileChannel.open(folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = tryLock(channel);
            if (lock == null) {
                channel.close();
                throw new CheckpointException(
                        folder, "another training writes to this folder; end that one, or choose another folder");
            }
            return new CheckpointFolder(folder, keep, channel);
        } catch (IOException e) {
            throw new CheckpointException(folder, "cannot be written to: " + reason(e) + "; choose another folder", e);
        }
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    /** {@return where the checkpoints are} */
    public Path folder() {
        return folder;
    }

    // ------------------------------------------------------------------ writing

    /**
     * Saves a training.
     *
     * @param properties what to say of model, data and options, for who goes on
     * @return the checkpoint's folder
     * @throws CheckpointException when it cannot be saved, with what is still there; nothing that was saved before is lost
     */
    public Path save(
            long step,
            long position,
            Map<String, String> properties,
            TrainingState state,
            TrainingCheckpoint.Attachments attachments) {
        String name = "step-%08d".formatted(step);
        Path part = folder.resolve("." + name + ".part");
        Path whole = folder.resolve(name);
        try {
            deleteLeftOver();
            Files.createDirectory(part);
            TrainingCheckpoint.write(part, step, position, properties, state, attachments);
            TrainingCheckpoint.force(part);
            if (Files.exists(whole)) {
                Files.move(whole, folder.resolve("." + name + ".old"), StandardCopyOption.ATOMIC_MOVE);
            }
            Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
            TrainingCheckpoint.force(folder);
            deleteOlder();
            deleteLeftOver();
            return whole;
        } catch (IOException | UncheckedIOException | TensorFileException e) {
            deleteQuietly(part);
            throw new CheckpointException(
                    whole,
                    "step " + step + " cannot be saved: " + reason(e)
                            + last(folder)
                                    .map(good -> "; step " + good.step() + " is saved in " + good.folder)
                                    .orElse("; nothing was saved before")
                            + "; make room or choose another folder",
                    e);
        }
    }

    private static String reason(Exception e) {
        Throwable cause = e instanceof IOException || e.getCause() == null ? e : e.getCause();
        return switch (cause) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "no folder can be made there";
            case FileAlreadyExistsException _ -> "a file is there";
            case FileSystemException file when file.getReason() != null -> file.getReason();
            default -> cause.getMessage() == null ? cause.toString() : cause.getMessage();
        };
    }

    private void deleteOlder() throws IOException {
        List<Saved> all = saved(folder);
        for (Saved old : all.subList(Math.min(keep, all.size()), all.size())) {
            // Renamed first: one that is half deleted must not look like a checkpoint.
            Path gone = folder.resolve("." + old.folder().getFileName() + ".old");
            Files.move(old.folder(), gone, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** What a killed process left. */
    private void deleteLeftOver() throws IOException {
        try (var entries = Files.list(folder)) {
            for (Path entry : entries.toList()) {
                if (LEFT_OVER.matcher(entry.getFileName().toString()).matches()) {
                    delete(entry);
                }
            }
        }
    }

    private static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        try (var entries = Files.walk(tree)) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        }
    }

    private static void deleteQuietly(Path tree) {
        try {
            delete(tree);
        } catch (IOException e) {
            // The next save tries again; the reason for this one is told.
        }
    }

    /** Lets others write to the folder. */
    @Override
    public void close() throws IOException {
        channel.close();
    }

    // ------------------------------------------------------------------ finding

    private record Saved(Path folder, long step) {}

    /** The newest first. */
    private static List<Saved> saved(Path folder) throws IOException {
        try (var entries = Files.list(folder)) {
            return entries.flatMap(entry -> {
                        Matcher matcher = STEP.matcher(entry.getFileName().toString());
                        return matcher.matches()
                                ? Optional.of(new Saved(entry, Long.parseLong(matcher.group(1)))).stream()
                                : Optional.<Saved>empty().stream();
                    })
                    .sorted(Comparator.comparingLong(Saved::step).reversed())
                    .toList();
        }
    }

    private static Optional<Saved> last(Path folder) {
        try {
            return saved(folder).stream().findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** {@return whether a folder holds a training's checkpoints} */
    public static boolean isUsed(Path folder) {
        return Files.isDirectory(folder) && last(folder).isPresent();
    }

    /**
     * Reads the last checkpoint of a training.
     *
     * @param path the training's folder, or one checkpoint in it
     * @throws CheckpointException when there is none, or it is damaged; the message names the one before it then
     */
    public static TrainingCheckpoint openLast(Path path) {
        Path one = path;
        List<Saved> all = List.of();
        try {
            if (Files.isDirectory(path) && !Files.exists(path.resolve(TrainingCheckpoint.TRAINING))) {
                all = saved(path);
                if (!all.isEmpty()) {
                    one = all.getFirst().folder();
                }
            }
        } catch (IOException e) {
            throw new CheckpointException(path, "cannot be read: " + reason(e), e);
        }
        try {
            return TrainingCheckpoint.open(one);
        } catch (CheckpointException damaged) {
            if (all.size() < 2) {
                throw damaged;
            }
            throw new CheckpointException(
                    damaged, "the one before it is " + all.get(1).folder());
        }
    }
}
