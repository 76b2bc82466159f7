package io.xianka.compiler.cache;

import io.xianka.driver.api.CompiledSource;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/**
 * A folder of compiled sources, one file an entry. Several threads and several processes may use it at once: entries are
 * written to a file of their own and renamed, and never changed. Those used longest ago are deleted when the folder grows
 * over its bound. A folder that cannot be used makes nothing fail: entries are then not found or not kept.
 *
 * <p>The folder is {@code $XDG_CACHE_HOME/xianka} or {@code ~/.cache/xianka}; the environment's {@code XIANKA_CACHE} or
 * the property {@code xianka.cache} names another, or says {@code off}. {@code XIANKA_CACHE_BYTES} or
 * {@code xianka.cache.bytes} sets the bound, 256 MiB unless told.
 */
public final class CompileCache {
    /** The bound unless told otherwise. */
    public static final long DEFAULT_MOST_BYTES = 256L << 20;

    private static final String SUFFIX = ".code";
    private static final String UNFINISHED = ".new";
    private static final int WRITES_BETWEEN_SWEEPS = 16;
    private static final Duration FRESH = Duration.ofMinutes(1);
    private static final Duration ABANDONED = Duration.ofHours(1);

    private final Path folder;
    private final long mostBytes;
    private final AtomicInteger writes = new AtomicInteger();
    private final AtomicLong bytesSinceSweep = new AtomicLong();
    private final AtomicReference<String> trouble = new AtomicReference<>();
    private volatile boolean troubled;

    private CompileCache(Path folder, long mostBytes) {
        this.folder = folder;
        this.mostBytes = mostBytes;
    }

    /** A cache in a folder, which is made at the first write. */
    public static CompileCache in(Path folder, long mostBytes) {
        return new CompileCache(folder, mostBytes);
    }

    /** The cache that properties and environment ask for; empty when they say off. */
    public static Optional<CompileCache> here() {
        return of(
                System.getenv(),
                System.getProperties().stringPropertyNames().stream()
                        .filter(name -> name.startsWith("xianka.") || name.equals("user.home"))
                        .collect(Collectors.toMap(name -> name, System::getProperty)));
    }

    static Optional<CompileCache> of(Map<String, String> environment, Map<String, String> properties) {
        String asked = properties.getOrDefault("xianka.cache", environment.getOrDefault("XIANKA_CACHE", ""));
        if (asked.equalsIgnoreCase("off")) {
            return Optional.empty();
        }
        String bound =
                properties.getOrDefault("xianka.cache.bytes", environment.getOrDefault("XIANKA_CACHE_BYTES", ""));
        long mostBytes = bound.matches("\\d{1,15}") ? Long.parseLong(bound) : DEFAULT_MOST_BYTES;
        try {
            Path folder;
            String caches = environment.getOrDefault("XDG_CACHE_HOME", "");
            if (!asked.isEmpty()) {
                folder = Path.of(asked);
            } else if (!caches.isEmpty() && Path.of(caches).isAbsolute()) {
                folder = Path.of(caches, "xianka");
            } else {
                String home = properties.getOrDefault("user.home", "");
                if (home.isEmpty() || home.equals("?")) {
                    return Optional.empty();
                }
                folder = Path.of(home, ".cache", "xianka");
            }
            return Optional.of(new CompileCache(folder, mostBytes));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    public Path folder() {
        return folder;
    }

    /** The entry of a key. A file that is not what was written is deleted and counts as absent. */
    public Optional<CompiledSource> find(String hash) {
        Path file = folder.resolve(hash + SUFFIX);
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException | OutOfMemoryError e) {
            return Optional.empty();
        }
        CompiledSource code = CachedCode.read(bytes);
        if (code == null) {
            delete(file);
            return Optional.empty();
        }
        markUsed(file);
        return Optional.of(code);
    }

    private static void markUsed(Path file) {
        try {
            Instant now = Instant.now();
            if (Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(FRESH))) {
                Files.setLastModifiedTime(file, FileTime.from(now));
            }
        } catch (IOException e) {
            // Read-only, or just deleted by another process: its age then stays as it is.
            return;
        }
    }

    /** Keeps an entry. */
    public void keep(String hash, CompiledSource code) {
        if (troubled) {
            return;
        }
        byte[] bytes = CachedCode.write(code);
        if (bytes.length > mostBytes) {
            return;
        }
        Path unfinished = null;
        try {
            Files.createDirectories(folder);
            unfinished = Files.createTempFile(folder, "entry", UNFINISHED);
            Files.write(unfinished, bytes);
            rename(unfinished, folder.resolve(hash + SUFFIX));
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            if (unfinished != null) {
                delete(unfinished);
            }
            troubled = true;
            trouble.set(reason(e));
            return;
        }
        long written = bytesSinceSweep.addAndGet(bytes.length);
        if (writes.getAndIncrement() % WRITES_BETWEEN_SWEEPS == 0 || written > mostBytes / 8) {
            bytesSinceSweep.set(0);
            sweep();
        }
    }

    private static String reason(Exception e) {
        String message = e.getMessage() == null ? "" : e.getMessage();
        return switch (e) {
            case AccessDeniedException denied -> "access denied: " + denied.getFile();
            case NoSuchFileException absent -> "it cannot be made";
            case FileAlreadyExistsException exists -> "not a folder: " + exists.getFile();
            case FileSystemException failed
            when failed.getReason() != null -> failed.getReason() + ": " + failed.getFile();
            default -> message.isEmpty() ? e.getClass().getSimpleName() : message;
        };
    }

    /** Why nothing can be kept, told once; empty when there is no trouble or it was told. */
    public Optional<String> takeTrouble() {
        String told = trouble.getAndSet(null);
        return told == null
                ? Optional.empty()
                : Optional.of("compiled code cannot be kept in " + folder + " (" + told
                        + "); XIANKA_CACHE names another folder, or says off");
    }

    private static void rename(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private record Aged(Path file, long bytes, Instant used) {}

    /** Deletes what was used longest ago until the rest is under three quarters of the bound, when it is over it. */
    void sweep() {
        List<Aged> entries = new ArrayList<>();
        long total = 0;
        Instant now = Instant.now();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                boolean unfinished = name.endsWith(UNFINISHED);
                if (!unfinished && !name.endsWith(SUFFIX)) {
                    continue;
                }
                Aged entry = aged(file);
                if (entry == null) {
                    continue;
                }
                if (unfinished) {
                    if (entry.used.isBefore(now.minus(ABANDONED))) {
                        delete(file);
                    }
                    continue;
                }
                entries.add(entry);
                total += entry.bytes;
            }
        } catch (IOException | DirectoryIteratorException e) {
            return;
        }
        if (total <= mostBytes) {
            return;
        }
        entries.sort(Comparator.comparing(Aged::used));
        long target = mostBytes - mostBytes / 4;
        for (Aged entry : entries) {
            if (total <= target) {
                return;
            }
            delete(entry.file);
            total -= entry.bytes;
        }
    }

    private static Aged aged(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new Aged(
                    file, attributes.size(), attributes.lastModifiedTime().toInstant());
        } catch (IOException e) {
            // Deleted by another process meanwhile.
            return null;
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (NoSuchFileException e) {
            return;
        } catch (IOException e) {
            // It stays, and is found wanting again next time.
            return;
        }
    }
}
