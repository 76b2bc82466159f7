package io.xianka.tensor.file;

import io.xianka.tensor.DType;
import io.xianka.tensor.DTypeMismatch;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Safetensors files, which hold the weights of models: all at once by {@link #load}, or one by one:
 *
 * <pre>{@code
 * try (Safetensors model = Safetensors.open(Path.of("model.safetensors"))) {
 *     Tensor embedding = model.tensor("wte.weight", Device.cuda(0));
 * }
 * }</pre>
 *
 * <p>The file is mapped into memory; a tensor's bytes go from there straight to the device, when it is asked for. Models in several
 * files are opened by their {@code model.safetensors.index.json}, or by the folder.
 *
 * <p>Refused, before anything is allocated, is what the reference implementation refuses (a header over 100 MB or over the file, places
 * that overlap, leave gaps or do not fit the shape, bytes that no tensor claims), and beyond that names that stand twice and more than 64
 * axes. Tensors of types that there are not here, such as F8_E4M3, are named and measured, and refused when asked for.
 *
 * <p>Threads may share one; it is closed when the last has read. While it is open the file must not become shorter, as with every mapped
 * file; replacing it by a new one, as {@link #save} does, is safe. What is wrong with a file is a {@link TensorFileException}.
 */
public final class Safetensors implements AutoCloseable {
    private static final String WHOLE = "model.safetensors";

    /** One file, mapped. */
    private record Shard(Path path, SafetensorsHeader header, MemorySegment data) {}

    private final Path path;
    private final Arena arena;
    private final Map<String, Shard> shards;
    private final Map<String, String> metadata;

    private Safetensors(Path path, Arena arena, Map<String, Shard> shards, Map<String, String> metadata) {
        this.path = path;
        this.arena = arena;
        this.shards = shards;
        this.metadata = metadata;
    }

    // ------------------------------------------------------------------ reading

    /** {@return all tensors of a file, an index or a folder, on {@link Device#current()}} */
    public static Map<String, Tensor> load(Path path) {
        return load(path, Device.current());
    }

    /** {@return all tensors of a file, an index or a folder, in the file's order} */
    public static Map<String, Tensor> load(Path path, Device device) {
        try (Safetensors file = open(path)) {
            Map<String, Tensor> tensors = new LinkedHashMap<>();
            file.names().forEach(name -> tensors.put(name, file.tensor(name, device)));
            return Collections.unmodifiableMap(tensors);
        }
    }

    /**
     * Maps a file into memory, or, given an index ({@code .json}) or a folder with {@code model.safetensors} or its index, all files of
     * a model. Only headers are read.
     *
     * @throws TensorFileException when there is no such file, or one is no safetensors file
     */
    @SuppressWarnings("MustBeClosedChecker") // close() closes it
    public static Safetensors open(Path path) {
        Path file = Files.isDirectory(path) ? inFolder(path) : path;
        Arena arena = Arena.ofShared();
        try {
            return file.toString().endsWith(".json") ? openIndex(file, arena) : openFile(file, arena);
        } catch (RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    private static Path inFolder(Path folder) {
        for (String name : List.of(WHOLE, ShardIndex.FILE)) {
            if (Files.exists(folder.resolve(name))) {
                return folder.resolve(name);
            }
        }
        throw new TensorFileException(
                folder, "the folder has neither " + WHOLE + " nor " + ShardIndex.FILE + "; name a file in it");
    }

    private static Safetensors openFile(Path path, Arena arena) {
        Shard file = map(path, arena);
        Map<String, Shard> shards = new LinkedHashMap<>();
        file.header().entries().keySet().forEach(name -> shards.put(name, file));
        return new Safetensors(path, arena, shards, file.header().metadata());
    }

    private static Safetensors openIndex(Path path, Arena arena) {
        Map<String, String> index;
        try (InputFile file = InputFile.open(path)) {
            index = ShardIndex.read(file);
        }
        Map<String, Shard> files = new LinkedHashMap<>();
        Map<String, Shard> shards = new LinkedHashMap<>();
        Map<String, String> metadata = new HashMap<>();
        index.forEach((name, file) -> {
            Shard shard = files.computeIfAbsent(file, _ -> map(path.resolveSibling(file), arena));
            if (!shard.header().entries().containsKey(name)) {
                throw new TensorFileException(
                        path,
                        "tensor " + TensorFileException.quote(name) + " is not in " + file
                                + ", where the index has it; get both again");
            }
            shards.put(name, shard);
            shard.header().metadata().forEach(metadata::putIfAbsent);
        });
        return new Safetensors(path, arena, shards, Map.copyOf(metadata));
    }

    private static Shard map(Path path, Arena arena) {
        try (InputFile file = InputFile.open(path)) {
            var header = SafetensorsHeader.read(file);
            return new Shard(path, header, file.map(header.length(), arena));
        }
    }

    /** {@return the tensors' names, in the order of the file, or of the index} */
    public Set<String> names() {
        return Collections.unmodifiableSet(shards.keySet());
    }

    /** {@return what the writer added, such as {@code format} with {@code pt}} */
    public Map<String, String> metadata() {
        return metadata;
    }

    /** {@return the shape of a tensor} */
    public Shape shape(String name) {
        return entry(name).shape();
    }

    /**
     * The type of a tensor's elements.
     *
     * @throws DTypeMismatch when tensors have no such type
     */
    public DType dtype(String name) {
        SafetensorsType type = entry(name).type();
        if (type.dtype() == null) {
            throw new DTypeMismatch(path + ": tensor " + TensorFileException.quote(name) + " is of type " + type
                    + ", which tensors have not; convert it to one of BOOL, U8, I8 to I64, F16, BF16, F32, F64, C64");
        }
        return type.dtype();
    }

    /** {@return a tensor, on {@link Device#current()}} */
    public Tensor tensor(String name) {
        return tensor(name, Device.current());
    }

    /**
     * Copies a tensor to a device.
     *
     * @throws IllegalArgumentException when there is none of this name
     * @throws IllegalStateException after {@link #close}
     * @throws DTypeMismatch when tensors have no such type
     */
    public Tensor tensor(String name, Device device) {
        DType dtype = dtype(name);
        var entry = entry(name);
        Shard shard = shards.get(name);
        if (!arena.scope().isAlive()) {
            throw new IllegalStateException(
                    path + " was closed before tensor " + TensorFileException.quote(name) + " was asked for");
        }
        MemorySegment elements = shard.data().asSlice(entry.from(), entry.to() - entry.from());
        return Elements.upload(shard.path(), elements, entry.shape(), dtype, device);
    }

    private SafetensorsHeader.Entry entry(String name) {
        Shard shard = shards.get(name);
        if (shard == null) {
            List<String> some = shards.keySet().stream().limit(10).toList();
            throw new IllegalArgumentException(path + ": there is no tensor " + TensorFileException.quote(name)
                    + "; there are " + (some.size() < shards.size() ? shards.size() + ", such as " : "") + some);
        }
        return shard.header().entries().get(name);
    }

    /** Takes the file out of memory. Tensors read from it stay. */
    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }

    // ------------------------------------------------------------------ writing

    /** Writes named tensors, computed if need be; see {@link #save(Path, Map, Map)}. */
    public static void save(Path path, Map<String, Tensor> tensors) {
        save(path, tensors, Map.of());
    }

    /**
     * Writes named tensors, computed if need be, and strings beside them, with the same bytes as the reference implementation. The file
     * appears whole or not at all; one that stood there is replaced.
     *
     * @param metadata what to say of them; Hugging Face's loaders want {@code format} to be {@code pt}
     * @throws IllegalArgumentException for a name that the format cannot hold
     * @throws TensorFileException when the file cannot be written
     */
    public static void save(Path path, Map<String, Tensor> tensors, Map<String, String> metadata) {
        realise(tensors);
        Map<String, Tensor> ordered = SafetensorsHeader.ordered(tensors.entrySet());
        byte[] header = SafetensorsHeader.write(ordered, metadata);
        try (var file = new StagedFile(path)) {
            file.write(header);
            for (Tensor tensor : ordered.values()) {
                try (Arena arena = Arena.ofConfined()) {
                    file.write(Elements.download(tensor, arena));
                }
            }
            file.publish();
        } catch (IOException e) {
            throw TensorFileException.of("write", path, e);
        }
    }

    /** What tensors share is computed once. */
    private static void realise(Map<String, Tensor> tensors) {
        Tensor.realise(tensors.values().toArray(Tensor[]::new));
    }

    /**
     * Writes named tensors into several files of a folder, {@code model-00001-of-00003.safetensors} and so on, and last their index,
     * {@code model.safetensors.index.json}: without it, after an interruption, the folder does not open. What fits into one file goes
     * into {@code model.safetensors}.
     *
     * @param folder one that is there and holds no model yet
     * @param tensors in the order in which files are filled
     * @param metadata for every file
     * @param maxShardBytes of tensors in one file; a larger tensor gets a file of its own
     * @throws TensorFileException when the folder holds a model, or a file cannot be written
     */
    public static void saveSharded(
            Path folder, Map<String, Tensor> tensors, Map<String, String> metadata, long maxShardBytes) {
        if (maxShardBytes <= 0) {
            throw new IllegalArgumentException("saveSharded: maxShardBytes " + maxShardBytes + " is not over 0");
        }
        for (String name : List.of(WHOLE, ShardIndex.FILE)) {
            if (Files.exists(folder.resolve(name))) {
                throw new TensorFileException(folder, "holds " + name + " already; choose an empty folder");
            }
        }
        realise(tensors);
        List<Map<String, Tensor>> parts = split(tensors, maxShardBytes);
        if (parts.size() == 1) {
            save(folder.resolve(WHOLE), tensors, metadata);
            return;
        }
        Map<String, String> index = new HashMap<>();
        for (int i = 0; i < parts.size(); i++) {
            String file = "model-%05d-of-%05d.safetensors".formatted(i + 1, parts.size());
            save(folder.resolve(file), parts.get(i), metadata);
            parts.get(i).keySet().forEach(name -> index.put(name, file));
        }
        long total =
                tensors.values().stream().mapToLong(SafetensorsHeader::bytes).sum();
        Path path = folder.resolve(ShardIndex.FILE);
        try (var file = new StagedFile(path)) {
            file.write(ShardIndex.write(index, total));
            file.publish();
        } catch (IOException e) {
            throw TensorFileException.of("write", path, e);
        }
    }

    private static List<Map<String, Tensor>> split(Map<String, Tensor> tensors, long maxBytes) {
        List<Map<String, Tensor>> parts = new ArrayList<>();
        Map<String, Tensor> part = new LinkedHashMap<>();
        long bytes = 0;
        for (Map.Entry<String, Tensor> named : tensors.entrySet()) {
            long own = SafetensorsHeader.bytes(named.getValue());
            if (!part.isEmpty() && own > maxBytes - bytes) {
                parts.add(part);
                part = new LinkedHashMap<>();
                bytes = 0;
            }
            part.put(named.getKey(), named.getValue());
            bytes += own;
        }
        parts.add(part);
        return parts;
    }
}
