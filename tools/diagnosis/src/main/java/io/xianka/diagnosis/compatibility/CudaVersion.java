package io.xianka.diagnosis.compatibility;

import java.util.Optional;
import java.util.regex.Pattern;

/** A release of CUDA without its update: 12.8. */
public record CudaVersion(int major, int minor) implements Comparable<CudaVersion> {

    private static final Pattern DOTTED = Pattern.compile("[Vv]?(\\d{1,2})\\.(\\d{1,2})(?:\\D.*)?");

    /** How wheels are tagged: cu128, cu92. */
    private static final Pattern TAG = Pattern.compile("cu(\\d{1,2})(\\d)(?:\\D.*)?");

    /** Reads {@code 12.8}, {@code 12.8.93}, {@code 12.8 Update 1} and {@code cu128}; empty for anything else. */
    public static Optional<CudaVersion> parse(String text) {
        for (Pattern form : new Pattern[] {DOTTED, TAG}) {
            var found = form.matcher(text.strip());
            if (found.matches()) {
                return Optional.of(new CudaVersion(Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2))));
            }
        }
        return Optional.empty();
    }

    /** What cuDriverGetVersion and cudaRuntimeGetVersion return: 12080 is 12.8. */
    public static CudaVersion ofNumber(int number) {
        return new CudaVersion(number / 1000, number % 1000 / 10);
    }

    @Override
    public int compareTo(CudaVersion other) {
        return major != other.major ? Integer.compare(major, other.major) : Integer.compare(minor, other.minor);
    }

    /** Whether it is older than the other. */
    public boolean isBefore(CudaVersion other) {
        return compareTo(other) < 0;
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
