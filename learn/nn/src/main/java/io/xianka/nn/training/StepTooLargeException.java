package io.xianka.nn.training;

import io.xianka.tensor.execution.OutOfDeviceMemory;
import java.util.List;

/** The device has no memory for a step. The message is one line: what was asked for, and what would fit; its cause has the whole report. */
public final class StepTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StepTooLargeException(OutOfDeviceMemory cause) {
        super(ends(cause.getMessage().strip().lines().toList()), cause);
    }

    private static String ends(List<String> lines) {
        return lines.size() == 1
                ? lines.getFirst()
                : lines.getFirst().strip() + "; " + lines.getLast().strip();
    }
}
