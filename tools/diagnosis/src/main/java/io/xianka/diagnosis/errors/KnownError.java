package io.xianka.diagnosis.errors;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * One error and what is known of it.
 *
 * @param api {@code cuda-driver}, {@code cuda-runtime}, {@code nvml}, {@code nccl}, {@code xid}, ...
 * @param code its number; empty where it has none
 * @param message what programs print; may be empty
 * @param priority 1 where it often stops people, 3 where it seldom does
 * @param causes most likely first, separated by semicolons
 * @param basis of causes and fix
 */
public record KnownError(
        String api,
        OptionalInt code,
        String name,
        String message,
        int priority,
        boolean processMustRestart,
        String causes,
        String checks,
        String fix,
        AdviceBasis basis,
        String source) {

    /** The steps of the fix. */
    public List<String> steps() {
        return Arrays.stream(fix.split(";"))
                .map(String::strip)
                .filter(step -> !step.isEmpty())
                .toList();
    }

    /** {@code CUDA_ERROR_NO_DEVICE (100)}. */
    public String title() {
        return code.isPresent() && !api.equals("xid") ? name + " (" + code.getAsInt() + ")" : name;
    }
}
