package io.xianka.tensor.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.DTypeMismatch;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Valid files with random damage are read, or refused by {@link TensorFileException}; nothing else happens. */
class MutatedFilesTest {
    private static final int ROUNDS = 1000;

    @TempDir
    Path folder;

    @Test
    void npy() {
        damage(
                "a.npy",
                goldens("npy.tsv"),
                file -> Npy.load(file, Device.plain()).toRawBytes());
    }

    @Test
    void npz() {
        damage(
                "a.npz",
                goldens("npz.tsv"),
                file -> Npz.load(file, Device.plain()).values().forEach(Tensor::toRawBytes));
    }

    @Test
    void safetensors() {
        damage("a.safetensors", goldens("safetensors.tsv"), file -> {
            try (Safetensors open = Safetensors.open(file)) {
                for (String name : open.names()) {
                    readIfThereIsSuchAType(open, name);
                }
            }
        });
    }

    @Test
    void index() {
        Tensor tensor = Tensor.of(new float[] {1}, Shape.of(1), Device.plain());
        Safetensors.save(folder.resolve("x.safetensors"), Map.of("a", tensor, "b", tensor));
        byte[] index =
                "{\"metadata\":{\"total_size\":4},\"weight_map\":{\"a\":\"x.safetensors\",\"b\":\"x.safetensors\"}}"
                        .getBytes(StandardCharsets.UTF_8);
        damage("a.json", List.of(index), file -> Safetensors.open(file).close());
    }

    private static void readIfThereIsSuchAType(Safetensors open, String name) {
        try {
            open.tensor(name, Device.plain()).toRawBytes();
        } catch (DTypeMismatch e) {
            // U8 may have become F8_E5M2 by two changes; that it is refused is another test's matter.
        }
    }

    private static List<byte[]> goldens(String table) {
        return GoldenFiles.table(table).stream()
                .map(line -> HexFormat.of().parseHex(line[line.length - 1]))
                .toList();
    }

    private void damage(String name, List<byte[]> valid, Consumer<Path> read) {
        long seed = System.nanoTime();
        var random = new SplittableRandom(seed);
        List<String> wrong = new ArrayList<>();
        int refused = 0;
        for (int round = 0; round < ROUNDS && wrong.isEmpty(); round++) {
            byte[] bytes = valid.get(random.nextInt(valid.size()));
            for (int i = random.nextInt(1, 3); i > 0; i--) {
                bytes = mutate(bytes, random);
            }
            Path file = GoldenFiles.write(folder.resolve(name), bytes);
            try {
                read.accept(file);
            } catch (TensorFileException e) {
                refused++;
            } catch (RuntimeException | Error e) {
                wrong.add("seed " + seed + ", round " + round + ": " + e + "\n" + Arrays.toString(e.getStackTrace())
                        + "\n" + HexFormat.of().formatHex(bytes));
            }
        }
        System.out.println("damaged " + name + ": seed " + seed + ", refused " + refused + " of " + ROUNDS);
        assertEquals(List.of(), wrong);
        assertTrue(refused > ROUNDS / 4 && refused < ROUNDS, refused + " refused with seed " + seed);
    }

    private static byte[] mutate(byte[] bytes, SplittableRandom random) {
        if (bytes.length == 0) {
            return new byte[] {(byte) random.nextInt()};
        }
        int at = random.nextInt(bytes.length);
        byte[] mutated = bytes.clone();
        switch (random.nextInt(7)) {
            case 0 -> mutated[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> mutated[at] = (byte) random.nextInt();
            case 2 -> mutated[at] = (byte) "0123456789-{}[]()',:\"".charAt(random.nextInt(21));
            case 3 -> mutated = Arrays.copyOf(bytes, at);
            case 4 ->
                Arrays.fill(mutated, at, Math.min(bytes.length, at + 4), (byte) (random.nextBoolean() ? 0xff : 0));
            case 5 -> {
                int length = random.nextInt(1, 9);
                mutated = Arrays.copyOf(bytes, bytes.length + length);
                System.arraycopy(bytes, at, mutated, at + length, bytes.length - at);
            }
            default -> {
                int from = random.nextInt(bytes.length);
                int length = Math.min(random.nextInt(1, 17), bytes.length - Math.max(at, from));
                System.arraycopy(bytes, from, mutated, at, length);
            }
        }
        return mutated;
    }
}
