package io.xianka.checks;

import io.xianka.driver.Device;
import io.xianka.driver.api.CompileOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs folders of kernel cases and says which agree with what they expect: a folder with a {@code case.json}, or a folder
 * of such folders. {@code checks/cases.sh} starts it.
 */
public final class KernelCases {
    private static final String USAGE =
            "usage: checks/cases.sh FOLDER... [--device auto|cuda[:N]|emulated] [--compiler auto|own|nvrtc]";

    private KernelCases() {}

    /** Ends with the line {@code N passed, M failed}; exit status 0 only if M is 0, 2 for wrong usage. */
    public static void main(String[] words) {
        var folders = new ArrayList<Path>();
        String place = "auto";
        var compiler = CompileOptions.Compiler.OWN;
        for (int i = 0; i < words.length; i++) {
            boolean option = words[i].startsWith("--");
            if (option && i + 1 == words.length) {
                usage(words[i] + " needs a value");
            }
            switch (words[i]) {
                case "--device" -> place = words[++i];
                case "--compiler" -> compiler = compiler(words[++i]);
                default -> {
                    if (option) {
                        usage("no option " + words[i]);
                    }
                    folders.add(Path.of(words[i]));
                }
            }
        }
        if (folders.isEmpty()) {
            usage("no folder given");
        }
        System.exit(run(folders, place, compiler) ? 0 : 1);
    }

    private static boolean run(List<Path> folders, String place, CompileOptions.Compiler compiler) {
        int passed = 0;
        int failed = 0;
        for (Path folder : folders) {
            try {
                for (KernelCase kernel : Files.exists(folder.resolve("case.json"))
                        ? List.of(KernelCase.read(folder))
                        : KernelCase.readAll(folder)) {
                    String wrong = outcome(kernel, place, compiler);
                    System.out.println(wrong.isEmpty() ? "passed " + kernel : "FAILED " + kernel + ": " + wrong);
                    passed += wrong.isEmpty() ? 1 : 0;
                    failed += wrong.isEmpty() ? 0 : 1;
                }
            } catch (IOException | RuntimeException e) {
                System.out.println("FAILED " + folder + ": " + e);
                failed++;
            }
        }
        System.out.println(passed + " passed, " + failed + " failed");
        return failed == 0 && passed > 0;
    }

    /** What is wrong, or nothing. */
    private static String outcome(KernelCase kernel, String place, CompileOptions.Compiler compiler) {
        try {
            List<String> differences = kernel.expectsFindings() ? kernel.check(compiler) : run(kernel, place, compiler);
            return String.join("; ", differences);
        } catch (IOException | RuntimeException e) {
            return String.valueOf(e.getMessage()).lines().findFirst().orElse("") + " ("
                    + e.getClass().getSimpleName() + ")";
        }
    }

    private static List<String> run(KernelCase kernel, String place, CompileOptions.Compiler compiler)
            throws IOException {
        try (var device = open(place);
                var module = device.compile(kernel.source(), kernel.options(compiler))) {
            return kernel.run(device, module.kernel(kernel.kernelName()));
        }
    }

    private static Device open(String place) {
        return switch (place) {
            case "auto" -> Device.best();
            case "emulated" -> Device.emulated();
            case "cuda" -> Device.cuda(0);
            default -> {
                if (!place.matches("cuda:[0-9]{1,4}")) {
                    usage("--device " + place + ": write auto, cuda, cuda:N or emulated");
                }
                yield Device.cuda(Integer.parseInt(place.substring(5)));
            }
        };
    }

    private static CompileOptions.Compiler compiler(String name) {
        return switch (name) {
            case "auto" -> CompileOptions.Compiler.AUTO;
            case "own" -> CompileOptions.Compiler.OWN;
            case "nvrtc" -> CompileOptions.Compiler.NVRTC;
            default -> {
                usage("--compiler " + name + ": write auto, own or nvrtc");
                yield null;
            }
        };
    }

    private static void usage(String wrong) {
        System.err.println("cases.sh: " + wrong);
        System.err.println(USAGE);
        System.exit(2);
    }
}
