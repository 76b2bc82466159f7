package io.xianka.tensor.cuda;

import io.xianka.driver.Device;
import io.xianka.driver.Kernel;
import io.xianka.driver.KernelModule;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Generated kernels of a device, each compiled once: what has the same source is the same kernel. */
final class Modules {
    /** Stands for the kernel's name in generated sources. */
    static final String NAME = "XIANKA_KERNEL";

    /** From so many kernels on a plan is compiled in parts; their number is fixed, so that the cache of one machine serves another. */
    private static final int MANY = 12;

    private static final int PARTS = 4;

    private static final String PRELUDE = resource("prelude.cu");

    private final Device device;
    private final Map<String, KernelModule> bySource = new ConcurrentHashMap<>();
    private final Map<String, KernelModule> byName = new ConcurrentHashMap<>();

    Modules(Device device) {
        this.device = device;
    }

    static String resource(String name) {
        try (InputStream in = Modules.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the file " + name + " is missing from the module io.xianka.tensor");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The name that a source's kernel gets: made of its text. */
    static String nameOf(String source) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(source.getBytes(StandardCharsets.UTF_8));
            return "fused_" + HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** Sources that are compiled together, by the names of their kernels. */
    final class Batch {
        private final Map<String, String> sources = new LinkedHashMap<>();

        /** Adds a source in which {@link #NAME} stands for the kernel's name. */
        String add(String source) {
            String name = nameOf(source);
            if (!byName.containsKey(name)) {
                sources.put(name, source.replace(NAME, name));
            }
            return name;
        }

        void compile() {
            if (sources.isEmpty()) {
                return;
            }
            // Parts of their own for many, since both our compiler and the driver's take a thread each.
            int parts = sources.size() < MANY ? 1 : PARTS;
            List<List<String>> names = new ArrayList<>();
            for (int part = 0; part < parts; part++) {
                names.add(new ArrayList<>());
            }
            int next = 0;
            for (String name : sources.keySet()) {
                names.get(next++ % parts).add(name);
            }
            names.parallelStream().forEach(this::compile);
        }

        private void compile(List<String> names) {
            KernelModule module = compileSource(names.stream().map(sources::get).collect(Collectors.joining("\n")));
            names.forEach(name -> byName.put(name, module));
        }
    }

    Batch batch() {
        return new Batch();
    }

    /** A kernel of a batch that was compiled. */
    Kernel kernel(String module, String kernel) {
        return byName.get(module).kernel(kernel);
    }

    /** A module of a source of its own, after the prelude. */
    KernelModule module(String source) {
        return bySource.computeIfAbsent(source, this::compileSource);
    }

    private KernelModule compileSource(String source) {
        return device.compile(
                new SourceText("tensor.cu", PRELUDE + source, Optional.empty()),
                // Whether a product and a sum are one operation would depend on what else a kernel computes.
                CompileOptions.DEFAULT.withContraction(false));
    }

    /** A module of a source alone. */
    KernelModule plainModule(String source, String name) {
        return bySource.computeIfAbsent(
                source, text -> device.compile(new SourceText(name, text, Optional.empty()), CompileOptions.DEFAULT));
    }
}
