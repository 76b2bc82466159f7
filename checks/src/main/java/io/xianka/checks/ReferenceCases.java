package io.xianka.checks;

import io.xianka.tensor.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Runs folders of recorded tensor operations and says which agree. {@code checks/reference.sh} starts it. */
public final class ReferenceCases {
    private ReferenceCases() {}

    /** Ends with the line {@code N passed, M failed}; exit status 0 only if M is 0, 2 for wrong usage. */
    public static void main(String[] words) {
        var arguments = CaseArguments.parse("reference.sh", words);
        System.exit(run(arguments.folders(), arguments.device()) ? 0 : 1);
    }

    private static boolean run(List<Path> folders, Device device) {
        int passed = 0;
        int failed = 0;
        for (Path folder : folders) {
            try {
                for (ReferenceCase one : ReferenceCase.readAll(folder)) {
                    String wrong = outcome(one, device);
                    System.out.println(wrong.isEmpty() ? "passed " + one : "FAILED " + one + ": " + wrong);
                    passed += wrong.isEmpty() ? 1 : 0;
                    failed += wrong.isEmpty() ? 0 : 1;
                }
            } catch (IOException | RuntimeException unreadable) {
                System.out.println("FAILED " + folder + ": " + unreadable);
                failed++;
            }
        }
        System.out.println(passed + " passed, " + failed + " failed");
        return failed == 0;
    }

    private static String outcome(ReferenceCase one, Device device) {
        try {
            return String.join("; ", one.run(device));
        } catch (RuntimeException | AssertionError refused) {
            return refused.toString();
        }
    }
}
