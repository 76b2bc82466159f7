package io.xianka.diagnosis.survey;

import io.xianka.diagnosis.facts.Fact;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A machine as files, variables and programs. Paths are absolute as the machine sees them; a root other than {@code /}
 * makes a folder stand for a machine.
 *
 * @param root what {@code /} is
 * @param environment variables of this process
 * @param commands how programs are started
 */
record Host(Path root, Map<String, String> environment, Commands commands) {
    private static final int FILE_BYTES_MAX = 16 << 20;
    private static final int ENTRIES_MAX = 20_000;

    static Host here() {
        return new Host(Path.of("/"), System.getenv(), Commands.here());
    }

    /** Whether this is the machine itself, not a folder that stands for one. */
    boolean isReal() {
        return root.equals(Path.of("/"));
    }

    Path at(String path) {
        return root.resolve(path.startsWith("/") ? path.substring(1) : path);
    }

    /** How the machine names a file below the root. */
    String nameOf(Path file) {
        return isReal() || !file.startsWith(root) ? file.toString() : "/" + root.relativize(file);
    }

    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }

    // ------------------------------------------------------------------ files

    Fact<byte[]> bytes(String path, int most) {
        try (InputStream content = Files.newInputStream(at(path))) {
            return Fact.of(content.readNBytes(most));
        } catch (IOException | InvalidPathException unreadable) {
            return Fact.unknown(why(path, unreadable));
        }
    }

    /** A file's text, without the zeros that end those of the device tree. */
    Fact<String> text(String path) {
        return bytes(path, FILE_BYTES_MAX)
                .map(content -> new String(content, StandardCharsets.UTF_8).replace("\0", ""));
    }

    /** A file's text without surrounding space. */
    Fact<String> word(String path) {
        return text(path).map(String::strip);
    }

    /** A file's text; empty when there is no such file. */
    Fact<Optional<String>> textIfThere(String path) {
        return ifThere(path, text(path));
    }

    private <T> Fact<Optional<T>> ifThere(String path, Fact<T> read) {
        return read.isKnown() || !Files.notExists(at(path)) ? read.map(Optional::of) : Fact.of(Optional.empty());
    }

    Fact<List<String>> lines(String path) {
        return text(path).map(text -> text.lines().toList());
    }

    Fact<Long> number(String path) {
        return word(path).isKnown()
                ? parse(path, word(path).orElse(""))
                : word(path).map(_ -> 0L);
    }

    /** A whole number in a text, or that it is none. */
    static Fact<Long> parse(String what, String text) {
        try {
            return Fact.of(Long.decode(text));
        } catch (NumberFormatException none) {
            return Fact.unknown(what + " is '" + text + "'");
        }
    }

    /** Names in a folder, sorted; empty when there is no such folder. */
    Fact<List<String>> names(String folder, String glob) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(at(folder), glob)) {
            for (Path entry : entries) {
                if (names.size() < ENTRIES_MAX) {
                    names.add(entry.getFileName().toString());
                }
            }
        } catch (NoSuchFileException | NotDirectoryException notThere) {
            return Fact.of(List.of());
        } catch (IOException | RuntimeException unreadable) {
            return Fact.unknown(why(folder, unreadable));
        }
        names.sort(Comparator.naturalOrder());
        return Fact.of(names);
    }

    /** Whether there is such a file; unknown where a folder above it keeps that secret. */
    Fact<Boolean> exists(String path) {
        try {
            Path file = at(path);
            if (Files.exists(file)) {
                return Fact.of(true);
            }
            return Files.notExists(file) || Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                    ? Fact.of(false)
                    : Fact.unknown(path + ": permission denied");
        } catch (InvalidPathException unusable) {
            return Fact.unknown(why(path, unusable));
        }
    }

    /** Whether any of these is there. */
    Fact<Boolean> anyExists(List<String> paths) {
        List<Fact<Boolean>> answers = paths.stream().map(this::exists).toList();
        return answers.stream()
                .filter(answer -> answer.is(true))
                .findFirst()
                .or(() -> answers.stream().filter(answer -> !answer.isKnown()).findFirst())
                .orElse(Fact.of(false));
    }

    /** The last name of what a link points to; empty when there is no such link. */
    Fact<Optional<String>> linkName(String path) {
        try {
            return Fact.of(
                    Optional.of(Files.readSymbolicLink(at(path)).getFileName().toString()));
        } catch (NoSuchFileException none) {
            return Fact.of(Optional.empty());
        } catch (IOException | RuntimeException unreadable) {
            return Fact.unknown(why(path, unreadable));
        }
    }

    /** A file with links resolved, links to absolute paths taken below the root. */
    Optional<String> real(String path) {
        try {
            Path file = at(path);
            for (int followed = 0; followed < 20 && Files.isSymbolicLink(file); followed++) {
                Path target = Files.readSymbolicLink(file);
                file = target.isAbsolute()
                        ? at(target.toString())
                        : file.resolveSibling(target).normalize();
            }
            return Files.exists(file) ? Optional.of(nameOf(isReal() ? file.toRealPath() : file)) : Optional.empty();
        } catch (IOException | InvalidPathException unreadable) {
            return Optional.empty();
        }
    }

    static String why(String path, Exception failure) {
        return path + ": "
                + switch (failure) {
                    case NoSuchFileException _ -> "no such file";
                    case AccessDeniedException _ -> "permission denied";
                    case FileSystemException other when other.getReason() != null -> other.getReason();
                    default -> failure.getClass().getSimpleName();
                };
    }
}
