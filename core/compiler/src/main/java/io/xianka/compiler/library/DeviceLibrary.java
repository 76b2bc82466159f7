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
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The declarations of the device library by name. The files are read and cut into declarations once a process; a
 * declaration is parsed when a program first names it, and its syntax tree serves all later programs.
 *
 * <p>Not every program sees every file; {@code files.txt} says which, see {@link #behind}.
 *
 * <p>Safe for use by several threads.
 */
public final class DeviceLibrary implements LibraryNames {
    private static final int STANDARD_ARCHITECTURE = 90;

    private static final class Standard {
        static final DeviceLibrary WHOLE = ownFiles();
        static final DeviceLibrary INSTANCE =
                WHOLE.without(visibility -> !visibility.fits(false, STANDARD_ARCHITECTURE));
    }

    private final Map<String, List<Part>> parts;
    private final Map<Part, List<Declaration>> parsed;
    private final Map<String, Map<String, Kind>> members;
    private final Map<SourceFile, Visibility> files;
    /** The library with nothing hidden, by which declarations are parsed. */
    private final DeviceLibrary whole;

    private final Set<SourceFile> hidden;

    private DeviceLibrary(Map<SourceFile, Visibility> files) {
        this.parts = new HashMap<>();
        this.parsed = new ConcurrentHashMap<>();
        this.members = new ConcurrentHashMap<>();
        this.files = files;
        this.whole = this;
        this.hidden = Set.of();
        // On several cores: opening and scanning them all is a good part of a process' first compilation.
        files.keySet().parallelStream().map(DeviceLibrary::partsOf).forEachOrdered(found -> {
            for (Part part : found) {
                parts.computeIfAbsent(part.name(), _ -> new ArrayList<>(2)).add(part);
            }
        });
    }

    private DeviceLibrary(DeviceLibrary whole, Set<SourceFile> hidden) {
        this.parts = whole.parts;
        this.parsed = whole.parsed;
        this.members = whole.members;
        this.files = whole.files;
        this.whole = whole;
        this.hidden = hidden;
    }

    /** The library that comes with the compiler, with the files of all headers, as sm_90 sees it. */
    public static DeviceLibrary standard() {
        return Standard.INSTANCE;
    }

    /** A library of the given files, for tests. */
    public static DeviceLibrary of(List<SourceFile> files) {
        Map<SourceFile, Visibility> visible = new LinkedHashMap<>();
        files.forEach(file -> visible.put(file, Visibility.of(List.of())));
        return new DeviceLibrary(visible);
    }

    /**
     * Whether single precision {@code asm} of that file takes part in flushing subnormals: it does in the library, where
     * it stands for what other compilers know by themselves, but not in the functions of 16-bit floats.
     */
    public static boolean isFlushable(SourceFile file) {
        Visibility visibility = Standard.WHOLE.files.get(file);
        return visibility != null && visibility.headers().isEmpty();
    }

    private static DeviceLibrary ownFiles() {
        List<List<String>> lines = read("files.txt")
                .lines()
                .map(line -> List.of(line.strip().split(" +", -1)))
                .toList();
        List<SourceFile> texts = lines.parallelStream()
                .map(List::getFirst)
                .map(name -> SourceFile.of("xianka:" + name, read(name)))
                .toList();
        Map<SourceFile, Visibility> files = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            files.put(
                    texts.get(i),
                    Visibility.of(lines.get(i).subList(1, lines.get(i).size())));
        }
        return new DeviceLibrary(files);
    }

    /**
     * What a program sees.
     *
     * @param included the headers that it includes, named as in {@code <cuda_fp16.h>}
     * @param architecture such as 90
     */
    public DeviceLibrary behind(Collection<String> included, boolean fastMath, int architecture) {
        return without(visibility -> !visibility.isIncluded(included) || !visibility.fits(fastMath, architecture));
    }

    private DeviceLibrary without(Predicate<Visibility> isHidden) {
        return new DeviceLibrary(
                whole,
                files.entrySet().stream()
                        .filter(file -> isHidden.test(file.getValue()))
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet()));
    }

    /** The header that a program lacks which names this, or null when that is not the reason. */
    public String missingHeader(String name) {
        for (Part part : parts.getOrDefault(name, List.of()).reversed()) {
            List<String> headers = files.get(part.file()).headers();
            if (hidden.contains(part.file()) && !headers.isEmpty()) {
                return headers.getFirst();
            }
        }
        return null;
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

    private static List<Part> partsOf(SourceFile file) {
        List<Part> found = new ArrayList<>();
        String text = file.text();
        int start = 0;
        while (start < text.length()) {
            int blank = text.indexOf("\n\n", start);
            int end = blank < 0 ? text.length() : blank + 1;
            found.addAll(Part.named(file, start, end));
            start = end;
            while (start < text.length() && text.charAt(start) == '\n') {
                start++;
            }
        }
        return found;
    }

    /** All names declared outside namespaces that a program sees. */
    public Set<String> names() {
        return parts.keySet().stream().filter(name -> !visible(name).isEmpty()).collect(Collectors.toSet());
    }

    /** The declarations of a name: all overloads of a function, all openings of a namespace; empty if unknown. */
    public List<Declaration> declarations(String name) {
        List<Part> found = visible(name);
        if (found.size() == 1) {
            return parse(found.getFirst());
        }
        List<Declaration> all = new ArrayList<>();
        for (Part part : found) {
            all.addAll(parse(part));
        }
        return all;
    }

    private List<Part> visible(String name) {
        List<Part> found = parts.getOrDefault(name, List.of());
        boolean isForAll = true;
        boolean isReplaced = false;
        for (Part part : found) {
            boolean isSeen = !hidden.contains(part.file());
            isForAll &= isSeen;
            isReplaced |= isSeen && files.get(part.file()).fastMath();
        }
        if (isForAll && !isReplaced) {
            return found;
        }
        boolean replaced = isReplaced;
        return found.stream()
                .filter(part -> !hidden.contains(part.file()))
                .filter(part -> !replaced || files.get(part.file()).fastMath())
                .toList();
    }

    /** Two threads may parse the same part at once; the trees are alike, and the first one stays. */
    private List<Declaration> parse(Part part) {
        Part text = part.whole();
        List<Declaration> known = parsed.get(text);
        if (known != null) {
            return known;
        }
        Diagnostics diagnostics = new Diagnostics();
        List<Declaration> fresh = Parser.parsePart(text.file(), text.start(), text.end(), whole, diagnostics);
        if (diagnostics.hasErrors()) {
            throw new IllegalStateException("the device library does not parse:\n" + diagnostics.render());
        }
        List<Declaration> first = parsed.putIfAbsent(text, fresh);
        return first == null ? fresh : first;
    }

    @Override
    public Kind kindOf(String name) {
        int colons = name.lastIndexOf("::");
        if (colons >= 0) {
            String namespace = name.substring(0, colons);
            String member = name.substring(colons + 2);
            Kind kind = members.computeIfAbsent(namespace, this::membersOf).getOrDefault(member, Kind.NONE);
            // Namespace std holds the names of C's library, too.
            boolean standard = namespace.equals("std") || namespace.endsWith("::std");
            return kind == Kind.NONE && standard ? kindOf(member) : kind;
        }
        List<Part> found = visible(name);
        return found.isEmpty() ? Kind.NONE : found.getFirst().kind();
    }

    private Map<String, Kind> membersOf(String namespace) {
        String[] path = namespace.split("::", -1);
        List<Part> at = parts.getOrDefault(path[0], List.of());
        for (int i = 1; ; i++) {
            List<Part> inner = new ArrayList<>();
            for (Part part : at) {
                if (part.kind() == Kind.NAMESPACE) {
                    String target = part.aliasOf();
                    inner.addAll(target == null ? part.inner() : within(parts.getOrDefault(target, List.of())));
                }
            }
            if (i >= path.length) {
                return inner.stream().collect(Collectors.toMap(Part::name, Part::kind, (first, second) -> first));
            }
            String name = path[i];
            at = inner.stream().filter(part -> part.name().equals(name)).toList();
        }
    }

    private static List<Part> within(List<Part> namespaces) {
        return namespaces.stream().flatMap(part -> part.inner().stream()).toList();
    }
}
