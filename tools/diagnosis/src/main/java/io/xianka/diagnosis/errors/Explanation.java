package io.xianka.diagnosis.errors;

/**
 * What a text from a log means.
 *
 * @param error which error it is
 * @param line where it stands, shortened; the first of several
 * @param count how often it was found
 * @param cause the error's usual causes, or the one that the text itself shows
 */
public record Explanation(KnownError error, String line, int count, String cause, String fix) {

    /** {@code CUDA_ERROR_NO_DEVICE (100)}. */
    public String title() {
        return error.title();
    }
}
