package io.xianka.nn.training;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.xianka.nn.GradScaler;
import io.xianka.nn.Layer;
import io.xianka.tensor.Device;
import io.xianka.tensor.Generator;
import io.xianka.tensor.Tensor;
import io.xianka.tensor.file.Safetensors;
import io.xianka.tensor.file.TensorFileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Training as it stood after a step, in a folder that others can read: {@code model.safetensors} (parameters and buffers by their names),
 * {@code optimizer.safetensors}, {@code scaler.safetensors} where losses are scaled, and {@code training.json} (step, position, random
 * state, what the writer said of it, size and CRC-32C of each file).
 *
 * @param step how many steps were made
 * @param position in the data, for {@link io.xianka.nn.data.Batches}
 * @param properties what the writer said of model, data and options
 */
public record TrainingCheckpoint(Path folder, long step, long position, Map<String, String> properties) {
    static final String TRAINING = "training.json";
    static final String MODEL = "model.safetensors";

    private static final String OPTIMIZER = "optimizer.safetensors";
    private static final String SCALER = "scaler.safetensors";
    private static final String FORMAT = "xianka training 1";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int CHUNK_BYTES = 1 << 20;

    // ------------------------------------------------------------------ writing

    /** Writes all files into an empty folder. Nothing is there for readers before {@code training.json}, which comes last. */
    static void write(
            Path folder,
            long step,
            long position,
            Map<String, String> properties,
            TrainingState state,
            Attachments more)
            throws IOException {
        Map<String, String> format = Map.of("format", "pt");
        Safetensors.save(folder.resolve(MODEL), state.model().stateDict(), format);
        Safetensors.save(
                folder.resolve(OPTIMIZER),
                state.optimizer().stateDict(state.model().namedParameters()),
                format);
        if (state.scaler().isPresent()) {
            Safetensors.save(folder.resolve(SCALER), state.scaler().get().stateDict(), format);
        }
        more.write(folder);
        ObjectNode root = JSON.createObjectNode();
        root.put("format", FORMAT).put("step", step).put("position", position);
        ObjectNode generators = root.putObject("generators");
        state.generators().forEach((name, generator) -> {
            Generator.State stands = generator.state();
            generators.putObject(name).put("seed", stands.seed()).put("offset", stands.offset());
        });
        ObjectNode said = root.putObject("properties");
        properties.forEach(said::put);
        ObjectNode files = root.putObject("files");
        try (var written = Files.list(folder)) {
            for (Path file : written.sorted().toList()) {
                files.putObject(file.getFileName().toString())
                        .put("bytes", Files.size(file))
                        .put("crc32c", checksum(file));
                force(file);
            }
        }
        Path training = folder.resolve(TRAINING);
        Files.writeString(training, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root));
        force(training);
    }

    /** Files that a writer adds, such as a tokenizer. */
    @FunctionalInterface
    public interface Attachments {
        /** Nothing more. */
        Attachments NONE = _ -> {};

        /** Writes files into a folder. */
        void write(Path folder) throws IOException;
    }

    /** Waits until a file, or the names in a folder, are on the disk. */
    static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static String checksum(Path file) throws IOException {
        var crc = new CRC32C();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
            while (channel.read(chunk) >= 0) {
                crc.update(chunk.flip());
                chunk.clear();
            }
        }
        return "%08x".formatted(crc.getValue());
    }

    // ------------------------------------------------------------------ reading

    /**
     * Reads what a checkpoint is about, and checks that all its files are whole.
     *
     * @param folder of one checkpoint; {@link CheckpointFolder} finds the last of a training
     * @throws CheckpointException when it is none, half of one, or damaged
     */
    public static TrainingCheckpoint open(Path folder) {
        Path training = folder.resolve(TRAINING);
        try {
            JsonNode root = JSON.readTree(Files.readString(training));
            if (!FORMAT.equals(root.path("format").asText())) {
                throw new CheckpointException(training, "is not of the format \"" + FORMAT + "\"; it is no checkpoint");
            }
            for (var file : root.path("files").properties()) {
                check(folder.resolve(file.getKey()), file.getValue());
            }
            Map<String, String> properties = new LinkedHashMap<>();
            root.path("properties")
                    .properties()
                    .forEach(entry ->
                            properties.put(entry.getKey(), entry.getValue().asText()));
            return new TrainingCheckpoint(
                    folder,
                    root.path("step").asLong(),
                    root.path("position").asLong(),
                    Collections.unmodifiableMap(properties));
        } catch (NoSuchFileException e) {
            throw new CheckpointException(
                    folder,
                    Files.isDirectory(folder)
                            ? "holds no checkpoint: it has no " + TRAINING
                            : "there is no such folder",
                    e);
        } catch (JsonProcessingException e) {
            throw new CheckpointException(
                    training,
                    "is damaged: " + (e instanceof JsonEOFException ? "it ends in the middle" : e.getOriginalMessage()),
                    e);
        } catch (IOException e) {
            throw new CheckpointException(folder, "cannot be read: " + e.getMessage(), e);
        }
    }

    private static void check(Path file, JsonNode said) throws IOException {
        if (!Files.exists(file)) {
            throw new CheckpointException(file, "is missing; the checkpoint is not whole");
        }
        long bytes = said.path("bytes").asLong();
        if (Files.size(file) != bytes) {
            throw new CheckpointException(
                    file,
                    "has " + Files.size(file) + " bytes, not the " + bytes + " that " + TRAINING
                            + " says; the checkpoint is not whole");
        }
        if (!checksum(file).equals(said.path("crc32c").asText())) {
            throw new CheckpointException(file, "has another checksum than " + TRAINING + " says; it is damaged");
        }
    }

    /** {@return the parameters and buffers} */
    public Map<String, Tensor> weights(Device device) {
        return Safetensors.load(folder.resolve(MODEL), device);
    }

    /**
     * Brings a model to where this stands, to use it.
     *
     * @throws CheckpointException when it is of another model
     */
    public void restore(Layer model, Device device) {
        try {
            model.loadStateDict(weights(device));
        } catch (IllegalArgumentException | TensorFileException e) {
            throw new CheckpointException(folder, "does not fit this model: " + shortened(e.getMessage()), e);
        }
    }

    /**
     * Brings a training to where this stands.
     *
     * @throws CheckpointException when it is of another model, optimizer or precision; the training may be changed in part then
     */
    public void restore(TrainingState state) {
        Device device = state.optimizer().parameters().getFirst().device();
        try {
            state.model().loadStateDict(weights(device));
            state.optimizer()
                    .loadStateDict(
                            Safetensors.load(folder.resolve(OPTIMIZER), device),
                            state.model().namedParameters());
            if (state.scaler().isPresent()) {
                restore(state.scaler().get(), device);
            }
            restore(state.generators());
        } catch (IllegalArgumentException | TensorFileException | IOException e) {
            throw new CheckpointException(folder, "does not fit this training: " + shortened(e.getMessage()), e);
        }
    }

    /** Training that did not scale losses may go on doing so, from the first scale. */
    private void restore(GradScaler scaler, Device device) {
        if (Files.exists(folder.resolve(SCALER))) {
            scaler.loadStateDict(Safetensors.load(folder.resolve(SCALER), device));
        }
    }

    private void restore(Map<String, Generator> generators) throws IOException {
        JsonNode states =
                JSON.readTree(Files.readString(folder.resolve(TRAINING))).path("generators");
        generators.forEach((name, generator) -> {
            JsonNode stood = states.path(name);
            if (stood.isMissingNode()) {
                throw new IllegalArgumentException("it has no random state \"" + name + "\"");
            }
            generator.restore(new Generator.State(
                    stood.path("seed").asLong(), stood.path("offset").asLong()));
        });
    }

    /** A list of what differs between two large models is long. */
    private static String shortened(String text) {
        List<String> parts = List.of(text.split("; "));
        return parts.size() <= 4
                ? text
                : String.join("; ", parts.subList(0, 3)) + "; and " + (parts.size() - 3) + " more";
    }
}
