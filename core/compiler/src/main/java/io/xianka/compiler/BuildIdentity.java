package io.xianka.compiler;

import io.xianka.compiler.cache.CacheKey;
import io.xianka.ptx.PtxModule;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Which build of the compiler this is, so that code of another build is not taken from the cache: size and time of the
 * jars that hold this room, its library included, and the PTX room; of their files where they are folders of classes.
 */
final class BuildIdentity {
    private static final class Holder {
        static final String IDENTITY = compute();
    }

    private BuildIdentity() {}

    static String of() {
        return Holder.IDENTITY;
    }

    private static String compute() {
        CacheKey key = new CacheKey("build");
        for (Class<?> part : List.of(BuildIdentity.class, PtxModule.class)) {
            key.addAll(facts(part));
        }
        return key.hash();
    }

    private static List<String> facts(Class<?> part) {
        List<String> facts = new ArrayList<>();
        CodeSource code = part.getProtectionDomain().getCodeSource();
        if (code == null || code.getLocation() == null) {
            facts.add(Runtime.version().toString());
            return facts;
        }
        try {
            URI location = code.getLocation().toURI();
            facts.add(location.toString());
            if (location.getScheme().equals("file")) {
                Files.walkFileTree(Path.of(location), new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        facts.add(file + " " + attributes.size() + " "
                                + attributes.lastModifiedTime().toMillis());
                        return FileVisitResult.CONTINUE;
                    }
                });
            }
        } catch (URISyntaxException | IOException e) {
            // Without knowing the build, nothing may be shared with another process.
            facts.add(Long.toString(System.nanoTime()));
            facts.add(Long.toString(ProcessHandle.current().pid()));
        }
        facts.sort(null);
        return facts;
    }
}
