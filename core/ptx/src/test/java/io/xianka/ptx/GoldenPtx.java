package io.xianka.ptx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** PTX that NVIDIA's nvcc wrote; {@code nvcc/generate.sh} makes it anew. */
record GoldenPtx(String name, String text) {
    static List<GoldenPtx> all() {
        try (Stream<Path> files =
                Files.list(Path.of(GoldenPtx.class.getResource("nvcc").toURI()))) {
            return files.filter(file -> file.toString().endsWith(".ptx"))
                    .sorted()
                    .map(GoldenPtx::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static GoldenPtx named(String name) {
        return all().stream()
                .filter(golden -> golden.name.equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static GoldenPtx read(Path file) {
        try {
            return new GoldenPtx(file.getFileName().toString(), Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
