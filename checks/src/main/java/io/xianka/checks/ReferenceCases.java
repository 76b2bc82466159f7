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
        System.exit(report(arguments.folders(), arguments.device(), ReferenceCase::readAll) ? 0 : 1);
    }

    /** How a folder's cases are read. */
    interface Reader {
        List<? extends RecordedCase> readAll(Path folder) throws IOException;
    }

    /** Runs all cases of folders and prints how each went; {@return whether all passed} */
    static boolean report(List<Path> folders, Device device, Reader reader) {
        int passed = 0;
        int failed = 0;
        for (Path folder : folders) {
            try {
                for (RecordedCase one : reader.readAll(folder)) {
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

    private static String outcome(RecordedCase one, Device device) {
        try {
            return String.join("; ", one.run(device));
        } catch (RuntimeException | AssertionError refused) {
            return refused.toString();
        }
    }
}
