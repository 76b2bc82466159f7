package io.xianka.compiler;

import io.xianka.ptx.PtxModule;
import java.io.IOException;
import java.lang.module.ModuleReader;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Loads the classes of the compiler's later stages while its first ones work: half of what a process' first compilation
 * takes is the loading of some five hundred classes. They are not initialised, so nothing happens in another order than
 * it would without.
 */
final class EarlyClasses {
    /** In the order of their use. */
    private static final List<String> PACKAGES = List.of("syntax", "semantics", "typed", "lowering");

    private EarlyClasses() {}

    private static final class Once {
        static {
            Thread.ofPlatform().daemon().name("xianka-classes").start(EarlyClasses::load);
        }

        private Once() {}

        static void begin() {
            // Its class is initialised now.
        }
    }

    /** Returns at once, and does nothing the second time. */
    static void begin() {
        Once.begin();
    }

    private static void load() {
        try {
            List<String> own = names(EarlyClasses.class);
            String prefix = EarlyClasses.class.getPackageName() + ".";
            for (String name : PACKAGES) {
                load(own, prefix + name + ".");
            }
            load(names(PtxModule.class), PtxModule.class.getPackageName() + ".");
        } catch (IOException | URISyntaxException | ClassNotFoundException | LinkageError _) {
            // The compiler loads them itself, and says what is wrong.
        }
    }

    private static void load(List<String> names, String prefix) throws ClassNotFoundException {
        for (String name : names) {
            if (name.startsWith(prefix)) {
                Class.forName(name, false, EarlyClasses.class.getClassLoader());
            }
        }
    }

    /** The classes that come from where that one came from. */
    private static List<String> names(Class<?> one) throws IOException, URISyntaxException {
        Module module = one.getModule();
        if (module.isNamed()) {
            try (ModuleReader reader = module.getLayer()
                    .configuration()
                    .findModule(module.getName())
                    .orElseThrow()
                    .reference()
                    .open()) {
                return classes(reader.list());
            }
        }
        CodeSource source = one.getProtectionDomain().getCodeSource();
        if (source == null) {
            return List.of();
        }
        Path place = Path.of(source.getLocation().toURI());
        if (Files.isDirectory(place)) {
            try (Stream<Path> files = Files.walk(place)) {
                return classes(files.map(file -> place.relativize(file).toString()));
            }
        }
        try (ZipFile jar = new ZipFile(place.toFile())) {
            return classes(jar.stream().map(ZipEntry::getName));
        }
    }

    private static List<String> classes(Stream<String> files) {
        return files.filter(file -> file.endsWith(".class"))
                .map(file -> file.substring(0, file.length() - ".class".length())
                        .replace('/', '.')
                        .replace('\\', '.'))
                .toList();
    }
}
