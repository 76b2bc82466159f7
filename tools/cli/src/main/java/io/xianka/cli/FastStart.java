package io.xianka.cli;

import io.xianka.cli.npy.NpyFile;
import io.xianka.cli.npy.NpyHeader;
import io.xianka.cli.npy.NpyType;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The run that the launcher watches to prepare a fast start: it does what the common commands do, so that their classes
 * are loaded and linked when the ahead-of-time cache is written.
 */
public final class FastStart {
    private FastStart() {}

    /** Runs the common commands once each. */
    public static void main(String[] arguments) throws Exception {
        var folder = Files.createTempDirectory("xianka");
        try {
            Path kernel = folder.resolve("multiply_them.cu");
            try (var source = FastStart.class.getResourceAsStream("multiply_them.cu")) {
                Files.copy(source, kernel);
            }
            var a = folder.resolve("a.npy");
            NpyFile.write(
                    a, new NpyHeader(NpyType.named("float32"), List.of(400L)), MemorySegment.ofArray(new float[400]));
            String out = "out:" + folder.resolve("out.npy") + ":float32:400";
            for (String[] command : new String[][] {
                {"tour"},
                {"run", kernel.toString(), "--no-cache", "--grid", "1", "--block", "400", out, "in:" + a, "in:" + a},
                {"run", kernel.toString(), "--json", "--grid", "1", "--block", "400", out, "in:" + a, "in:" + a},
                {"compile", kernel.toString(), "-o", folder.resolve("out.ptx").toString()},
                {"info"},
                {"info", "--json"},
                {"top", "--once"},
                {"doctor", "--save", folder.resolve("report.json").toString()},
                {"doctor", "--toolkit", "12.8", "--driver", "570.124.06"},
                {"--help"},
            }) {
                int status = Main.execute(command);
                if (status != 0) {
                    System.exit(status);
                }
            }
        } finally {
            try (var files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }
}
