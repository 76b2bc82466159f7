package io.xianka.compiler.preprocessor;

import io.xianka.compiler.source.SourceFile;
import io.xianka.compiler.source.Utf8Text;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds what {@code #include} names: files beside the including one (for quotes), then our own headers, then the given
 * texts, then the {@code -I} folders in order.
 *
 * @param folders the {@code -I} folders
 * @param texts headers held in memory, by the name an include gives
 */
public record Headers(List<Path> folders, Map<String, String> texts) {
    private static final String OWN = "/io/xianka/compiler/include/";
    private static final int MOST_BYTES = 64 << 20;

    private static final Map<String, String> OWN_TEXTS = new ConcurrentHashMap<>();

    public Headers {
        folders = List.copyOf(folders);
        texts = Map.copyOf(texts);
    }

    public static Headers none() {
        return new Headers(List.of(), Map.of());
    }

    /**
     * A header found.
     *
     * @param name as shown to the user
     * @param key the same for the same text, whatever way it was found
     */
    record Found(String name, String key, String text) {}

    /** The file exists but does not serve; the message says why. */
    static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1;

        Unreadable(String message) {
            super(message);
        }
    }

    /** The header, or null when there is none. */
    Found find(String name, boolean quoted, SourceFile from) throws Unreadable {
        if (name.isEmpty()) {
            return null;
        }
        if (quoted) {
            Found beside = read(beside(from, name));
            if (beside != null) {
                return beside;
            }
        }
        String own = own(name);
        if (own != null) {
            return new Found("<" + name + ">", "<" + name + ">", own);
        }
        String text = texts.get(name);
        if (text != null) {
            return new Found(name, name, text);
        }
        for (Path folder : folders) {
            Found found = read(resolve(folder, name));
            if (found != null) {
                return found;
            }
        }
        return HostHeaders.has(name) ? new Found("<" + name + ">", "<" + name + ">", "") : null;
    }

    private static Path beside(SourceFile from, String name) {
        try {
            Path file = Path.of(from.name());
            return file.resolveSibling(name);
        } catch (InvalidPathException e) {
            return resolve(Path.of(""), name);
        }
    }

    private static Path resolve(Path folder, String name) {
        try {
            return folder.resolve(name);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private static Found read(Path path) throws Unreadable {
        if (path == null || !Files.exists(path) || Files.isDirectory(path)) {
            return null;
        }
        try {
            if (!Files.isRegularFile(path)) {
                throw new Unreadable("'" + path + "' is not a regular file");
            }
            if (Files.size(path) > MOST_BYTES) {
                throw new Unreadable(
                        "'" + path + "' has " + Files.size(path) + " bytes; at most " + MOST_BYTES + " are read");
            }
            String text = Utf8Text.decode(Files.readAllBytes(path));
            return new Found(path.toString(), path.toRealPath().toString(), text);
        } catch (Utf8Text.MalformedUtf8 e) {
            throw new Unreadable("'" + path + "' is " + e.getMessage());
        } catch (IOException e) {
            throw new Unreadable("cannot read '" + path + "': " + e.getMessage());
        }
    }

    private static String own(String name) {
        String known = OWN_TEXTS.get(name);
        if (known != null || name.startsWith("/") || name.contains("..") || name.contains("\\")) {
            return known;
        }
        try (InputStream in = Headers.class.getResourceAsStream(OWN + name)) {
            if (in == null) {
                return null;
            }
            String text = Utf8Text.decode(in.readAllBytes());
            OWN_TEXTS.put(name, text);
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Utf8Text.MalformedUtf8 e) {
            throw new IllegalStateException("own header " + name + " is " + e.getMessage(), e);
        }
    }
}
