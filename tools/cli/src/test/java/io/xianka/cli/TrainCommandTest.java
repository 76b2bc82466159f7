package io.xianka.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.xianka.cli.train.Bigrams;
import io.xianka.nn.data.Tokens;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainCommandTest {
    private static final String POEM = "the quick brown fox jumps over the lazy dog, and the dog sleeps on.\n";

    @TempDir
    Path folder;

    private Path text;

    @BeforeEach
    void writesAText() throws IOException {
        text = Files.writeString(folder.resolve("poem.txt"), POEM.repeat(8));
    }

    /** On the processor, with what makes a step small. */
    private static CommandRun train(Object... arguments) {
        List<String> words = new ArrayList<>(List.of("train", "--device", "cpu"));
        Arrays.stream(arguments).map(String::valueOf).forEach(words::add);
        return CommandRun.of(words.toArray(String[]::new));
    }

    private static List<JsonNode> steps(CommandRun run) throws IOException {
        List<JsonNode> steps = new ArrayList<>();
        for (String line : run.out().lines().toList()) {
            steps.add(new ObjectMapper().readTree(line));
        }
        return steps;
    }

    private static void refuses(int status, String fact, CommandRun run) {
        assertEquals(status, run.status(), run.err() + run.out());
        assertTrue(run.err().contains(fact), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
    }

    @Test
    void trainsSavesGoesOnAndWrites() throws IOException {
        Path out = folder.resolve("out");
        var whole = train("--text", text, "--steps", 6, "--batch", 4, "--block", 8, "--json");
        assertEquals(0, whole.status(), whole.err());
        List<JsonNode> steps = steps(whole);
        assertEquals(6, steps.size());
        for (JsonNode step : steps) {
            for (String key : List.of("step", "loss", "lr", "grad_norm", "tokens_per_second", "memory_bytes")) {
                assertTrue(step.path(key).isNumber(), step::toString);
            }
        }
        assertTrue(steps.getLast().path("validation_loss").isNumber());
        assertTrue(steps.getLast().path("bigram_loss").isNumber());

        // Half of it, and the other half: the same losses. The schedule is that of six steps.
        assertEquals(
                0,
                train("--text", text, "--steps", 6, "--batch", 4, "--block", 8, "--out", out, "--json")
                        .status());
        var before = folder.resolve("before");
        Files.createDirectory(before);
        Files.move(out.resolve("step-00000005"), before.resolve("step-00000005"));
        var rest = train("--resume", before, "--json");
        assertEquals(0, rest.status(), rest.err());
        assertEquals(steps.getLast().get("loss"), steps(rest).getFirst().get("loss"));
        assertEquals(6, steps(rest).getFirst().get("step").asInt());

        var written = CommandRun.of(
                "generate", "--device", "cpu", "--checkpoint", out.toString(), "--prompt", "the ", "--tokens", "12");
        assertEquals(0, written.status(), written.err());
        assertTrue(written.out().startsWith("the "), written.out());
        assertEquals("the ".length() + 12 + 1, written.out().length());
        assertEquals(
                written.out(),
                CommandRun.of(
                                "generate",
                                "--device",
                                "cpu",
                                "--checkpoint",
                                out.toString(),
                                "--prompt",
                                "the ",
                                "--tokens",
                                "12")
                        .out());

        refuses(2, "holds a training already", train("--text", text, "--block", 8, "--steps", 1, "--out", out));
        refuses(2, "its model is gpt-nano", train("--resume", out, "--block", 16));
        Path json = out.resolve("step-00000006/training.json");
        String said = Files.readString(json);
        Files.writeString(json, said.replace("gpt-nano", "gpt-mini"));
        refuses(1, "step-00000006: does not fit this training: ", train("--resume", out));
        refuses(
                1,
                "step-00000006: does not fit this model: ",
                CommandRun.of("generate", "--device", "cpu", "--checkpoint", out.toString(), "--prompt", "the"));
        Files.writeString(json, said.replace("gpt-nano", "gpt-zero"));
        refuses(1, "step-00000006: the checkpoint's model is 'gpt-zero', which", train("--resume", out));
        Files.writeString(json, said);
        var strange = CommandRun.of("generate", "--device", "cpu", "--checkpoint", out.toString(), "--prompt", "Ω");
        refuses(1, "is not among its", strange);
        assertEquals("", strange.out());
        Files.writeString(text, POEM);
        refuses(2, "when the checkpoint was saved", train("--resume", out));
        Files.delete(out.resolve("step-00000006/optimizer.safetensors"));
        refuses(1, "optimizer.safetensors: is missing", train("--resume", out));
    }

    @Test
    void refusesOptionsThatNoTrainingHas() {
        refuses(2, "there is no model gpt-9", train("--model", "gpt-9"));
        refuses(2, "there is no precision fp8", train("--precision", "fp8"));
        refuses(2, "there is no checkpointing some", train("--checkpoint", "some"));
        refuses(2, "--learning-rate NaN", train("--learning-rate", "NaN"));
        refuses(2, "--learning-rate -1", train("--learning-rate", "-1"));
        refuses(2, "--steps -5", train("--steps", -5));
        refuses(2, "--batch 0", train("--batch", 0));
        refuses(2, "no multiple", train("--batch", 12, "--accumulate", 5));
        refuses(2, "write uint16 or uint32", train("--token-type", "int8"));
        refuses(2, "name one of them", train("--text", text, "--tokens", text));
        refuses(2, "no tensor cores", train("--precision", "tf32"));
        refuses(2, "--device warp", CommandRun.of("train", "--device", "warp"));
        refuses(2, "name one of --checkpoint", CommandRun.of("generate"));
    }

    @Test
    void refusesDataThatNothingCanBeLearntFrom() throws IOException {
        refuses(1, "there is no such file", train("--text", folder.resolve("none")));
        Path empty = Files.createFile(folder.resolve("empty"));
        refuses(1, "is empty", train("--text", empty));
        refuses(1, "is empty", train("--tokens", empty));
        refuses(1, "take a shorter block or more text", train("--text", text, "--block", 1_000));
        Path latin = Files.write(folder.resolve("latin"), "café".getBytes(StandardCharsets.ISO_8859_1));
        refuses(1, "is no UTF-8 at byte 3 (0xE9)", train("--text", latin));
        Path tokens = Files.write(folder.resolve("tokens.bin"), new byte[2_000]);
        Files.write(tokens, new byte[] {(byte) 0xff, (byte) 0xff}, java.nio.file.StandardOpenOption.APPEND);
        refuses(
                1,
                "token 65535 at place 1000 is not below the vocabulary of 50257",
                train("--tokens", tokens, "--block", 8, "--steps", 1));
        refuses(1, "there is no such folder", train("--resume", folder.resolve("none")));
        refuses(1, "holds no checkpoint", train("--resume", folder));
    }

    @Test
    void refusesAFolderThatNoneCanBe() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        refuses(
                1,
                "file: cannot be written to: a file is there; choose",
                train("--text", text, "--block", 8, "--steps", 1, "--out", file));
    }

    @Test
    void refusesABatchThatTheMachineHasNoMemoryFor() {
        refuses(
                1,
                "batches are in memory at once",
                train("--text", text, "--block", 8, "--batch", Integer.MAX_VALUE, "--json"));
        refuses(
                1,
                "--fit: a batch of 2147483647 does not fit into ",
                train("--text", text, "--block", 8, "--batch", Integer.MAX_VALUE, "--json", "--fit"));
    }

    @Test
    void aPairThatCameOftenIsExpected() {
        var pattern = Tokens.of("pattern", new int[] {0, 1, 0, 1, 0, 1, 0, 1, 0, 1});
        double often = Bigrams.loss(pattern.split(0.5), 2).orElseThrow();
        // Of 0 it was seen twice that 1 follows (0 1 0 1 0), and each pair counts once more: 3 of 4; the same of 1.
        assertEquals(-Math.log(3.0 / 4), often, 1e-12);
        assertNotEquals(0, Bigrams.loss(pattern.split(0.5), 3).orElseThrow());
    }
}
