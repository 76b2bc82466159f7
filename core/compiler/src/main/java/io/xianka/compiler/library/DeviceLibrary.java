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
 * <p>Some files belong to headers ({@code files.txt} says so): a program sees them when it includes one of those, see
 * {@link #behind}.
 *
 * <p>Safe for use by several threads.
 */
public final class DeviceLibrary implements LibraryNames {
    /** Stands for a header that is included under that option. */
    public static final String FAST_MATH = "-use_fast_math";

    private static final class Standard {
        static final DeviceLibrary WHOLE = ownFiles();
        static final DeviceLibrary INSTANCE =
                WHOLE.without(file -> WHOLE.headers.get(file).contains(FAST_MATH));
    }

    private final Map<String, List<Part>> parts;
    private final Map<Part, List<Declaration>> parsed;
    private final Map<String, Map<String, Kind>> members;
    /** The headers of the files that belong to some. */
    private final Map<SourceFile, List<String>> headers;
    /** The library with nothing hidden, by which declarations are parsed. */
    private final DeviceLibrary whole;

    private final Set<SourceFile> hidden;

    private DeviceLibrary(Map<SourceFile, List<String>> headers) {
        this.parts = new HashMap<>();
        this.parsed = new ConcurrentHashMap<>();
        this.members = new ConcurrentHashMap<>();
        this.headers = headers;
        this.whole = this;
        this.hidden = Set.of();
        headers.keySet().forEach(this::index);
    }

    private DeviceLibrary(DeviceLibrary whole, Set<SourceFile> hidden) {
        this.parts = whole.parts;
        this.parsed = whole.parsed;
        this.members = whole.members;
        this.headers = whole.headers;
        this.whole = whole;
        this.hidden = hidden;
    }

    /** The library that comes with the compiler, with the files of all headers. */
    public static DeviceLibrary standard() {
        return Standard.INSTANCE;
    }

    /** A library of the given files, for tests. */
    public static DeviceLibrary of(List<SourceFile> files) {
        Map<SourceFile, List<String>> headers = new LinkedHashMap<>();
        files.forEach(file -> headers.put(file, List.of()));
        return new DeviceLibrary(headers);
    }

    /**
     * Whether single precision {@code asm} of that file takes part in flushing subnormals: it does in the library, where
     * it stands for what other compilers know by themselves, but not in the functions of 16-bit floats.
     */
    public static boolean isFlushable(SourceFile file) {
        List<String> headers = Standard.WHOLE.headers.get(file);
        return headers != null && (headers.isEmpty() || headers.contains(FAST_MATH));
    }

    private static DeviceLibrary ownFiles() {
        Map<SourceFile, List<String>> files = new LinkedHashMap<>();
        for (String line : read("files.txt").lines().toList()) {
            List<String> words = List.of(line.strip().split(" +", -1));
            String name = words.getFirst();
            files.put(SourceFile.of("xianka:" + name, read(name)), words.subList(1, words.size()));
        }
        return new DeviceLibrary(files);
    }

    /**
     * What a program sees.
     *
     * @param included the headers that it includes, named as in {@code <cuda_fp16.h>}, and {@link #FAST_MATH} where it
     *     is compiled so
     */
    public DeviceLibrary behind(Collection<String> included) {
        return without(file -> {
            List<String> names = headers.get(file);
            return !names.isEmpty()
                    && names.stream()
                            .noneMatch(name -> included.contains(name.startsWith("-") ? name : "<" + name + ">"));
        });
    }

    private DeviceLibrary without(Predicate<SourceFile> isHidden) {
        return new DeviceLibrary(
                whole, headers.keySet().stream().filter(isHidden).collect(Collectors.toSet()));
    }

    /** The header that a program lacks which names this, or null when that is not the reason. */
    public String missingHeader(String name) {
        for (Part part : parts.getOrDefault(name, List.of()).reversed()) {
            String header =
                    hidden.contains(part.file()) ? headers.get(part.file()).getFirst() : FAST_MATH;
            if (!header.equals(FAST_MATH)) {
                return header;
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
        if (found.stream().allMatch(part -> headers.get(part.file()).isEmpty())) {
            return found;
        }
        List<Part> seen =
                found.stream().filter(part -> !hidden.contains(part.file())).toList();
        List<Part> replacing = seen.stream()
                .filter(part -> headers.get(part.file()).contains(FAST_MATH))
                .toList();
        return replacing.isEmpty() ? seen : replacing;
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
