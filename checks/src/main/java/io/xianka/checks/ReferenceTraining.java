package io.xianka.checks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Trains as a folder of recordings did: optimizers, schedules, clipping, the gradient scaler, a small GPT. {@code checks/reference-training.sh}
 * starts it.
 */
public final class ReferenceTraining {
    private ReferenceTraining() {}

    /** Ends with the line {@code N passed, M failed}; exit status 0 only if M is 0, 2 for wrong usage. */
    public static void main(String[] words) {
        var arguments = CaseArguments.parse("reference-training.sh", words);
        boolean agreed = ReferenceCases.report(arguments.folders(), arguments.device(), ReferenceTraining::readAll);
        System.exit(agreed ? 0 : 1);
    }

    private static List<RecordedCase> readAll(Path folder) throws IOException {
        return readAll(folder, Integer.MAX_VALUE);
    }

    /** All cases, the GPT's cut to so many steps. */
    static List<RecordedCase> readAll(Path folder, int steps) throws IOException {
        List<RecordedCase> cases = new ArrayList<>();
        cases.addAll(OptimizerCase.readAll(folder));
        cases.addAll(ScheduleCase.readAll(folder));
        cases.add(ClippingCase.read(folder));
        cases.add(GradScalerCase.read(folder));
        cases.addAll(TinyGptCase.readAll(folder, steps));
        return cases;
    }
}
