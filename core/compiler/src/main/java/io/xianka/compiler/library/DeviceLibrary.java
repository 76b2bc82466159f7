package io.xianka.compiler.library;

import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceFile;
import io.xianka.compiler.syntax.Declaration;
import io.xianka.compiler.syntax.LibraryNames;
import io.xianka.compiler.syntax.Parser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The declarations of the device library by name. The files are read and cut into declarations once a process; a
 * declaration is parsed when a program first names it, and its syntax tree serves all later programs.
 *
 * <p>Safe for use by several threads.
 */
public final class DeviceLibrary implements LibraryNames {
    private static final class Standard {
        static final DeviceLibrary INSTANCE = new DeviceLibrary(ownFiles());
    }

    private final Map<String, List<Part>> parts = new HashMap<>();
    private final Map<Part, List<Declaration>> parsed = new ConcurrentHashMap<>();
    private final Map<String, Map<String, Kind>> members = new ConcurrentHashMap<>();

    private DeviceLibrary(List<SourceFile> files) {
        for (SourceFile file : files) {
            index(file);
        }
    }

    /** The library that comes with the compiler. */
    public static DeviceLibrary standard() {
        return Standard.INSTANCE;
    }

    /** A library of the given files, for tests. */
    public static DeviceLibrary of(List<SourceFile> files) {
        return new DeviceLibrary(files);
    }

    private static List<SourceFile> ownFiles() {
        List<SourceFile> files = new ArrayList<>();
        for (String name : read("files.txt").lines().toList()) {
            if (!name.isBlank()) {
                files.add(SourceFile.of("xianka:" + name, read(name)));
            }
        }
        return files;
    }

    private static String read(String name) {
        try (InputStream in = DeviceLibrary.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the device library lacks the file " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void index(SourceFile file) {
        String text = file.text();
        int start = 0;
        while (start < text.length()) {
            int blank = text.indexOf("\n\n", start);
            int end = blank < 0 ? text.length() : blank + 1;
            for (Part part : Part.named(file, start, end)) {
                parts.computeIfAbsent(part.name(), n -> new ArrayList<>(2)).add(part);
            }
            start = end;
            while (start < text.length() && text.charAt(start) == '\n') {
                start++;
            }
        }
    }

    /** All names declared outside namespaces. */
    public Set<String> names() {
        return parts.keySet();
    }

    /** The declarations of a name: all overloads of a function, all openings of a namespace; empty if unknown. */
    public List<Declaration> declarations(String name) {
        List<Part> found = parts.get(name);
        if (found == null) {
            return List.of();
        }
        if (found.size() == 1) {
            return parse(found.getFirst());
        }
        List<Declaration> all = new ArrayList<>();
        for (Part part : found) {
            all.addAll(parse(part));
        }
        return all;
    }

    /** Two threads may parse the same part at once; the trees are alike, and the first one stays. */
    private List<Declaration> parse(Part part) {
        Part whole = part.whole();
        List<Declaration> known = parsed.get(whole);
        if (known != null) {
            return known;
        }
        Diagnostics diagnostics = new Diagnostics();
        List<Declaration> fresh = Parser.parsePart(whole.file(), whole.start(), whole.end(), this, diagnostics);
        if (diagnostics.hasErrors()) {
            throw new IllegalStateException("the device library does not parse:\n" + diagnostics.render());
        }
        List<Declaration> first = parsed.putIfAbsent(whole, fresh);
        return first == null ? fresh : first;
    }

    @Override
    public Kind kindOf(String name) {
        int colons = name.lastIndexOf("::");
        if (colons >= 0) {
            return members.computeIfAbsent(name.substring(0, colons), this::membersOf)
                    .getOrDefault(name.substring(colons + 2), Kind.NONE);
        }
        List<Part> found = parts.get(name);
        return found == null ? Kind.NONE : found.getFirst().kind();
    }

    private Map<String, Kind> membersOf(String namespace) {
        String[] path = namespace.split("::", -1);
        List<Part> at = parts.getOrDefault(path[0], List.of());
        for (int i = 1; ; i++) {
            List<Part> inner = new ArrayList<>();
            for (Part part : at) {
                if (part.kind() == Kind.NAMESPACE) {
                    inner.addAll(part.inner());
                }
            }
            if (i >= path.length) {
                return inner.stream().collect(Collectors.toMap(Part::name, Part::kind, (first, second) -> first));
            }
            String name = path[i];
            at = inner.stream().filter(part -> part.name().equals(name)).toList();
        }
    }
}
